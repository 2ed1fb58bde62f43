package picture

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	xdraw "golang.org/x/image/draw"

	"faithscope/loaders/loadertest/check"
)

// stripes returns a picture of columns, alternately white and black.
func stripes(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		c := black
		if i%w%2 == 1 {
			c = white
		}
		img.SetRGBA(i%w, i/w, c)
	}
	return img
}

func TestScaleAveragesLight(t *testing.T) {
	at := image.Rect(0, 0, 100, 75)
	got := scalePhoto(stripes(400, 300), image.Rect(0, 0, 400, 300), at.Max, at, black)
	// Half of white's light is 188 in sRGB; half of its byte, 128, would be a
	// fifth of the light.
	for y := at.Min.Y + 1; y < at.Max.Y-1; y++ {
		for x := at.Min.X + 1; x < at.Max.X-1; x++ {
			if c := got.RGBAAt(x, y); max(c.R, 188)-min(c.R, 188) > 1 || c.R != c.G || c.G != c.B {
				t.Fatalf("pixel %d,%d is %v, want a grey of 188", x, y, c)
			}
		}
	}
}

func TestScaleKeepsFlatColours(t *testing.T) {
	for v := range 256 {
		c := color.RGBA{uint8(v), uint8(255 - v), uint8(v / 2), 255}
		src := flatPicture(image.Pt(31, 17), c)
		for _, size := range []image.Point{{7, 5}, {30, 16}, {45, 29}} {
			out := image.NewRGBA(image.Rectangle{Max: size})
			resampleImage(out, out.Rect, src, src.Rect, catmullRom)
			for i := range size.X * size.Y {
				if got := out.RGBAAt(i%size.X, i/size.X); got != c {
					t.Fatalf("%v became %v at %v pixels", c, got, size)
				}
			}
		}
	}
}

func TestScaleKeepsPlaces(t *testing.T) {
	src := flatPicture(image.Pt(90, 60), black)
	draw.Draw(src, image.Rect(30, 20, 60, 40), image.NewUniform(white), image.Point{}, draw.Src)
	for _, size := range []image.Point{{45, 30}, {180, 120}, {300, 200}, {30, 20}} {
		out := image.NewRGBA(image.Rectangle{Max: size})
		resampleImage(out, out.Rect, src, src.Rect, catmullRom)
		third := size.Div(3)
		for _, tt := range []struct {
			at   image.Point
			want color.RGBA
		}{
			{image.Pt(size.X/2, size.Y/2), white}, {image.Pt(third.X/2, size.Y/2), black}, {image.Pt(size.X/2, third.Y/2), black},
			{image.Pt(size.X-1-third.X/2, size.Y/2), black}, {image.Pt(size.X/2, size.Y-1-third.Y/2), black},
		} {
			check.Equal(t, "pixel", out.RGBAAt(tt.at.X, tt.at.Y), tt.want, tt.at, "of", size)
		}
		for y := range size.Y { // the middle is the same seen from both sides
			for x := range size.X {
				if a, b := out.RGBAAt(x, y), out.RGBAAt(size.X-1-x, size.Y-1-y); max(a.R, b.R)-min(a.R, b.R) > 1 {
					t.Fatalf("%v: pixel %d,%d is %v, its mirror image %v", size, x, y, a, b)
				}
			}
		}
	}
}

func TestScaleToAndFromOnePixel(t *testing.T) {
	for _, sizes := range [][2]image.Point{{{1, 1}, {40, 30}}, {{300, 200}, {1, 1}}, {{1, 500}, {500, 1}}, {{2000, 1}, {3, 1}}} {
		src := flatPicture(sizes[0], white)
		out := image.NewRGBA(image.Rectangle{Max: sizes[1]})
		resampleImage(out, out.Rect, src, src.Rect, catmullRom)
		for i := range sizes[1].X * sizes[1].Y {
			if got := out.RGBAAt(i%sizes[1].X, i/sizes[1].X); got != white {
				t.Fatalf("%v to %v: %v, want white", sizes[0], sizes[1], got)
			}
		}
	}
}

func TestLightGoesBothWays(t *testing.T) {
	l := newLight()
	for v := range 256 {
		if got := l.to[l.of[v]]; int(got) != v {
			t.Errorf("%d is %d of light and back %d", v, l.of[v], got)
		}
	}
	if l.of[188] < lightMax*49/100 || l.of[188] > lightMax*51/100 {
		t.Errorf("188 is %d of light, want half of %d", l.of[188], lightMax)
	}
}

// The peer scales bytes, not light.
func BenchmarkScale(b *testing.B) {
	img := open(b, "coffee.jpg")
	for _, size := range []image.Point{{320, 240}, {612, 459}, {1024, 768}} {
		out := image.NewRGBA(image.Rectangle{Max: size})
		b.Run(size.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				resampleImage(out, out.Rect, img, img.Rect, catmullRom)
			}
		})
		b.Run(size.String()+" x/image", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				xdraw.CatmullRom.Scale(out, out.Rect, img, img.Rect, draw.Src, nil)
			}
		})
	}
}
