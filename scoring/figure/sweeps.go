package figure

import (
	"context"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/protocols/boxes"
)

func drawThresholds(ctx context.Context, src Source, f *Figure) error {
	err := f.addSweep(ctx, src, boxes.OverThreshold, "overall", Panel{Title: "over p", Y: Axis{"F1", shares}, Peak: true})
	if err == nil {
		err = f.addSweep(ctx, src, boxes.OverIoU, "overall", Panel{Title: "over IoU", Y: Axis{"F1", shares}, Peak: true})
	}
	return err
}

// Scores shows F1, precision and recall of a module type, or "overall", at every hundredth of a
// threshold: a panel each, a line per run.
func Scores(axis boxes.Axis, part string) Kind {
	title := "F1 over the " + [...]string{boxes.OverThreshold: "threshold", boxes.OverIoU: "IoU"}[axis]
	if part != "overall" {
		title += ": " + part
	}
	return Kind{"scores-over-" + axis.String(), title, false, boxes.Protocol.Name, func(ctx context.Context, src Source, f *Figure) error {
		return f.addSweep(ctx, src, axis, part, Panel{Y: Axis{"F1", shares}, Peak: true}, Panel{Y: Axis{"precision", shares}},
			Panel{Y: Axis{"recall", shares}})
	}}
}

func (f *Figure) addSweep(ctx context.Context, src Source, axis boxes.Axis, part string, panels ...Panel) error {
	label := [...]string{boxes.OverThreshold: "probability of a predicted box, p >", boxes.OverIoU: "IoU of an aligned box, IoU >"}[axis]
	places := axis.Places(src.Settings)
	for k, run := range src.Runs {
		curves, err := run.Sweep(ctx, src.Settings, axis, places)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(curves, func(c boxes.Curve) bool { return c.Of == part && c.Count > 0 })
		if i < 0 {
			f.leaveOut(run, "no boxes to score")
			continue
		}
		for p := range panels {
			s := Series{Name: run.Run.Name, Run: k}
			for at, y := range curveOf(&curves[i], panels[p].Y.Label) {
				s.Points = append(s.Points, Point{X: places[at], Y: y, N: curves[i].Count})
			}
			panels[p].Series = append(panels[p].Series, s)
		}
	}
	for _, p := range panels {
		p.X = Axis{label, shares}
		f.Panels = append(f.Panels, p)
	}
	return nil
}

// Precision is undefined if nothing is predicted, although the authors' code has 1.
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
