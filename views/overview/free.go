package overview

import (
	"image"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/example"
	"faithscope/views/examples"
	"faithscope/views/widget"
)

// failure is an example whose answer is right although its modules are not.
type failure struct {
	example           int
	id, question, why string
	value             scoring.Value
}

// kindScore is the accuracy of a question type.
type kindScore struct {
	kind          string
	right, judged int
}

// mostFailures bounds the failures that are looked up of a run; each may have to
// be read.
const mostFailures = 8

// failuresOf returns the least faithful examples with a right answer, the worst
// first.
func failuresOf(scored *session.Scored, settings scoring.Settings) []failure {
	rows := scored.Summaries(settings)
	var worst []int
	value := func(i int) float64 {
		x, _ := rows.Overall(i).Float()
		return x
	}
	for i := range rows.Len() {
		if rows.Answer(i) != loaders.Right || rows.Faithful(i) != loaders.Wrong || len(worst) == mostFailures && value(i) >= value(worst[mostFailures-1]) {
			continue
		}
		at := len(worst)
		for at > 0 && value(i) < value(worst[at-1]) {
			at--
		}
		worst = slices.Insert(worst, at, i)
		worst = worst[:min(len(worst), mostFailures)]
	}
	var failures []failure
	for _, i := range worst {
		row, ex := scored.Run.Row(i), scored.Run.Example(i)
		score, _ := scored.Example(i, settings)
		failures = append(failures, failure{i, row.ID, row.Question, culpritOf(ex.Program, &score, settings), rows.Overall(i)})
	}
	return failures
}

// culpritOf says which module went wrong first, and why: "find: low p, best box
// IoU .94 had p .35".
func culpritOf(program []loaders.Module, score *scoring.ExampleScore, settings scoring.Settings) string {
	node := scoring.Culprit(program, score, settings.Bar(score.Metric))
	for i := range score.Modules {
		m := &score.Modules[i]
		if m.Node != node {
			continue
		}
		text := m.Type + ": " + m.Cause.String()
		if near, ok := nearMiss(m); ok && m.Cause != scoring.NoProposal {
			text += ", best box IoU " + widget.Decimal(near.IoU) + " had p " + widget.Small(near.Probability)
		}
		return text
	}
	return ""
}

// nearMiss is the proposal that lies best on a gold box which was missed;
// ok is false where none is aligned with one.
func nearMiss(m *scoring.ModuleScore) (near scoring.Proposal, ok bool) {
	for _, im := range m.Images {
		for _, g := range im.Gold {
			if !g.Matched && g.Aligned && (!ok || g.Best.IoU > near.IoU) {
				near, ok = g.Best, true
			}
		}
	}
	return near, ok
}

// kindsOf returns the accuracy of every question type, the lowest first; nil
// for fewer than two.
func kindsOf(scored *session.Scored, settings scoring.Settings) []kindScore {
	rows := scored.Summaries(settings)
	at := map[string]int{}
	var kinds []kindScore
	for i := range rows.Len() {
		answer := rows.Answer(i)
		if answer == loaders.Unknown {
			continue
		}
		kind := scored.Run.Row(i).Kind
		k, known := at[kind]
		if !known {
			k = len(kinds)
			at[kind], kinds = k, append(kinds, kindScore{kind: kind})
		}
		kinds[k].judged++
		if answer == loaders.Right {
			kinds[k].right++
		}
	}
	kinds = slices.DeleteFunc(kinds, func(k kindScore) bool { return k.kind == "" })
	if len(kinds) < 2 {
		return nil
	}
	slices.SortStableFunc(kinds, func(a, b kindScore) int { return a.right*b.judged - b.right*a.judged })
	return kinds
}

// leastFree is how many lines a table in the free room is worth having.
const leastFree = 3

// share divides the free room: accuracy by type, and the worst right answers.
func (l *layout) share(r *runScores) {
	area := l.free
	if kinds, failures := len(r.kinds), len(r.failures); kinds > 0 && area.Dy() >= leastFree {
		height := kinds + 1
		if failures > 0 {
			height = min(height, max(leastFree, area.Dy()/2))
		}
		l.kinds, area = widget.SplitTop(area, height)
		if area.Dy() > leastFree {
			_, area = widget.SplitTop(area, 1)
		}
	}
	if failures := len(r.failures); failures > 0 && area.Dy() > 1 {
		l.failures, _ = widget.SplitTop(area, failures+1)
	}
}

// kindColumns are those of the accuracy by question type.
func (v *screen) kindColumns() []widget.Column {
	kind := func(i int) *kindScore { return &v.run().kinds[i] }
	text, faint := func() widget.Style { return widget.Ink(v.s.Theme.Text) }, func() widget.Style { return widget.Ink(v.s.Theme.Faint) }
	return []widget.Column{
		{Title: "accuracy by type, lowest first", Width: 42, Show: func(i int) widget.Entry { return widget.Entry{Text: kind(i).kind, Style: text()} }},
		{Title: "right", Width: 5, Right: true, Show: func(i int) widget.Entry {
			return widget.Entry{Text: widget.Decimal(float64(kind(i).right) / float64(kind(i).judged)), Style: text()}
		}},
		{Title: "n", Width: 6, Right: true, Show: func(i int) widget.Entry { return widget.Entry{Text: strconv.Itoa(kind(i).judged), Style: faint()} }},
	}
}

// failureColumns are those of the worst right answers.
func (v *screen) failureColumns() []widget.Column {
	failure := func(i int) *failure { return &v.run().failures[i] }
	return []widget.Column{
		{Title: "worst right answers", Width: 30, Grow: 1, Show: func(i int) widget.Entry {
			return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
				pen := widget.NewPen(f, area)
				pen.Put(widget.Over(widget.Ink(v.s.Theme.Faint), base), failure(i).id+"  ")
				pen.Put(widget.Over(widget.Ink(v.s.Theme.Text), base), failure(i).question)
			}}
		}},
		{Title: "why", Width: 32, Grow: 1, Show: func(i int) widget.Entry {
			return widget.Entry{Text: failure(i).why, Style: widget.Ink(v.s.Theme.Text)}
		}},
		{Title: "score", Width: 5, Right: true, Show: func(i int) widget.Entry {
			return widget.Entry{Text: widget.Number(failure(i).value), Style: widget.Ink(v.s.Theme.Wrong)}
		}},
	}
}

// openFailure opens the selected one of the worst right answers, and below it the
// list of all of them.
func (v *screen) openFailure() tea.Cmd {
	run, at := v.runs.selected(), v.run().failures[v.failures.Selected()].example
	list := examples.Worst(v.s, run, rightUnfaithful.filter())
	list.Select(at)
	v.s.Push(list)
	return v.s.Push(example.New(v.s, run, at, list))
}

// openKind lists the wrong answers of the selected question type.
func (v *screen) openKind() tea.Cmd {
	return v.list(examples.Filter{Where: "wrong kind=" + strconv.Quote(v.run().kinds[v.kinds.Selected()].kind)})
}
