package query

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"faithscope/scoring"
)

// Query is clauses that must all hold; the zero query always holds. Immutable.
type Query struct {
	fields  Fields
	clauses []queryClause
}

// Parse reads words or an expression; an empty text is a query without clauses. The error is an
// [*Error]; the query with it is incomplete.
func Parse(queryText string, queryFields Fields) (Query, error) {
	q := Query{fields: queryFields}
	switch {
	case len(queryText) > MaxText:
		return q, &Error{0, 0, "the query is too long"}
	case !utf8.ValidString(queryText):
		return q, &Error{0, 0, "the query is not UTF-8"}
	case strings.TrimSpace(queryText) == "":
		return q, nil
	}
	words, short, err := splitWords(queryText)
	if err != nil {
		return q, err
	}
	if !short {
		q.clauses, err = longClauses(queryText, queryFields)
		return q, err
	}
	for _, w := range words {
		c, err := shortClause(w, queryFields)
		if err != nil {
			if clauses, longErr := longClauses(queryText, queryFields); longErr == nil {
				return Query{queryFields, clauses}, nil
			}
			return q, err
		}
		q.clauses = append(q.clauses, c)
	}
	return q, nil
}

// Clauses are as typed.
func (q Query) Clauses() []string {
	texts := make([]string, len(q.clauses))
	for i, c := range q.clauses {
		texts[i] = c.text
	}
	return texts
}

// Words returns the unquoted words looked for in texts, or excluded, without minus.
func (q Query) Words() (words []string) {
	for _, c := range q.clauses {
		if slices.Equal(c.program.uses, []string{"text"}) && !strings.Contains(c.text, `"`) {
			words = append(words, strings.TrimPrefix(c.text, "-"))
		}
	}
	return words
}

// String returns a text that Parse reads as the same query, in the short form if all was typed so.
func (q Query) String() string {
	text := strings.Join(q.Clauses(), " ")
	words, short, err := splitWords(text)
	isShort := err == nil && short && len(words) == len(q.clauses) && !slices.ContainsFunc(q.clauses,
		func(c queryClause) bool { return !c.short })
	if isShort {
		return text
	}
	var all []string
	for _, c := range q.clauses {
		all = append(all, c.long)
	}
	written := strings.Join(all, " and ")
	// The short form would search for not!correct, and take -f1.find<.5 for a negation.
	if _, short, err := splitWords(written); err == nil && short {
		if again, err := Parse(written, q.fields); err != nil || written[0] == '-' || strings.HasPrefix(again.clauses[0].long, "has(text") {
			return "(" + written + ")"
		}
	}
	return written
}

// And adds the text's new clauses; q itself with the error if the text is not a query.
func (q Query) And(queryText string) (Query, error) {
	more, err := Parse(queryText, q.fields)
	if err != nil {
		return q, err
	}
	q.clauses = slices.Clip(q.clauses)
	for _, c := range more.clauses {
		if !q.hasClause(c) {
			q.clauses = append(q.clauses, c)
		}
	}
	return q, nil
}

// Both returns a query for both; "" if either cannot be read.
func Both(f Fields, a, b string) string {
	q, err := Parse(a, f)
	if err == nil {
		q, err = q.And(b)
	}
	if err != nil {
		return ""
	}
	return q.String()
}

func (q Query) hasClause(c queryClause) bool {
	return slices.ContainsFunc(q.clauses, func(other queryClause) bool { return other.long == c.long })
}

// Has reports whether the query has every clause of the text; false for an empty text and one that is
// not a query.
func (q Query) Has(clauseText string) bool {
	more, err := Parse(clauseText, q.fields)
	return err == nil && len(more.clauses) > 0 && !slices.ContainsFunc(more.clauses, func(c queryClause) bool { return !q.hasClause(c) })
}

// Drop removes the clauses of the text; q itself if the text is not a query.
func (q Query) Drop(clauseText string) Query {
	more, err := Parse(clauseText, q.fields)
	if err != nil {
		return q
	}
	q.clauses = slices.DeleteFunc(slices.Clone(q.clauses), more.hasClause)
	return q
}

// Without removes clause i.
func (q Query) Without(i int) Query {
	q.clauses = slices.Delete(slices.Clone(q.clauses), i, i+1)
	return q
}

// Uses lists fields, each once, in order.
func (q Query) Uses() (names []string) {
	for _, c := range q.clauses {
		names = scoring.AppendNew(names, c.program.uses...)
	}
	return names
}

// Hint tells how to quote the first short clause's word that is read as a field's name; "" if there
// is none.
func (q Query) Hint() string {
	for _, c := range q.clauses {
		name, op, value := cutComparison(strings.TrimPrefix(c.text, "-"))
		f, ok := q.fields.Find(name)
		holdsWords := ok && (f.Kind == Text || f.Kind == Set)
		if other, named := f.namedField(value, q.fields); holdsWords && c.short && named {
			return fmt.Sprintf("%s means the field %s; to search for the word, quote it: %s%s%q", value, other.Name, name, op, value)
		}
	}
	return ""
}
