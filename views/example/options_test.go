package example

import (
	"fmt"
	"testing"

	"faithscope/loaders"
)

// The picture stays on screen however many options an answer has, and a tie is shown as one.
func TestOptionsLeaveRoomForThePicture(t *testing.T) {
	for _, size := range [][2]int{{80, 22}, {120, 34}} {
		for _, test := range []struct {
			tied int
			want []string
		}{
			{1, []string{"option 0 .90", "option 4 .50", "25 more"}},
			{12, []string{"12-way tie, option 0", "14 more"}},
		} {
			ex := towerExample()
			ex.Program[0].Op, ex.Program[0].Derived, ex.Program[0].Output = "query", false, loaders.Output{}
			for i := range 30 {
				option := loaders.Option{Name: fmt.Sprintf("option %d", i), Probability: max(0, .9-.1*float64(max(0, i-test.tied+1)))}
				ex.Program[0].Output.Options = append(ex.Program[0].Output.Options, option)
			}
			sc, _ := open(t, size[0], size[1], ex)
			sc.Press("home")
			sc.Want(test.want...)
			if len(sc.Frame.Pictures) == 0 || sc.Frame.Pictures[0].Area.Dy() < 4 {
				t.Errorf("%v, %d tied: no room for the picture:\n%s", size, test.tied, sc.Text())
			}
		}
	}
}
