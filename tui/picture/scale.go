package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	xdraw "golang.org/x/image/draw"

	"faithscope/loaders"
)

// Fit returns the largest rectangle of size's proportions in the middle of a
// ground of w×h pixels that are aspect times as wide as high. Its sides are
// rounded up to whole cells of that many pixels, of which the ground is made.
// It is empty if size or ground is.
func Fit(size, ground image.Point, aspect float64, cell Grid) image.Rectangle {
	if size.X <= 0 || size.Y <= 0 || ground.X <= 0 || ground.Y <= 0 {
		return image.Rectangle{}
	}
	want := float64(size.X) / float64(size.Y) / aspect // width by height, in pixels
	w, h := ground.X, ground.Y
	if fit := float64(h) * want; fit < float64(w) {
		w = min(w, up(fit, cell.X))
	} else {
		h = min(h, up(float64(w)/want, cell.Y))
	}
	at := image.Pt((ground.X-w)/2/cell.X*cell.X, (ground.Y-h)/2/cell.Y*cell.Y)
	return image.Rect(0, 0, w, h).Add(at)
}

// up rounds v up to a multiple of n, if it is more than a hundredth above one.
func up(v float64, n int) int { return max(1, int(math.Ceil(v/float64(n)-.01))) * n }

// partOf returns the pixels of b that crop, in fractions, covers; all of them
// for a crop that is empty or makes no sense. At least one pixel is left.
func partOf(b image.Rectangle, crop loaders.Box) image.Rectangle {
	if !(crop.Area() > 0) || math.IsInf(crop.Area(), 1) {
		return b
	}
	w, h := float64(b.Dx()), float64(b.Dy())
	r := image.Rect(
		int(math.Floor(clamp01(crop.X0)*w)), int(math.Floor(clamp01(crop.Y0)*h)),
		int(math.Ceil(clamp01(crop.X1)*w)), int(math.Ceil(clamp01(crop.Y1)*h)),
	).Add(b.Min).Intersect(b)
	if r.Empty() {
		return b
	}
	return r
}

func clamp01(v float64) float64 { return min(max(v, 0), 1) }

// fewColors is how many colours a drawing has at most; photos have more.
const fewColors = 256

// Scale returns part of photo at a place on a ground of size pixels. Photos are
// resampled by Catmull and Rom's cubic, in linear light. A drawing of few
// colours that has to grow keeps its hard edges: it is repeated by a whole
// number first and then shrunk. Photo is opaque.
func Scale(photo *image.RGBA, part image.Rectangle, size image.Point, at image.Rectangle, ground color.RGBA) *image.RGBA {
	out := flat(size, ground)
	switch grown := (at.Dx() + part.Dx() - 1) / part.Dx(); {
	case at.Size() == part.Size():
		draw.Draw(out, at, photo, part.Min, draw.Src)
	case grown > 1 && at.Dy() > part.Dy() && few(photo, part):
		large := image.NewRGBA(image.Rect(0, 0, part.Dx()*grown, part.Dy()*grown))
		xdraw.NearestNeighbor.Scale(large, large.Rect, photo, part, draw.Src, nil)
		resample(out, at, large, large.Rect, triangle())
	default:
		resample(out, at, photo, part, catmullRom())
	}
	return out
}

// flat returns size pixels of one colour.
func flat(size image.Point, c color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return img
}

// few reports whether part of img has at most fewColors colours.
func few(img *image.RGBA, part image.Rectangle) bool {
	_, ok := colours(img, part, fewColors)
	return ok
}

// A photo's bytes are not amounts of light: sRGB spends them evenly by eye.
// Averaging them darkens fine patterns, so that a scaled picture would not
// look like the photo from afar. Scaling decodes them to light first, on a
// scale of 16 bits, and encodes what comes out.

// light is sRGB's transfer function as tables.
type light struct {
	of [256]int32         // a byte as light, 0..lightMax
	to [lightMax + 1]byte // light as the nearest byte
}

const lightMax = 1<<16 - 1

// newLight takes some 30 µs, a hundredth of the scaling that it is made for.
func newLight() *light {
	l := &light{}
	for v := range l.of {
		l.of[v] = int32(linear(float64(v)/255)*lightMax + 0.5)
	}
	next := 0
	for v := range l.of {
		end := lightMax + 1
		if v < 255 {
			end = int(linear((float64(v)+0.5)/255)*lightMax + 0.5)
		}
		for ; next < end; next++ {
			l.to[next] = byte(v)
		}
	}
	return l
}

// linear is sRGB's transfer function (IEC 61966-2-1), from 0..1 to 0..1.
func linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// kernel weighs pixels by their distance; it is 0 beyond support.
type kernel struct {
	support float64
	at      func(x float64) float64 // x ≥ 0
}

