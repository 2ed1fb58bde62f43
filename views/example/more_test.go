package example

import "testing"

// Rows of boxes that do not fit are counted, wherever the table was scrolled to.
func TestRowsThatDoNotFitAreCounted(t *testing.T) {
	whole, _ := open(t, 100, 40, towerExample())
	whole.Want("gold #1   .10")
	whole.Without("↓")

	sc, _ := open(t, 109, 17, towerExample())
	sc.Want("3 more ↓", "hit  #0")
	sc.Press("tab", "j")
	sc.Want("1↑ 2↓", "miss #3")
	sc.Press("G")
	sc.Want("gold #1   .10")
	sc.Without("gold                      ↓")

	short, _ := open(t, 109, 14, towerExample())
	short.Want("4 more ↓") // where there is room for no row
	short.Without("hit  #0")
}
