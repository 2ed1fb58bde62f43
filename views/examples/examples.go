// Package examples is the list of a run's examples: filtered, sorted, a row each.
// What narrows it ([Filter]), orders it and says a row are parts of the list,
// each in a file of its own.
package examples

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/answers"
	"faithscope/scoring/facts"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/example"
	"faithscope/views/widget"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// New returns the list of the examples of s.Runs[run] under a filter.
func New(s *views.Session, run int, f Filter) *List {
	v := &List{s: s, run: run, filter: filtering{Filter: f}, answered: true, cursor: cursor{example: -1}}
	v.table.Entries, v.table.Head = v.entries, v.sortBy
	v.table.Open = v.open
	v.load() // what reads records waits for Init
	return v
}

// Worst returns the list of the examples of s.Runs[run] under a filter, the
// worst first: by what the filter asks of a module type, else by faithfulness.
func Worst(s *views.Session, run int, f Filter) *List {
	v := New(s, run, f)
	by := "faithfulness"
	for _, name := range v.filter.query.Uses() {
		if _, moduleType, ok := strings.Cut(name, "."); ok && slices.Contains(v.columns.types, moduleType) {
			by = "f1." + moduleType
			break
		}
	}
	if o, err := orderBy(by, v.facts); err == nil {
		v.order = o
	}
	v.cursor.first = true // not what came first before the rows were sorted
	v.load()
	return v
}

// Title names the run.
func (v *List) Title() string { return v.s.Run(v.run).Name }

// Init reads what the first screen shows, what a number rests on, and what other
// programs have marked.
func (v *List) Init() tea.Cmd {
	return tea.Batch(gather(v), v.refresh(), v.probe(), views.SyncMarks(v.s, v.run))
}

// Status says under which settings the list is, and what its columns of modules
// are: the overview averages otherwise.
func (v *List) Status() string {
	settings := v.s.SettingsText(v.run)
	if len(v.columns.present) == 0 {
		return settings
	}
	status := settings + " · module columns: means in the example"
	if ansi.StringWidth(status) > v.area.Dx() {
		status = settings + " · module columns: means"
	}
	return status
}

// Rooted implements [views.Rooted].
func (v *List) Rooted() bool { return true }

// Steps implements [views.Stepped].
func (v *List) Steps() []views.Step {
	steps := []views.Step{views.Do("run", v.s.Run(v.run).Name), views.Do("all-examples")}
	if v.filter.Opened != nil {
		steps = slices.Concat(steps[:1], v.filter.Opened)
	}
	if v.filter.Opened != nil && v.filter.Only == nil {
		steps = append(steps, views.Do("clear-filter"))
	}
	if v.filter.Where != "" {
		steps = append(steps, views.Do("filter", v.filter.Where))
	}
	switch {
	case v.order.by != nil:
		steps = append(steps, views.Do("sort", v.order.by.String()))
	case v.order.resting == nil && v.filter.Opened != nil: // such lists are not opened in the order of the file
		steps = append(steps, views.Do("sort", "file"))
	}
	if v.order.reverse {
		steps = append(steps, views.Do("reverse"))
	}
	if columns := v.arrangement.String(); columns != "" {
		steps = append(steps, views.Do("columns", columns))
	}
	if len(v.rows) > 0 {
		steps = append(steps, views.Do("goto", v.s.Run(v.run).Row(v.rows[v.table.Selected()]).ID))
	}
	return steps
}

// Typing reports whether a query is being typed.
func (v *List) Typing() bool { return v.typing != nil }

// Update handles sizes, news and the keys of the line of a query.
func (v *List) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Resize:
		v.area = msg.Area
		_, table := widget.SplitTop(msg.Area, 1)
		v.arrange()
		v.table.Resize(table.Dy())
		return v.read()
	case views.Refresh:
		return tea.Batch(gather(v), v.refresh())
	case gathered:
		if msg.list == v {
			return tea.Batch(take(v, msg), gather(v))
		}
	case probed:
		if msg.list == v {
			return v.refresh()
		}
	case selection:
		if msg.list == v && msg.request == v.selecting {
			v.show(msg)
			return tea.Batch(v.read(), views.Send(views.Listed{}))
		}
	case rowsRead:
		if msg.list == v && msg.request == v.reading {
			v.answered = true
			return v.refresh()
		}
	default:
		return v.typing.take(msg)
	}
	return nil
}

// Shows returns what the list shows: which run, under which filter.
func (v *List) Shows() (run int, filter Filter) { return v.run, v.filter.Filter }

