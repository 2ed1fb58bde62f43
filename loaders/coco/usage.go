package coco

import (
	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// usage says whether the first detections of a file look as if they meant something else than COCO
// does: then its AP is 0, or an accident of their order.
type usage struct {
	n, large int     // detections that were looked at, and those with a side of a pixel or more
	score    float64 // of the first
	ranked   bool    // another has another score
}

// mostUsual bounds the detections that are looked at.
const mostUsual = 1000

// addDetection looks at a detection.
func (u *usage) addDetection(rec *record.Record) {
	if u.n == mostUsual {
		return
	}
	found := gjson.GetManyBytes(rec.Bytes, "bbox.2", "bbox.3", "score")
	if u.n++; max(found[0].Float(), found[1].Float()) >= 1 {
		u.large++
	}
	if u.n == 1 {
		u.score = found[2].Float()
	}
	u.ranked = u.ranked || found[2].Float() != u.score
}

// report reports what it found in a file of more than one detection.
func (u *usage) report(problems *loaders.Problems, file string) {
	if u.n > 1 && u.large == 0 {
		problems.Report(file, "the first %d boxes are all smaller than a pixel: fractions of the picture? COCO has pixels", u.n)
	}
	if u.n > 1 && !u.ranked {
		problems.Report(file, "the first %d scores are all %v: AP depends on the order of the file", u.n, u.score)
	}
}
