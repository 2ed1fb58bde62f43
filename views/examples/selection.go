package examples

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// selection is which examples of a run are listed, in which order.
type selection struct {
	s      *views.Session
	run    int
	filter parsedFilter
	order  sortOrder
	rests  *metricPerExample // nil for only a filter

	facts *facts.Table
	under scoring.Settings // of facts
	selectionResult
	busy bool // rows are being computed
	// request numbers the requests for rows; stop ends the last, nil before one.
	request int
	stop    context.CancelFunc
	anchor  int // the example that a range begins with, -1 for none
	from    int // its row, -1 if not listed
}

func (l *selection) scored() *session.ScoredRun { return l.s.Runs[l.run] }

// deriveRows stops the previous work, and sets the rows at once if no record has to be read (done),
// or else returns the work. While an unreadable query is typed the old rows stay.
func (l *selection) deriveRows(isTyped bool) (work func() selectionResult, done bool) {
	l.facts, l.under = l.s.Table(l.run), l.s.Settings
	l.filter.query, l.filter.wrong = query.Parse(l.filter.Where, l.facts.Fields())
	s := &rowQuery{run: l.scored().Run, table: l.facts, query: l.filter.query, only: l.filter.Only, order: l.order, all: l.filter.Empty(),
		n: l.facts.Len()}
	if l.order.resting != nil { // whose values move while records are read
		now := *l.order.resting
		s.order.resting = &now
	}
	l.request++
	l.Close() // the last selection is no longer wanted
	switch {
	case l.filter.wrong != nil && isTyped:
		return nil, false // the line shows the error
	case l.filter.wrong != nil:
		l.replaceRows(selectionResult{rows: []int{}})
		return nil, true
	case !s.table.Deep(append(s.query.Uses(), s.order.by.Uses()...)): // no record is needed
		l.replaceRows(s.computeRows(l.s.Context()))
		return nil, true
	}
	ctx, cancel := context.WithCancel(l.s.Context())
	l.busy, l.stop = true, cancel
	return func() selectionResult {
		defer cancel()
		return s.computeRows(ctx)
	}, false
}

func (l *selection) Close() {
	if l.stop != nil {
		l.stop()
	}
}

// replaceRows ends a range unless rows are only added, because it would hold other examples.
func (l *selection) replaceRows(newSelection selectionResult) {
	if n := len(l.rows); len(newSelection.rows) < n || !slices.Equal(newSelection.rows[:n], l.rows) {
		l.anchor = -1
	}
	l.selectionResult, l.busy = newSelection, false
	l.from, _ = l.At(l.anchor)
}

func (l *selection) whyEmpty() string {
	_, _, complete := l.scored().Progress()
	switch {
	case l.filter.wrong != nil:
		return l.filter.wrong.Error()
	case l.failed > 0:
		return l.describeUnjudged()
	case l.rests != nil && l.rests.values == nil:
		return "finding the examples behind " + l.rests.number.String() + " …"
	case l.facts.Len() == 0 && complete:
		return "the run has no examples"
	case l.facts.Len() == 0:
		return "no examples found yet"
	}
	return cmp.Or(l.doubt, "no examples "+l.filter.String())
}

func (l *selection) describeUnjudged() string {
	return fmt.Sprintf("query errors: %d; first: %s", l.failed, loaders.Clean(l.why.Error()))
}

func (l *selection) describeCount() string {
	all := l.facts.Len()
	switch {
	case l.filter.wrong != nil:
		return fmt.Sprintf("? of %d", all)
	case l.busy:
		return fmt.Sprintf("… of %d", all)
	}
	return fmt.Sprintf("%d of %d", len(l.rows), all)
}

func (l *selection) stepFrom(startRow, d int, isWanted func(example int) bool) (row int, found bool) {
	for i := startRow + d; i >= 0 && i < len(l.rows); i += d {
		if isWanted(l.rows[i]) {
			return i, true
		}
	}
	return startRow, false
}

