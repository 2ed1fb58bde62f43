package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/cmd/faithscope/progress"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/report"
)

func whatifCommand() *cobra.Command {
	f, o := opening.NewFlags(), whatifOptions{oracle.Programs{}, "table"}
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
	o.addTo(cmd.Flags())
	f.AddFiles(cmd.Flags())
	f.AddSetting(cmd.Flags(), "iou")
	return cmd
}

// whatifOptions are the flags of whatif beside those of files.
type whatifOptions struct {
	oracle.Programs
	format string
}

func (o *whatifOptions) addTo(set *pflag.FlagSet) {
	o.AddTo(set)
	set.Var(&value.OneOf{Word: &o.format, What: "a format of a report", Known: []string{"table", "json"}}, "format", "table or json")
}

func whatif(cmd *cobra.Command, paths []string, f *opening.Flags, o *whatifOptions) error {
	if len(paths) == 0 {
		return errors.New("name a run")
	}
	ctx := cmd.Context()
	runs, failed := opening.Runs(ctx, paths, f.Options)
	defer opening.CloseAll(runs)
	var list []*effects
	var errs []error
	for _, run := range runs {
		x, done, err := o.ExecutorOf(ctx, f, run)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", run.Path, err))
			continue
		}
		e := &effects{run: run}
		err = e.read(ctx, x, f.Settings.IoU, progress.New(cmd.ErrOrStderr(), "running", run))
		done()
		if err != nil {
			return err
		}
		list = append(list, e)
	}
	if o.format == "json" {
		errs = append(errs, writeEffects(cmd.OutOrStdout(), list))
	} else {
		for _, e := range list {
			errs = append(errs, e.write(cmd.OutOrStdout()))
		}
	}
	return errors.Join(append(errs, opening.Errors(failed))...)
}

// effects are what becomes of the answers of a run.
type effects struct {
	run *loaders.Run
	executor.Effects
}

// read runs all programs, on all cores.
func (e *effects) read(ctx context.Context, x executor.Executor, iou float64, shown *progress.Shown) error {
	defer shown.End()
	return loaders.Pass(ctx, e.run, func(_ int, ex *loaders.Example) (*executor.Effects, error) {
		own := &executor.Effects{}
		own.Add(x, ex, iou)
		return own, nil
	}, func(own *executor.Effects) error {
		e.Merge(own)
		shown.Step()
		return nil
	})
}

// shareText is a share with its interval: ".49 (.42 to .56)".
func shareText(v scoring.Value, in *scoring.Interval) string {
	x, ok := v.Float()
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%.3f (%.3f to %.3f)", x, in.Low, in.High)
}

func (e *effects) write(w io.Writer) error {
	fmt.Fprintf(w, "%s\n", loaders.Clean(e.run.Name))
	p := report.Printed{
		Head:  []string{"set to gold", "wrong", "recomputed", "mended", "share, 95 %", "right", "recomputed", "broken", "share, 95 %"},
		Align: "lrrrrrrrr",
	}
	var frozen []string
	for _, row := range e.Rows() {
		p.Rows = append(p.Rows, []string{
			loaders.Clean(row.Type), fmt.Sprint(row.Wrong + row.FrozenWrong), fmt.Sprint(row.Wrong), fmt.Sprint(row.Mended), shareText(row.Mending()),
			fmt.Sprint(row.Right + row.FrozenRight), fmt.Sprint(row.Right), fmt.Sprint(row.Broken), shareText(row.Breaking()),
		})
		if why := row.Frozen(); why != "" {
			frozen = append(frozen, loaders.Clean("  "+row.Type+": "+why)+"\n")
		}
	}
	if err := p.WriteAligned(w, "  "); err != nil {
		return err
	}
	fmt.Fprint(w, strings.Join(frozen, ""))
	if len(e.Rows()) == 0 {
		fmt.Fprintln(w, "  no module has gold boxes")
	}
	if left := e.String(); left != "" {
		fmt.Fprintln(w, "  "+left)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// jsonEffects is a run's effects as JSON.
type jsonEffects struct {
	Name     string       `json:"name"`
	Path     string       `json:"path"`
	Examples int          `json:"examples"`
	Unjudged int          `json:"unjudged"`
	Failed   int          `json:"failed"`
	Apart    int          `json:"apart"`
	Rows     []jsonEffect `json:"types"`
}

type jsonEffect struct {
	Type            string         `json:"type"`
	Wrong           int            `json:"wrong"`
	WrongRecomputed int            `json:"wrong_recomputed"`
	Mended          int            `json:"mended"`
	Mending         []float64      `json:"mending_interval"` // null where there is none to mend
	Right           int            `json:"right"`
	RightRecomputed int            `json:"right_recomputed"`
	Broken          int            `json:"broken"`
	Breaking        []float64      `json:"breaking_interval"`
	Frozen          map[string]int `json:"frozen"` // by the module whose network would have to look, "" for another reason
}

func writeEffects(w io.Writer, list []*effects) error {
	out := struct {
		Version int           `json:"faithscope"`
		Runs    []jsonEffects `json:"runs"`
	}{1, []jsonEffects{}}
	bounds := func(_ scoring.Value, in *scoring.Interval) []float64 {
		if in == nil {
			return nil
		}
		return []float64{in.Low, in.High}
	}
	for _, e := range list {
		run := jsonEffects{loaders.Clean(e.run.Name), loaders.Clean(e.run.Path), e.Examples, e.Unjudged, e.Failed, e.Apart, []jsonEffect{}}
		for _, row := range e.Rows() {
			run.Rows = append(run.Rows, jsonEffect{
				loaders.Clean(row.Type), row.Wrong + row.FrozenWrong, row.Wrong, row.Mended, bounds(row.Mending()),
				row.Right + row.FrozenRight, row.Right, row.Broken, bounds(row.Breaking()), row.Because,
			})
		}
		out.Runs = append(out.Runs, run)
	}
	return report.WriteJSON(w, out)
}
