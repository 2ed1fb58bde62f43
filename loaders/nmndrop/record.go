package nmndrop

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// wire is one line of a run.
type wire struct {
	Passage   string         `json:"passage_id"`
	Query     string         `json:"query_id"`
	Question  string         `json:"question"`
	Type      string         `json:"qtype"`
	F1        *record.Real   `json:"f1"`
	EM        *record.Real   `json:"em"`
	Predicted record.Texts   `json:"predicted_ans"`
	Form      string         `json:"predicted_logical_form"`
	Outputs   []moduleOutput `json:"module_outputs"`

	// What the predictor in MTMSN's form writes in place of them.
	Text        record.Texts        `json:"text"`
	Logical     string              `json:"type"`
	Probability *record.Real        `json:"prog_prob"`
	Gold        []record.DROPAnswer `json:"gold_answer"`
}

// answersAlone reports whether the record is in MTMSN's form, which has no outputs.
func (r *wire) answersAlone() bool { return r.Probability != nil && r.Outputs == nil }

// moduleOutput is one entry of module_outputs: [name, [probability, ...]].
type moduleOutput struct {
	name      string
	attention record.Reals
	wrong     bool // the entry is something else
}

// UnmarshalJSON implements [json.Unmarshaler]. It never fails, so that one bad
// entry does not lose the record.
func (o *moduleOutput) UnmarshalJSON(b []byte) error {
	*o = moduleOutput{}
	o.wrong = !record.Tuple(b, &o.name, &o.attention) || o.name == ""
	return nil
}

// decode turns one record into an example, joined with its annotations.
func (j *join) decode(rec *record.Record) *loaders.Example {
	var r wire
	if err := rec.Decode(&r); err != nil {
		return rec.Broken(err)
	}
	if r.answersAlone() {
		r.Predicted, r.Form = r.Text, r.Logical
	}
	if r.Query == "" {
		rec.Problem("no query_id; it cannot be joined with annotations")
	}
	ex := &loaders.Example{
		ID: r.Query, Question: r.Question, Kind: r.Type, Logical: r.Form,
		Answer: loaders.Answer{Predicted: r.Predicted.JoinWith(", ")},
	}
	q := j.question(r.Query)
	if q != nil {
		ex.Passage, ex.Tokens, ex.Answer.Gold = q.passage, q.tokens, q.answer
	} else {
		ex.Passage, ex.Answer.Gold = j.passage(r.Passage), texts(r.Gold)
	}
	j.verdict(&r, rec, &ex.Answer)
	r.attentions(rec, ex.Passage)
	if form := r.program(rec, ex); !r.answersAlone() {
		j.gold(rec, ex, q, form)
	}
	return ex
}

// verdict judges the answer by em and f1. They are null where the model gave none, which is
// not a problem of the file: what stands beside null is kept, and does not count.
func (j *join) verdict(r *wire, rec *record.Record, a *loaders.Answer) {
	rec.Score(a, "em", r.EM)
	rec.Score(a, "f1", r.F1)
	switch em, known := a.Scores["em"]; {
	case !known && a.Gold != "" && record.Keys(rec.Bytes)["em"] == 'n':
		a.Correct = loaders.Unanswered
	case !known:
	case em == 0 || em == 1:
		a.Correct = loaders.VerdictOf(em == 1)
	default:
		rec.Problem("em is %g, neither 0 nor 1; the answer counts as neither right nor wrong", em)
	}
	if j.predicts || a.Correct == loaders.Unanswered {
		a.CountMissing("em", "f1")
	}
}

// attentions checks the outputs against the passage; without one, against
// the longest of them. Those that cannot be used become nil.
func (r *wire) attentions(rec *record.Record, passage *loaders.Passage) {
	n := 0
	for _, o := range r.Outputs {
		n = max(n, len(o.attention))
	}
	if passage != nil && passage.Tokens != nil {
		n = len(passage.Tokens)
	}
	for i := range r.Outputs {
		o := &r.Outputs[i]
		if o.wrong {
			rec.Problem("module_outputs[%d] %s is not [name, [probability, ...]]; the output is missing", i, o.name)
			o.attention = nil
			continue
		}
		what := fmt.Sprintf("module_outputs[%d] %s", i, o.name)
		o.attention = rec.Probabilities(what, o.attention, n)
		if sum := loaders.Sum(o.attention); sum > 1+slack {
			rec.Problem("%s sums to %.3g over the passage; scored as it is", what, sum)
		}
	}
}

// slack is how far an attention may exceed a sum of 1 without a problem: the
// files round to six digits, and word pieces were summed in float32.
const slack = 0.01

// program fills the example's program from the logical form and returns the form, nil if
// it cannot be read.
func (r *wire) program(rec *record.Record, ex *loaders.Example) *expression {
	form, err := parse(r.Form)
	var t *tree
	if err == nil {
		t, err = treeOf(form)
	}
	if err != nil {
		rec.Problem("predicted_logical_form cannot be read: %v; shown without a program", err)
		return nil
	}
	names := loaders.Map(r.Outputs, func(o moduleOutput) string { return o.name })
	for _, i := range t.attach(names) {
		if r.Outputs[i].wrong {
			continue // reported before
		}
		rec.Problem("module_outputs[%d] %s has no place in the program; the output is not shown", i, names[i])
	}
	ex.Program = t.modules(func(n *node, m *loaders.Module) {
		if n.place >= 0 {
			m.Name = r.Outputs[n.place].name
			m.Output.Tokens = r.Outputs[n.place].attention
		}
	})
	return form
}

