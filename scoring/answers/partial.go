package answers

import (
	"encoding/json"
	"fmt"

	"faithscope/loaders"
	"faithscope/scoring"
)

// written is evidence as JSON.
type written struct {
	Verdict loaders.Verdict                 `json:"verdict"`
	Metrics [len(fileMetrics)]scoring.Value `json:"metrics"`
}

// MarshalJSON implements [json.Marshaler].
func (e *evidence) MarshalJSON() ([]byte, error) {
	return json.Marshal(written{e.verdict, e.metrics})
}

func restore(data []byte) (scoring.Evidence, error) {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, err
	}
	if w.Verdict > loaders.Wrong {
		return nil, fmt.Errorf("the verdict %d", w.Verdict)
	}
	return &evidence{w.Verdict, w.Metrics}, nil
}
