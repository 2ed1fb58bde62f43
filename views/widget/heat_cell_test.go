package widget

import (
	"testing"

	"faithscope/themes"
)

// With any number of colours the sign shows in the cell, not by colour alone, and more
// looks different from less.
func TestHeatCell(t *testing.T) {
	for _, dark := range []bool{true, false} {
		for _, tt := range []struct{ colors, steps int }{{16, 4}, {256, 6}, {1 << 24, 20}} {
			h := Look{Theme: themes.Default().On(dark, tt.colors)}
			styles := map[string]bool{}
			for i := -100; i <= 100; i++ {
				st, _ := h.HeatCell(float64(i)/100, true)
				styles[st.String()] = true
			}
			if len(styles) < tt.steps {
				t.Errorf("dark %v, %d colours: %d styles, want %d", dark, tt.colors, len(styles), tt.steps)
			}
			if up, _ := h.HeatCell(1, true); up == first(h.HeatCell(-1, true)) {
				t.Errorf("dark %v, %d colours: both signs look the same", dark, tt.colors)
			}
		}
		h := Look{Theme: themes.Default().On(dark, 2)}
		if _, glyph := h.HeatCell(.5, true); glyph != "▅" {
			t.Errorf("without colours a half is %q", glyph)
		}
	}
}

func first(st Style, _ string) Style { return st }
