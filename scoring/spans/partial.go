package spans

import (
	"encoding/json"
	"fmt"

	"faithscope/scoring"
)

// written is a module as JSON.
type written struct {
	Node  int           `json:"node"`
	Op    string        `json:"op"`
	Spans int           `json:"spans"`
	Loss  scoring.Value `json:"loss"`
}

// MarshalJSON implements [json.Marshaler].
func (e evidence) MarshalJSON() ([]byte, error) {
	list := make([]written, len(e.modules))
	for i, m := range e.modules {
		list[i] = written{m.node, m.op, m.spans, m.loss}
	}
	return json.Marshal(list)
}

func restore(data []byte) (scoring.Evidence, error) {
	var list []written
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	var e evidence
	for i, w := range list {
		if w.Node < 0 || w.Spans < 0 {
			return nil, fmt.Errorf("module %d: node %d with %d spans", i, w.Node, w.Spans)
		}
		e.modules = append(e.modules, module{w.Node, w.Op, w.Spans, w.Loss})
	}
	return e, nil
}
