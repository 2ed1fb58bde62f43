package commands

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

// answerForm is how a format has a prediction beside a correct answer.
type answerForm struct {
	run            string            // the file's name
	beside         map[string]string // files of gold; %s is a correct answer, of record 1 first
	head, sep, end string
	// record has the number of the record, and keys with values behind a comma each.
	record          string
	predicted, gold string // the keys; "" for a format that is not JSON, or whose gold is beside
	right, wrong    string // predictions; right is the correct answer too
	judged          bool   // the file has em
	verdicts        string // the key of the file's own score verdicts
	cells           bool   // gold and prediction are cells, with tabs before them
}

// besideGQA are questions of GQA, the gold of answers to them.
var besideGQA = map[string]string{"q.json": `{"1": {"question": "a", "answer": %[1]s, "imageId": "n", "isBalanced": true}, ` +
	`"2": {"question": "b", "answer": %[1]s, "imageId": "n"}, "3": {"question": "c", "answer": %[1]s, "imageId": "n"}, ` +
	`"4": {"question": "d", "answer": %[2]s, "imageId": "n"}}`}

// repeatRecords returns n records with a number each, whose gold is %[1]s and in the fourth %[2]s.
func repeatRecords(n int, record, sep string) string {
	var list []string
	for i := range n {
		text := strings.ReplaceAll(record, "NUMBER", fmt.Sprint(i+1))
		if i == 3 {
			text = strings.ReplaceAll(text, "%[1]s", "%[2]s")
		}
		list = append(list, text)
	}
	return strings.Join(list, sep)
}

