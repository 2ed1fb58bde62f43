package main

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/report"
)

func blameCommand() *cobra.Command {
	f := opening.NewFlags()
	var format report.Format
	cmd := &cobra.Command{
		Use:   "blame RUN…",
		Short: "Say which modules are at fault, and why",
		Long: "Say which modules are at fault. A module is wrong when its score is below the bar of faithfulness, .5. Its error " +
			"is inherited when something scored under it is wrong too, and local when nothing is. The culprit of an example is " +
			"its first module, in the order of execution, whose error is local.\n\n" +
			"Per type of module: how many have a score, how many are wrong and how, in how many examples with a right and with " +
			"a wrong answer the type is the culprit, and why.",
		Example: "faithscope blame predictions.json.gz\n" +
			"faithscope blame predictions.json.gz --where 'right unfaithful' --format markdown",
		RunE: func(cmd *cobra.Command, paths []string) error { return blameRuns(cmd, paths, f, &format) },
	}
	cmd.Flags().Var(&format, "format", "table, json, csv, markdown or latex")
	f.AddWhere(cmd.Flags())
	f.AddTo(cmd.Flags())
	return cmd
}

func blameRuns(cmd *cobra.Command, paths []string, f *opening.Flags, format *report.Format) error {
	return f.EachRun(cmd, paths, func(j *opening.Joined) error {
		var sheets []report.Sheet
		data := blameReport{Faithscope: 1, Runs: []runBlame{}}
		tables, err := f.Tables(cmd.Context(), j.Runs)
		if err != nil {
			return err
		}
		for i, run := range j.Runs {
			blame := tables[i].Blame(tables[i].All())
			sheets = append(sheets, blameSheet(run, blame, f.Settings))
			data.Runs = append(data.Runs, blameData(run, blame))
		}
		return report.WriteSheets(cmd.OutOrStdout(), *format, sheets, data)
	})
}

// blameSheet lays a run's blame out, the most frequent culprit first, all types
// together at the end.
func blameSheet(run *loaders.Run, t *facts.Blame, s scoring.Settings) report.Sheet {
	causes := t.Causes()
	sheet := report.Sheet{
		Run: run.Name, Path: run.Path, Title: "blame · this program's own, of no paper",
		Under: []string{
			fmt.Sprintf("%s, %d with a scored module; %d have a culprit", loaders.Count(t.Examples, "example"), t.Judged, t.Total.Culprits()),
			fmt.Sprintf("wrong: F1 < %g with boxes, attention on gold < %g with spans · culprit: the first module wrong although its inputs are right", s.FaithfulF1, s.FaithfulMass),
		},
		Columns: []string{"module", "scored", "wrong", "local", "inherited", "culprit", "answer right", "answer wrong"},
	}
	for _, c := range causes {
		sheet.Columns = append(sheet.Columns, c.String())
	}
	if t.Judged == 0 {
		sheet.Under = []string{loaders.Count(t.Examples, "example") + ", none with a scored module: no program of this run has gold for its modules"}
		return sheet
	}
	for _, row := range append(slices.Clip(t.Types), t.Total) {
		cells := []string{row.Type}
		for _, n := range []int{row.Used, row.Wrong, row.Local, row.Wrong - row.Local, row.Culprits(), row.First[loaders.Right], row.First[loaders.Wrong]} {
			cells = append(cells, strconv.Itoa(n))
		}
		for _, c := range causes {
			cells = append(cells, strconv.Itoa(row.Causes[c]))
		}
		sheet.Rows = append(sheet.Rows, cells)
	}
	return sheet
}

// blameReport is what blame prints as JSON.
type blameReport struct {
	Faithscope int        `json:"faithscope"`
	Runs       []runBlame `json:"runs"`
}

type runBlame struct {
	Name     string      `json:"name"`
	Path     string      `json:"path"`
	Examples int         `json:"examples"`
	Judged   int         `json:"judged"`
	Types    []typeBlame `json:"types"` // the most frequent culprit first
}

type typeBlame struct {
	Type            string         `json:"type"`
	Scored          int            `json:"scored"`
	Local           int            `json:"local"`
	Inherited       int            `json:"inherited"`
	CulpritRight    int            `json:"culprit_right"`
	CulpritWrong    int            `json:"culprit_wrong"`
	CulpritUnjudged int            `json:"culprit_unjudged"`
	Causes          map[string]int `json:"causes"` // of the culprits
}

func blameData(run *loaders.Run, t *facts.Blame) runBlame {
	out := runBlame{run.Name, run.Path, t.Examples, t.Judged, []typeBlame{}}
	for _, row := range t.Types {
		causes := map[string]int{}
		for c, n := range row.Causes {
			causes[c.String()] = n
		}
		out.Types = append(out.Types, typeBlame{row.Type, row.Used, row.Local, row.Wrong - row.Local,
			row.First[loaders.Right], row.First[loaders.Wrong], row.First[loaders.Unknown], causes})
	}
	return out
}
