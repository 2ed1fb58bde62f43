package grounding

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring/protocols/boxes"
)

// plainShare returns the definition by coordinate compression: every cell between
// two neighbouring xs and ys is in the union or not. The twin of cover.share.
func plainShare(b loaders.Box, gold []loaders.Box) (float64, bool) {
	if b.Area() == 0 {
		return 0, false
	}
	xs, ys := []float64{b.X0, b.X1}, []float64{b.Y0, b.Y1}
	for _, g := range gold {
		xs, ys = append(xs, g.X0, g.X1), append(ys, g.Y0, g.Y1)
	}
	slices.Sort(xs)
	slices.Sort(ys)
	in := func(b loaders.Box, x, y float64) bool { return b.X0 <= x && x < b.X1 && b.Y0 <= y && y < b.Y1 }
	sum := 0.
	for i := range xs[1:] {
		for k := range ys[1:] {
			x, y := xs[i], ys[k]
			if in(b, x, y) && slices.ContainsFunc(gold, func(g loaders.Box) bool { return in(g, x, y) }) {
				sum += (xs[i+1] - x) * (ys[k+1] - y)
			}
		}
	}
	return sum / b.Area(), true
}

// plainCounts returns the code's matching, word by word: the twin of Counts.
func plainCounts(proposals []loaders.Box, scores []float64, gold []loaders.Box, iou float64) (tp, fp, fn [confidences]int) {
	if len(gold) == 0 {
		return tp, fp, fn
	}
	for k := range confidences {
		hit := map[int]bool{}
		predicted := 0
		for i, p := range proposals {
			if !(float32(scores[i]) >= float32(float64(k)*0.1)) {
				continue
			}
			predicted++
			row := make([]float64, len(gold))
			for g := range gold {
				row[g] = boxes.IoU(p.Corners(), gold[g].Corners())
			}
			if best := slices.Max(row); best >= iou { // NaN if any is
				hit[slices.Index(row, best)] = true
			}
		}
		tp[k], fp[k], fn[k] = len(hit), predicted-len(hit), len(gold)-len(hit)
	}
	return tp, fp, fn
}

// plainCOCO sorts all detections and looks at each: the twin of COCO for one
// IoU.
func plainCOCO(images []plainImage, iou float64) float64 {
	type detection struct {
		score float64
		hit   bool
	}
	var all []detection
	gold := 0
	for _, im := range images {
		gold += len(im.gold)
		order := make([]int, len(im.proposals))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(im.scores[b], im.scores[a]) })
		taken := make([]bool, len(im.gold))
		for _, i := range order[:min(len(order), 100)] {
			best, match := iou, -1
			for g := range im.gold {
				if x := boxes.IoU(im.proposals[i].Corners(), im.gold[g].Corners()); !taken[g] && x >= best {
					best, match = x, g
				}
			}
			if match >= 0 {
				taken[match] = true
			}
			all = append(all, detection{im.scores[i], match >= 0})
		}
	}
	slices.SortStableFunc(all, func(a, b detection) int { return cmp.Compare(b.score, a.score) })
	recall, precision, tp := make([]float64, len(all)), make([]float64, len(all)), 0.
	for i, d := range all {
		if d.hit {
			tp++
		}
		recall[i], precision[i] = tp/float64(gold), tp/(float64(i+1)+0x1p-52)
	}
	for i := len(all) - 1; i > 0; i-- {
		precision[i-1] = max(precision[i-1], precision[i])
	}
	sum := 0.
	for r := range 101 {
		if i := slices.IndexFunc(recall, func(x float64) bool { return x >= float64(r)*cocoStep }); i >= 0 {
			sum += precision[i]
		}
	}
	return sum / 101
}

var cocoStep = 0.01

type plainImage struct {
	proposals []loaders.Box
	scores    []float64
	gold      []loaders.Box
}

func (im plainImage) detect() Detections { return Detect(im.proposals, im.scores, im.gold, nil) }

// smallBoxes returns all boxes on a grid of 3 by 3 points, those without an area
// and one turned inside out among them.
func smallBoxes() []loaders.Box {
	list := []loaders.Box{{X0: 2, Y0: 2, X1: 0, Y1: 0}}
	for c := range 81 {
		b := loaders.Box{X0: float64(c % 3), Y0: float64(c / 3 % 3), X1: float64(c / 9 % 3), Y1: float64(c / 27)}
		if b.X0 <= b.X1 && b.Y0 <= b.Y1 {
			list = append(list, b)
		}
	}
	return list
}

