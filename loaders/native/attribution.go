package native

import (
	"fmt"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// readAttributions adds the line's attributions. Null scores beside numbers are kept as NaN. Over a
// passage with sentences there may be one score more than tokens; boxes that modules found get 0,
// because the attribution didn't know them.
func (l *exampleLine) readAttributions(attributionList []attribution) {
	for i, in := range attributionList {
		n := l.lengthOver(in.Over)
		if in.Tokens != nil {
			n = len(in.Tokens)
		} else if p := l.ex.Passage; in.Over == loaders.OverPassage && p != nil && p.Sentences != nil && len(in.Scores.LenientNumbers) == n+1 {
			n++ // of the token that closes a sequence, which counts for the last sentence
		}
		what := fmt.Sprintf("attributions[%d] %s", i, in.Name)
		scores := []float64(in.Scores.LenientNumbers)
		if p := l.ex.Passage; in.Over == loaders.OverSentences && p != nil && len(scores) != len(p.Sentences) {
			l.Problem("%s has %d scores for %d sentences; counted as a failure", what, len(scores), len(p.Sentences))
		}
		if !in.Scores.hasSome(n) {
			scores = l.Weights(what, scores, n)
		}
		seconds, _ := in.Seconds.Known()
		if image, ok := l.ex.ImageOver(in.Over); ok {
			scores = l.padShared(scores, image)
		}
		l.ex.Attributions = append(l.ex.Attributions, loaders.Attribution{Name: in.Name, Class: in.Class, Over: in.Over, Tokens: in.Tokens,
			Scores: scores, Signed: in.Signed, Seconds: max(seconds, 0), Calls: max(in.Calls, 0),
			Interventions: l.readInterventions(what, in.Interventions)})
	}
}

func (w *tokenScores) hasSome(n int) bool {
	missing := len(w.LenientNumbers) - loaders.CountFunc(w.LenientNumbers, loaders.IsFinite)
	return 0 < missing && missing == w.nulls && missing < len(w.LenientNumbers) && (n < 0 || len(w.LenientNumbers) == n)
}

// readInterventions returns an attribution's interventions; nil and a problem if order, deletion
// and insertion don't fit each other. Without random orders it takes an earlier attribution's,
// because a file may have them once.
func (l *exampleLine) readInterventions(fieldName string, wireInterventions *interventions) *loaders.Interventions {
	if wireInterventions == nil {
		return nil
	}
	out := &loaders.Interventions{Remove: wireInterventions.Remove, Over: wireInterventions.Over}
	for i, e := range append([]erasure{wireInterventions.erasure}, wireInterventions.Random...) {
		parts := len(wireInterventions.Order)
		good := len(e.Deletion) == parts+1 && len(e.Insertion) == parts+1 &&
			slices.Equal(slices.Sorted(slices.Values(e.Order)), loaders.Indices(parts))
		for _, p := range slices.Concat(e.Deletion, e.Insertion) {
			good = good && len(p) == len(wireInterventions.Deletion[0]) && len(p) > 0 &&
				!slices.ContainsFunc(p, func(x float64) bool { return !(x >= 0 && x <= 1) })
		}
		if !good {
			l.Problem("%s: interventions need the order of the parts and the probabilities at each step; treated as missing", fieldName)
			return nil
		}
		rows := func(list []record.LenientNumbers) [][]float64 {
			return loaders.Map(list, func(p record.LenientNumbers) []float64 { return p })
		}
		erased := loaders.Erasure{Order: e.Order, Deletion: rows(e.Deletion), Insertion: rows(e.Insertion)}
		if i == 0 {
			out.Erasure = erased
		} else {
			out.Random = append(out.Random, erased)
		}
	}
	if out.Random == nil {
		out.Random = l.randomOrders(out)
	}
	return out
}

func (l *exampleLine) randomOrders(interventionData *loaders.Interventions) []loaders.Erasure {
	for _, a := range l.ex.Attributions {
		v := a.Interventions
		isAlike := v != nil && v.Remove == interventionData.Remove && v.Over == interventionData.Over &&
			len(v.Order) == len(interventionData.Order)
		if isAlike {
			return v.Random
		}
	}
	return nil
}
