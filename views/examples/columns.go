package examples

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

const (
	// numberWidth is the room of a number of an example beside its score: SNR has
	// no bound.
	numberWidth = 6
	// leastQuestion is the least room in which a question is still readable.
	leastQuestion = 24
	// readable is the width that questions have before the preview has its own.
	readable = 48
	// restWidth is the room of the number that the list rests on.
	restWidth = 5
	// sampled is how many rows decide how wide the columns are.
	sampled = 200
	// widest is the width from which on a list has a column for every type of
	// module: what a screen of 160 cells has beside the preview.
	widest = 115
)

// columns are what the list shows of a run's examples.
type columns struct {
	run      *session.Scored
	rows     *session.Summaries
	facts    *facts.Table
	book     *marks.Book
	rests    *rests // nil for no column of its own
	faithful bool   // whether there is a column for faithfulness
	metric   string // that faithfulness is, "" if nothing is scored
	prefix   string // that all ids share
}

// column is a column of the list.
type column struct {
	widget.Column
	by   string // the field that it is sorted by, "" for the number that the list rests on
	of   string // the type of the module, "" for none
	fact bool   // a person asked for it: its value may have to be computed
	show func(x *row) widget.Entry
}

// columnOf is a column of a width that is sorted by a field.
func columnOf(title, by string, width int, show func(x *row) widget.Entry) column {
	return column{Column: widget.Column{Title: title, Width: width}, by: by, show: show}
}

// row is an example that was read, and its place in the run.
type row struct {
	at int
	loaders.Row
}

func newColumns(run *session.Scored, rows *session.Summaries, table *facts.Table, book *marks.Book, rests *rests) columns {
	c := columns{run: run, rows: rows, facts: table, book: book, rests: rests}
	for i := 0; i < rows.Len() && c.metric == ""; i++ {
		c.metric = rows.Metric(i)
	}
	read, found, _ := run.Progress()
	c.faithful = read < found || c.metric != ""
	return c
}

// restTitle is the title of the column of the number that the list rests on, ""
// for none: an example's own F1 has a column already.
func (c *columns) restTitle() string {
	switch r := c.rests; {
	case r == nil, r.consistency(), r.number.Of == "overall" && r.number.Metric == c.metric && r.settings.Average == scoring.OverExamples:
		return ""
	case r.number.Of == "overall":
		return "own " + widget.MetricName(r.number.Metric)
	default:
		return loaders.Clean(r.number.Of) + " " + widget.MetricName(r.number.Metric)
	}
}

// all declares the columns, each at its least width. After those of every list
// come the facts that a person asked for, by their names.
func (c *columns) all(look widget.Look, asked []string) []column {
	faint, text := look.Theme.Faint, look.Theme.Text
	plain := func(title, by string, width int, style widget.Style, of func(x *row) string) column {
		return columnOf(title, by, width, func(x *row) widget.Entry { return widget.Entry{Text: of(x), Style: style} })
	}
	list := []column{plain("id", "file", 4, faint, func(x *row) string { return strings.TrimPrefix(x.ID, c.prefix) })}
	list[0].Middle, list[0].Drop = true, 2
	if c.book.Count() > 0 {
		list = append(list, plain("marks", "tag", 1, look.Theme.Accent, func(x *row) string {
			return views.MarkText(c.book.Marked(x.ID), c.book.TagsOf(x.ID), c.book.HasNote(x.ID))
		}))
	}
	list = append(list, plain("question", "question", 8, widget.Style{}, func(x *row) string { return x.Question }),
		columnOf("answer", "answer.predicted", 8, func(x *row) widget.Entry {
			return widget.Entry{Text: answerText(&x.Row), Style: look.Verdict(x.Correct)}
		}))
	if title := c.restTitle(); title != "" {
		own := columnOf(title, "", max(restWidth, ansi.StringWidth(title)), func(x *row) widget.Entry { return c.rests.entry(x.at) })
		own.Right = true
		list = append(list, own)
	}
	if c.faithful {
		list = append(list, c.scores(look)...)
	}
	for _, name := range asked {
		own := c.facts.Column(name)
		fact := plain(name, name, ansi.StringWidth(name), text, func(x *row) string {
			if !c.facts.Known([]string{name}, x.at) {
				return "…"
			}
			return factText(own.At(x.at))
		})
		fact.fact = true
		list = append(list, fact)
	}
	kind := plain("kind", "kind", 4, faint, func(x *row) string { return x.Kind })
	kind.Drop = 4
	return append(list, kind)
}

// scores are the columns of an example's scores: the one that decides whether
// it is faithful, the means of its modules by their types, other numbers, and
// why it is wrong.
func (c *columns) scores(look widget.Look) []column {
	text := look.Theme.Text
	metric := widget.MetricName(c.metric)
	whole := columnOf(metric, "faithfulness", max(4, ansi.StringWidth(metric)), func(x *row) widget.Entry {
		text := table.Absent
		if overall, ok := c.rows.Overall(x.at).Float(); ok {
			text = widget.Decimal(overall)
		}
		return widget.Entry{Text: text, Style: look.Verdict(c.rows.Faithful(x.at))}
	})
	whole.Right = true
	list := []column{whole}
	present := c.rows.Present()
	for _, k := range present {
		of := c.rows.Types()[k]
		mean := columnOf(loaders.Clean(of), "f1."+of, 4, func(x *row) widget.Entry {
			return typeEntry(c.rows.Type(x.at, k), c.rows.Matters(x.at, k), look)
		})
		mean.Drop, mean.Right, mean.of = 5, true, of
		list = append(list, mean)
	}
	for k, name := range c.rows.Numbers() {
		number := columnOf(widget.MetricName(name), name, numberWidth, func(x *row) widget.Entry {
			return widget.Entry{Text: widget.Number(c.rows.Number(x.at, k)), Style: text}
		})
		number.Drop, number.Right = 3, true
		list = append(list, number)
	}
	if len(present) > 0 {
		culprit := columnOf("culprit", "culprit.cause", 8, func(x *row) widget.Entry {
			return widget.Entry{Text: c.causeText(x.at), Style: look.Verdict(loaders.Wrong)}
		})
		culprit.Drop = 1
		list = append(list, culprit)
	}
	return list
}

