package examples

import (
	"context"
	"fmt"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

// setOrder sorts again and goes to the first row: whoever sorts wants to see
// what comes first.
func (v *List) setOrder(o order) tea.Cmd {
	v.order, v.cursor.first = o, true
	return v.refresh()
}

// List is the list of a run's examples: filtered, sorted, a row each. It
// derives its rows when scores arrive or settings, filter or order change,
// and draws the visible ones alone.
type List struct {
	s      *views.Session
	run    int
	filter filtering
	order  order

	summaries   *session.Summaries
	columns     columns
	rows        []int // examples shown, in order
	table       widget.Table
	from        []int // where each column of the table is in columns
	arrangement arrangement
	area        image.Rectangle

	rests *rests // what the list was opened from, nil for a filter alone

	facts  *facts.Table
	under  scoring.Settings // of facts
	typing *typing          // nil while no query is typed
	busy   bool             // rows are being worked out
	cursor cursor           // where it is to go once they are
	// selecting is the number of the last request to work rows out, stop ends
	// the work; nil where there was none.
	selecting int
	stop      context.CancelFunc

	// reading is the number of the last request to read what is on screen,
	// answered whether its answer came.
	reading  int
	answered bool
}

// cursor is where the cursor of a list is to go when its rows are known.
type cursor struct {
	first   bool
	example int // once it is listed, before first; -1 for none
}

// rowsRead says that the rows on screen were read, by request.
type rowsRead struct {
	list    *List
	request int
}

func (v *List) scored() *session.Scored { return v.s.Runs[v.run] }

// refresh derives the rows again, and returns the command that reads what is
// missing of them.
func (v *List) refresh() tea.Cmd { return tea.Batch(v.load(), v.read()) }

// load derives the rows again, and returns the command that does where that
// takes records.
func (v *List) load() tea.Cmd {
	v.summaries = v.scored().Summaries(v.s.Settings)
	v.columns = newColumns(v.scored(), v.summaries, v.s.Book(v.run), v.rests)
	v.facts, v.under = v.s.Table(v.run), v.s.Settings
	deriving := v.derive()
	v.arrange()
	return deriving
}

// kept returns where the row that was at old[at] is in rows, or the first of
// those after it that is still there, or at.
func kept(old []int, at int, rows []int) int {
	if at >= len(old) {
		return at
	}
	if i := slices.Index(rows, old[at]); i >= 0 {
		return i
	}
	place := make(map[int]int, len(rows))
	for i, r := range rows {
		place[r] = i
	}
	for _, r := range old[at:] {
		if i, ok := place[r]; ok {
			return i
		}
	}
	return at
}

// read returns a command that reads the rows on screen that nobody has read
// yet, nil for none or while one is under way.
func (v *List) read() tea.Cmd {
	if !v.answered {
		return nil
	}
	var unread []int
	for i := v.table.Top(); i < min(v.table.Top()+v.table.Page(), len(v.rows)); i++ {
		if r := v.rows[i]; !v.summaries.Read(r) {
			unread = append(unread, r)
		}
	}
	if unread == nil {
		return nil
	}
	v.reading++
	v.answered = false
	scored, settings, request := v.scored(), v.s.Settings, v.reading
	return func() tea.Msg {
		for _, i := range unread {
			scored.Example(i, settings)
		}
		return rowsRead{v, request}
	}
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
		rows, failed, why := s.work(v.s.Context())
		v.show(selection{v, v.selecting, rows, failed, why})
		return nil
	}
	v.busy = true
	ctx, cancel := context.WithCancel(v.s.Context())
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
	v.table.Empty = emptyText(v)
	v.arrange()
}

// emptyText says why there are no rows.
func emptyText(v *List) string {
	_, _, complete := v.scored().Progress()
	switch {
	case v.filter.wrong != nil:
		return v.filter.wrong.Error()
	case v.filter.failed > 0:
		return unasked(v)
	case v.rests != nil && v.rests.values == nil:
		return "gathering what " + v.rests.number.String() + " rests on …"
	case v.summaries.Len() == 0 && complete:
		return "the run has no examples"
	case v.summaries.Len() == 0:
		return "no example found yet"
	}
	return "no example " + v.filter.String()
}

