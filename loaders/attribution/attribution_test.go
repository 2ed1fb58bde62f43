package attribution

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/record"
)

var formats = loadertest.Formats{Plain, Ferret, Inseq, Captum}

// content opens content as a file.
func content(t testing.TB, text string) *loaders.Run {
	t.Helper()
	return formats.Content(t, []byte(text))
}

// outline is an example as testdata/expected.json has it.
type outline struct {
	ID        string             `json:"id"`
	Question  string             `json:"question"`
	Tokens    []string           `json:"tokens"`
	Rows      []outlineRow       `json:"rows"`
	Spans     [][2]int           `json:"spans"`
	Rationale []float64          `json:"rationale"`
	Kind      string             `json:"kind"`
	Answer    [3]string          `json:"answer"` // predicted, gold, verdict
	Scores    map[string]float64 `json:"scores"`
}

type outlineRow struct {
	Name   string    `json:"name"`
	Tokens []string  `json:"tokens"`
	Scores []float64 `json:"scores"`
	Signed bool      `json:"signed"`
}

func outlineOf(ex *loaders.Example) outline {
	o := outline{
		ID: ex.ID, Question: ex.Question, Tokens: ex.Tokens, Rows: []outlineRow{}, Kind: ex.Kind,
		Answer: [3]string{ex.Answer.Predicted, ex.Answer.Gold, ex.Answer.Correct.String()}, Scores: ex.Answer.Scores,
	}
	for _, a := range ex.Attributions {
		o.Rows = append(o.Rows, outlineRow{a.Name, a.Tokens, a.Scores, a.Signed})
	}
	for _, r := range ex.Rationales {
		for _, s := range r.Spans {
			o.Spans = append(o.Spans, [2]int{s.Start, s.End})
		}
		o.Rationale = r.Scores
	}
	return o
}

// Every file reads as the script that wrote it says.
func TestConformance(t *testing.T) {
	for name, want := range loadertest.Expected[map[string][]outline](t) {
		run := formats.Testdata(t, name)
		if got, _, _ := strings.Cut(name, "."); !strings.HasPrefix(strings.Replace(strings.Replace(got, "plain", "attributions", 1), "insights",
			"captum", 1), run.Format) {
			t.Errorf("%s is read as %s", name, run.Format)
		}
		for i := range want {
			if want[i].ID == "" {
				want[i].ID = run.Example(i).ID
			}
			if want[i].Answer[2] == "" {
				want[i].Answer[2] = "unknown"
			}
		}
		loadertest.Same(t, run, want, outlineOf)
		switch name {
		case "inseq_float8.json":
			loadertest.Problems(t, run, "float8, which is not read: save them with scores_precision float32 or float16")
		case "insights.json":
			loadertest.Problems(t, run, `"image" are drawings`)
		case "inseq_lists.json":
			loadertest.Problems(t, run, "3 numbers are NaN")
		default:
			loadertest.Problems(t, run)
		}
	}
	if run := formats.Open(t, nil, "testdata/inseq.json", loaders.Options{}); run.Model != "made-up/model" ||
		!strings.Contains(run.Note, "saliency") {
		t.Errorf("inseq: model %q, note %q", run.Model, run.Note)
	}
}

