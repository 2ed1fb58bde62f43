package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif"  // these formats
	_ "image/jpeg" // are recognised
	_ "image/png"  // by their first bytes
	"io"
	"io/fs"
	"strings"

	_ "golang.org/x/image/bmp"  // and so are these,
	_ "golang.org/x/image/webp" // whatever the file's name

	"faithscope/views/widget"
)

// Limits of decoding. A progressive JPEG needs up to twelve bytes a pixel.
const (
	maxBytes  = 64 << 20
	maxPixels = 40_000_000
	maxSide   = 65_535 // as in a JPEG; scaling builds tables as long as a side
	// keptPixels bounds a decoded photo in memory. It is more than a terminal window shows.
	keptPixels = 4_000_000
)

// Open decodes a regular PNG, JPEG, GIF, WebP or BMP file of at most 64 MiB, told by its first
// bytes. It refuses more than 40 million pixels (half at 16 bits a channel) or 65,535 on a side
// before allocating. Transparent parts show ground. Above 4 million pixels it shrinks by a whole
// factor. Errors are a few words long.
func Open(fsys fs.FS, path string, ground color.RGBA) (*image.RGBA, error) {
	data, err := readFile(fsys, path)
	if err != nil {
		return nil, err
	}
	return decodePicture(data, ground)
}

// readFile reads path, or what a drawn fsys draws, whatever the path. Errors do not name the file.
func readFile(fsys fs.FS, path string) ([]byte, error) {
	if write, drawn := fsys.(widget.PictureWriter); drawn {
		var b bytes.Buffer
		err := write(&b)
		return b.Bytes(), err
	}
	// Opening a pipe or a device could block for ever.
	info, err := fs.Stat(fsys, path)
	if err != nil {
		return nil, plainError(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	f, err := fsys.Open(path)
	if err != nil {
		return nil, plainError(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return nil, plainError(err)
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("larger than %d MiB", maxBytes>>20)
	}
	return data, nil
}

// plainError leaves out the operation and the path because callers name the file themselves.
func plainError(err error) error {
	switch of, ok := errors.AsType[*fs.PathError](err); {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such file")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("permission denied")
	case ok:
		return of.Err
	}
	return err
}

// decodePicture decodes within the limits of [Open]. A panic of a decoder becomes an error, because
// the bytes may be hostile.
func decodePicture(pictureBytes []byte, ground color.RGBA) (photo *image.RGBA, err error) {
	format := "unknown"
	broken := func(what any) error { return fmt.Errorf("broken %s picture: %v", strings.ToUpper(format), what) }
	// The decoders are third-party code, and the bytes may be hostile.
	defer func() {
		if r := recover(); r != nil {
			photo, err = nil, broken(r)
		}
	}()
	cfg, format, err := image.DecodeConfig(bytes.NewReader(pictureBytes))
	switch {
	case errors.Is(err, image.ErrFormat):
		return nil, errors.New("not a PNG, JPEG, GIF, WebP or BMP picture")
	case err != nil:
		return nil, broken(err)
	}
	if err := checkAffordable(cfg); err != nil {
		return nil, err
	}
	img, _, err := image.Decode(bytes.NewReader(pictureBytes))
	if err != nil {
		return nil, broken(err)
	}
	return reduceImage(img, ground), nil
}

func checkAffordable(imageConfig image.Config) error {
	limit := maxPixels
	switch imageConfig.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		limit /= 2
	}
	if imageConfig.Width <= 0 || imageConfig.Height <= 0 {
		return errors.New("no pixels")
	}
	if imageConfig.Width > limit/imageConfig.Height {
		return fmt.Errorf("%d×%d pixels, more than %d million", imageConfig.Width, imageConfig.Height, limit/1_000_000)
	}
	if max(imageConfig.Width, imageConfig.Height) > maxSide {
		return fmt.Errorf("%d×%d pixels, more than %d on a side", imageConfig.Width, imageConfig.Height, maxSide)
	}
	return nil
}

// reduceImage averages k×k pixels into one, with the smallest k that leaves at most keptPixels,
// unless a side is shorter than k. It cuts off a rest at the right and below.
func reduceImage(img image.Image, ground color.RGBA) *image.RGBA {
	b := img.Bounds()
	paste := func(dst *image.RGBA, from image.Point) {
		draw.Draw(dst, dst.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
		draw.Draw(dst, dst.Rect, img, from, draw.Over)
	}
	k := 1
	for (b.Dx()/k)*(b.Dy()/k) > keptPixels {
		k++
	}
	if k == 1 || b.Dx() < k || b.Dy() < k {
		out := image.NewRGBA(image.Rectangle{Max: b.Size()})
		paste(out, b.Min)
		return out
	}
	out := image.NewRGBA(image.Rectangle{Max: b.Size().Div(k)})
	band := image.NewRGBA(image.Rect(0, 0, b.Dx(), k))
	for y := range out.Rect.Dy() {
		paste(band, b.Min.Add(image.Pt(0, y*k)))
		averageRow(out.Pix[y*out.Stride:(y+1)*out.Stride], band, k)
	}
	return out
}

func averageRow(sourceRow []uint8, sourceBand *image.RGBA, k int) {
	for x := range len(sourceRow) / 4 {
		var sum [4]int
		for y := range k {
			square := sourceBand.Pix[y*sourceBand.Stride+x*k*4:][:k*4]
			for i, v := range square {
				sum[i%4] += int(v)
			}
		}
		for i := range sum {
			sourceRow[x*4+i] = uint8(sum[i] / (k * k))
		}
	}
}
