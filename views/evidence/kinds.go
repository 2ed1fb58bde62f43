package evidence

import (
	"cmp"
	"slices"
	"strconv"

	"faithscope/loaders"
	"faithscope/views/widget"
)

func outputWords(o *loaders.Output, threshold float64) string {
	switch o.Kind() {
	case loaders.BoxKind:
		over := func(p float64) bool { return p > threshold }
		return loaders.Count(loaders.CountFunc(slices.Concat(o.Boxes...), over), "box")
	case loaders.TokenKind:
		if len(o.Tokens) > 0 {
			return "peak " + widget.Decimal(slices.Max(o.Tokens))
		}
	case loaders.NumberKind:
		return strconv.FormatFloat(o.Number.Mean, 'f', 1, 64)
	case loaders.TruthKind:
		if p := *o.Truth; p < .5 {
			return "False " + widget.Decimal(1-p)
		}
		return "True " + widget.Decimal(*o.Truth)
	case loaders.OptionKind:
		if len(o.Options) == 0 {
			return ""
		}
		options := Likeliest(o)
		if tied := Tied(options); tied > 1 {
			return "tie of " + strconv.Itoa(tied)
		}
		return options[0].Name + " " + widget.Decimal(options[0].Probability)
	case loaders.TextKind:
		return *o.Text
	case loaders.VerdictKind:
		return o.Verdict.String()
	}
	return ""
}

// OutputText returns a few cells: "True .93", "3.0", the likeliest option or "tie of 3", "2 boxes"
// over threshold, the highest attention on a token, its text, "error", or what it borrows; "" for
// nothing, like a number of exist.
func OutputText(m *loaders.Module, threshold float64) string {
	kind := m.Output.Kind()
	text := outputWords(&m.Output, threshold)
	switch {
	case m.Op == "exist" && kind == loaders.NumberKind:
		return ""
	case m.Op == "count" && kind == loaders.BoxKind:
		return "sum " + widget.Measure(loaders.Sum(slices.Concat(m.Output.Boxes...)))
	case m.Error != "" && (text == "" || kind == loaders.TextKind):
		return "error"
	case m.Lender() == "":
		return text
	}
	return cmp.Or(GoldText(m.Gold), loaders.Count(len(GoldBoxes(m, 0)), "box"))
}

// GoldText returns a gold in words; "" for none or a drawn one.
func GoldText(g *loaders.Gold) string {
	switch g.Kind() {
	case loaders.NumberKind:
		return loaders.FormatNumber(*g.Value)
	case loaders.TextKind:
		return *g.Text
	case loaders.VerdictKind:
		return g.Verdict.String()
	}
	return ""
}

// ModuleAt returns a module of the example's program, nil for none.
func ModuleAt(ex *loaders.Example, nodeIndex int) *loaders.Module {
	if nodeIndex < 0 || nodeIndex >= len(ex.Program) {
		return nil
	}
	return &ex.Program[nodeIndex]
}

// GoldBoxes returns a module's gold boxes on an image, nil for none.
func GoldBoxes(m *loaders.Module, imageIndex int) []loaders.Box {
	if m.Gold == nil {
		return nil
	}
	return loaders.ElementAt(m.Gold.Boxes, imageIndex)
}

// Likeliest returns an output's options, the most probable first.
func Likeliest(o *loaders.Output) []loaders.Option {
	first := func(a, b loaders.Option) int { return cmp.Compare(b.Probability, a.Probability) }
	return slices.SortedStableFunc(slices.Values(o.Options), first)
}

// MostOptions bounds the named options.
const MostOptions = 5

// Tied counts the options, likeliest first, equal to the first in float32, because logic compares
// them so.
func Tied(answerOptions []loaders.Option) int {
	return loaders.CountFunc(answerOptions,
		func(o loaders.Option) bool { return float32(o.Probability) == float32(answerOptions[0].Probability) })
}

// EmptySign replaces the score of a module with neither gold nor predictions.
const EmptySign = "∅"
