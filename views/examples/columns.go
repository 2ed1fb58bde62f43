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
	// widest is the width from which a list has a column for every module type, and no column with a value is
	// hidden for a long question.
	widest = 115
	// lastToLeave is the least [widget.Column] Drop of columns that are dropped before the preview, firstToLeave
	// of those that long questions hide.
	lastToLeave, firstToLeave = 3, 7
	// rightMargin keeps text off the frame.
	rightMargin = 1
)

// listColumns decides what the list shows of a run's examples.
type listColumns struct {
	run      *session.ScoredRun
	facts    *facts.Table
	book     *marks.MarksBook
	rests    *metricPerExample // nil for no such column
	faithful bool              // there is a column for faithfulness
	metric   string            // of faithfulness, "" if nothing is scored
	fields   query.Fields
	last     *exampleRow // read last
	prefix   string      // shared by all ids
	settings scoring.Settings
}

const noFind, pendingText = "∅", "…"

// listColumn is a column of the list. Its name is the field that sorts it, "" for the number that the
// list rests on.
type listColumn struct {
	table.Column
	of    string // the type of the module, "" for none
	leave int    // as Drop of [widget.Column]
	fact  bool   // its value may have to be computed
	text  func(x *exampleRow) string
	style func(x *exampleRow) widget.Style
}

// exampleRow is an example that was read, and its place in the run.
type exampleRow struct {
	at int
	loaders.ListedExample
}

func newColumns(run *session.ScoredRun, table *facts.Table, marksBook *marks.MarksBook, perExampleMetric *metricPerExample) listColumns {
	c := listColumns{run: run, facts: table, fields: table.Fields(), book: marksBook, rests: perExampleMetric}
	for i := 0; i < table.Len() && c.metric == ""; i++ {
		c.metric = table.Metric(i)
	}
	read, found, _ := run.Progress()
	c.faithful = read < found || c.metric != ""
	return c
}

func (c *listColumns) restTitle() string {
	switch r := c.rests; {
	case r == nil, r.isConsistency(), r.number.Of == "overall" && r.number.Metric == c.metric && r.settings.Average == scoring.OverExamples:
		return ""
	case r.number.Of == "overall":
		return "own " + widget.MetricName(r.number.Metric)
	default:
		return loaders.Clean(r.number.Of) + " " + widget.MetricName(r.number.Metric)
	}
}

// newColumn returns the column of a field under a title, "" for its name. A nil textOf shows the field's
// value, "…" until it is computed in the background. An unknown name has no meaning.
func (c *listColumns) newColumn(fieldName, columnTitle string, dropOrder int, styleOf func(x *exampleRow) widget.Style,
	textOf func(x *exampleRow) string) listColumn {
	f, _ := c.fields.Find(fieldName)
	own := listColumn{Column: table.Column{ColumnMeaning: f.ColumnMeaning, Wide: fieldName == "question"}, leave: dropOrder, style: styleOf,
		text: textOf,
		fact: textOf == nil}
	if own.Title = columnTitle; f.Kind == query.Number {
		own.Kind = table.Number
	}
	if of := c.facts.Column(f.Name); textOf == nil {
		own.text = func(x *exampleRow) string {
			if !c.facts.Known([]string{f.Name}, x.at) {
				return pendingText
			}
			return factText(&own.Column, of.At(x.at))
		}
	}
	return own
}

// declareAll puts wanted fields before the kind. It doesn't change c.
func (c *listColumns) declareAll(look widget.Look, wantedColumns []string) []listColumn {
	in := func(style widget.Style) func(x *exampleRow) widget.Style {
		return func(*exampleRow) widget.Style { return style }
	}
	faint, text := in(look.Theme.Faint), in(look.Theme.Text)
	list := []listColumn{c.newColumn("id", "", lastToLeave, faint, func(x *exampleRow) string { return strings.TrimPrefix(x.ID, c.prefix) })}
	if c.book.Count() > 0 {
		list = append(list, c.newColumn("tag", "marks", 0, in(look.Theme.Accent), func(x *exampleRow) string {
			return views.MarkText(c.book.Marked(x.ID), c.book.TagsOf(x.ID), c.book.HasNote(x.ID), c.book.Annotated(x.ID))
		}))
	}
	list = append(list, c.newColumn("question", "", 0, in(widget.Style{}), nil),
		c.newColumn("answer.predicted", "answer", 0, func(x *exampleRow) widget.Style { return exceptionStyle(look, x.Correct) }, c.answerText))
	if title := c.restTitle(); title != "" {
		own := c.newColumn("", title, 0, text, func(x *exampleRow) string { return c.rests.textOf(x.at) })
		own.Kind = table.Number
		list = append(list, own)
	}
	if c.faithful {
		verdict := func(x *exampleRow) widget.Style { return exceptionStyle(look, c.facts.Faithful(x.at)) }
		list = append(list, c.newColumn("faithfulness", widget.MetricName(c.metric), 0, verdict, nil))
		for _, k := range c.facts.Present() {
			list = append(list, c.typeColumn(k, look))
		}
		for _, name := range session.BarOf(c.metric).Beside {
			if f, ok := c.fields.Find(name); ok && f.Name != "faithfulness" { // an alias
				list = append(list, c.newColumn(name, widget.MetricName(name), 4, text, nil))
			}
		}
		if c.facts.Present() != nil {
			list = append(list, c.newColumn("culprit.cause", "culprit", 2, text,
				func(x *exampleRow) string { return c.causeText(x.at) }))
		}
	}
	list = append(list, c.newColumn("kind", "", firstToLeave, faint, nil))
	for _, name := range wantedColumns {
		f, ok := c.fields.Find(name)
		isListed := slices.ContainsFunc(list, func(x listColumn) bool { return x.Label() == name || x.Name == f.Name })
		if ok && !isListed {
			list = slices.Insert(list, len(list)-1, c.newColumn(name, widget.If(f.Name != name, name), 0, text, nil))
		}
	}
	return list
}

