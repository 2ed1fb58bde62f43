package alignment

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"faithscope/scoring"
)

// written is evidence as JSON.
type written struct {
	Key        string          `json:"key"`
	Tokens     []string        `json:"tokens,omitempty"`
	Importance []scoring.Exact `json:"importance"`      // null where it could not be read
	Words      *[]string       `json:"words,omitempty"` // in alphabetical order
	Hard       [2]correlation  `json:"hard"`
	Soft       correlation     `json:"soft"`
	Expert     correlation     `json:"expert"`
	WithSoft   bool            `json:"with_soft,omitempty"`
	WithExpert bool            `json:"with_expert,omitempty"`
}

// writtenR is a correlation as JSON.
type writtenR struct {
	R       scoring.Value `json:"r"`
	Missing bool          `json:"missing,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (x correlation) MarshalJSON() ([]byte, error) { return json.Marshal(writtenR{x.r, x.missing}) }

// UnmarshalJSON implements [json.Unmarshaler].
func (x *correlation) UnmarshalJSON(b []byte) error {
	var w writtenR
	err := json.Unmarshal(b, &w)
	x.r, x.missing = w.R, w.Missing
	return err
}

// MarshalJSON implements [json.Marshaler].
func (e *evidence) MarshalJSON() ([]byte, error) {
	w := written{
		Key: e.key, Tokens: e.tokens, Importance: scoring.Exacts(e.importance),
		Hard: e.hard, Soft: e.soft, Expert: e.expert,
		WithSoft: e.withSoft, WithExpert: e.withExpert,
	}
	if e.words != nil {
		words := slices.Sorted(maps.Keys(e.words))
		w.Words = &words
	}
	return json.Marshal(w)
}

func restore(data []byte) (scoring.Evidence, error) {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, err
	}
	e := &evidence{
		key: w.Key, tokens: w.Tokens, importance: scoring.Floats(w.Importance),
		hard: w.Hard, soft: w.Soft, expert: w.Expert,
		withSoft: w.WithSoft, withExpert: w.WithExpert,
	}
	switch {
	case e.tokens != nil && e.importance != nil && len(e.tokens) != len(e.importance):
		return nil, fmt.Errorf("%d numbers for %d tokens", len(e.importance), len(e.tokens))
	case !finite(e.importance):
		return nil, errors.New("a number is not finite")
	}
	if w.Words != nil {
		e.words = words{}
		for _, word := range *w.Words {
			e.words[word] = true
		}
	}
	return e, nil
}
