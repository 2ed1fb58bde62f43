package evidence

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/executor/nmn"
	"faithscope/views/widget"
)

// valuesPart shows a number, a truth value or a distribution over options: a
// share of 1 a line, as a bar and in words.
type valuesPart struct {
	still
	shares []valueShare
	area   image.Rectangle
}

type valueShare struct {
	words string
	of1   float64
}

func (v *valuesPart) Find(of *Subject) Said {
	v.shares = nil
	m := of.module()
	if m == nil {
		return Said{}
	}
	var said Said
	if n := m.Output.Number; n != nil {
		said.Facts = append(said.Facts, fmt.Sprintf("returns a number: mean %.2f, variance %.2f", n.Mean, n.Var))
		v.shares = rounded(*n)
	}
	if truth := m.Output.Truth; truth != nil {
		v.shares = append(v.shares, valueShare{"true " + widget.Small(*truth), *truth}, valueShare{"false " + widget.Small(1-*truth), 1 - *truth})
	}
	options := slices.Clone(m.Output.Options)
	slices.SortStableFunc(options, func(a, b loaders.Option) int { return cmp.Compare(b.Probability, a.Probability) })
	for _, o := range options {
		v.shares = append(v.shares, valueShare{o.Name + " " + widget.Small(o.Probability), o.Probability})
	}
	if m.Arguments != "" && m.Arguments != m.Text {
		said.Facts = append(said.Facts, "called with "+m.Arguments)
	}
	if out := m.Output.Text; out != nil {
		said.Facts = append(said.Facts, "returns "+*out)
	}
	if m.Error != "" {
		said.Facts = append(said.Facts, "ended with "+m.Error)
	}
	if m.Seconds != nil {
		said.Facts = append(said.Facts, fmt.Sprintf("took %.3g s", *m.Seconds))
	}
	if m.Gold != nil && m.Gold.Text != nil {
		said.Facts = append(said.Facts, "gold "+*m.Gold.Text)
	}
	if m.Gold != nil && m.Gold.Value != nil {
		said.Facts = append(said.Facts, fmt.Sprintf("gold value %.4g", *m.Gold.Value))
	}
	for _, s := range v.shares {
		said.Words = append(said.Words, s.words)
	}
	return said
}

const (
	// counted is how far the numbers go that a count may be, as far as shown.
	counted = 72
	// leastShare is the probability from which on a number is shown.
	leastShare = 0.005
)

// rounded is the distribution that a comparison takes of a number: whole ones,
// what lies below 0 as 0, as the authors' code reads the spread, and in words
// as the paper does. It is nil where there is none.
func rounded(n loaders.Number) (shares []valueShare) {
	if !(n.Var > 0) || math.IsInf(n.Var, 1) || !(math.Abs(n.Mean) < 1e9) {
		return nil
	}
	first := max(0, math.Round(n.Mean)-counted/2)
	n.Mean -= first
	code, paper := nmn.Code.Distribution(n, counted), nmn.Paper.Distribution(n, counted)
	for k, p := range code {
		if max(p, paper[k]) >= leastShare {
			shares = append(shares, valueShare{fmt.Sprintf("is %.0f: %s, as the paper reads it %s", first+float64(k), widget.Small(p), widget.Small(paper[k])), p})
		}
	}
	return shares[:min(len(shares), mostCounts)]
}

// mostCounts bounds the numbers that are shown.
const mostCounts = 9

func (v *valuesPart) Lay(room Room) (rest image.Rectangle) {
	v.area, rest = widget.SplitTop(room.Area, len(v.shares))
	return rest
}

func (v *valuesPart) Draw(f *widget.Frame, look widget.Look) {
	const most = 20
	w := min(most, v.area.Dx()/3)
	for i, s := range v.shares[:min(len(v.shares), v.area.Dy())] {
		x, y := v.area.Min.X, v.area.Min.Y+i
		widget.Bar(f, image.Rect(x, y, x+w, y+1), widget.Ink(look.Theme.Accent), s.of1)
		f.Text(x+w+1, y, v.area.Dx()-w-1, widget.Style{}, s.words)
	}
}
