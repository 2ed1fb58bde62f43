package figure

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
)

// Methods shows a metric as bars, together by method, aggregation and number of samples, one per
// model. Without a metric it is the one of src.Run's faithfulness. Runs without the number are left
// out.
func Methods(metric string) FigureKind {
	return FigureKind{"methods", "Methods side by side, by model", false, "", func(_ context.Context, src Source, f *Figure) error {
		of := cmp.Or(metric, strings.Join(src.run().Judged(), " "))
		p := Panel{X: Axis{Label: "method"}, Y: Axis{Label: of}, Form: Bars}
		own, _ := scoring.Pick(src.run().Scores(src.Settings), of, "overall")
		low, high, protocol := 0.0, 0.0, own.Protocol
		for k, run := range src.Runs {
			score, ok := scoring.Pick(loaders.Filter(run.Scores(src.Settings), func(s scoring.Score) bool {
				return protocol == "" || s.Protocol == protocol
			}), of, "overall")
			y, defined := score.Value.Float()
			if !ok || !defined {
				f.leaveOut(run, cmp.Or(score.Value.Why(), strings.TrimSpace("no score "+of)))
				continue
			}
			low, high, protocol = min(low, y), max(high, y), score.Protocol
			model, method := Family(run)
			parts := scoring.AppendNew(nil, method, run.Run.Facts["aggregation"], run.Run.Facts["samples"])
			method = cmp.Or(strings.TrimSpace(strings.Join(parts, " ")), run.Run.Name)
			p.putBar(
				k,
				cmp.Or(model, run.Run.Dataset),
				method,
				run.Run.Name,
				Point{Y: score.Value, N: score.Count, Scores: PointScores{1: &score}},
			)
		}
		if p.Names == nil {
			return nil
		}
		p.X.Ticks = loaders.Fill(len(p.Names)+1, func(i int) float64 { return float64(i) })
		p.Y.Ticks = facts.Edges(low, high, 5)
		f.Panels = []Panel{p}
		return nil
	}}
}

// A second bar gets a place called barName, so that none is hidden.
func (p *Panel) putBar(runIndex int, modelName, methodName, barName string, barPoint Point) {
	s := scoring.FindOrAppend(&p.Series, func(s Series) bool { return s.Name == modelName }, Series{Name: modelName, Run: runIndex})
	place := slices.Index(p.Names, methodName)
	if place >= 0 && slices.ContainsFunc(s.Points, func(other Point) bool { return p.Name(other.X) == methodName }) {
		place, methodName = -1, barName
	}
	if place < 0 {
		place, p.Names = len(p.Names), append(p.Names, methodName)
	}
	barPoint.X = float64(place) + .5
	s.Points = append(s.Points, barPoint)
}
