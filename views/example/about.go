package example

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// about is what the record and the protocols say about the example, whatever
// module is selected: a block of rows, which can be folded.
type about struct {
	widget.Table
	rows   []said
	folded bool
}

// part is a part of a fact, with its lead; the zero [Lead] leads nowhere.
type part struct {
	text string
	Lead
}

// said is a part of a fact, with the fact's name where it is the first.
type said struct {
	name string
	part
}

// named is a fact of some parts, none where these are empty.
func named(name string, parts ...part) (rows []said) {
	for _, p := range parts {
		if p.text != "" {
			rows = append(rows, said{widget.If(rows == nil, name), p})
		}
	}
	return rows
}

// replace replaces what is said about the example.
func (a *about) replace(rows []said, faint widget.Style) {
	if slices.Equal(a.rows, rows) {
		return
	}
	a.rows = rows
	a.Columns = []widget.Column{
		{Width: mostNamed, Show: func(i int) widget.Entry { return widget.Entry{Text: a.rows[i].name, Style: faint} }},
		{Width: 8, Grow: 1, Wraps: true, Show: func(i int) widget.Entry { return widget.Entry{Text: a.rows[i].text} }},
	}
	a.More = true
	a.SetCount(len(a.rows))
}

// text is the same as paragraphs, each with a name.
func (a *about) text() [][2]string {
	var text [][2]string
	for _, r := range a.rows {
		if r.name == "" && text != nil {
			text[len(text)-1][1] += " · " + r.text
		} else {
			text = append(text, [2]string{r.name, r.text})
		}
	}
	return text
}

// selected is what the cursor is on, nil for nothing.
func (a *about) selected() *part {
	if len(a.rows) == 0 {
		return nil
	}
	return &a.rows[a.Selected()].part
}

// height is how many lines of room, w cells wide, the block takes: a title and the
// rows, or the title alone where it is folded or there is no room for a row.
func (a *about) height(room, w int) int {
	switch {
	case len(a.rows) == 0 || room < 1:
		return 0
	case a.folded || room < 3:
		return 1
	}
	return min(room, 1+len(a.rows)+loaders.CountFunc(a.rows, func(r said) bool {
		return ansi.StringWidth(loaders.Clean(r.text)) > w-widget.Gutter-a.Columns[0].Width-widget.ColumnGap
	}))
}

// fit fits the block to its area.
func (a *about) fit(area image.Rectangle) {
	if len(a.rows) > 0 {
		a.Columns[0].Title = cmp.Or(widget.If(area.Dy() == 1, "▸ about"), "▾ about")
		widest := widget.Widest(leastNamed, len(a.rows), func(i int) string { return a.rows[i].name })
		a.Columns[0].Width = min(mostNamed, max(leastNamed, area.Dx()/3), widest)
		a.Resize(area.Dy())
	}
}

// leastNamed and mostNamed are the room of the names of facts.
const leastNamed, mostNamed = 8, 16

// whole is the texts whose beginnings the screen shows: the question, the
// answers, the input and output of modules, and the passage.
func whole(ex *loaders.Example) [][2]string {
	text := [][2]string{{"question", ex.Question}, {"predicted", ex.Answer.Predicted}, {"gold", ex.Answer.Gold}}
	for i := range ex.Program {
		m := &ex.Program[i]
		if m.Output.Text == nil && m.Error == "" && m.Arguments == "" {
			continue
		}
		arguments, returned, gold := widget.If(m.Arguments != m.Text, m.Arguments), "", ""
		if m.Output.Text != nil {
			returned = *m.Output.Text
		}
		if m.Gold != nil && m.Gold.Text != nil {
			gold = *m.Gold.Text
		}
		text = append(text, [][2]string{{fmt.Sprintf("%d %s", i, m.Op), m.Text},
			{"arguments", arguments}, {"returned", returned}, {"error", m.Error}, {"gold", gold}}...)
	}
	if p := ex.Passage; p != nil {
		text = append(text, [2]string{"passage", cmp.Or(p.Text, strings.Join(p.Tokens, " "))})
	}
	return text
}

// Texts shows all texts of example at of the session's run, which is read in the
// background.
func Texts(s *views.Session, run, at int) tea.Cmd {
	of := s.Run(run)
	return func() tea.Msg {
		ex := of.Example(at)
		return views.Push{View: views.NewNote(s, "about "+ex.ID, whole(ex))}
	}
}

// Lead is where something said about an example leads. One of its fields is
// set; the zero value leads nowhere.
type Lead struct {
	Number views.Number // to the examples behind this number of the run, the worst first
	Where  string       // to the examples for which a query holds
	By     string       // to those that have a value of this expression, sorted by it
	Run    string       // to the same example of the run of this name
	// Related is another example of the run, by its number from 1.
	Related int
}

