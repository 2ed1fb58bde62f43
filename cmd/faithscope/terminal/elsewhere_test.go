//go:build unix

package terminal

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/tui/screen/screentest"
)

func TestProgramReadsStandardInput(t *testing.T) {
	t.Parallel()
	g := &growingRun{t: t, path: filepath.Join(t.TempDir(), "run.jsonl"), id: "ex-"}
	g.write(6)
	term := screentest.Start(t, programtest.Wide, exec.Command("sh", "-c", "cat "+g.path+" | faithscope -"))
	term.WaitFor("5 Results")
	term.Walk(
		"2", "6 of 6",
		"fw", "3 of 6 [wrong]", // keys come from the terminal
	)
}

func TestProgramReadsAServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	g := &growingRun{t: t, path: filepath.Join(dir, "run.jsonl"), id: "ex-"}
	g.write(6)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	term := programtest.Start(t, programtest.Wide, server.URL+"/run.jsonl")
	term.WaitFor("5 Results")
	term.Walk("2", "6 of 6")
}

func TestProgramReadsShards(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"part-1.jsonl", "part-2.jsonl"} {
		g := &growingRun{t: t, path: filepath.Join(dir, name), id: name + "-"}
		g.write(6)
	}
	term := programtest.Start(t, programtest.Wide, dir)
	term.WaitFor("5 Results")
	term.Walk("2", "12 of 12", "G\r", "part-2.jsonl-5")
}
