//go:build unix

package terminal

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// ctrl+c doesn't wait for keys typed before it: behind 3000 the program computes hardly more than
// without them.
func TestCtrlCPassesTypedKeys(t *testing.T) {
	var table strings.Builder
	table.WriteString("id,question,answer,prediction\n")
	for i := range 4000 {
		fmt.Fprintf(&table, "%d,how many?,yes,%s\n", i, []string{"yes", "no"}[i%2])
	}
	path := filepath.Join(t.TempDir(), "run.csv")
	check.NoError(t, os.WriteFile(path, []byte(table.String()), 0o600))
	computed := func(keys string) time.Duration {
		cmd := exec.Command("faithscope", "--no-cache", path)
		term := screentest.Start(t, screentest.TerminalConfig{Cols: 100, Rows: 30}, cmd)
		term.WaitFor("5 Results", "4000")
		term.Quiet()
		term.Type(keys + "\x03")
		programtest.AwaitExit(t, cmd)
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	before := computed("")
	if took := computed("2"+strings.Repeat("j", 3000)) - before; took > time.Second {
		t.Errorf("behind 3000 keys the program computed for %v", took)
	} else {
		t.Logf("%v, and %v more", before, took)
	}
}
