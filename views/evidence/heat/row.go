package heat

import (
	"fmt"
	"math"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// tokenScores may be shorter than its tokens, because later ones weren't there yet.
type tokenScores struct {
	name         string
	run          string // another run, "" for this run
	scores       []float64
	spans        []loaders.Span // marked, without scores
	signed       bool
	besideSigned bool // positive scores of all rows have one hue
	marks        bool // from a person or a definition
	graded       bool // marks, but some by a share of the people
	oracle       bool
	soft         bool
	scale        Scale
	// each are the sentences' numbers, which scores spread over their tokens; nil if tokens have them.
	each  []float64
	times int // how often the example has the row
}

// isPredicted reports whether the model marked the spans, not a person.
func (r *tokenScores) isPredicted() bool { return r.marks && r.name == "predicted" }

// stripMeaning says what the strongest colour of the row's strip is.
func (r *tokenScores) stripMeaning() string {
	switch {
	case r.isPredicted():
		return "predicted"
	case r.isReference():
		return "reference"
	}
	return loaders.IfElse(r.signed || r.besideSigned, "positive", "most")
}

func (r *tokenScores) markStyle(look widget.Look) (st widget.Style, glyph string) {
	if r.isPredicted() {
		return widget.Bold(look.Theme.Text), "┅"
	}
	return widget.Bold(look.Theme.Warn), "━"
}

// rank orders rows: a person's marks, a definition's, the soft oracle, others.
func (r *tokenScores) rank() int {
	switch {
	case r.marks && !r.oracle:
		return 0
	case r.marks:
		return 1
	case r.soft:
		return 2
	}
	return 3
}

func (r *tokenScores) isReference() bool { return r.marks || r.soft }

// lookOf is look, with people's numbers in the colour of gold, and a model's in that of positive ones beside signed rows.
func (r *tokenScores) lookOf(look widget.Look) widget.Look {
	look.OfPositive = r.besideSigned
	look.OfGold = r.isReference() && !r.isPredicted()
	return look
}

func (r *tokenScores) rowLabel() string {
	if r.times > 1 {
		return fmt.Sprintf("%s ×%d", r.name, r.times)
	}
	return r.name
}

func (r *tokenScores) heatOf(tokenIndex int) (_ float64, ok bool) {
	if tokenIndex >= len(r.scores) {
		return 0, false
	}
	x := r.scores[tokenIndex]
	return math.Copysign(r.scale.Heat(math.Abs(x)), x), true
}

func (r *tokenScores) spreadSentences(p *loaders.Passage, tokens []string) (name string, over []string) {
	if !hasPlaces(p) || len(p.Sentences) != len(r.scores) {
		return string(loaders.OverSentences), loaders.Fill(len(r.scores), func(i int) string { return fmt.Sprintf("sentence·%d", i) })
	}
	r.each = r.scores
	r.scores = make([]float64, len(tokens))
	for k, s := range p.Sentences {
		start, end := cutSpan(s, len(tokens))
		for i := start; i < end; i++ {
			r.scores[i] = r.each[k]
		}
	}
	return string(loaders.OverPassage), tokens
}

func (r *tokenScores) scoreSpans(ex *loaders.Example, scoredText loaders.ScoredText, n int) {
	if scoredText == loaders.OverSentences && ex.Passage != nil {
		r.scores = loaders.Within(r.spans, len(ex.Passage.Sentences))
	} else if r.spans != nil {
		r.scores = loaders.Within(r.spans, n)
	}
}
