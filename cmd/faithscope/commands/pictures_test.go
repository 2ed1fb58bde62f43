package commands

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/golden"
)

// The READMEs' pictures and film are taken in real terminals, which this test can't open. It notices
// that a screen has changed since by its text: .ci/screenshots and .ci/film rewrite the sums.
func TestPicturesShowTodaysScreens(t *testing.T) {
	t.Parallel()
	if !programtest.Long && !golden.RewritesFiles() {
		t.Skip("opens the demo twenty times; .ci/run does")
	}
	const path = "testdata/screens/screens.txt"
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var now bytes.Buffer
	var stale []string
	for line := range strings.Lines(string(b)) {
		field := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4)
		out, said, err := command(t, "render", "--view", field[3], "--size", field[1], "-o", "-")
		if err != nil {
			t.Fatalf("%s: %q: %v: %s", field[0], field[3], err, said)
		}
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(ansi.Strip(out))))[:16]
		if sum != field[2] {
			stale = append(stale, field[0])
		}
		fmt.Fprintf(&now, "%s\t%s\t%s\t%s\n", field[0], field[1], sum, field[3])
	}
	if golden.RewritesFiles() {
		if err := os.WriteFile(path, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if len(stale) > 0 {
		t.Errorf("screens have changed since these were taken: %q; take them again with make screenshot, and look at them", stale)
	}
}
