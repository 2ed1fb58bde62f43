package themes

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Among sixteen colours no two kinds of box look the same, and neither do
// right and wrong.
func TestBasicKeepsApart(t *testing.T) {
	for _, dark := range []bool{true, false} {
		theme := Basic(dark)
		for _, group := range [][]color.Color{
			{theme.Hit, theme.Miss, theme.Gold, theme.Missed, theme.Plain},
			{theme.Right, theme.Wrong},
		} {
			seen := map[color.Color]bool{}
			for _, c := range group {
				seen[colorprofile.ANSI.Convert(c)] = true
			}
			if len(seen) != len(group) {
				t.Errorf("dark %v: of %v only %d differ", dark, group, len(seen))
			}
		}
	}
}

// palettes are the sixteen colours of common terminals.
var palettes = map[string][16]uint32{
	"xterm":   {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff},
	"VGA":     {0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff},
	"Windows": {0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc, 0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2},
	"Tango":   {0x2e3436, 0xcc0000, 0x4e9a06, 0xc4a000, 0x3465a4, 0x75507b, 0x06989a, 0xd3d7cf, 0x555753, 0xef2929, 0x8ae234, 0xfce94f, 0x729fcf, 0xad7fa8, 0x34e2e2, 0xeeeeec},
}

// Text on heat and on the selected row reads in every palette.
func TestTextOnBasic(t *testing.T) {
	for name, palette := range palettes {
		for _, dark := range []bool{true, false} {
			theme := Basic(dark)
			reads := func(what string, background, text color.Color) {
				c := Contrast(rgb(palette[background.(ansi.BasicColor)]), rgb(palette[text.(ansi.BasicColor)]))
				if c < 4.5 {
					t.Errorf("%s: %s: contrast %.2f", name, what, c)
				}
			}
			reads("selected row", theme.Selected, theme.SelectedText)
			for _, x := range []float64{0, .2, .5, .9, 1} {
				background, text := theme.HeatAt16(x)
				reads(fmt.Sprintf("heat %v", x), background, text)
				for _, signed := range []float64{x, -x} {
					background, text = theme.SignedAt16(signed)
					reads(fmt.Sprintf("signed heat %v", signed), background, text)
				}
			}
		}
	}
}

// More heat is another colour, and the signs share none.
func TestHeat16(t *testing.T) {
	for _, dark := range []bool{true, false} {
		theme := Basic(dark)
		seen := map[color.Color]bool{}
		for _, x := range []float64{.1, .5, .9} {
			background, _ := theme.HeatAt16(x)
			seen[background] = true
		}
		for _, x := range []float64{math.NaN(), math.Inf(-1), -1, 0} {
			least, _ := theme.HeatAt16(.01)
			if background, _ := theme.HeatAt16(x); background != least {
				t.Errorf("dark %v: heat %v is %v, want %v", dark, x, background, least)
			}
		}
		if len(seen) != 3 {
			t.Errorf("dark %v: heat has %d colours", dark, len(seen))
		}
		clear(seen)
		for _, x := range []float64{-1, -.1, .1, 1} {
			background, _ := theme.SignedAt16(x)
			seen[background] = true
		}
		if len(seen) != 4 {
			t.Errorf("dark %v: signed heat has %d colours", dark, len(seen))
		}
	}
}
