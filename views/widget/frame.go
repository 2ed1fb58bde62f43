package widget

import (
	"hash/crc32"
	"image"
	"image/color"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/kitty"

	"faithscope/loaders"
)

// Frame is one screenful: cells of clean text, pictures over them, and mouse areas. (0, 0) is the
// top left cell.
type Frame struct {
	cells    uv.ScreenBuffer
	Pictures []Placement
	// Ahead are pictures to prepare after the visible ones.
	Ahead  []Placement
	Clicks []Click
	Wheels []Wheel
	Drags  []Drag
	// Links returns a path's link or ""; nil without links.
	Links func(path string) string
	// Cursor blinks; nil if hidden.
	Cursor *image.Point
	// Row is the selected row's mark or nil: screen readers and magnifiers follow the cursor there.
	Row *image.Point
	// Plain replaces bars by words ([Look]).
	Plain bool

	length int
}

// Drag is an area for pressing and releasing the left button.
type Drag struct {
	Area image.Rectangle
	Run  func(from, to image.Point) tea.Cmd
}

// Click is an area; a nil Run swallows clicks.
type Click struct {
	Area image.Rectangle
	Run  func() tea.Cmd
}

// Wheel is an area; a nil Scroll swallows the wheel.
type Wheel struct {
	Area   image.Rectangle
	Scroll func(lines int)
}

// NewFrame returns an empty frame of w×h cells.
func NewFrame(w, h int) *Frame {
	f := &Frame{cells: uv.NewScreenBuffer(w, h)}
	f.cells.Method = ansi.GraphemeWidth
	return f
}

// Renew is [NewFrame] in f's memory; don't use f afterwards.
func (f *Frame) Renew(w, h int) *Frame {
	if f.Bounds().Size() != image.Pt(w, h) {
		return NewFrame(w, h)
	}
	for y, line := range f.cells.Lines {
		if y > 0 {
			copy(line, f.cells.Lines[0])
			continue
		}
		for x := range line {
			line[x] = uv.EmptyCell
		}
	}
	return &Frame{cells: f.cells, Clicks: f.Clicks[:0], Wheels: f.Wheels[:0], Drags: f.Drags[:0], length: f.length}
}

// Bounds returns the frame's area.
func (f *Frame) Bounds() image.Rectangle { return f.cells.Bounds() }

// Text writes cleaned s at (x, y), cut to w cells with an ellipsis, and returns the cells used.
// Cells outside the frame are dropped.
func (f *Frame) Text(x, y, w int, st Style, s string) int {
	if w <= 0 || y < 0 || y >= f.cells.Height() {
		return 0
	}
	if s = loaders.Clean(s); len(s) > w { // no cluster is wider than its bytes
		s = ansi.Truncate(s, w, "…")
	}
	at := x
	for s != "" {
		cluster, width := firstCluster(s)
		s = s[len(cluster):]
		if width == 0 {
			continue
		}
		if at >= 0 && at+width <= f.cells.Width() {
			f.cells.Buffer.SetCell(at, y, &uv.Cell{Content: string(glyphOf(cluster)), Width: width, Style: st})
		}
		at += width
	}
	return at - x
}

// TextOver writes s over the first line of area, like Text.
func (f *Frame) TextOver(area image.Rectangle, st Style, s string) int {
	return f.Text(area.Min.X, area.Min.Y, area.Dx(), st, s)
}

// LineAt returns the area of w cells from (x, y).
func LineAt(x, y, w int) image.Rectangle { return image.Rect(x, y, x+w, y+1) }

// CellsOf yields the cells of area, row by row.
func CellsOf(area image.Rectangle) iter.Seq2[int, int] {
	return func(yield func(x, y int) bool) {
		for y := area.Min.Y; y < area.Max.Y; y++ {
			for x := area.Min.X; x < area.Max.X; x++ {
				if !yield(x, y) {
					return
				}
			}
		}
	}
}

// Link links the text on area to a file, if possible.
func (f *Frame) Link(area image.Rectangle, path string) {
	if f.Links == nil || path == "" {
		return
	}
	to := f.Links(path)
	if to == "" {
		return
	}
	for x, y := range CellsOf(area.Intersect(f.Bounds())) {
		f.cells.CellAt(x, y).Link = uv.NewLink(to, "id="+strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(to))), 36))
	}
}

func firstCluster(s string) (cluster string, width int) {
	isPrinted := s[0] >= ' ' && s[0] < ansi.DEL
	if isPrinted && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return s[:1], 1
	}
	return ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
}

// Cell sets one cell to a cluster of width 1; any other becomes U+FFFD.
func (f *Frame) Cell(x, y int, st Style, cluster string) {
	g := glyphOf(cluster)
	if g.width() != 1 {
		g = replacement
	}
	f.putGlyph(x, y, st, g)
}

func (f *Frame) putGlyph(x, y int, st Style, g glyph) {
	if image.Pt(x, y).In(f.Bounds()) {
		f.cells.Buffer.SetCell(x, y, &uv.Cell{Content: string(g), Width: 1, Style: st})
	}
}

// Placeholder sets kitty's placeholder for a cell of an image; the text's colour is the image's
// number.
func (f *Frame) Placeholder(x, y int, number color.Color, cell image.Point) {
	f.putGlyph(x, y, Style{Fg: number}, glyph([]rune{kitty.Placeholder, kitty.Diacritic(cell.Y), kitty.Diacritic(cell.X)}))
}

