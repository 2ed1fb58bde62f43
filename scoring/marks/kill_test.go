//go:build unix

package marks

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// writerFolder is the variable that makes this test's program a writer.
const writerFolder = "FAITHSCOPE_TEST_MARKS_IN"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerFolder); dir != "" {
		bound()
		if err := write(dir, os.Getenv(writerFolder+"_AS")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// write marks and tags one example after another, in one step with a long note that
// takes the place of the last, so that the file is often rewritten. It says every
// step that is acknowledged, until it is killed.
func write(dir, as string) error {
	b, err := Open(in(dir, "run"))
	if err != nil {
		return err
	}
	b.files[0].room = 4 << 10
	for i := 0; ; i++ {
		id := as + "-" + strconv.Itoa(i)
		if err := b.Apply(context.Background(), mark(id), addNote("noted", strings.Repeat(id+" ", 100)), tag(id, as)); err != nil {
			return err
		}
		fmt.Fprintln(os.Stdout, id)
	}
}

// A writer is killed again and again in the middle of its work, beside another
// that works on the same file and is killed too: what was acknowledged is
// there, and of no step there is only a half.
func TestKill(t *testing.T) {
	kills := 20
	if os.Getenv("FAITHSCOPE_TEST_LONG") != "" {
		kills = 300
	}
	dir := t.TempDir()
	acknowledged := make([][]string, 2)
	errs := make(chan error, 2)
	for k := range acknowledged {
		go func() {
			random := rand.New(rand.NewPCG(uint64(k), 11))
			for n := range kills / 2 {
				ids, err := killed(dir, fmt.Sprintf("%d-%d", k, n), random.IntN(4))
				acknowledged[k] = append(acknowledged[k], ids...)
				if err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	for range acknowledged {
		check.NoError(t, <-errs)
	}
	b := open(t, in(dir, "run"))
	count := 0
	for _, ids := range acknowledged {
		for _, id := range ids {
			count++
			if e := b.Of(id); !e.Marked || len(e.Tags) != 1 {
				t.Errorf("%s was acknowledged, and is %+v", id, e)
			}
		}
	}
	for at, e := range b.entries {
		check.Equal(t, "marked", e.Marked, len(e.Tags) == 1, at.id, e)
	}
	if count < kills/2 {
		t.Errorf("only %d steps were acknowledged before %d kills", count, kills)
	}
	t.Logf("%d steps acknowledged, %d in the file, %d kills", count, b.Count(), kills)
}

// killed starts a writer, kills it (SIGKILL) once it has acknowledged so many
// steps, and returns all that it said until then.
func killed(dir, as string, after int) (ids []string, err error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), writerFolder+"="+dir, writerFolder+"_AS="+as)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		ids = append(ids, lines.Text())
		if len(ids) == after+1 {
			if err := cmd.Process.Kill(); err != nil {
				return ids, err
			}
		}
	}
	if cmd.Wait(); cmd.ProcessState.Exited() { //nolint:errcheck // its state says how it ended
		return ids, fmt.Errorf("a writer ended by itself: %s", said.String())
	}
	return ids, nil
}
