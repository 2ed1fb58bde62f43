package picture

import (
	"image"
	"image/color"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/widget"
)

// TestCaptionIsClean gives a box a name from a hostile file.
func TestCaptionIsClean(t *testing.T) {
	for _, c := range []struct {
		label string
		want  []rune
	}{
		{"cat", []rune("cat")},
		{"\x1b]0;x\x07", []rune("\uFFFD]0;x\uFFFD")},
		{"漢x", []rune{'漢', Behind, 'x'}},
		{"e\u0301x", []rune("ex")},
		{"\u202ea", []rune("\uFFFDa")},
	} {
		b := NewBlocks(nil, loaders.Box{}, image.Pt(40, 8), image.Pt(10, 20), DefaultOptions())
		rows := b.Mark([]widget.BoxMark{{Box: loaders.Box{X1: 1, Y1: 1}, Color: color.RGBA{255, 0, 0, 255}, Label: c.label}})
		var got []rune
		for _, block := range rows[0] {
			if block.Letter != 0 && !block.line {
				got = append(got, block.Letter)
			}
		}
		check.EqualLists(t, "caption", got, c.want, c.label)
	}
}
