package figure

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/mcd"
	"faithscope/scoring/protocols/counting"
)

func perCount(ctx context.Context, src Source, f *Figure) error {
	p := Panel{X: Axis{"gold count", nil}, Y: Axis{"accuracy", shares}}
	err := f.addAccuracy(ctx, src, src.Settings, &p, "")
	most := 1.0
	for _, s := range p.Series {
		for _, at := range s.Points {
			most = max(most, at.X)
		}
	}
	p.X.Ticks = loaders.Fill(int(most)+1, func(label int) float64 { return float64(label) })
	f.Panels = []Panel{p}
	return err
}

func (f *Figure) addAccuracy(ctx context.Context, src Source, settings scoring.Settings, p *Panel, prefix string) error {
	for k, run := range src.Runs {
		scores, err := run.Whole(ctx, counting.Protocol.Name, settings)
		if err != nil {
			return err
		}
		s := Series{Name: run.Run.Name, Run: k}
		for _, score := range scores {
			text, of := strings.CutPrefix(score.Of, prefix)
			x, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
			isLeftOut := score.Metric != "accuracy" || !of || err != nil || prefix == "" && score.Count == 0
			if isLeftOut {
				continue
			}
			leads := "defined(count.gold)"
			if prefix == "" {
				leads = "count.gold == " + text
			}
			s.Points = append(s.Points, Point{x, score.Value, score.Count, leads, [2]*scoring.Score{1: &score}})
		}
		if len(s.Points) == 0 {
			f.leaveOut(run, "no counting questions")
			continue
		}
		p.Series = append(p.Series, s)
	}
	return nil
}

func overP(ctx context.Context, src Source, f *Figure) error {
	settings := src.Settings
	settings.CountCurve = true
	for _, strategy := range strategies {
		p := Panel{Title: strategy.String(), X: Axis{"p, % of the other parity left out", percents}, Y: Axis{"accuracy", shares}}
		if err := f.addAccuracy(ctx, src, settings, &p, strategy.String()+"-"); err != nil {
			return err
		}
		f.Panels = append(f.Panels, p)
	}
	return nil
}

var strategies = []mcd.Strategy{mcd.OddEven, mcd.EvenOdd}

var percents = []float64{0, 20, 40, 60, 80, 100}

// A panel per parity, a line per model and a point per run, at its fact p. Without a fact strategy,
// like for p = 0, a run is in both.
func overTraining(ctx context.Context, src Source, f *Figure) error {
	settings := src.Settings
	settings.CountCurve = true
	var models []Series
	for k, run := range src.Runs {
		if model := run.Run.Fact("model"); run.Run.Fact("p") == "" {
			f.leaveOut(run, "it has no fact p: the share left out in training, in percent")
		} else if !slices.ContainsFunc(models, func(s Series) bool { return s.Name == model }) {
			models = append(models, Series{Name: model, Run: k})
		}
	}
	for _, strategy := range strategies {
		p := Panel{Title: strategy.String(), Series: slices.Clone(models), Y: Axis{"accuracy", shares},
			X: Axis{"p of training, % of the other parity left out", percents}}
		for _, run := range src.Runs {
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
				f.leaveOut(run, "no slice leaves "+share+" % out: p must be a multiple of ten from 0 to 100")
				continue
			}
			at := slices.IndexFunc(p.Series, func(s Series) bool { return s.Name == run.Run.Fact("model") })
			p.Series[at].Points = append(p.Series[at].Points, Point{x, score.Value, score.Count, "defined(count.gold)",
				[2]*scoring.Score{1: &score}})
		}
		for _, s := range p.Series {
			loaders.SortBy(s.Points, placeOf)
		}
		f.Panels = append(f.Panels, p)
	}
	return nil
}
