package picture

import (
	"image"
	"math"

	"faithscope/loaders"
)

type gammaTables struct {
	of [256]int32         // from a byte to light, 0..lightMax
	to [lightMax + 1]byte // from light to the nearest byte
}

const lightMax = 1<<16 - 1

// newLight takes some 30 µs, a hundredth of the time for scaling.
func newLight() *gammaTables {
	l := &gammaTables{}
	for v := range l.of {
		l.of[v] = int32(toLinear(float64(v)/255)*lightMax + 0.5)
	}
	next := 0
	for v := range l.of {
		end := lightMax + 1
		if v < 255 {
			end = int(toLinear((float64(v)+0.5)/255)*lightMax + 0.5)
		}
		for ; next < end; next++ {
			l.to[next] = byte(v)
		}
	}
	return l
}

func toLinear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// resampleKernel weighs a pixel by its distance; beyond support the weight is 0.
type resampleKernel struct {
	support float64
	at      func(x float64) float64 // x ≥ 0
}

// catmullRom is Catmull and Rom's cubic: sharp, and flat parts stay flat.
var catmullRom = resampleKernel{2, func(x float64) float64 {
	switch {
	case x < 1:
		return float64((1.5*x-2.5)*x*x) + 1
	case x < 2:
		return float64(((-0.5*x+2.5)*x-4)*x) + 2
	}
	return 0
}}

// triangle is linear interpolation: it does not ring at hard edges.
var triangle = resampleKernel{1, func(x float64) float64 { return max(0, 1-x) }}

type resampleWeights struct {
	first   int
	weights []int32 // their sum is weightSum
}

// Light of 16 bits times weights of 14 fits into 31 bits, including overshoot.
const (
	weightBits = 14
	weightSum  = 1 << weightBits
)

// resizeTaps returns which of m source pixels make up each of n. To shrink, it widens the kernel so
// that every source pixel counts.
func (k resampleKernel) resizeTaps(m, n int) []resampleWeights {
	scale := float64(m) / float64(n)
	wide := max(scale, 1)
	out := make([]resampleWeights, n)
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
		out[i] = resampleWeights{first, roundWeights(at, sum)}
	}
	return out
}

// roundWeights returns whole numbers that add up to weightSum exactly, so that a flat area keeps
// its colour.
func roundWeights(weights []float64, targetSum float64) []int32 {
	out := make([]int32, len(weights))
	left, greatest := int32(weightSum), 0
	for j, x := range weights {
		out[j] = int32(math.Round(x / targetSum * weightSum))
		left -= out[j]
		if out[j] > out[greatest] {
			greatest = j
		}
	}
	out[greatest] += left
	return out
}

// resampleImage scales in linear light, because averages of sRGB values come out too dark. It keeps a
// widened source row until no row of the result needs it. Both images are opaque and not empty.
func resampleImage(dst *image.RGBA, targetBounds image.Rectangle, src *image.RGBA, sourcePart image.Rectangle, k resampleKernel) {
	l := newLight()
	across, down := k.resizeTaps(sourcePart.Dx(), targetBounds.Dx()), k.resizeTaps(sourcePart.Dy(), targetBounds.Dy())
	most := 0
	for _, d := range down {
		most = max(most, len(d.weights))
	}
	width := 3 * targetBounds.Dx()
	kept := loaders.Fill(most, func(int) []int32 { return make([]int32, width) })
	line := make([]int32, 3*sourcePart.Dx())
	sums := make([]int32, width)
	next := 0 // the next row of part to scale
	for y, d := range down {
		for end := d.first + len(d.weights); next < end; next++ {
			l.decodeLight(line, src.Pix[src.PixOffset(sourcePart.Min.X, sourcePart.Min.Y+next):])
			widenRow(kept[next%most], line, across)
		}
		clear(sums)
		for j, w := range d.weights {
			row := kept[(d.first+j)%most]
			for x := range sums {
				sums[x] += w * row[x]
			}
		}
		l.encodeLight(dst.Pix[dst.PixOffset(targetBounds.Min.X, targetBounds.Min.Y+y):], sums)
	}
}

func (l *gammaTables) decodeLight(lightLine []int32, pix []uint8) {
	for i, p := 0, 0; i+2 < len(lightLine); i, p = i+3, p+4 {
		q := pix[p : p+3 : p+3]
		lightLine[i], lightLine[i+1], lightLine[i+2] = l.of[q[0]], l.of[q[1]], l.of[q[2]]
	}
}

func (l *gammaTables) encodeLight(pix []uint8, lightSums []int32) {
	for i, p := 0, 0; i+2 < len(lightSums); i, p = i+3, p+4 {
		q := pix[p : p+4 : p+4]
		q[0], q[1], q[2], q[3] = l.to[clipLight(lightSums[i])], l.to[clipLight(lightSums[i+1])], l.to[clipLight(lightSums[i+2])], 255
	}
}

func widenRow(wideRow, lightLine []int32, columnWeights []resampleWeights) {
	for x, t := range columnWeights {
		var r, g, b int32
		px := lightLine[3*t.first:][:3*len(t.weights)]
		for j, w := range t.weights {
			q := px[3*j : 3*j+3 : 3*j+3]
			r, g, b = r+w*q[0], g+w*q[1], b+w*q[2]
		}
		wideRow[3*x], wideRow[3*x+1], wideRow[3*x+2] = clipLight(r), clipLight(g), clipLight(b)
	}
}

func clipLight(lightSum int32) int32 {
	return min(max((lightSum+weightSum/2)>>weightBits, 0), lightMax)
}
