package examples

import (
	"cmp"
	"fmt"
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

const (
	// typeCell is the room of a module type's score in a row, the gap included.
	typeCell = 4
	// faithWidth is the room of a faithfulness number with its mark,
	// leastQuestion that of a question which still says something.
	faithWidth    = 5
	leastQuestion = 24
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
}

func newColumns(run *session.Scored, rows *session.Summaries) columns {
	c := columns{run: run, rows: rows, types: rows.Types(), present: rows.Present()}
	for i := 0; i < rows.Len() && c.metric == ""; i++ {
		c.metric = rows.Metric(i)
	}
	read, found, _ := run.Progress()
	c.faithful = read < found || c.metric != ""
	return c
}

// presentTypes names the types that some example has a number for.
func (c *columns) presentTypes() []string {
	names := make([]string, len(c.present))
	for i, k := range c.present {
		names[i] = c.types[k]
	}
	return names
}

// fit returns the columns of a table of w cells: their widths follow what is
// in them, within bounds.
func (c *columns) fit(w int) []widget.Column {
	id, answer, kind := 4, 8, 0
	for i := range min(sampled, c.rows.Len()) {
		if !c.rows.Read(i) {
			break
		}
		row := c.run.Run.Row(i)
		id = max(id, ansi.StringWidth(row.ID))
		answer = max(answer, ansi.StringWidth(answerText(&row)))
		kind = max(kind, ansi.StringWidth(row.Kind))
	}
	types := max(0, typeCell*len(c.present)-1)
	kind = min(kind, max(10, w/9))
	answer = min(answer, max(8, w/8))
	// The question gets what the others leave; an id gives way to it first,
	// being long and alike in some data sets.
	id = min(id, max(6, min(16, w-widget.Gutter-leastQuestion-answer-faithWidth-types-4*widget.ColumnGap)))
	all := []widget.Column{
		{Title: "id", Width: id},
		{Title: "question", Width: min(leastQuestion, max(8, w/4)), Grow: 1},
		{Title: "answer", Width: answer},
	}
	if c.faithful {
		all = append(all, widget.Column{Title: widget.MetricName(c.metric), Width: faithWidth}, widget.Column{Title: c.typeTitles(), Width: types, Drop: 1})
	}
	return append(all, widget.Column{Title: "kind", Width: kind, Drop: 2})
}

// typeTitles heads the scores per module type, by short names.
func (c *columns) typeTitles() string {
	var b strings.Builder
	for _, t := range c.presentTypes() {
		fmt.Fprintf(&b, "%-*s", typeCell, shortType(t))
	}
	return strings.TrimRight(b.String(), " ")
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
	return ansi.Truncate(loaders.Clean(name), typeCell-1, "")
}

// entries returns what the table shows of an example.
func (c *columns) entries(example int, look widget.Look) []widget.Entry {
	faint := widget.Ink(look.Theme.Faint)
	if !c.rows.Read(example) {
		return []widget.Entry{{Text: "…", Style: faint}, {Text: "not read yet", Style: faint}}
	}
	row, sum := c.run.Run.Row(example), c.rows.At(example)
	if row.Broken {
		return []widget.Entry{{Text: row.ID, Style: faint}, {Text: "the record cannot be read: see the problems (!)", Style: widget.Ink(look.Theme.Warn)}}
	}
	heat := look.Heat() // not the look, which is large, for every row's drawing
	entries := []widget.Entry{
		{Text: row.ID, Style: faint},
		{Text: row.Question},
		{Text: answerText(&row), Style: look.Verdict(row.Correct)},
	}
	if c.faithful {
		entries = append(entries, widget.Entry{Text: faithText(sum.Overall, sum.Faithful), Style: look.Verdict(sum.Faithful)},
			widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
				c.drawTypes(f, area, base, heat, faint, sum.Types)
			}})
	}
	return append(entries, widget.Entry{Text: row.Kind, Style: faint})
}

// drawTypes draws one heat cell per module type.
func (c *columns) drawTypes(f *widget.Frame, area image.Rectangle, base widget.Style, h widget.Heat, faint widget.Style, values []scoring.Value) {
	for i, k := range c.present {
		if k >= len(values) {
			return
		}
		value := values[k]
		x := area.Min.X + i*typeCell
		w := min(typeCell-1, area.Max.X-x)
		number, ok := value.Float()
		if !ok {
			f.Text(x, area.Min.Y, w, widget.Over(faint, base), " –")
			continue
		}
		f.Text(x, area.Min.Y, w, widget.Over(h.Style(number), base), widget.Short(number))
	}
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
	case row.Correct == loaders.Wrong && row.Gold != "":
		return "✗ " + predicted + " (" + row.Gold + ")"
	case row.Correct == loaders.Wrong:
		return "✗ " + predicted
	}
	return "? " + predicted
}

// faithText is a faithfulness number with a mark for its side of the bar.
func faithText(value scoring.Value, faithful loaders.Verdict) string {
	x, ok := value.Float()
	if !ok {
		return "–"
	}
	return widget.Short(x) + [...]string{"", " ●", " ○"}[faithful]
}
