package figure

import (
	"context"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/steps"
)

func drawThresholds(ctx context.Context, rowSource Source, f *Figure) error {
	err := f.addSweep(ctx, rowSource, boxes.OverThreshold, "overall", Panel{Title: "over p", Y: Axis{"F1", shares}, Peak: true})
	if err == nil {
		err = f.addSweep(ctx, rowSource, boxes.OverIoU, "overall", Panel{Title: "over IoU", Y: Axis{"F1", shares}, Peak: true})
	}
	return err
}

// Scores shows F1, precision and recall of a module type, or "overall", at every hundredth of a
// threshold: a panel each, a line per run.
func Scores(axis boxes.Axis, partName string) FigureKind {
	title := "F1 by " + [...]string{boxes.OverThreshold: "threshold", boxes.OverIoU: "IoU"}[axis]
	if partName != "overall" {
		title += ": " + partName
	}
	return FigureKind{"scores-over-" + axis.String(), title, false, boxes.Protocol.Name, func(ctx context.Context, src Source,
		f *Figure) error {
		return f.addSweep(ctx, src, axis, partName, Panel{Y: Axis{"F1", shares}, Peak: true}, Panel{Y: Axis{"precision", shares}},
			Panel{Y: Axis{"recall", shares}})
	}}
}

func (f *Figure) addSweep(ctx context.Context, rowSource Source, axis boxes.Axis, partName string, panels ...Panel) error {
	label := [...]string{boxes.OverThreshold: "probability of a predicted box, p >", boxes.OverIoU: "IoU of an aligned box, IoU >"}[axis]
	places := axis.Places(rowSource.Settings)
	for k, run := range rowSource.Runs {
		curves, err := run.Sweep(ctx, rowSource.Settings, axis, places)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(curves, func(c boxes.Curve) bool { return c.Of == partName && c.Count > 0 })
		curve := loaders.ElementAt(curves, i)
		for p := range panels {
			var points []Point
			for at, y := range curveOf(&curve, panels[p].Y.Label) {
				points = append(points, Point{X: places[at], Y: y, N: curve.Count})
			}
			f.addSeries(&panels[p], rowSource, k, points, "no boxes to score")
		}
	}
	for _, p := range panels {
		p.X = Axis{label, shares}
		f.Panels = append(f.Panels, p)
	}
	return nil
}

// curveOf leaves precision undefined if nothing is predicted: the authors' code has 1, which would
// draw a peak.
func curveOf(c *boxes.Curve, metric string) []scoring.Value {
	switch metric {
	case "F1":
		return c.F1
	case "recall":
		return c.Recall
	}
	values := slices.Clone(c.Precision)
	for i, n := range c.Predicted {
		if n == 0 {
			values[i] = scoring.Undefined("nothing is predicted")
		}
	}
	return values
}

// StepScores shows the F1 of judges of steps, or the share of exact first errors if no run has an F1,
// at every hundredth of the step score: a line per run.
func StepScores() FigureKind {
	return FigureKind{"scores-over-step-score", "Judge performance by step score", false, steps.Protocol.Name, drawStepScores}
}

func drawStepScores(ctx context.Context, rowSource Source, f *Figure) error {
	sweeps, metric := make([]*steps.ScoreSweep, len(rowSource.Runs)), "exact"
	for k, run := range rowSource.Runs {
		var chains []scoring.Evidence
		if err := run.Each(ctx, func(_ int, _ string, evidence []scoring.Evidence) { chains = append(chains, evidence...) }); err != nil {
			return err
		}
		if sweeps[k] = steps.NewScoreSweep(chains); sweeps[k] != nil && sweeps[k].Metric == "f1" {
			metric = "f1"
		}
	}
	p := Panel{X: Axis{"a step is wrong below this score", shares}, Y: Axis{loaders.IfElse(metric == "f1", "F1", metric), shares}, Peak: true}
	for k, run := range rowSource.Runs {
		switch sweep := sweeps[k]; {
		case sweep == nil:
			f.leaveOut(run, "no judge scores the steps")
		case sweep.Metric != metric:
			f.leaveOut(run, "F1 needs chains with and without a wrong step")
		default:
			f.addSeries(&p, rowSource, k, loaders.Map(scoring.Hundredths(rowSource.Settings.StepScore), func(x float64) Point {
				return Point{X: x, Y: scoring.Defined(sweep.At(x)), N: sweep.Count}
			}), "")
		}
	}
	f.Panels = []Panel{p}
	return nil
}
