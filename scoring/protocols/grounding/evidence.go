package grounding

import (
	"cmp"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
	"faithscope/scoring/protocols/counting"
)

type evidence struct {
	ID         string
	Count      int // gold
	Silent     bool
	Prediction float64
	Grounded   float64 // Σ s·p over the proposals with an area
	Empty      float64 // Σ s over the others
	Images     []Detections
	Categories []string // one per image of a detector's picture; nil for a question
}

func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Count >= 0, "invalid count %d", e.Count)
	c.Check(e.Categories == nil || len(e.Categories) == len(e.Images), "%d categories for %d images", len(e.Categories), len(e.Images))
}

// prepareGrounding is silent without a prediction or region scores, so that the question still counts.
func prepareGrounding(ex *loaders.Example) scoring.Evidence {
	if len(ex.Program) > 0 && ex.Program[0].Op == "detect" {
		return prepareDetections(ex)
	}
	q, ok := counting.Question(ex)
	if !ok || ex.Program[0].Gold.Kind() != loaders.BoxKind {
		return nil
	}
	root := &ex.Program[0]
	prediction, ok := counting.Prediction(ex)
	if !ok || root.Output.Boxes == nil {
		return &evidence{ID: ex.ID, Count: q.Count, Silent: true}
	}
	e := &evidence{ID: ex.ID, Count: q.Count, Prediction: prediction}
	var c coverageSweep
	for i := range max(len(ex.Images), len(root.Gold.Boxes)) {
		found := loaders.ElementAt(ex.Images, i).Proposals
		scores, gold := loaders.ElementAt(root.Output.Boxes, i), loaders.ElementAt(root.Gold.Boxes, i)
		e.addGrounded(&c, found, scores, gold)
		e.Images = append(e.Images, Detect(found, scores, gold, loaders.ElementAt(root.Gold.Crowds, i)))
	}
	return e
}

// prepareDetections takes each "find" module with gold boxes as a category. The evidence is silent if
// one has no output, and nil if there is none or no image.
func prepareDetections(ex *loaders.Example) scoring.Evidence {
	e := &evidence{ID: ex.ID}
	for _, k := range ex.Program[0].Children {
		m := &ex.Program[k]
		isUngrounded := m.Op != "find" || m.Gold.Kind() != loaders.BoxKind || len(ex.Images) == 0
		if isUngrounded {
			continue
		}
		if m.Output.Boxes == nil {
			return &evidence{ID: ex.ID, Silent: true}
		}
		var proposals []loaders.Box
		var scores []float64
		im := &ex.Images[0]
		for i, label := range im.Labels[:min(len(im.Labels), len(im.Proposals))] {
			if all := loaders.ElementAt(m.Output.Boxes, 0); label == m.Text && i < len(all) {
				proposals, scores = append(proposals, im.Proposals[i]), append(scores, all[i])
			}
		}
		e.Images = append(e.Images, Detect(proposals, scores, loaders.ElementAt(m.Gold.Boxes, 0), loaders.ElementAt(m.Gold.Crowds, 0)))
		e.Categories = append(e.Categories, m.Text)
	}
	if e.Categories == nil {
		return nil
	}
	return e
}

func (e *evidence) addGrounded(c *coverageSweep, proposalBoxes []loaders.Box, scores []float64, goldBoxes []loaders.Box) {
	for i, s := range scores[:min(len(scores), len(proposalBoxes))] {
		score := float64(float32(s))
		if share, ok := c.coveredShare(proposalBoxes[i], goldBoxes); ok {
			e.Grounded = float64(score*share) + e.Grounded
		} else {
			e.Empty += score
		}
	}
}

func (e *evidence) shareAbove(s *scoring.Settings) float64 {
	if s.EmptyUngrounded {
		return e.Grounded
	}
	return e.Grounded + e.Empty
}

// Types are the scored module types.
var Types = []string{"count"}

const (
	whyZero     = "the scores sum to 0"
	whyDetector = "average precision ranks the detections of all pictures together, so a single picture has none"
)

