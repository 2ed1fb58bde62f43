package attribution

import (
	"testing"

	"faithscope/loaders/loadertest"
)

var formats = loadertest.Formats{Plain, Ferret, Inseq, Captum}

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
		if got := half(b); got != want {
			t.Errorf("half(%04x) = %v, want %v", b, got, want)
		}
	}
}
