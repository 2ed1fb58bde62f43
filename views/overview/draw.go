package overview

import (
	"image"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views"
	"faithscope/views/widget"
)

// drawSettings says the settings with the keys that move them, of the bars that
// of the selected run, and what is open.
func (b *board) drawSettings(f *widget.Frame, line image.Rectangle) {
	var judged []string
	if len(b.Shown) > 0 {
		judged = b.s.Judged(b.selected())
	}
	text := views.SettingsText(b.Under, judged...)
	examples := 0
	for i := range b.Shown {
		examples += b.Shown[i].read
	}
	pen := widget.NewPen(f, line)
	pen.Put(widget.Ink(b.s.Theme.Faint), "  "+loaders.Count(len(b.s.Runs), "run")+" · "+loaders.Count(examples, "example"))
	widget.RightText(f, line.Min.X, line.Min.Y, line.Dx(), widget.Bold(widget.Ink(b.s.Theme.Accent)), text)
}

// Draw implements [views.View].
func (v *screen) Draw(f *widget.Frame, area image.Rectangle) {
	at := v.layout(area)
	v.drawSettings(f, at.settings)
	for _, p := range v.panes() {
		if room := at.panes[p]; room.Dy() >= 2 && (p.Count() > 0 || p == &v.runs) {
			f.Clicking(func() { p.Draw(f, room, v.s.Look, v.focus == p) }, func(run func() tea.Cmd) tea.Cmd {
				cmd := run()
				v.focus = p
				return cmd
			})
		}
	}
	if len(v.Shown) == 0 {
		return
	}
	v.about(f, at.about, v.selected())
	for i, why := range v.why(at.why.Dx()) {
		if y := at.why.Min.Y + i; y < at.why.Max.Y {
			f.Text(at.why.Min.X, y, at.why.Dx(), widget.Ink(v.s.Theme.Faint), why)
		}
	}
	v.drawLegend(f, at.legend)
}

// why are the lines of w cells that say which verdicts the selected run lacks.
func (b *board) why(w int) (lines []string) {
	for _, why := range b.run().missing() {
		lines = append(lines, widget.Wrap(why, w)...)
	}
	return lines
}

// about names the run and says what must be known about it.
func (b *board) about(f *widget.Frame, area image.Rectangle, i int) {
	if area.Dy() < 1 {
		return
	}
	run, scores := b.s.Run(i), b.Shown[i]
	x := area.Min.X + f.Text(area.Min.X, area.Min.Y, area.Dx(), widget.Bold(widget.Ink(b.s.Theme.Accent)), run.Name)
	facts := []string{"answers " + widget.Number(scores.accuracy.Value)}
	if scores.accuracy.Count > 0 {
		facts[0] += " of " + strconv.Itoa(scores.accuracy.Count)
	}
	if progress := scores.progress(); progress != "" {
		facts = append(facts, progress)
	}
	if scores.problems > 0 {
		facts = append(facts, loaders.Count(scores.problems, "problem")+" (key !)")
	}
	if b.s.Base != nil {
		facts = append(facts, "hard and easy by "+b.s.Run(*b.s.Base).Name)
	}
	for _, fact := range []string{run.Model, run.Dataset, run.Format} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	f.Text(x+2, area.Min.Y, area.Max.X-x-2, widget.Ink(b.s.Theme.Text), strings.Join(facts, " · "))
	lines := widget.Wrap(run.Note, area.Dx())
	for k, line := range lines {
		if y := area.Min.Y + 1 + k; y < area.Max.Y {
			if k < len(lines)-1 && y == area.Max.Y-1 {
				line += " …"
			}
			f.Text(area.Min.X, y, area.Dx(), widget.Ink(b.s.Theme.Faint), line)
		}
	}
}
