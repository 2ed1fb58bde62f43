package example

import (
	"strings"
	"testing"
)

// A scroll bar is where rows of boxes do not fit.
func TestRowsThatDoNotFitHaveAScrollBar(t *testing.T) {
	whole, _ := open(t, 100, 40, towerExample())
	whole.Want("gold #1   .10")
	whole.Without("▐")

	sc, _ := open(t, 109, 17, towerExample())
	if line := lineWith(sc.Text(), "hit  #0"); !strings.HasSuffix(line, "▐") {
		t.Errorf("no scroll bar beside the first row: %q", line)
	}
	sc.Press("tab", "G")
	if line := lineWith(sc.Text(), "gold #1   .10"); !strings.HasSuffix(line, "▐") {
		t.Errorf("no scroll bar beside the last row: %q", line)
	}

	short, _ := open(t, 109, 14, towerExample())
	short.Want("4 more ↓") // where there is room for no row
	short.Without("hit  #0")
}