// Explain shows where the number of example at of the session's run comes from, or, where
// of is not "", the mean of its modules of that type. Its evidence may have to be read
// again, so it is scored in the background.
func Explain(s *views.Session, run, at int, of string) tea.Cmd {
	scored, settings := s.Runs[run], s.Settings
	return func() tea.Msg {
		id := scored.Run.Row(at).ID
		score, ok := scored.Example(at, settings)
		if !ok {
			return views.Flash{Text: "no module of " + id + " is scored"}
		}
		facts := explainedWhole(&score, of, settings)
		if facts == nil {
			return views.Flash{Text: "no " + of + " of " + id + " is scored"}
		}
		return views.Push{View: views.NewNote(s, id, facts)}
	}
}

// explainedWhole returns where an example's number comes from, or the mean of its modules
// of a type: its formula, the modules that it rests on, its reading and its settings; nil
// if it has no such module.
func explainedWhole(score *scoring.ExampleScore, of string, settings scoring.Settings) [][2]string {
	f := session.JudgementOf(score.Metric, settings)
	var mean scoring.Mean
	var modules [][2]string
	for i := range score.Modules {
		m := &score.Modules[i]
		if of != "" && m.Type != of {
			continue
		}
		mean.Add(m.Value)
		text := m.Type + ", " + numberText(score.Metric, m.Value, settings)
		switch {
		case m.NothingWanted:
			text += ", as there is no gold and no prediction"
		case m.Cause != scoring.NoCause:
			text += ", " + m.Cause.String()
		}
		for k := range m.Images {
			text += fmt.Sprintf("; image %d: %s", k+1, tally(&m.Images[k]))
		}
		modules = append(modules, [2]string{fmt.Sprintf("module %d", m.Node), text})
	}
	facts := [][2]string{{"number", numberText(score.Metric, score.Overall, settings)}, {"formula", f.Example}}
	if of != "" {
		facts = [][2]string{
			{of, numberText(score.Metric, mean.Value("no such module with gold"), settings)},
			{"formula", "the mean, over the example's modules of the type, of " + f.Module},
			{"beside it", "the number of the type in Runs is computed from all examples, and is not a mean of these"},
		}
		if len(modules) == 0 {
			return nil
		}
	}
	return append(append(facts, modules...), [2]string{"reading", f.Reading},
		[2]string{"under", views.SettingsText(settings)}, [2]string{"n", "one example, so there is no interval"})
}

// numberText is a number on its side of the bar, or why there is none.
func numberText(metric string, value scoring.Value, settings scoring.Settings) string {
	x, ok := value.Float()
	if !ok {
		return value.Why()
	}
	return evidence.AgainstBar(metric, x, settings)
}

// tally counts the boxes of an image.
func tally(im *scoring.ImageScore) string {
	hits := loaders.CountFunc(im.Predicted, func(p scoring.PredictedBox) bool { return p.Hit })
	found := loaders.CountFunc(im.Gold, func(g scoring.GoldBox) bool { return g.Matched })
	return fmt.Sprintf("%d predicted, of them %d hit; %d gold, of them %d found", len(im.Predicted), hits, len(im.Gold), found)
}

// lead goes where the selected part of the text leads.
func lead(v *screen) tea.Cmd {
	switch s := v.about.selected(); {
	case s == nil || s.Lead == (Lead{}):
		return nil
	case s.Run != "":
		return v.toRun(slices.Index(v.s.Names(), s.Run))
	case s.Related > 0:
		return v.s.Push(v.another(s.Related - 1))
	default:
		return v.list.Lead(v.run, v.read.at, s.Lead)
	}
}

// explainHere shows where a number comes from: the one that the cursor is on in the pane
// about, else the module's, or the example's if the module has none.
func explainHere(v *screen) tea.Cmd {
	if s := v.about.selected(); v.focus == aboutPane && s != nil {
		return explainSpot(v, s)
	}
	if facts := v.explained(v.program.Node()); facts != nil {
		return v.s.Push(views.NewNote(v.s, v.evidence.Title(), facts))
	}
	return Explain(v.s, v.run, v.read.at, "")
}

// explainSpot shows where a part of the text comes from.
func explainSpot(v *screen, s *part) tea.Cmd {
	switch run := slices.Index(v.s.Names(), s.Run); {
	case run >= 0 && run < len(v.places) && v.places[run] >= 0:
		return Explain(v.s, run, v.places[run], "")
	case s.Number != (views.Number{}):
		return views.ExplainOwn(v.s, v.run, v.read.at, s.Number)
	}
	leads := "lists the examples with the same value"
	switch {
	case s.By != "":
		leads = "lists the run's examples by it, the lowest first"
	case s.Related > 0:
		leads = "goes to this question"
	}
	return v.s.Push(views.NewNote(v.s, "about "+v.read.ex.ID, [][2]string{
		{"value", s.text}, {"formula", "none: it is read from the run's file"}, {"n", "one example, so there is no interval"}, {"enter", leads},
	}))
}

func explainAction(v *screen) widget.Action {
	return widget.Action{Name: "explain",
		Help: "show the formula and the inputs of the module's number, the example's, or the selected one under about",
		Disabled: widget.When(func() bool {
			return v.read.ex == nil || v.score == nil && (v.focus != aboutPane || v.about.selected() == nil)
		}, "no module of the example has a score"), Run: func() tea.Cmd { return explainHere(v) }}
}
