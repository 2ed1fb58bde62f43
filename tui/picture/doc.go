// Package picture turns image files and the marks on them into what a terminal
// can show.
//
// A picture passes through these steps: [Open] decodes a file within limits;
// [scalePhoto] fits the wanted part to a number of pixels; [Quantise] finds a
// palette; [Base] holds the result, once per photo and size; [Base.Mark] draws
// boxes on a copy. It does so after scaling, so that lines stay crisp and
// moving a threshold quantises nothing. The [Raster] it returns encodes any
// rectangle of cells as sixel. For terminals that lay pictures over one
// another, [Base.Photo] and [Base.Overlay] keep photo and marks apart. For
// terminals without pixels, [Blocks] draws the picture with half blocks or
// finer ones.
//
// The package has no state: everything in it is a value and may be used on any
// goroutine.
//
// It does not write to the terminal: package screen does.
package picture
