package coco

import (
	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// firstDetections tell whether detections mean something else than COCO's, because then AP is 0, or
// an accident of their order.
type firstDetections struct {
	n, large int     // seen, and with a side of at least a pixel
	score    float64 // of the first
	ranked   bool    // scores differ
}

const mostFirst = 1000

func (f *firstDetections) addDetection(rec *record.Record) {
	if f.n == mostFirst {
		return
	}
	found := gjson.GetManyBytes(rec.Bytes, "bbox.2", "bbox.3", "score")
	if f.n++; max(found[0].Float(), found[1].Float()) >= 1 {
		f.large++
	}
	if f.n == 1 {
		f.score = found[2].Float()
	}
	f.ranked = f.ranked || found[2].Float() != f.score
}

func (f *firstDetections) report(problems *loaders.Problems, file string) {
	if f.n > 1 && f.large == 0 {
		problems.Report(file, "the first %d boxes are all smaller than a pixel: are they fractions? COCO uses pixels", f.n)
	}
	if f.n > 1 && !f.ranked {
		problems.Report(file, "the first %d scores are all %v, so AP depends on the order in the file", f.n, f.score)
	}
}
