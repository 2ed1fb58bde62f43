package examples

import (
	"context"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
)

// selectionResult holds the rows of a query: examples, in order. failed counts the examples for which the query
// could not be answered, why is the reason for the first. doubt names a word of the query that no example has,
// and what it may stand for; "" for none.
type selectionResult struct {
	rows   []int
	failed int
	why    error
	doubt  string
}

// rowQuery holds what rows are computed from. It doesn't change.
type rowQuery struct {
	run   *loaders.Run
	table *facts.Table
	query query.Query
	only  []int
	order sortOrder
	all   bool // also examples that have not been read
	n     int
}

// computeRows looks for a word that no example has if no row is left, because a misspelt field is
// searched for as text. An error of the order counts all rows as failed.
func (s *rowQuery) computeRows(ctx context.Context) selectionResult {
	var rows []int
	switch {
	case s.all:
		rows = loaders.Indices(s.n)
	case s.only != nil:
		rows = loaders.Filter(s.only, func(i int) bool { return i < s.n })
	default:
		rows = s.table.All()
	}
	found, err := s.query.Select(ctx, s.table, rows)
	if err != nil {
		return selectionResult{why: err}
	}
	rows, err = s.order.sortRows(ctx, s.table, found.Rows)
	if err != nil && found.Why == nil {
		found.Failed, found.Why = len(rows), err
	}
	doubt := ""
	if len(rows) == 0 && len(s.query.Words()) > 0 {
		doubt = s.query.DoubtWord(ctx, s.table, s.table.All(), s.questionWords()...)
	}
	return selectionResult{rows, found.Failed, found.Why, doubt}
}

// mostWords bounds the questions searched for a similar word.
const mostWords = 500

func (s *rowQuery) questionWords() (words []string) {
	for i := range min(s.n, mostWords) {
		row, _ := s.run.Peek(i)
		words = append(words, strings.Fields(row.Question)...)
	}
	return words
}
