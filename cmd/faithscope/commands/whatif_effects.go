package commands

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
	"faithscope/scoring/facts"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

func needlessIn(ctx context.Context, x executor.Executor, run *loaders.Run, progressLine *progress.ProgressLine) (table.DocumentPart,
	error) {
	defer progressLine.End()
	list := &table.Table{Name: "needless", Title: "with-relation modules whose second argument doesn't change the answer at any threshold",
		Columns: table.Columns(facts.Examples[0].Name, "module", "argument", table.Count, "thresholds"), Long: true}
	of, tried, failed := 0, 0, 0
	type example struct {
		*loaders.Example
		found []executor.NeedlessRelation
		among int
		err   error
	}
	err := loaders.Pass(ctx, run, func(_ int, ex *loaders.Example) (example, error) {
		found, among, err := executor.FindNeedless(x, ex)
		return example{ex, found, among, err}, nil
	}, func(ex example) error {
		progressLine.Step()
		of += loaders.CountFunc(ex.Program, func(m loaders.Module) bool { return language.Of(m.Op) == language.WithRelation })
		if tried += ex.among; ex.err != nil {
			failed++
		}
		for _, n := range ex.found {
			second := ex.Program[n.Node].Children[1]
			list.Add(ex.ID, n.Node, ex.Program[second].Label(), n.Thresholds)
		}
		return nil
	})
	return table.DocumentPart{
		Name: run.Name, Path: run.Path, Tables: []*table.Table{list},
		Lines: []string{fmt.Sprintf("of %s, %d can be run at some threshold (needless: %d); %s can't be run",
			loaders.Count(of, "with-relation"), tried, len(list.Rows), loaders.Count(failed, "example"))},
		Facts: table.Named("can_be_run", tried, "with_relations", of, "failed", failed),
	}, err
}

func effectsOf(
	ctx context.Context, x executor.Executor, run *loaders.Run, iouThreshold float64, progressLine *progress.ProgressLine,
) (*executor.GoldEffects, error) {
	defer progressLine.End()
	all := &executor.GoldEffects{}
	return all, loaders.Pass(ctx, run, func(_ int, ex *loaders.Example) (none struct{}, err error) {
		all.Add(x, ex, iouThreshold)
		return none, nil
	}, func(struct{}) error {
		progressLine.Step()
		return nil
	})
}

// effectsTable counts frozen answers for the module whose network would have to look again, because
// that is the one to make computable.
func effectsTable(goldEffects *executor.GoldEffects) *table.Table {
	t := &table.Table{Name: "types", Title: "answers that change when one type of module is set to gold output",
		Columns: table.Columns("type=set to gold")}
	for _, names := range [][3]string{{"wrong", "mended", "mending"}, {"right", "broken", "breaking"}} {
		t.Columns = append(t.Columns, table.Columns(table.Count, names[0], names[0]+"_recomputed=recomputed", names[1],
			table.Number, names[2]+"=share", table.Between, names[2])...)
	}
	because := map[string]int{}
	for _, row := range goldEffects.Rows() {
		maps.Copy(because, row.Because)
	}
	frozen := loaders.SortedKeys(because)
	for _, op := range frozen {
		c := table.Count.Column(strings.TrimSuffix("frozen_"+op, "_"))
		c.Title = strings.TrimSuffix("frozen by "+op, " by ")
		t.Columns = append(t.Columns, c)
	}
	for _, row := range goldEffects.Rows() {
		mending, mended := row.Mending()
		breaking, broken := stats.Share(row.Broken, row.Right)
		cells := []any{
			row.Type, row.Wrong + row.FrozenWrong, row.Wrong, row.Mended, mending, table.Cell{Value: mending, Interval: mended},
			row.Right + row.FrozenRight, row.Right, row.Broken, breaking, table.Cell{Value: breaking, Interval: broken},
		}
		for _, op := range frozen {
			cells = append(cells, row.Because[op])
		}
		t.Add(cells...)
		if why := row.Frozen(); why != "" {
			t.Notes = append(t.Notes, row.Type+": "+why)
		}
	}
	if t.Rows == nil {
		t.Notes = []string{"no module has gold boxes or spans"}
	}
	return t
}
