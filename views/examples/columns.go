package examples

import (
	"cmp"
	"image"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/widget"
)

const (
	// typeWidth is the room of a module type's score in a row.
	typeWidth = 3
	// numberWidth is that of another number of an example: SNR has no bound.
	numberWidth = 6
	// leastQuestion is the room of a question which still says something,
	// enoughQuestion one of which more need not be seen, leastID that of an id.
	leastQuestion  = 24
	enoughQuestion = 48
	leastID        = 8
	// restWidth is the room of the number that the list rests on.
	restWidth = 5
	// sampled is how many rows decide how wide the columns are.
	sampled = 200
)

// columns are what the list shows of a run's examples.
type columns struct {
	run      *session.Scored
	rows     *session.Summaries
	types    []string // of modules, all that the run has
	present  []int    // those that some example has a number for
	faithful bool     // whether there is a column for faithfulness
	metric   string   // that faithfulness is, "" where nothing is scored
	book     *marks.Book
	rests    *rests // nil for no column of its own
}

func newColumns(run *session.Scored, rows *session.Summaries, book *marks.Book, rests *rests) columns {
	c := columns{run: run, rows: rows, book: book, types: rows.Types(), present: rows.Present(), rests: rests}
	for i := 0; i < rows.Len() && c.metric == ""; i++ {
		c.metric = rows.Metric(i)
	}
	read, found, _ := run.Progress()
	c.faithful = read < found || c.metric != ""
	return c
}

// restTitle heads the column of the number that the list rests on, "" for none:
// an example's own F1 has a column already.
func (c *columns) restTitle() string {
	switch r := c.rests; {
	case r == nil, r.consistency(), r.number.Of == "overall" && r.number.Metric == c.metric && r.settings.Average == scoring.OverExamples:
		return ""
	case r.number.Of == "overall":
		return "own " + widget.MetricName(r.number.Metric)
	default:
		return shortType(r.number.Of) + " " + widget.MetricName(r.number.Metric)
	}
}

// presentTypes names the types that some example has a number for.
func (c *columns) presentTypes() []string {
	names := make([]string, len(c.present))
	for i, k := range c.present {
		names[i] = c.types[k]
	}
	return names
}

// widths are those of the columns that follow what is listed, in cells.
type widths struct{ id, answer, kind, why, question, faith, marks int }

// measure returns the widths that show the first of the listed examples whole, as
// far as they were read: it reads no file.
func (c *columns) measure(listed []int) widths {
	m := widths{id: 4, answer: 8, why: len(causeTitle), faith: ansi.StringWidth(widget.MetricName(c.metric)), marks: 1}
	for _, i := range listed[:min(sampled, len(listed))] {
		row, known := c.run.Run.Peek(i)
		if !known || !c.rows.Read(i) {
			continue
		}
		sum := c.rows.At(i)
		m.faith = max(m.faith, ansi.StringWidth(faithText(sum.Overall, sum.Faithful)))
		m.id = max(m.id, ansi.StringWidth(row.ID))
		m.answer = max(m.answer, ansi.StringWidth(answerText(&row)))
		m.kind = max(m.kind, ansi.StringWidth(row.Kind))
		m.why = max(m.why, ansi.StringWidth(c.causeText(i)))
		m.question = max(m.question, ansi.StringWidth(row.Question))
		m.marks = max(m.marks, ansi.StringWidth(c.marksText(row.ID)))
	}
	return m
}