func (l *selection) rangeTo(rowIndex int) []int {
	from := loaders.IfElse(l.from < 0, rowIndex, l.from)
	return l.rows[min(from, rowIndex):min(max(from, rowIndex)+1, len(l.rows))]
}

func (l *selection) At(exampleIndex int) (at, all int) {
	return slices.Index(l.rows, exampleIndex), len(l.rows)
}

func (l *selection) Lists(exampleIndex int) bool {
	if l.filter.Only != nil && !slices.Contains(l.filter.Only, exampleIndex) {
		return false
	}
	now := rowQuery{table: l.s.Table(l.run), query: l.filter.query, only: []int{exampleIndex}, n: exampleIndex + 1}
	return len(now.computeRows(l.s.Context()).rows) > 0 // an example that cannot be asked is not listed
}

func (l *selection) idOf(exampleIndex int) string {
	row, _ := l.scored().Run.Peek(exampleIndex)
	return row.ID
}

const idSeparators = "-_/:. "

// Find implements [example.ExampleList]: the listed example with this id or else this number in the list,
// from 1, or the only one whose id ends so behind a separator, as the list shows it; otherwise -1 and the reason.
func (l *selection) Find(soughtText string) (at int, reason string) {
	run, soughtText := l.scored().Run, loaders.Clean(soughtText)
	called := func(i int) bool { return loaders.Clean(l.idOf(i)) == soughtText }
	if i := slices.IndexFunc(l.rows, called); i >= 0 {
		return l.rows[i], ""
	}
	if n, err := strconv.Atoi(soughtText); err == nil {
		if n >= 1 && n <= len(l.rows) {
			return l.rows[n-1], ""
		}
		return -1, cmp.Or(l.whyNone(), fmt.Sprintf("choose an example from 1 to %d", len(l.rows)))
	}
	ends := loaders.Filter(l.rows, func(i int) bool {
		rest, ok := strings.CutSuffix(loaders.Clean(l.idOf(i)), soughtText)
		return ok && soughtText != "" && strings.LastIndexAny(rest, idSeparators) == len(rest)-1
	})
	if len(ends) == 1 {
		return ends[0], ""
	}
	if slices.ContainsFunc(loaders.Indices(run.Len()), called) {
		return -1, soughtText + " isn't in the filtered list"
	}
	return -1, "no example read so far is called " + soughtText
}

func (l *selection) Earlier() string { return l.s.Earlier(l.under, l.run) }

func (l *selection) drawChips(f *widget.Frame, lineArea image.Rectangle, shownRows []int, setFilter func(Filter) tea.Cmd) {
	t := l.s.Theme
	warn, faint, style := t.Warn, t.Faint, widget.Bold(t.Text)
	if l.filter.wrong != nil {
		style = widget.Bold(warn)
	}
	pen := widget.NewPen(f, lineArea)
	pen.Put(widget.Bold(t.Accent), l.describeCount())
	for i, chip := range l.filter.listChips() {
		pen.Put(widget.Style{}, " ")
		from := pen.X()
		pen.Put(style, "["+chip+"]")
		f.Click(image.Rect(from, lineArea.Min.Y, pen.X(), lineArea.Max.Y), func() tea.Cmd { return setFilter(l.filter.withoutChip(i)) })
	}
	if l.failed > 0 {
		pen.Put(warn, " · "+l.describeUnjudged())
	}
	if f := &l.filter.Filter; f.Only != nil && f.Under != (scoring.Settings{}) {
		earlier := l.s.Earlier(f.Under, l.run)
		pen.Put(warn, widget.If(earlier != "", " · list made with "+earlier))
	}
	pen.Put(faint, " · "+l.order.String())
	old := slices.ContainsFunc(shownRows, func(i int) bool { return l.facts.Read(i) && !l.facts.Current(i) })
	pen.Put(warn, widget.If(old, " · being rescored"))
	read, found, _ := l.scored().Progress()
	pen.Put(warn, widget.If(read < found, fmt.Sprintf(" · %d not read yet", found-read)))
}

func (l *selection) whyNone() string { return widget.If(len(l.rows) == 0, "the list is empty") }
