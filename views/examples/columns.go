package examples

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/marks"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views"
	"faithscope/views/widget"
)

const (
	// leastQuestion is the least width of a question.
	leastQuestion = 24
	// readable is the width that questions have before the preview has its own.
	readable = 48
	// sampled is how many rows decide which columns are empty.
	sampled = 200
	// widest is the width from which a list has a column for every module type.
	widest = 115
	// lastToLeave is the least [widget.Column] Drop of columns that are dropped before the preview.
	lastToLeave = 3
)

// columns decides what the list shows of a run's examples.
type columns struct {
	run      *session.Scored
	facts    *facts.Table
	book     *marks.Book
	rests    *numberBasis // nil for no such column
	faithful bool         // there is a column for faithfulness
	metric   string       // of faithfulness, "" if nothing is scored
	fields   query.Fields
	last     *row   // read last
	prefix   string // shared by all ids
}

// column is a column of the list. Its name is the field that sorts it, "" for the number that the
// list rests on.
type column struct {
	table.Column
	of    string // the type of the module, "" for none
	leave int    // as Drop of [widget.Column]
	fact  bool   // its value may have to be computed
	text  func(x *row) string
	style func(x *row) widget.Style
}

// row is an example that was read, and its place in the run.
type row struct {
	at int
	loaders.Row
}

func newColumns(run *session.Scored, table *facts.Table, book *marks.Book, rests *numberBasis) columns {
	c := columns{run: run, facts: table, fields: table.Fields(), book: book, rests: rests}
	for i := 0; i < table.Len() && c.metric == ""; i++ {
		c.metric = table.Metric(i)
	}
	read, found, _ := run.Progress()
	c.faithful = read < found || c.metric != ""
	return c
}

func (c *columns) restTitle() string {
	switch r := c.rests; {
	case r == nil, r.isConsistency(), r.number.Of == "overall" && r.number.Metric == c.metric && r.settings.Average == scoring.OverExamples:
		return ""
	case r.number.Of == "overall":
		return "own " + widget.MetricName(r.number.Metric)
	default:
		return loaders.Clean(r.number.Of) + " " + widget.MetricName(r.number.Metric)
	}
}

// newColumn returns the column of a field under a title, "" for its name. A nil text shows the
// field's value, "…" until computed. An unknown name has no meaning.
func (c *columns) newColumn(name, title string, leave int, style func(x *row) widget.Style, text func(x *row) string) column {
	f, _ := c.fields.Find(name)
	own := column{Column: table.Column{Meaning: f.Meaning, Wide: name == "question"}, leave: leave, style: style, text: text,
		fact: text == nil}
	if own.Title = title; f.Kind == query.Number {
		own.Kind = table.Number
	}
	if of := c.facts.Column(f.Name); text == nil {
		own.text = func(x *row) string {
			if !c.facts.Known([]string{f.Name}, x.at) {
				return "…"
			}
			return factText(&own.Column, of.At(x.at))
		}
	}
	return own
}

// declareAll returns all columns in order. Wanted fields, by their exact names, come before the
// kind. It doesn't change c.
func (c *columns) declareAll(look widget.Look, wanted []string) []column {
	in := func(style widget.Style) func(x *row) widget.Style { return func(*row) widget.Style { return style } }
	faint, text := in(look.Theme.Faint), in(look.Theme.Text)
	list := []column{c.newColumn("id", "", lastToLeave, faint, func(x *row) string { return strings.TrimPrefix(x.ID, c.prefix) })}
	if c.book.Count() > 0 {
		list = append(list, c.newColumn("tag", "marks", 0, in(look.Theme.Accent), func(x *row) string {
			return views.MarkText(c.book.Marked(x.ID), c.book.TagsOf(x.ID), c.book.HasNote(x.ID), c.book.Annotated(x.ID))
		}))
	}
	list = append(list, c.newColumn("question", "", 0, in(widget.Style{}), nil),
		c.newColumn("answer.predicted", "answer", 0, func(x *row) widget.Style { return look.Verdict(x.Correct) }, answerText))
	if title := c.restTitle(); title != "" {
		own := c.newColumn("", title, 0, text, func(x *row) string { return c.rests.textOf(x.at) })
		own.Kind = table.Number
		list = append(list, own)
	}
	if c.faithful {
		verdict := func(x *row) widget.Style { return look.Verdict(c.facts.Faithful(x.at)) }
		list = append(list, c.newColumn("faithfulness", widget.MetricName(c.metric), 0, verdict, nil))
		for _, k := range c.facts.Present() {
			list = append(list, c.typeColumn(k, look))
		}
		for _, name := range session.BarOf(c.metric).Beside {
			if _, ok := c.fields.Find(name); ok {
				list = append(list, c.newColumn(name, widget.MetricName(name), 4, text, nil))
			}
		}
		if c.facts.Present() != nil {
			list = append(list, c.newColumn("culprit.cause", "culprit", 2, in(look.Verdict(loaders.Wrong)),
				func(x *row) string { return c.causeText(x.at) }))
		}
	}
	list = append(list, c.newColumn("kind", "", 5, faint, nil))
	for _, name := range wanted {
		f, ok := c.fields.Find(name)
		isListed := slices.ContainsFunc(list, func(x column) bool { return x.Label() == name })
		if ok && f.Name == name && !isListed {
			list = slices.Insert(list, len(list)-1, c.newColumn(name, "", 0, text, nil))
		}
	}
	return list
}

