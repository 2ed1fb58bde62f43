package photo

import (
	"bytes"
	"image"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"testing"

	"faithscope/loaders/loadertest/check"
)

func TestSize(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 13, 7), palette.Plan9)
	for name, write := range map[string]func(w io.Writer) error{
		"png":  func(w io.Writer) error { return png.Encode(w, img) },
		"jpeg": func(w io.Writer) error { return jpeg.Encode(w, img, nil) },
		"gif":  func(w io.Writer) error { return gif.Encode(w, img, nil) },
	} {
		var b bytes.Buffer
		check.NoError(t, write(&b))
		if size, err := Size(bytes.NewReader(b.Bytes())); err != nil || size != image.Pt(13, 7) {
			t.Errorf("%s: %v, %v", name, size, err)
		}
		if size, err := Size(bytes.NewReader(b.Bytes()[:9])); err == nil {
			t.Errorf("%s cut off: %v", name, size)
		}
	}
	_, err := Size(bytes.NewReader([]byte("text")))
	check.Is(t, "size of a text", err, errFormat)
}
