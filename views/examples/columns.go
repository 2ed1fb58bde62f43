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
	// leastQuestion is the least room in which a question is still readable.
	leastQuestion = 24
	// readable is the width that questions have before the preview has its own.
	readable = 48
	// sampled is how many rows say which columns are empty.
	sampled = 200
	// widest is the width from which on a list has a column for every type of
	// module: what a screen of 160 cells has beside the preview.
	widest = 115
	// lastToLeave is the least [widget.Column] Drop of those that leave before the preview does.
	lastToLeave = 3
)

// columns holds what the list shows of a run's examples.
type columns struct {
	run      *session.Scored
	facts    *facts.Table
	book     *marks.Book
	rests    *numberBasis // nil for no column of its own
	faithful bool         // whether there is a column for faithfulness
	metric   string       // that faithfulness is, "" if nothing is scored
	fields   query.Fields
	last     *row   // that was read
	prefix   string // that all ids share
}

// column is a column of the list: the field that it is sorted by is its name, "" for the number
// that the list rests on.
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

// newColumn returns the column of a field under a title, "" for its own. It shows what text
// returns or, if that is nil, the field's value, "…" while that is not computed; then it is a
// fact. An unknown name gives a column without meaning.
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

// declareAll returns the columns in order: id, marks if there are any, question, answer, the
// number that the list rests on; if c.faithful, faithfulness, a column for each module type
// present, the numbers beside the bar and, with modules, the culprit; and the kind. Before the
// kind come the wanted fields, by their exact names, that are not there yet. It does not change c.
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

// typeColumn returns the column of the mean scores of the modules of type k in an example, in the
// colours of heat: "∅" where they found nothing and nothing was to be found, faint there and where
// there is no number.
func (c *columns) typeColumn(k int, look widget.Look) column {
	of := c.facts.Types()[k]
	own := c.newColumn("f1."+of, of, 6, func(x *row) widget.Style {
		mean, ok := c.facts.Type(x.at, k).Float()
		if matters := c.facts.Matters(x.at, k); !ok || matters.NothingWanted() && !matters.SomethingWanted() {
			return look.Theme.Faint
		}
		return look.Heat(mean)
	}, func(x *row) string {
		if matters := c.facts.Matters(x.at, k); matters.NothingWanted() && !matters.SomethingWanted() {
			return "∅"
		}
		return widget.Number(c.facts.Type(x.at, k))
	})
	own.of = of
	return own
}

// factText returns a value of a field as the screen shows it: a list joined by commas, a whole
// number in full if neither direction is better, everything else by [widget.Brief].
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

// fitColumns returns the columns of a list of w cells. Left out are those whose title a person hid
// (wanted with a minus), and, unless wanted, those of module types below widest and those that are
// empty in all of the first listed examples that were read; the question always stays. It sets
// c.prefix to what the ids of these share.
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

// prefixOf returns the beginning that the ids of all rows share, up to and with the last separator
// (- _ / : . or a space); "" for fewer than two rows.
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

// answerText returns an answer with the sign of its verdict: "✓ True", or with the gold answer in
// brackets if it is wrong, "✗ False (True)". Without an answer it says so, or if nothing judges
// that, [table.Absent], with the gold answer if there is one.
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
