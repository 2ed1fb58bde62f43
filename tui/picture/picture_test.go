package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io/fs"
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mattn/go-sixel"
	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/widget"
)

func open(t testing.TB, name string) *image.RGBA {
	t.Helper()
	img, err := Open(os.DirFS("testdata"), name, black)
	check.NoError(t, err)
	return img
}

// psnr returns the peak signal-to-noise ratio of b against a, in decibels.
func psnr(a *image.RGBA, b image.Image) float64 {
	var sum, n float64
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			p := a.RGBAAt(x, y)
			r, g, bl, _ := b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y).RGBA()
			for _, d := range [3]float64{float64(p.R) - float64(r>>8), float64(p.G) - float64(g>>8), float64(p.B) - float64(bl>>8)} {
				sum += d * d
				n++
			}
		}
	}
	return 10 * math.Log10(255*255*n/sum)
}

func decodeSixel(t testing.TB, data []byte) image.Image {
	t.Helper()
	var img image.Image
	check.NoError(t, sixel.NewDecoder(bytes.NewReader(data)).Decode(&img))
	return img
}

func gradient(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetRGBA(x, y, color.RGBA{uint8(x * 255 / max(w-1, 1)), uint8(y * 255 / max(h-1, 1)), 90, 255})
		}
	}
	return img
}

func TestDecodeFormats(t *testing.T) {
	src := gradient(200, 100)
	flag := image.NewRGBA(src.Rect) // of colours that every GIF palette has
	for i := range flag.Pix {
		flag.Pix[i] = 255
		if i < len(flag.Pix)/2 && i%4 == 1 {
			flag.Pix[i] = 0
		}
	}
	for _, tt := range []struct {
		name   string
		src    *image.RGBA
		encode func(*bytes.Buffer) error
		least  float64 // dB
	}{
		{"PNG", src, func(b *bytes.Buffer) error { return png.Encode(b, src) }, 90},
		{"JPEG", src, func(b *bytes.Buffer) error { return jpeg.Encode(b, src, &jpeg.Options{Quality: 95}) }, 35},
		{"GIF", flag, func(b *bytes.Buffer) error { return gif.Encode(b, flag, nil) }, 90},
		{"BMP", src, func(b *bytes.Buffer) error { return bmp.Encode(b, src) }, 90},
	} {
		var b bytes.Buffer
		check.NoError(t, tt.encode(&b))
		// The name suggests another format, but only the bytes count.
		img, err := Open(fstest.MapFS{"a.txt": {Data: b.Bytes()}}, "a.txt", black)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := psnr(tt.src, img); got < tt.least {
			t.Errorf("%s: %.1f dB, want %.0f", tt.name, got, tt.least)
		}
	}
}

// bomb returns a PNG file that claims to have w×h pixels.
func bomb(w, h uint32, depth, kind byte) []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	chunk := func(name string, data []byte) {
		body := append([]byte(name), data...)
		_ = binary.Write(&b, binary.BigEndian, uint32(len(data)))
		b.Write(body)
		_ = binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(body))
	}
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	chunk("IHDR", append(head, depth, kind, 0, 0, 0))
	chunk("IDAT", []byte{0x78, 0x9c, 3, 0, 0, 0, 0, 1})
	chunk("IEND", nil)
	return b.Bytes()
}

