// Package picture turns image files with marks into what a terminal shows.
//
// The way of a picture: [Open] decodes a file under limits; [Scale] fits the
// part wanted to a number of pixels; [Quantise] finds a palette; [Base] holds
// the result, once per photo and size; [Base.Mark] draws boxes over a copy,
// after scaling, so that lines stay crisp and moving a threshold quantises
// nothing; the [Raster] it returns encodes any rectangle of cells as sixel.
// Where a terminal shows no pixels, [Blocks] does the same with half blocks.
//
// Everything here is a value without package state and may run on any
// goroutine.
package picture
