package figure

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"faithscope/scoring"
	"faithscope/scoring/mcd"
	"faithscope/scoring/protocols/counting"
)

const noCounts = "no counting questions"

func overP(ctx context.Context, rowSource Source, f *Figure) error {
	settings := rowSource.Settings
	settings.CountCurve = true
	for _, strategy := range strategies {
		p := Panel{Title: strategy.String(), X: Axis{"p, % of the other parity left out", percents}, Y: Axis{"accuracy", shares}}
		for k, run := range rowSource.Runs {
			scores, err := run.Whole(ctx, counting.Protocol.Name, settings)
			if err != nil {
				return err
			}
			var points []Point
			for _, score := range scores {
				text, of := strings.CutPrefix(score.Of, strategy.String()+"-")
				if x, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64); of && err == nil && score.Metric == "accuracy" {
					points = append(points, accuracyAt(x, &score))
				}
			}
			f.addSeries(&p, rowSource, k, points, noCounts)
		}
		f.Panels = append(f.Panels, p)
	}
	return nil
}

func accuracyAt(x float64, score *scoring.Score) Point {
	return Point{x, score.Value, score.Count, "defined(count.gold)", PointScores{1: score}, ""}
}

var strategies = []mcd.ParityStrategy{mcd.OddEven, mcd.EvenOdd}

var percents = []float64{0, 20, 40, 60, 80, 100}

// overTraining puts a run without a fact strategy into both panels, because p = 0 leaves nothing out.
// A panel per parity has a line per model and a point per run, at its fact p.
func overTraining(ctx context.Context, rowSource Source, f *Figure) error {
	settings := rowSource.Settings
	settings.CountCurve = true
	var models []Series
	for k, run := range rowSource.Runs {
		if model := run.Run.Fact("model"); run.Run.Fact("p") == "" {
			f.leaveOut(run, "the fact p (the percentage left out in training) is missing")
		} else if !slices.ContainsFunc(models, func(s Series) bool { return s.Name == model }) {
			models = append(models, Series{Name: model, Run: k})
		}
	}
	for _, strategy := range strategies {
		p := Panel{Title: strategy.String(), Series: slices.Clone(models), Y: Axis{"accuracy", shares},
			X: Axis{"p in training, % of the other parity left out", percents}}
		for _, run := range rowSource.Runs {
			share, trained := run.Run.Fact("p"), run.Run.Fact("strategy")
			if share == "" || trained != "" && trained != strategy.String() {
				continue
			}
			x, err := strconv.ParseFloat(share, 64)
			scores, wrong := run.Whole(ctx, counting.Protocol.Name, settings)
			score, found := scoring.Pick(scores, "accuracy", strategy.String()+"-"+share+"%")
			if wrong != nil {
				return wrong
			}
			if err != nil || !found {
				f.leaveOut(run, "no slice leaves out "+share+" %: p must be a multiple of ten from 0 to 100")
				continue
			}
			at := slices.IndexFunc(p.Series, func(s Series) bool { return s.Name == run.Run.Fact("model") })
			p.Series[at].Points = append(p.Series[at].Points, accuracyAt(x, &score))
		}
		f.Panels = append(f.Panels, p)
	}
	return nil
}
