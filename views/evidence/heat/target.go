package heat

import (
	"slices"

	"faithscope/loaders"
)

// UnitsUnder returns the text and units under the cursor or of the selected sentence (-1 for none);
// ok is false for neither.
func (r *AttributionRows) UnitsUnder(selectedRow int) (text loaders.ScoredText, units loaders.Span, ok bool) {
	isRanked := r.Shown && r.bySentence() && hasPlaces(r.ranks.passage)
	if isRanked && selectedRow >= 0 && selectedRow < len(r.ranks.passage.Sentences) {
		return loaders.OverPassage, r.ranks.passage.Sentences[selectedRow], true
	}
	if g, token := r.tokenUnder(); g != nil {
		for _, part := range g.textParts(r.example) {
			if unit := slices.Index(part.tokens, token); unit >= 0 {
				return part.text, loaders.Span{Start: unit, End: unit + 1}, true
			}
		}
	}
	return "", units, false
}
