package steps

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
)

// ProcessBench reads ProcessBench, and the outputs of its run_eval.py, in which a judge's prediction
// stands beside the label.
var ProcessBench = record.NewFormat(loaders.Format{
	Name: "processbench", About: "ProcessBench: chains with the first wrong step, and outputs of its run_eval.py",
	Sign: "the keys steps, label and final_answer_correct", Keys: "id generator problem steps final_answer_correct label",
	Detect: record.Keyed("steps:[, label, final_answer_correct"), Halves: regexp.MustCompile(`_(error|correct)\b`),
}, record.RecordFormat{Dataset: "ProcessBench", Gold: "in the file", Decode: record.As(processBenchExample)})

type processBenchRecord struct {
	ID         record.LenientText  `json:"id"`
	Generator  string              `json:"generator"`
	Problem    string              `json:"problem"`
	Steps      []string            `json:"steps"`
	Right      *bool               `json:"final_answer_correct"`
	Label      json.RawMessage     `json:"label"` // from 0, -1 for none
	Critique   record.LenientTexts `json:"generated_critique"`
	Prediction json.RawMessage     `json:"prediction"`
}

func processBenchExample(wireRecord *processBenchRecord, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: string(wireRecord.ID), Question: wireRecord.Problem}
	marks := StepMarks{First: string(wireRecord.Label)}
	if marks.First == "" || marks.First == "null" { // of a table that would mean that none is wrong
		rec.Problem("no label for the first wrong step; shown without marks")
		marks.First = ""
	}
	marks.FillChain(rec, ex, wireRecord.Steps)
	if wireRecord.Right != nil {
		ex.Answer.Correct = loaders.VerdictOf(*wireRecord.Right)
	}
	ex.Describe("generator", wireRecord.Generator)
	if wireRecord.Prediction != nil {
		v := &chainVerdicts{}
		_, v.reason = readCritiques(wireRecord.Critique)
		if first, err := strconv.Atoi(string(wireRecord.Prediction)); err == nil {
			v.first = &first
		}
		addVerdicts(ex, v, "judge", rec.Problem)
	}
	return ex
}

// PRMBench reads PRMBench's processes into which errors were put.
var PRMBench = record.NewFormat(loaders.Format{
	Name: "prmbench", About: "PRMBench: chains with the numbers of all wrong steps",
	Sign: "the keys modified_process and error_steps", Keys: "modified_question modified_process error_steps classification",
	Detect: record.Keyed("modified_process:[, error_steps:["),
}, record.RecordFormat{Dataset: "PRMBench", Gold: "in the file", Decode: record.As(prmBenchExample)})

type prmBenchRecord struct {
	ID       record.LenientText `json:"idx"`
	Question string             `json:"modified_question"`
	Steps    []string           `json:"modified_process"`
	Wrong    json.RawMessage    `json:"error_steps"` // a list, from 1
	Reason   string             `json:"reason"`
	Class    string             `json:"classification"`
}

func prmBenchExample(wireRecord *prmBenchRecord, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: string(wireRecord.ID), Question: wireRecord.Question, Kind: wireRecord.Class}
	newChain(ex, wireRecord.Steps, 1)
	var numbers []json.RawMessage
	if json.Unmarshal(wireRecord.Wrong, &numbers) != nil || numbers == nil {
		rec.Problem("no list of wrong steps; shown without marks")
		return ex
	}
	var inside []int
	for _, number := range numbers {
		if k := readIndex(number); k != nil && *k >= 1 && *k <= len(wireRecord.Steps) {
			inside = append(inside, *k)
		}
	}
	if len(inside) < len(numbers) {
		rec.Problem("wrong steps %.80s in a chain of length %d; numbers outside the chain are left out", wireRecord.Wrong, len(wireRecord.Steps))
	}
	if len(inside) == 0 && len(numbers) > 0 {
		return ex // it isn't sound, and nobody knows where it is wrong
	}
	for i := range wireRecord.Steps {
		setGold(&ex.Program[1+i], loaders.StepOpinion{Verdict: loaders.Right})
	}
	for _, number := range inside {
		setGold(&ex.Program[number], loaders.StepOpinion{Verdict: loaders.Wrong, Reason: wireRecord.Reason, Category: wireRecord.Class})
	}
	return ex
}

// MRGSM8K reads MR-GSM8K's graded outputs, in which a judge's opinion stands beside people's.
var MRGSM8K = record.NewFormat(loaders.Format{
	Name: "mr-gsm8k", About: "MR-GSM8K: graded outputs of models that judge solutions",
	Sign:   "the keys model_output_steps and model_output_solution_first_error_step",
	Keys:   "uuid question model_output_steps model_output_solution_first_error_step",
	Detect: record.Keyed("model_output_steps:[, model_output_solution_first_error_step"),
}, record.RecordFormat{Dataset: "MR-GSM8K", Gold: "in the file", Decode: record.As(mrGSM8KExample)})

type mrGSM8KRecord struct {
	ID       record.LenientText  `json:"uuid"`
	Question string              `json:"question"`
	Steps    record.LenientTexts `json:"model_output_steps"`
	First    record.LenientText  `json:"model_output_solution_first_error_step"` // from 1, or N/A
	Solution string              `json:"model_output_solution_correctness"`
	Reason   string              `json:"model_output_solution_first_error_reason"`
	Answer   string              `json:"model_output_answer_correctness"`
	Type     string              `json:"question_type"`
	Gold     record.LenientText  `json:"ground_truth_answer"`
}

// judgeOpinion is a judge's, under a key that ends with _eval_output.
type judgeOpinion struct {
	Solution string             `json:"correctness_pred"`
	First    record.LenientText `json:"error_step_pred"` // "Step 3"
	Reason   string             `json:"error_reason"`
}

func mrGSM8KExample(wireRecord *mrGSM8KRecord, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: string(wireRecord.ID), Question: wireRecord.Question, Kind: wireRecord.Type,
		Answer: loaders.Answer{Gold: string(wireRecord.Gold)}}
	ex.Answer.Correct, _ = roles.VerdictOf(wireRecord.Answer, false)
	newChain(ex, wireRecord.Steps, 1)
	first, solution := string(wireRecord.First), strings.TrimSpace(wireRecord.Solution)
	isSound := first == "" && strings.EqualFold(solution, "correct") || strings.EqualFold(first, "n/a")
	number, ok := numberIn(first)
	switch {
	case ok && number > 0:
		markFirst(rec, ex, number-1, loaders.StepOpinion{Reason: wireRecord.Reason})
	case isSound && !strings.EqualFold(solution, "wrong"):
		markFirst(rec, ex, none, loaders.StepOpinion{})
	default:
		rec.Problem("the first wrong step is %.40q, but the solution is %.40q; shown without marks", first, solution)
	}
	var all record.OrderedObject[json.RawMessage]
	_ = json.Unmarshal(rec.Bytes, &all) // it was read as an object before
	for _, entry := range all {
		by, isJudge := strings.CutSuffix(entry.Key, "_eval_output")
		var o judgeOpinion
		if !isJudge || json.Unmarshal(entry.Value, &o) != nil {
			continue
		}
		v := &chainVerdicts{reason: o.Reason}
		if number, ok := numberIn(string(o.First)); ok {
			v.first = new(number - 1)
		} else if strings.EqualFold(strings.TrimSpace(o.Solution), "correct") {
			v.first = new(none)
		}
		addVerdicts(ex, v, by, rec.Problem)
	}
	return ex
}
