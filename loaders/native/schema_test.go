package native

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	check.NoError(t, err)
	c := jsonschema.NewCompiler()
	check.NoError(t, c.AddResource("native.json", doc))
	s, err := c.Compile("native.json")
	check.NoError(t, err)
	return s
}

func TestSchemaAcceptsWhatIsReadAndWritten(t *testing.T) {
	s := compiled(t)
	three, err := os.ReadFile("testdata/three.jsonl")
	check.NoError(t, err)
	ours := encoded(t, Header{Name: "n", ImageRoot: "."}, full(), &loaders.Example{ID: "x", Broken: "why"},
		&loaders.Example{ID: "y", Question: "q"})
	for line := range bytes.Lines(slices.Concat(three, ours)) {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		check.NoError(t, err)
		if err := s.Validate(v); err != nil {
			t.Errorf("%s%v", line, err)
		}
	}
}

// TestSchemaRefusesWhatIsAProblem: what the schema says is wrong must be said
// by the decoder too, as far as one line's shape can tell.
func TestSchemaRefusesWhatIsAProblem(t *testing.T) {
	s := compiled(t)
	tests := []struct{ why, line string }{
		{"no id", `{"question": "q", "answer": {}}`},
		{"no question", `{"id": "x", "answer": {}}`},
		{"a module without op", program(`{"text": "x"}`)},
		{"an empty op", program(`{"op": ""}`)},
		{"two outputs", program(`{"op": "find", "output": {"truth": 0.5, "number": {"mean": 1}}}`)},
		{"a probability above 1", program(`{"op": "find", "output": {"truth": 1.5}}`)},
		{"a number without mean", program(`{"op": "find", "output": {"number": {"var": 1}}}`)},
		{"a variance below 0", program(`{"op": "find", "output": {"number": {"mean": 1, "var": -1}}}`)},
		{"a box of three numbers", withImages(`{"proposals": [[0, 0, 1]]}`)},
		{"a span of three", program(`{"op": "find", "gold": {"spans": [[0, 1, 2]]}}`)},
		{"the root as a child", program(`{"op": "not", "children": [0]}`)},
		{"units that do not exist", withImages(`{"box_units": "inches"}`)},
		{"a kind that is not text", withPart(`"kind": 1`)},
	}
	for _, tt := range tests {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(tt.line))
		check.NoError(t, err)
		check.Fails(t, tt.why, s.Validate(v))
		run := opened(t, []byte(`{"faithscope": 1}`+"\n"+tt.line), loaders.Options{})
		run.Example(0)
		if problemsOf(run) == nil {
			t.Errorf("%s: the decoder sees no problem", tt.why)
		}
	}
}

// TestSchemaHasTheDecodersKeys: a key added on one side only fails.
func TestSchemaHasTheDecodersKeys(t *testing.T) {
	type object struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	var s struct {
		Defs map[string]object `json:"$defs"`
	}
	check.NoError(t, json.Unmarshal(Schema(), &s))
	nested := func(def, key string) object {
		var o object
		check.NoError(t, json.Unmarshal(s.Defs[def].Properties[key], &o))
		return o
	}
	for _, tt := range []struct {
		name   string
		schema object
		wire   any
	}{
		{"header", s.Defs["header"], header{}},
		{"run", nested("header", "run"), Header{}},
		{"example", s.Defs["example"], example{}},
		{"answer", nested("example", "answer"), answer{}},
		{"image", s.Defs["image"], image{}},
		{"passage", s.Defs["passage"], passage{}},
		{"node", s.Defs["node"], moduleNode{}},
		{"output", s.Defs["output"], output{}},
		{"number", nested("output", "number"), uncertainNumber{}},
		{"gold", s.Defs["gold"], moduleGold{}},
		{"attribution", s.Defs["attribution"], attribution{}},
		{"rationale", s.Defs["rationale"], rationale{}},
	} {
		var keys []string
		for _, field := range reflect.VisibleFields(reflect.TypeOf(tt.wire)) {
			if field.Anonymous {
				continue
			}
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			keys = append(keys, key)
		}
		slices.Sort(keys)
		check.EqualLists(t, "the schema has the decoder", slices.Sorted(maps.Keys(tt.schema.Properties)), keys, tt.name)
	}
}
