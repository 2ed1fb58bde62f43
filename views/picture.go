package views

import "faithscope/views/widget"

// PictureProblem tells the program that a picture cannot be shown, and why.
// It is sent once per picture; the words stand in its place.
type PictureProblem struct {
	Key  widget.PictureKey
	What string // "no such file", "is not a picture", "has 100000×100000 pixels, the limit is …"
}
