package nmndrop

import (
	"errors"
	"slices"
	"strings"

	"faithscope/loaders"
)

// pairGold pairs gold with modules by question type, as the authors do, and leaves out the programs
// that they skip. Modules that answer one gold are its Merged.
func pairGold(ex *loaders.Example, q *question, form string) (golds []*loaders.Gold, reason error) {
	pairs := pairingsOf(ex.Kind)
	switch {
	case q == nil:
		return nil, errors.New("no annotations for this query_id")
	case q.gold == nil:
		return nil, errors.New("the annotations have no module outputs for this query_id")
	case pairs == nil:
		return nil, loaders.Errorf("the authors' code compares nothing for question type %q", ex.Kind)
	case !slices.Contains(strings.Split(questionTypes[ex.Kind].programs, "|"), form):
		return nil, loaders.Errorf("%s is not a %s program, so the authors' code skips it", form, ex.Kind)
	case len(q.gold) < len(pairs):
		return nil, loaders.Errorf("%d gold lists, but question type %s needs %d", len(q.gold), ex.Kind, len(pairs))
	}
	for k, outputs := range pairs {
		list := q.gold[k]
		merged := loaders.Filter(loaders.Indices(len(ex.Program)), func(i int) bool {
			return slices.Contains(outputs, ex.Program[i].Place)
		})
		if len(merged) < len(outputs) {
			return nil, loaders.Errorf("some modules that share the gold of %s are missing", list.module)
		}
		golds = append(golds, &loaders.Gold{Spans: list.spans, Source: list.module, Merged: merged})
	}
	return golds, nil
}

// pairingsOf returns the authors' comparisons for a question type: for each of the first gold
// lists, the module outputs that answer it. Several outputs are merged by elementwise maximum. It
// is nil for unknown types. Further outputs and lists are not compared.
func pairingsOf(questionType string) [][]int { return questionTypes[questionType].pairs }

// firstPairs pairs by place, the authors' ONE to FIVE.
func firstPairs(n int) [][]int { return loaders.Fill(n, func(i int) []int { return []int{i} }) }

// The authors' FIND_TWO_SYMBOL and TWO_FINDS_TWO_SYMBOL.
var (
	findTwoSymbols     = [][]int{{0}, {1, 2}}
	twoFindsTwoSymbols = [][]int{{0, 1}, {2, 3}}
)

// questionTypes has accepted programs like [node.String] writes them, with bars between.
var questionTypes = map[string]struct {
	pairs    [][]int
	programs string
}{
	"date_comparison":              {twoFindsTwoSymbols, "(span (compare-date-lt find find))|(span (compare-date-gt find find))"},
	"number_comparison":            {twoFindsTwoSymbols, "(span (compare-num-lt find find))|(span (compare-num-gt find find))"},
	"num_find_qtype":               {firstPairs(2), "(find-num find)"},
	"num_filterfind_qtype":         {firstPairs(3), "(find-num (filter find))"},
	"min_find_qtype":               {firstPairs(3), "(find-num (find-min-num find))"},
	"min_filterfind_qtype":         {firstPairs(4), "(find-num (find-min-num (filter find)))"},
	"max_find_qtype":               {firstPairs(3), "(find-num (find-max-num find))"},
	"max_filterfind_qtype":         {firstPairs(4), "(find-num (find-max-num (filter find)))"},
	"count_find_qtype":             {firstPairs(1), "(count find)"},
	"count_filterfind_qtype":       {firstPairs(2), "(count (filter find))"},
	"relocate_find_qtype":          {firstPairs(2), "(span (relocate find))"},
	"relocate_filterfind_qtype":    {firstPairs(3), "(span (relocate (filter find)))"},
	"relocate_maxfind_qtype":       {firstPairs(4), "(span (relocate (find-max-num find)))"},
	"relocate_maxfilterfind_qtype": {firstPairs(5), "(span (relocate (find-max-num (filter find))))"},
	"relocate_minfind_qtype":       {firstPairs(4), "(span (relocate (find-min-num find)))"},
	"relocate_minfilterfind_qtype": {firstPairs(5), "(span (relocate (find-min-num (filter find))))"},
	"yeardiff_find_qtype":          {findTwoSymbols, "(time-diff find)"},
	"yeardiff_find2_qtype":         {twoFindsTwoSymbols, "(time-diff find find)"},
}