func TestOpenRefuses(t *testing.T) {
	var whole bytes.Buffer
	check.NoError(t, png.Encode(&whole, gradient(40, 40)))
	files := fstest.MapFS{
		"text.png":    {Data: []byte("not a picture at all")},
		"empty.png":   {Data: nil},
		"cut.png":     {Data: whole.Bytes()[:60]},
		"bomb.png":    {Data: bomb(100_000, 100_000, 8, 2)},
		"tall.png":    {Data: bomb(1, 1<<31-1, 8, 2)},
		"long.png":    {Data: bomb(40_000_000, 1, 8, 2)},
		"deep.png":    {Data: bomb(5000, 5000, 16, 6)}, // 25 million pixels of 8 bytes
		"pipe.png":    {Mode: fs.ModeNamedPipe},
		"dir/a.png":   {Data: whole.Bytes()},
		"jpeg.png":    {Data: []byte("\xff\xd8\xff\xe0 and then nothing")},
		"large.webp":  {Data: []byte("RIFF\xff\xff\xff\xffWEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff")},
		"swapped.bmp": {Data: append([]byte("BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00"), make([]byte, 40)...)},
	}
	for _, tt := range []struct{ name, says string }{
		{"text.png", "not a PNG, JPEG, GIF, WebP or BMP picture"},
		{"empty.png", "not a PNG, JPEG, GIF, WebP or BMP picture"},
		{"cut.png", "broken PNG"},
		{"bomb.png", "100000×100000 pixels, more than 40 million"},
		{"tall.png", "pixels, more than 40 million"},
		{"long.png", "40000000×1 pixels, more than 65535 on a side"},
		{"deep.png", "5000×5000 pixels, more than 20 million"},
		{"pipe.png", "not a regular file"},
		{"dir", "not a regular file"},
		{"none.png", "no such file"},
		{"../secret.png", "no such file"},
		{"jpeg.png", "broken JPEG"},
		{"large.webp", "broken WEBP"},
		{"swapped.bmp", "BMP"},
	} {
		img, err := Open(files, tt.name, black)
		if err == nil {
			t.Errorf("%s: a picture of %v, want an error", tt.name, img.Rect)
			continue
		}
		if !strings.Contains(err.Error(), tt.says) && !strings.Contains(err.Error(), "pixels") {
			t.Errorf("%s: %q, want it to say %q", tt.name, err, tt.says)
		}
	}
}

// FuzzDecode decodes anything: no panic escapes, and no large amount of memory
// is allocated.
func FuzzDecode(f *testing.F) {
	for _, name := range []string{"nlvr-dev-1021-0-0.png"} {
		data, err := os.ReadFile("testdata/" + name)
		check.NoError(f, err)
		f.Add(data)
	}
	for _, encode := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return jpeg.Encode(b, gradient(9, 9), nil) },
		func(b *bytes.Buffer) error { return gif.Encode(b, gradient(9, 9), nil) },
		func(b *bytes.Buffer) error { return bmp.Encode(b, gradient(9, 9)) },
	} {
		var b bytes.Buffer
		check.NoError(f, encode(&b))
		f.Add(b.Bytes())
	}
	f.Add(bomb(70_000, 70_000, 16, 6))
	f.Add([]byte("RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		img, err := decodePicture(data, black)
		if (img == nil) == (err == nil) {
			t.Fatalf("picture %v and error %v", img != nil, err)
		}
		if img != nil && img.Rect.Dx()*img.Rect.Dy() > keptPixels {
			t.Fatalf("kept %v", img.Rect)
		}
	})
}

func TestLargePhotoIsAveraged(t *testing.T) {
	src := image.NewRGBA(image.Rect(0, 0, 3000, 2000)) // 6 million: every second pixel
	for i := range src.Pix {
		if i/4%2 == 0 {
			src.Pix[i] = 200
		}
		if i%4 == 3 {
			src.Pix[i] = 255
		}
	}
	got := reduceImage(src, black)
	if got.Rect != image.Rect(0, 0, 1500, 1000) {
		t.Fatalf("kept %v, want 1500×1000", got.Rect)
	}
	for _, at := range []image.Point{{0, 0}, {1499, 999}, {700, 1}} {
		if c := got.RGBAAt(at.X, at.Y); c != (color.RGBA{100, 100, 100, 255}) {
			t.Errorf("pixel %v is %v, want the mean 100", at, c)
		}
	}
}

