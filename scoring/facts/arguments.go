package facts

import (
	"context"

	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/session"
)

// ArgumentScores returns the F1 by argument ([boxes.ByArgument]) of a run's own boxes, and how many
// examples each rests on, by the score's subject. The error is the context's.
func ArgumentScores(ctx context.Context, run *session.ScoredRun, settings scoring.Settings) (
	scores []scoring.Score, examples map[string]int, err error,
) {
	settings.UpperBound = false
	k, all := scoring.Place(run.Protocols(), boxes.Protocol.Name), boxes.ByArgument(settings)
	examples = map[string]int{}
	err = run.Each(ctx, func(_ int, _ string, evidence []scoring.Evidence) {
		if k < 0 || evidence[k] == nil {
			return
		}
		all.Add(evidence[k])
		own := boxes.ByArgument(settings)
		own.Add(evidence[k])
		for _, s := range own.Scores() {
			examples[s.Of]++
		}
	})
	return all.Scores(), examples, err
}
