package picture

import (
	"bytes"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"github.com/mattn/go-sixel"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// library returns a picture as go-sixel writes it.
func library(t *testing.T, pix *image.Paletted) []byte {
	t.Helper()
	var out bytes.Buffer
	e := sixel.NewEncoder(&out)
	e.Transparent = true
	check.NoError(t, e.Encode(pix))
	return out.Bytes()
}

// patches returns a picture of random patches, some of them longer than the
// longest run.
func patches(r *rand.Rand, size image.Point, colors int) *image.Paletted {
	pix := image.NewPaletted(image.Rectangle{Max: size}, nil)
	for range colors {
		pix.Palette = append(pix.Palette, onGrid(r.Float64()*255, r.Float64()*255, r.Float64()*255))
	}
	for range 3 * colors {
		at := image.Pt(r.IntN(size.X), r.IntN(size.Y))
		patch := image.Rectangle{at, at.Add(image.Pt(1+r.IntN(size.X), 1+r.IntN(9)))}
		fillRect(pix, patch.Intersect(pix.Rect), uint8(r.IntN(colors)))
	}
	return pix
}

// Colours painted over one another show the same pixels as colours painted only
// on their own.
func TestTightShowsTheSamePixels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		pix := patches(r, image.Pt(1+r.IntN(600), 1+r.IntN(40)), 1+r.IntN(256))
		got, err := decodeDCS(encodeTight(pix))
		check.NoError(t, err)
		want, err := decodeDCS(library(t, pix))
		check.NoError(t, err)
		if got.Bounds() != want.Bounds() {
			t.Fatalf("%v decodes as %v, want %v", pix.Rect, got.Bounds(), want.Bounds())
		}
		for y := range pix.Rect.Dy() {
			for x := range pix.Rect.Dx() {
				if got.At(x, y) != want.At(x, y) {
					t.Fatalf("pixel %d,%d of %v is %v, want %v", x, y, pix.Rect, got.At(x, y), want.At(x, y))
				}
			}
		}
	}
}

// Rows of the last band below the picture are left unchanged, since a line of
// text is there.
func TestTightPaintsNothingBelow(t *testing.T) {
	pix := image.NewPaletted(image.Rect(0, 0, 9, 8), color.Palette{color.RGBA64{A: 0xffff}, color.RGBA64{R: 0xffff, A: 0xffff}})
	fillRect(pix, image.Rect(2, 5, 4, 8), 1)
	data := encodeTight(pix)
	rows := bytes.Split(bytes.TrimSuffix(data, []byte("\x1b\\")), []byte("-"))
	for _, c := range rows[len(rows)-1] {
		if c >= '?' && (c-'?')>>2 != 0 {
			t.Errorf("%q paints below the second row of the last band", rows[len(rows)-1])
		}
	}
}

func TestTightIsShorter(t *testing.T) {
	photo := open(t, "coffee.jpg")
	slow := DefaultOptions().At(125_000)
	if slow.Colors != 64 || !slow.Slow {
		t.Fatalf("1 Mbit/s makes of the options %+v", slow)
	}
	r := NewBase(photo, loaders.Box{}, image.Pt(64, 24), image.Pt(10, 20), slow).Mark(nil)
	got := r.Encode(nil, image.Rectangle{Max: r.Cells()})
	same, before := library(t, r.Pixels()), library(t, Quantise(photo, slow.Colors, slow.Snap))
	if len(got)*100 > len(same)*92 {
		t.Errorf("%d bytes, want 8 %% less than the library's %d", len(got), len(same))
	}
	if len(got)*100 > len(before)*82 {
		t.Errorf("%d bytes, want 18 %% less than %d of as many colours, each pixel with its neighbours' alone", len(got), len(before))
	}
	was, is := psnr(photo, Quantise(photo, slow.Colors, slow.Snap)), psnr(photo, r.Pixels())
	if is < was-.3 {
		t.Errorf("%.2f dB like the photo, want what it was, %.2f", is, was)
	}
	draft := r.Draft().Encode(nil, image.Rectangle{Max: r.Cells()})
	if len(draft)*10 > len(got) {
		t.Errorf("a draft has %d bytes, want a tenth of %d", len(draft), len(got))
	}
	if like := psnr(photo, r.Draft().(*Raster).Pixels()); like < 20 {
		t.Errorf("a draft is %.2f dB like the photo", like)
	}
	t.Logf("%d bytes and %.2f dB; by the library %d, and before %d and %.2f dB; draft %d", len(got), is, len(same), len(before), was,
		len(draft))
}