func TestTransparentPartsShowGround(t *testing.T) {
	src := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	src.SetNRGBA(0, 0, color.NRGBA{255, 0, 0, 255})
	ground := color.RGBA{10, 20, 30, 255}
	got := reduceImage(src, ground)
	check.Equal(t, "the left pixel", got.RGBAAt(0, 0), (color.RGBA{255, 0, 0, 255}))
	check.Equal(t, "the right pixel", got.RGBAAt(1, 0), ground)
}

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		name         string
		size, ground image.Point
		aspect       float64
		cell         PixelGrid
		want         image.Rectangle
	}{
		{"same", image.Pt(4, 3), image.Pt(400, 300), 1, PixelGrid{1, 1}, image.Rect(0, 0, 400, 300)},
		{"wide: bars above and below", image.Pt(400, 100), image.Pt(200, 100), 1, PixelGrid{1, 1}, image.Rect(0, 25, 200, 75)},
		{"high: bars at the sides", image.Pt(100, 400), image.Pt(100, 200), 1, PixelGrid{1, 1}, image.Rect(25, 0, 75, 200)},
		{"pixels twice as wide as high", image.Pt(100, 100), image.Pt(100, 100), 2, PixelGrid{1, 1}, image.Rect(25, 0, 75, 100)},
		{"a line stays visible", image.Pt(10000, 1), image.Pt(50, 50), 1, PixelGrid{1, 1}, image.Rect(0, 24, 50, 25)},
		{"no cell is part picture, part ground", image.Pt(800, 200), image.Pt(104, 26), .95, PixelGrid{1, 2}, image.Rect(0, 0, 104, 26)},
		{"nor is a row left over", image.Pt(800, 200), image.Pt(119, 30), .95, PixelGrid{1, 2}, image.Rect(0, 0, 119, 30)},
		{"nor at the sides", image.Pt(97, 100), image.Pt(12, 8), 1, PixelGrid{2, 2}, image.Rect(2, 0, 10, 8)},
		{"nothing", image.Pt(0, 5), image.Pt(50, 50), 1, PixelGrid{1, 1}, image.Rectangle{}},
	} {
		check.Equal(t, tt.name, fitPicture(tt.size, tt.ground, tt.aspect, tt.cell), tt.want)
	}
}

func TestQuantiseBeatsTheEncodersOwn(t *testing.T) {
	img := open(t, "coffee.jpg")
	var theirs bytes.Buffer
	check.NoError(t, sixel.NewEncoder(&theirs).Encode(img))
	own := newRaster(Quantise(img, 256, 0), image.Pt(10, 20)).Encode(nil, image.Rect(0, 0, 64, 24))
	a, b := psnr(img, decodeSixel(t, theirs.Bytes())), psnr(img, decodeSixel(t, own))
	if b < a+1 {
		t.Errorf("256 colours: %.2f dB, go-sixel's own quantiser %.2f: want at least 1 dB more", b, a)
	}
	small := newRaster(Quantise(img, 128, 60), image.Pt(10, 20)).Encode(nil, image.Rect(0, 0, 64, 24))
	// Over six photos it is 35.8 dB in 277 KB against 35.4 dB in 412 KB.
	if c := psnr(img, decodeSixel(t, small)); c < a-.3 || len(small) > theirs.Len()*2/3 {
		t.Errorf("128 colours: %.2f dB in %d bytes, go-sixel's own 256: %.2f dB in %d: want 0.3 dB less at most in 2/3", c, len(small), a,
			theirs.Len())
	}
	t.Logf("go-sixel %.2f dB %d bytes; 256 colours %.2f dB %d bytes; 128 snapped %.2f dB %d bytes",
		a, theirs.Len(), b, len(own), psnr(img, decodeSixel(t, small)), len(small))
}

func TestQuantiseKeepsFewColours(t *testing.T) {
	img := open(t, "nlvr-dev-1021-0-0.png")
	q := Quantise(img, 128, 60)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			want := gridOf(img.RGBAAt(x, y))
			if q.At(x, y) != want {
				t.Fatalf("pixel %d,%d is %v, want %v on the grid", x, y, q.At(x, y), want)
			}
		}
	}
}

// The colour of a pixel at an edge must not run on over the flat area beside it
// and tint it, even if the two are nearly the same.
func TestSnapKeepsFlatAreas(t *testing.T) {
	ground, edge := color.RGBA{211, 211, 211, 255}, color.RGBA{204, 209, 212, 255}
	img := gradient(200, 200)
	draw.Draw(img, image.Rect(10, 10, 190, 190), image.NewUniform(edge), image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(50, 50, 150, 150), image.NewUniform(ground), image.Point{}, draw.Src)
	plain, snapped := Quantise(img, 128, 0), Quantise(img, 128, 60)
	for y := 50; y < 150; y++ {
		for x := 50; x < 150-level; x++ {
			if got, want := snapped.At(x, y), plain.At(x, y); got != want {
				t.Fatalf("pixel %d,%d of the flat area is %v, want %v", x, y, got, want)
			}
		}
	}
}