// unasked says how many examples could not be asked, and why the first could
// not.
func unasked(v *List) string {
	return fmt.Sprintf("%d could not be asked: %s", v.filter.failed, loaders.Clean(v.filter.why.Error()))
}

// setFilter filters again.
func (v *List) setFilter(f Filter) tea.Cmd {
	v.filter.Filter = f
	return v.refresh()
}

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

// arrange lays the columns out again.
func (v *List) arrange() {
	v.table.Columns, v.from = v.arrangement.apply(v.columns.fit(v.area.Dx(), v.rows))
}

// entries returns what the table shows in row i, in the order of its columns.
func (v *List) entries(i int) []widget.Entry {
	all := v.columns.entries(v.rows[i], v.s.Look)
	entries := make([]widget.Entry, len(v.from))
	for k, c := range v.from {
		if c < len(all) {
			entries[k] = all[c]
		}
	}
	return entries
}

// gathered says that what a number rests on was found: the examples, ascending,
// and what those score that score something.
type gathered struct {
	list     *List
	only     []int
	values   map[int]float64
	settings scoring.Settings
	read     int
}

// gather returns the command that finds what the number rests on, nil where
// that is known or on its way.
func gather(v *List) tea.Cmd {
	r := v.rests
	if r == nil || r.busy {
		return nil
	}
	scored, settings := v.scored(), v.s.Settings
	read, _, complete := scored.Progress()
	if r.settings == settings && (r.read == read || r.read >= 0 && !complete) {
		return nil
	}
	r.busy = true
	return func() tea.Msg {
		found := gathered{list: v, only: []int{}, values: map[int]float64{}, settings: settings, read: read}
		if r.consistency() {
			found.only = inconsistent(scored.Run, r.number.Metric == "consistency_groups")
			return found
		}
		// Without an end to the context there is no error.
		owns, _ := scored.Owns(context.Background(), r.number.Protocol, r.number.Metric, r.number.Of, settings)
		for _, own := range owns {
			found.only, found.values[own.Example] = append(found.only, own.Example), own.Value
		}
		return found
	}
}

// take shows what was gathered.
func take(v *List, msg gathered) tea.Cmd {
	r := v.rests
	r.busy, r.settings, r.read, r.values = false, msg.settings, msg.read, msg.values
	if v.filter.Only != nil { // nobody took the part of the filter away
		v.filter.Only = msg.only
	}
	return v.refresh()
}

// probed says that the first records of a run were read, so that its metadata
// is known.
type probed struct{ list *List }

// probe returns a command that reads them.
func (v *List) probe() tea.Cmd {
	known := v.s.Facts(v.run)
	return func() tea.Msg {
		known.Probe()
		return probed{v}
	}
}

// sortBy sorts by a column, the other way round where it is sorted by it.
func (v *List) sortBy(column int) tea.Cmd {
	title := v.table.Columns[column].Title
	v.arrangement.at = title
	if rest := v.columns.restTitle(); rest != "" && title == rest {
		return v.setOrder(order{resting: v.rests, reverse: v.order.resting != nil && !v.order.reverse})
	}
	by, known := map[string]string{
		"id": "file", "question": "question", "answer": "answer.predicted", "kind": "kind", marksTitle: "tag",
		causeTitle: "culprit.cause", widget.MetricName(v.columns.metric): "faithfulness",
	}[title]
	for _, name := range v.columns.rows.Numbers() {
		if !known && widget.MetricName(name) == title {
			by, known = name, true
		}
	}
	if !known {
		types := v.columns.presentTypes()
		by = "f1." + types[slices.IndexFunc(types, func(t string) bool { return shortType(t) == title })]
	}
	o, err := orderBy(by, v.facts)
	if err != nil {
		return v.s.Post(views.Flash{Text: err.Error(), Bad: true})
	}
	o.reverse = (o.by == nil && v.order.by == nil && v.order.resting == nil || o.by != nil && v.order.is(o.by.String())) && !v.order.reverse
	return v.setOrder(o)
}
