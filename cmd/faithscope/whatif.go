package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/table"
)

func whatifCommand() *cobra.Command {
	f, o := opening.NewFlags(), oracle.Programs{}
	cmd := &cobra.Command{
		Use:   "whatif RUN…",
		Short: "Set modules to their gold, and see which answers become right",
		Long: "Run the programs of runs again with one type of module set to its gold, and say of how many wrong answers " +
			"that makes right ones, and the other way round: whether what is unfaithful is also what is wrong.\n\n" +
			"A gold box is found by the proposal that overlaps it most, by more than --iou. Modules without parameters " +
			"compute; a learned one above what is changed takes its new arguments where its output is a product with them, and " +
			"keeps its output where its network would have to look again: such answers are frozen: in no share, and counted beside.\n\n" +
			"Runs of neural module networks need nothing more; those of ∇-FOL the oracle that they were run on.",
		Example: "faithscope whatif predictions.json.gz\n" +
			"faithscope whatif predictions.json.gz --counting sum --format json\n" +
			"faithscope whatif base.jsonl.gz --oracle oracle.jsonl.gz --concepts ontology.json",
		RunE: func(cmd *cobra.Command, paths []string) error { return whatif(cmd, paths, f, &o) },
	}
	o.AddTo(cmd.Flags())
	addFormat(cmd.Flags(), &f.Format)
	f.AddFiles(cmd.Flags())
	f.AddSetting(cmd.Flags(), "iou")
	return cmd
}

func whatif(cmd *cobra.Command, paths []string, f *opening.Flags, o *oracle.Programs) error {
	return f.EachRun(cmd, paths, func(j *opening.Joined) error {
		ctx, d := cmd.Context(), &table.Document{List: "runs"}
		var errs []error
		for _, run := range j.Runs {
			x, done, err := o.ExecutorOf(ctx, f, run)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", run.Path, err))
				continue
			}
			all, err := effectsOf(ctx, x, run, f.Settings.IoU, progress.New(cmd.ErrOrStderr(), "running", run))
			done()
			if err != nil {
				return err
			}
			d.Parts = append(d.Parts, table.Part{
				Name: run.Name, Path: run.Path, Lines: []string{all.String()}, Tables: []*table.Table{effectsTable(all)},
				Facts: table.Named("examples", all.Examples, "unjudged", all.Unjudged, "failed", all.Failed, "apart", all.Apart),
			})
		}
		return errors.Join(append(errs, printTables(cmd, d, f.Format))...)
	})
}

// effectsOf runs all programs of a run, on all cores.
func effectsOf(ctx context.Context, x executor.Executor, run *loaders.Run, iou float64, shown *progress.Shown) (*executor.Effects, error) {
	defer shown.End()
	all := &executor.Effects{}
	return all, loaders.Pass(ctx, run, func(_ int, ex *loaders.Example) (*executor.Effects, error) {
		own := &executor.Effects{}
		own.Add(x, ex, iou)
		return own, nil
	}, func(own *executor.Effects) error {
		all.Merge(own)
		shown.Step()
		return nil
	})
}

// effectsTable lays out what becomes of the answers. Frozen ones are counted by
// the module whose network would have to look again.
func effectsTable(all *executor.Effects) *table.Table {
	t := &table.Table{Name: "types", Title: "answers that change where one type of module is set to its gold", Columns: []table.Column{{Name: "type", Title: "set to gold"}}}
	for _, names := range [][3]string{{"wrong", "mended", "mending"}, {"right", "broken", "breaking"}} {
		t.Columns = append(t.Columns, table.Column{Name: names[0], Kind: table.Count}, table.Column{Name: names[0] + "_recomputed", Title: "recomputed", Kind: table.Count},
			table.Column{Name: names[1], Kind: table.Count}, table.Column{Name: names[2], Title: "share", Kind: table.Number}, table.Column{Name: names[2], Title: "95 %", Kind: table.Between})
	}
	var frozen []string
	for _, row := range all.Rows() {
		frozen = append(frozen, slices.Collect(maps.Keys(row.Because))...)
	}
	slices.Sort(frozen)
	frozen = slices.Compact(frozen)
	for _, op := range frozen {
		t.Columns = append(t.Columns, table.Column{Name: strings.TrimSuffix("frozen_"+op, "_"), Title: strings.TrimSuffix("frozen by "+op, " by "), Kind: table.Count})
	}
	for _, row := range all.Rows() {
		mending, mended := row.Mending()
		breaking, broken := row.Breaking()
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
		t.Notes = []string{"no module has gold boxes"}
	}
	return t
}
