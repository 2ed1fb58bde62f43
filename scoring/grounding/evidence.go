package grounding

import (
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/counting"
)

// evidence is one question, or one picture of a detector.
type evidence struct {
	id     string
	count  int  // gold
	silent bool // the run has no region scores
	// prediction is the sum of the scores; grounded is Σ s·p over the
	// proposals with an area, empty Σ s over the others.
	prediction, grounded, empty float64
	images                      []Detections
	// categories are those of a detector's picture, one for each of images;
	// nil for a question.
	categories []string
}

func prepare(ex *loaders.Example) scoring.Evidence {
	if len(ex.Program) > 0 && ex.Program[0].Op == "detect" {
		if e := detected(ex); e != nil {
			return e
		}
		return nil
	}
	q, ok := counting.Question(ex)
	if !ok || ex.Program[0].Gold == nil || ex.Program[0].Gold.Boxes == nil {
		return nil
	}
	root := &ex.Program[0]
	e := &evidence{id: ex.ID, count: q.Count, silent: root.Output.Boxes == nil}
	if !e.silent {
		e.prediction, ok = counting.Prediction(ex)
		e.silent = !ok
	}
	if e.silent {
		return e
	}
	var c cover
	for i := range max(len(ex.Images), len(root.Gold.Boxes)) {
		var proposals []loaders.Box
		if i < len(ex.Images) {
			proposals = ex.Images[i].Proposals
		}
		e.add(&c, proposals, item(root.Output.Boxes, i), item(root.Gold.Boxes, i))
	}
	return e
}

// detected is a picture of a detector: the categories that were detected or
// annotated in it. Nil for one that nobody annotated.
func detected(ex *loaders.Example) *evidence {
	var e *evidence
	for _, k := range ex.Program[0].Children {
		m := &ex.Program[k]
		if m.Op != "find" || m.Gold == nil || m.Gold.Boxes == nil || len(ex.Images) == 0 {
			continue
		}
		if e == nil {
			e = &evidence{id: ex.ID}
		}
		if m.Output.Boxes == nil {
			return &evidence{id: ex.ID, silent: true}
		}
		var proposals []loaders.Box
		var scores []float64
		im := &ex.Images[0]
		for i, label := range im.Labels[:min(len(im.Labels), len(im.Proposals))] {
			if all := item(m.Output.Boxes, 0); label == m.Text && i < len(all) {
				proposals, scores = append(proposals, im.Proposals[i]), append(scores, all[i])
			}
		}
		e.images = append(e.images, Detect(proposals, scores, item(m.Gold.Boxes, 0)))
		e.categories = append(e.categories, m.Text)
	}
	return e
}

// item returns list[i], nil past the end.
func item[T any](list [][]T, i int) []T {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// add takes up one image.
func (e *evidence) add(c *cover, proposals []loaders.Box, scores []float64, gold []loaders.Box) {
	for i, s := range scores[:min(len(scores), len(proposals))] {
		score := float64(float32(s))
		if share, ok := c.share(proposals[i], gold); ok {
			e.grounded = float64(score*share) + e.grounded
		} else {
			e.empty += score
		}
	}
	e.images = append(e.images, Detect(proposals, scores, gold))
}

// above is the question's part of GroundP's numerator.
func (e *evidence) above(s *scoring.Settings) float64 {
	if s.EmptyUngrounded {
		return e.grounded
	}
	return e.grounded + e.empty
}
