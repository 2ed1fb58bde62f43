package tabular

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// A file that is one conversation is one example where the map says so, and so is each of a
// folder's; else the refusal says how.
func TestConversations(t *testing.T) {
	text := func(name, more string) string {
		return `{
 "id": "` + name + `",
 "tools": ["look", "ask"],
 "messages": [
  {"role": "system", "content": "be brief"},
  {"role": "assistant", "content": "` + more + `"},
  {"role": "user", "content": "Who is ` + name + `?"},
  {"role": "assistant", "content": "` + name + ` is a cat"}
 ]
}`
	}
	dir := t.TempDir()
	for path, content := range map[string]string{
		"one.json": text("Ann", ""), "few/c1.json": text("Ann", ""), "few/c2.json": text("Bob", ""),
		"long/c1.json": text("Ann", strings.Repeat("so ", loaders.HeadSize)), "long/c2.json": text("Bob", ""),
	} {
		path = filepath.Join(dir, path)
		check.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)))
	}
	opener := files.NewOpener(nil, loaders.Formats(formats)...)
	for path, n := range map[string]int{"one.json": 1, "few": 2, "long": 2, "few/*.json": 2} {
		asked := "rows=.,question=messages,predicted=messages[-1].content"
		path = filepath.Join(dir, path)
		run, err := opener.Open(t.Context(), path, loaders.Options{}.With(loaders.ColumnMap, asked))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		check.NoError(t, run.Wait(t.Context(), n))
		ex := run.Example(0)
		if run.Len() != n || ex.ID != "Ann" || ex.Question != "Who is Ann?" || ex.Answer.Predicted != "Ann is a cat" ||
			ex.Answer.Correct != loaders.Unknown || ex.Meta["tools"] != "look\nask" {
			t.Errorf("%s: %d examples, %+v", path, run.Len(), ex)
		}
		run.Close()
		if _, err := opener.Open(t.Context(), path, loaders.Options{}); err == nil || !strings.Contains(err.Error(), "--map '"+asked+"'") {
			t.Errorf("%s: %v", path, err)
		}
	}
}