// gold attaches the annotators' spans to the modules that the authors compare
// with them: to all, or to none and a problem says why.
func (j *join) gold(rec *record.Record, ex *loaders.Example, q *question, form *expression) {
	if j.path == "" || form == nil {
		return
	}
	golds, why := pair(ex, q, form)
	if why != nil {
		rec.Problem("%s; kept as an example without gold", why)
		return
	}
	for _, g := range golds {
		g.Source += " in " + filepath.Base(j.path)
		for _, i := range g.Merged {
			ex.Program[i].Gold = g
		}
		if len(g.Merged) == 1 {
			g.Merged = nil
		}
	}
}

// pair returns the gold of an example, each with all modules that answer it
// in Merged, or why it has none.
func pair(ex *loaders.Example, q *question, form *expression) (golds []*loaders.Gold, why error) {
	pairs := Pairings(ex.Kind)
	switch {
	case q == nil:
		return nil, errors.New("no annotations for this query_id")
	case q.gold == nil:
		return nil, errors.New("the annotations have no module outputs for it")
	case pairs == nil:
		return nil, loaders.Errorf("the authors compare nothing for question type %q", ex.Kind)
	case !slices.Contains(strings.Split(questionTypes[ex.Kind].programs, "|"), form.String()):
		return nil, loaders.Errorf("%s is not a program of %s: the authors skip it", form, ex.Kind)
	case len(q.gold) < len(pairs):
		return nil, loaders.Errorf("%d gold lists where %s has %d", len(q.gold), ex.Kind, len(pairs))
	}
	for k, outputs := range pairs {
		list := q.gold[k]
		g := &loaders.Gold{Spans: list.spans, Source: list.module}
		for i := range ex.Program {
			if slices.Contains(outputs, ex.Program[i].Place) {
				g.Merged = append(g.Merged, i)
			}
		}
		if len(g.Merged) < len(outputs) {
			return nil, loaders.Errorf("no output in its place answers the gold of %s", list.module)
		}
		golds = append(golds, g)
	}
	return golds, nil
}

// Pairings returns the comparisons that the authors make for a question type: for
// each of the first gold lists, the indices of the module outputs that answer it.
// Several outputs are merged by elementwise maximum before they are compared. It
// is nil for a type that they do not know. Outputs and gold lists beyond them are
// not compared.
func Pairings(qtype string) [][]int { return questionTypes[qtype].pairs }

// first pairs the first n gold lists with the outputs of the same places, the
// authors' ONE to FIVE.
func first(n int) [][]int { return loaders.Fill(n, func(i int) []int { return []int{i} }) }

// The authors' FIND_TWO_SYMBOL and TWO_FINDS_TWO_SYMBOL.
var (
	findTwoSymbols     = [][]int{{0}, {1, 2}}
	twoFindsTwoSymbols = [][]int{{0, 1}, {2, 3}}
)

// questionTypes has what the authors compare for a question type, and the programs
// that they accept for it, as [expression.String] writes them, with bars between.
var questionTypes = map[string]struct {
	pairs    [][]int
	programs string
}{
	"date_comparison":              {twoFindsTwoSymbols, "(span (compare-date-lt find find))|(span (compare-date-gt find find))"},
	"number_comparison":            {twoFindsTwoSymbols, "(span (compare-num-lt find find))|(span (compare-num-gt find find))"},
	"num_find_qtype":               {first(2), "(find-num find)"},
	"num_filterfind_qtype":         {first(3), "(find-num (filter find))"},
	"min_find_qtype":               {first(3), "(find-num (find-min-num find))"},
	"min_filterfind_qtype":         {first(4), "(find-num (find-min-num (filter find)))"},
	"max_find_qtype":               {first(3), "(find-num (find-max-num find))"},
	"max_filterfind_qtype":         {first(4), "(find-num (find-max-num (filter find)))"},
	"count_find_qtype":             {first(1), "(count find)"},
	"count_filterfind_qtype":       {first(2), "(count (filter find))"},
	"relocate_find_qtype":          {first(2), "(span (relocate find))"},
	"relocate_filterfind_qtype":    {first(3), "(span (relocate (filter find)))"},
	"relocate_maxfind_qtype":       {first(4), "(span (relocate (find-max-num find)))"},
	"relocate_maxfilterfind_qtype": {first(5), "(span (relocate (find-max-num (filter find))))"},
	"relocate_minfind_qtype":       {first(4), "(span (relocate (find-min-num find)))"},
	"relocate_minfilterfind_qtype": {first(5), "(span (relocate (find-min-num (filter find))))"},
	"yeardiff_find_qtype":          {findTwoSymbols, "(time-diff find)"},
	"yeardiff_find2_qtype":         {twoFindsTwoSymbols, "(time-diff find find)"},
}
