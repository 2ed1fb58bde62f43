package commands

import (
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
)

// A run with several attributions has the numbers that each has as a run of its own.
func TestMethodsOfOneRunScoreLikeTheirRuns(t *testing.T) {
	t.Parallel()
	bow, out := "demo/alignment/runs/bow.jsonl.zst", newPath(t, "each.jsonl.gz")
	printed(t, "convert", bow, "--each-attribution", "-o", out)
	read := func(path string) (all []*session.ScoredRun) {
		runs, err := files.NewOpener(nil, opening.Formats...).OpenAll(t.Context(), path, loaders.Options{})
		check.NoError(t, err)
		for _, run := range runs {
			all = append(all, readRun(t, run))
		}
		return all
	}
	refused(t, "only works with --to native, not csv", "convert", bow, "--each-attribution", "-o", out+".csv")
	settings := scoring.Defaults()
	whole := read(bow)[0]
	rows := facts.New(whole).Table(settings, nil)
	methods, err := report.CompareMethods(t.Context(), rows)
	check.NoError(t, err)
	sheet := report.LayMethods(t.Context(), whole, settings, methods)
	parts, names := map[string]*session.ScoredRun{}, []string(nil)
	for _, part := range read(out) {
		parts[part.Run.Name], names = part, append(names, part.Run.Name)
	}
	if want := []string{"ig", "lime", "occlusion", "flip"}; len(sheet.Rows) != 4 || !slices.Equal(names, want) {
		t.Fatalf("%d methods, the runs %q, want %q", len(sheet.Rows), names, want)
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
	check.Equal(t, "said", strings.Join(sheet.Notes, " "), want)
}
