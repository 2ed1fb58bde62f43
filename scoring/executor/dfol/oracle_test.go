package dfol

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/vectors"
)

// vector is dfol.json.
type vector struct {
	Programs struct {
		Ontology json.RawMessage
		Scenes   map[string]table
		Cases    []struct {
			Name, Scene string
			Program     branches
			Expected    map[string]struct {
				Type       string
				Likelihood []float64
				Options    []json.RawMessage
				Answer     [][]string
				Trace      []struct {
					Op        string
					Attention []float64
				} `json:"attention_trace"`
			}
		}
	}
	Core struct {
		Aggregation []struct {
			Attention  []float64
			Exists     float64
			ExistsHard float64 `json:"exists_hard"`
			ForAll     float64
			ForAllHard float64 `json:"forall_hard"`
			NotExists  float64 `json:"not_exists"`
		}
		Relate []struct {
			N        int
			Subject  []float64 `json:"subject_attention"`
			Object   []float64 `json:"object_attention"`
			Relation [][]float64
			Expected map[string]struct {
				Subject []float64 `json:"subject_posterior"`
				Object  []float64 `json:"object_posterior"`
			}
		}
		Logic []struct {
			P, Q, And, Or float64
			NotP          float64 `json:"not_p"`
		}
	}
	Calibration struct {
		Four []struct {
			Paper struct{ A, B, C, D float64 } `json:"paper_params"`
			Alpha []float64
			Code  []float64 `json:"code_float32"`
			Eq16  []float64 `json:"eq16_float64"`
		} `json:"four_params"`
		Two   []modulated `json:"two_params"`
		Gated []modulated
	}
}

// modulated is a calibration by the code's parameters: two, or five of which
// the last is the share of the calibrated attention in what is returned.
type modulated struct {
	Modulations []float64 `json:"code_modulations"`
	Input       float64   `json:"input_attention"`
	Alpha       []float64
	Code        []float64 `json:"code_float32"`
}

// table is a scene of a vector.
type table struct {
	N          int
	Attributes map[string][]float64
	Relations  map[string][][]float64
}

func (s table) scene(t testing.TB) *Scene {
	t.Helper()
	scene, err := NewScene(s.N, s.Attributes, s.Relations)
	check.NoError(t, err)
	return scene
}

// branches is a program as DFOL-VQA writes it.
type branches struct {
	Branches [][]operation
	Last     operation `json:"last_op"`
}

type operation struct {
	Operator  string
	Arguments []any
}

func (o operation) module() loaders.Module {
	m := loaders.Module{Op: strings.ReplaceAll(o.Operator, "_", "-"), Place: -1}
	switch m.Op {
	case "query-attr", "choose-attr", "verify-attrs":
		m.Op, _, _ = strings.Cut(m.Op, "-")
	}
	var words []string
	for _, a := range o.Arguments {
		if list, ok := a.([]any); ok {
			var options []string
			for _, option := range list {
				options = append(options, fmt.Sprint(option))
			}
			a = strings.Join(options, "|")
		}
		words = append(words, fmt.Sprint(a))
	}
	m.Text = strings.Join(words, ",")
	return m
}

// modules returns in pre-order; order has the places of the branches' operators as
// the authors run them.
func (b branches) modules() (modules []loaders.Module, order []int) {
	modules = []loaders.Module{b.Last.module()}
	for _, branch := range b.Branches {
		parent := 0
		first := len(modules)
		for i := len(branch) - 1; i >= 0; i-- {
			modules[parent].Children = append(modules[parent].Children, len(modules))
			parent = len(modules)
			modules = append(modules, branch[i].module())
		}
		for i := range branch {
			order = append(order, first+len(branch)-1-i)
		}
	}
	return modules, order
}

func concepts(t testing.TB, text []byte) *ConceptCategories {
	t.Helper()
	c := &ConceptCategories{}
	check.NoError(t, c.Add("ontology.json", text))
	return c
}

func compiled(t testing.TB, modules []loaders.Module, c *ConceptCategories) *Program {
	t.Helper()
	p, err := Compile(modules, c)
	check.NoError(t, err)
	return p
}

// near compares with float32 numbers.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	check.Near(t, what, got, want, 2e-5)
}

func nearAll(t *testing.T, what string, got, want []float64) {
	t.Helper()
	check.NearLists(t, what, got, want, 2e-5)
}

func readVector(t *testing.T) (v vector) {
	vectors.Read(t, "testdata", "dfol.json", &v)
	return v
}

