package nmndrop

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

// Demo reads what nmn-drop's demo predictor writes, with its execution trace.
var Demo = record.NewFormat(loaders.Format{
	Name:   "nmn-drop-demo",
	About:  "programs with their execution trace, of nmn-drop's demo predictor",
	Sign:   "the keys inputs, program_nested_expression and program_execution",
	Keys:   "inputs program_nested_expression program_execution",
	Detect: record.Keyed("inputs:[, program_nested_expression, program_execution:["),
}, record.Codec{Dataset: "DROP", Decode: record.As((*demo).exampleOf)})

// demo is one answer of the demo.
type demo struct {
	Question  string       `json:"question"`
	Passage   string       `json:"passage"`
	Predicted record.Texts `json:"predicted_ans"`
	Inputs    []struct {
		Name   loaders.ScoredText `json:"name"`
		Tokens []string           `json:"tokens"`
	} `json:"inputs"`
	Nested    json.RawMessage `json:"program_nested_expression"`
	Form      string          `json:"program_lisp"`
	Execution []execution     `json:"program_execution"`

	tokens  map[loaders.ScoredText][]string // of inputs, by name
	outputs map[*expression][]traceValue    // of executed modules
}

// execution is an entry of program_execution: {module: [value, ...]}.
type execution struct {
	module string
	values []traceValue
	wrong  bool // the entry is something else
}

// traceValue holds what a module computed over one of the inputs.
type traceValue struct {
	Input  loaders.ScoredText `json:"input_name"`
	Values record.Reals       `json:"values"`
	Label  string             `json:"label"`
}

// UnmarshalJSON implements [json.Unmarshaler]: it reads {module: [value, ...]} and sets wrong for
// anything else. It never fails, so that one bad entry does not lose the record.
func (e *execution) UnmarshalJSON(b []byte) error {
	var entry map[string][]traceValue
	err := json.Unmarshal(b, &entry)
	*e = execution{wrong: err != nil || len(entry) != 1}
	for module, values := range entry {
		e.module, e.values = module, values
	}
	return nil
}

// exampleOf returns the example of an answer of the demo: its question and passage, the predicted
// answer, the program with the values of its trace, and other values as attributions, if the
// program can be read. It has no gold. It sets d.tokens and d.outputs.
func (d *demo) exampleOf(rec *record.Record) *loaders.Example {
	d.tokens, d.outputs = map[loaders.ScoredText][]string{}, map[*expression][]traceValue{}
	for _, in := range d.Inputs {
		d.tokens[in.Name] = in.Tokens
	}
	ex := &loaders.Example{
		Question: d.Question, Tokens: d.tokens[loaders.OverQuestion], Logical: d.Form,
		Passage: &loaders.Passage{Text: d.Passage, Tokens: d.tokens[loaders.OverPassage]},
		Answer:  loaders.Answer{Predicted: d.Predicted.JoinWith(", ")},
	}
	form := d.fillProgram(rec, ex)
	if form != nil {
		ex.Attributions = d.collectRest(rec, form)
	}
	return ex
}

// fillProgram sets the example's program, with outputs and attention from the trace, and returns
// the form that it is of. If that cannot be read, it is a problem and nil.
func (d *demo) fillProgram(rec *record.Record, ex *loaders.Example) *expression {
	t, err := treeOf(parseNested(gjson.ParseBytes(d.Nested), new(int)))
	if err != nil {
		rec.Problem("program_nested_expression cannot be read: %v; shown without a program", err)
		return nil
	}
	d.executeTrace(rec, t.root.form)
	ex.Program = t.writeModules(func(n *node, m *loaders.Module) {
		values := d.outputs[n.form]
		if n.argument > 0 {
			d.fillReader(rec, m, n, values)
			return
		}
		m.Place = n.form.number
		d.fillModule(rec, m, values)
	})
	return t.root.form
}

// executeTrace sets d.outputs: each entry of the trace goes to the next module of its name, in
// post-order. Entries that have no place are problems.
func (d *demo) executeTrace(rec *record.Record, form *expression) {
	order := postOrder(form, nil)
	next := 0
	for i, entry := range d.Execution {
		if entry.wrong {
			rec.Problem("program_execution[%d] is not {module: [value, ...]}; its values are missing", i)
			continue
		}
		k := next
		for k < len(order) && withHyphens(order[k].function) != withHyphens(entry.module) {
			k++
		}
		if k == len(order) {
			rec.Problem("program_execution[%d] %.40q has no place in the program; its values are not shown", i, entry.module)
			continue
		}
		d.outputs[order[k]] = entry.values
		next = k + 1
	}
}

