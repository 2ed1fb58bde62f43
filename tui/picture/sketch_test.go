package picture

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/widget"
)

func lettersOf(rows [][]CellBlock) string {
	var b strings.Builder
	for _, row := range rows {
		for _, c := range row {
			if c.Letter == 0 {
				c.Letter = ' '
			}
			b.WriteRune(c.Letter)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestSketchedLines(t *testing.T) {
	b := NewBlocks(nil, loaders.Box{}, image.Pt(6, 3), image.Point{}, DefaultOptions())
	all := loaders.Box{X1: 1, Y1: 1}
	for _, c := range []struct {
		mark widget.BoxMark
		want string
	}{
		{widget.BoxMark{}, "┌────┐\n│    │\n└────┘\n"},
		{widget.BoxMark{Thick: true}, "┏━━━━┓\n┃    ┃\n┗━━━━┛\n"},
		{widget.BoxMark{Dash: widget.Dashed}, "╭╌╌╌╌╮\n╎    ╎\n╰╌╌╌╌╯\n"},
		{widget.BoxMark{Dash: widget.Double}, "╔════╗\n║    ║\n╚════╝\n"},
		{widget.BoxMark{Dash: widget.Dotted}, "┏┅┅┅┅┓\n┇    ┇\n┗┅┅┅┅┛\n"},
	} {
		c.mark.Box, c.mark.Color = all, white
		check.Equal(t, "mark", lettersOf(b.Mark([]widget.BoxMark{c.mark})), c.want, c.mark)
	}
}

// The kinds of boxes are told apart without colour, however few cells a box has.
func TestSmallBoxesDifferByShape(t *testing.T) {
	for _, cells := range []image.Point{{1, 1}, {1, 3}, {3, 1}, {2, 2}, {5, 4}} {
		b, drawn := NewBlocks(nil, loaders.Box{}, cells, image.Point{}, DefaultOptions()), map[string]widget.DashStyle{}
		for _, dash := range []widget.DashStyle{widget.Solid, widget.Dashed, widget.Double, widget.Dotted} {
			got := lettersOf(b.Mark([]widget.BoxMark{{Box: loaders.Box{X1: 1, Y1: 1}, Color: white, Dash: dash}}))
			if other, twice := drawn[got]; twice {
				t.Errorf("%v cells: dashes %d and %d are both\n%s", cells, other, dash, got)
			}
			drawn[got] = dash
		}
	}
}

func TestSketchKeepsTheBestAndGold(t *testing.T) {
	var marks []widget.BoxMark
	for i := range 8 {
		marks = append(marks, widget.BoxMark{Score: float64(i%4) + float64(i)/100})
	}
	marks[0].Thick = true
	marks = append(marks, widget.BoxMark{Dash: widget.Dotted}, widget.BoxMark{Dash: widget.Double})
	var scores []float64
	for _, m := range selectMarks(marks) {
		scores = append(scores, m.Score)
	}
	want := []float64{0, 2.02, 3.03, 1.05, 2.06, 3.07, 0, 0} // the selected one first, then five, then gold
	if len(scores) != len(want) {
		t.Fatalf("%v, want %v", scores, want)
	}
	for i := range want {
		if scores[i] != want[i] {
			t.Fatalf("%v, want %v", scores, want)
		}
	}
}

// A line must be visible on any ground, even one of its own colour.
func TestLinesHoldOnAnyGround(t *testing.T) {
	line := color.RGBA{250, 220, 60, 255}
	for _, ground := range []color.RGBA{black, white, line, {128, 128, 128, 255}} {
		opt := DefaultOptions()
		opt.Blank = ground
		mark := widget.BoxMark{Box: loaders.Box{X0: .2, Y0: .2, X1: .8, Y1: .8}, Color: line, Dash: widget.Dotted}
		pix := NewBase(nil, loaders.Box{}, image.Pt(8, 4), image.Pt(10, 20), opt).Mark([]widget.BoxMark{mark}).Pixels()
		seen := 0
		for i := range pix.Pix {
			r, g, b, _ := pix.Palette[pix.Pix[i]].RGBA()
			c := color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}
			if d := lumaOf(c) - lumaOf(ground); max(d, -d) >= leastContrast {
				seen++
			}
		}
		if perimeter := 2 * (48 + 48); seen < perimeter {
			t.Errorf("on %v only %d pixels of the line stand out, of a perimeter of %d", ground, seen, perimeter)
		}
		rows := NewBlocks(nil, loaders.Box{}, image.Pt(8, 4), image.Point{}, opt).Mark([]widget.BoxMark{mark})
		for _, row := range rows {
			for _, b := range row {
				if d := lumaOf(b.Top) - lumaOf(b.Bottom); b.line && max(d, -d) < leastContrast {
					t.Fatalf("on %v a cell of the line is %v on %v", ground, b.Top, b.Bottom)
				}
			}
		}
	}
}

func TestLabelsAreMovedNotDropped(t *testing.T) {
	box := loaders.Box{X0: .4, Y0: .4, X1: .6, Y1: .6}
	var marks []widget.BoxMark
	for i := range 7 {
		marks = append(marks, widget.BoxMark{Box: box, Color: color.RGBA{uint8(30 * i), 0, 200, 255}, Label: "label"})
	}
	b := NewBase(nil, loaders.Box{}, image.Pt(20, 10), image.Pt(10, 20), DefaultOptions())
	pen := newPen(image.NewPaletted(b.pix.Rect, b.pix.Palette), b.at, 20, 256)
	for _, m := range marks {
		pen.drawLabel(b.pixelsOf(m.Box), m)
	}
	if len(pen.labels) != len(marks) {
		t.Fatalf("%d labels of %d", len(pen.labels), len(marks))
	}
	for i, a := range pen.labels {
		for _, c := range pen.labels[:i] {
			if a.Overlaps(c) {
				t.Errorf("labels at %v and %v overlap", a, c)
			}
		}
	}
	text := lettersOf(NewBlocks(nil, loaders.Box{}, image.Pt(20, 10), image.Point{}, DefaultOptions()).Mark(marks))
	check.Equal(t, "labels in blocks", strings.Count(text, "label"), mostSketched)
}

// A faded mark changes the picture less than one that is not faded.
func TestDimMarksStepBack(t *testing.T) {
	b := NewBase(nil, loaders.Box{}, image.Pt(8, 4), image.Pt(10, 20), DefaultOptions())
	change := func(m widget.BoxMark) (sum int) {
		m.Box, m.Color = loaders.Box{X0: .2, Y0: .2, X1: .8, Y1: .8}, white
		pix := b.Mark([]widget.BoxMark{m}).Pixels()
		blank := b.Mark(nil).Pixels()
		for i := range pix.Pix {
			p, _, _, _ := pix.Palette[pix.Pix[i]].RGBA()
			q, _, _, _ := blank.Palette[blank.Pix[i]].RGBA()
			sum += max(int(p)-int(q), int(q)-int(p))
		}
		return sum
	}
	dim, plain, thick := change(widget.BoxMark{Fade: .6}), change(widget.BoxMark{}), change(widget.BoxMark{Thick: true})
	if !(dim > 0 && 2*dim < plain && plain < thick) {
		t.Errorf("dim changes %d, plain %d, selected %d", dim, plain, thick)
	}
	if far, gone := change(widget.BoxMark{Fade: .9}), change(widget.BoxMark{Fade: 1}); !(gone == 0 && 0 < far && far < dim) {
		t.Errorf("a line that steps back by .9 changes %d, by 1 %d, by .6 %d", far, gone, dim)
	}
}

// With 256 colours the mean of a flat area stays what it was, where the
// nearest entry alone would shift it.
func TestDitherKeepsTheMean(t *testing.T) {
	for _, c := range []color.RGBA{{120, 60, 200, 255}, {47, 47, 47, 255}, {210, 150, 90, 255}} {
		pix := flatPicture(image.Pt(16, 16), c)
		dither(pix)
		var sum [3]int
		for i := 0; i < len(pix.Pix); i += 4 {
			for k := range sum {
				sum[k] += int(pix.Pix[i+k])
			}
			if !cubed(color.RGBA{pix.Pix[i], pix.Pix[i+1], pix.Pix[i+2], 255}) {
				t.Fatalf("%v is not one of the 256 colours", pix.Pix[i:i+3])
			}
		}
		for k, want := range [3]uint8{c.R, c.G, c.B} {
			if got := sum[k] / 256; got < int(want)-6 || got > int(want)+6 {
				t.Errorf("%v: channel %d has the mean %d", c, k, got)
			}
		}
	}
}

// The pixels of a flat area differ little in lightness: a chequered pattern
// would hide the content of the photo.
func TestDitherIsNotChequered(t *testing.T) {
	for _, c := range []color.RGBA{{60, 40, 30, 255}, {20, 30, 60, 255}, {70, 80, 60, 255}} {
		pix := flatPicture(image.Pt(16, 16), c)
		dither(pix)
		least, most := 255, 0
		for i := 0; i < len(pix.Pix); i += 4 {
			light := lumaOf(color.RGBA{pix.Pix[i], pix.Pix[i+1], pix.Pix[i+2], 255})
			least, most = min(least, light), max(most, light)
		}
		if most-least > 45 {
			t.Errorf("%v becomes pixels of %d to %d", c, least, most)
		}
	}
}

// The grey grounds of drawings are flat: every grey has a level near it.
func TestGreysAreFlat(t *testing.T) {
	for v := range 256 {
		pix := flatPicture(image.Pt(4, 4), color.RGBA{uint8(v), uint8(v), uint8(v), 255})
		dither(pix)
		for i := 0; i < len(pix.Pix); i += 4 {
			if pix.Pix[i] != pix.Pix[0] && v >= 3 && v <= 243 {
				t.Fatalf("grey %d becomes %d and %d", v, pix.Pix[0], pix.Pix[i])
			}
		}
	}
}

func cubed(c color.RGBA) bool {
	in := func(levels []uint8, v uint8) bool { return strings.IndexByte(string(levels), v) >= 0 }
	return in(cubeLevels, c.R) && in(cubeLevels, c.G) && in(cubeLevels, c.B) || c.R == c.G && c.G == c.B && in(greyLevels, c.R)
}
