// Package examples is the list of a run's examples: filtered, sorted, a row each.
// What narrows it ([Filter]), orders it and says a row are parts of the list,
// each in a file of its own.
package examples

import (
	"fmt"
	"image"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/example"
	"faithscope/views/widget"
)

// List is the list of a run's examples: filtered, sorted, a row each. It
// derives its rows when scores arrive or settings, filter or order change,
// and draws the visible ones alone.
type List struct {
	s      *views.Session
	run    int
	filter Filter
	order  order

	summaries   *session.Summaries
	columns     columns
	rows        []int // examples shown, in order
	table       widget.Table
	from        []int // where each column of the table is in columns
	arrangement arrangement
	area        image.Rectangle

	rests *rests // what the list was opened from, nil for a filter alone

	search *widget.Input // open while a text filter is typed
	before string        // the text filter as it was when search opened

	// reading is the number of the last request to read what is on screen,
	// answered whether its answer came.
	reading  int
	answered bool
}

// rowsRead says that the rows on screen were read, by request.
type rowsRead struct {
	list    *List
	request int
}

// New returns the list of the examples of s.Runs[run] under a filter.
func New(s *views.Session, run int, f Filter) *List {
	v := &List{s: s, run: run, filter: f, answered: true}
	v.table.Entries, v.table.Head = v.entries, v.sortBy
	v.table.Open = v.open
	v.refresh()
	return v
}

// Worst returns the list of the examples of s.Runs[run] under a filter, the
// worst first: by what the filter asks of a module type, else by faithfulness.
func Worst(s *views.Session, run int, f Filter) *List {
	v := New(s, run, f)
	v.order = order{by: byFaithfulness}
	switch {
	case len(f.Below) > 0:
		v.order = order{by: byModule, module: f.Below[0].Type}
	case slices.Contains(v.columns.types, f.Matter.Type):
		v.order = order{by: byModule, module: f.Matter.Type}
	}
	v.refresh()
	v.table.SelectOn(0, 0) // not what came first before the rows were sorted
	return v
}

// Title names the run.
func (v *List) Title() string { return v.s.Run(v.run).Name }

// Init reads what the first screen shows, what a number rests on, and what other
// programs have marked.
func (v *List) Init() tea.Cmd {
	return tea.Batch(v.rests.gather(v), v.read(), views.SyncMarks(v.s, v.run))
}

// Status says under which settings the list is, and what its columns of modules
// are: the overview averages otherwise.
func (v *List) Status() string {
	if len(v.columns.present) == 0 {
		return v.s.SettingsText()
	}
	return v.s.SettingsText() + " · module columns: means in the example"
}

// Steps implements [views.Stepped].
func (v *List) Steps() []string {
	steps := []string{"all-examples"}
	if !v.filter.Empty() {
		steps = append(steps, "filter "+v.filter.String())
	}
	if v.order.by != byFile {
		steps = append(steps, "sort "+v.order.word())
	}
	if v.order.reverse {
		steps = append(steps, "reverse")
	}
	if len(v.rows) > 0 && v.table.Selected() > 0 {
		steps = append(steps, "goto "+v.s.Run(v.run).Row(v.rows[v.table.Selected()]).ID)
	}
	return steps
}

// Typing reports whether the text filter is being typed.
func (v *List) Typing() bool { return v.search != nil }

// Update handles sizes, news and the keys of the text filter.
func (v *List) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
		v.area = msg.Area
		_, table := widget.SplitTop(msg.Area, 1)
		v.arrange()
		v.table.Resize(table.Dy())
	case views.Refresh:
		v.refresh()
		return tea.Batch(v.rests.gather(v), v.read())
	case gathered:
		if msg.list != v {
			return nil
		}
		v.rests.take(v, msg)
		return tea.Batch(v.rests.gather(v), v.read())
	case rowsRead:
		if msg.list != v || msg.request != v.reading {
			return nil
		}
		v.answered = true
		v.refresh()
	case tea.KeyPressMsg:
		if v.search == nil {
			return nil
		}
		switch msg.String() {
		case "enter":
			v.search = nil
		case "esc":
			v.search = nil
			v.filter.Text = v.before
			v.refresh()
		default:
			v.typed(msg)
		}
	default:
		if v.search != nil {
			v.typed(msg)
		}
	}
	return v.read()
}

// typed gives a key or a paste to the text filter.
func (v *List) typed(msg tea.Msg) {
	if v.search.Update(msg) {
		v.filter.Text = v.search.Value()
		v.refresh()
	}
}

func (v *List) scored() *session.Scored { return v.s.Runs[v.run] }

