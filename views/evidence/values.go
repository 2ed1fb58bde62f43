package evidence

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"faithscope/loaders"
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
	if m.Gold != nil && m.Gold.Value != nil {
		said.Facts = append(said.Facts, fmt.Sprintf("gold value %.4g", *m.Gold.Value))
	}
	for _, s := range v.shares {
		said.Words = append(said.Words, s.words)
	}
	return said
}

// rounded is the mass of a normal distribution around the integers next to
// its mean: what a count rounds to. It is nil without a variance.
func rounded(n loaders.Number) []valueShare {
	if !(n.Var > 0) || math.IsInf(n.Var, 1) || math.Abs(n.Mean) > 1e9 {
		return nil
	}
	below := func(x float64) float64 { return 0.5 * math.Erfc((n.Mean-x)/math.Sqrt(2*n.Var)) }
	var shares []valueShare
	middle := math.Round(n.Mean)
	for k := middle - 2; k <= middle+2; k++ {
		mass := below(k+0.5) - below(k-0.5)
		shares = append(shares, valueShare{fmt.Sprintf("rounds to %.0f: %s", k, widget.Small(mass)), mass})
	}
	return shares
}

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