func TestQuantiseSizes(t *testing.T) {
	for _, n := range []int{2, 3, 16, 255, 256} {
		if got := len(Quantise(gradient(200, 200), n, 0).Palette); got > n || got < n/2 {
			t.Errorf("%d colours wanted of a gradient, got %d", n, got)
		}
	}
	check.Equal(t, "colours of one pixel", len(Quantise(gradient(1, 1), 2, 60).Palette), 1)
}

func TestPaletteIsOnSixelsGrid(t *testing.T) {
	for v := range 256 {
		c := onGrid(float64(v), 0, 0)
		pct := uint32(c.R) * 100 / 0xffff // as go-sixel writes it
		if want := uint32(math.Round(float64(v) * 100 / 255)); pct != want {
			t.Errorf("%d is written as %d %%, want %d", v, pct, want)
		}
	}
}

func TestUpscaledDrawingKeepsItsColours(t *testing.T) {
	img := open(t, "nlvr-dev-1021-0-0.png")
	size := image.Pt(990, 252)
	at := fitPicture(img.Rect.Size(), size, 1, PixelGrid{1, 1})
	got := scalePhoto(img, img.Rect, size, at, black)
	// Inner pixels have exactly the source's colours: no ringing beside edges.
	before, _ := coloursIn(img, img.Rect, 256)
	flat := 0
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			if _, ok := before[rgbOf(got.Pix[got.PixOffset(x, y):])]; ok {
				flat++
			}
		}
	}
	if total := at.Dx() * at.Dy(); flat < total*97/100 {
		t.Errorf("%d of %d pixels have a colour of the drawing, want 97 %%", flat, total)
	}
}

func TestCropShowsThatPart(t *testing.T) {
	photo := image.NewRGBA(image.Rect(0, 0, 100, 100))
	for i := range 50 * 100 {
		photo.SetRGBA(50+i%50, i/50, white)
	}
	for i := range photo.Pix {
		if i%4 == 3 {
			photo.Pix[i] = 255
		}
	}
	b := NewBase(photo, loaders.Box{X0: .5, Y0: 0, X1: 1, Y1: .5}, image.Pt(10, 5), image.Pt(10, 20), DefaultOptions())
	mark := widget.BoxMark{Box: loaders.Box{X0: .5, Y0: .25, X1: .75, Y1: .5}, Color: color.RGBA{255, 0, 0, 255}}
	px := b.Mark([]widget.BoxMark{mark}).Pixels()
	is := func(x, y int, c color.RGBA) bool {
		r, g, bl, _ := px.At(x, y).RGBA()
		return uint8(r>>8) == c.R && uint8(g>>8) == c.G && uint8(bl>>8) == c.B
	}
	for _, tt := range []struct {
		x, y int
		c    color.RGBA
	}{{90, 10, white}, {0, 99, color.RGBA{255, 0, 0, 255}}, {49, 60, color.RGBA{255, 0, 0, 255}}, {60, 60, white}, {20, 70, white}} {
		if !is(tt.x, tt.y, tt.c) {
			t.Errorf("pixel %d,%d is %v, want %v", tt.x, tt.y, px.At(tt.x, tt.y), tt.c)
		}
	}
}

func TestCropDrawsNoLineWhereItCutsABox(t *testing.T) {
	photo := flatPicture(image.Pt(200, 200), white)
	red := color.RGBA{255, 0, 0, 255}
	b := NewBase(photo, loaders.Box{X0: .25, Y0: .25, X1: .75, Y1: .75}, image.Pt(10, 5), image.Pt(10, 20), DefaultOptions())
	// It begins left of the visible part and ends inside.
	px := b.Mark([]widget.BoxMark{{Box: loaders.Box{X0: .1, Y0: .4, X1: .5, Y1: .6}, Color: red}}).Pixels()
	is := func(x, y int) bool { return px.At(x, y) == color.Color(gridOf(red)) }
	if !is(49, 50) || !is(20, 30) || !is(20, 69) {
		t.Error("the right, upper or lower side is missing")
	}
	if is(0, 50) || is(1, 50) {
		t.Error("a line stands where the crop cuts the box")
	}
	if !is(0, 30) || !is(0, 69) {
		t.Error("the upper and lower sides do not reach the edge")
	}
	full := NewBase(photo, loaders.Box{}, image.Pt(10, 5), image.Pt(10, 20), DefaultOptions())
	px = full.Mark([]widget.BoxMark{{Box: loaders.Box{X0: -1, Y0: .4, X1: .5, Y1: .6}, Color: red}}).Pixels()
	if !is(edgeInset, 50) || is(0, 50) {
		t.Error("a box that leaves the photo ends visibly at the photo's edge")
	}
}

