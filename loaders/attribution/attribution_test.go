package attribution

import (
	"encoding/base64"
	"encoding/binary"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
)

var formats = loadertest.Formats{Plain, Ferret, Inseq, Captum}

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

// Every file reads as the script that wrote it says, which leaves out ids and verdicts that
// the file does not have.
func TestConformance(t *testing.T) {
	for name, want := range loadertest.Expected[map[string][]outline](t) {
		run := formats.Testdata(t, name)
		for i := range want {
			if want[i].ID == "" {
				want[i].ID = loaders.Place(i)
			}
			if want[i].Answer[2] == "" {
				want[i].Answer[2] = "unknown"
			}
		}
		loadertest.Same(t, run, want, outlineOf)
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

// The values of half precision, by the standard's own table.
func TestHalf(t *testing.T) {
	for b, want := range map[uint16]float64{
		0x0000: 0, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0400: 6.103515625e-05, 0x0001: 5.960464477539063e-08, 0x3555: 0.333251953125,
		0xfbff: -65504,
	} {
		check.Equal(t, "half", fromHalf(b), want, b)
	}
}

// An array without rows is a problem, whatever its other sizes.
func TestArrayWithoutRows(t *testing.T) {
	header := `{"attribution":{"dtype":"F32","shape":[0,3],"data_offsets":[0,0]}}`
	blob := append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...)
	rec := record.Record{Bytes: []byte(`{"source":[{"token":"a"}],"target":[{"token":"b"}],"source_attributions":"` +
		base64.StdEncoding.EncodeToString(blob) + `"}`)}
	ex := record.As(inseqExample)(&rec)
	var problems loaders.Problems
	rec.Report(&problems, "", "")
	if _, n := problems.All(); ex.Broken != "" || len(ex.Attributions) > 0 || n != 1 {
		t.Errorf("%v, %d problems", ex, n)
	}
}
