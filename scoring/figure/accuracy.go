package figure

import (
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/protocols/faithfulness"
)

func ticksAround(values []float64, least float64) []float64 {
	const room = .02
	return facts.Edges(max(least, slices.Min(values)-room), min(1, slices.Max(values)+room), 8)
}

type accuracyMeasure struct {
	axis             Axis
	leads            string
	protocol, metric string
	why              string
}

// A note has the r without each of three models or more, because one may make a correlation.
func (m accuracyMeasure) drawAgainstAccuracy(ctx context.Context, src Source, f *Figure) error {
	p := Panel{Form: Points}
	var xs, ys []float64
	var models []string
	for k, run := range src.Runs {
		scores, err := run.Whole(ctx, answers.Protocol.Name, src.Settings)
		if err != nil {
			return err
		}
		accuracy, _ := scoring.Pick(scores, "accuracy", "overall")
		scores, err = run.Whole(ctx, m.protocol, src.Settings)
		if err != nil {
			return err
		}
		value, ok := scoring.Pick(scores, m.metric, "overall")
		if !ok {
			value.Value = scoring.Undefined(m.why)
		}
		at, answered := accuracy.Value.Float()
		number, defined := value.Value.Float()
		switch {
		case !answered:
			f.leaveOut(run, "no answers to score")
		case !defined:
			f.leaveOut(run, value.Value.Why())
		default:
			xs, ys, models = append(xs, at), append(ys, number), append(models, run.Run.Fact("model"))
			p.Series = append(p.Series, Series{Name: run.Run.Name, Run: k, Points: []Point{{at, value.Value, value.Count, m.leads,
				[2]*scoring.Score{&accuracy, &value}}}})
		}
	}
	if len(xs) > 0 {
		p.X, p.Y = Axis{"accuracy", ticksAround(xs, 0)}, Axis{m.axis.Label, ticksAround(ys, m.axis.Min())}
		f.Panels = []Panel{p}
	}
	if len(xs) > 2 {
		all := Correlate(models, xs, ys)
		without := loaders.Map(all[1:], func(c Correlation) string { return c.Without + ": " + c.inShort() })
		if f.Title += " · Pearson's " + all[0].String(); without != nil {
			f.Note = "without " + strings.Join(without, " · ")
		}
	}
	return nil
}

func alignmentAccuracy(ctx context.Context, src Source, f *Figure) error {
	leads := "defined(" + facts.ColumnOf(alignment.Protocol.Name, "c", "overall") + ")"
	m := accuracyMeasure{Axis{"ΔA", []float64{-2}}, leads, alignment.Protocol.Name, "delta_a", "no attributions to align"}
	return m.drawAgainstAccuracy(ctx, src, f)
}

func faithfulnessAccuracy(ctx context.Context, src Source, f *Figure) error {
	m := accuracyMeasure{Axis{"faithful", shares}, "scored", faithfulness.Protocol.Name, "faithful", "no example is judged faithful or not"}
	return m.drawAgainstAccuracy(ctx, src, f)
}