func (e *evidence) Example(s scoring.Settings) scoring.ExampleScore {
	score := e.Outline(s)
	if e.Categories != nil {
		return score
	}
	for i := range e.Images {
		score.Modules[0].Images = append(score.Modules[0].Images, e.Images[i].imageScore(&s))
	}
	return score
}

func (e *evidence) Judges() (by *scoring.FaithfulThreshold, modules bool) {
	if e.Categories != nil {
		return nil, false
	}
	return &bar, true
}

// Outline implements [scoring.JudgedEvidence] by GroundP. A detector's picture has no score of its own.
func (e *evidence) Outline(s scoring.Settings) scoring.ExampleScore {
	if e.Categories != nil {
		return scoring.ExampleScore{Overall: scoring.Undefined(whyDetector)}
	}
	v := e.valueUnder(&s)
	score := scoring.ExampleScore{
		Overall: v,
		Modules: []scoring.ModuleScore{{Type: Types[0], Value: v, Loss: scoring.Undefined("grounding has no loss")}},
	}
	if bar.Judge(v, &s) == loaders.Wrong {
		score.Modules[0].Cause = scoring.Elsewhere
	}
	return score
}

func (e *evidence) Explains() []scoring.Cause {
	if e.Categories != nil {
		return nil
	}
	return []scoring.Cause{scoring.Elsewhere}
}

func (e *evidence) valueUnder(s *scoring.Settings) scoring.Value {
	switch {
	case e.Silent:
		return scoring.Undefined("the run has no region scores for this question")
	case e.Count == 0:
		return scoring.Undefined("the gold count is 0: there is nothing to find")
	case e.Prediction == 0:
		return scoring.Undefined(whyZero)
	}
	return scoring.Defined(e.shareAbove(s) / e.Prediction)
}

// imageScore uses package boxes' thresholds, so that pictures look the same.
func (d *Detections) imageScore(s *scoring.Settings) scoring.ImageScore {
	score := scoring.ImageScore{Gold: make([]scoring.GoldBox, d.Gold)}
	for g := range score.Gold {
		score.Gold[g].BestProposal, score.Gold[g].Nearest.Proposal = -1, -1
	}
	predicted := 0
	for i := range d.Ranked {
		x := &d.Ranked[i]
		box := scoring.PredictedBox{
			Proposal: int(x.proposal), Probability: x.score, BestIoU: x.iou, BestGold: int(x.gold), Hit: x.iou > s.IoU, Counted: true,
		}
		if x.score <= s.Threshold {
			score.Below = append(score.Below, box)
			continue
		}
		score.Predicted = append(score.Predicted, box)
		predicted++
	}
	for _, o := range d.Overlaps {
		g := &score.Gold[o.gold]
		if int(o.rank) < predicted && o.iou > g.BestIoU {
			g.Matched, g.BestIoU, g.BestProposal = o.iou > s.IoU, o.iou, int(d.Ranked[o.rank].proposal)
		}
		g.Near(scoring.Proposal{Proposal: int(d.Ranked[o.rank].proposal), Probability: d.Ranked[o.rank].score, IoU: o.iou}, s.IoU)
	}
	loaders.SortBy(score.Predicted, func(b scoring.PredictedBox) int { return b.Proposal })
	return score
}

// Share returns the share, 0..1, of a box's area in the union of others; ok is false without an
// area.
func Share(b loaders.Box, coveringBoxes []loaders.Box) (share float64, ok bool) {
	var c coverageSweep
	return c.coveredShare(b, coveringBoxes)
}

// coverageSweep measures how much of a box lies in the union of others, by a sweep from left to right with
// a segment tree: n log n. Its slices are scratch.
type coverageSweep struct {
	met    []loaders.Box
	ys     []float64 // tops and bottoms, sorted
	edges  []boxEdge
	nodes  []int32 // how many boxes cover the node's whole range
	length []float64
}

// boxEdge is a box's left (by 1) or right side (by -1) from ys[from] to ys[to].
type boxEdge struct {
	x        float64
	from, to int
	by       int32
}

