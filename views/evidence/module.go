package evidence

import (
	"cmp"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// moduleOf returns a module of an example's program, nil for a number that it does not have.
func moduleOf(ex *loaders.Example, node int) *loaders.Module {
	if node < 0 || node >= len(ex.Program) {
		return nil
	}
	return &ex.Program[node]
}

// goldBoxes returns a module's gold boxes on an image, nil for none.
func goldBoxes(m *loaders.Module, image int) []loaders.Box {
	if m.Gold == nil {
		return nil
	}
	return elementAt(m.Gold.Boxes, image)
}

// OutputText returns what a module returned in a few cells: "True .93", "3.0", the most probable
// option or "tie of 3", "2 boxes" over a threshold, the highest attention on a token, the first of these that it
// has, then "error" or its text, or else what it borrows; "" for nothing. The evidence has all of it.
func OutputText(m *loaders.Module, threshold float64) string {
	switch out := &m.Output; {
	case out.Number != nil:
		return strconv.FormatFloat(out.Number.Mean, 'f', 1, 64)
	case out.Truth != nil && *out.Truth < .5:
		return "False " + widget.Decimal(1-*out.Truth)
	case out.Truth != nil:
		return "True " + widget.Decimal(*out.Truth)
	case len(out.Options) > 0:
		options := Likeliest(m)
		if tied := Tied(options); tied > 1 {
			return "tie of " + strconv.Itoa(tied)
		}
		best := options[0]
		return best.Name + " " + widget.Decimal(best.Probability)
	case out.Boxes != nil:
		over := func(p float64) bool { return p > threshold }
		return loaders.Count(loaders.CountFunc(slices.Concat(out.Boxes...), over), "box")
	case len(out.Tokens) > 0:
		return "peak " + widget.Decimal(slices.Max(out.Tokens))
	case m.Error != "":
		return "error"
	case out.Text != nil:
		return *out.Text
	case m.Lender() != "" && m.Gold.Text != nil:
		return *m.Gold.Text
	case m.Lender() != "":
		return loaders.Count(len(goldBoxes(m, 0)), "box")
	}
	return ""
}

// Likeliest returns the options that a module returns, the most probable first.
func Likeliest(m *loaders.Module) []loaders.Option {
	first := func(a, b loaders.Option) int { return cmp.Compare(b.Probability, a.Probability) }
	return slices.SortedStableFunc(slices.Values(m.Output.Options), first)
}

// Tied returns how many of the options, the most probable first, are as probable as the first, in
// the precision in which logic compares them.
func Tied(options []loaders.Option) int {
	return loaders.CountFunc(options, func(o loaders.Option) bool { return float32(o.Probability) == float32(options[0].Probability) })
}

// emptySign stands for the score of a module with neither gold nor predictions.
const emptySign = "∅"
