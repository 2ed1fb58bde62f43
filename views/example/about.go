package example

import (
	"cmp"
	"fmt"
	"image"
	"maps"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/causes"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/query"
	"faithscope/views"
	"faithscope/views/widget"
)

// about is what the record and the protocols say of the example, whatever
// module is selected: a block that can be folded, and that a cursor goes through,
// from one thing that leads somewhere to the next.
type about struct {
	facts  []fact
	folded bool
	width  int // that lines are set for
	lines  [][]piece
	spots  []spot
	at     int // the selected one of spots
	top    int // the first line shown
	page   int // lines shown
}

// fact is one thing that is said, in parts apart by dots.
type fact struct {
	name  string
	parts []part
}

// part is some of a fact, and where it leads; the zero value of that is nowhere.
type part struct {
	text string
	Lead
}

// piece is a text on a line; spot is what it is the text of, -1 for nothing.
type piece struct {
	x    int
	text string
	spot int
}

// spot is a part that leads somewhere, and where it stands.
type spot struct {
	part
	line int
}

// tell replaces what is said.
func (a *about) tell(facts []fact) {
	same := slices.EqualFunc(a.facts, facts, func(x, y fact) bool { return x.name == y.name && slices.Equal(x.parts, y.parts) })
	if !same {
		a.facts, a.width = facts, 0
	}
}

// text is what is said as paragraphs, each with a name.
func (a *about) text() [][2]string {
	var text [][2]string
	for _, f := range a.facts {
		var words []string
		for _, p := range f.parts {
			words = append(words, p.text)
		}
		text = append(text, [2]string{f.name, strings.Join(words, " · ")})
	}
	return text
}

// fit sets the facts in lines of w cells.
func (a *about) fit(w int) {
	if a.width == w {
		return
	}
	a.width, a.lines, a.spots = w, nil, nil
	for _, f := range a.facts {
		a.set(f, max(8, w-2))
	}
	a.at = max(0, min(a.at, len(a.spots)-1))
}

// set sets a fact in lines of w cells; all but the first are indented. A part
// that leads somewhere stays on one line.
func (a *about) set(f fact, w int) {
	const indent = 2
	a.lines = append(a.lines, nil)
	x := 0
	next := func() { a.lines, x = append(a.lines, nil), indent }
	put := func(p piece) {
		last := len(a.lines) - 1
		p.x = x
		a.lines[last] = append(a.lines[last], p)
		x += ansi.StringWidth(loaders.Clean(p.text))
	}
	put(piece{text: f.name + ":", spot: -1})
	for i, p := range f.parts {
		dot := ""
		if i+1 < len(f.parts) {
			dot = " ·"
		}
		plain := p.Lead == (Lead{})
		if !plain && x+1+ansi.StringWidth(loaders.Clean(p.text)+dot) > w {
			next()
		} else {
			put(piece{text: " ", spot: -1})
		}
		if plain {
			for k, line := range wrapped(p.text, w-x, w-indent) {
				if k > 0 {
					next()
				}
				put(piece{text: line, spot: -1})
			}
		} else {
			a.spots = append(a.spots, spot{p, len(a.lines) - 1})
			put(piece{text: p.text, spot: len(a.spots) - 1})
		}
		put(piece{text: dot, spot: -1})
	}
}

// wrapped breaks a text into a line of first cells and others of rest cells.
func wrapped(text string, first, rest int) []string {
	if first < rest/2 {
		return append([]string{""}, widget.Wrap(text, rest)...)
	}
	lines := widget.Wrap(text, first)
	if len(lines) == 1 {
		return lines
	}
	clean := loaders.Clean(text)
	after := strings.TrimLeft(strings.TrimPrefix(clean, lines[0]), " ")
	return append(lines[:1], widget.Wrap(after, rest)...)
}

// Move implements [widget.Scroller]: rows are what leads somewhere.
func (a *about) Move(rows int) { a.at = max(0, min(a.at+rows, len(a.spots)-1)) }

// First implements [widget.Scroller].
func (a *about) First() { a.at = 0 }

// Last implements [widget.Scroller].
func (a *about) Last() { a.at = max(0, len(a.spots)-1) }

// Page implements [widget.Scroller].
func (a *about) Page() int { return max(1, a.page) }

// selected is what the cursor is on, nil for nothing.
func (a *about) selected() *spot {
	if a.at >= len(a.spots) {
		return nil
	}
	return &a.spots[a.at]
}

// reveal shows as many lines as there is room for, the selected one among them
// where keys move it.
func (a *about) reveal(page int, focused bool) {
	a.page, a.top = page, max(0, min(a.top, len(a.lines)-page))
	switch s := a.selected(); {
	case !focused || s == nil:
		a.top = 0
	case s.line < a.top:
		a.top = s.line
	case s.line >= a.top+page:
		a.top = s.line - page + 1
	}
}

