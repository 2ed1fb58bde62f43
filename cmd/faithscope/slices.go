package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/report"
	"faithscope/scoring/slicing"
)

func slicesCommand() *cobra.Command {
	f, o := opening.NewFlags(), slicesOptions{Options: slicing.Defaults()}
	cmd := &cobra.Command{
		Use:   "slices RUN…",
		Short: "Find the subsets whose accuracy or faithfulness differs most",
		Long: "Find the subsets of a run whose accuracy or faithfulness differs most from the rest: every value of every facet " +
			"(types of modules, words of their arguments, shapes of programs, answers, causes, tags, metadata) and every pair.\n\n" +
			"Each is tested against the rest of the run: accuracy by Fisher's exact test with Newcombe's interval, faithfulness " +
			"by Welch's. All tests of an outcome are corrected together by Benjamini and Hochberg (1995): of the slices that " +
			"are printed, a share of --false-share is expected to be false. A slice is a query, for --where and for the filter " +
			"line.",
		Example: "faithscope slices predictions.json.gz\n" +
			"faithscope slices predictions.json.gz --of accuracy --least 30 --where hard --format json",
		RunE: func(cmd *cobra.Command, paths []string) error { return sliceRuns(cmd, paths, f, &o) },
	}
	cmd.Flags().Var(&o.format, "format", "table, json, csv, markdown or latex")
	cmd.Flags().Var(&value.OneOf{Word: &o.of, What: "an outcome", Known: facts.Outcomes}, "of", "accuracy or faithfulness (default: both)")
	cmd.Flags().IntVar(&o.Least, "least", o.Least, "examples that a slice has at least, and the rest")
	cmd.Flags().Float64Var(&o.FalseShare, "false-share", o.FalseShare, "share of false discoveries among those that are printed")
	cmd.Flags().IntVar(&o.top, "top", 20, "how many are printed of an outcome; JSON has all")
	f.AddWhere(cmd.Flags())
	f.AddTo(cmd.Flags())
	return cmd
}

// slicesOptions are the flags that slices alone takes.
type slicesOptions struct {
	slicing.Options
	format report.Format
	of     string
	top    int
}

func (o *slicesOptions) check() error {
	switch {
	case o.Least < 2:
		return fmt.Errorf("--least %d: a slice has two examples at least", o.Least)
	case !(o.FalseShare > 0 && o.FalseShare <= 1):
		return fmt.Errorf("--false-share %g is not a share above 0", o.FalseShare)
	}
	return nil
}

func sliceRuns(cmd *cobra.Command, paths []string, f *opening.Flags, o *slicesOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	return f.EachRun(cmd, paths, func(j *opening.Joined) error {
		ctx, runs := cmd.Context(), j.Runs
		tables, err := f.Tables(ctx, runs)
		if err != nil {
			return err
		}
		var sheets []report.Sheet
		data := sliceReport{Faithscope: 1, Runs: []runSlices{}}
		for i, t := range tables {
			run := runSlices{runs[i].Name, runs[i].Path, []outcomeSlices{}}
			for _, outcome := range facts.Outcomes {
				if o.of != "" && o.of != outcome {
					continue
				}
				r, err := t.Slices(ctx, t.All(), outcome, o.Options)
				if err != nil {
					return err
				}
				sheets = append(sheets, o.sheet(runs[i], outcome, &r))
				run.Outcomes = append(run.Outcomes, sliceData(outcome, &r))
			}
			data.Runs = append(data.Runs, run)
		}
		return report.WriteSheets(cmd.OutOrStdout(), o.format, sheets, data)
	})
}

// sheet lays out the slices of an outcome.
func (o *slicesOptions) sheet(run *loaders.Run, outcome string, r *slicing.Result) report.Sheet {
	sheet := report.Sheet{
		Run: run.Name, Path: run.Path, Title: "slices by " + outcome + " · scoring/slicing; Benjamini and Hochberg 1995",
		Under:   []string{fmt.Sprintf("%s with a number; %s tested, %s with a false share of %g", loaders.Count(r.N, "example"), loaders.Count(r.Tested, "slice"), differing(len(r.Slices)), o.FalseShare)},
		Columns: []string{"slice", "of", "mean", "n", "rest", "n of the rest", "difference", "95 %", "p", "adjusted p"},
	}
	if len(r.Slices) > o.top {
		sheet.Under = append(sheet.Under, fmt.Sprintf("the %d that differ most; --top shows more", o.top))
	}
	for _, s := range r.Slices[:min(len(r.Slices), o.top)] {
		between := ""
		if in := s.Difference.Interval; in != nil {
			between = fmt.Sprintf("%+.3f to %+.3f", in.Low, in.High)
		}
		sheet.Rows = append(sheet.Rows, []string{
			s.Where, outcome, fmt.Sprintf("%.3f", s.Mean), strconv.Itoa(s.N), fmt.Sprintf("%.3f", s.RestMean), strconv.Itoa(s.Rest),
			fmt.Sprintf("%+.3f", s.Mean-s.RestMean), between, scoring.Chance(scoring.Defined(s.P)), scoring.Chance(scoring.Defined(s.Adjusted)),
		})
	}
	return sheet
}

func differing(n int) string {
	switch n {
	case 0:
		return "none differs from the rest"
	case 1:
		return "1 differs from the rest"
	}
	return fmt.Sprintf("%d differ from the rest", n)
}

// sliceReport is what slices prints as JSON.
type sliceReport struct {
	Faithscope int         `json:"faithscope"`
	Runs       []runSlices `json:"runs"`
}

type runSlices struct {
	Name     string          `json:"name"`
	Path     string          `json:"path"`
	Outcomes []outcomeSlices `json:"outcomes"`
}

type outcomeSlices struct {
	Outcome string      `json:"outcome"`
	N       int         `json:"n"`
	Tested  int         `json:"tested"`
	Slices  []sliceLine `json:"slices"` // the largest difference first
}

type sliceLine struct {
	Where      string    `json:"where"`
	N          int       `json:"n"`
	Value      float64   `json:"value"`
	Rest       float64   `json:"rest"`
	Difference float64   `json:"difference"`
	Interval   []float64 `json:"interval"` // of 95 %, null where there is none
	P          float64   `json:"p"`
	Adjusted   float64   `json:"p_adjusted"`
}

func sliceData(outcome string, r *slicing.Result) outcomeSlices {
	out := outcomeSlices{outcome, r.N, r.Tested, []sliceLine{}}
	for _, s := range r.Slices {
		line := sliceLine{Where: s.Where, N: s.N, Value: s.Mean, Rest: s.RestMean, Difference: s.Mean - s.RestMean, P: s.P, Adjusted: s.Adjusted}
		if in := s.Difference.Interval; in != nil {
			line.Interval = []float64{in.Low, in.High}
		}
		out.Slices = append(out.Slices, line)
	}
	return out
}
