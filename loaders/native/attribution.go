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
func (l *line) readAttributions(list []attribution) {
	for i, in := range list {
		n := l.lengthOver(in.Over)
		if in.Tokens != nil {
			n = len(in.Tokens)
		} else if p := l.ex.Passage; in.Over == loaders.OverPassage && p != nil && p.Sentences != nil {
			if len(in.Scores.Reals) == n+1 {
				n++ // of the token that closes a sequence, which counts for the last sentence
			}
		}
		what := fmt.Sprintf("attributions[%d] %s", i, in.Name)
		scores := []float64(in.Scores.Reals)
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

func (w *weights) hasSome(n int) bool {
	missing := len(w.Reals) - loaders.CountFunc(w.Reals, loaders.IsFinite)
	return 0 < missing && missing == w.nulls && missing < len(w.Reals) && (n < 0 || len(w.Reals) == n)
}

// readInterventions returns an attribution's interventions; nil and a problem if order, deletion
// and insertion don't fit each other. Without random orders it takes an earlier attribution's,
// because a file may have them once.
func (l *line) readInterventions(what string, in *interventions) *loaders.Interventions {
	if in == nil {
		return nil
	}
	out := &loaders.Interventions{Remove: in.Remove, Over: in.Over}
	for i, e := range append([]erasure{in.erasure}, in.Random...) {
		order := slices.Sorted(slices.Values(e.Order))
		good := len(order) == len(in.Order) && len(e.Deletion) == len(order)+1 && len(e.Insertion) == len(order)+1
		for k, part := range order {
			good = good && part == k
		}
		for _, p := range slices.Concat(e.Deletion, e.Insertion) {
			good = good && len(p) == len(in.Deletion[0]) && len(p) > 0 &&
				!slices.ContainsFunc(p, func(x float64) bool { return !(x >= 0 && x <= 1) })
		}
		if !good {
			l.Problem("%s: its interventions are not an order of parts with the probabilities at each step; they are missing", what)
			return nil
		}
		rows := func(list []record.Reals) [][]float64 {
			return loaders.Map(list, func(p record.Reals) []float64 { return p })
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

// randomOrders returns the random orders of the first attribution with the same parts, removed in
// the same way; nil if there is none.
func (l *line) randomOrders(in *loaders.Interventions) []loaders.Erasure {
	for _, a := range l.ex.Attributions {
		v := a.Interventions
		isAlike := v != nil && v.Remove == in.Remove && v.Over == in.Over && len(v.Order) == len(in.Order)
		if isAlike {
			return v.Random
		}
	}
	return nil
}
