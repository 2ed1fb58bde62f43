package spans

import (
	"encoding/json"
	"fmt"

	"faithscope/scoring"
)

func restore(data []byte) (scoring.Evidence, error) {
	var e evidence
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, err
	}
	for i, m := range e {
		if m.Node < 0 || m.Spans < 0 || m.Gold < 0 || m.Half < 0 {
			return nil, fmt.Errorf("module %d: node %d with %d spans of %d tokens, half on %d", i, m.Node, m.Spans, m.Gold, m.Half)
		}
	}
	return e, nil
}