// share cuts widths to what a table of w cells has for them.
func (c *columns) share(m widths, w int) widths {
	whole := m
	m.marks = min(m.marks, max(1, w/5-6)) // a cell for the first sign on a narrow screen
	m.kind = min(m.kind, max(10, w/9))
	m.answer = min(m.answer, max(8, w/5))
	rest := w - widget.Gutter - leastQuestion - m.answer - 3*widget.ColumnGap
	if title := c.restTitle(); title != "" {
		rest -= max(restWidth, ansi.StringWidth(title)) + widget.ColumnGap
	}
	if c.faithful {
		rest -= m.faith + widget.ColumnGap + len(c.present)*(typeWidth+widget.ColumnGap) + len(c.rows.Numbers())*(numberWidth+widget.ColumnGap)
	}
	// The question gets what the others leave; an id gives way to it first,
	// being long and alike in some data sets.
	m.id = min(m.id, max(leastID, min(16, rest)))
	// What the questions leave goes to ids and answers that are cut.
	left := rest + leastQuestion - m.question - m.id - m.kind - widget.ColumnGap
	if c.book.Count() > 0 {
		left -= m.marks + widget.ColumnGap
	}
	if len(c.present) > 0 {
		left -= m.why + widget.ColumnGap
	}
	if left < 0 && left+m.question < enoughQuestion && m.kind < whole.kind {
		m.kind = w // it leaves: rather the whole question than a part of both
	}
	more := max(0, min(whole.id-m.id, left))
	m.id += more
	m.answer += max(0, min(whole.answer-m.answer, left-more))
	return m
}

// fit returns the columns of a table of w cells: their widths follow what is
// in the first of the listed examples, within bounds.
func (c *columns) fit(w int, listed []int) []widget.Column {
	m := c.share(c.measure(listed), w)
	all := []widget.Column{
		{Title: "id", Width: m.id, Tail: true},
		{Title: "question", Width: min(leastQuestion, max(8, w/3)), Grow: 1},
		{Title: "answer", Width: m.answer},
	}
	if title := c.restTitle(); title != "" {
		all = append(all, widget.Column{Title: title, Width: max(restWidth, ansi.StringWidth(title)), Right: true})
	}
	if c.book.Count() > 0 {
		all = slices.Insert(all, 1, widget.Column{Title: marksTitle, Width: m.marks})
	}
	if c.faithful {
		all = append(all, widget.Column{Title: widget.MetricName(c.metric), Width: m.faith})
		for _, name := range c.presentTypes() {
			all = append(all, widget.Column{Title: shortType(name), Width: typeWidth, Drop: 1})
		}
		for _, name := range c.rows.Numbers() {
			all = append(all, widget.Column{Title: widget.MetricName(name), Width: numberWidth, Right: true, Drop: 1})
		}
		if len(c.present) > 0 {
			all = append(all, widget.Column{Title: causeTitle, Width: m.why, Drop: 2})
		}
	}
	return append(all, widget.Column{Title: "kind", Width: m.kind, Drop: 3})
}

const causeTitle, marksTitle = "cause", "marks"

// marksText says what the person said of an example.
func (c *columns) marksText(id string) string {
	return views.MarkText(c.book.Marked(id), c.book.TagsOf(id), c.book.Noted(id))
}

// shortType is a module type in three letters.
func shortType(name string) string {
	short := map[string]string{
		"find": "fnd", "filter": "flt", "with-relation": "wrl", "relocate": "rlc",
		"find-num": "num", "find-date": "dat", "find-max-num": "max", "find-min-num": "min",
	}
	if s, ok := short[name]; ok {
		return s
	}
	return ansi.Truncate(loaders.Clean(name), typeWidth, "")
}

// entries returns what the table shows of an example.
func (c *columns) entries(example int, look widget.Look) []widget.Entry {
	entries := c.found(example, look)
	if c.book.Count() == 0 {
		return entries
	}
	entry := widget.Entry{Style: widget.Ink(look.Theme.Accent)}
	if c.rows.Read(example) {
		entry.Text = c.marksText(c.run.Run.Row(example).ID)
	}
	return slices.Insert(entries, 1, entry)
}

