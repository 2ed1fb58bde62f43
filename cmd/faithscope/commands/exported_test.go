package commands

import (
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
	"faithscope/views/compare"
	"faithscope/views/groups"
	"faithscope/views/results"
	"faithscope/views/viewtest"
)

// wantCounted fails for a value in rows of a CSV that rests on nothing: X beside an X_n of 0, or the
// value of a row whose count is 0.
func wantCounted(t *testing.T, what string, rows [][]string) (counted int) {
	t.Helper()
	values := map[string][]string{"count": {"value", "a", "b"}, "n": {"value", "mean"}, "rest_n": {"rest"}}
	for k, name := range rows[0] {
		if of, found := strings.CutSuffix(name, "_n"); found {
			values[name] = append(values[name], of)
		}
		for _, of := range values[name] {
			at := slices.Index(rows[0], of)
			if at < 0 {
				continue
			}
			for _, row := range rows[1:] {
				if row[at] == "" {
					continue
				}
				if counted++; row[k] == "0" {
					t.Errorf("%s: %s is %s with %s 0 in %q", what, of, row[at], name, row)
				}
			}
		}
	}
	return counted
}

// No value that a command or a screen exports of a run of the demo has n 0: of the first run of each
// kind, and with FAITHSCOPE_TEST_LONG of all.
func TestExportedValuesHaveCounts(t *testing.T) {
	runs := programtest.ScoredDemo(t)
	s := viewtest.ReadAll(t, demoSession(t, scoring.Defaults()))
	s.Settings.Trials = 20
	counted, kinds := 0, map[string]bool{}
	see := func(what string, rows [][]string) { counted += wantCounted(t, what, rows) }
	written := func(d *table.Document) [][]string {
		var b strings.Builder
		check.NoError(t, d.Write(&b, table.Find("csv")))
		return records(t, b.String(), 0)
	}
	for k, run := range runs {
		kind, name := run.Run.Format+" "+run.Run.Dataset, run.Run.Name
		if kinds[kind] && !programtest.Long {
			continue
		}
		kinds[kind] = true
		for _, by := range []string{"module", "kind", "op", "concept", "verdict"} {
			see(name+" by "+by, onScreen(t, s, groups.New(s, k, "", by)))
		}
		see(name+" in Groups", onScreen(t, s, groups.New(s, k, "", groups.Found)))
		see(name+" in Runs", onScreen(t, s, runsAt(t, s, name)))
		see(name+" in Results", onScreen(t, s, results.New(s, k, "")))
		see(name+" in Compare", onScreen(t, s, compare.New(s, k, (k+1)%len(runs), "")))
		see(name+", score", written(report.Build([]*session.ScoredRun{run}, s.Settings).Document()))
		for _, args := range []string{"slices --by kind --of accuracy", "export -o - --rows modules"} {
			words := strings.Fields(args)
			out, _, err := command(t, slices.Concat(words[:1], programtest.DemoArgs(name), words[1:], []string{"--format", "csv"})...)
			if err == nil {
				see(name+", "+args, records(t, out, 0))
			}
		}
	}
	out := printed(t, append([]string{"tables --format csv"}, programtest.DemoArgs(programtest.FaithfulRun)...)...)
	see("tables", records(t, out, 0))
	if counted < 1000 {
		t.Errorf("only %d values", counted)
	}
}