func compareShare(t *testing.T, c *coverageSweep, b loaders.Box, gold []loaders.Box) {
	t.Helper()
	got, ok := c.coveredShare(b, gold)
	want, same := plainShare(b, gold)
	if ok != same || math.Abs(got-want) > 1e-12 {
		t.Fatalf("%v in %v: %v, %v, want %v, %v", b, gold, got, ok, want, same)
	}
}

func TestShareAgreesWithCompressionExhaustively(t *testing.T) {
	var c coverageSweep
	all := smallBoxes()
	for _, b := range all {
		compareShare(t, &c, b, nil)
		for _, g := range all {
			for _, h := range all {
				compareShare(t, &c, b, []loaders.Box{g, h})
			}
		}
	}
	whole := loaders.Box{X1: 2, Y1: 2}
	for _, g := range all {
		for _, h := range all {
			for _, i := range all {
				compareShare(t, &c, whole, []loaders.Box{g, h, i})
			}
		}
	}
}

func TestCountsAgreeWithDefinitionExhaustively(t *testing.T) {
	all := smallBoxes()
	scores := []float64{0.95, 0.7, 0.7, 0.3, -1}
	n := 0
	for _, p := range all {
		for _, q := range all {
			for _, g := range all {
				for _, h := range all[n%7*5:][:5] {
					im := plainImage{[]loaders.Box{p, q}, []float64{scores[n%5], scores[n/5%5]}, []loaders.Box{g, h}}
					compareCounts(t, im, []float64{0.2, 0.5, 1, 0}[n%4])
					n++
				}
			}
		}
	}
}

func compareCounts(t *testing.T, im plainImage, iou float64) {
	t.Helper()
	var counts DetectionCounts
	d := im.detect()
	counts.Count(&d, iou)
	tp, fp, fn := plainCounts(im.proposals, im.scores, im.gold, iou)
	for k := range confidences {
		if x, y, z := counts.At(k); x != tp[k] || y != fp[k] || z != fn[k] {
			t.Fatalf("%+v at IoU %v, confidence %d: %d %d %d, want %d %d %d", im, iou, k, x, y, z, tp[k], fp[k], fn[k])
		}
	}
}

func compareCOCO(t *testing.T, images []plainImage) {
	t.Helper()
	var list []*Detections
	gold := 0
	for _, im := range images {
		d := im.detect()
		list = append(list, &d)
		gold += len(im.gold)
	}
	for k, v := range cocoOf(places(list)) {
		got, ok := v.Float()
		if ok != (gold > 0) {
			t.Fatalf("%d gold boxes: %+v", gold, v)
		}
		if want := plainCOCO(images, cocoIoU(k)); ok && math.Abs(got-want) > 1e-12 {
			t.Fatalf("%+v at IoU %d: %v, want %v", images, k, got, want)
		}
	}
}

// randomImages have coarse boxes and scores, so that ties are common.
func randomImages(r *rand.Rand, n, proposals, gold int) []plainImage {
	box := func() loaders.Box {
		b := loaders.Box{X0: float64(r.IntN(6)), Y0: float64(r.IntN(6))}
		b.X1, b.Y1 = b.X0+float64(r.IntN(5)), b.Y0+float64(r.IntN(5))
		return b
	}
	var images []plainImage
	for range n {
		var im plainImage
		for range r.IntN(proposals + 1) {
			im.proposals, im.scores = append(im.proposals, box()), append(im.scores, float64(r.IntN(12))/10)
		}
		for range r.IntN(gold + 1) {
			im.gold = append(im.gold, box())
		}
		images = append(images, im)
	}
	return images
}

func FuzzDetections(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(seed, uint8(seed*9), uint8(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, proposals, gold uint8) {
		images := randomImages(rand.New(rand.NewPCG(seed, 1)), 4, int(proposals), int(gold%80))
		var c coverageSweep
		for _, im := range images {
			for _, p := range im.proposals[:min(len(im.proposals), 8)] {
				compareShare(t, &c, p, im.gold)
			}
			compareCounts(t, im, float64(seed%11)/10)
		}
		compareCOCO(t, images)
	})
}

// places returns images in their order.
func places(images []*Detections) (list []placedImage) {
	for i, d := range images {
		list = append(list, placedImage{d, i})
	}
	return list
}