func withHyphens(name string) string { return strings.ReplaceAll(name, "_", "-") }

func postOrder(e *expression, list []*expression) []*expression {
	for _, arg := range e.args {
		list = postOrder(arg, list)
	}
	return append(list, e)
}

// The labels of what a module returns, and of what it attends to in the
// question.
var results = map[string]bool{
	"module_output": true, "passage_number_attention": true, "aggregated_token_probabilities": true,
	"difference_distribution": true, "addition_distribution": true, "output_year_diff_attention": true,
}

const attentionLabel = "question_attention"

// fillModule sets a module's attention and output from the values whose labels say that they are
// these: over the passage a probability per token, over another input options. Of several outputs,
// or attentions, the last one counts. Values that do not fit are problems.
func (d *demo) fillModule(rec *record.Record, m *loaders.Module, values []traceValue) {
	for _, v := range values {
		what := fmt.Sprintf("module %d %s, %s", m.Place, m.Op, v.Label)
		switch {
		case v.Label == attentionLabel:
			m.Attention = rec.Weights(what, v.Values, len(d.tokens[v.Input]))
		case !results[v.Label]:
		case v.Input == loaders.OverPassage:
			m.Output = loaders.Output{Tokens: rec.Probabilities(what, v.Values, len(d.tokens[v.Input]))}
		default:
			m.Output = loaders.Output{Options: rec.Options(what, d.tokens[v.Input], v.Values)}
		}
	}
}

func inputOf(f function, argument int) string {
	if !f.numbered {
		return "input_pattn_number_attention"
	}
	return loaders.IfElse(f.reads == "find-date", "passage_date_", "passage_number_") + strconv.Itoa(argument)
}

func (d *demo) fillReader(rec *record.Record, m *loaders.Module, n *node, values []traceValue) {
	function := functionOf(n.form.function)
	label := inputOf(function, n.argument)
	for _, v := range values {
		if v.Label == label && v.Input == loaders.OverPassage {
			what := fmt.Sprintf("module %d %s, %s", n.form.number, function.op, label)
			m.Output.Tokens = rec.Probabilities(what, v.Values, len(d.tokens[loaders.OverPassage]))
		}
	}
}

// collectRest returns the values that are neither attention nor output of a module as attributions,
// named after the module's number, name and label. Values over an input that has no tokens are left
// out.
func (d *demo) collectRest(rec *record.Record, form *expression) []loaders.Attribution {
	var list []loaders.Attribution
	for _, e := range postOrder(form, nil) {
		for _, v := range d.outputs[e] {
			tokens, known := d.tokens[v.Input]
			isHandled := v.Label == attentionLabel || results[v.Label] || !known || isReaders(e, v.Label)
			if isHandled {
				continue // spans have no tokens
			}
			name := fmt.Sprintf("%d %s: %s", e.number, functionOf(e.function).op, v.Label)
			if scores := rec.Weights(name, v.Values, len(tokens)); scores != nil {
				list = append(list, loaders.Attribution{Name: name, Over: v.Input, Tokens: tokens, Scores: scores})
			}
		}
	}
	return list
}

func isReaders(e *expression, label string) bool {
	f := functionOf(e.function)
	return f.reads != "" && (label == inputOf(f, 1) || label == inputOf(f, 2))
}

// parseNested returns the expression of program_nested_expression: {name, identifier}, or a list
// that begins with one and has its arguments after it. It fails for anything else and beyond
// [language.MaxModules]; count is how many modules were read so far.
func parseNested(v gjson.Result, count *int) (*expression, error) {
	if *count++; *count > language.MaxModules {
		return nil, language.ErrTooLong
	}
	list := []gjson.Result{v}
	if v.IsArray() {
		if list = v.Array(); len(list) == 0 {
			return nil, errors.New("an empty list")
		}
	}
	number := list[0].Get("identifier").Num
	e := &expression{function: list[0].Get("name").Str, number: int(number)}
	if e.function == "" || e.number < 1 || number != float64(e.number) {
		return nil, errors.New("a module is not {name, identifier}")
	}
	for _, arg := range list[1:] {
		a, err := parseNested(arg, count)
		if err != nil {
			return nil, err
		}
		e.args = append(e.args, a)
	}
	return e, nil
}
