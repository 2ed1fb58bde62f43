package picture_test

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"faithscope/loaders"
	"faithscope/tui/picture"
	"faithscope/views/widget"
)

// Half blocks show two pixels a cell, on every terminal with colours. The photo
// is prepared once; marks are drawn over it afterwards.
func ExampleNewBlocks() {
	photo := image.NewRGBA(image.Rect(0, 0, 80, 80))
	draw.Draw(photo, photo.Rect, image.NewUniform(color.RGBA{0, 0, 255, 255}), image.Point{}, draw.Src)
	blocks := picture.NewBlocks(photo, loaders.Box{}, image.Pt(8, 4), image.Pt(10, 20), picture.DefaultOptions())
	cells := blocks.Mark([]widget.BoxMark{{Box: loaders.Box{X1: 1, Y1: 1}, Color: color.RGBA{255, 0, 0, 255}}})
	fmt.Println(len(cells), "rows of", len(cells[0]), "cells")
	// Output: 4 rows of 8 cells
}

// A picture for sixel has a palette of whole percentages.
func ExampleQuantise() {
	img := image.NewRGBA(image.Rect(0, 0, 4, 4))
	for i := range 16 {
		img.Set(i%4, i/4, color.RGBA{uint8(16 * i), 0, 0, 255})
	}
	fmt.Println(len(picture.Quantise(img, 4, 0).Palette))
	// Output: 4
}