func TestMarksOutsideOrBroken(t *testing.T) {
	b := NewBase(nil, loaders.Box{}, image.Pt(10, 5), image.Pt(10, 20), DefaultOptions())
	empty := b.Mark(nil)
	nan, inf := math.NaN(), math.Inf(1)
	for _, box := range []loaders.Box{
		{X0: 2, Y0: 2, X1: 3, Y1: 3}, {X0: -3, Y0: 0, X1: -1, Y1: 1}, {X0: .5, Y0: .5, X1: .2, Y1: .9},
		{X0: nan, Y0: 0, X1: 1, Y1: 1}, {X0: 0, Y0: nan, X1: 1, Y1: nan}, {X0: inf, Y0: 0, X1: inf, Y1: 1},
	} {
		got := b.Mark([]widget.BoxMark{{Box: box, Color: white, Label: "label"}})
		if !bytes.Equal(got.Pixels().Pix, empty.Pixels().Pix) {
			t.Errorf("%v is drawn", box)
		}
	}
	for _, box := range []loaders.Box{
		{X0: -inf, Y0: -1e300, X1: inf, Y1: 1e300}, {X0: .5, Y0: .5, X1: .5000001, Y1: .5000001}, {X0: .9999, Y0: .9999, X1: 7, Y1: 7},
	} {
		got := b.Mark([]widget.BoxMark{{Box: box, Color: white, Label: strings.Repeat("long ", 50)}})
		if bytes.Equal(got.Pixels().Pix, empty.Pixels().Pix) {
			t.Errorf("%v is not drawn", box)
		}
	}
}

func TestLineStylesDifferWithoutColour(t *testing.T) {
	b := NewBase(nil, loaders.Box{}, image.Pt(20, 10), image.Pt(9, 18), DefaultOptions())
	seen := map[string]widget.DashStyle{}
	for _, d := range []widget.DashStyle{widget.Solid, widget.Dashed, widget.Double, widget.Dotted} {
		px := b.Mark([]widget.BoxMark{{Box: loaders.Box{X0: .1, Y0: .1, X1: .9, Y1: .9}, Color: white, Dash: d}}).Pixels()
		if other, ok := seen[string(px.Pix)]; ok {
			t.Errorf("styles %d and %d look the same", d, other)
		}
		seen[string(px.Pix)] = d
		if light := count(px, white); light == 0 {
			t.Errorf("style %d has no pixel of its colour", d)
		}
	}
}

// Faded and thin lines stay visible on a ground of any grey, which may be theirs.
func TestThinLinesShowOnEveryGrey(t *testing.T) {
	for _, grey := range []uint8{0, 60, 128, 140, 212, 255} {
		photo := image.NewRGBA(image.Rect(0, 0, 180, 180))
		draw.Draw(photo, photo.Rect, image.NewUniform(color.RGBA{grey, grey, grey, 255}), image.Point{}, draw.Src)
		b := NewBase(photo, loaders.Box{}, image.Pt(20, 10), image.Pt(9, 18), DefaultOptions())
		for _, d := range []widget.DashStyle{widget.Solid, widget.Dashed, widget.Double} {
			px := b.Mark([]widget.BoxMark{{Box: loaders.Box{X0: .1, Y0: .1, X1: .9, Y1: .9}, Color: color.RGBA{61, 155, 255, 255},
				Dash: d, Thin: true, Fade: .4}}).Pixels()
			most := 0
			for _, i := range px.Pix {
				c, _ := color.RGBAModel.Convert(px.Palette[i]).(color.RGBA)
				most = max(most, lumaOf(c)-int(grey), int(grey)-lumaOf(c))
			}
			if most < leastContrast*4/5 { // a fifth less, because they are faded
				t.Errorf("style %d on %d differs by %d of 255", d, grey, most)
			}
		}
	}
}

