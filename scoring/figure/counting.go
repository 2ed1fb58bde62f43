package figure

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/counting"
	"faithscope/scoring/mcd"
)

// perCount draws a line per run: accuracy over the gold counts that occur.
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

// addAccuracy adds to a panel a series of each run that has any: accuracies of counting, at the
// percentages of a parity that follow a prefix, or without one at the gold counts that occur. Other
// runs are left out; the error is the context's.
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
			s.Points = append(s.Points, Point{x, score.Value, score.Count, leads})
		}
		if len(s.Points) == 0 {
			f.leaveOut(run, "no counting questions")
			continue
		}
		p.Series = append(p.Series, s)
	}
	return nil
}

// overP draws accuracy on the slices of every tenth of removed questions, a panel for each parity
// and a line per run.
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

// strategies are the ways to leave questions out, a panel each.
var strategies = []mcd.Strategy{mcd.OddEven, mcd.EvenOdd}

// percents are the ticks of a share that is left out.
var percents = []float64{0, 20, 40, 60, 80, 100}

// overTraining draws, for each model, accuracy on the test slice that leaves as much out as its
// training did, by the runs' facts p (percent) and strategy. A run without a strategy, such as that
// of p = 0, is in both panels; one without p is left out.
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
			p.Series[at].Points = append(p.Series[at].Points, Point{x, score.Value, score.Count, "defined(count.gold)"})
		}
		for _, s := range p.Series {
			loaders.SortBy(s.Points, placeOf)
		}
		f.Panels = append(f.Panels, p)
	}
	return nil
}
