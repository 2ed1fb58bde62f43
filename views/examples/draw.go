package examples

import (
	"cmp"
	"fmt"
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// typeCell is the room of a module type's score in a row, the gap included.
const typeCell = 4

// faithWidth is the room of a faithfulness number with its mark,
// leastQuestion that of a question which still says something.
const (
	faithWidth    = 5
	leastQuestion = 24
)

// sampled is how many rows decide how wide the columns are.
const sampled = 200

// places is where the parts of the list lie.
type places struct{ filter, table image.Rectangle }

func (v *List) layout(area image.Rectangle) places {
	l := places{filter: area, table: area}
	l.filter.Max.Y = min(area.Max.Y, area.Min.Y+1)
	l.table.Min.Y = l.filter.Max.Y
	return l
}

// columns decides the table's columns: their widths follow what is in them,
// within bounds, and never shrink while examples arrive.
func (v *List) columns() {
	id, answer, kind := 4, 8, 0
	run := v.s.Run(v.run)
	read, found, _ := v.s.Runs[v.run].Progress()
	v.faithful = read < found || v.metric() != ""
	for i := range min(sampled, v.summaries.Len()) {
		if !v.summaries.Read(i) {
			break
		}
		row := run.Row(i)
		id = max(id, ansi.StringWidth(row.ID))
		answer = max(answer, ansi.StringWidth(answerText(&row)))
		kind = max(kind, ansi.StringWidth(row.Kind))
	}
	types := max(0, typeCell*len(v.present)-1)
	w := v.area.Dx()
	kind = min(kind, max(10, w/9))
	answer = min(answer, max(8, w/8))
	// The question gets what the others leave; an id gives way to it first,
	// being long and alike in some data sets.
	id = min(id, max(6, min(16, w-widget.Gutter-leastQuestion-answer-faithWidth-types-4*widget.ColumnGap)))
	v.table.Columns = []widget.Column{
		{Title: "id", Width: id},
		{Title: "question", Width: min(leastQuestion, max(8, w/4)), Grow: 1},
		{Title: "answer", Width: answer},
	}
	if v.faithful {
		v.table.Columns = append(v.table.Columns, widget.Column{Title: v.metric(), Width: faithWidth}, widget.Column{Title: v.typeTitles(), Width: types, Drop: 1})
	}
	v.table.Columns = append(v.table.Columns, widget.Column{Title: "kind", Width: kind, Drop: 2})
}

// metric is what faithfulness is in this run, "" where nothing is scored as
// faithful or not.
func (v *List) metric() string {
	for i := range v.summaries.Len() {
		if m := v.summaries.Metric(i); m != "" {
			return widget.MetricName(m)
		}
	}
	return ""
}

// typeTitles heads the scores per module type, by short names.
func (v *List) typeTitles() string {
	var b strings.Builder
	for _, t := range v.presentTypes() {
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

// entries returns what the table shows of row i.
func (v *List) entries(i int) []widget.Entry {
	example := v.rows[i]
	faint := widget.Ink(v.s.Theme.Faint)
	if !v.summaries.Read(example) {
		return []widget.Entry{{Text: "…", Style: faint}, {Text: "not read yet", Style: faint}}
	}
	row, sum := v.s.Run(v.run).Row(example), v.summaries.At(example)
	if row.Broken {
		return []widget.Entry{{Text: row.ID, Style: faint}, {Text: "the record cannot be read: see the problems (!)", Style: widget.Ink(v.s.Theme.Warn)}}
	}
	entries := []widget.Entry{
		{Text: row.ID, Style: faint},
		{Text: row.Question},
		{Text: answerText(&row), Style: v.s.Verdict(row.Correct)},
	}
	if v.faithful {
		entries = append(entries, widget.Entry{Text: faithText(sum.Overall, sum.Faithful), Style: v.s.Verdict(sum.Faithful)},
			widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) { v.drawTypes(f, area, base, sum.Types) }})
	}
	return append(entries, widget.Entry{Text: row.Kind, Style: faint})
}

// drawTypes draws one heat cell per module type.
func (v *List) drawTypes(f *widget.Frame, area image.Rectangle, base widget.Style, values []scoring.Value) {
	h := v.s.Heat()
	for i, k := range v.present {
		if k >= len(values) {
			return
		}
		value := values[k]
		x := area.Min.X + i*typeCell
		w := min(typeCell-1, area.Max.X-x)
		number, ok := value.Float()
		if !ok {
			f.Text(x, area.Min.Y, w, widget.Over(widget.Ink(v.s.Theme.Faint), base), " –")
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

// Draw draws the filter line and the table.
func (v *List) Draw(f *widget.Frame, area image.Rectangle) {
	l := v.layout(area)
	v.drawFilter(f, l.filter)
	v.table.Draw(f, l.table, v.s.Look, v.search == nil)
}

func (v *List) drawFilter(f *widget.Frame, area image.Rectangle) {
	count := fmt.Sprintf("%d of %d", len(v.rows), v.summaries.Len())
	if v.search != nil {
		w := ansi.StringWidth(count)
		v.search.Draw(f, image.Rect(area.Min.X+widget.Gutter, area.Min.Y, area.Max.X-w-2, area.Max.Y), widget.Bold(widget.Ink(v.s.Theme.Accent)), widget.Style{})
		f.Text(area.Max.X-w-1, area.Min.Y, w, widget.Ink(v.s.Theme.Faint), count)
		return
	}
	x := area.Min.X + widget.Gutter
	x += f.Text(x, area.Min.Y, area.Max.X-x, widget.Bold(widget.Ink(v.s.Theme.Accent)), count)
	words := " · " + v.filter.String()
	if v.filter.Empty() {
		words = ""
	}
	x += f.Text(x, area.Min.Y, area.Max.X-x, widget.Bold(widget.Style{}), words)
	x += f.Text(x, area.Min.Y, area.Max.X-x, widget.Ink(v.s.Theme.Faint), " · "+v.order.String())
	if read, found, _ := v.s.Runs[v.run].Progress(); read < found {
		f.Text(x, area.Min.Y, area.Max.X-x, widget.Ink(v.s.Theme.Warn), fmt.Sprintf(" · %d not read yet", found-read))
	}
}