func count(px *image.Paletted, c color.RGBA) (n int) {
	for _, i := range px.Pix {
		if px.Palette[i] == color.Color(gridOf(c)) {
			n++
		}
	}
	return n
}

func TestLabelsDoNotCoverOneAnother(t *testing.T) {
	b := NewBase(nil, loaders.Box{}, image.Pt(40, 10), image.Pt(9, 18), DefaultOptions())
	red, blue := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}
	box := loaders.Box{X0: .2, Y0: .4, X1: .8, Y1: .9}
	alone := count(b.Mark([]widget.BoxMark{{Box: box, Color: red, Label: "first"}}).Pixels(), red)
	both := b.Mark([]widget.BoxMark{{Box: box, Color: red, Label: "first"}, {Box: box, Color: blue, Label: "second"}}).Pixels()
	lines := count(b.Mark([]widget.BoxMark{{Box: box, Color: red}}).Pixels(), red)
	// The second frame lies over the first; the first's plate is whole.
	check.Equal(t, "red pixels of the plate", count(both, red), alone-lines)
}

func TestRasterTilesAreThePicture(t *testing.T) {
	cell := image.Pt(9, 18)
	b := NewBase(open(t, "coffee.jpg"), loaders.Box{}, image.Pt(30, 12), cell, DefaultOptions())
	r := b.Mark([]widget.BoxMark{{Box: loaders.Box{X0: .2, Y0: .2, X1: .7, Y1: .8}, Color: color.RGBA{0, 200, 90, 255}, Label: "x"}})
	whole := decodeSixel(t, r.Encode(nil, image.Rect(0, 0, 30, 12)))
	for _, cells := range []image.Rectangle{image.Rect(0, 0, 1, 1), image.Rect(29, 11, 30, 12), image.Rect(3, 2, 17, 9)} {
		tile := decodeSixel(t, r.Encode([]byte{}, cells))
		if got, want := tile.Bounds().Size(), image.Pt(cells.Dx()*cell.X, cells.Dy()*cell.Y); got != want {
			t.Errorf("tile %v has %v pixels, want %v", cells, got, want)
			continue
		}
		for y := range tile.Bounds().Dy() {
			for x := range tile.Bounds().Dx() {
				if tile.At(x, y) != whole.At(cells.Min.X*cell.X+x, cells.Min.Y*cell.Y+y) {
					t.Fatalf("tile %v differs from the picture at %d,%d", cells, x, y)
				}
			}
		}
	}
}

func TestSameComparesPixelsNotPalettes(t *testing.T) {
	cell := image.Pt(9, 18)
	b := NewBase(open(t, "coffee.jpg"), loaders.Box{}, image.Pt(30, 12), cell, DefaultOptions())
	mark := func(x float64, c color.RGBA) widget.BoxMark {
		return widget.BoxMark{Box: loaders.Box{X0: x, Y0: .3, X1: x + .2, Y1: .6}, Color: c}
	}
	a, other := b.Mark([]widget.BoxMark{mark(.1, white)}), b.Mark([]widget.BoxMark{mark(.6, color.RGBA{1, 2, 250, 255}), mark(.1, white)})
	differ := 0
	for y := range 12 {
		for x := range 30 {
			at := image.Pt(x, y)
			if !a.Same(at, other, at) {
				differ++
				if x < 15 {
					t.Errorf("cell %v differs far from what has changed", at)
				}
			}
		}
	}
	if differ == 0 {
		t.Error("no cell differs")
	}
}

