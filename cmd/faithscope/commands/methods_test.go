package commands

import (
	"path/filepath"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

// A run with several attributions has the numbers that each has as a run of its own.
func TestMethodsOfOneRunScoreLikeTheirRuns(t *testing.T) {
	t.Parallel()
	bow, out := "demo/alignment/runs/bow.jsonl.zst", filepath.Join(t.TempDir(), "each.jsonl.gz")
	printed(t, "convert", bow, "--each-attribution", "-o", out)
	read := func(path string) (all []*session.ScoredRun) {
		runs, err := files.NewOpener(nil, opening.Formats...).OpenAll(t.Context(), path, loaders.Options{})
		check(t, err)
		for _, run := range runs {
			scored := session.New(run, session.Protocols())
			check(t, scored.Read(t.Context()))
			all = append(all, scored)
		}
		return all
	}
	settings := scoring.Defaults()
	whole := read(bow)[0]
	rows := facts.New(whole).Table(settings, nil)
	methods, err := report.CompareMethods(t.Context(), rows)
	check(t, err)
	sheet := report.LayMethods(t.Context(), whole, settings, methods)
	parts := map[string]*session.ScoredRun{}
	for _, part := range read(out) {
		parts[part.Run.Name] = part
	}
	if len(sheet.Rows) != 4 || len(parts) != 4 {
		t.Fatalf("%d methods, %d runs", len(sheet.Rows), len(parts))
	}
	for row := range sheet.Rows {
		method := sheet.At(row, 0).Value.(string)
		for k, column := range sheet.Columns {
			metric := map[string]string{"mean_c": "c", "delta_a": "delta_a"}[column.Name]
			if metric == "" {
				continue
			}
			want, _ := scoring.Pick(parts[method].Scores(settings), metric, "overall")
			if got := sheet.At(row, k); got.Value != want.Value || got.N != want.Count {
				t.Errorf("%s of %s is %v of %d, as a run %v of %d", column.Name, method, got.Value, got.N, want.Value, want.Count)
			}
		}
	}
	const want = "occlusion agrees best with people: mean r .24 over 50 examples; ig has .23; " +
		"the difference may be due to chance (paired t-test over 50 examples, p .866)"
	if got := strings.Join(sheet.Notes, " "); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}
