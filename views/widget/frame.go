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
	Pictures []PlacedPicture
	// Ahead are pictures to prepare after the visible ones.
	Ahead  []PlacedPicture
	Clicks []ClickArea
	Wheels []WheelArea
	Drags  []DragArea
	// Links returns a path's link or ""; nil without links.
	Links func(path string) string
	// Cursor blinks; nil if hidden.
	Cursor *image.Point
	// Row is the selected row's mark or nil: screen readers and magnifiers follow the cursor there.
	Row *image.Point
	// Plain replaces bars by words ([Look]).
	Plain bool

	length   int
	accent   color.Color // of the focused panel's border
	scrolled []scrolledRows
}

// scrolledRows is an area that shows some of more rows.
type scrolledRows struct {
	area                image.Rectangle
	first, shown, count int
}

// DragArea is an area for pressing and releasing the left button.
type DragArea struct {
	Area image.Rectangle
	Run  func(from, to image.Point) tea.Cmd
}

// ClickArea is an area; a nil Run swallows clicks.
type ClickArea struct {
	Area image.Rectangle
	Run  func() tea.Cmd
}

// WheelArea is an area; a nil Scroll swallows the wheel.
type WheelArea struct {
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
	f.cells.Clear()
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

// DrawStyled writes cleaned s in a Lip Gloss style, like Text on the first line of area.
func (f *Frame) DrawStyled(area image.Rectangle, st lipgloss.Style, s string) int {
	text := st.Render(loaders.Clean(s))
	uv.NewStyledString(ansi.Truncate(text, area.Dx(), "…")).Draw(f.cells, area.Intersect(f.Bounds()))
	return min(area.Dx(), lipgloss.Width(text))
}

// TintSigns colours the signs of right and wrong, and of faithful and not.
func (f *Frame) TintSigns(area image.Rectangle, l Look) {
	signs := map[string]Style{"✓": l.Theme.Right, "●": l.Theme.Right, "✗": l.Theme.Wrong, "○": l.Theme.Wrong}
	for x, y := range CellsOf(area.Intersect(f.Bounds())) {
		if c := f.cells.CellAt(x, y); c != nil && signs[c.Content].Fg != nil {
			c.Style.Fg = signs[c.Content].Fg
		}
	}
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
func (f *Frame) Cell(x, y int, st Style, cellText string) {
	g := glyphOf(cellText)
	if ansi.StringWidth(string(g)) != 1 {
		g = replacement
	}
	f.putGlyph(x, y, st, g)
}

func (f *Frame) putGlyph(x, y int, st Style, g cellGlyph) {
	if image.Pt(x, y).In(f.Bounds()) {
		f.cells.Buffer.SetCell(x, y, &uv.Cell{Content: string(g), Width: 1, Style: st})
	}
}

// Placeholder sets kitty's placeholder for a cell of an image; the text's colour is the image's
// number.
func (f *Frame) Placeholder(x, y int, imageNumber color.Color, imageCell image.Point) {
	f.putGlyph(x, y, Style{Fg: imageNumber}, cellGlyph([]rune{kitty.Placeholder, kitty.Diacritic(imageCell.Y), kitty.Diacritic(imageCell.X)}))
}

// At returns a cell's content and style, zero outside.
func (f *Frame) At(x, y int) (string, Style) {
	c := f.cells.CellAt(x, y)
	if c == nil {
		return "", Style{}
	}
	return c.Content, c.Style
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
	f.Click(area, nil)
	f.Wheel(area, nil)
}

// Place puts a picture over area, which the view must not fill, because the program paints it in
// pixels, half blocks or words.
func (f *Frame) Place(p PlacedPicture) {
	p.Area = p.Area.Intersect(f.Bounds())
	if !p.Area.Empty() {
		f.Pictures = append(f.Pictures, p)
	}
}

// Clicking calls drawFunc and wraps every click on its drawing in beforeDraw and afterClicks.
func (f *Frame) Clicking(beforeDraw, drawFunc func(), afterClicks ...func()) {
	first := len(f.Clicks)
	drawFunc()
	for i := first; i < len(f.Clicks); i++ {
		if run := f.Clicks[i].Run; run != nil {
			f.Clicks[i].Run = func() tea.Cmd {
				beforeDraw()
				cmd := run()
				for _, end := range afterClicks {
					end()
				}
				return cmd
			}
		}
	}
}

// Click makes area react to the left mouse button. Later areas lie on top.
func (f *Frame) Click(area image.Rectangle, onClick func() tea.Cmd) {
	f.Clicks = append(f.Clicks, ClickArea{Area: area, Run: onClick})
}

// Wheel makes area react to the mouse wheel: onScroll gets the lines to go down, negative for up.
// Later areas lie on top.
func (f *Frame) Wheel(area image.Rectangle, onScroll func(lines int)) {
	f.Wheels = append(f.Wheels, WheelArea{Area: area, Scroll: onScroll})
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

// Wrap cleans text and breaks it into lines of at most w cells, between words, not behind a hyphen. Empty lines are
// left out.
func Wrap(text string, w int) (lines []string) {
	const joiner = "\u2011" // a hyphen that joins
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' }) {
		whole := strings.ReplaceAll(loaders.Clean(line), "-", joiner)
		lines = append(lines, strings.Split(strings.ReplaceAll(lipgloss.Wrap(whole, max(1, w), ""), joiner, "-"), "\n")...)
	}
	return append(lines, "")[:max(1, len(lines))]
}

// Lines writes the lines that fit from the top of area; the last ends with an ellipsis if there are
// more.
func (f *Frame) Lines(area image.Rectangle, st Style, textLines []string) {
	n := max(0, min(len(textLines), area.Dy()))
	for i, text := range textLines[:n] {
		f.Text(area.Min.X, area.Min.Y+i, area.Dx(), st, text)
	}
	if n > 0 && n < len(textLines) {
		f.Text(area.Min.X, area.Min.Y+n-1, area.Dx(), st, textLines[n-1]+"…")
	}
}

// SplitTop cuts the first h lines off area.
func SplitTop(area image.Rectangle, h int) (top, rest image.Rectangle) {
	top, rest = area, area
	top.Max.Y = min(area.Max.Y, area.Min.Y+h)
	rest.Min.Y = top.Max.Y
	return top, rest
}

// Shorten cuts a text to w cells after a word, with an ellipsis; a single word anywhere.
func Shorten(text string, w int) string {
	if ansi.StringWidth(text) > w {
		text = ansi.Truncate(firstWords(text, w-1)+"…", w, "…")
	}
	return text
}

func firstWords(text string, w int) string {
	for ansi.StringWidth(text) > w {
		at := strings.LastIndexByte(text, ' ')
		if at < 0 {
			break
		}
		text = strings.TrimRight(text[:at], " ,;:·")
	}
	return text
}

// RightText writes s right-aligned. A number that doesn't fit becomes an ellipsis, because a cut
// number is another number.
func RightText(f *Frame, lineArea image.Rectangle, st Style, s string) {
	s = loaders.Clean(s)
	at := lineArea.Dx() - ansi.StringWidth(s)
	if at < 0 && s != "" && strings.ContainsAny(s[:1], ".-0123456789") {
		at, s = lineArea.Dx()-1, "…"
	}
	lineArea.Min.X += max(at, 0)
	f.TextOver(lineArea, st, s)
}
