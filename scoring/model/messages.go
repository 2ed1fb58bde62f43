package model

import "encoding/json"

type request struct {
	Batch   []map[string]Text        `json:"batch"`
	Want    string                   `json:"want,omitempty"` // "vectors" or "gradients"; else probabilities
	Vectors []map[string]TextVectors `json:"vectors,omitempty"`
	Target  []int                    `json:"target,omitempty"`
	Of      string                   `json:"of,omitempty"` // "logit"; "probability" where absent
}

type reply struct {
	ID        *int                     `json:"id"`
	Error     string                   `json:"error"`
	Probs     []json.RawMessage        `json:"probs"`
	Vectors   []map[string]TextVectors `json:"vectors"`
	Gradients []map[string]TextVectors `json:"gradients"`
	Output    json.RawMessage          `json:"output"` // of a module
}
