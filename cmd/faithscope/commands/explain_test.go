package commands

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"faithscope/cmd/faithscope/programtest"
)

// What kill -9 leaves in the middle is continued, to the same numbers as without it.
func TestExplainGoesOnAfterAKill(t *testing.T) {
	runs, err := filepath.Glob("demo/alignment/runs/*bow*")
	if err != nil || len(runs) == 0 {
		t.Fatal(runs, err)
	}
	dir := t.TempDir()
	explain := func(out string) *exec.Cmd {
		return exec.Command("faithscope", "explain", runs[0], "--model", "demo", "--with", "occlusion,lime-tokens", "--samples", "300",
			"--orders", "2", "-o", filepath.Join(dir, out))
	}
	cmd := explain("a.jsonl")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(dir, "a.jsonl.part")
	deadline := time.Now().Add(time.Minute)
	for {
		if text, err := os.ReadFile(part); err == nil && bytes.Count(text, []byte("\n")) > 20 {
			break
		} else if time.Now().After(deadline) {
			t.Fatal("nothing is written: ", err)
		}
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if code := programtest.AwaitExit(t, cmd); code != -1 {
		t.Fatalf("it ended by itself, with %d", code)
	}
	for out, name := range map[string]string{"a.jsonl": "a", "b.jsonl": "b"} {
		if said, err := explain(out).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", name, err, said)
		}
	}
	seconds := regexp.MustCompile(`"seconds":[^,]*,|"name":"[ab]",`)
	read := func(out string) []byte {
		text, err := os.ReadFile(filepath.Join(dir, out))
		if err != nil {
			t.Fatal(err)
		}
		return seconds.ReplaceAll(text, nil)
	}
	if a, b := read("a.jsonl"), read("b.jsonl"); !bytes.Equal(a, b) || len(a) < 1e5 {
		t.Errorf("%d bytes after the kill, %d without it, or not the same", len(a), len(b))
	}
}