// height is how many lines of room the block takes: a title and the text, or
// the title alone where it is folded or there is no room for a text.
func (a *about) height(room int) int {
	switch {
	case len(a.lines) == 0 || room < 1:
		return 0
	case a.folded || room < 3:
		return 1
	}
	return min(room, len(a.lines)+1)
}

// draw draws the block; what does not fit is counted. Click is what a click on
// a spot does.
func (a *about) draw(f *widget.Frame, area image.Rectangle, look widget.Look, focused bool, click func(at int) tea.Cmd) {
	if area.Empty() {
		return
	}
	faint, shown := widget.Ink(look.Theme.Faint), a.lines[a.top:min(len(a.lines), a.top+area.Dy()-1)]
	title := "▾ about"
	if area.Dy() == 1 {
		title = "▸ about"
	}
	pen := widget.NewPen(f, area)
	pen.Put(widget.Bold(faint), title)
	if above := a.top; above > 0 {
		pen.Put(faint, "  ↑ "+strconv.Itoa(above))
	}
	if hidden := len(a.lines) - a.top - len(shown); hidden > 0 {
		pen.Put(faint, "  ↓ "+strconv.Itoa(hidden)+" more: M")
	}
	if focused {
		pen.Put(faint, "  enter lists, . explains")
	}
	for i, line := range shown {
		for _, p := range line {
			at := image.Rect(area.Min.X+2+p.x, area.Min.Y+1+i, area.Max.X, area.Min.Y+2+i)
			var st widget.Style
			if p.spot >= 0 {
				at.Max.X = min(at.Max.X, at.Min.X+ansi.StringWidth(loaders.Clean(p.text)))
				f.Click(at, func() tea.Cmd { return click(p.spot) })
				if focused && p.spot == a.at {
					st = look.Selected()
				}
			}
			f.Text(at.Min.X, at.Min.Y, at.Dx(), st, p.text)
		}
	}
}

// aboutActions are the keys of the block.
func (v *screen) aboutActions() []widget.Action {
	none := widget.When(func() bool { return len(v.about.facts) == 0 }, "neither the record nor a protocol says more of this example")
	unread := widget.When(func() bool { return v.read.ex == nil }, "the example is still being read")
	return []widget.Action{
		{Name: "about", Keys: []string{"f"}, Help: "fold or unfold what is said about the example", Group: "Example", Disabled: none, Run: widget.Do(func() {
			if v.about.folded = !v.about.folded; v.focus == aboutPane {
				v.focus = v.first()
			}
		})},
		relatedAction(v),
		{Name: "about-all", Keys: []string{"M"}, Help: "read the question, the answers, what modules said and all about the example", Group: "Example", Disabled: unread,
			Run: func() tea.Cmd {
				return v.s.Push(views.NewNote(v.s, "about "+v.read.ex.ID, append(whole(v.read.ex), v.about.text()...)))
			}},
	}
}

// whole is what the screen shows only the beginning of: the question, the
// answers, and what modules were given and said.
func whole(ex *loaders.Example) [][2]string {
	text := [][2]string{{"question", ex.Question}, {"predicted", ex.Answer.Predicted}, {"gold", ex.Answer.Gold}}
	for i := range ex.Program {
		m := &ex.Program[i]
		if m.Output.Text == nil && m.Error == "" && m.Arguments == "" {
			continue
		}
		name := fmt.Sprintf("%d %s", i, m.Op)
		text = append(text, [2]string{name, m.Text})
		if m.Arguments != m.Text {
			text = append(text, [2]string{"arguments", m.Arguments})
		}
		if m.Output.Text != nil {
			text = append(text, [2]string{"returned", *m.Output.Text})
		}
		text = append(text, [2]string{"error", m.Error})
		if m.Gold != nil && m.Gold.Text != nil {
			text = append(text, [2]string{"gold", *m.Gold.Text})
		}
	}
	return text
}

