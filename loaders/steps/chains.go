package steps

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// ProcessBench reads ProcessBench, and the outputs of its run_eval.py, in which a judge's prediction
// stands beside the label.
var ProcessBench = record.NewFormat(loaders.Format{
	Name: "processbench", About: "ProcessBench: chains with the first wrong step, and outputs of its run_eval.py",
	Sign: "the keys steps, label and final_answer_correct", Keys: "id generator problem steps final_answer_correct label",
	Detect: record.Keyed("steps:[, label, final_answer_correct"),
}, record.Codec{Dataset: "ProcessBench", Gold: "in the file", Decode: record.As(processBenchExample)})

type processBench struct {
	ID         record.Text     `json:"id"`
	Generator  string          `json:"generator"`
	Problem    string          `json:"problem"`
	Steps      []string        `json:"steps"`
	Right      *bool           `json:"final_answer_correct"`
	Label      int             `json:"label"`
	Critique   record.Texts    `json:"generated_critique"`
	Prediction json.RawMessage `json:"prediction"`
}

func processBenchExample(in *processBench, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: idOr(string(in.ID), rec), Question: in.Problem}
	newChain(ex, in.Steps, 0)
	if in.Right != nil {
		ex.Answer.Correct = loaders.VerdictOf(*in.Right)
	}
	ex.Describe("generator", in.Generator)
	markFirst(rec, ex, in.Label, loaders.Opinion{})
	if in.Prediction != nil {
		v := &verdicts{reason: in.Critique.JoinWith("\n\n")}
		if first, err := strconv.Atoi(string(in.Prediction)); err == nil {
			v.first = &first
		}
		addVerdicts(ex, v, "judge", rec.Problem)
	}
	return ex
}

func idOr(id string, rec *record.Record) string {
	if id == "" {
		return loaders.Place(rec.Index)
	}
	return id
}

// BIGBenchMistake reads BIG-Bench Mistake, without the order of its objects' keys.
var BIGBenchMistake = record.NewFormat(loaders.Format{
	Name: "bigbench-mistake", About: "BIG-Bench Mistake: chains with the index of the first mistake",
	Sign: "the keys steps and mistake_index", Keys: "input steps answer target mistake_index",
	Detect: record.Keyed("input, steps:[, mistake_index"),
}, record.Codec{Dataset: "BIG-Bench Mistake", Gold: "in the file", Decode: record.As(bigBenchExample)})

type bigBench struct {
	Input  string       `json:"input"`
	Steps  []string     `json:"steps"`
	Answer *record.Text `json:"answer"`
	Target record.Text  `json:"target"`
	First  *int         `json:"mistake_index"` // null for none
}

func bigBenchExample(in *bigBench, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: loaders.Place(rec.Index), Question: in.Input}
	ex.Answer = loaders.Answer{Gold: string(in.Target), Correct: loaders.Unanswered}
	if in.Answer != nil {
		ex.Answer.Predicted, ex.Answer.Correct = string(*in.Answer), loaders.VerdictOf(*in.Answer == in.Target)
	}
	newChain(ex, in.Steps, 0)
	first := none
	if in.First != nil {
		first = *in.First
	}
	markFirst(rec, ex, first, loaders.Opinion{})
	return ex
}

// PRMBench reads PRMBench's processes into which errors were put.
var PRMBench = record.NewFormat(loaders.Format{
	Name: "prmbench", About: "PRMBench: chains with the numbers of all wrong steps",
	Sign: "the keys modified_process and error_steps", Keys: "modified_question modified_process error_steps classification",
	Detect: record.Keyed("modified_process:[, error_steps:["),
}, record.Codec{Dataset: "PRMBench", Gold: "in the file", Decode: record.As(prmBenchExample)})

type prmBench struct {
	ID       record.Text `json:"idx"`
	Question string      `json:"modified_question"`
	Steps    []string    `json:"modified_process"`
	Wrong    []int       `json:"error_steps"` // from 1
	Reason   string      `json:"reason"`
	Class    string      `json:"classification"`
}

