package widget

import (
	"image"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders/loadertest/check"
	"faithscope/themes"
)

func linesOf(f *Frame) string {
	var lines []string
	for y := range f.Bounds().Dy() {
		line := ""
		for x := range f.Bounds().Dx() {
			content, _ := f.At(x, y)
			line += content
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func TestTheFrameRendersLipGlossBorders(t *testing.T) {
	for name, border := range map[string]lipgloss.Border{"normal": lipgloss.NormalBorder(), "rounded": lipgloss.RoundedBorder(),
		"double": lipgloss.DoubleBorder(), "thick": lipgloss.ThickBorder()} {
		st := lipgloss.NewStyle().Border(border, true).BorderForeground(lipgloss.Color("#ff0000"))
		f := NewFrame(12, 5)
		f.DrawBorder(f.Bounds(), st)
		want := uv.NewScreenBuffer(12, 5)
		uv.NewStyledString(st.Width(12).Height(5).Render("")).Draw(want, want.Bounds())
		for x, y := range CellsOf(f.Bounds()) {
			content, own := f.At(x, y)
			if is := want.CellAt(x, y); content != is.Content || content != " " && !sameColour(own, is.Style) {
				t.Fatalf("%s (%d, %d): %q %v, Lip Gloss has %q %v", name, x, y, content, own, is.Content, is.Style)
			}
		}
	}
}

func sameColour(a, b Style) bool {
	r, g, bl, _ := a.Fg.RGBA()
	x, y, z, _ := b.Fg.RGBA()
	return [3]uint32{r, g, bl} == [3]uint32{x, y, z}
}

func TestPanelsShareTheirBorders(t *testing.T) {
	for name, test := range map[string]struct {
		theme string
		size  image.Point
		want  []string // the first lines, and the last
	}{
		"open": {"", image.Pt(26, 6), []string{
			"─ one ────╭─ two    3 of 5",
			"          │", "          │", "─ three ──┴───────────────"}},
		"in one colour": {"[dark]\nborder = \"#bb9af7\"\n", image.Pt(26, 6), []string{
			"─ one ────┬─ two    3 of 5",
			"          │", "          │", "─ three ──┴───────────────"}},
	} {
		set, _ := themes.Parse(name, []byte(test.theme))
		l := Look{Theme: set.On(themes.Dark, 1<<24)}
		f := NewFrame(test.size.X, test.size.Y)
		for title, area := range map[string]image.Rectangle{
			"one": image.Rect(0, 0, 10, 3), "two": image.Rect(11, 0, 26, 3), "three": image.Rect(0, 3, 26, 6),
		} {
			f.Text(area.Min.X+2, area.Min.Y, 9, Style{}, title)
			if title == "two" {
				RightText(f, area, Style{}, "3 of 5")
			}
			f.DrawPanel(area, l, title == "two")
		}
		check.Equal(t, name, linesOf(f), strings.Join(test.want, "\n"))
		if _, st := f.At(10, 1); st.Fg != l.Theme.Accent.Fg {
			t.Errorf("%s: the focused panel's border is %v", name, st.Fg)
		}
	}
}