// said is what the record says and what its scores are by every protocol, in
// the order of what one wants to know first. What others can share leads to all
// that do, and a number to where it stands among those of the run.
func said(ex *loaders.Example, scores []scoring.Score) []fact {
	var facts []fact
	add := func(name string, parts ...part) {
		parts = slices.DeleteFunc(parts, func(p part) bool { return p.text == "" })
		if len(parts) > 0 {
			facts = append(facts, fact{name, parts})
		}
	}
	if formula, err := dfol.Formula(ex.Program, nil); err == nil {
		add("in logic", part{text: formula})
	}
	add("kind", alike("kind", ex.Kind), alike("meta.semantic type", ex.Meta["semantic type"]), alike("meta.detailed type", ex.Meta["detailed type"]))
	if len(ex.Program) > 0 || ex.Passage == nil && len(ex.Attributions)+len(ex.Rationales) == 0 {
		add("explanation", part{text: ex.Explanation}) // else the evidence says it
	}
	for i, text := range ex.Explanations {
		add(fmt.Sprintf("explanation %d", i+2), part{text: text})
	}
	facts = append(facts, byProtocol(scores)...)
	add("answer", probabilities(ex)...)
	classes := ex.Answer.ClassProbabilities()
	for _, name := range slices.Sorted(maps.Keys(ex.Answer.Scores)) {
		if slices.ContainsFunc(classes, func(c loaders.Option) bool { return "p_"+c.Name == name }) {
			continue // a bar shows it
		}
		add("the file's "+name, part{strconv.FormatFloat(ex.Answer.Scores[name], 'g', 4, 64), Lead{By: query.Reference("score." + name)}})
	}
	add("tags", each("tag", ex.Tags)...)
	add("answered consistently with", each("group", ex.Groups)...)
	if len(ex.Images) > 0 {
		add("same picture", alike("image", ex.Images[0].Path))
	}
	for _, name := range slices.Sorted(maps.Keys(ex.Meta)) {
		if name != "semantic type" && name != "detailed type" { // beside the kind
			add(name, alike("meta."+name, ex.Meta[name]))
		}
	}
	add("program as written", part{text: ex.Logical})
	return facts
}

// longest is the longest text, in bytes, that examples are found by.
const longest = 60

// alike is a text of a field, which leads to the examples that have the same.
func alike(field, text string) part {
	if text == "" || len(text) > longest || loaders.Clean(text) != text {
		return part{text: text}
	}
	return part{text, Lead{Where: query.Equal(query.Field{Name: field}, text)}}
}

// each is alike for several texts of a field.
func each(field string, texts []string) []part {
	var parts []part
	for _, text := range texts {
		parts = append(parts, alike(field, text))
	}
	return parts
}

// byProtocol is a fact of numbers per protocol. An accuracy is left out: that of
// one example is its verdict.
func byProtocol(scores []scoring.Score) (facts []fact) {
	var counted []scoring.Score
	for _, score := range scores {
		text := widget.MetricName(score.Metric) + " –"
		x, ok := score.Value.Float()
		switch {
		case score.Metric == "accuracy":
			continue
		case score.Protocol == causes.Name:
			counted = append(counted, score)
			continue
		case ok:
			text = widget.MetricName(score.Metric) + " " + widget.Measure(x)
		}
		if n := len(facts) - 1; n < 0 || facts[n].name != score.Protocol {
			facts = append(facts, fact{name: score.Protocol})
		}
		last := &facts[len(facts)-1]
		last.parts = append(last.parts, numbered(text, &score))
	}
	if parts := wrongs(counted); parts != nil {
		facts = append(facts, fact{causes.Name, parts})
	}
	return facts
}

// numbered is a score of the example, which leads to those of the run's examples.
func numbered(text string, score *scoring.Score) part {
	return part{text, Lead{Number: views.Number{Protocol: score.Protocol, Metric: score.Metric, Of: score.Of}}}
}

// wrongs says how many modules are wrong and why: "wrong 2 of 2 modules", "low p
// 1", "empty 1"; nil where none was scored.
func wrongs(counts []scoring.Score) (parts []part) {
	for _, score := range counts {
		n, _ := score.Value.Float()
		switch {
		case score.Count == 0:
		case score.Metric == "wrong":
			parts = slices.Insert(parts, 0, numbered(fmt.Sprintf("wrong %.0f of %s", n, loaders.Count(score.Count, "module")), &score))
		case n > 0:
			parts = append(parts, numbered(fmt.Sprintf("%s %.0f", widget.MetricName(score.Metric), n), &score))
		}
	}
	return parts
}

// mostOptions is how many answers are named with their probabilities.
const mostOptions = 5

// probabilities are those of the answers, the most probable first, nil for
// none; that which the run gives leads to the others of the run.
func probabilities(ex *loaders.Example) []part {
	var parts []part
	var options []loaders.Option
	if len(ex.Program) > 0 {
		options = slices.Clone(ex.Program[0].Output.Options)
	}
	slices.SortStableFunc(options, func(a, b loaders.Option) int { return cmp.Compare(b.Probability, a.Probability) })
	for _, o := range options[:min(len(options), mostOptions)] {
		p := alike("answer.predicted", o.Name)
		p.text += " " + widget.Small(o.Probability)
		parts = append(parts, p)
	}
	if p := ex.Answer.Probability; p != nil {
		parts = append(parts, part{"p(" + ansi.Truncate(loaders.Clean(ex.Answer.Probable()), 20, "…") + ") " + widget.Small(*p), Lead{By: "answer.probability"}})
	}
	return parts
}
