package boxes

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring/vectors"
)

// vector is faithful_nmn.json.
type vector struct {
	Cases    []vectorCase
	Datasets map[string]json.RawMessage
}

type vectorCase struct {
	Name      string
	Proposals [][][4]float64
	Modules   []struct {
		Module string
		Index  int
		Output vectors.Numbers
		Gold   [][][4]float64
	}
	PrecisionSensitive bool `json:"precision_sensitive"`
	Expected           map[string]map[string]json.RawMessage
}

// expected holds what the authors' code gives under one mode.
type expected struct {
	ByModule       map[string]vectorMetrics `json:"by_module"`
	Overall        vectorMetrics
	CountsOverall  []int                      `json:"counts_overall"`
	CountsByModule map[string][]int           `json:"counts_by_module"`
	InstanceF1     *vectors.Number            `json:"instance_overall_f1"`
	OccurrenceF1   map[string]vectors.Numbers `json:"occurrence_f1"`
}

type vectorMetrics struct{ Precision, Recall, F1 vectors.Number }

// paperNames maps the code's module names to the paper's.
var paperNames = map[string]string{
	"find": "find", "filter": "filter", "with_relation": "with-relation", "project": "relocate", "count": "count",
}

func readVector(t *testing.T) vector {
	t.Helper()
	var v vector
	vectors.Read(t, "testdata", "faithful_nmn.json", &v)
	if len(v.Cases) == 0 {
		t.Fatal("the vector has no cases")
	}
	return v
}

// example turns a case into an example whose node i is the case's module i.
func (c *vectorCase) example() *loaders.Example {
	ex := &loaders.Example{ID: c.Name}
	for _, p := range c.Proposals {
		ex.Images = append(ex.Images, loaders.Image{Proposals: vectors.Boxes(p)})
	}
	for _, m := range c.Modules {
		node := loaders.Module{Op: paperNames[m.Module], Place: m.Index}
		if m.Gold != nil {
			node.Gold = &loaders.Gold{}
			rest := m.Output
			for i, g := range m.Gold {
				n := len(c.Proposals[i])
				node.Gold.Boxes = append(node.Gold.Boxes, vectors.Boxes(g))
				node.Output.Boxes = append(node.Output.Boxes, rest[:n:n])
				rest = rest[n:]
			}
		}
		ex.Program = append(ex.Program, node)
	}
	return ex
}

// evidence weighs the case, in float32 where the case depends on it.
func (c *vectorCase) evidence() *evidence {
	ex := c.example()
	if !c.PrecisionSensitive {
		return weighExample[float64](ex)
	}
	for _, m := range ex.Program {
		for i, probabilities := range m.Output.Boxes {
			m.Output.Boxes[i] = slices.Clone(probabilities)
			for k, p := range probabilities {
				m.Output.Boxes[i][k] = float64(float32(p))
			}
		}
	}
	return weighExample[float32](ex)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6 }