// open opens the selected example.
func (v *List) open() tea.Cmd {
	if len(v.rows) == 0 {
		return nil
	}
	return v.s.Push(example.New(v.s, v.run, v.rows[v.table.Selected()], v))
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

// Place implements [example.List].
func (v *List) Place(example int) (at, of int) { return slices.Index(v.rows, example), len(v.rows) }

// Lists implements [example.List].
func (v *List) Lists(example int) bool {
	now := selecting{table: v.s.Table(v.run), query: v.filter.query, only: v.filter.Only}
	if now.only != nil && !slices.Contains(now.only, example) {
		return false
	}
	now.only = []int{example}
	now.n = example + 1
	rows, _, _ := now.work(v.s.Context()) // an example that cannot be asked is not listed
	return len(rows) > 0
}

// Lead implements [example.List].
func (v *List) Lead(run, at int, to example.Lead) tea.Cmd {
	var list *List
	switch {
	case to.By != "":
		list = New(v.s, run, Filter{Where: "defined(" + to.By + ")"})
		if o, err := orderBy(to.By, list.facts); err == nil {
			list.order = o
		}
	case to.Where != "":
		list = New(v.s, run, Filter{Where: to.Where})
	default:
		list = RestsOn(v.s, run, to.Number)
	}
	list.cursor.example = at
	return v.s.Push(list)
}

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

// Next implements [example.List].
func (v *List) Next(example, d int, failure bool) (next int, ok bool) {
	from, _ := v.Place(example)
	if from < 0 {
		from = v.table.Selected()
		if d > 0 {
			from--
		}
	}
	table := v.s.Table(v.run) // settings may have moved since the list was made
	row, ok := v.step(from, d, func(i int) bool { return !failure || table.Failed(i) })
	if !ok {
		return example, false
	}
	return v.rows[row], true
}

// Earlier implements [example.List].
func (v *List) Earlier() string { return v.s.Earlier(v.under, v.run) }

// Select implements [example.List].
func (v *List) Select(example int) {
	if at, _ := v.Place(example); at >= 0 {
		v.table.Select(at)
	}
}

// Draw draws the filter line and the table.
func (v *List) Draw(f *widget.Frame, area image.Rectangle) {
	line, table := widget.SplitTop(area, 1)
	line.Min.X += widget.Gutter
	if v.typing == nil {
		v.drawFilter(f, line)
	} else {
		var below image.Rectangle
		below, table = widget.SplitTop(table, 1)
		below.Min.X += widget.Gutter
		v.typing.draw(f, line, below)
	}
	v.table.Draw(f, table, v.s.Look, v.typing == nil)
}

// drawFilter draws the parts of the filter, each as a chip that a click takes
// away, and the order.
func (v *List) drawFilter(f *widget.Frame, line image.Rectangle) {
	t := v.s.Theme
	pen := widget.NewPen(f, line)
	pen.Put(widget.Bold(widget.Ink(t.Accent)), filterWords(v))
	for i, chip := range v.filter.chips() {
		pen.Put(widget.Style{}, " ")
		from := pen.X()
		style := widget.Bold(widget.Ink(t.Text))
		if v.filter.wrong != nil {
			style = widget.Bold(widget.Ink(t.Warn))
		}
		pen.Put(style, "["+loaders.Clean(chip)+"]")
		f.Click(image.Rect(from, line.Min.Y, pen.X(), line.Max.Y), func() tea.Cmd { return v.setFilter(v.filter.without(i)) })
	}
	if v.filter.failed > 0 {
		pen.Put(widget.Ink(t.Warn), " · "+unasked(v))
	}
	if f := &v.filter.Filter; f.Only != nil && f.Under != (scoring.Settings{}) {
		if earlier := v.s.Earlier(f.Under, v.run); earlier != "" {
			pen.Put(widget.Ink(t.Warn), " · frozen: as it was at "+earlier)
		}
	}
	pen.Put(widget.Ink(t.Faint), " · "+v.order.String())
	if below := len(v.rows) - v.table.Top() - v.table.Page(); below > 0 {
		pen.Put(widget.Ink(t.Faint), fmt.Sprintf(" · ↓ %d more", below))
	}
	if read, found, _ := v.scored().Progress(); read < found {
		pen.Put(widget.Ink(t.Warn), fmt.Sprintf(" · %d not read yet", found-read))
	}
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

// RestsOn returns the list of the examples that a number of s.Runs[run] rests
// on, the worst first: of an accuracy the wrong answers, of a consistency the
// inconsistent questions. It gathers them when it is opened, and again when
// settings move.
func RestsOn(s *views.Session, run int, n views.Number) *List {
	if n.Protocol == answers.Protocol.Name && n.Metric == "accuracy" && n.Of == "overall" {
		return Worst(s, run, Filter{Where: "wrong"})
	}
	f := Filter{Only: []int{}, Named: n.String(), Opened: []views.Step{views.Do(views.RestsOn, n.Value())}}
	r := &rests{number: n, better: session.MetricIn(n.Protocol, n.Metric).Better, read: -1}
	if r.consistency() {
		f.Named = "inconsistent"
		v := Worst(s, run, f)
		v.rests = r
		return v
	}
	v := New(s, run, f)
	v.rests, v.order, v.cursor.first = r, order{resting: r}, true
	v.load()
	return v
}
