// Package picture turns image files with marks into what a terminal shows.
//
// The way of a picture: [Open] decodes a file under limits; [Scale] fits the
// part wanted to a number of pixels; [Quantise] finds a palette; [Base] holds
// the result, once per photo and size; [Base.Mark] draws boxes over a copy,
// after scaling, so that lines stay crisp and moving a threshold quantises
// nothing; the [Raster] it returns encodes any rectangle of cells as sixel.
// Where a terminal lays pictures over one another, [Base.Photo] and
// [Base.Overlay] keep photo and marks apart. Where it shows no pixels, [Blocks]
// does the same with half blocks, [Mosaic] with finer ones and [Shades] with
// letters.
//
// Everything here is a value without package state and may run on any
// goroutine.
package picture
