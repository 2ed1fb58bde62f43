package grounding

import (
	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
	"faithscope/scoring/boxes"
	"faithscope/scoring/counting"
)

// evidence is one question, or one picture of a detector.
type evidence struct {
	ID         string
	Count      int          // gold
	Silent     bool         // the run has no region scores
	Prediction float64      // the sum of the scores
	Grounded   float64      // Σ s·p over the proposals with an area
	Empty      float64      // Σ s over the others
	Images     []Detections // of each image or category
	Categories []string     // of a detector's picture, one for each of Images; nil for a question
}

// Fields declares the evidence.
func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Count >= 0, "the count %d", e.Count)
	c.Check(e.Categories == nil || len(e.Categories) == len(e.Images), "%d categories for %d images", len(e.Categories), len(e.Images))
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
	e := &evidence{ID: ex.ID, Count: q.Count, Silent: root.Output.Boxes == nil}
	prediction, ok := counting.Prediction(ex)
	if e.Silent = e.Silent || !ok; e.Silent {
		return e
	}
	e.Prediction = prediction
	var c cover
	for i := range max(len(ex.Images), len(root.Gold.Boxes)) {
		var proposals []loaders.Box
		if i < len(ex.Images) {
			proposals = ex.Images[i].Proposals
		}
		e.add(&c, proposals, boxes.Of(root.Output.Boxes, i), boxes.Of(root.Gold.Boxes, i), boxes.Of(root.Gold.Crowds, i))
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
			e = &evidence{ID: ex.ID}
		}
		if m.Output.Boxes == nil {
			return &evidence{ID: ex.ID, Silent: true}
		}
		var proposals []loaders.Box
		var scores []float64
		im := &ex.Images[0]
		for i, label := range im.Labels[:min(len(im.Labels), len(im.Proposals))] {
			if all := boxes.Of(m.Output.Boxes, 0); label == m.Text && i < len(all) {
				proposals, scores = append(proposals, im.Proposals[i]), append(scores, all[i])
			}
		}
		e.Images = append(e.Images, Detect(proposals, scores, boxes.Of(m.Gold.Boxes, 0), boxes.Of(m.Gold.Crowds, 0)))
		e.Categories = append(e.Categories, m.Text)
	}
	return e
}

// add accepts one image.
func (e *evidence) add(c *cover, proposals []loaders.Box, scores []float64, gold, crowds []loaders.Box) {
	for i, s := range scores[:min(len(scores), len(proposals))] {
		score := float64(float32(s))
		if share, ok := c.share(proposals[i], gold); ok {
			e.Grounded = float64(score*share) + e.Grounded
		} else {
			e.Empty += score
		}
	}
	e.Images = append(e.Images, Detect(proposals, scores, gold, crowds))
}

// above is the question's part of GroundP's numerator.
func (e *evidence) above(s *scoring.Settings) float64 {
	if s.EmptyUngrounded {
		return e.Grounded
	}
	return e.Grounded + e.Empty
}

// Types are the module types that are scored.
var Types = []string{"count"}
