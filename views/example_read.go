package views

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"

	"faithscope/loaders"
	"faithscope/scoring/report"
)

// exampleRead is an example that was asked for.
type exampleRead struct {
	view    *Example
	request int
	at      int
	ex      *loaders.Example
	held    report.Held
	of      *loaders.Run
	sizes   []image.Point // of the pictures, in pixels; zero: unknown
}

// open returns the command that reads example at and scores it.
func (v *Example) open(at int) tea.Cmd {
	v.request++
	v.wanted = at
	request, scored := v.request, v.s.Runs[v.list.run]
	return func() tea.Msg {
		read := exampleRead{view: v, request: request, at: at, of: scored.Run, ex: scored.Run.Example(at), held: scored.Hold(at)}
		for i := range read.ex.Images {
			read.sizes = append(read.sizes, pictureSize(scored.Run.Pictures, &read.ex.Images[i]))
		}
		return read
	}
}

// pictureHead is how much of a picture is read to learn its size.
const pictureHead = 256 << 10

// pictureSize returns a picture's size as the run says it, else as the
// picture's own header does; zero where neither does. Layout needs it before
// the picture is decoded.
func pictureSize(files fs.FS, im *loaders.Image) image.Point {
	if im.Width > 0 && im.Height > 0 {
		return image.Pt(im.Width, im.Height)
	}
	if files == nil || im.Path == "" {
		return image.Point{}
	}
	f, err := files.Open(im.Path)
	if err != nil {
		return image.Point{}
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, pictureHead))
	if err != nil {
		return image.Point{}
	}
	for _, size := range []func(io.Reader) (image.Config, error){
		png.DecodeConfig, jpeg.DecodeConfig, gif.DecodeConfig, webp.DecodeConfig, bmp.DecodeConfig,
	} {
		if c, err := size(bytes.NewReader(head)); err == nil && c.Width > 0 && c.Height > 0 {
			return image.Pt(c.Width, c.Height)
		}
	}
	return image.Point{}
}
