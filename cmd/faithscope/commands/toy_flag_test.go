package commands

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
)

// spice is a flag that the program does not have. One value among what a format takes is
// all that it needs.
var spice = loaders.Flag{Name: "spice", Value: "TASTE", Help: "what the answers taste of (default: nothing)"}

var spiced = record.NewFormat(loaders.Format{
	Name: "spiced", Detect: func(head []byte) bool { return bytes.HasPrefix(head, []byte(`{"spiced"`)) },
	Takes: []loaders.FormatFlag{{Flag: spice, What: "hot or mild"}},
}, record.RecordFormat{Open: func(o *record.RunBuilder) {
	o.Lines(0, func(*record.Record) *loaders.Example {
		ex := &loaders.Example{ID: "1"}
		ex.Answer.Fill(o.Options.Of(spice), "hot")
		return ex
	})
}})

// A flag of one format is one of every command that opens runs, in help and in the
// list of formats, reaches its format, and is refused where no run uses it.
func TestAFlagIsOneValue(t *testing.T) {
	before := opening.Formats
	opening.Formats = append(slices.Clip(before), spiced)
	t.Cleanup(func() { opening.Formats = before })
	dir := t.TempDir()
	run := filepath.Join(dir, "run.jsonl")
	writeFile(t, run, `{"spiced": 1}`)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"formats"}, "--spice TASTE: hot or mild"},
		{[]string{"score", "--help", "--all"}, "--spice TASTE"},
		{[]string{"export", "--help", "--all"}, "what the answers taste of"},
		{[]string{"export", run, "--spice", "hot", "--format", "native", "-o", "-"}, `"predicted":"hot"`},
	} {
		check.Contains(t, printed(t, c.args...), c.want)
	}
	demo := "demo/quackie/runs/lime.jsonl.gz"
	refused(t, "--spice has no effect", "score", demo, "--spice", "hot")
}