// typeColumn returns the column of the mean score of module type k, coloured like heat; "∅" where
// nothing was found and nothing was to be found.
func (c *columns) typeColumn(k int, look widget.Look) column {
	of := c.facts.Types()[k]
	nothing := func(x *row) bool {
		matters := c.facts.Matters(x.at, k)
		return matters.NothingWanted() && !matters.SomethingWanted()
	}
	own := c.newColumn("f1."+of, of, 6, func(x *row) widget.Style {
		mean, ok := c.facts.Type(x.at, k).Float()
		if !ok || nothing(x) {
			return look.Theme.Faint
		}
		return look.Heat(mean)
	}, func(x *row) string {
		if nothing(x) {
			return "∅"
		}
		return widget.Number(c.facts.Type(x.at, k))
	})
	own.of = of
	return own
}

// factText returns a field's value as text: lists joined by commas, whole numbers in full if
// neither direction is better.
func factText(c *table.Column, value any) string {
	switch v := value.(type) {
	case float64:
		if v == math.Trunc(v) && c.Better == scoring.Neither { // a count, most often
			return widget.SixDigits(v)
		}
	case []string:
		return strings.Join(v, ", ")
	}
	return widget.Brief(c, table.Cell{Value: value})
}

// fitColumns returns the columns of a list of w cells, without hidden ones (wanted with a minus),
// module types below widest, and empty ones. Wanted columns and the question stay.
func (c *columns) fitColumns(w int, listed []int, look widget.Look, wanted []string) []column {
	var known []*row
	for _, i := range listed[:min(sampled, len(listed))] {
		if x, ok := c.readRow(i); ok {
			known = append(known, x)
		}
	}
	c.prefix = prefixOf(known)
	return slices.DeleteFunc(c.declareAll(look, wanted), func(x column) bool {
		switch title := x.Label(); {
		case slices.Contains(wanted, "-"+title):
			return true
		case x.Name == "question" || slices.Contains(wanted, title):
			return false
		}
		some := func(r *row) bool { return !table.IsAbsent(strings.TrimSpace(x.text(r))) }
		return x.of != "" && w < widest || len(known) > 0 && !slices.ContainsFunc(known, some)
	})
}

func (c *columns) readRow(example int) (_ *row, ok bool) {
	if c.last == nil || c.last.at != example {
		x, ok := c.run.Run.Peek(example)
		if !ok || !c.facts.Read(example) {
			return &row{example, x}, false
		}
		c.last = &row{example, x}
	}
	return c.last, true
}

// prefixOf returns the beginning that all ids share, up to a separator (- _ / : . or a space); ""
// for fewer than two rows.
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

func (c *columns) causeText(example int) string {
	k, why := c.facts.Culprit(example)
	if k < 0 {
		return why.String()
	}
	return c.facts.Types()[k] + widget.If(why != scoring.NoCause, ", "+why.String())
}

// answerText returns an answer with its verdict: "✓ True", or "✗ False (True)" with the correct
// answer if wrong. Without a verdict or an answer it is [table.Absent].
func answerText(row *row) string {
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
