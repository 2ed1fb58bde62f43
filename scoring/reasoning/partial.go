package reasoning

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"faithscope/scoring"
)

// written is evidence as JSON.
type written struct {
	ID         string            `json:"id"`
	Structural int               `json:"structural"`
	Semantic   int               `json:"semantic"`
	Balanced   bool              `json:"balanced"`
	Known      bool              `json:"known"`
	Match      scoring.Exact     `json:"match"`
	Base       *[2]scoring.Exact `json:"base,omitempty"` // exact and substring, of a question in one of the sets
	Entailed   []string          `json:"entailed,omitempty"`
	Question   bool              `json:"question"`
	Groups     []string          `json:"groups,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (e *evidence) MarshalJSON() ([]byte, error) {
	w := written{
		ID: e.id, Structural: e.structural, Semantic: e.semantic, Balanced: e.balanced,
		Known: e.known, Match: scoring.Exact(e.match), Entailed: e.entailed, Question: e.question, Groups: e.groups,
	}
	if e.split {
		w.Base = &[2]scoring.Exact{scoring.Exact(e.base.Exact), scoring.Exact(e.base.Substring)}
	}
	return json.Marshal(w)
}

func restore(data []byte) (scoring.Evidence, error) {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, err
	}
	if w.Structural < -1 || w.Structural >= len(structural) || w.Semantic < -1 || w.Semantic >= len(semantic) {
		return nil, fmt.Errorf("the types %d and %d", w.Structural, w.Semantic)
	}
	e := &evidence{
		id: w.ID, structural: w.Structural, semantic: w.Semantic, balanced: w.Balanced,
		known: w.Known, match: float64(w.Match), entailed: w.Entailed, question: w.Question, groups: groupsOf(w.Groups),
	}
	if w.Base != nil {
		// A question without a set has none of a base model's either.
		e.split, e.base = true, Match{float64(w.Base[0]), float64(w.Base[1])}
	}
	return e, nil
}

// digest tells two base models' answers apart, "" for none.
func (b Base) digest() string {
	if b == nil {
		return ""
	}
	h := sha256.New()
	for _, id := range slices.Sorted(maps.Keys(b)) {
		fmt.Fprintf(h, "%q %x %x\n", id, b[id].Exact, b[id].Substring)
	}
	return fmt.Sprintf("base %x", h.Sum(nil)[:8])
}
