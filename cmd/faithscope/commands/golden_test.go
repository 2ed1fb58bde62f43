package commands

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/scoring"
	"faithscope/scoring/papers"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// What score, compare and tables write of the demo is an interface: scripts read it. It
// changes only where a change of a number or of a name is meant.
func TestScoreAndCompareWriteWhatTheyWrote(t *testing.T) {
	all := programtest.ScoredDemo(t)
	runs := func(names ...string) []*session.Scored {
		var list []*session.Scored
		for _, name := range names {
			list = append(list, all[slices.IndexFunc(all, func(s *session.Scored) bool { return s.Run.Name == name })])
		}
		return list
	}
	settings := scoring.Defaults()
	kinds := runs("layer_count", "lexical-narrow", "scn-normal", "bilstm-lime", "qa-occlusion", "fol-weak")
	r := report.Build(kinds, settings)
	if err := r.DrawIntervals(t.Context(), kinds); err != nil {
		t.Fatal(err)
	}
	r.AddArguments(kinds)
	written := map[string]*table.Document{"score": r.Document()}
	for name, list := range map[string][]*session.Scored{
		"compare":         runs("layer_count", "graph_count"),
		"compare-spans":   runs("lexical-narrow", "lexical-wide"),
		"compare-several": runs("layer_count", "sum_count", "graph_count"),
	} {
		c, err := report.CompareAll(t.Context(), list, settings, report.Design{Test: stats.Test{Trials: 200, Seed: settings.Seed}})
		if err != nil {
			t.Fatal(err)
		}
		written[name] = c.Document()
	}
	written["tables"] = &table.Document{List: "tables"}
	for _, tab := range papers.Tables() {
		laid, err := tab.Lay(t.Context(), kinds, settings, true)
		if err != nil {
			t.Fatal(err)
		}
		written["tables"].Parts = append(written["tables"].Parts, laid.Part())
	}
	for name, d := range written {
		for _, format := range []string{"table", "json", "csv", "markdown", "latex"} {
			if name == "tables" && format == "json" {
				continue // which has what csv has, a line for each value
			}
			t.Run(name+"/"+format, func(t *testing.T) {
				var got bytes.Buffer
				if err := d.Write(&got, table.Find(format)); err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join("testdata", "report", name+"."+format), got.String())
			})
		}
	}
}

// golden compares a text with a file, and shows the first line that differs. With -update
// it writes the file.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	n := 0
	for n < min(len(g), len(w))-1 && g[n] == w[n] {
		n++
	}
	t.Errorf("differs from %s in line %d:\n%s\nwant\n%s", path, n+1, g[n], w[n])
}