var answerForms = map[string]answerForm{
	"native": {
		run: "run.jsonl", sep: "\n", record: `{"id": "%d", "question": "q", "answer": {"scores": {}%s}}`,
		predicted: "predicted", gold: "gold", right: `"yes"`, wrong: `"no"`,
	},
	"native with verdicts": {
		run: "run.jsonl", sep: "\n", record: `{"id": "%d", "question": "q", "answer": {"scores": {}%s}}`,
		predicted: "predicted", gold: "gold", right: `"yes"`, wrong: `"no"`, verdicts: "correct",
	},
	"table": {
		run: "t.jsonl", sep: "\n", record: `{"id": "%d", "question": "is it?"%s}`,
		predicted: "prediction", gold: "answer", right: `"yes"`, wrong: `"no"`,
	},
	"table with verdicts": {
		run: "t.jsonl", sep: "\n", record: `{"id": "%d", "question": "is it?"%s}`,
		predicted: "prediction", gold: "answer", right: `"yes"`, wrong: `"no"`, verdicts: "correct",
	},
	"nmn-drop": {
		run: "d.jsonl", sep: "\n",
		record:    `{"passage_id": "p", "query_id": "%d", "question": "q", "type": "(count find)", "prog_prob": 1%s}`,
		predicted: "text", gold: "gold_answer", right: `"2"`, wrong: `"3"`, judged: true,
	},
	"faithful-nmn": {
		run: "f.jsonl", sep: "\n", record: `{"image_id": "%d", "utterance": "q", "sentence_tokens": ["q"], "bboxes": [], ` +
			`"best_action_strings": [["@start@ -> bool"]], "debug_info": [], "modules_debug_info": []%s}`,
		predicted: "prediction", gold: "label", right: `1`, wrong: `0`,
	},
	"fever-predictions": {
		run: "p.jsonl", sep: "\n", record: `{"id": %d, "claim": "c", "evidence": [], "predicted_evidence": []%s}`,
		predicted: "predicted_label", gold: "label", right: `"SUPPORTS"`, wrong: `"REFUTES"`,
	},
	"gqa-predictions": {
		run: "p.json", head: "[", sep: ",", end: "]", record: `{"questionId": "%d"%s}`, predicted: "prediction",
		beside: besideGQA,
		right:  `"yes"`, wrong: `"no"`,
	},
	"pope": {
		run: "pope.jsonl", sep: "\n", record: `{"question_id": %d, "image": "a.jpg", "text": "Is it?"%s}`,
		predicted: "answer", gold: "label", right: `"yes"`, wrong: `"no"`,
	},
	"squad-predictions": {
		run: "predictions.json", head: "{", sep: ",", end: "}", record: `"56be4db0acb8001400a5020%d": %s`,
		beside: map[string]string{"squad.json": `{"data": [{"paragraphs": [{"context": "yes won.", "qas": [` +
			`{"id": "56be4db0acb8001400a50201", "question": "a", "answers": [{"text": %[1]s, "answer_start": 0}]}, ` +
			`{"id": "56be4db0acb8001400a50202", "question": "b", "answers": [{"text": %[1]s, "answer_start": 0}]}, ` +
			`{"id": "56be4db0acb8001400a50203", "question": "c", "answers": [{"text": %[1]s, "answer_start": 0}]}]}]}]}`},
		right: `"yes"`, wrong: `"no"`,
	},
	"anli": {
		run: "r.jsonl", sep: "\n", record: `{"uid": "%d", "hypothesis": "h", "context": "c"%s}`,
		predicted: "model_label", gold: "label", right: `"e"`, wrong: `"c"`,
	},
	"captum": {
		run: "c.json", head: "[", sep: ",", end: "]",
		record:    `{"word_attributions": [%d], "raw_input_ids": ["a"], "pred_prob": 0.5, "attr_class": "a"%s}`,
		predicted: "pred_class", gold: "true_class", right: `"pos"`, wrong: `"neg"`,
	},
	"inspect": {
		run: "i.json", head: `{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "samples": [`, sep: ",", end: "]}",
		record: `{"id": %d, "epoch": 1, "input": "q", "output": {"choices": []%s}}`, right: `"2"`, wrong: `"3"`,
	},
	"llava-answers": {
		run: "a.jsonl", sep: "\n", record: `{"question_id": "%d", "prompt": "abcd", "model_id": "m"%s}`, predicted: "text",
		beside: besideGQA, right: `"yes"`, wrong: `"no"`,
	},
	"mme-results": {
		run: "existence.txt", sep: "\n", record: "%[1]d.png\tIs it %[1]d?%[2]s", cells: true, right: `"Yes"`, wrong: `"No"`,
	},
	"vqa-results": {
		run: "results.json", head: "[", sep: ",", end: "]", record: `{"question_id": %d%s}`, predicted: "answer",
		beside: map[string]string{"annotations.json": `{"annotations": [` + repeatRecords(4, `{"question_id": NUMBER, "image_id": 1, `+
			`"multiple_choice_answer": %[1]s, "answers": [{"answer": %[1]s, "answer_id": 1}, {"answer": %[1]s, "answer_id": 2}, `+
			`{"answer": %[1]s, "answer_id": 3}, {"answer": %[1]s, "answer_id": 4}]}`, ", ") + "]}"},
		right: `"yes"`, wrong: `"no"`,
	},
	"nlvr-predictions": {
		run: "predictions.csv", sep: "\n", record: `dev-850-%d-0,%s`, beside: map[string]string{"nlvr2.json": repeatRecords(3,
			`{"identifier": "dev-850-NUMBER-0", "sentence": "s", "left_url": "l", "right_url": "r", "label": %[1]s}`, "\n")},
		right: `"True"`, wrong: `"False"`,
	},
	"hotpotqa-predictions": {
		run: "predictions.json", head: `{"answer": {`, sep: ",", end: `}, "sp": {"5a8b57f25542995d1e6f1371": [["T", 0]]}}`,
		record: `"5a8b57f25542995d1e6f137%d": %s`, beside: map[string]string{"hotpot.json": "[" + repeatRecords(3,
			`{"_id": "5a8b57f25542995d1e6f137NUMBER", "answer": %[1]s, "question": "q", "context": [["T", ["t"]]], "supporting_facts": [["T", 0]]}`,
			", ") + "]"},
		right: `"yes"`, wrong: `"no"`,
	},
	"eraser": {
		run: "results.jsonl", sep: "\n", record: `{"annotation_id": "%d", "rationales": []%s}`, predicted: "classification",
		beside: map[string]string{"test.jsonl": repeatRecords(4,
			`{"annotation_id": "NUMBER", "query": "q", "classification": %[1]s, "docids": ["d"], "evidences": []}`, "\n"),
			"docs.jsonl": `{"docid": "d", "document": "x"}`},
		right: `"POS"`, wrong: `"NEG"`,
	},
	"lm-eval": {
		run: "samples_x.jsonl", sep: "\n", record: `{"doc_id": %d, "doc": {"question": "q"}, "resps": [], "filter": "none"%s}`,
		predicted: "filtered_resps", gold: "target", right: `"2"`, wrong: `"3"`, verdicts: "exact_match",
	},
	"scn-grounding": {
		run: "s.jsonl", sep: "\n", record: `{"question_id": %d, "question": "q", "image": "a.jpg", "candidate_bbox": null%s}`,
		predicted: "pred", gold: "answer", right: "2", wrong: "3",
	},
}

