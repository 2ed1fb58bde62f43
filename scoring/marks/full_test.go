//go:build unix

package marks

import (
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// mostWritten is the variable that bounds the files of a writer, in bytes.
const mostWritten = writerFolder + "_MOST"

// bound keeps a writer's files small where its variable says so: what may not be
// written to a file is to the writer as a disk that is full.
func bound() {
	most, err := strconv.ParseUint(os.Getenv(mostWritten), 10, 64)
	if err != nil {
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		panic(err)
	}
}

// A full disk refuses a change in words, and loses none that was acknowledged.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), writerFolder+"="+dir, writerFolder+"_AS=full", mostWritten+"=60000")
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err == nil || cmd.ProcessState.ExitCode() != 1 || !strings.Contains(said.String(), loaders.MarksSuffix) {
		t.Fatalf("the writer ends with %v and says %q", err, said.String())
	}
	ids := strings.Fields(string(out))
	if len(ids) < 20 {
		t.Fatalf("%d steps in 60 KB", len(ids))
	}
	b := open(t, in(dir, "run"))
	for _, id := range ids {
		if e := b.Of(id); !e.Marked || len(e.Tags) != 1 {
			t.Errorf("%s was acknowledged, and is %+v", id, e)
		}
	}
	if n := b.Count() - 1; n != len(ids) { // without the one that is noted
		t.Errorf("%d examples are marked, and %d were acknowledged", n, len(ids))
	}
	check.NoError(t, b.Apply(t.Context(), mark("later")))
}