func TestBlocks(t *testing.T) {
	photo := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range 64 {
		c := white
		if i/8 < 4 {
			c = color.RGBA{200, 0, 0, 255}
		}
		photo.SetRGBA(i%8, i/8, c)
	}
	b := NewBlocks(photo, loaders.Box{}, image.Pt(16, 4), image.Pt(10, 20), DefaultOptions())
	rows := b.Mark([]widget.BoxMark{{Box: loaders.Box{X0: 0, Y0: .5, X1: 1, Y1: 1}, Color: color.RGBA{0, 0, 255, 255}, Label: "ab"}})
	if len(rows) != 4 || len(rows[0]) != 16 {
		t.Fatalf("%d×%d cells, want 16×4", len(rows[0]), len(rows))
	}
	own := color.RGBA{}
	for _, tt := range []struct {
		x, y        int
		top, bottom color.RGBA
		letter      rune
	}{
		{0, 0, own, own, 0}, // the photo is square: the terminal's own ground at the sides
		{4, 0, color.RGBA{200, 0, 0, 255}, color.RGBA{200, 0, 0, 255}, 0},
		{4, 1, white, color.RGBA{0, 0, 255, 255}, 'a'},
		{5, 1, white, color.RGBA{0, 0, 255, 255}, 'b'},
		{6, 2, color.RGBA{0, 0, 255, 255}, white, '─'},
		{11, 3, color.RGBA{0, 0, 255, 255}, white, '┘'},
		{6, 3, color.RGBA{0, 0, 255, 255}, white, '─'},
		{12, 3, own, own, 0},
	} {
		got := rows[tt.y][tt.x]
		check.Equal(t, "top", got.Top, tt.top, "of cell", tt.x, tt.y)
		check.Equal(t, "bottom", got.Bottom, tt.bottom, "of cell", tt.x, tt.y)
		check.Equal(t, "letter", got.Letter, tt.letter, "of cell", tt.x, tt.y)
	}
}

// TestBlocksHaveNoDarkEdge: 234 pixels of height are 12.3 rows of cells.
func TestBlocksHaveNoDarkEdge(t *testing.T) {
	photo := flatPicture(image.Pt(800, 200), white)
	for y, row := range NewBlocks(photo, loaders.Box{}, image.Pt(104, 13), image.Pt(9, 19), DefaultOptions()).Mark(nil) {
		if row[50].Top != white || row[50].Bottom != white {
			t.Errorf("row %d is %+v, want white alone", y, row[50])
		}
	}
}

func TestBlocksTinyAndBlank(t *testing.T) {
	for _, cells := range []image.Point{{1, 1}, {2, 1}, {1, 5}} {
		for _, photo := range []*image.RGBA{nil, gradient(3, 1000)} {
			b := NewBlocks(photo, loaders.Box{}, cells, image.Point{}, DefaultOptions())
			rows := b.Mark([]widget.BoxMark{{Box: loaders.Box{X1: 1, Y1: 1}, Color: white, Dash: widget.Double, Label: "long label"}})
			if len(rows) != cells.Y || len(rows[0]) != cells.X {
				t.Errorf("%v cells wanted, got %d×%d", cells, len(rows[0]), len(rows))
			}
		}
	}
}

// The budget for a photo of 640×480 is 12 ms from pixels to sixel; the
// encoder's own quantiser is the peer.
func BenchmarkPhoto(b *testing.B) {
	img := open(b, "coffee.jpg")
	cells := image.Rect(0, 0, 64, 24)
	b.Run("quantise+encode", func(b *testing.B) {
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			n = len(newRaster(Quantise(img, 128, 60), image.Pt(10, 20)).Encode(nil, cells))
		}
		b.ReportMetric(float64(n), "bytes")
	})
	b.Run("quantise", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Quantise(img, 128, 60)
		}
	})
	b.Run("go-sixel alone", func(b *testing.B) {
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			var out bytes.Buffer
			check.NoError(b, sixel.NewEncoder(&out).Encode(img))
			n = out.Len()
		}
		b.ReportMetric(float64(n), "bytes")
	})
}

// The cost of a threshold key over a shown photo: marks drawn again and cells
// compared.
func BenchmarkMark(b *testing.B) {
	base := NewBase(open(b, "coffee.jpg"), loaders.Box{}, image.Pt(80, 30), image.Pt(9, 18), DefaultOptions())
	before := base.Mark(nil)
	marks := []widget.BoxMark{{Box: loaders.Box{X0: .2, Y0: .2, X1: .5, Y1: .5}, Color: white, Label: "#3"}}
	b.ReportAllocs()
	for b.Loop() {
		r := base.Mark(marks)
		for y := range 30 {
			for x := range 80 {
				r.Same(image.Pt(x, y), before, image.Pt(x, y))
			}
		}
	}
}
