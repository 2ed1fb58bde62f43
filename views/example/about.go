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

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/causes"
	"faithscope/scoring/executor/dfol"
	"faithscope/views"
	"faithscope/views/widget"
)

// about is what the record and the protocols say of the example, whatever
// module is selected: a block that can be folded.
type about struct {
	text   [][2]string // names and what they are
	folded bool
	lines  []string // as wide as the block
	width  int
}

// tell replaces what is said.
func (a *about) tell(text [][2]string) { a.text, a.width = text, 0 }

// fit sets the text in lines of w cells.
func (a *about) fit(w int) {
	if a.width == w {
		return
	}
	a.width, a.lines = w, nil
	for _, p := range a.text {
		for i, line := range widget.Wrap(p[0]+": "+p[1], max(8, w-2)) {
			if i > 0 {
				line = "  " + line
			}
			a.lines = append(a.lines, line)
		}
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

// draw draws the block; what does not fit is counted.
func (a *about) draw(f *widget.Frame, area image.Rectangle, look widget.Look) {
	if area.Empty() {
		return
	}
	faint, hidden := widget.Ink(look.Theme.Faint), len(a.lines)-(area.Dy()-1)
	title := "▾ about"
	if area.Dy() == 1 {
		title = "▸ about"
	}
	pen := widget.NewPen(f, area)
	pen.Put(widget.Bold(faint), title)
	if hidden > 0 {
		pen.Put(faint, "  ↓ "+strconv.Itoa(hidden)+" more: M")
	}
	for i, line := range a.lines[:min(len(a.lines), area.Dy()-1)] {
		f.Text(area.Min.X+2, area.Min.Y+1+i, area.Dx()-2, widget.Style{}, line)
	}
}

// aboutActions are the keys of the block.
func (v *screen) aboutActions() []widget.Action {
	none := widget.When(func() bool { return len(v.about.text) == 0 }, "neither the record nor a protocol says more of this example")
	unread := widget.When(func() bool { return v.read.ex == nil }, "the example is still being read")
	return []widget.Action{
		{Name: "about", Keys: []string{"f"}, Help: "fold or unfold what is said about the example", Group: "Example", Disabled: none, Run: widget.Do(func() { v.about.folded = !v.about.folded })},
		{Name: "about-all", Keys: []string{"M"}, Help: "read the question, the answers, what modules said and all about the example", Group: "Example", Disabled: unread,
			Run: func() tea.Cmd {
				return v.s.Push(views.NewNote(v.s, "about "+v.read.ex.ID, append(whole(v.read.ex), v.about.text...)))
			}},
	}
}

// whole is what the screen shows only the beginning of: the question, the
// answers, and what modules were given and said.
func whole(ex *loaders.Example) [][2]string {
	text := [][2]string{{"question", ex.Question}, {"predicted", ex.Answer.Predicted}, {"gold", ex.Answer.Gold}}
	for i := range ex.Program {
		m := &ex.Program[i]
		if m.Output.Text == nil && m.Error == "" {
			continue
		}
		name := fmt.Sprintf("%d %s", i, m.Op)
		text = append(text, [2]string{name, m.Text})
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
// the order of what one wants to know first.
func said(ex *loaders.Example, scores []scoring.Score) [][2]string {
	var text [][2]string
	add := func(name, value string) {
		if value != "" {
			text = append(text, [2]string{name, value})
		}
	}
	if formula, err := dfol.Formula(ex.Program, nil); err == nil {
		add("in logic", formula)
	}
	add("kind", ex.Kind)
	add("explanation", ex.Explanation)
	for _, protocol := range byProtocol(scores) {
		add(protocol[0], protocol[1])
	}
	add("answer", probabilities(ex))
	for _, name := range slices.Sorted(maps.Keys(ex.Answer.Scores)) {
		add("the file's "+name, strconv.FormatFloat(ex.Answer.Scores[name], 'g', 4, 64))
	}
	add("tags", strings.Join(ex.Tags, ", "))
	add("answered consistently with", strings.Join(ex.Groups, ", "))
	add("entails", strings.Join(ex.Entailed, ", "))
	for _, name := range slices.Sorted(maps.Keys(ex.Meta)) {
		add(name, ex.Meta[name])
	}
	add("program as written", ex.Logical)
	return text
}

// byProtocol is a line of numbers per protocol. An accuracy is left out: that of
// one example is its verdict.
func byProtocol(scores []scoring.Score) (lines [][2]string) {
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
		if n := len(lines) - 1; n >= 0 && lines[n][0] == score.Protocol {
			lines[n][1] += " · " + text
			continue
		}
		lines = append(lines, [2]string{score.Protocol, text})
	}
	if text := wrongs(counted); text != "" {
		lines = append(lines, [2]string{causes.Name, text})
	}
	return lines
}

// wrongs says how many modules are wrong and why: "wrong 2 of 2 modules: low p
// 1, empty 1"; "" where none was scored.
func wrongs(counts []scoring.Score) string {
	var text string
	var why []string
	for _, score := range counts {
		n, _ := score.Value.Float()
		switch {
		case score.Count == 0:
		case score.Metric == "wrong":
			text = fmt.Sprintf("wrong %.0f of %s", n, loaders.Count(score.Count, "module"))
		case n > 0:
			why = append(why, fmt.Sprintf("%s %.0f", widget.MetricName(score.Metric), n))
		}
	}
	if len(why) > 0 {
		text += ": " + strings.Join(why, ", ")
	}
	return text
}

// mostOptions is how many answers are named with their probabilities.
const mostOptions = 5

// probabilities are those of the answers, the most probable first, "" for
// none.
func probabilities(ex *loaders.Example) string {
	if len(ex.Program) == 0 {
		return ""
	}
	options := slices.Clone(ex.Program[0].Output.Options)
	slices.SortStableFunc(options, func(a, b loaders.Option) int { return cmp.Compare(b.Probability, a.Probability) })
	var parts []string
	for _, o := range options[:min(len(options), mostOptions)] {
		parts = append(parts, o.Name+" "+widget.Small(o.Probability))
	}
	return strings.Join(parts, " · ")
}
