package sentences

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"faithscope/scoring"
)

// written is evidence as JSON.
type written struct {
	Sum     []scoring.Exact `json:"sum,omitempty"`
	Largest []scoring.Exact `json:"largest,omitempty"` // where it is not Sum
	Golds   []int           `json:"golds"`
	Absent  string          `json:"absent,omitempty"`
	Failed  bool            `json:"failed,omitempty"`

	Comprehensiveness scoring.Value `json:"comprehensiveness"`
	Sufficiency       scoring.Value `json:"sufficiency"`
}

// MarshalJSON implements [json.Marshaler].
func (e *evidence) MarshalJSON() ([]byte, error) {
	w := written{
		Golds: e.golds, Absent: e.absent, Failed: e.failed,
		Comprehensiveness: e.comprehensiveness, Sufficiency: e.sufficiency,
	}
	if e.absent == "" {
		w.Sum = scoring.Exacts(e.sum)
		if !slices.Equal(e.sum, e.largest) {
			w.Largest = scoring.Exacts(e.largest)
		}
	}
	return json.Marshal(w)
}

func restore(data []byte) (scoring.Evidence, error) {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, err
	}
	e := &evidence{
		sum: scoring.Floats(w.Sum), largest: scoring.Floats(w.Largest), golds: w.Golds, absent: w.Absent, failed: w.Failed,
		comprehensiveness: w.Comprehensiveness, sufficiency: w.Sufficiency,
	}
	if e.absent != "" {
		return e, nil
	}
	if e.largest == nil {
		e.largest = e.sum
	}
	switch {
	case len(e.golds) == 0:
		return nil, errors.New("no gold sentence")
	case len(e.largest) != len(e.sum):
		return nil, fmt.Errorf("%d scores and %d", len(e.sum), len(e.largest))
	case slices.ContainsFunc(append(e.sum, e.largest...), func(x float64) bool { return x-x != 0 }):
		return nil, errors.New("a score is no number")
	}
	var err error
	e.distinct, err = distinct(e.golds, len(e.sum))
	return e, err
}

// distinct is how many of n sentences golds name; all of golds must be among
// them.
func distinct(golds []int, n int) (count int, err error) {
	for i, g := range golds {
		if g < 0 || g >= n {
			return 0, fmt.Errorf("the gold sentence %d is none of the %d sentences", g, n)
		}
		if !slices.Contains(golds[:i], g) {
			count++
		}
	}
	return count, nil
}
