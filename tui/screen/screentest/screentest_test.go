package screentest

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"
)

// TestMarginsBelowTheScreen scrolls between margins of a larger screen, like a
// program that does not know the new size yet.
func TestMarginsBelowTheScreen(t *testing.T) {
	for _, scroll := range []string{"\x1b[2T", "\x1b[2S", "\x1b[2L", "\x1b[2M"} {
		term := Run(t, TerminalConfig{Cols: 20, Rows: 5}, func(_ context.Context, tty *os.File) {
			fmt.Fprintf(tty, "\x1b[1;9r\x1b[1;1H%s\x1b[r\x1b[4;1Hbelow", scroll)
		})
		term.WaitFor("below")
	}
}

// Ten packets that are there at once arrive as far apart as the line's rate makes them, however
// long the sleeps between them take.
func TestALinkHasItsRate(t *testing.T) {
	l, start := SlowLink{Rate: 1_250_000, Delay: time.Second}, time.Now()
	waiting, travelling := make(chan delayedData, 10), make(chan delayedData, 10)
	for range cap(waiting) {
		waiting <- delayedData{make([]byte, packet), start}
	}
	close(waiting)
	l.carry(waiting, travelling)
	sent := 0
	for p := range travelling {
		sent += packet
		if want := start.Add(time.Duration(sent)*time.Second/1_250_000 + l.Delay); !p.at.Equal(want) {
			t.Errorf("%d bytes arrive %v late", sent, p.at.Sub(want))
		}
	}
}