func TestOraclePrograms(t *testing.T) {
	v := readVector(t)
	c := concepts(t, v.Programs.Ontology)
	settings := map[string]Settings{
		"normalize_false":      {},
		"normalize_true":       {Normalize: true},
		"normalize_false_hard": {Hard: true},
		"normalize_true_hard":  {Normalize: true, Hard: true},
	}
	if len(v.Programs.Cases) == 0 {
		t.Fatal("the vector has no programs")
	}
	for _, x := range v.Programs.Cases {
		modules, order := x.Program.modules()
		p, scene := compiled(t, modules, c), v.Programs.Scenes[x.Scene].scene(t)
		for name, want := range x.Expected {
			s, ok := settings[name]
			if !ok {
				t.Fatalf("settings %q are not known", name)
			}
			what := x.Name + " " + name
			o, err := NewRunner(s).Run(p, scene, nil)
			if err != nil {
				t.Errorf("%s: %v", what, err)
				continue
			}
			likelihood, err := NewRunner(s).Likelihood(p, scene)
			check.NoError(t, err)
			nearAll(t, what, likelihood, want.Likelihood)
			check.Equal(t, what+": answer", o.Answer, strings.Join(want.Answer[0], " | "))
			check.Equal(t, "binary", want.Type == "BINARY", p.binary, what, want.Type)
			for k, step := range want.Trace {
				if modules[order[k]].Op != step.Op {
					t.Fatalf("%s: operator %d is %s, want %s", what, k, modules[order[k]].Op, step.Op)
				}
				nearAll(t, what+" after "+step.Op, o.Outputs[order[k]].Boxes[0], step.Attention)
			}
		}
	}
}

func logs(p []float64) []float64 {
	l := make([]float64, len(p))
	for i, p := range p {
		l[i] = safeLog(p)
	}
	return l
}

func exps(l []float64) []float64 {
	p := make([]float64, len(l))
	for i, l := range l {
		p[i] = math.Exp(l)
	}
	return p
}

func TestOracleQuantifiers(t *testing.T) {
	for _, a := range readVector(t).Core.Aggregation {
		l := logs(a.Attention)
		near(t, "exists", math.Exp(Exists.aggregateSet(l, softly)), a.Exists)
		near(t, "exists, hard", math.Exp(Exists.aggregateSet(l, true)), a.ExistsHard)
		near(t, "for all", math.Exp(ForAll.aggregateSet(l, softly)), a.ForAll)
		near(t, "for all, hard", math.Exp(ForAll.aggregateSet(l, true)), a.ForAllHard)
		near(t, "not exists", math.Exp(NotExists.aggregateSet(l, softly)), a.NotExists)
	}
}

func TestOracleRelate(t *testing.T) {
	for _, x := range readVector(t).Core.Relate {
		var flat []float64
		for _, row := range x.Relation {
			flat = append(flat, row...)
		}
		subject, object, scratch := logs(x.Subject), logs(x.Object), make([]float64, 2*x.N)
		bySubject, byObject := relationLikelihoods{table: flat, ofSubject: true}, relationLikelihoods{table: flat}
		bySubject.multiplyRelated(subject, logs(x.Object), scratch)
		nearAll(t, "subject", exps(subject), x.Expected["exists"].Subject)
		byObject.multiplyRelated(object, logs(x.Subject), scratch)
		nearAll(t, "object", exps(object), x.Expected["exists"].Object)
	}
}

func TestOracleLogic(t *testing.T) {
	for _, x := range readVector(t).Core.Logic {
		p, q := safeLog(x.P), safeLog(x.Q)
		near(t, "not", math.Exp(logNot(p)), x.NotP)
		near(t, "and", math.Exp(p+q), x.And)
		near(t, "or", math.Exp(anyHolds(p, q)), x.Or)
	}
}

func TestOracleCalibration(t *testing.T) {
	v := readVector(t).Calibration
	for _, x := range slices.Concat(v.Two, v.Gated) {
		m := x.Modulations
		c, gate := Calibration{A: 10 * m[0], B: 10 * m[1], C: 0.5, D: 1}, 1.
		if len(m) > 2 {
			c.C, c.D = m[3], 1/(10*m[2])
		}
		if len(m) > 4 {
			gate = m[4]
		}
		for i, alpha := range x.Alpha {
			check.Near(t, "case", gate*c.Of(alpha)+(1-gate)*x.Input, x.Code[i], 1e-4, m, alpha)
		}
	}
	for _, x := range v.Four {
		c := Calibration{A: x.Paper.A, B: x.Paper.B, C: x.Paper.C, D: x.Paper.D}
		for i, alpha := range x.Alpha {
			if got := c.Of(alpha); math.Abs(got-x.Code[i]) > 1e-4 || math.Abs(got-x.Eq16[i]) > 1e-4 {
				t.Errorf("%+v of %v = %v, want %v in the code, %v by eq. 16", c, alpha, got, x.Code[i], x.Eq16[i])
			}
		}
	}
}