func prmBenchExample(in *prmBench, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: idOr(string(in.ID), rec), Question: in.Question, Kind: in.Class}
	newChain(ex, in.Steps, 1)
	inside := loaders.Filter(in.Wrong, func(number int) bool { return number >= 1 && number <= len(in.Steps) })
	if len(inside) < len(in.Wrong) {
		rec.Problem("wrong steps %v of %d; those beyond the end are left out", in.Wrong, len(in.Steps))
	}
	if len(inside) == 0 && len(in.Wrong) > 0 {
		return ex // it isn't sound, and nobody knows where it is wrong
	}
	for i := range in.Steps {
		setGold(&ex.Program[1+i], loaders.Opinion{Verdict: loaders.Right})
	}
	for _, number := range inside {
		setGold(&ex.Program[number], loaders.Opinion{Verdict: loaders.Wrong, Reason: in.Reason, Category: in.Class})
	}
	return ex
}

// MRGSM8K reads MR-GSM8K's graded outputs, in which a judge's opinion stands beside people's.
var MRGSM8K = record.NewFormat(loaders.Format{
	Name: "mr-gsm8k", About: "MR-GSM8K: graded outputs of judges of solutions",
	Sign:   "the keys model_output_steps and model_output_solution_first_error_step",
	Keys:   "uuid question model_output_steps model_output_solution_first_error_step",
	Detect: record.Keyed("model_output_steps:[, model_output_solution_first_error_step"),
}, record.Codec{Dataset: "MR-GSM8K", Gold: "in the file", Decode: record.As(mrGSM8KExample)})

type mrGSM8K struct {
	ID       record.Text  `json:"uuid"`
	Question string       `json:"question"`
	Steps    record.Texts `json:"model_output_steps"`
	First    record.Text  `json:"model_output_solution_first_error_step"` // from 1, or N/A
	Reason   string       `json:"model_output_solution_first_error_reason"`
	Answer   string       `json:"model_output_answer_correctness"`
	Type     string       `json:"question_type"`
	Gold     record.Text  `json:"ground_truth_answer"`
}

// opinion is a judge's, under a key that ends with _eval_output.
type opinion struct {
	Solution string      `json:"correctness_pred"`
	First    record.Text `json:"error_step_pred"` // "Step 3"
	Reason   string      `json:"error_reason"`
}

func mrGSM8KExample(in *mrGSM8K, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: idOr(string(in.ID), rec), Question: in.Question, Kind: in.Type, Answer: loaders.Answer{Gold: string(in.Gold)}}
	ex.Answer.Correct = record.Truth(strings.NewReplacer("incorrect", "0", "wrong", "0", "correct", "1").Replace(strings.ToLower(in.Answer)))
	newChain(ex, in.Steps, 1)
	if first, ok := numberIn(string(in.First)); ok {
		markFirst(rec, ex, first-1, loaders.Opinion{Reason: in.Reason})
	} else {
		markFirst(rec, ex, none, loaders.Opinion{})
	}
	var all record.Object[json.RawMessage]
	_ = json.Unmarshal(rec.Bytes, &all) // it was read as an object before
	for _, entry := range all {
		by, isJudge := strings.CutSuffix(entry.Key, "_eval_output")
		var o opinion
		if !isJudge || json.Unmarshal(entry.Value, &o) != nil {
			continue
		}
		v := &verdicts{reason: o.Reason}
		if number, ok := numberIn(string(o.First)); ok {
			v.first = new(number - 1)
		} else if strings.EqualFold(strings.TrimSpace(o.Solution), "correct") {
			v.first = new(none)
		}
		addVerdicts(ex, v, by, rec.Problem)
	}
	return ex
}

// numberIn returns the first whole number in a text; ok is false without one.
func numberIn(text string) (n int, ok bool) {
	from := strings.IndexFunc(text, unicode.IsDigit)
	if from < 0 {
		return 0, false
	}
	digits := text[from:]
	if to := strings.IndexFunc(digits, func(r rune) bool { return !unicode.IsDigit(r) }); to >= 0 {
		digits = digits[:to]
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}