// Each broken twin of a good file says what is wrong, and loses nothing else.
func TestBroken(t *testing.T) {
	const plain, ferret, captum, inseq = `{"id":"1","tokens":["a","b"],"rows":{"ig":[1,2]}}`,
		`{"text":"a b","tokens":["a","b"],"scores":[1,2],"explainer":"LIME"}`,
		`{"word_attributions":[1,2],"raw_input_ids":["a","b"],"pred_class":1}`,
		`{"sequence_attributions":[{"source":[{"token":"a"},{"token":"b"}],"target":[{"token":"s"},{"token":"c"}],"attr_pos_start":1,"source_attributions":[[1],[2]]}]}`
	for _, c := range []struct {
		why, base, old, new string
		problem             string
		rows                int // with scores
	}{
		{"plain as it is", plain, "", "", "", 1},
		{"a row too short", plain, "[1,2]", "[1]", "1 weights where 2 belong", 0},
		{"a row with NaN", plain, "[1,2]", "[1,NaN]", "1 of 2 are not numbers", 0},
		{"a row that is not a list", plain, "[1,2]", `"x"`, "1 weights where 2 belong", 0},
		{"one bad row of two", plain, `"ig":[1,2]`, `"bad":[1],"ig":[1,2]`, "the scores of bad", 1},
		{"no rows", plain, `"ig":[1,2]`, "", "no rows", 0},
		{"a span outside", plain, `"rows"`, `"gold_spans":[[0,9]],"rows"`, "0 to 9 does not lie in 2", 1},
		{"a span of one number", plain, `"rows"`, `"gold_spans":[[0]],"rows"`, "a span of 1 numbers", 1},
		{"signed false with scores below 0", plain, `[1,2]`, `[1,-2]},"signed":false,"x":{`, "below 0, and signed is false", 1},
		{"an unknown key", plain, `"id"`, `"colour":1,"id"`, `unknown key "colour"`, 1},
		{"tokens that are none", plain, `["a","b"]`, `[1,2]`, "tokens: a JSON number where a string belongs", 1},

		{"ferret as it is", ferret, "", "", "", 1},
		{"scores too short", ferret, "[1,2]", "[1]", "1 weights where 2 belong", 0},
		{"no explainer", ferret, `"LIME"`, `""`, "without explainer", 1},
		{"a rationale too long", ferret, `"text"`, `"rationale":[1,0,0],"text"`, "the rationale: 3 weights where 2 belong", 1},

		{"captum as it is", captum, "", "", "", 1},
		{"attributions too long", captum, "[1,2]", "[1,2,3]", "3 weights where 2 belong", 0},
		{"a probability that is none", captum, `"pred_class"`, `"pred_prob":null,"attr_score":"x","pred_class"`, "attr_score is not a number", 1},
		{"a feature of no known type", captum, `{"word`,
			`{"feature_outputs":[{"name":"s","type":"sound","base":[],"modified":[]}],"predicted":[],"word`, `"sound" are drawings`, 0},

		{"inseq as it is", inseq, "", "", "", 1},
		{"a step too many", inseq, "[[1],[2]]", "[[1,1],[2,2]]", "2 by 2 scores for 2 tokens and 1 steps", 0},
		{"uneven lists", inseq, "[[1],[2]]", "[[1],[2,3]]", "a list of 2 where the others have 1", 0},
		{"lists of different depth", inseq, "[[1],[2]]", "[[1],[[2]]]", "different depth", 0},
		{"one axis", inseq, "[[1],[2]]", "[1,2]", "scores with 1 axes", 0},
		{"no numbers", inseq, "[[1],[2]]", "true", "not an array of numbers", 0},
		{"a NaN", inseq, "[[1],[2]]", "[[1],[NaN]]", "1 of 2 are not numbers", 0},
		{"not base64", inseq, "[[1],[2]]", `"*"`, "not base64", 0},
		{"a blob without header", inseq, "[[1],[2]]", `"AAAA"`, "not safetensors", 0},
		{"a header longer than the blob", inseq, "[[1],[2]]", `"//////////8="`, "longer than the blob", 0},
		{"an array with a wrong head", inseq, "[[1],[2]]", `{"__ndarray__":"zip:AAAA","dtype":"float32","shape":[1]}`, "neither b64: nor", 0},
		{"an array with a shape too large", inseq, "[[1],[2]]", `{"__ndarray__":"b64:AAAA","dtype":"float32","shape":[4294967296,4294967296]}`,
			"million numbers", 0},
		{"an array with too few bytes", inseq, "[[1],[2]]", `{"__ndarray__":"b64:AAAA","dtype":"float32","shape":[2,1]}`,
			"3 bytes for 2 numbers", 0},
		{"an array of another type", inseq, "[[1],[2]]", `{"__ndarray__":"b64:AAAA","dtype":"int64","shape":[2,1]}`, `type "int64"`, 0},
		{"an array in another order", inseq, "[[1],[2]]", `{"__ndarray__":"b64:AAAA","dtype":"float32","shape":[2,1],"Corder":false}`,
			"Fortran", 0},
		{"lists that say another shape", inseq, "[[1],[2]]", `{"__ndarray__":[[1],[2]],"dtype":"float32","shape":[1,2]}`,
			"shape [2 1] that say [1 2]", 0},
		{"positions outside the target", inseq, `"attr_pos_start":1`, `"attr_pos_start":9`, "attr_pos 9 to 2", 0},
		{"too many axes", inseq, "[[1],[2]]", "[[[[[[[[[[1]]]]]]]]]]", "not lists of numbers", 0},
	} {
		run := content(t, loadertest.Twin(t, c.base, c.old, c.new))
		if run.Len() != 1 {
			t.Fatalf("%s: %d examples, want the one", c.why, run.Len())
		}
		ex, rows := run.Example(0), 0
		for _, a := range ex.Attributions {
			if a.Scores != nil {
				rows++
			}
		}
		if rows != c.rows {
			t.Errorf("%s: %d rows with scores, want %d", c.why, rows, c.rows)
		}
		loadertest.Problem(t, run, c.problem)
	}
}

