package commands

import (
	"fmt"
	"image"
	"os/exec"
	"strings"
	"testing"

	"faithscope/tui/screen/screentest"
)

// A menu opens and closes over a picture without a byte of it being sent again.
func TestMenusSendNoPicture(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{120, 36}, {80, 24}} {
		t.Run(fmt.Sprintf("%dx%d", size.X, size.Y), func(t *testing.T) {
			t.Parallel()
			config := screentest.Config{Cols: size.X, Rows: size.Y, Cell: image.Pt(9, 18), Sixel: true, Sync: true}
			term := screentest.Start(t, config, exec.Command("faithscope", "--graphics", "sixel"))
			term.Wait("the scores", func() bool {
				return strings.Contains(term.Text(), "logic") && !strings.Contains(term.Text(), "scoring")
			})
			term.Type("2\r")
			term.Wait("a picture", func() bool { return len(term.Tiles()) > 0 })
			for _, menu := range []struct{ key, shows string }{{"v", "g gold"}, {"g", "i goto"}, {"y", "j copy json"}, {"w", "n set none"}} {
				// On a busy machine the last of the picture may come after a silence, while the
				// menu is open; what a menu sends it sends every time.
				var tiles []screentest.Tile
				for tries := 0; tries == 0 || len(tiles) > 0 && tries < 3; tries++ {
					for term.Quiet(); len(term.Tiles()) > 0; term.Quiet() { // the picture is still on its way
					}
					term.Type(menu.key)
					term.WaitFor(menu.shows)
					term.Type("\x1b[27u")
					term.Wait("the menu to close", func() bool { return !strings.Contains(term.Text(), menu.shows) })
					term.Quiet()
					tiles = term.Tiles()
				}
				if len(tiles) > 0 {
					t.Errorf("%s sends %v", menu.key, tiles)
				}
			}
		})
	}
}
