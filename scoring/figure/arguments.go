package figure

import (
	"context"
	"fmt"
	"strings"

	"faithscope/scoring/facts"
	"faithscope/scoring/table"
)

// placeArguments returns a place per type of module and argument, at its number of examples.
func placeArguments(ctx context.Context, src Source, f *Figure) (places []runPoint, t *table.Table, err error) {
	scores, examples, err := facts.ArgumentScores(ctx, src.run(), src.Settings)
	t = &table.Table{Columns: table.Columns("argument", table.Number, "y")}
	for _, s := range scores {
		op, argument, _ := strings.Cut(strings.TrimSuffix(s.Of, "]"), "[")
		t.Add(argument, table.Cell{Value: s.Value, N: s.Count, Score: &s})
		places = append(places, runPoint{run: src.Run, series: op, name: argument, x: table.Cell{Value: examples[s.Of]},
			leads: fmt.Sprintf("any(modules, .op == %q and .argument == %q)", op, argument)})
	}
	if places == nil {
		f.leaveOut(src.run(), "no module has both an argument and boxes to score")
	}
	return places, t, err
}
