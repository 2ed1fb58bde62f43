// Package picture turns image files and marks into what a terminal can show. Package screen writes
// it to the terminal.
//
// Marks are drawn on a copy after scaling, so that lines stay crisp and moving a threshold
// quantises nothing. For terminals that lay pictures over one another, [PreparedPhoto.Photo] and
// [PreparedPhoto.Overlay] keep photo and marks apart. For terminals without pixels, [BlockPhoto] draws half
// blocks or finer ones.
//
// The package has no state: any goroutine may use it.
package picture
