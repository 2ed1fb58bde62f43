package commands

import (
	"fmt"
	"image"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/tui/screen/screentest"
)

// A menu opens and closes over a picture without a byte of it being sent again.
func TestMenusSendNoPicture(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{120, 36}, {80, 24}} {
		t.Run(fmt.Sprintf("%dx%d", size.X, size.Y), func(t *testing.T) {
			t.Parallel()
			config := screentest.TerminalConfig{Cols: size.X, Rows: size.Y, Cell: image.Pt(9, 18), Sixel: true, Sync: true}
			term := screentest.Start(t, config, exec.Command("faithscope", append(programtest.DemoArgs("layer_count"), "--graphics",
				"sixel")...))
			term.Wait("the scores", func() bool {
				return strings.Contains(term.Text(), "5 Results") && !strings.Contains(term.Text(), "scoring")
			})
			term.Type("2\r")
			var painted []screentest.PaintedTile
			again := func() (twice []screentest.PaintedTile) {
				for _, tile := range term.Tiles() {
					if slices.ContainsFunc(painted, func(p screentest.PaintedTile) bool { return p.Cells.Overlaps(tile.Cells) }) {
						twice = append(twice, tile)
					}
					painted = append(painted, tile)
				}
				return twice
			}
			term.Wait("a picture", func() bool { again(); return len(painted) > 0 })
			send := func(key, shows string) []screentest.PaintedTile {
				term.Quiet()
				again() // finer than what was painted
				term.Walk(key, shows)
				term.Type("\x1b[27u")
				term.Wait("the menu to close", func() bool { return !strings.Contains(term.Text(), shows) })
				term.Quiet()
				return again()
			}
			for _, menu := range []struct{ key, shows string }{
				{"v", "g  gold"}, {"g", "i  example by its id"}, {"y", "j  example as JSON"}, {"w", "n  return nothing"},
			} {
				// A busy machine may refine a picture late, but only once; a menu that repaints does so each time.
				var tiles []screentest.PaintedTile
				for range 3 {
					if tiles = send(menu.key, menu.shows); len(tiles) == 0 {
						break
					}
				}
				if len(tiles) > 0 {
					t.Errorf("%s sends %v", menu.key, tiles)
				}
			}
		})
	}
}
