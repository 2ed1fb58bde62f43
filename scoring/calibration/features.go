package calibration

import (
	"image"
	"math"

	"faithscope/loaders"
	"faithscope/scoring/executor/dfol"
)

// DescribeBoxes returns the features of a scene's boxes in its photo. A box has its place, its size, the
// colour of its middle, and how similar each of nine parts is to the middle; a pair has the distances
// between its sides. Lengths are in heights of the picture.
func DescribeBoxes(s *dfol.Scene, photo image.Image) (f dfol.PictureFeatures) {
	size := photo.Bounds().Size()
	w, h := float64(max(s.Width, 1)), float64(max(s.Height, 1))
	colourAt := func(x, y float64) [3]float64 {
		red, green, blue, _ := photo.At(int(x*h/w*float64(size.X)), int(y*float64(size.Y))).RGBA() // black outside
		return [3]float64{float64(red) / 0xffff, float64(green) / 0xffff, float64(blue) / 0xffff}
	}
	within := func(x, most float64) float64 { return min(max(x, 0), most) / h }
	boxes := loaders.Map(s.Image("").Proposals, func(b loaders.Box) loaders.Box {
		return loaders.Box{X0: within(b.X0, w), Y0: within(b.Y0, h), X1: within(b.X1, w), Y1: within(b.Y1, h)}
	})
	for _, a := range boxes {
		f.Objects = append(f.Objects, describeBox(a, w/h, colourAt))
		for _, b := range boxes {
			f.Pairs = append(f.Pairs, describePair(a, b))
		}
	}
	return f
}

func describeBox(b loaders.Box, imageWidth float64, colourAt func(x, y float64) [3]float64) []float64 {
	across, down := b.X1-b.X0, b.Y1-b.Y0
	middle, row := colourAt(b.X0+across/2, b.Y0+down/2), []float64{1}
	for _, x := range []float64{(b.X0+b.X1)/imageWidth - 1, b.Y0 + b.Y1 - 1, 4 * across, 4 * down} {
		row = append(row, x, x*x)
	}
	for part := range 9 { // each by nine points
		similar := -1.
		for k := range 9 {
			column, line := part%3*3+k%3, part/3*3+k/3
			far := 0.
			for i, c := range colourAt(b.X0+across*(float64(column)+.5)/9, b.Y0+down*(float64(line)+.5)/9) {
				far += float64((c - middle[i]) * (c - middle[i]))
			}
			similar += 2 * math.Exp(-10*far) / 9
		}
		row = append(row, similar)
	}
	return append(row, middle[:]...)
}

func describePair(a, b loaders.Box) []float64 {
	besides, above, row := max(a.X0, b.X0)-min(a.X1, b.X1), max(a.Y0, b.Y0)-min(a.Y1, b.Y1), []float64{1}
	for _, far := range []float64{a.X1 - b.X0, a.X0 - b.X1, a.Y1 - b.Y0, a.Y0 - b.Y1, besides, above, max(besides, above)} {
		row = append(row, math.Tanh(2*far))
	}
	return row
}
