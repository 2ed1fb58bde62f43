package boxes

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"faithscope/scoring"
)

// written is a module as JSON.
type written struct {
	Node     int            `json:"node"`
	Type     string         `json:"type"`
	Argument string         `json:"argument,omitempty"`
	Silent   bool           `json:"silent,omitempty"`
	Images   []writtenImage `json:"images,omitempty"`
}

// writtenImage is an outcome. Overlaps and pairs name their proposal by its
// rank.
type writtenImage struct {
	Probabilities []scoring.Exact      `json:"probabilities"`
	Proposals     []int32              `json:"proposals"`
	Overlaps      [][3]scoring.Exact   `json:"overlaps"` // rank, gold box, IoU
	Gold          [][][2]scoring.Exact `json:"gold"`     // per gold box its pairs: rank, IoU
}

// MarshalJSON implements [json.Marshaler].
func (e *evidence) MarshalJSON() ([]byte, error) {
	list := make([]written, len(e.modules))
	for i, m := range e.modules {
		list[i] = written{m.node, Types[m.kind], m.argument, m.silent, nil}
		for k := m.images.from; k < m.images.to; k++ {
			list[i].Images = append(list[i].Images, e.written(&e.outcomes[k]))
		}
	}
	return json.Marshal(list)
}

func (e *evidence) written(o *outcome) writtenImage {
	proposals := e.proposals[o.ranked.from:o.ranked.to]
	w := writtenImage{
		Probabilities: scoring.Exacts(e.probabilities[o.ranked.from:o.ranked.to]),
		Proposals:     proposals,
		Overlaps:      make([][3]scoring.Exact, 0, o.overlaps.to-o.overlaps.from),
		Gold:          make([][][2]scoring.Exact, 0, o.gold.to-o.gold.from),
	}
	for _, x := range e.overlaps[o.overlaps.from:o.overlaps.to] {
		w.Overlaps = append(w.Overlaps, [3]scoring.Exact{scoring.Exact(x.rank), scoring.Exact(x.gold), scoring.Exact(x.iou)})
	}
	for _, front := range e.fronts[o.gold.from:o.gold.to] {
		pairs := [][2]scoring.Exact{}
		for _, p := range e.pairs[front.from:front.to] {
			rank := slices.Index(proposals, p.proposal)
			pairs = append(pairs, [2]scoring.Exact{scoring.Exact(rank), scoring.Exact(p.iou)})
		}
		w.Gold = append(w.Gold, pairs)
	}
	return w
}

func restore(data []byte) (scoring.Evidence, error) {
	var list []written
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	e := &evidence{}
	for i, w := range list {
		kind := slices.Index(Types, w.Type)
		if kind < 0 || w.Node < 0 {
			return nil, fmt.Errorf("module %d: node %d of type %.40q", i, w.Node, w.Type)
		}
		from := int32(len(e.outcomes))
		for k := range w.Images {
			if err := e.restore(&w.Images[k]); err != nil {
				return nil, fmt.Errorf("module %d, image %d: %w", i, k, err)
			}
		}
		e.modules = append(e.modules, module{w.Node, kind, reach{from, int32(len(e.outcomes))}, w.Silent, w.Argument})
	}
	return e, nil
}

// restore reads back an image. Ranges and ranks have to be right, and the order
// that a binary search relies on.
func (e *evidence) restore(w *writtenImage) error {
	n := len(w.Probabilities)
	if len(w.Proposals) != n {
		return fmt.Errorf("%d proposals with %d probabilities", len(w.Proposals), n)
	}
	for k := 1; k < n; k++ {
		if !(w.Probabilities[k] <= w.Probabilities[k-1]) {
			return errors.New("the probabilities do not stand from the highest down")
		}
	}
	var o outcome
	o.ranked.from, o.overlaps.from, o.gold.from = int32(len(e.probabilities)), int32(len(e.overlaps)), int32(len(e.fronts))
	e.probabilities, e.proposals = append(e.probabilities, scoring.Floats(w.Probabilities)...), append(e.proposals, w.Proposals...)
	last := int32(-1)
	for _, x := range w.Overlaps {
		rank, ok := below(x[0], n)
		gold, known := below(x[1], len(w.Gold))
		if !ok || !known || rank <= last {
			return fmt.Errorf("an overlap of rank %v and gold box %v", x[0], x[1])
		}
		e.overlaps, last = append(e.overlaps, overlap{float64(x[2]), rank, gold}), rank
	}
	for g, pairs := range w.Gold {
		from := int32(len(e.pairs))
		for _, p := range pairs {
			rank, ok := below(p[0], n)
			if !ok {
				return fmt.Errorf("gold box %d overlaps rank %v", g, p[0])
			}
			e.pairs = append(e.pairs, pair{float64(w.Probabilities[rank]), float64(p[1]), w.Proposals[rank]})
		}
		e.fronts = append(e.fronts, reach{from, int32(len(e.pairs))})
	}
	o.ranked.to, o.overlaps.to, o.gold.to = int32(len(e.probabilities)), int32(len(e.overlaps)), int32(len(e.fronts))
	e.outcomes = append(e.outcomes, o)
	return nil
}

// below returns x as an index below n.
func below(x scoring.Exact, n int) (_ int32, ok bool) {
	if !(x >= 0 && x < scoring.Exact(n)) || x != scoring.Exact(int32(x)) {
		return 0, false
	}
	return int32(x), true
}
