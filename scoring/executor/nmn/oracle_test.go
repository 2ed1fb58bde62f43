package nmn

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/faithfulnmn"
	"faithscope/loaders/files"
	"faithscope/loaders/language"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/vectors"
)

func TestOracleNumbers(t *testing.T) {
	v := readVector(t)
	close := func(what string, got, want, tolerance float64) {
		check.Near(t, what, got, want, tolerance)
	}
	for _, d := range v.Numbers.Distributions {
		n := loaders.Number{Mean: d.Mean, Var: d.Var}
		for _, x := range []struct {
			spread    SpreadMethod
			want      map[string]float64
			tolerance float64
		}{{Code, d.Code, 1e-9}, {Paper, d.Paper, 1e-9}, {Code, d.Authors, 1e-4}} {
			for k, p := range x.spread.Distribution(n, 72) {
				close("P("+strconv.Itoa(k)+")", p, x.want[strconv.Itoa(k)], x.tolerance)
			}
		}
	}
	for _, c := range v.Numbers.Comparisons {
		a, b := loaders.Number{Mean: c.A.Mean, Var: c.A.Var}, loaders.Number{Mean: c.B.Mean, Var: c.B.Var}
		for spread, want := range map[SpreadMethod]map[string]float64{Code: c.Code, Paper: c.Paper} {
			for op, p := range want {
				close(op, compareAmounts(language.NLVR2(op), spread.Distribution(a, 72), spread.Distribution(b, 72)), p, 1e-9)
			}
		}
		for op, p := range c.Authors {
			close(op, compareAmounts(language.NLVR2(op), Code.Distribution(a, 72), Code.Distribution(b, 72)), p, 1e-4)
		}
	}
	same := func(what string, got float64, want vectors.Number) {
		if got != float64(want) && !(math.IsNaN(got) && !want.Finite()) {
			near(t, what, got, float64(want))
		}
	}
	for _, x := range v.Numbers.Arithmetic {
		for op, want := range x.Code {
			got, _ := language.Calculate(language.NLVR2(op), loaders.Number{Mean: x.A.Mean, Var: x.A.Var},
				loaders.Number{Mean: x.B.Mean, Var: x.B.Var})
			same(op+" mean", got.Mean, want.Mean)
			same(op+" var", got.Var, want.Var)
		}
	}
}

// split returns a list of both images' boxes, image by image.
func split(p []float64) [][]float64 { return [][]float64{p[:len(p)/2], p[len(p)/2:]} }

func joined(p [][]float64) (all []float64) {
	for _, list := range p {
		all = append(all, list...)
	}
	return all
}

func TestOracleObjectSets(t *testing.T) {
	for _, x := range readVector(t).ObjectSets {
		a, b := split(x.A), split(x.B)
		nearAll(t, "intersect", joined(language.Combine(language.Intersect, a, b)), x.Intersect)
		nearAll(t, "left", joined(confineTo(a, leftImage)), x.Left)
		nearAll(t, "right", joined(confineTo(a, rightImage)), x.Right)
		nearAll(t, "discard", joined((&programEvaluation{Program: &Program{nodes: []programNode{{op: language.Discard}}}}).computeSet(0,
			imageScope{},
			[]moduleValue{{boxes: a}, {boxes: b}})), x.Discard)
		factors, _ := multiplyArguments(language.WithRelation, [][][]float64{a, b})
		nearAll(t, "with relation", joined(factors), x.With)
	}
}

// opened reads records as a run of faithful-nmn.
func opened(t testing.TB, path string) *loaders.Run {
	t.Helper()
	src, err := files.OpenSource(files.DiskFiles{}, path)
	if err != nil {
		t.Skip(err)
	}
	run, err := faithfulnmn.Format.Open(context.Background(), src, loaders.Options{})
	check.NoError(t, err)
	t.Cleanup(func() { run.Close() })
	check.NoError(t, run.Wait(context.Background(), math.MaxInt))
	return run
}