// At returns a cell's content and style, zero outside.
func (f *Frame) At(x, y int) (string, Style) {
	c := f.cells.CellAt(x, y)
	if c == nil {
		return "", Style{}
	}
	return c.Content, c.Style
}

// DrawUpright draws a line down an area's left edge.
func (f *Frame) DrawUpright(area image.Rectangle, st Style) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		f.Cell(area.Min.X, y, st, "│")
	}
}

// Fill fills area with blanks in style st.
func (f *Frame) Fill(area image.Rectangle, st Style) {
	area = area.Intersect(f.Bounds())
	f.cells.FillArea(&uv.Cell{Content: " ", Width: 1, Style: st}, area)
}

// Cover clears area for a popup: pictures get holes, mouse areas end and f.Row is forgotten.
func (f *Frame) Cover(area image.Rectangle) {
	f.Fill(area, Style{})
	f.Row = nil
	for i := range f.Pictures {
		if !f.Pictures[i].Area.Intersect(area).Empty() {
			f.Pictures[i].Holes = append(f.Pictures[i].Holes, area)
		}
	}
	f.Clicks = append(f.Clicks, Click{Area: area})
	f.Wheels = append(f.Wheels, Wheel{Area: area})
}

// Place puts a picture over area, which the view must not fill, because the program paints it in
// pixels, half blocks or words.
func (f *Frame) Place(p Placement) {
	p.Area = p.Area.Intersect(f.Bounds())
	if !p.Area.Empty() {
		f.Pictures = append(f.Pictures, p)
	}
}

// Clicking calls draw and wraps every click on its drawing in before and after.
func (f *Frame) Clicking(before, draw func(), after ...func()) {
	first := len(f.Clicks)
	draw()
	for i := first; i < len(f.Clicks); i++ {
		if run := f.Clicks[i].Run; run != nil {
			f.Clicks[i].Run = func() tea.Cmd {
				before()
				cmd := run()
				for _, end := range after {
					end()
				}
				return cmd
			}
		}
	}
}

// Click makes area react to the left mouse button. Later areas lie on top.
func (f *Frame) Click(area image.Rectangle, run func() tea.Cmd) {
	f.Clicks = append(f.Clicks, Click{Area: area, Run: run})
}

// Wheel makes area react to the mouse wheel: scroll gets the lines to go down, negative for up.
// Later areas lie on top.
func (f *Frame) Wheel(area image.Rectangle, scroll func(lines int)) {
	f.Wheels = append(f.Wheels, Wheel{Area: area, Scroll: scroll})
}

// Content returns the cells as styled text for [tea.View], without trailing blanks, because the
// renderer would read each of them.
func (f *Frame) Content() string {
	var text strings.Builder
	text.Grow(f.length)
	for y, line := range f.cells.Lines {
		if y > 0 {
			text.WriteByte('\n')
		}
		for len(line) > 0 && line[len(line)-1] == uv.EmptyCell {
			line = line[:len(line)-1]
		}
		pen, link := Style{}, uv.Link{}
		for x := range line {
			if c := &line[x]; c.Width > 0 { // not the rest of a wide cell
				if c.Link != link {
					link = c.Link
					text.WriteString(ansi.SetHyperlink(link.URL, link.Params))
				}
				if c.Style != pen {
					text.WriteString(c.Style.Diff(&pen))
					pen = c.Style
				}
				text.WriteString(c.Content)
			}
		}
		if link != (uv.Link{}) {
			text.WriteString(ansi.ResetHyperlink())
		}
		if pen != (Style{}) {
			text.WriteString(ansi.ResetStyle)
		}
	}
	f.length = text.Len()
	return text.String()
}

// Wrap cleans text and breaks it into lines of at most w cells.
func Wrap(text string, w int) []string {
	return strings.Split(lipgloss.Wrap(loaders.Clean(text), max(1, w), ""), "\n")
}

// Lines writes the lines that fit from the top of area; the last ends with an ellipsis if there are
// more.
func (f *Frame) Lines(area image.Rectangle, st Style, lines []string) {
	n := max(0, min(len(lines), area.Dy()))
	for i, text := range lines[:n] {
		f.Text(area.Min.X, area.Min.Y+i, area.Dx(), st, text)
	}
	if n > 0 && n < len(lines) {
		f.Text(area.Min.X, area.Min.Y+n-1, area.Dx(), st, lines[n-1]+"…")
	}
}

// SplitTop cuts the first h lines off area.
func SplitTop(area image.Rectangle, h int) (top, rest image.Rectangle) {
	top, rest = area, area
	top.Max.Y = min(area.Max.Y, area.Min.Y+h)
	rest.Min.Y = top.Max.Y
	return top, rest
}

func firstWords(text string, w int) string {
	for ansi.StringWidth(text) > w {
		at := strings.LastIndexByte(text, ' ')
		if at < 0 {
			break
		}
		text = strings.TrimRight(text[:at], ",;:")
	}
	return text
}

// RightText writes s right-aligned. A number that doesn't fit becomes an ellipsis, because a cut
// number is another number.
func RightText(f *Frame, line image.Rectangle, st Style, s string) {
	s = loaders.Clean(s)
	at := line.Dx() - ansi.StringWidth(s)
	if at < 0 && s != "" && strings.ContainsAny(s[:1], ".-0123456789") {
		at, s = line.Dx()-1, "…"
	}
	line.Min.X += max(at, 0)
	f.TextOver(line, st, s)
}