// found is entries without what the person said.
func (c *columns) found(example int, look widget.Look) []widget.Entry {
	faint := widget.Ink(look.Theme.Faint)
	if !c.rows.Read(example) {
		return []widget.Entry{{Text: "…", Style: faint}, {Text: "not read yet", Style: faint}}
	}
	row, sum := c.run.Run.Row(example), c.rows.At(example)
	if row.Broken {
		// It has nothing to say in the columns behind the question.
		return []widget.Entry{{Text: row.ID, Style: faint}, {Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
			f.Text(area.Min.X, area.Min.Y, f.Bounds().Max.X-area.Min.X, widget.Over(widget.Ink(look.Theme.Warn), base), "the record cannot be read: see the problems (!)")
		}}}
	}
	const besides = 8 // what stands beside the modules and numbers
	entries := append(make([]widget.Entry, 0, besides+len(c.present)+len(c.rows.Numbers())),
		widget.Entry{Text: row.ID, Style: faint},
		widget.Entry{Text: row.Question},
		widget.Entry{Text: answerText(&row), Style: look.Verdict(row.Correct)},
	)
	if c.restTitle() != "" {
		entries = append(entries, c.rests.entry(example))
	}
	if !c.faithful {
		return append(entries, widget.Entry{Text: row.Kind, Style: faint})
	}
	entries = append(entries, widget.Entry{Text: faithText(sum.Overall, sum.Faithful), Style: look.Verdict(sum.Faithful)})
	heat := look.Heat()
	for _, k := range c.present {
		entry := widget.Entry{}
		if k < len(sum.Types) {
			entry = typeEntry(sum.Types[k], c.rows.Matters(example, k), heat, faint)
		}
		entries = append(entries, entry)
	}
	text := widget.Ink(look.Theme.Text)
	for k := range c.rows.Numbers() {
		entries = append(entries, widget.Entry{Text: widget.Number(c.rows.Number(example, k)), Style: text})
	}
	if len(c.present) > 0 {
		entries = append(entries, widget.Entry{Text: c.causeText(example), Style: look.Verdict(loaders.Wrong)})
	}
	return append(entries, widget.Entry{Text: row.Kind, Style: faint})
}

// causeText says which type of module went wrong first by itself, and why:
// "fnd: low p"; "" for none.
func (c *columns) causeText(example int) string {
	k, why := c.rows.Culprit(example)
	if k < 0 {
		return ""
	}
	return shortType(c.types[k]) + ": " + why.String()
}

// typeEntry is the mean of an example's modules of one type, in the colour of
// its heat; faint where there is none.
func typeEntry(mean scoring.Value, matters session.Matters, heat widget.Heat, faint widget.Style) widget.Entry {
	x, ok := mean.Float()
	switch {
	case !ok:
		return widget.Entry{Text: " –", Style: faint}
	case matters.NothingWanted() && !matters.SomethingWanted():
		return widget.Entry{Text: " ∅", Style: faint}
	}
	return widget.Entry{Text: widget.Short(x), Style: heat.Style(x)}
}

// answerText is an answer with its mark: "✓ True", "✗ False (True)"; the gold
// answer in brackets where the run has no other.
func answerText(row *loaders.Row) string {
	predicted := cmp.Or(row.Predicted, "no answer")
	switch {
	case row.Predicted == "" && row.Correct == loaders.Unknown && row.Gold != "":
		return "– (" + row.Gold + ")"
	case row.Predicted == "" && row.Correct == loaders.Unknown:
		return "–"
	case row.Correct == loaders.Right:
		return "✓ " + predicted
	case row.Correct != loaders.Unknown && row.Gold != "":
		return row.Correct.Sign() + " " + predicted + " (" + row.Gold + ")"
	}
	return row.Correct.Sign() + " " + predicted
}

// faithText is a faithfulness number with a mark for its side of the bar.
func faithText(value scoring.Value, faithful loaders.Verdict) string {
	x, ok := value.Float()
	if !ok {
		return "–"
	}
	return widget.Short(x) + [...]string{"", " ●", " ○"}[faithful]
}
