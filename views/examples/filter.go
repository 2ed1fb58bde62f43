package examples

import (
	"slices"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/query"
	"faithscope/views"
)

// Filter selects the examples of a list. Its parts combine by "and"; the zero filter selects all.
type Filter struct {
	// Where is a query ([query.Parse]), "" for none.
	Where string
	// Only keeps these examples, ascending, described by Named; nil keeps all. Opened are the
	// steps that list them. Under are the settings Only depends on, zero for none.
	Only   []int
	Named  string
	Under  scoring.Settings
	Opened []views.ViewStep
}

func (f Filter) andQuery(whereQuery string) Filter {
	f.Where = whereQuery
	return f
}

// Empty reports whether the filter selects all.
func (f Filter) Empty() bool { return f.Where == "" && f.Only == nil }

// parsedFilter is a list's filter with its query.
type parsedFilter struct {
	Filter
	query query.Query // empty if the query cannot be read
	wrong error       // why Where can't be read
}

func (f *parsedFilter) listChips() []string {
	chips := f.query.Clauses()
	if f.wrong != nil {
		chips = []string{f.Where}
	}
	if f.Only != nil {
		chips = append(chips, f.Named)
	}
	return chips
}

func (f *parsedFilter) String() string {
	if f.Empty() {
		return "all"
	}
	return "where " + strings.Join(f.listChips(), " · ")
}

func (f *parsedFilter) withoutChip(chipIndex int) Filter {
	rest := f.Filter
	switch n := len(f.query.Clauses()); {
	case f.wrong != nil:
		rest.Where = ""
	case chipIndex < n:
		rest.Where = f.query.Without(chipIndex).String()
	default:
		rest.Only = nil
	}
	return rest
}

// opposites are pairs of conditions that exclude each other.
var opposites = [][2]string{{"right", "wrong"}, {"faithful", "unfaithful"}}

// withConditions returns the filter with conditions added in place of their opposites; or without
// them if the query has them all, so that the same key toggles.
func (f *parsedFilter) withConditions(whereConditions ...string) Filter {
	q, all := f.query, strings.Join(whereConditions, " ")
	if q.Has(all) {
		return f.andQuery(q.Drop(all).String())
	}
	for _, c := range whereConditions {
		for _, pair := range opposites {
			if i := slices.Index(pair[:], c); i >= 0 {
				q = q.Drop(pair[1-i])
			}
		}
		if more, err := q.And(c); err == nil {
			q = more
		}
	}
	return f.andQuery(q.String())
}
