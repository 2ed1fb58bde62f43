package evidence

import (
	"cmp"
	"fmt"
	"strings"

	"faithscope/loaders"
)

// grids are an example's attributions and rationales, those over the same
// tokens together.
type grids struct {
	all  []*grid
	rows int
	left []string // what has no tokens to stand over, in words
	log  bool
}

// collect collects the rows of an example; nil where it has neither rows nor,
// without a program, a passage to read.
func collect(ex *loaders.Example, log bool) *grids {
	gs := &grids{log: log}
	for i := range ex.Attributions {
		a := &ex.Attributions[i]
		name, tokens := tokensOver(ex, a.Over, a.Tokens)
		gs.add(ex, a.Over, name, tokens, &scoreRow{name: a.Name, scores: a.Scores, signed: a.Signed})
	}
	for i := range ex.Rationales {
		r := &ex.Rationales[i]
		if r.Sentence != nil && r.Spans == nil && r.Scores == nil {
			gs.sentence(ex, r)
			continue
		}
		name, tokens := tokensOver(ex, r.Over, gs.firstTokens(r))
		scores := r.Scores
		switch {
		case scores != nil:
		case r.Over == "sentences" && ex.Passage != nil: // of which none may be meant
			scores = ofSpans(r.Spans, len(ex.Passage.Sentences))
		case r.Spans != nil:
			scores = ofSpans(r.Spans, len(tokens))
		}
		gs.add(ex, r.Over, name, tokens, &scoreRow{name: r.Name, scores: scores, marks: true})
	}
	switch {
	case gs.rows > 0:
	case ex.Passage != nil && (len(gs.left) > 0 || len(ex.Program) == 0):
		gs.all = []*grid{{name: "passage", tokens: passageWords(ex.Passage)}}
	case len(gs.left) == 0:
		return nil
	}
	return gs
}

// tokensOver returns what a row over a part of the example stands over: own
// where the row brings its tokens.
func tokensOver(ex *loaders.Example, over string, own []string) (name string, tokens []string) {
	switch {
	case own != nil && over != "passage" && over != "sentences":
		return cmp.Or(over, "tokens"), own
	case over == "passage" || over == "sentences":
		return "passage", passageWords(ex.Passage)
	case over == "" || over == "question" || over == "tokens":
		return "question", ex.Tokens
	}
	return over, nil
}

// passageWords returns the passage's tokens, else its words; nil for none.
func passageWords(p *loaders.Passage) []string {
	switch {
	case p == nil:
		return nil
	case len(p.Tokens) > 0:
		return p.Tokens
	}
	return strings.Fields(p.Text)
}

// firstTokens are those of the first row with tokens of its own, over which a
// rationale over "tokens" stands too.
func (gs *grids) firstTokens(r *loaders.Rationale) []string {
	if r.Over != "tokens" {
		return nil
	}
	for _, g := range gs.all {
		if g.name == "tokens" {
			return g.tokens
		}
	}
	return nil
}

func ofSpans(spans []loaders.Span, n int) []float64 {
	scores := make([]float64, n)
	for _, s := range spans {
		for i := max(0, s.Start); i < min(s.End, n); i++ {
			scores[i] = 1
		}
	}
	return scores
}

// mostRows and mostGrids bound what is compared and drawn of an example.
const (
	mostRows  = 2000
	mostGrids = 50
)

// add puts a row over its tokens, in the grid that has them already.
func (gs *grids) add(ex *loaders.Example, over, name string, tokens []string, r *scoreRow) {
	r.scale, r.times = NewScale(r.scores, gs.log), 1
	switch {
	case r.scores == nil:
		gs.left = append(gs.left, r.name+": its scores are missing")
		return
	case over == "sentences":
		name, tokens = r.spread(ex.Passage, tokens)
	}
	// One score more is that of a closing special token.
	if len(tokens) == 0 || len(r.scores) > len(tokens)+1 {
		gs.left = append(gs.left, fmt.Sprintf("%s: %d scores over %s, of which the run has %s", r.name, len(r.scores), cmp.Or(over, "tokens"), loaders.Count(len(tokens), "token")))
		return
	}
	if gs.rows == mostRows || len(gs.all) == mostGrids {
		gs.left = append(gs.left[:min(len(gs.left), mostGrids)], fmt.Sprintf("%s and what comes after it: too many rows to show", r.name))
		return
	}
	gs.rows++
	for _, g := range gs.all {
		if g.has(name, tokens) {
			if len(tokens) > len(g.tokens) {
				g.tokens = tokens
			}
			g.add(r)
			return
		}
	}
	gs.all = append(gs.all, &grid{name: name, tokens: tokens, rows: []*scoreRow{r}})
}

// maxSpread bounds the sentences that a rationale can be one of.
const maxSpread = 1 << 20

// sentence adds a rationale that is one sentence.
func (gs *grids) sentence(ex *loaders.Example, r *loaders.Rationale) {
	n := *r.Sentence + 1
	if ex.Passage != nil && len(ex.Passage.Sentences) > 0 {
		n = len(ex.Passage.Sentences)
	}
	if *r.Sentence < 0 || *r.Sentence >= n || n > maxSpread {
		gs.left = append(gs.left, fmt.Sprintf("%s: sentence %d of %d", r.Name, *r.Sentence, n))
		return
	}
	scores := make([]float64, n)
	scores[*r.Sentence] = 1
	_, tokens := tokensOver(ex, "sentences", nil)
	gs.add(ex, "sentences", "passage", tokens, &scoreRow{name: r.Name, scores: scores, marks: true})
}

// row returns a row by its number from 0, nil for none.
func (gs *grids) row(number int) *scoreRow {
	for _, g := range gs.all {
		if number < len(g.rows) {
			return g.rows[number]
		}
		number -= len(g.rows)
	}
	return nil
}

// summary counts the rows and what they stand over.
func (gs *grids) summary() string {
	given, marked := 0, 0
	parts := make([]string, 0, len(gs.all))
	for _, g := range gs.all {
		for _, r := range g.rows {
			if r.marks {
				marked++
			} else {
				given++
			}
		}
		parts = append(parts, loaders.Count(len(g.tokens), "token"))
	}
	var counts []string
	if given > 0 {
		counts = append(counts, loaders.Count(given, "attribution"))
	}
	if marked > 0 {
		counts = append(counts, loaders.Count(marked, "rationale"))
	}
	over := strings.Join(parts, " and ")
	if counts == nil {
		return over
	}
	return strings.Join(counts, " and ") + " over " + over
}
