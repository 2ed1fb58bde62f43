package screentest

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// TestMarginsBelowTheScreen scrolls between margins of a larger screen, like a
// program that does not know the new size yet.
func TestMarginsBelowTheScreen(t *testing.T) {
	for _, scroll := range []string{"\x1b[2T", "\x1b[2S", "\x1b[2L", "\x1b[2M"} {
		term := Run(t, Config{Cols: 20, Rows: 5}, func(_ context.Context, tty *os.File) {
			fmt.Fprintf(tty, "\x1b[1;9r\x1b[1;1H%s\x1b[r\x1b[4;1Hbelow", scroll)
		})
		term.WaitFor("below")
	}
}
