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
			config := screentest.Config{Cols: size.X, Rows: size.Y, Cell: image.Pt(9, 18), Sixel: true, Sync: true}
			term := screentest.Start(t, config, exec.Command("faithscope", append(programtest.DemoArgs("layer_count"), "--graphics",
				"sixel")...))
			term.Wait("the scores", func() bool {
				return strings.Contains(term.Text(), "5 Results") && !strings.Contains(term.Text(), "scoring")
			})
			term.Type("2\r")
			var painted []screentest.Tile
			again := func() (twice []screentest.Tile) {
				for _, tile := range term.Tiles() {
					if slices.ContainsFunc(painted, func(p screentest.Tile) bool { return p.Cells.Overlaps(tile.Cells) }) {
						twice = append(twice, tile)
					}
					painted = append(painted, tile)
				}
				return twice
			}
			term.Wait("a picture", func() bool { again(); return len(painted) > 0 })
			for _, menu := range []struct{ key, shows string }{{"v", "g gold"}, {"g", "i goto"}, {"y", "j copy json"}, {"w", "n set none"}} {
				term.Quiet()
				again() // finer than what was painted
				term.Type(menu.key)
				term.WaitFor(menu.shows)
				term.Type("\x1b[27u")
				term.Wait("the menu to close", func() bool { return !strings.Contains(term.Text(), menu.shows) })
				term.Quiet()
				// What a busy machine paints late, beside the selected box, it paints for the first time.
				if tiles := again(); len(tiles) > 0 {
					t.Errorf("%s sends %v", menu.key, tiles)
				}
			}
		})
	}
}
