//go:build unix

package terminal

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

// growingRun is a native run on disk that a test writes to.
type growingRun struct {
	t    *testing.T
	path string
	id   string // of the records, before their number
	n    int
}

// write appends n records; every second answer is right.
func (g *growingRun) write(n int) {
	g.t.Helper()
	var b strings.Builder
	for range n {
		predicted := "yes"
		if g.n%2 == 1 {
			predicted = "no"
		}
		fmt.Fprintf(&b, `{"id":"%s%d","question":"is it number %d?","answer":{"predicted":%q,"gold":"yes","correct":%t}}`+"\n", g.id, g.n, g.n,
			predicted, g.n%2 == 0)
		g.n++
	}
	g.add(b.String())
}

func (g *growingRun) add(text string) {
	g.t.Helper()
	f, err := os.OpenFile(g.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	check.NoError(g.t, err)
	if _, err := f.WriteString(text); err != nil {
		g.t.Fatal(err)
	}
	check.NoError(g.t, f.Close())
}

func TestProgramFollowsAGrowingRun(t *testing.T) {
	t.Parallel()
	g := &growingRun{t: t, path: filepath.Join(t.TempDir(), "run.jsonl"), id: "ex-"}
	g.write(4)
	term := programtest.Start(t, programtest.Wide, "--follow", g.path)
	term.WaitFor("following run")
	term.Walk(
		"2", "4 of 4",
		"fw", "2 of 4 [wrong]", // wrong answers alone: a filter that has to stay
		"j", "▸ 3 ",
	)
	g.write(4)
	g.add(`{"id":"half`)
	term.WaitFor("4 of 8 [wrong]")
	if text := term.Text(); strings.Contains(text, "problem") || !strings.Contains(text, "▸ 3 ") {
		t.Errorf("the half line is not a problem, and the selection stays:\n%s", text)
	}
	check.NoError(t, os.Truncate(g.path, 0))
	g.id, g.n = "again-", 0
	g.write(10)
	term.WaitFor("reopened", "5 of 10 [wrong]", "is it number 9?")
	term.Walk(":follow\r", "stopped following the file")
	g.write(2)
	term.Walk(":reload\r", "6 of 12 [wrong]")
}

// A table with a map shows the rows that are there, however few, and is followed.
func TestAMappedTableIsFollowed(t *testing.T) {
	t.Parallel()
	g := &growingRun{t: t, path: filepath.Join(t.TempDir(), "run.jsonl")}
	g.add(`{"n": 1, "q": "is it?", "out": "x", "ref": "x"}` + "\n")
	term := programtest.Start(t, programtest.Wide, "--follow", "--map", "question=q,predicted=out,gold=ref", g.path)
	term.WaitFor("1 of 1")
	g.add(`{"n": 2, "q": "is it not?", "out": "x", "ref": "y"}` + "\n")
	term.WaitFor("1 of 2")
}

// A file that grows, and one that is written again in another order, leave the cursor on its example, in the list
// and where an example is open.
func TestTheCursorStaysOnItsExample(t *testing.T) {
	t.Parallel()
	g := &growingRun{t: t, path: filepath.Join(t.TempDir(), "run.jsonl"), id: "ex-"}
	again := func(first, n int) {
		if first >= 0 {
			check.NoError(t, os.Truncate(g.path, 0))
			g.n = first
			g.write(n)
		}
		g.n = 0
		g.write(6)
	}
	again(-1, 0)
	term := programtest.Start(t, programtest.Wide, "--follow", g.path)
	term.WaitFor("following run")
	term.Walk("2", "6 of 6")
	term.Quiet() // keys typed while the list fills have sorted by another column
	term.Walk(
		"ss", "z to a", // the ids, last first
		"jj", "▸ 3 ",
	)
	g.write(3)
	term.WaitFor("9 of 9")
	check.Contains(t, term.Text(), "▸ 3 ")
	again(100, 4)
	term.WaitFor("10 of 10", "▸ 3 ")
	term.Walk("\r", "run · 3 of 10")
	term.WaitFor("is it number 3?")
	again(200, 7)
	term.WaitFor("reopened")
	term.Quiet()
	check.Contains(t, term.Text(), "is it number 3?")
	term.Walk("q", "13 of 13")
	term.WaitFor("▸ 3 ")
}

// An evaluation that is started again empties its file long before its first
// answer.
func TestProgramFollowsAfterAPause(t *testing.T) {
	t.Parallel()
	g := &growingRun{t: t, path: filepath.Join(t.TempDir(), "run.jsonl"), id: "ex-"}
	g.write(4)
	term := programtest.Start(t, programtest.Wide, "--follow", g.path)
	term.WaitFor("following run")
	term.Walk("2", "4 of 4 · file order") // else the key could come after the message, and clear it
	check.NoError(t, os.Truncate(g.path, 0))
	term.WaitFor("the file is empty")
	time.Sleep(2 * time.Second)
	g.id, g.n = "again-", 0
	g.write(3)
	term.WaitFor("3 of 3")
	g.write(2)
	term.WaitFor("5 of 5")
}

func TestProgramCannotFollowAnArchive(t *testing.T) {
	t.Parallel()
	term := programtest.Start(t, programtest.Wide, "../../"+filepath.Join("cmd/faithscope", demo.Sets()[0].Runs[0].Path))
	term.WaitFor("5 Results")
	term.Walk(":follow\r", "only plain JSON Lines on disk can be followed", "2", "60 of 60")
}

func TestTheDemoCannotBeFollowed(t *testing.T) {
	t.Parallel()
	term := programtest.Start(t, programtest.Wide)
	term.WaitFor("5 Results")
	term.Walk(":reload\r", "only files you opened yourself can be reloaded")
}