// TestOraclePrograms runs the vector's programs from records as the authors'
// predictor writes them, with the learned modules' tables.
func TestOraclePrograms(t *testing.T) {
	v := readVector(t)
	path := filepath.Join(t.TempDir(), "predictions.json")
	var records []byte
	for _, p := range v.Programs {
		type logged map[string]any
		var modules []logged
		for _, m := range p.Expected["sum"].Modules {
			if m.Module == "number" {
				modules = append(modules, logged{"module": m.Module, "output": m.Output})
			}
		}
		for index, table := range p.Tables {
			i, _ := strconv.Atoi(index)
			if strings.HasSuffix(p.Actions[i], " find") {
				modules = append(modules, logged{"module": "find", "index": i, "output": table})
			}
		}
		line, err := json.Marshal(logged{"image_id": "x", "utterance": "x", "best_action_strings": p.Actions, "bboxes": p.Boxes,
			"modules_debug_info": []any{modules}})
		check.NoError(t, err)
		records = append(append(records, line...), '\n')
	}
	check.NoError(t, os.WriteFile(path, records, 0o600))
	run := opened(t, path)
	for k := range v.Programs {
		for name, want := range v.Programs[k].Expected {
			e := &Executor{Counting: map[string]CountingMethod{"sum": Sum, "graph": Graph}[name]}
			ex := run.Scan(k)
			p, err := e.compileProgram(ex, ex.Program)
			if err != nil {
				t.Fatalf("%s: %v", v.Programs[k].Form, err)
			}
			for i := range p.nodes {
				if n := &p.nodes[i]; n.op == language.WithRelation {
					n.own = &networkOutput{p: split(ones(72))}
				} else if table := v.Programs[k].Tables[strconv.Itoa(ex.Program[i].Place)]; n.Learned {
					n.own = &networkOutput{p: split(table)}
				}
			}
			o := p.Run(nil)
			if o.Probability == nil {
				t.Fatalf("%s: %s", v.Programs[k].Form, o.Undefined)
			}
			near(t, name+" "+v.Programs[k].Form, *o.Probability, want.Answer)
			for _, m := range want.Modules {
				if m.Index == nil {
					continue
				}
				i := at(ex, *m.Index)
				var p []float64
				var count float64
				if json.Unmarshal(m.Output, &p) == nil {
					nearAll(t, name+" "+m.Module, joined(o.Outputs[i].Boxes), p)
				} else if err := json.Unmarshal(m.Output, &count); err != nil {
					t.Fatal(err)
				} else if n := o.Outputs[i].Number; n != nil {
					near(t, name+" "+m.Module, n.Mean, count)
				} else if name == "graph" && ex.Program[i].Op == "count" {
					mean := o.Passes[0][i].Number.Mean
					if ex.Program[0].Op != "in-one-other-image" { // which logs one pass
						mean += o.Passes[1][i].Number.Mean
					}
					near(t, name+" "+m.Module, mean, count)
				}
			}
		}
	}
}

func ones(n int) []float64 {
	p := make([]float64, n)
	for i := range p {
		p[i] = 1
	}
	return p
}

// at returns the module at a place.
func at(ex *loaders.Example, place int) int {
	for i := range ex.Program {
		if ex.Program[i].Place == place {
			return i
		}
	}
	return -1
}

// TestOracleRuns compares the executor with the predictions of the runs in
// ../shared/data/nlvr1.
func TestOracleRuns(t *testing.T) {
	for name, counting := range map[string]CountingMethod{"layer_count": Network, "sum_count": Sum, "graph_count": Network,
		"graph_count_decont_pretrain": Network} {
		run := opened(t, filepath.Join("..", "..", "..", "..", "shared", "data", "nlvr1", "runs", name, "predictions.json.gz"))
		e, ok := For(t.Context(), run, nil)
		if !ok || e.Counting != counting {
			t.Errorf("%s: counting %v, want %v", name, e.Counting, counting)
		}
		agree, known, learned := 0, 0, 0
		for i := range run.Len() {
			ex := run.Scan(i)
			p, err := e.compileProgram(ex, ex.Program)
			if err != nil {
				t.Fatalf("%s: %v", ex.ID, err)
			}
			for k := range p.nodes {
				if n := &p.nodes[k]; n.Learned {
					learned++
					if n.own != nil {
						known++
					}
				}
			}
			if o := p.Run(nil); o.Probability != nil && math.Abs(*o.Probability-*ex.Answer.Probability) <= 1e-4 && o.Answer == ex.Answer.Predicted {
				agree++
			} else {
				t.Errorf("%s: %v %s, the run %v", ex.ID, o.Probability, o.Undefined, *ex.Answer.Probability)
			}
		}
		t.Logf("%s: the answers of %d of %d examples agree; what the network returned is known of %d of %d learned modules", name, agree,
			run.Len(), known, learned)
		check.Equal(t, name, known, learned)
	}
}
