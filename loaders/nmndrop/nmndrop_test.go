package nmndrop_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/nmndrop"
)

// A sound run of one record, with a passage of six tokens in two sentences.
const (
	record = `{"passage_id": "p1", "query_id": "q1", "question": "How long was the longest kick?", "qtype": "max_find_qtype", ` +
		`"f1": 1.0, "em": 1.0, "predicted_ans": "49", "predicted_logical_form": "(find_PassageNumber (maxNumPattn find_PassageAttention))", ` +
		`"module_outputs": [["find", [0.1, 0.2, 0.3, 0.4, 0, 0]], ["find-num", [0, 0.5, 0, 0.5, 0, 0]], ["max-pattn", [0, 0.9, 0, 0.1, 0, 0]]]}`
	gold = `{"p1": {"passage": "A 49-yard kick.", "tokenized_passage": "A 49 - yard kick .", "passage_sent_idxs": [[0, 3], [3, 6]], ` +
		`"qa_pairs": [` +
		`{"query_id": "q1", "question": "How long was the longest kick?", "tokenized_question": "How long was the longest kick ?", ` +
		`"answer": {"number": "49", "date": {"day": "", "month": "", "year": ""}, "spans": []}, "validated_answers": [{"number": "49"}, ` +
		`{"spans": ["49-yard"]}], ` +
		`"answer_passage_spans": [[1, 1]], "ques_attention_supervision": [[0, 0, 0, 0, 1, 1, 0]], ` +
		`"module_output_annotations": [["find-events", [[1, 5]]], ["find-nums", [[1, 2]]], ["after-max-event", [[1, 5], [2, 3]]]]}]}}`
	goldName = "drop_module_output_annotations.json"
)

func fsys(run, annotations string) fstest.MapFS {
	m := fstest.MapFS{"runs/run.jsonl": {Data: []byte(run)}}
	if annotations != "" {
		m[goldName] = &fstest.MapFile{Data: []byte(annotations)}
	}
	return m
}

var formats = loadertest.Formats{nmndrop.Format}

func TestAnnotationsWithoutRecord(t *testing.T) {
	more := strings.Replace(gold, `"qa_pairs": [`, `"qa_pairs": [{"query_id": "q7", "module_output_annotations": [["find-events", []]]}, `+
		`{"query_id": "q8", "module_output_annotations": [["find-events", []]]}, {"query_id": "without gold"}, `, 1)
	run := formats.Open(t, fsys(record, more), "runs/run.jsonl", loaders.Options{})
	loadertest.Problems(t, run, "2 of 3", "q7:", "q8:")
}

func TestGoldOption(t *testing.T) {
	m := fsys(record, "")
	m["elsewhere/gold.json"] = &fstest.MapFile{Data: zipped(t, gold)}
	run := formats.Open(t, m, "runs/run.jsonl", loaders.Options{Named: loaders.FlagValues{"gold": "elsewhere/gold.json"}})
	if ex := run.Example(0); run.Gold != "elsewhere/gold.json" || ex.Program[1].Gold == nil {
		t.Errorf("gold %q: %+v", run.Gold, ex)
	}

	err := formats.Err(t, m, "runs/run.jsonl", loaders.Options{Named: loaders.FlagValues{"gold": "elsewhere/golf.json"}})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(fmt.Sprint(err), "golf.json") {
		t.Errorf("a gold file that is not there: %v", err)
	}

	m["runs/a_module_output_annotations.json"] = &fstest.MapFile{Data: []byte(gold)}
	m["runs/b_module_output_annotations.json.gz"] = &fstest.MapFile{Data: zipped(t, gold)}
	run = formats.Open(t, m, "runs/run.jsonl", loaders.Options{})
	loadertest.Problems(t, run, "2 files with annotations")
	check.Equal(t, "gold of two files beside", run.Gold, "runs/a_module_output_annotations.json")
}

// Dates have their last token as their end; those that cannot be read are left out, and said.
func TestDates(t *testing.T) {
	dated := strings.Replace(gold, `"qa_pairs": [`, `"passage_DATE_mens": [["kick .", [4, 5], [-1, 9, 1990]], ["x", [5, 9], [1, 2, 3]], `+
		`["x", "y"], ["A", [0, 0], [-1, -1, 2001]]], "qa_pairs": [`, 1)
	run := formats.Open(t, fsys(record, dated), "runs/run.jsonl", loaders.Options{})
	want := []loaders.Date{{Span: loaders.Span{Start: 4, End: 6}, Year: 1990, Month: 9, Day: -1},
		{Span: loaders.Span{Start: 0, End: 1}, Year: 2001, Month: -1, Day: -1}}
	check.EqualLists(t, "dates", run.Example(0).Passage.Dates, want)
	loadertest.Problems(t, run, "a date is not")
}

func zipped(t testing.TB, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	check.NoError(t, z.Close())
	return b.Bytes()
}

func TestDetect(t *testing.T) {
	for _, tt := range []struct {
		why, head string
		want      bool
	}{
		{"a run", record, true},
		{"a run whose first record is longer than the head", record[:len(record)-80], true},
		{"a bad line first", "oops\n" + record, true},
		{"a first record without its query_id", strings.Replace(record, `"query_id": "q1"`, `"query_id": null`, 1), true},
		{"its annotations", gold, false},
		{"faithful-nmn", `{"utterance": "x", "modules_debug_info": [], "bboxes": []}`, false},
		{"the native format", `{"faithscope": 1, "run": {}}`, false},
		{"the keys inside another object", `{"data": ` + record + `}`, false},
		{"nothing", "", false},
	} {
		check.Equal(t, tt.why, nmndrop.Format.Detect([]byte(tt.head)), tt.want)
	}
}

// BenchmarkDecode decodes the sample's 17 records, 57 outputs and 9,786
// probabilities, without the annotations, which are read once.
func BenchmarkDecode(b *testing.B) {
	run := formats.Open(b, files.DiskFiles{}, "testdata/sample.jsonl", loaders.Options{})
	info, err := os.Stat("testdata/sample.jsonl")
	check.NoError(b, err)
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		for i := range run.Len() {
			run.Scan(i)
		}
	}
}