// absent is a key that is not there.
const absent = "absent"

// write writes a run of four records below dir: a right answer, a wrong one, one with the
// given prediction, and one with the given gold.
func (a *answerForm) write(t *testing.T, predicted, gold string) (path string) {
	t.Helper()
	key := func(name, value string) string {
		if name == "" || value == absent {
			return ""
		}
		return fmt.Sprintf(", %q: %s", name, value)
	}
	var records []string
	for i, r := range [][2]string{{a.right, a.right}, {a.wrong, a.right}, {predicted, a.right}, {a.right, gold}} {
		keys := key(a.predicted, r[0])
		of := r[1]
		if a.judged { // answers as DROP has them, and a score where there is an answer
			if of != absent && of != "null" {
				of = fmt.Sprintf(`[{"number": %s, "spans": [], "date": {}}]`, of)
			}
			em := map[bool]string{true: "1", false: "0"}[i == 0]
			if i > 1 {
				em = "null"
			}
			keys += key("em", em) + key("f1", em)
		}
		if i < 3 { // as a script writes it: whether the two are equal
			keys += key(a.verdicts, fmt.Sprint(i == 0))
		}
		keys += key(a.gold, of)
		switch {
		case a.cells:
			keys = strings.NewReplacer(`"`, "", absent, "").Replace("\t" + of + "\t" + r[0])
		case a.beside != nil && a.predicted == "": // an entry is the answer
			if i == 3 || r[0] == absent {
				continue
			}
			keys = r[0]
		case a.run == "i.json":
			keys = key("completion", r[0]) + "}" + key("target", of)
			if i < 3 {
				keys += fmt.Sprintf(`, "scores": {"match": {"value": %q}}`, [...]string{"C", "I", "I"}[i])
			}
			records = append(records, fmt.Sprintf(strings.Replace(a.record, "%s}}", "%s}", 1), i+1, keys))
			continue
		}
		records = append(records, fmt.Sprintf(a.record, i+1, keys))
	}
	dir := t.TempDir()
	path = filepath.Join(dir, a.run)
	err := os.WriteFile(path, []byte(a.head+strings.Join(records, a.sep)+a.end), 0o600)
	for name, text := range a.beside {
		of := gold
		if of == absent {
			of = "null"
		}
		if strings.Contains(text, "%[2]s") {
			text = fmt.Sprintf(text, a.right, of)
		} else {
			text = fmt.Sprintf(text, a.right)
		}
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	check.NoError(t, err)
	return path
}

// accuracy is the share of right answers, of how many, and how many others are unanswered.
type accuracy struct {
	value          float64
	of, unanswered int64
}

func accuracyOf(t *testing.T, path string, flags ...string) (a accuracy) {
	t.Helper()
	scores := reported(t, append([]string{path}, flags...)...)
	score := picked(scores, "answers", "accuracy", "overall")
	if value := score.Get("value"); value.Type == gjson.Number {
		a.value, a.of = value.Num, score.Get("count").Int()
	}
	a.unanswered = picked(scores, "answers", "unanswered", "overall").Get("value").Int()
	return a
}

// A prediction that is absent, null, empty or white space beside a correct answer is
// unanswered in every format, and a correct answer of these is none: under zero the accuracy
// is of all correct answers, under omit of those answered. Converted, a run counts the same.
// What is missing stands in records of their own, so each is tried once; every prediction
// beside every correct answer is, with FAITHSCOPE_TEST_LONG.
func TestMissingAnswersHaveOneRule(t *testing.T) {
	missing := []string{absent, "null", `""`, `" "`}
	for _, name := range slices.Sorted(maps.Keys(answerForms)) {
		a := answerForms[name]
		t.Run(name, func(t *testing.T) {
			for i, predicted := range missing {
				for k, gold := range missing {
					if i != k && !programtest.Long || name == "faithful-nmn" && strings.Contains(predicted+gold, `"`) || // which no text stands for
						(a.cells || name == "nlvr-predictions") && strings.Contains(predicted+gold, "null") { // which is a text there
						continue
					}
					run := a.write(t, predicted, gold)
					native := newPath(t, "native.jsonl")
					printed(t, "convert", run, "--to", "native", "-o", native)
					for _, path := range []string{run, native} {
						where := fmt.Sprintf("%s, predicted %s, gold %s", path, predicted, gold)
						check.Equal(t, where, accuracyOf(t, path), accuracy{1. / 3, 3, 1})
						check.Equal(t, where+", omitted", accuracyOf(t, path, "--missing", "omit"), accuracy{1. / 2, 2, 1})
					}
				}
			}
		})
	}
}

// A form for each format whose files have answers that are compared with correct answers.
func TestFormsOfAllFormats(t *testing.T) {
	others := strings.Fields("attributions ferret inseq quackie otel coco detections faithful-nmn-programs " + // no correct answers
		"faithful-nmn-gold " +
		"gqa-questions dfol-questions gqa-scenes visual-genome visual-genome-questions clevr clevr-scenes vqa vqa-questions nlvr nlvr2 " +
		"hotpotqa drop squad squad-flat fever eraser-annotations esnli esnli-highlights esnli-lime esnli-table tallyqa " + // data sets
		"anli-analysis drop-predictions lmms-eval-logs parquet imagefolder promptfoo promptfoo-csv deepeval ragas helm evalplus evalplus-tasks " +
		"mt-bench mt-bench-answers processbench bigbench-mistake prmbench mr-gsm8k mr-ben mr-ben-keyed marked-steps whowhen " +
		"agentprocessbench swe-agent tau-bench atif") // read as others are; chains, with their own verdicts
	for _, f := range opening.Formats {
		if _, ok := answerForms[f.Name]; ok == slices.Contains(others, f.Name) {
			t.Errorf("%s needs a form, or a reason to have none", f.Name)
		}
	}
}

// An empty list, the number 0, false, a struct and a likelihood are answers.
func TestAnswersWithoutText(t *testing.T) {
	for name, answers := range map[string]string{
		"native": "[] 0 false", "table": `[] 0 false {"said":"no"}`, "table with verdicts": `[] 0 {} {"said":"no"}`,
		"gqa-predictions": "[] 0 false", "squad-predictions": "[] 0 false", "lm-eval": `0 [["-1.5","False"]]`,
	} {
		a := answerForms[name]
		for _, predicted := range strings.Fields(answers) {
			if name == "squad-predictions" {
				predicted = strings.Trim(fmt.Sprintf("%q", predicted), map[bool]string{true: `"`}[predicted == "[]"])
			}
			path := a.write(t, predicted, absent)
			for _, policy := range []string{"zero", "omit"} {
				check.Equal(t, name, accuracyOf(t, path, "--missing", policy), accuracy{1. / 3, 3, 0}, predicted, policy)
			}
		}
	}
}

// Gold alone is a data set, which lacks no answers.
func TestDataSetsLackNoAnswers(t *testing.T) {
	for _, name := range []string{"native", "pope", "anli"} {
		a := answerForms[name]
		a.predicted = ""
		check.Equal(t, name, accuracyOf(t, a.write(t, absent, a.right)), accuracy{})
	}
}

// Of 215 questions of DROP the demo has a score for 73: drop_eval counts 0 for the others.
func TestUnansweredOfDROP(t *testing.T) {
	const run = "demo/drop/lexical-wide.jsonl.gz"
	check.Equal(t, "accuracy", accuracyOf(t, run), accuracy{42. / 209, 209, 136})
	check.Equal(t, "accuracy, omitted", accuracyOf(t, run, "--missing", "omit"), accuracy{42. / 73, 73, 136})
}
