package evidence

import (
	"slices"

	"faithscope/loaders"
)

// Aim returns what the cursor is on: units of the passage or of the question of the example that
// is shown. ok is false where it is on neither.
func (p *Panel) Aim() (text loaders.ScoredText, units loaders.Span, ok bool) {
	r := p.rows
	if r.shown && r.bySentence() {
		if at := p.words.selectedIn(r); at >= 0 && hasPlaces(r.ranks.passage) && at < len(r.ranks.passage.Sentences) {
			return loaders.OverPassage, r.ranks.passage.Sentences[at], true
		}
		return "", units, false
	}
	g, token := r.tokenUnder()
	if g == nil {
		return "", units, false
	}
	for _, part := range g.textParts(r.example) {
		if unit := slices.Index(part.tokens, token); unit >= 0 {
			return part.text, loaders.Span{Start: unit, End: unit + 1}, true
		}
	}
	return "", units, false
}

// Reads reports whether the texts of the example are shown, rather than what a module did.
func (p *Panel) Reads() bool { return p.rows.shown }

// Pick selects the row of a token of a [Draft].
func (p *Panel) Pick(token int) { p.words.selectOf(&p.passage, token) }
