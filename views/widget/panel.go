package widget

import (
	"image"

	"charm.land/lipgloss/v2"

	"faithscope/loaders"
)

// boxWidth × boxHeight is the least screen with whole boxes; on others rows and columns are scarce.
const boxWidth, boxHeight, tallHeight = 110, 30, 40

// Focused and Unfocused say whether the drawn part has the keys.
const (
	Focused   = true
	Unfocused = false
)

// Boxed reports whether a screen's panels are whole boxes, which take its first and last column.
func Boxed(screenSize image.Point) bool { return screenSize.X >= boxWidth && screenSize.Y >= boxHeight }

// Margin returns the columns that keep texts off the border of a box.
func (f *Frame) Margin() int { return loaders.IfElse(Boxed(f.Bounds().Size()), 1, 0) }

// apartWidth × apartHeight is the least screen whose panes share no border.
const apartWidth, apartHeight = 140, 40

// PaneGap returns the cells that neighbours need beside a shared border: 1 on a screen from 140×40, where each has a
// border of its own, otherwise 0. viewArea is all of the view's.
func PaneGap(viewArea image.Rectangle) int {
	return loaders.IfElse(viewArea.Dx() >= apartWidth-2 && viewArea.Dy() >= apartHeight-4, 1, 0)
}

// RowsBelowBoxes is 1 on a tall screen, whose boxes end above the line of settings; on others it is in their border.
func RowsBelowBoxes(screenSize image.Point) int {
	return loaders.IfElse(Boxed(screenSize) && screenSize.Y >= tallHeight, 1, 0)
}

// DrawPanel makes a border of what the title leaves free of area's first line and of the columns
// beside area, which neighbours share, and in a box of the line below. The focused one shows in the
// accent colour.
func (f *Frame) DrawPanel(area image.Rectangle, l Look, focused bool) {
	if !area.Empty() {
		area.Min.X, area.Max = area.Min.X-1, area.Max.Add(image.Pt(1, 1))
		f.DrawBorder(area, borderOf(l, f, focused).BorderBottom(Boxed(f.Bounds().Size())))
	}
}

// DrawHeading makes a border of what the title leaves free of a line.
func (f *Frame) DrawHeading(lineArea image.Rectangle, l Look) {
	f.DrawBorder(lineArea, borderOf(l, f, Unfocused).BorderLeft(false).BorderRight(false).BorderBottom(false))
}

func borderOf(l Look, f *Frame, focused bool) lipgloss.Style {
	colour := l.Theme.Border.Fg
	if focused && colour != l.Theme.Accent.Fg { // else nothing tells it from the others, and all are joined
		colour = l.Theme.Accent.Fg
		f.accent = colour
	}
	return lipgloss.NewStyle().Border(lipgloss.RoundedBorder(), true).BorderForeground(colour)
}

// borderArms are the sides to which a border's glyph leads.
type borderArms uint8

const (
	rightArm borderArms = 1 << iota
	downArm
	leftArm
	upArm
)

// glyphsOf returns a border's glyphs by their arms, those of half a line last when read backwards.
func glyphsOf(b lipgloss.Border) [16]string {
	return [16]string{
		rightArm: b.Top, leftArm: b.Top, leftArm | rightArm: b.Top, upArm: b.Left, downArm: b.Left, upArm | downArm: b.Left,
		rightArm | downArm: b.TopLeft, leftArm | downArm: b.TopRight, rightArm | upArm: b.BottomLeft, leftArm | upArm: b.BottomRight,
		upArm | downArm | rightArm: b.MiddleLeft, upArm | downArm | leftArm: b.MiddleRight,
		leftArm | rightArm | downArm: b.MiddleTop, leftArm | rightArm | upArm: b.MiddleBottom, 15: b.Middle,
	}
}

