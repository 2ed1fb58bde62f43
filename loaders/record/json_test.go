package record

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

func TestScanJSON(t *testing.T) {
	tests := []struct {
		why, in, want string
		bare          int
	}{
		{"nothing to do", `{"a": [1, -2, "x"]}`, `{"a": [1, -2, "x"]}`, 0},
		{"what json.dumps writes", `[NaN, Infinity, -Infinity, 1]`, `[null, null, null, 1]`, 3},
		{"words in text are text", `["NaN", "a \" NaN", "\\", NaN, "-Infinity"]`, `["NaN", "a \" NaN", "\\", null, "-Infinity"]`, 1},
		{"a string that does not end", `["a NaN`, `["a NaN`, 0},
		{"a string that ends in a backslash", `["a\`, `["a\`, 0},
		{"other bare words are not ours", `[None, Inf]`, `[None, Inf]`, 0},
	}
	for _, tt := range tests {
		got, err := scanJSON([]byte(tt.in))
		if err != nil || string(got.text) != tt.want || got.bare != tt.bare {
			t.Errorf("%s: scanJSON(%s) = %+v, %v; want %s, %d", tt.why, tt.in, got, err, tt.want, tt.bare)
		}
	}
}

func TestDepth(t *testing.T) {
	for depth, ok := range map[int]bool{MaxDepth: true, MaxDepth + 1: false, 5_000_000: false} {
		s := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		_, err := scanJSON([]byte(s))
		check.Equal(t, "read", err == nil, ok, "at depth", depth, err)
	}
	flat := strings.Repeat("[],", 10*MaxDepth)
	if _, err := scanJSON([]byte("[" + flat + `"[[["]`)); err != nil {
		t.Errorf("many lists beside each other are not deep: %v", err)
	}
}

// Whatever looks at a text before it is decoded returns, too. The stack of six megabytes is to
// half a million lists what the usual gigabyte is to as many as a file can have.
func TestDepthOfKeys(t *testing.T) {
	const levels = 500_000
	defer debug.SetMaxStack(debug.SetMaxStack(6 << 20))
	deep := `{"a":1,"b":` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + "}\n"
	for _, text := range []string{deep, deep + deep, "{\n" + deep[1:], "[" + deep + "]"} {
		if Valid([]byte(text)) {
			t.Error("text that deep is valid")
		}
		Keys([]byte(text))
		ElementKeys([]byte(text), "*")
	}
}

// What is refused is refused before it is decoded: 20 million modules, 60 MB as
// text, would take gigabytes.
func TestDecodeIsBoundedInMemory(t *testing.T) {
	for why, text := range map[string]string{
		"objects": `{"a":[` + strings.Repeat("{},", 20_000_000) + `{}]}`,
		"arrays":  `{"a":[` + strings.Repeat("[],", 20_000_000) + `[]]}`,
		"values":  `{"a":[` + strings.Repeat("0,", 30_000_000) + `0]}`,
		"entries": `{"a":{` + strings.Repeat(`"":0,`, 12_000_000) + `"":0}}`,
	} {
		rec := &Record{Bytes: []byte(text)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := rec.DecodeKnown(&struct {
			A json.RawMessage `json:"a"`
		}{})
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > 1<<20 {
			t.Errorf("%s: %v, and %d bytes", why, err, took)
		}
	}
	rec := &Record{Bytes: []byte(`{"a":[` + strings.Repeat("0.5,", 1_000_000) + `{"b":[0]}]}`)}
	check.NoError(t, rec.Decode(&struct{ A json.RawMessage }{}))
}

func TestDecodeSaysWhatIsDoubtful(t *testing.T) {
	many := make([]string, 40)
	for i := range many {
		many[i] = fmt.Sprintf(`"k%d":1`, i)
	}
	for text, want := range map[string]string{
		`{"a":"x` + "\xff" + `"}`:                               "not UTF-8",
		`{"a":1,"b":2,"a" : 3}`:                                 `"a" more than once`,
		`{"b":[{"a":1},{"c":{"a":1},"a":2,"c":{}}]}`:            `"c" more than once`,
		`{` + strings.Join(many, ",") + `,"k7":1}`:              `"k7" more than once`,
		`{"a":["a","a"],"b":{"a":{"a":1}},"c":"a","d":[{},{}]}`: "",
	} {
		rec := &Record{Bytes: []byte(text)}
		err := rec.Decode(&struct{}{})
		if want == "" && len(rec.found) == 0 && err == nil {
			continue
		}
		if err != nil || want == "" || len(rec.found) != 1 || !strings.Contains(rec.found[0].What.String(), want) {
			t.Errorf("%s: %v, problems %v; want %q", text, err, rec.found, want)
		}
	}
}

func TestReals(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		why, in string
		want    LenientNumbers
	}{
		{"numbers", `[1, -2.5, 1e-3]`, LenientNumbers{1, -2.5, 1e-3}},
		{"white space as any writer likes", "[ 1 ,\n2\t]", LenientNumbers{1, 2}},
		{"none", `[]`, LenientNumbers{}},
		{"none, with space", `[ ]`, LenientNumbers{}},
		{"no list at all", `null`, nil},
		{"null is missing, not 0", `[null, 0]`, LenientNumbers{nan, 0}},
		{"beyond float64", `[1e999, -1e999, 1e-999]`, LenientNumbers{nan, nan, 0}},
		{"what is not a number is missing, and the length stays", `["1,2", [3, 4], {"a": 1, "b": 2}, true, 5]`, LenientNumbers{nan, nan, nan,
			nan, 5}},
		{"no list where one belongs", `"high"`, LenientNumbers{nan}},
		{"one number where a list belongs", `7`, LenientNumbers{nan}},
	}
	for _, tt := range tests {
		got := struct{ A LenientNumbers }{LenientNumbers{42}}
		if err := json.Unmarshal([]byte(`{"A": `+tt.in+`}`), &got); err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
		if !slices.EqualFunc(got.A, tt.want, same) || (got.A == nil) != (tt.want == nil) {
			t.Errorf("%s: %s is %v, want %v", tt.why, tt.in, got.A, tt.want)
		}
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func TestRealsAreWrittenAsTheyAre(t *testing.T) {
	for _, tt := range []struct {
		in   any
		want string
	}{
		{LenientNumbers{0.1, 1e300, 5e-324, -0.5}, `[0.1,1e+300,5e-324,-0.5]`},
		{LenientNumbers{math.NaN(), math.Inf(-1)}, `[null,null]`},
		{LenientNumbers{}, `[]`},
		{LenientNumbers(nil), `null`},
		{LenientNumber(1. / 3), `0.3333333333333333`},
		{LenientNumber(math.NaN()), `null`},
	} {
		if got, err := json.Marshal(tt.in); string(got) != tt.want || err != nil {
			t.Errorf("%v: %s, %v; want %s", tt.in, got, err, tt.want)
		}
	}
}

func TestKeys(t *testing.T) {
	tests := []struct {
		why, in string
		want    map[string]byte
	}{
		{"the first object", `{"a": 1, "b" : "x", "c":[{"d": 2}], "e": null}` + "\n" + `{"z": 1}`,
			map[string]byte{"a": '1', "b": '"', "c": '[', "e": 'n'}},
		{"an object that head cuts off", `{"a": {"b": 1}, "c": [1, 2, "x`, map[string]byte{"a": '{', "c": '['}},
		{"cut in a key", `{"a": true, "lon`, map[string]byte{"a": 't'}},
		{"a first line that is not an object", "oops\n[1]\n" + `{"a": false}`, map[string]byte{"a": 'f'}},
		{"a colon in text", `{"a": "b\": 1", "c": ":"}`, map[string]byte{"a": '"', "c": '"'}},
		{"nothing", "", nil},
		{"an empty object", "{}", nil},
	}
	for _, tt := range tests {
		if got := Keys([]byte(tt.in)); !maps.Equal(got, tt.want) {
			t.Errorf("%s: Keys(%s) = %q, want %q", tt.why, tt.in, got, tt.want)
		}
	}
}

// A key that the first record lacks is looked for in the next ones, unless it lacks another one too.
func TestFindKeys(t *testing.T) {
	const late = `{"id": 1, "steps": null}` + "\n" + `{"id": 2}` + "\n" + `{"id": 3, "steps": [1], "label": 0}`
	after := func(n int) string { return strings.Repeat(`{"id": 1}`+"\n", n) + `{"id": 2, "steps": []}` }
	for _, tt := range []struct {
		in, path, required string
		want               bool
	}{
		{late, "", "id, steps:[", true},
		{late, "", "id, steps:[, label", false},
		{late, "", "label", false},
		{late, "", "id, label", false},
		{late, "", "id, !x, label", true},
		{late, "", "id, !label", true},
		{late, "{", "", true},
		{late, "[", "", false},
		{"[" + strings.ReplaceAll(late, "\n", ",") + "]", "[*", "id, steps:[", true},
		{"{" + strings.ReplaceAll(strings.ReplaceAll(late, "\n{", `,"b":{`), `{"id": 1`, `"a":{"id": 1`) + "}", "{*", "id, steps:[", true},
		{`{"p": null}` + "\n" + `{"p": {"last": {}}}`, "p", "last:{", true},
		{`{"p": {"first": {}}}` + "\n" + `{"p": {"last": {}}}`, "p", "last:{", false},
		{after(fewKeyed - 1), "", "id, !x, steps:[", true},
		{after(fewKeyed), "", "id, !x, steps:[", false},
	} {
		_, got := FindKeys([]byte(tt.in), tt.path, tt.required)
		check.Equal(t, tt.in, got, tt.want, "at", tt.path, tt.required)
	}
}

func TestDecode(t *testing.T) {
	type inner struct {
		C LenientNumber `json:"c"`
	}
	type record struct {
		A string  `json:"a"`
		B []inner `json:"b"`
		N *int    `json:"n"`
	}
	tests := []struct {
		why, in  string
		problems []string
		err      string
	}{
		{"a good record", `{"a": "x", "b": [{"c": 1}], "n": 2}`, nil, ""},
		{"a wrong type leaves the rest", `{"a": 1, "b": [{"c": 1}], "n": 2}`, []string{"a: JSON number instead of a string"}, ""},
		{"a number that is not whole", `{"a": "x", "b": [{"c": 1}], "n": 2.5}`, []string{"n: JSON number 2.5 instead of a whole number"},
			""},
		{"no object", `"text"`, nil, "JSON string instead of an object"},
		{"nothing", ` null `, nil, "JSON null instead of an object"},
		{"not JSON", `{"a" "b"}`, nil, "not JSON: invalid character"},
		{"something behind the object", `{"a": "x", "b": [{"c": 1}]} {}`, nil, "not JSON: invalid character"},
		{"each unknown key once", `{"a": "x", "b": [{"c": 1, "d": 2}, {"d": 3}], "n": 2, "z": {"q": 1}}`,
			[]string{`unknown key "b.d"`, `unknown key "z"`}, ""},
	}
	for _, tt := range tests {
		rec := &Record{Bytes: []byte(tt.in), Line: 3}
		var got record
		err := rec.DecodeKnown(&got)
		check.Error(t, "error", err, tt.err, tt.why)
		var found []string
		for _, p := range rec.found {
			found = append(found, p.What.String())
		}
		check.EqualLists(t, tt.why+": problems", found, tt.problems)
		if tt.err == "" && (len(got.B) == 0 || got.B[0].C != 1) {
			t.Errorf("%s: b is %v, want its good value", tt.why, got.B)
		}
	}
}

func TestChecks(t *testing.T) {
	nan := math.NaN()
	rec := &Record{}
	problem := func() string {
		var list []string
		for _, p := range rec.found {
			list = append(list, p.What.String()+"; "+p.Done.String())
		}
		rec.found = nil
		return strings.Join(list, "\n")
	}
	probabilities := []struct {
		why     string
		in      []float64
		n       int
		want    []float64
		problem string
	}{
		{"good ones are handed on", []float64{0, .5, 1}, 3, []float64{0, .5, 1}, ""},
		{"within rounding", []float64{1 + 1e-6}, 1, []float64{1 + 1e-6}, ""},
		{"one NaN hides what the module saw", []float64{.5, nan}, 2, nil, "m: 1 of 2 are not numbers; all treated as missing"},
		{"an infinity too", []float64{math.Inf(1)}, 1, nil, "m: 1 of 1 are not numbers; all treated as missing"},
		{"a wrong length", []float64{.5}, 2, nil, "m: wrong number of probabilities: 1, expected 2; treated as missing"},
		{"no list", nil, 2, nil, "m: wrong number of probabilities: 0, expected 2; treated as missing"},
		{"outside", []float64{-1, .5, 7}, 3, []float64{0, .5, 1}, "m: 2 of 3 probabilities are outside 0..1; clamped to 0..1"},
	}
	for _, tt := range probabilities {
		before := slices.Clone(tt.in)
		check.EqualLists(t, tt.why, rec.Probabilities("m", tt.in, tt.n), tt.want)
		check.Equal(t, "problem", problem(), tt.problem, tt.why)
		if !slices.EqualFunc(before, tt.in, same) {
			t.Errorf("%s: the argument changed to %v", tt.why, tt.in)
		}
	}

	boxes := []struct {
		why     string
		im      loaders.Image
		in      loaders.Box
		problem string
	}{
		{"inside", loaders.Image{}, box(.1, .1, .9, 1), ""},
		{"padding", loaders.Image{}, loaders.Box{}, ""},
		{"over the edge by rounding", loaders.Image{}, box(0, 0, 1.005, 1), ""},
		{"over the edge", loaders.Image{}, box(0, 0, 1.1, 1), "reach outside"},
		{"left of it", loaders.Image{}, box(-.1, 0, .5, 1), "reach outside"},
		{"pixels taken for fractions", loaders.Image{}, box(10, 10, 50, 50), "look like pixels"},
		{"inside in pixels", loaders.Image{Units: loaders.Pixels, Width: 100, Height: 50}, box(0, 0, 100, 50), ""},
		{"below it", loaders.Image{Units: loaders.Pixels, Width: 100, Height: 50}, box(0, 0, 100, 52), "reach outside"},
		{"a size that nobody knows", loaders.Image{Units: loaders.Pixels}, box(0, 0, 9000, 9000), ""},
		{"left and right swapped", loaders.Image{}, box(.9, .1, .1, .9), "are inverted"},
		{"without a height", loaders.Image{}, box(.1, .5, .9, .5), "have no width or no height"},
		{"not a number", loaders.Image{}, box(nan, 0, 1, 1), "four numbers"},
		{"beyond all numbers", loaders.Image{}, box(0, 0, math.Inf(1), 1), "four numbers"},
	}
	for _, tt := range boxes {
		got := rec.Boxes("b", &tt.im, []loaders.Box{tt.in})
		if text := problem(); tt.problem == "" && text != "" || !strings.Contains(text, tt.problem) {
			t.Errorf("%s: problem %q, want %q", tt.why, text, tt.problem)
		}
		if want := tt.in; isComplete(want) && got[0] != want || !isComplete(got[0]) {
			t.Errorf("%s: box %v", tt.why, got[0])
		}
	}

	if got := rec.Weights("w", []float64{-3, 0}, -1); !slices.Equal(got, []float64{-3, 0}) || problem() != "" {
		t.Errorf("weights of any length are %v", got)
	}
	if got := rec.Pairs("s", [][]int{{0, 1}, {1, 1}, {2, 1}, {0, 3}, {-1, 1}, {1}},
		2); !slices.Equal(got, []loaders.Span{{Start: 0, End: 1}}) || strings.Count(problem(), "left out") != 5 {
		t.Errorf("spans %v", got)
	}
	if got := rec.Pairs("s", [][]int{{0, 3}, {1}}, 2); got != nil {
		t.Errorf("spans of which none is left are %v, as if there were nothing to find", got)
	}
	if got := rec.Pairs("s", [][]int{}, 2); got == nil {
		t.Error("a list without spans became nil")
	}
	if got := rec.Pairs("s", nil, 2); got != nil {
		t.Errorf("no spans at all became %v, which says that nothing is to be found", got)
	}
}

func TestRecordKeepsFewProblems(t *testing.T) {
	rec := &Record{Line: 9}
	for i := range 1000 {
		rec.Problem("p%d; ", i)
	}
	var problems loaders.Problems
	rec.Report(&problems, "f", "x")
	kept, _ := problems.All()
	last := kept[len(kept)-1]
	if len(kept) != problemsOfRecord+1 || last.String() != "f:9: more problems in this record: 980; handled like the ones above" ||
		last.Example != "x" {
		t.Errorf("%d problems, the last %+v", len(kept), last)
	}
}

func box(x0, y0, x1, y1 float64) loaders.Box { return loaders.Box{X0: x0, Y0: y0, X1: x1, Y1: y1} }

// A value of the wrong type is missing, and not 0, however many a record has.
func TestWrongTypesAreMissing(t *testing.T) {
	type inner struct {
		C *bool `json:"c"`
	}
	var got struct {
		A, N *int
		S    *string
		In   *inner
		L    []inner
		Q    string
	}
	rec := &Record{Bytes: []byte(`{"A": "\\\"4", "N": [1, 2], "S": 2.5, "In": {"c": 1}, "L": [{"c": true}, {"c": "x"}, 7], "Q": "so"}`)}
	check.NoError(t, rec.Decode(&got))
	if got.A != nil || got.N != nil || got.S != nil || got.In == nil || got.In.C != nil || len(got.L) != 3 || got.L[0].C == nil ||
		got.L[1].C != nil || got.Q != "so" {
		t.Errorf("%+v", got)
	}
	var problems loaders.Problems
	rec.Report(&problems, "", "")
	if all, _ := problems.All(); len(all) != 1 || !strings.Contains(all[0].String(), "A: JSON string instead of a whole number; left out") {
		t.Errorf("%v", all)
	}
}
