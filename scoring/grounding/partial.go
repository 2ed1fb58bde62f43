package grounding

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"faithscope/scoring"
)

// mostGold bounds the gold boxes of an image that evidence from a file claims
// without having them.
const mostGold = 1_000_000

// written is evidence as JSON.
type written struct {
	ID         string         `json:"id"`
	Count      int            `json:"count"`
	Silent     bool           `json:"silent,omitempty"`
	Prediction scoring.Exact  `json:"prediction"`
	Grounded   scoring.Exact  `json:"grounded"`
	Empty      scoring.Exact  `json:"empty"`
	Images     []writtenImage `json:"images,omitempty"`
	Categories []string       `json:"categories,omitempty"`
}

// writtenImage are detections.
type writtenImage struct {
	Gold     int                `json:"gold"`
	Ranked   []writtenDetection `json:"ranked"`
	Overlaps [][3]scoring.Exact `json:"overlaps"` // rank, gold box, IoU
}

type writtenDetection struct {
	Score    scoring.Exact `json:"score"`
	IoU      scoring.Exact `json:"iou"`
	Gold     int32         `json:"gold"`
	Proposal int32         `json:"proposal"`
	Hits     uint16        `json:"hits"`
}

// MarshalJSON implements [json.Marshaler].
func (e *evidence) MarshalJSON() ([]byte, error) {
	w := written{
		ID: e.id, Count: e.count, Silent: e.silent,
		Prediction: scoring.Exact(e.prediction), Grounded: scoring.Exact(e.grounded), Empty: scoring.Exact(e.empty),
		Categories: e.categories,
	}
	for i := range e.images {
		d := &e.images[i]
		image := writtenImage{Gold: d.gold, Ranked: []writtenDetection{}, Overlaps: [][3]scoring.Exact{}}
		for _, x := range d.ranked {
			image.Ranked = append(image.Ranked, writtenDetection{scoring.Exact(x.score), scoring.Exact(x.iou), x.gold, x.proposal, x.hits})
		}
		for _, o := range d.overlaps {
			image.Overlaps = append(image.Overlaps, [3]scoring.Exact{scoring.Exact(o.rank), scoring.Exact(o.gold), scoring.Exact(o.iou)})
		}
		w.Images = append(w.Images, image)
	}
	return json.Marshal(w)
}

func restore(data []byte) (scoring.Evidence, error) {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, err
	}
	if w.Count < 0 {
		return nil, fmt.Errorf("the count %d", w.Count)
	}
	if w.Categories != nil && len(w.Categories) != len(w.Images) {
		return nil, fmt.Errorf("%d categories for %d images", len(w.Categories), len(w.Images))
	}
	e := &evidence{
		categories: w.Categories,
		id:         w.ID, count: w.Count, silent: w.Silent,
		prediction: float64(w.Prediction), grounded: float64(w.Grounded), empty: float64(w.Empty),
	}
	for i := range w.Images {
		d, err := w.Images[i].detections()
		if err != nil {
			return nil, fmt.Errorf("image %d: %w", i, err)
		}
		e.images = append(e.images, d)
	}
	return e, nil
}

// detections checks that every gold box and every rank is there, and the
// order that a search relies on.
func (w *writtenImage) detections() (Detections, error) {
	d := Detections{gold: w.Gold}
	if w.Gold < 0 || w.Gold > mostGold {
		return d, fmt.Errorf("%d gold boxes", w.Gold)
	}
	for rank, x := range w.Ranked {
		if x.Gold < -1 || int(x.Gold) >= w.Gold || x.Proposal < 0 {
			return d, fmt.Errorf("rank %d: proposal %d and gold box %d", rank, x.Proposal, x.Gold)
		}
		d.ranked = append(d.ranked, detection{
			score: float64(x.Score), iou: float64(x.IoU), gold: x.Gold, proposal: x.Proposal, level: levelOf(float64(x.Score)), hits: x.Hits,
		})
	}
	if !slices.IsSortedFunc(d.ranked, func(a, b detection) int { return cmp.Compare(b.score, a.score) }) {
		return d, errors.New("the scores do not stand from the highest down")
	}
	for _, o := range w.Overlaps {
		rank, gold := int32(o[0]), int32(o[1])
		if !(o[0] >= 0 && o[0] < scoring.Exact(len(d.ranked)) && o[1] >= 0 && o[1] < scoring.Exact(w.Gold)) {
			return d, fmt.Errorf("an overlap of rank %v and gold box %v", o[0], o[1])
		}
		d.overlaps = append(d.overlaps, overlap{float64(o[2]), rank, gold})
	}
	return d, nil
}
