package views

// PictureProblem tells the program that a picture cannot be shown, and why.
// It is sent once per picture; the words stand in its place.
type PictureProblem struct {
	Key  string // of the picture, see [widget.Picture.Key]
	Path string
	What string // "no such file", "is not a picture", "has 100000×100000 pixels, the limit is …"
}
