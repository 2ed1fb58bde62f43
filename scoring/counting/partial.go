package counting

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"faithscope/scoring"
)

// written is evidence as JSON.
type written struct {
	Count  int                  `json:"count"`
	Group  int                  `json:"group"`
	Known  bool                 `json:"known"`
	Terms  [terms]scoring.Exact `json:"terms"`
	Scores []scoring.Exact      `json:"scores,omitempty"` // float32s: every one is a float64 too
}

// MarshalJSON implements [json.Marshaler].
func (e *evidence) MarshalJSON() ([]byte, error) {
	w := written{Count: e.count, Group: e.group, Known: e.known}
	for i, x := range e.terms {
		w.Terms[i] = scoring.Exact(x)
	}
	for _, s := range e.scores {
		w.Scores = append(w.Scores, scoring.Exact(s))
	}
	return json.Marshal(w)
}

func restore(data []byte) (scoring.Evidence, error) {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, err
	}
	if w.Count < 0 || w.Group < 0 || w.Group >= groups || w.Group%labels != labelOf(w.Count) {
		return nil, fmt.Errorf("the count %d in group %d", w.Count, w.Group)
	}
	e := &evidence{count: w.Count, group: w.Group, known: w.Known}
	for i, x := range w.Terms {
		e.terms[i] = float64(x)
	}
	for _, s := range w.Scores {
		e.scores = append(e.scores, float32(s))
	}
	if !slices.IsSortedFunc(e.scores, downwards) {
		return nil, errors.New("the scores do not stand from the highest down")
	}
	return e, nil
}

// downwards orders scores from the highest down.
func downwards(a, b float32) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}
