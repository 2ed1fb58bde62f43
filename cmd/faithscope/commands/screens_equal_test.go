package commands

import (
	"bytes"
	"encoding/csv"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/views"
	"faithscope/views/compare"
	"faithscope/views/groups"
	"faithscope/views/runs"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// onScreen returns the table that a screen exports after some keys, its head first.
func onScreen(t *testing.T, s *views.Session, v views.View, keys ...string) [][]string {
	t.Helper()
	var out bytes.Buffer
	s.Host.Write = func(_ string, write func(w io.Writer) error) error { return write(&out) }
	screen := viewtest.New(t, 160, 60, s, v)
	screen.Press(keys...)
	i := slices.IndexFunc(v.Actions(), func(a widget.Action) bool { return a.Name == "export" })
	screen.Run(v.Actions()[i].With("x.csv"))
	return records(t, out.String(), 0)
}

// records returns the rows of a CSV without its first columns.
func records(t *testing.T, text string, without int) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%v in\n%s", err, text)
	}
	for i := range rows {
		rows[i] = rows[i][without:]
	}
	return rows
}

func wantRecords(t *testing.T, what string, got, want [][]string) {
	t.Helper()
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%s: the screen has\n%v\nthe command\n%v", what, got, want)
	}
}

// A screen shows the same of a run of the demo as the command of the same name prints: of
// the first short run of each kind, and of the first two compared; with FAITHSCOPE_TEST_LONG
// of all.
func TestScreensEqualCommands(t *testing.T) {
	runs := programtest.ScoredDemo(t)
	for i, s := range runs {
		if demo.OracleOf(s.Run.Path) != "" { // which judges it in the demo, and not where a command is given the path alone
			run := loadertest.Formats(opening.Formats).Open(t, demo.Files, s.Run.Path, loaders.Options{})
			run.Name, run.Dataset = s.Run.Name, s.Run.Dataset
			runs[i] = readRun(t, run)
		}
	}
	s := viewtest.ReadAll(t,
		&views.Session{Data: views.Data{Runs: runs, Settings: scoring.Defaults()}, Console: viewtest.Sample(t).Console})
	s.Settings.Trials = 40
	var judges []string // of the runs that are printed
	printed := func(args ...string) string { return printed(t, slices.Concat(args, judges)...) }
	printing, compared, kinds := 0, 0, map[string]int{}
	for run := range s.Runs {
		kind := s.Run(run).Format + " " + s.Run(run).Dataset
		kinds[kind]++
		const short = 300 // examples
		alone := kinds[kind] == 1 && s.Run(run).Len() <= short || programtest.Long
		paired := kinds[kind] == 2 || kinds[kind] > 2 && programtest.Long
		name, path := s.Run(run).Name, filepath.FromSlash(s.Run(run).Path)
		if judges = nil; s.Run(run).Judge != "" {
			judges = []string{"--judge", filepath.FromSlash(s.Run(run).Judge)}
		}
		if alone {
			equalCommands(t, s, run, printed, printing%3 == 0 || programtest.Long)
			printing++
		}
		if paired {
			paths := []string{filepath.FromSlash(s.Run(run - 1).Path), path}
			if judges != nil { // of one file
				paths, judges = paths[1:], append([]string{"--judge", filepath.FromSlash(s.Run(run - 1).Judge)}, judges...)
			}
			own := onScreen(t, s, compare.New(s, run-1, run, ""))
			for i := range own {
				own[i] = own[i][2:] // after the names, which the demo chooses
			}
			args := slices.Concat([]string{"compare"}, paths, []string{"--trials", "40", "--format", "csv"})
			wantRecords(t, name+", compare", own, records(t, printed(args...), 2))
			compared++
		}
	}
	if compared < 4 || printing < 6 {
		t.Errorf("%d runs were compared with what is printed, and %d pairs", printing, compared)
	}
}

// equalCommands compares what screens show of one run with what commands print of it, and
// its slices and the two sides of a condition where that is asked for.
func equalCommands(t *testing.T, s *views.Session, run int, printed func(args ...string) string, sliced bool) {
	t.Helper()
	name, path := s.Run(run).Name, filepath.FromSlash(s.Run(run).Path)
	wantBlame(t, name, onScreen(t, s, groups.New(s, run, "", "module")), records(t, printed("blame", path, "--format", "csv"), 2))
	if sliced {
		found := groups.New(s, run, "", groups.Found)
		viewtest.New(t, 120, 30, s, found).Act("outcome", "right")
		wantRecords(t, name+", slices", onScreen(t, s, found),
			records(t, printed("slices", path, "--of", "accuracy", "--top", "0", "--format", "csv"), 2))
		const side = "len(question) > 40"
		split := groups.New(s, run, "", side)
		viewtest.New(t, 120, 30, s, split).Act("outcome", "right")
		screen := onScreen(t, s, split)
		command := records(t, printed("slices", path, "--by", side, "--of", "accuracy", "--format", "csv"), 2)
		slices.SortFunc(screen[1:], slices.Compare) // worst first on the screen
		slices.SortFunc(command[1:], slices.Compare)
		wantRecords(t, name+", by "+side, screen, command)
	}
	wantQuadrant(t, name, onScreen(t, s, runsAt(t, s, name), "tab"),
		printed("export", path, "--columns", "verdict, faithful, unfaithful", "--format", "csv", "-o", "-"))
}

// wantBlame compares what the groups by module have with the rows of the command, all
// types together left out.
func wantBlame(t *testing.T, name string, screen, want [][]string) {
	t.Helper()
	for _, row := range want[1:] {
		shown := slices.IndexFunc(screen, func(other []string) bool { return other[0] == row[0] })
		for k, column := range want[0] {
			at := slices.Index(screen[0], column)
			if at < 0 || row[0] == "overall" {
				continue
			}
			if shown < 0 || screen[shown][at] != row[k] {
				t.Errorf("%s, %s of %s: %s in the command, the screen has %v", name, column, row[0], row[k], screen)
			}
		}
	}
}

// runsAt returns the runs with one selected.
func runsAt(t *testing.T, s *views.Session, run string) views.View {
	t.Helper()
	v := runs.New(s)
	viewtest.New(t, 160, 60, s, v) // computes the scores
	i := slices.IndexFunc(v.Actions(), func(a widget.Action) bool { return a.Name == "run" })
	v.Actions()[i].With(run)
	return v
}

// wantQuadrant compares a quadrant with the examples of an export.
func wantQuadrant(t *testing.T, name string, quadrant [][]string, export string) {
	t.Helper()
	counts := map[[2]string]int{}
	for _, row := range records(t, export, 0)[1:] {
		faithful, verdict := "unjudged", strings.Replace(row[0], "unknown", "unjudged", 1)
		switch "true" {
		case row[1]:
			faithful = "faithful"
		case row[2]:
			faithful = "not"
		}
		counts[[2]string{verdict, faithful}]++
	}
	cells := 0
	for _, row := range quadrant[1:] {
		for k, column := range quadrant[0][1:] {
			check.Equal(t, "answers on the screen", row[1+k], strconv.Itoa(counts[[2]string{row[0], column}]), name, row[0], column)
			cells++
		}
	}
	if cells < 4 {
		t.Errorf("%s: the quadrant has %d cells", name, cells)
	}
}
