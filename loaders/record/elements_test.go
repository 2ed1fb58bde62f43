package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
	"faithscope/loaders/loadertest/check"
)

// TestElements decodes a dictionary of records as a run: keys reach the
// codec, and a record that is wrong stays an example.
func TestElements(t *testing.T) {
	fsys := fstest.MapFS{"run.json": {Data: []byte("{\"a\": {\"n\": 1},\n\"b\": [],\n\"c\": {\"n\": NaN}}")}}
	src, err := files.OpenSource(fsys, "run.json")
	check.NoError(t, err)
	run := opened(t, src, func(o *RunBuilder) {
		o.Elements("*", As(func(v *struct{ N LenientNumber }, rec *Record) *loaders.Example {
			return &loaders.Example{ID: rec.Key, Question: fmt.Sprint(v.N)}
		}))
	})
	if err := run.Wait(t.Context(), 1<<60); err != nil || run.Len() != 3 {
		t.Fatalf("%d examples, %v", run.Len(), err)
	}
	if ex := run.Example(0); ex.ID != "a" || ex.Question != "1" {
		t.Errorf("example %+v", ex)
	}
	if ex := run.Example(1); ex.Broken == "" || ex.ID != "b" {
		t.Errorf("an array for an object: %+v", ex)
	}
	if ex := run.Example(2); ex.ID != "c" || ex.Question != "NaN" {
		t.Errorf("example %+v", ex)
	}
	if raw, err := run.Raw(0); err != nil || string(raw) != `{"n": 1}` {
		t.Errorf("raw %s, %v", raw, err)
	}
	if got := whats(&run.Problems); len(got) != 2 || !strings.HasPrefix(got[0], "2: ") || got[1] != "3: numbers that are NaN or Infinity: 1" {
		t.Errorf("problems %q", got)
	}
}

func TestElementsEach(t *testing.T) {
	problems := &loaders.Problems{}
	e, err := index.FindElements(t.Context(), sourceOf(t, `{"a": 1, "b": 2}`), "*", problems)
	check.NoError(t, err)
	defer e.Close()
	var got []string
	err = Each(t.Context(), e, problems, func(rec *Record) error {
		got = append(got, rec.Key+string(rec.Bytes))
		if rec.Index == 1 {
			return errors.New("is not liked")
		}
		return nil
	})
	if err != nil || !slices.Equal(got, []string{"a1", "b2"}) || !slices.Equal(whats(problems), []string{"1: is not liked"}) {
		t.Errorf("%q, %v, problems %q", got, err, whats(problems))
	}
}

// whats returns what is wrong, with its lines.
func whats(problems *loaders.Problems) (list []string) {
	kept, _ := problems.All()
	for _, p := range kept {
		list = append(list, fmt.Sprintf("%d: %s", p.Line, p.What.String()))
	}
	return list
}

func TestElementKeys(t *testing.T) {
	for _, tt := range []struct{ why, head, path, want string }{
		{"an array", `[{"a": 1, "b": [`, "*", "a1 b["},
		{"a dictionary over several lines", "{\n \"id\": {\n  \"a\":\n {\"x\": 1}, \"b\": \"", "*", `a{ b"`},
		{"a key on the way", `{"images": [], "annotations": [{"bbox": [1]}, {"z": 1}]}`, "annotations.*", "bbox["},
		{"a path inside records", `{"p": {"passage": "x", "qa_pairs": [{"query_id": "q", "ques`, "*.qa_pairs.*", `query_id"`},
		{"the text as a whole", "{\n\"a\": 1,\n\"b\": true}", "", "a1 bt"},
		{"JSON Lines are not an array", `{"a": 1}`, "*", ""},
		{"nothing", ``, "*", ""},
		{"not JSON", `a,b`, "*", ""},
		{"an empty array", `[]`, "*", ""},
	} {
		var got []string
		for key, first := range ElementKeys([]byte(tt.head), tt.path) {
			got = append(got, key+string(first))
		}
		slices.Sort(got)
		check.Equal(t, tt.why, strings.Join(got, " "), tt.want)
	}
}