// refresh derives the rows again. The selected example stays selected, on the
// line of the screen where it was; where the filter drops it, the one that
// followed it is.
func (v *List) refresh() {
	v.summaries = v.scored().Summaries(v.s.Settings)
	v.columns = newColumns(v.scored(), v.summaries, v.s.Book(v.run), v.rests)
	old, at, line := v.rows, v.table.Selected(), v.table.Selected()-v.table.Top()
	v.rows = v.derive()
	v.table.SetCount(len(v.rows))
	at = kept(old, at, v.rows)
	v.table.SelectOn(at, line)
	v.table.Empty = "no example " + v.filter.String()
	if v.rests != nil && v.rests.values == nil {
		v.table.Empty = "gathering what " + v.rests.number.String() + " rests on …"
	}
	if v.summaries.Len() == 0 {
		v.table.Empty = "no example found yet"
		if _, _, complete := v.scored().Progress(); complete {
			v.table.Empty = "the run has no examples"
		}
	}
	v.arrange()
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

func (v *List) derive() []int {
	run := v.s.Run(v.run)
	m := v.filter.matcher(v.columns.types)
	rows := make([]int, 0, v.summaries.Len())
	all := v.filter.Empty()
	for i := range v.summaries.Len() {
		if all || v.matches(&m, run, i) {
			rows = append(rows, i)
		}
	}
	if v.order.by == byRest {
		v.rests.sorted(rows, v.order.reverse)
		return rows
	}
	v.order.sorted(rows, v.columns.types, v.summaries, run.Row)
	return rows
}

func (v *List) matches(m *matcher, run *loaders.Run, i int) bool {
	if !v.summaries.Read(i) || !m.scores(v.summaries, i) {
		return false
	}
	if len(m.words) == 0 && m.filter.Kind == "" {
		return true
	}
	row := run.Row(i)
	return m.text(&row)
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

// Shows returns what the list shows: which run, under which filter.
func (v *List) Shows() (run int, filter Filter) { return v.run, v.filter }

// open opens the selected example.
func (v *List) open() tea.Cmd {
	if len(v.rows) == 0 {
		return nil
	}
	return v.s.Push(example.New(v.s, v.run, v.rows[v.table.Selected()], v))
}

// failed reports whether example i is one to look at: its answer is wrong, it
// is unfaithful, or its record is broken.
func (v *List) failed(i int) bool {
	if !v.summaries.Read(i) {
		return false
	}
	return v.summaries.Answer(i) == loaders.Wrong || v.summaries.Faithful(i) == loaders.Wrong || v.s.Run(v.run).Row(i).Broken
}

// step returns the row from which to go on in direction d, ±1, that ok
// accepts; found is false where there is none.
func (v *List) step(from, d int, ok func(example int) bool) (row int, found bool) {
	for i := from + d; i >= 0 && i < len(v.rows); i += d {
		if ok(v.rows[i]) {
			return i, true
		}
	}
	return from, false
}

// Place implements [ExampleList].
func (v *List) Place(example int) (at, of int) { return slices.Index(v.rows, example), len(v.rows) }

// Find implements [example.List].
func (v *List) Find(text string) (at int, why string) {
	run := v.s.Run(v.run)
	called := func(i int) bool {
		row, read := run.Peek(i)
		return read && row.ID == text
	}
	if i := slices.IndexFunc(v.rows, called); i >= 0 {
		return v.rows[i], ""
	}
	if n, err := strconv.Atoi(text); err == nil {
		if n >= 1 && n <= len(v.rows) {
			return v.rows[n-1], ""
		}
		return -1, fmt.Sprintf("the list has the examples 1 to %d", len(v.rows))
	}
	for i := range run.Len() {
		if called(i) {
			return -1, text + " is not in the filtered list"
		}
	}
	return -1, "no example that was read so far is called " + text
}

// Next implements [ExampleList].
func (v *List) Next(example, d int, failure bool) (next int, ok bool) {
	from, _ := v.Place(example)
	if from < 0 {
		from = v.table.Selected()
		if d > 0 {
			from--
		}
	}
	row, ok := v.step(from, d, func(i int) bool { return !failure || v.failed(i) })
	if !ok {
		return example, false
	}
	return v.rows[row], true
}

// Select implements [ExampleList].
func (v *List) Select(example int) {
	if at, _ := v.Place(example); at >= 0 {
		v.table.Select(at)
	}
}

// Draw draws the filter line and the table.
func (v *List) Draw(f *widget.Frame, area image.Rectangle) {
	line, table := widget.SplitTop(area, 1)
	v.drawFilter(f, line)
	v.table.Draw(f, table, v.s.Look, v.search == nil)
}

func (v *List) drawFilter(f *widget.Frame, line image.Rectangle) {
	t := v.s.Theme
	line.Min.X += widget.Gutter
	count := fmt.Sprintf("%d of %d", len(v.rows), v.summaries.Len())
	if v.search != nil {
		typed := line
		typed.Max.X -= ansi.StringWidth(count) + 2
		v.search.Draw(f, typed, widget.Bold(widget.Ink(t.Accent)), widget.Style{})
		f.Text(typed.Max.X+1, line.Min.Y, line.Max.X-typed.Max.X-2, widget.Ink(t.Faint), count)
		return
	}
	pen := widget.NewPen(f, line)
	pen.Put(widget.Bold(widget.Ink(t.Accent)), count)
	if !v.filter.Empty() {
		pen.Put(widget.Bold(widget.Style{}), " · "+v.filter.String())
	}
	pen.Put(widget.Ink(t.Faint), " · "+v.order.String())
	if below := len(v.rows) - v.table.Top() - v.table.Page(); below > 0 {
		pen.Put(widget.Ink(t.Faint), fmt.Sprintf(" · ↓ %d more", below))
	}
	if read, found, _ := v.scored().Progress(); read < found {
		pen.Put(widget.Ink(t.Warn), fmt.Sprintf(" · %d not read yet", found-read))
	}
}