// coveredShare is 0 if areas overflow, because boxes come from a file.
func (c *coverageSweep) coveredShare(b loaders.Box, coveringBoxes []loaders.Box) (share float64, ok bool) {
	area := b.Area()
	if !(area > 0) {
		return 0, false
	}
	c.met = c.met[:0]
	for _, g := range coveringBoxes {
		clipped := clipBox(b, g)
		if clipped == b {
			return 1, true
		}
		if clipped.Area() > 0 {
			c.met = append(c.met, clipped)
		}
	}
	if share = c.unionArea(c.met) / area; share >= 0 {
		return min(share, 1), true
	}
	return 0, true
}

// unionArea sweeps from left to right over a tree of heights, because boxes overlap. Each box must
// have an area.
func (c *coverageSweep) unionArea(boxes []loaders.Box) float64 {
	switch len(boxes) {
	case 0:
		return 0
	case 1:
		return boxes[0].Area()
	}
	c.planEdges(boxes)
	last := len(c.ys) - 1
	sum, x := 0., c.edges[0].x
	for _, e := range c.edges {
		sum = float64(c.length[1]*(e.x-x)) + sum
		x = e.x
		c.turnEdge(1, 0, last, e)
	}
	return sum
}

func (c *coverageSweep) planEdges(boxes []loaders.Box) {
	c.ys, c.edges = c.ys[:0], c.edges[:0]
	for _, b := range boxes {
		c.ys = append(c.ys, b.Y0, b.Y1)
	}
	slices.Sort(c.ys)
	c.ys = slices.Compact(c.ys)
	for _, b := range boxes {
		from, _ := slices.BinarySearch(c.ys, b.Y0)
		to, _ := slices.BinarySearch(c.ys, b.Y1)
		c.edges = append(c.edges, boxEdge{b.X0, from, to, 1}, boxEdge{b.X1, from, to, -1})
	}
	slices.SortFunc(c.edges, func(a, b boxEdge) int { return cmp.Compare(a.x, b.x) })
	n := 4 * len(c.ys)
	c.nodes, c.length = slices.Grow(c.nodes[:0], n)[:n], slices.Grow(c.length[:0], n)[:n]
	clear(c.nodes)
	clear(c.length)
}

func (c *coverageSweep) turnEdge(segmentNode, lowIndex, highIndex int, e boxEdge) {
	if e.from >= highIndex || e.to <= lowIndex {
		return
	}
	if e.from <= lowIndex && highIndex <= e.to {
		c.nodes[segmentNode] += e.by
	} else {
		middle := (lowIndex + highIndex) / 2
		c.turnEdge(2*segmentNode, lowIndex, middle, e)
		c.turnEdge(2*segmentNode+1, middle, highIndex, e)
	}
	switch {
	case c.nodes[segmentNode] > 0:
		c.length[segmentNode] = c.ys[highIndex] - c.ys[lowIndex]
	case highIndex-lowIndex == 1:
		c.length[segmentNode] = 0
	default:
		c.length[segmentNode] = c.length[2*segmentNode] + c.length[2*segmentNode+1]
	}
}

const name = "grounding"

const own = "Σ s·p / Σ s over the proposals, where s is a proposal's score and p the share of its area in the union of the gold boxes"

var bar = scoring.FaithfulThreshold{
	Protocol: name, Metric: "groundp", Title: "GroundP", Runs: "counting", Figure: "accuracy-per-count",
	Columns: "grounding groundp; counting rmse", Moves: []string{"threshold"}, Judgement: scoring.ScoreExplanation{
		Module: own, Example: own,
		Reading:  "the paper's GroundP for one question (Dancette et al. 2020, equations 3 and 4); the threshold is faithscope's",
		Settings: []string{"empty_ungrounded"},
	}.Always,
	Help: "`:bar-groundp .6` sets the GroundP threshold for a faithful count (the share of region scores on gold boxes)",
	In:   func(s *scoring.Settings) *float64 { return &s.FaithfulGroundP },
}
