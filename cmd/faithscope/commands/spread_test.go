package commands

import (
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/table"
)

// An interval of the demo is shown as ± only if neither side is more than 1.5 times the other, and
// otherwise with both of its ends, one of which may be the value.
func TestIntervalsShowBothEndsIfSkewed(t *testing.T) {
	runs := programtest.ScoredDemo(t)
	settings := scoring.Defaults()
	settings.Trials = 100
	r := report.Build(runs, settings)
	check.NoError(t, r.DrawIntervals(t.Context(), runs))
	column, between := table.Column{Kind: table.Number}, table.Column{Kind: table.Between}
	halves, ends := 0, 0
	for i := range r.Runs {
		for _, score := range r.Runs[i].Scores {
			x, ok := score.Value.Float()
			in := score.Interval
			if !ok || in == nil {
				continue
			}
			cell := table.Cell{Value: score.Value, Interval: in}
			text := strings.ReplaceAll(" "+column.Show(cell), " 0.", " .")
			first, last, _ := strings.Cut(strings.ReplaceAll(" "+between.Show(cell), " 0.", " ."), " to ")
			last = strings.TrimPrefix(strings.ReplaceAll(" "+last, " 0.", " ."), " ")
			below, above := max(x-in.Low, 0), max(in.High-x, 0)
			isSkewed := max(below, above) > 1.5*min(below, above) && strings.TrimPrefix(first, " ") != last
			hasEnds := map[bool]string{false: "[" + strings.TrimPrefix(first, " ") + ", " + last + "]"}[in.Low == x || in.High == x]
			switch isHalf := strings.Contains(text, "±"); {
			case isHalf == isSkewed, !isHalf && hasEnds != "" && !strings.Contains(strings.ReplaceAll(text, "[0.", "[."), hasEnds):
				t.Errorf("%s %s of %s in %s: %q, %q of %g in %g to %g", score.Protocol, score.Metric, score.Of, r.Runs[i].Name, text, hasEnds, x,
					in.Low, in.High)
			case isHalf:
				halves++
			default:
				ends++
			}
		}
	}
	if halves < 300 || ends < 150 {
		t.Errorf("%d are shown by half their width, %d by both ends", halves, ends)
	}
}