// catmullRom is Catmull and Rom's cubic: sharp, and flat parts stay flat.
func catmullRom() kernel {
	return kernel{2, func(x float64) float64 {
		switch {
		case x < 1:
			return float64((1.5*x-2.5)*x*x) + 1
		case x < 2:
			return float64(((-0.5*x+2.5)*x-4)*x) + 2
		}
		return 0
	}}
}

// triangle is linear interpolation: nothing rings beside hard edges.
func triangle() kernel {
	return kernel{1, func(x float64) float64 { return max(0, 1-x) }}
}

// taps are the pixels that one pixel of the result is made of, and how much
// each counts.
type taps struct {
	first   int
	weights []int32 // they sum up to weightSum
}

// Light of 16 bits by weights of 14 fits into 31 bits, overshoot included.
const (
	weightBits = 14
	weightSum  = 1 << weightBits
)

// resized returns the taps that make n pixels of m. Where pixels get fewer the
// kernel is widened, so that every pixel of the source counts.
func (k kernel) resized(m, n int) []taps {
	scale := float64(m) / float64(n)
	wide := max(scale, 1)
	out := make([]taps, n)
	for i := range out {
		middle := float64((float64(i)+0.5)*scale) - 0.5
		first := max(0, int(math.Ceil(middle-float64(k.support*wide))))
		last := min(m-1, int(math.Floor(middle+float64(k.support*wide))))
		at := make([]float64, last-first+1)
		sum := 0.0
		for j := range at {
			at[j] = k.at(math.Abs(float64(first+j)-middle) / wide)
			sum += at[j]
		}
		out[i] = taps{first, whole14(at, sum)}
	}
	return out
}

// whole14 rounds weights so that they sum up to weightSum exactly: a flat part
// keeps its colour. The greatest takes what rounding leaves.
func whole14(at []float64, sum float64) []int32 {
	out := make([]int32, len(at))
	left, greatest := int32(weightSum), 0
	for j, x := range at {
		out[j] = int32(math.Round(x / sum * weightSum))
		left -= out[j]
		if out[j] > out[greatest] {
			greatest = j
		}
	}
	out[greatest] += left
	return out
}

// resample scales part of src to at of dst in linear light. Both are opaque
// and not empty. Rows are scaled in width when the first row of the result
// needs them, and kept as long as one does.
func resample(dst *image.RGBA, at image.Rectangle, src *image.RGBA, part image.Rectangle, k kernel) {
	l := newLight()
	across, down := k.resized(part.Dx(), at.Dx()), k.resized(part.Dy(), at.Dy())
	most := 0
	for _, d := range down {
		most = max(most, len(d.weights))
	}
	width := 3 * at.Dx()
	kept := make([][]int32, most)
	for i := range kept {
		kept[i] = make([]int32, width)
	}
	line := make([]int32, 3*part.Dx())
	sums := make([]int32, width)
	next := 0 // row of part that is scaled next
	for y, d := range down {
		for end := d.first + len(d.weights); next < end; next++ {
			l.decode(line, src.Pix[src.PixOffset(part.Min.X, part.Min.Y+next):])
			widen(kept[next%most], line, across)
		}
		clear(sums)
		for j, w := range d.weights {
			row := kept[(d.first+j)%most]
			for x := range sums {
				sums[x] += w * row[x]
			}
		}
		l.encode(dst.Pix[dst.PixOffset(at.Min.X, at.Min.Y+y):], sums)
	}
}

// decode sets line to the light of as many pixels of pix as it has room for.
func (l *light) decode(line []int32, pix []uint8) {
	for i, p := 0, 0; i+2 < len(line); i, p = i+3, p+4 {
		q := pix[p : p+3 : p+3]
		line[i], line[i+1], line[i+2] = l.of[q[0]], l.of[q[1]], l.of[q[2]]
	}
}

// encode sets pix to the weighted sums of light.
func (l *light) encode(pix []uint8, sums []int32) {
	for i, p := 0, 0; i+2 < len(sums); i, p = i+3, p+4 {
		q := pix[p : p+4 : p+4]
		q[0], q[1], q[2], q[3] = l.to[shown(sums[i])], l.to[shown(sums[i+1])], l.to[shown(sums[i+2])], 255
	}
}

// widen makes a row of the result's width from one of the source's.
func widen(out, line []int32, across []taps) {
	for x, t := range across {
		var r, g, b int32
		px := line[3*t.first:][:3*len(t.weights)]
		for j, w := range t.weights {
			q := px[3*j : 3*j+3 : 3*j+3]
			r, g, b = r+w*q[0], g+w*q[1], b+w*q[2]
		}
		out[3*x], out[3*x+1], out[3*x+2] = shown(r), shown(g), shown(b)
	}
}

// shown is a weighted sum as light that there can be: a cubic overshoots
// beside edges.
func shown(sum int32) int32 {
	return min(max((sum+weightSum/2)>>weightBits, 0), lightMax)
}
