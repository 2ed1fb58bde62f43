package examples

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/views"
)

// Filter says which examples a list shows. Its parts combine by "and"; the zero
// filter shows all.
type Filter struct {
	// Where is a query ([query.Parse]), "" for none.
	Where string
	// Only keeps the examples of these indices, ascending, and Named says what
	// they are; nil keeps any. Opened are the commands that list them, from the
	// first screen on, without the query.
	Only   []int
	Named  string
	Opened []string
}

// and is the filter with another query.
func (f Filter) and(where string) Filter {
	f.Where = where
	return f
}

// Empty reports whether the filter shows all.
func (f Filter) Empty() bool { return f.Where == "" && f.Only == nil }

// filtering is a list's filter with what it was made of: its query, and what
// is wrong with it.
type filtering struct {
	Filter
	query query.Query // empty where the query cannot be read
	wrong error       // what is wrong with Where
	// failed counts the examples that could not be asked, why is the first's
	// reason.
	failed int
	why    error
}

// read reads the query over the fields of a run.
func (f *filtering) read(fields query.Fields) {
	f.query, f.wrong = query.Parse(f.Where, fields)
}

// chips are the parts of the filter, as a person sees them.
func (f *filtering) chips() []string {
	chips := f.query.Clauses()
	if f.wrong != nil {
		chips = []string{f.Where}
	}
	if f.Only != nil {
		chips = append(chips, f.Named)
	}
	return chips
}

// String says the filter in words, "all" for an empty one.
func (f *filtering) String() string {
	if f.Empty() {
		return "all"
	}
	return "where " + strings.Join(f.chips(), " · ")
}

// without is the filter without a chip.
func (f *filtering) without(chip int) Filter {
	rest := f.Filter
	switch n := len(f.query.Clauses()); {
	case f.wrong != nil:
		rest.Where = ""
	case chip < n:
		rest.Where = f.query.Without(chip).String()
	default:
		rest.Only, rest.Named = nil, ""
	}
	return rest
}

// opposites are pairs of conditions of which an example has one at most.
var opposites = [][2]string{{"right", "wrong"}, {"faithful", "unfaithful"}}

// toggled is the filter with conditions added, in place of their opposites, or
// taken away where it has them all.
func (f *filtering) toggled(conditions ...string) Filter {
	q := f.query
	if q.Has(strings.Join(conditions, " ")) {
		return f.and(q.Drop(strings.Join(conditions, " ")).String())
	}
	for _, c := range conditions {
		for _, pair := range opposites {
			if i := slices.Index(pair[:], c); i >= 0 {
				q = q.Drop(pair[1-i])
			}
		}
		if more, err := q.And(c); err == nil {
			q = more
		}
	}
	return f.and(q.String())
}

// selection is which examples a list shows, and in which order: what is worked
// out again when scores arrive or settings, filter or order change.
type selection struct {
	list    *List
	request int
	rows    []int
	failed  int
	why     error
}

// selecting tells what a selection is made of. It does not change.
type selecting struct {
	table *facts.Table
	query query.Query
	only  []int
	order order
	all   bool // also what nobody has read yet
	n     int
}

// slow reports whether the selection takes the records of examples.
func (s *selecting) slow() bool {
	return s.table.Deep(append(s.query.Uses(), s.order.uses()...))
}

// work works the selection out.
func (s *selecting) work(ctx context.Context) (rows []int, failed int, why error) {
	switch {
	case s.all:
		rows = make([]int, s.n)
		for i := range rows {
			rows[i] = i
		}
	case s.only != nil:
		rows = slices.DeleteFunc(slices.Clone(s.only), func(i int) bool { return i >= s.n })
	default:
		rows = s.table.All()
	}
	selected, err := s.query.Select(ctx, s.table, rows)
	if err != nil {
		return nil, 0, err
	}
	return s.order.sorted(ctx, s.table, selected.Rows), selected.Failed, selected.Why
}

// derive works out which rows there are, at once where that needs no record,
// else in the background, and returns the command that does.
func (v *List) derive() tea.Cmd {
	v.filter.read(v.facts.Fields())
	s := &selecting{table: v.facts, query: v.filter.query, only: v.filter.Only, order: v.order, all: v.filter.Empty(), n: v.summaries.Len()}
	if v.order.resting != nil { // whose values move while records are read
		now := *v.order.resting
		s.order.resting = &now
	}
	v.selecting++
	if v.stop != nil {
		v.stop() // nobody waits for the last selection any more
	}
	if v.filter.wrong != nil {
		if v.typing != nil {
			return nil // the line says what is wrong, and the rows stay
		}
		v.show(selection{v, v.selecting, []int{}, 0, nil})
		return nil
	}
	if !s.slow() {
		rows, failed, why := s.work(context.Background())
		v.show(selection{v, v.selecting, rows, failed, why})
		return nil
	}
	v.busy = true
	ctx, cancel := context.WithCancel(context.Background())
	v.stop = cancel
	request := v.selecting
	return func() tea.Msg {
		defer cancel()
		rows, failed, why := s.work(ctx)
		return selection{v, request, rows, failed, why}
	}
}

// show shows a selection. The selected example stays selected, on the line of
// the screen where it was; where the filter drops it, the one that followed it
// is.
func (v *List) show(s selection) {
	old, at, line := v.rows, v.table.Selected(), v.table.Selected()-v.table.Top()
	v.rows, v.filter.failed, v.filter.why, v.busy = s.rows, s.failed, s.why, false
	v.table.SetCount(len(v.rows))
	switch wanted := slices.Index(v.rows, v.cursor.example); {
	case wanted >= 0:
		v.table.Select(wanted)
		v.cursor = cursor{example: -1}
	case v.cursor.first:
		v.cursor.first = false
		v.table.First()
	default:
		v.table.SelectOn(kept(old, at, v.rows), line)
	}
	v.table.Empty = v.emptyText()
}

// emptyText says why there are no rows.
func (v *List) emptyText() string {
	_, _, complete := v.scored().Progress()
	switch {
	case v.filter.wrong != nil:
		return v.filter.wrong.Error()
	case v.rests != nil && v.rests.values == nil:
		return "gathering what " + v.rests.number.String() + " rests on …"
	case v.summaries.Len() == 0 && complete:
		return "the run has no examples"
	case v.summaries.Len() == 0:
		return "no example found yet"
	}
	return "no example " + v.filter.String()
}

// setFilter filters again.
func (v *List) setFilter(f Filter) tea.Cmd {
	v.filter.Filter = f
	return v.refresh()
}

// Narrow adds a query to the filter.
func (v *List) Narrow(where string) tea.Cmd {
	q, err := v.filter.query.And(where)
	if err != nil {
		return v.s.Post(views.Flash{Text: err.Error(), Bad: true})
	}
	return v.setFilter(v.filter.and(q.String()))
}

// Facts returns what queries ask of the run, and the examples that are shown.
func (v *List) Facts() (table *facts.Table, rows []int) { return v.facts, v.rows }

// clear takes the last part of the filter away.
func (v *List) clear() tea.Cmd { return v.setFilter(v.filter.without(len(v.filter.chips()) - 1)) }

// filterWords says how many examples are shown, of how many.
func filterWords(v *List) string {
	switch {
	case v.filter.wrong != nil:
		return fmt.Sprintf("? of %d", v.summaries.Len())
	case v.busy:
		return fmt.Sprintf("… of %d", v.summaries.Len())
	}
	return fmt.Sprintf("%d of %d", len(v.rows), v.summaries.Len())
}
