package views

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/widget"
)

// evidence is what one module did, ready to draw: marks for pictures, a
// passage under heat, and the same in words.
type evidence struct {
	node    int
	label   string // find[red block]
	score   string // F1 .40 < .50
	facts   []string
	images  []imageEvidence
	several bool // more than one of them has something to show
	whole   bool // the boxes are of the example as a whole, not of a module
	passage *passageEvidence
	rows    *rowsEvidence // attributions and rationales, instead of a module's evidence
	bars    []evidenceBar
	// lines say everything in words, a row each.
	lines []evidenceLine
}

// evidenceLine is a row of the words. Where it tells of one box, image and
// mark name it; mark is -1 otherwise. Where it tells of a row of scores, row
// is its number from 1.
type evidenceLine struct {
	text        string
	color       markKind
	image, mark int
	row         int
}

// marked reports whether there are boxes, and compared whether any is gold or
// was compared with gold.
func (e *evidence) marked() (marked, compared bool) {
	for i := range e.images {
		for _, m := range e.images[i].marks {
			marked, compared = true, compared || m.kind != plainMark
		}
	}
	return marked, compared
}

// evidenceBar is a share of 1 in words and as a bar.
type evidenceBar struct {
	words string
	share float64
}

// imageEvidence is one image of the example under one module.
type imageEvidence struct {
	index int
	image *loaders.Image
	photo photo
	marks []boxMark
	words string // 3 of 36 boxes > .50 · 2 hit 1 miss · …
}

// blank reports whether there is nothing to draw: the place of an image in a
// pair that has none.
func (im *imageEvidence) blank() bool {
	none := im.image.Path == "" || im.photo.missing && len(im.image.Proposals)+len(im.image.Gold) == 0
	return none && len(im.marks) == 0
}

// ground reports whether there is nothing but lines to magnify.
func (im *imageEvidence) ground(whole bool) bool {
	return im.image.Path == "" || im.photo.missing && whole
}

// boxMark is a box with what it is.
type boxMark struct {
	kind  markKind
	box   loaders.Box // fractions
	label string
	ok    bool // false: the box has no place, its units are unknown
}

// markKind is what a box is.
type markKind uint8

const (
	plainMark  markKind = iota // predicted, without gold to compare with
	hitMark                    // predicted and aligned with gold
	missMark                   // predicted, but not aligned
	goldMark                   // gold that was found
	missedMark                 // gold that was not
)

// evidenceOf says which evidence is asked for.
type evidenceOf struct {
	example  *loaders.Example
	score    *scoring.ExampleScore // nil where nothing is scored
	node     int
	settings scoring.Settings
	log      bool    // heat on a log scale
	photos   []photo // of the example's images
}

// find returns what is known of the node.
func (q evidenceOf) find() evidence {
	m := &q.example.Program[q.node]
	e := evidence{node: q.node, label: moduleLabel(m)}
	score := q.module()
	e.score = scoreText(score, q)
	if m.Derived {
		e.facts = append(e.facts, "derived from its inputs, not in the file")
	}
	if m.Output.Empty() {
		e.facts = append(e.facts, "the run has no output of this module")
	}
	q.boxes(&e, m, score)
	q.tokens(&e, m)
	q.values(&e, m)
	if len(e.images) == 0 && e.passage == nil && q.ofWhole() {
		q.whole(&e)
		if len(e.lines) > 0 {
			e.facts = append(e.facts, "no boxes of its own: those of the whole question are shown")
		}
	}
	return e
}

// module returns the node's score, nil for none.
func (q evidenceOf) module() *scoring.ModuleScore {
	if q.score == nil {
		return nil
	}
	i := slices.IndexFunc(q.score.Modules, func(m scoring.ModuleScore) bool { return m.Node == q.node })
	if i < 0 {
		return nil
	}
	return &q.score.Modules[i]
}

// scoreText is the node's number against the bar, or why there is none.
func scoreText(score *scoring.ModuleScore, q evidenceOf) string {
	m := &q.example.Program[q.node]
	switch {
	case score != nil:
		x, ok := score.Value.Float()
		if !ok {
			return "– " + score.Value.Why()
		}
		text := metricName(q.score.Metric) + " " + againstBar(x, q.settings.Bar(q.score.Metric))
		if loss, ok := score.Loss.Float(); ok {
			text += fmt.Sprintf(" · loss %.2f", loss)
		}
		return text
	case m.Gold != nil && len(m.Gold.Merged) > 0 && m.Gold.Merged[0] != q.node:
		return fmt.Sprintf("– scored together with module %d, which answers the same gold", m.Gold.Merged[0])
	case m.Gold == nil && (m.Output.Boxes != nil || m.Output.Tokens != nil):
		return "– no gold for this module"
	}
	return "– this module is not scored"
}

// againstBar is a number on its side of a bar: ".40 < .50".
func againstBar(x, bar float64) string {
	sign := "≥"
	if x < bar {
		sign = "<"
	}
	return widget.Decimal(x) + " " + sign + " " + widget.Decimal(bar)
}

// values adds numbers, truth values and distributions.
func (q evidenceOf) values(e *evidence, m *loaders.Module) {
	out := &m.Output
	if n := out.Number; n != nil {
		e.facts = append(e.facts, fmt.Sprintf("returns a number: mean %.2f, variance %.2f", n.Mean, n.Var))
		e.bars = append(e.bars, numberBars(*n)...)
	}
	if out.Truth != nil {
		e.bars = append(e.bars, evidenceBar{"true " + widget.Small(*out.Truth), *out.Truth}, evidenceBar{"false " + widget.Small(1-*out.Truth), 1 - *out.Truth})
	}
	options := slices.Clone(out.Options)
	slices.SortStableFunc(options, func(a, b loaders.Option) int {
		switch {
		case a.Probability > b.Probability:
			return -1
		case a.Probability < b.Probability:
			return 1
		}
		return 0
	})
	for _, o := range options {
		e.bars = append(e.bars, evidenceBar{o.Name + " " + widget.Small(o.Probability), o.Probability})
	}
	if m.Gold != nil && m.Gold.Value != nil {
		e.facts = append(e.facts, "gold value "+fmt.Sprintf("%.4g", *m.Gold.Value))
	}
}

// numberBars is the mass of a normal distribution around the integers next to
// its mean: what a count rounds to.
func numberBars(n loaders.Number) []evidenceBar {
	if !(n.Var > 0) || math.IsInf(n.Var, 1) || math.Abs(n.Mean) > 1e9 {
		return nil
	}
	below := func(x float64) float64 { return 0.5 * math.Erfc((n.Mean-x)/math.Sqrt(2*n.Var)) }
	var bars []evidenceBar
	middle := math.Round(n.Mean)
	for k := middle - 2; k <= middle+2; k++ {
		share := below(k+0.5) - below(k-0.5)
		bars = append(bars, evidenceBar{fmt.Sprintf("rounds to %.0f: %s", k, widget.Small(share)), share})
	}
	return bars
}

// words returns all that the screen shows of the module as lines of text.
func (e *evidence) words() []string {
	words := []string{e.label + ": " + e.score}
	words = append(words, e.facts...)
	for _, b := range e.bars {
		words = append(words, b.words)
	}
	for i := range e.images {
		words = append(words, e.images[i].words)
	}
	if e.passage != nil {
		words = append(words, e.passage.facts...)
	}
	for _, l := range e.lines {
		words = append(words, strings.TrimSpace(l.text))
	}
	return words
}
