package figure

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/protocols/classes"
	"faithscope/scoring/protocols/predicates"
)

// Points link to examples only if all confidences are in the file, because the query is over them.
func drawReliability(ctx context.Context, rowSource Source, f *Figure) error {
	p := Panel{X: Axis{"confidence", shares}, Y: Axis{"right answers", shares},
		Means: "right answers / answers whose confidence is in the bin; drawn at their mean confidence"}
	for k, run := range rowSource.Runs {
		at := scoring.Place(run.Protocols(), classes.Calibration.Name)
		var right, sure [classes.Bins]scoring.Mean
		given := true
		if err := run.Each(ctx, func(_ int, _ string, evidence []scoring.Evidence) {
			if at < 0 {
				return
			}
			e, ok := evidence[at].(*classes.Confidence)
			if !ok {
				return
			}
			share := 0.0
			if e.Right {
				share = 1
			}
			right[e.Bin()].Add(scoring.Defined(share))
			sure[e.Bin()].Add(scoring.Defined(e.P))
			given = given && e.Given
		}); err != nil {
			return err
		}
		var points []Point
		for i := range right {
			x, ok := sure[i].Value("").Float()
			if !ok {
				continue
			}
			point := Point{X: x, Y: right[i].Value(""), N: right[i].Count}
			if given {
				point.Leads = fmt.Sprintf("answer.probability %s %v and answer.probability <= %v",
					loaders.IfElse(i == 0, ">=", ">"), float64(i)/classes.Bins, float64(i+1)/classes.Bins)
			}
			points = append(points, point)
		}
		f.addSeries(&p, rowSource, k, points, "no answer with a verdict has a probability")
	}
	f.Panels = []Panel{p}
	return nil
}

func drawLikelihoods(ctx context.Context, rowSource Source, f *Figure) error {
	run := rowSource.run()
	at := scoring.Place(run.Protocols(), predicates.Concepts.Name)
	if at < 0 {
		f.leaveOut(run, "not scored with an oracle")
		return nil
	}
	whole, err := run.Total(ctx, at, rowSource.Settings)
	if err != nil {
		return err
	}
	for _, t := range predicates.Gathered(whole) {
		s := Series{Name: t.Concept, Run: rowSource.Run}
		for _, bin := range t.Bins(classes.Bins) {
			s.Points = append(s.Points, Point{X: bin.Likelihood, Y: scoring.Defined(bin.True), N: bin.N,
				Leads: "concept=" + strconv.Quote(strings.TrimPrefix(t.Concept, predicates.Relation))})
		}
		f.Panels = append(f.Panels, Panel{Title: t.Concept, X: Axis{"likelihood", shares}, Y: Axis{"true", shares}, Series: []Series{s},
			Means: "objects for which the concept is true / objects whose likelihood is in the bin; drawn at their mean likelihood"})
	}
	if f.Panels == nil {
		f.leaveOut(run, "no ground truth for its pictures: pass --oracle and --scenes")
	}
	return nil
}
