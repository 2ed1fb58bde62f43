package nmndrop

import (
	"fmt"
	"path/filepath"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

type dropRecord struct {
	Passage   string                `json:"passage_id"`
	Query     string                `json:"query_id"`
	Question  string                `json:"question"`
	Type      string                `json:"qtype"`
	F1        *record.LenientNumber `json:"f1"`
	EM        *record.LenientNumber `json:"em"`
	Predicted record.LenientTexts   `json:"predicted_ans"`
	Form      string                `json:"predicted_logical_form"`
	Outputs   []moduleOutput        `json:"module_outputs"`

	// What the predictor in MTMSN's form writes instead.
	Text        record.LenientTexts   `json:"text"`
	Logical     string                `json:"type"`
	Probability *record.LenientNumber `json:"prog_prob"`
	Gold        []record.DROPAnswer   `json:"gold_answer"`
}

func (r *dropRecord) answersAlone() bool { return r.Probability != nil && r.Outputs == nil }

// moduleOutput is [name, [probability, ...]].
type moduleOutput struct {
	name      string
	attention record.LenientNumbers
	wrong     bool // something else
}

// UnmarshalJSON implements [json.Unmarshaler]. It sets wrong instead of failing, so that one bad
// entry does not lose the record.
func (o *moduleOutput) UnmarshalJSON(b []byte) error {
	*o = moduleOutput{}
	o.wrong = !record.Tuple(b, &o.name, &o.attention) || o.name == ""
	return nil
}

// decodeRecord joins a record with its annotated question and, outside MTMSN's form, module gold;
// or else uses the passage of passage_id and the record's own gold. No query_id is a problem;
// invalid JSON is Broken.
func (j *companionJoin) decodeRecord(r *dropRecord, rec *record.Record) *loaders.Example {
	if r.answersAlone() {
		r.Predicted, r.Form = r.Text, r.Logical
	}
	if r.Query == "" {
		rec.Problem("no query_id; can't be joined with annotations")
	}
	ex := &loaders.Example{
		ID: r.Query, Question: r.Question, Kind: r.Type, Logical: r.Form,
		Answer: loaders.Answer{Predicted: r.Predicted.JoinWith(", ")},
	}
	q := j.questionOf(r.Query)
	if q != nil {
		ex.Passage, ex.Tokens, ex.Answer.Gold = q.passage, q.tokens, q.answer
	} else {
		ex.Passage, ex.Answer.Gold = j.passageOf(r.Passage), joinTexts(r.Gold)
	}
	j.judgeAnswer(r, rec, &ex.Answer)
	r.checkAttentions(rec, ex.Passage)
	if form := r.fillProgram(rec, ex); !r.answersAlone() {
		j.attachGold(rec, ex, q, form)
	}
	return ex
}

// judgeAnswer takes an em between 0 and 1 for a problem, because exact match is 0 or 1. A null em
// without a prediction beside a correct answer is Unanswered and scores 0, like a missing prediction if the file has some.
func (j *companionJoin) judgeAnswer(r *dropRecord, rec *record.Record, a *loaders.Answer) {
	rec.Score(a, "em", r.EM)
	rec.Score(a, "f1", r.F1)
	switch em, known := a.Scores["em"]; {
	case !known && a.LacksPrediction() && record.Keys(rec.Bytes)["em"] == 'n':
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

// checkAttentions scores a sum above 1 as it is, with a problem. Outputs of another length than the
// passage, or the longest, become nil.
func (r *dropRecord) checkAttentions(rec *record.Record, passage *loaders.Passage) {
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
			rec.Problem("module_outputs[%d] %s is not [name, [probability, ...]]; treated as missing", i, o.name)
			o.attention = nil
			continue
		}
		what := fmt.Sprintf("module_outputs[%d] %s", i, o.name)
		o.attention = rec.Probabilities(what, o.attention, n)
		if sum := loaders.Sum(o.attention); sum > 1+slack {
			rec.Problem("%s sums to %.3g over the passage; scored as is", what, sum)
		}
	}
}

// slack allows for rounding to six digits, and for word pieces summed in float32.
const slack = 0.01

func (r *dropRecord) fillProgram(rec *record.Record, ex *loaders.Example) (form string) {
	var unused []int
	t, err := treeOf(r.Form)
	if err == nil {
		unused = t.attachOutputs(loaders.Map(r.Outputs, func(o moduleOutput) string { return o.name }))
		ex.Program, err = language.Unfold(t.root, r.moduleOf)
	}
	if err != nil {
		rec.Problem("predicted_logical_form cannot be read: %v; shown without a program", err)
		return ""
	}
	for _, i := range unused {
		if !r.Outputs[i].wrong { // reported before
			rec.Problem("module_outputs[%d] %s matches no module of the program; the output is not shown", i, r.Outputs[i].name)
		}
	}
	return t.form
}

func (r *dropRecord) moduleOf(n *node) (loaders.Module, []*node) {
	m := loaders.Module{Op: n.name, Place: n.place}
	if n.place >= 0 {
		m.Op, m.Output.Tokens = r.Outputs[n.place].name, r.Outputs[n.place].attention
	}
	m.SetOp(n.op)
	return m, n.args
}

// attachGold sets gold for all compared modules or for none, because a half of it would score the
// others as if they had none. Merged stays only if several share it.
func (j *companionJoin) attachGold(rec *record.Record, ex *loaders.Example, q *question, form string) {
	if j.path == "" || form == "" {
		return
	}
	golds, why := pairGold(ex, q, form)
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