// What is not a list of scores is not a file of this package.
func TestDetectRefuses(t *testing.T) {
	for _, text := range []string{
		``, `x`, `{}`, `[]`, `[[]]`, `[[[]]]`, `[1]`, `{"tokens":["a"]}`, `{"rows":{}}`, `{"id":"1","question":"q","program":[]}`,
		`{"text":"a","tokens":["a"],"scores":[1]}`, `{"sequence_attributions":[]}`, `{"data":[{"tokens":[],"rows":{}}]}`,
	} {
		for _, f := range formats {
			if f.Detect([]byte(text)) {
				t.Errorf("%s claims %s", f.Name, text)
			}
		}
	}
}

// Long texts of one explanation each are not taken for one another.
func TestFerretGroups(t *testing.T) {
	line := func(text, explainer string) string {
		return `{"text":"` + text + `","tokens":["a"],"scores":[1],"explainer":"` + explainer + `"}`
	}
	run := content(t, strings.Join([]string{line("x", "A"), line("x", "B"), line("y", "A"), line("x", "A"), "not JSON", line("x", "C")}, "\n"))
	var got []int
	for i := range run.Len() {
		got = append(got, len(run.Example(i).Attributions))
	}
	if want := []int{2, 1, 1, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("rows per example %v, want %v", got, want)
	}
}

// One record printed over several lines is not JSON Lines.
func TestPrinted(t *testing.T) {
	for _, text := range []string{
		"{\n \"id\": 1,\n \"tokens\": [\"a\"],\n \"rows\": {\"x\": [1]}\n}\n",
		"{\n \"text\": \"a\",\n \"tokens\": [\"a\"],\n \"scores\": [1], \"explainer\": \"x\"}",
		"{\n \"raw_input_ids\": [\"a\"],\n \"word_attributions\": [1]}",
		"[\n {\n \"raw_input_ids\": [\"a\"],\n \"word_attributions\": [1]}]",
	} {
		run := content(t, text)
		if run.Len() != 1 || len(run.Example(0).Attributions) != 1 {
			t.Errorf("%d examples, the first %+v, of %s", run.Len(), run.Example(0), text)
		}
	}
}

// The values of half precision, by the standard's own table.
func TestHalf(t *testing.T) {
	for b, want := range map[uint16]float64{
		0x0000: 0, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0400: 6.103515625e-05, 0x0001: 5.960464477539063e-08, 0x3555: 0.333251953125,
		0xfbff: -65504,
	} {
		if got := half(b); got != want {
			t.Errorf("half(%04x) = %v, want %v", b, got, want)
		}
	}
}

// FuzzDecode reads any bytes as a record of every format. It opens no file:
// the goroutine that looks for records would make two equal inputs differ.
func FuzzDecode(f *testing.F) {
	fsys, err := filepath.Glob("testdata/*.json*")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range fsys {
		run, err := files.NewOpener(nil, formats...).Open(f.Context(), path, loaders.Options{})
		if err != nil {
			continue // expected.json
		}
		if err := run.Wait(f.Context(), 1<<30); err != nil {
			f.Fatal(err)
		}
		b, err := run.Raw(0)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		run.Close()
	}
	decoders := []record.Decode{
		plainExample, captumExample, inseqExample,
		func(rec *record.Record) *loaders.Example { return ferretExample([]*record.Record{rec, rec}) },
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, format := range formats {
			format.Detect(b)
		}
		sameText(b)
		for _, decode := range decoders {
			ex := decode(&record.Record{Bytes: b, Line: 1})
			for _, a := range ex.Attributions {
				if a.Scores != nil && len(a.Scores) != len(a.Tokens) {
					t.Errorf("%d scores over %d tokens", len(a.Scores), len(a.Tokens))
				}
			}
			for _, r := range ex.Rationales {
				for _, s := range r.Spans {
					if s.Start < 0 || s.End > len(ex.Tokens) || s.Start >= s.End {
						t.Errorf("the span %v in %d tokens", s, len(ex.Tokens))
					}
				}
			}
		}
	})
}