// factText writes a value of a fact.
func factText(value any) string {
	switch v := value.(type) {
	case float64:
		if v == math.Trunc(v) { // a count, most often
			return strconv.FormatFloat(v, 'g', 6, 64)
		}
	case []string:
		return strings.Join(v, ", ")
	}
	return widget.Brief(&table.Column{}, table.Cell{Value: value})
}

// fit returns the columns of a table of w cells: their widths follow what is in the
// first of the listed examples, as far as they were read. A column that is empty in
// all of them, and those of module types on a narrow screen, are left out unless a
// person asked for them.
func (c *columns) fit(w int, listed []int, look widget.Look, wanted []string) []column {
	var known []*row
	for _, i := range listed[:min(sampled, len(listed))] {
		if peeked, ok := c.run.Run.Peek(i); ok && c.rows.Read(i) {
			known = append(known, &row{i, peeked})
		}
	}
	c.prefix = prefixOf(known)
	asked := slices.DeleteFunc(slices.Clone(wanted), func(name string) bool {
		return c.has(name, look)
	})
	list := slices.DeleteFunc(c.all(look, asked), func(x column) bool {
		if x.Title == "question" || slices.Contains(wanted, x.Title) {
			return false
		}
		empty := func(r *row) bool { return table.IsAbsent(strings.TrimSpace(x.show(r).Text)) }
		return x.of != "" && w < widest || len(known) > 0 && !slices.ContainsFunc(known, func(r *row) bool { return !empty(r) })
	})
	share(list, known, w)
	return list
}

// share gives each column the width that its entries need, within w cells; the
// question gets what the columns that are never dropped leave over.
func share(list []column, known []*row, w int) {
	rest := w - widget.Gutter
	var question *column
	for k := range list {
		x := &list[k]
		need := widget.Widest(max(x.Width, ansi.StringWidth(x.Title)), len(known), func(i int) string { return x.show(known[i]).Text })
		switch x.Title {
		case "question":
			question, x.Width, x.Grow, x.Wraps = x, need, 1, true
			continue
		case "id", "kind":
			x.Width = min(need, max(16, w/6))
		default:
			x.Width = min(need, max(x.Width, ansi.StringWidth(x.Title), w/5))
		}
		if x.Drop < 2 {
			rest -= x.Width + widget.ColumnGap
		}
	}
	if question != nil {
		question.Width = min(question.Width, max(leastQuestion, rest))
	}
}

// needOf is how many cells the columns need that are the last to leave, with questions of a
// readable width.
func needOf(list []column) int {
	need := widget.Gutter
	for _, x := range list {
		if x.Title == "question" {
			x.Width = min(x.Width, readable)
		}
		if x.Drop < 2 {
			need += x.Width + widget.ColumnGap
		}
	}
	return need
}

// has reports whether a column that every list has has this title.
func (c *columns) has(title string, look widget.Look) bool {
	return slices.ContainsFunc(c.all(look, nil), func(x column) bool { return x.Title == title })
}

// prefixOf is the beginning that the ids of several examples share, up to the
// last separator.
func prefixOf(known []*row) string {
	if len(known) < 2 {
		return ""
	}
	prefix := known[0].ID
	for _, r := range known {
		for !strings.HasPrefix(r.ID, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return prefix[:strings.LastIndexAny(prefix, "-_/:. ")+1]
}

// causeText names the culprit's type and its cause: "find, low p", or "count"
// of what has no causes, or only the cause of a wrong answer; "" for none.
func (c *columns) causeText(example int) string {
	k, why := c.rows.Culprit(example)
	if k < 0 {
		return why.String()
	}
	return c.rows.Types()[k] + widget.If(why != scoring.NoCause, ", "+why.String())
}

// typeEntry is the mean of an example's modules of one type, in the colour of its heat;
// faint if there is none.
func typeEntry(mean scoring.Value, matters session.Matters, look widget.Look) widget.Entry {
	x, ok := mean.Float()
	switch {
	case !ok:
		return widget.Entry{Text: table.Absent, Style: look.Theme.Faint}
	case matters.NothingWanted() && !matters.SomethingWanted():
		return widget.Entry{Text: "∅", Style: look.Theme.Faint}
	}
	return widget.Entry{Text: widget.Decimal(x), Style: look.Heat(x)}
}

// answerText is an answer with its mark: "✓ True", "✗ False (True)"; the gold
// answer is in brackets, or alone where the run has none.
func answerText(row *loaders.Row) string {
	predicted := cmp.Or(row.Predicted, "no answer")
	switch {
	case row.Predicted == "" && row.Correct == loaders.Unknown && row.Gold != "":
		return table.Absent + " (" + row.Gold + ")"
	case row.Predicted == "" && row.Correct == loaders.Unknown:
		return table.Absent
	case row.Correct == loaders.Right:
		return "✓ " + predicted
	case row.Correct != loaders.Unknown && row.Gold != "":
		return row.Correct.Sign() + " " + predicted + " (" + row.Gold + ")"
	}
	return row.Correct.Sign() + " " + predicted
}
