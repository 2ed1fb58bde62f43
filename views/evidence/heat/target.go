package heat

import (
	"slices"

	"faithscope/loaders"
)

// UnitsUnder returns the text and units under the cursor or of the selected sentence (-1 for none);
// ok is false for neither.
func (r *AttributionRows) UnitsUnder(selectedRow int) (text loaders.ScoredText, units loaders.Span, ok bool) {
	if r.Shown && r.bySentence() {
		if selectedRow >= 0 && hasPlaces(r.ranks.passage) && selectedRow < len(r.ranks.passage.Sentences) {
			return loaders.OverPassage, r.ranks.passage.Sentences[selectedRow], true
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