// DrawBorder draws the sides of st's border around area where no text is, with a blank beside texts.
// Lines that meet are joined. Without a bottom the upright sides end at a line that is there.
func (f *Frame) DrawBorder(area image.Rectangle, st lipgloss.Style) {
	lines, top, right, bottom, left := st.GetBorder()
	b := panelBorder{f, glyphsOf(lines), Style{Fg: st.GetBorderTopForeground()}}
	last := area.Max.Sub(image.Pt(1, 1))
	across := func(y int, drawn bool) {
		for _, x := range b.freeOf(LineAt(area.Min.X, y, area.Dx()), drawn) {
			all := onlyIf(leftArm, x > area.Min.X || !left) | onlyIf(rightArm, x < last.X || !right)
			if x == area.Min.X && left || x == last.X && right {
				all |= onlyIf(downArm, y < last.Y) | onlyIf(upArm, y > area.Min.Y)
			}
			b.joinAt(x, y, all)
		}
	}
	upright := func(x int, drawn bool) {
		for y := area.Min.Y + 1; y <= last.Y && drawn; y++ {
			switch at, isText := b.armsAt(x, y); {
			case isText:
			case y < last.Y:
				b.joinAt(x, y, upArm|downArm)
			case at != 0 && !b.isFocused():
				b.joinAt(x, y, upArm)
			}
		}
	}
	across(area.Min.Y, top)
	across(last.Y, bottom)
	upright(area.Min.X, left)
	upright(last.X, right)
}

func (b *panelBorder) isFocused() bool { return b.style.Fg == b.f.accent }

// leastRule is the least length of a line between two texts.
const leastRule = 8

func onlyIf(a borderArms, condition bool) borderArms { return loaders.IfElse(condition, a, 0) }

type panelBorder struct {
	f      *Frame
	glyphs [16]string
	style  Style
}

func (b *panelBorder) armsAt(x, y int) (all borderArms, isText bool) {
	content, st := b.f.At(x, y)
	if content == " " {
		return 0, st != Style{}
	}
	for i := len(b.glyphs) - 1; i > 0; i-- {
		if b.glyphs[i] == content {
			return borderArms(i), st.Bg != nil
		}
	}
	return 0, true
}

// joinAt also joins upright lines that end above or below. The focused panel's border is whole and lies
// over the others.
func (b *panelBorder) joinAt(x, y int, addedArms borderArms) {
	old, _ := b.armsAt(x, y)
	if !b.isFocused() {
		if _, st := b.f.At(x, y); old != 0 && st.Fg == b.f.accent {
			return
		}
		above, _ := b.armsAt(x, y-1)
		below, _ := b.armsAt(x, y+1)
		addedArms |= old | above&downArm*(upArm/downArm) | below&upArm/(upArm/downArm)
	}
	b.f.Cell(x, y, b.style, b.glyphs[addedArms])
}

// freeOf returns the columns of a line that a border can take, and blanks the rest of them.
func (b *panelBorder) freeOf(lineArea image.Rectangle, isDrawn bool) (free []int) {
	lineArea = lineArea.Intersect(b.f.Bounds())
	from := lineArea.Min.X
	for x := lineArea.Min.X; x <= lineArea.Max.X && isDrawn && !lineArea.Empty(); x++ {
		if _, isText := b.armsAt(x, lineArea.Min.Y); x < lineArea.Max.X && !isText {
			continue
		}
		start, end := from, x
		if from > lineArea.Min.X {
			start++
		}
		if x < lineArea.Max.X {
			end--
		}
		for at := from; at < x; at++ {
			if isShort := end-start < loaders.IfElse(start > from && end < x, leastRule, 1); !isShort && start <= at && at < end {
				free = append(free, at)
			} else if all, _ := b.armsAt(at, lineArea.Min.Y); all&^upArm == leftArm|rightArm || all&^downArm == leftArm|rightArm {
				b.f.Fill(LineAt(at, lineArea.Min.Y, 1), Style{})
			}
		}
		from = x + 1
	}
	return free
}