// exceptionStyle leaves what is right in the text's colour, so that what is wrong stands out.
func exceptionStyle(look widget.Look, verdict loaders.Verdict) widget.Style {
	return loaders.IfElse(verdict == loaders.Right, look.Theme.Text, look.Verdict(verdict))
}

// typeColumn shows "∅" where nothing was found and nothing was to be found, because a mean of 1 there
// isn't a find.
func (c *listColumns) typeColumn(typeIndex int, look widget.Look) listColumn {
	of := c.facts.Types()[typeIndex]
	nothing := func(x *exampleRow) bool {
		matters := c.facts.Matters(x.at, typeIndex)
		return matters.NothingWanted() && !matters.SomethingWanted()
	}
	bar := session.BarOf(c.metric)
	own := c.newColumn("f1."+of, of, 6, func(x *exampleRow) widget.Style {
		score := c.facts.Type(x.at, typeIndex)
		culprit, _ := c.facts.Culprit(x.at)
		switch {
		case !score.IsDefined() || nothing(x):
			return look.Theme.Faint
		case culprit == typeIndex && bar.In != nil && bar.Judge(score, &c.settings) == loaders.Wrong: // were all coloured, it would not stand out
			return look.Theme.Wrong
		}
		return look.Theme.Text
	}, func(x *exampleRow) string {
		if nothing(x) {
			return noFind
		}
		return widget.Number(c.facts.Type(x.at, typeIndex))
	})
	own.of = of
	return own
}

func factText(c *table.Column, factValue any) string {
	switch v := factValue.(type) {
	case float64:
		if v == math.Trunc(v) && c.Better == scoring.Neither { // a count, most often
			return widget.SixDigits(v)
		}
	case []string:
		return strings.Join(v, ", ")
	}
	return widget.Brief(c, table.Cell{Value: factValue})
}

// fitColumns leaves out what would only take room: hidden columns (wanted with a minus), module types
// below widest or with the example's score in nearly all rows, empty columns, and those after the
// culprit whose values are all equal. Wanted columns and the question stay.
func (c *listColumns) fitColumns(w int, listedRows []int, look widget.Look, wantedColumns []string) []listColumn {
	var known []*exampleRow
	for _, i := range listedRows[:min(sampled, len(listedRows))] {
		if x, ok := c.readRow(i); ok {
			known = append(known, x)
		}
	}
	c.prefix = prefixOf(known)
	return slices.DeleteFunc(c.declareAll(look, wantedColumns), func(x listColumn) bool {
		switch title := x.Label(); {
		case slices.Contains(wantedColumns, "-"+title):
			return true
		case x.Name == "question" || slices.Contains(wantedColumns, title):
			return false
		}
		return x.of != "" && w < widest || len(known) > 0 && c.isNeedless(&x, known)
	})
}

func (c *listColumns) isNeedless(x *listColumn, knownRows []*exampleRow) bool {
	values, repeated := map[string]bool{}, 0
	for _, r := range knownRows {
		text := strings.TrimSpace(x.text(r))
		if !table.IsAbsent(text) && text != noFind {
			values[text] = true
		}
		if text == widget.Number(c.facts.Overall(r.at)) {
			repeated++
		}
	}
	isEqual := len(values) == 1 && x.leave > lastToLeave && !values[pendingText]
	isRepeated := x.of != "" && repeated*20 >= len(knownRows)*19
	return len(values) == 0 || len(knownRows) > 1 && (isEqual || isRepeated)
}

func (c *listColumns) readRow(exampleIndex int) (_ *exampleRow, ok bool) {
	if c.last == nil || c.last.at != exampleIndex {
		x, ok := c.run.Run.Peek(exampleIndex)
		if !ok || !c.facts.Read(exampleIndex) {
			return &exampleRow{exampleIndex, x}, false
		}
		c.last = &exampleRow{exampleIndex, x}
	}
	return c.last, true
}

// prefixOf ends at a separator, outside brackets, so that no number or word is cut. "" for fewer
// than two rows.
func prefixOf(knownRows []*exampleRow) string {
	if len(knownRows) < 2 {
		return ""
	}
	prefix := knownRows[0].ID
	for _, r := range knownRows {
		for !strings.HasPrefix(r.ID, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	prefix = prefix[:strings.LastIndexAny(prefix, idSeparators)+1]
	if open := strings.LastIndexByte(prefix, '('); open > strings.LastIndexByte(prefix, ')') {
		return prefix[:open]
	}
	return prefix
}

func (c *listColumns) causeText(exampleIndex int) string {
	k, why := c.facts.Culprit(exampleIndex)
	if k < 0 {
		return why.String()
	}
	return c.facts.Types()[k] + widget.If(why != scoring.NoCause, ", "+why.String())
}

// answerText adds the correct answer only if the given one is wrong. Without a verdict or an answer it
// is [table.Absent]. Of a chain the file may have only the verdict on its answer.
func (c *listColumns) answerText(listedRow *exampleRow) string {
	predicted := cmp.Or(listedRow.Predicted, "no answer")
	if listedRow.Predicted == "" && slices.Contains(c.facts.Types(), "step") {
		predicted = "answer " + listedRow.Correct.String()
	}
	gold := widget.If(listedRow.Gold != "", " ("+listedRow.Gold+")")
	switch {
	case listedRow.Predicted == "" && listedRow.Correct == loaders.Unknown:
		return table.Absent + gold
	case listedRow.Correct <= loaders.Right: // or unknown
		gold = ""
	}
	return listedRow.Correct.Sign() + " " + predicted + gold
}
