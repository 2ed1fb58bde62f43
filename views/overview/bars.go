package overview

import (
	"context"
	"image"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/views/widget"
)

// causeGlyphs tell the causes apart where there is no colour.
var causeGlyphs = [...]string{
	scoring.NoProposal: "█", scoring.LowProbability: "▓", scoring.Elsewhere: "▒", scoring.TooMany: "░", scoring.Empty: "╱", scoring.FromNothing: "╳",
	scoring.Diffuse: "░", scoring.Partial: "▓",
}

// pieces are the causes for which modules of a row are wrong, in their colours.
func (b *board) pieces(row int) (pieces []piece) {
	theme, r := b.s.Theme, b.run()
	styles := [...]widget.Style{
		scoring.NoProposal: {Fg: theme.Missed}, scoring.LowProbability: {Fg: theme.Gold}, scoring.Elsewhere: {Fg: theme.Miss}, scoring.TooMany: {Fg: theme.Plain},
		scoring.Empty: widget.Ink(theme.Faint), scoring.FromNothing: {Fg: theme.Hit}, scoring.Diffuse: {Fg: theme.Plain}, scoring.Partial: {Fg: theme.Gold},
	}
	for k, column := range r.causes() {
		for _, c := range scoring.Causes() {
			if c.String() == column.Name {
				pieces = append(pieces, piece{causeGlyphs[c], styles[c], r.behind(row, 5+k)})
			}
		}
	}
	return pieces
}

// bar is a bar of a type's modules: the wrong ones by their causes, and blank
// for the others.
func (b *board) bar(row int) widget.Entry {
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) {
		pile(widget.NewPen(f, area), area.Dx(), b.run().used(row), b.pieces(row))
	}}
}

// drawLegend says what the pieces of the bars are, closer together where there is
// little room.
func (b *board) drawLegend(f *widget.Frame, line image.Rectangle) {
	if line.Empty() {
		return
	}
	line.Min.X += widget.Gutter
	causes, width := b.run().causes(), 0
	for _, c := range causes {
		width += ansi.StringWidth(c.Name) + 3
	}
	gap := "  "
	if width+len(causes) > line.Dx()+len(gap) {
		gap = " "
	}
	pen := widget.NewPen(f, line)
	for k, p := range b.pieces(0) {
		pen.Put(p.style, p.glyph)
		pen.Put(widget.Ink(b.s.Theme.Faint), " "+causes[k].Name+gap)
	}
}

// spark draws F1 of a type over the probability threshold, the value in force
// marked.
func (b *board) spark(curves []boxes.Curve, row int) widget.Entry {
	var values []scoring.Value
	for _, c := range curves {
		if c.Of == b.run().modules.Rows[row][0].Value {
			values = c.F1
		}
	}
	return widget.Entry{Draw: func(f *widget.Frame, area image.Rectangle, base widget.Style) {
		at := int(b.Under.Threshold * float64(len(values)))
		widget.Spark(f, area, widget.Curve{Values: values, Style: widget.Over(widget.Ink(b.s.Theme.Faint), base)}, at, widget.Over(widget.Bold(widget.Ink(b.s.Theme.Accent)), base))
	}}
}

// sparks are curves of F1 over the probability threshold, of one run.
type sparks struct {
	by       *screen
	run      int
	read     int
	settings scoring.Settings // but for the threshold
	curves   []boxes.Curve
}

// of returns the curves of a run, nil where they are not known.
func (s *sparks) of(run int) []boxes.Curve {
	if s.run != run {
		return nil
	}
	return s.curves
}

// mostSparked is how many examples a run may have for its curves to be drawn
// without being asked for: they may have to be read again.
const mostSparked = 4096

// trace computes the curves of the selected run, nil where there is no room for
// them, or nothing new.
func (v *screen) trace() tea.Cmd {
	run, r := v.selected(), v.run()
	if v.fresh = false; v.tracing || v.Area.Dx() < 100 || r.protocol != boxes.Protocol.Name || !r.complete || r.read > mostSparked {
		return nil
	}
	want := sparks{by: v, run: run, read: r.read, settings: v.Under}
	want.settings.Threshold = 0
	if v.curves.run == want.run && v.curves.read == want.read && v.curves.settings == want.settings && v.curves.curves != nil {
		return nil
	}
	v.tracing = true
	scored := v.s.Runs[run]
	return func() tea.Msg {
		// Without an end to the context there is no error.
		want.curves, _ = scored.Sweep(context.Background(), want.settings, boxes.OverThreshold, boxes.OverThreshold.Places(want.settings))
		return want
	}
}
