package record

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// anything has a field of each kind that records are decoded into.
type anything struct {
	S     string                       `json:"s"`
	I     int                          `json:"i"`
	P     *int                         `json:"p"`
	B     bool                         `json:"b"`
	F     float64                      `json:"f"`
	R     *LenientNumber               `json:"r"`
	Rs    LenientNumbers               `json:"rs"`
	Boxes [][]LenientNumbers           `json:"boxes"`
	Pair  [][]int                      `json:"pair"`
	T     LenientText                  `json:"t"`
	List  LenientTexts                 `json:"ts"`
	O     OrderedObject[LenientNumber] `json:"o"`
	M     map[string]LenientText       `json:"m"`
	Raw   json.RawMessage              `json:"raw"`
	In    []anything                   `json:"in"`
	One   *anything                    `json:"one"`
	Free  any                          `json:"free"`
	Strs  map[string]string            `json:"strs"`
}

// agrees fails where what the faster package made of b is not what encoding/json
// makes of it.
func agrees(t *testing.T, b []byte) (fast bool) {
	t.Helper()
	p, err := scanJSON(b)
	if err != nil {
		return false
	}
	var got, want anything
	fast = p.decodesInto(&got, 0)
	if !fast {
		if !reflect.ValueOf(got).IsZero() {
			t.Errorf("%.300q: %+v is left of a record that did not decode", b, got)
		}
		return false
	}
	if err := json.Unmarshal(p.text, &want); err != nil {
		t.Errorf("%.300q: read as %+v, but encoding/json says: %v", b, got, err)
	} else if !alike(reflect.ValueOf(got), reflect.ValueOf(want)) {
		t.Errorf("%.300q:\n%#v, want\n%#v", b, got, want)
	}
	return true
}

// alike returns reflect.DeepEqual with NaN equal to NaN.
func alike(a, b reflect.Value) bool {
	if a.Kind() != b.Kind() || a.Kind() == reflect.Float64 {
		return a.Kind() == b.Kind() && (a.Float() == b.Float() && math.Signbit(a.Float()) == math.Signbit(b.Float()) ||
			math.IsNaN(a.Float()) && math.IsNaN(b.Float()))
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.IsNil() != b.IsNil() || a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Pointer:
		return a.IsNil() == b.IsNil() && (a.IsNil() || alike(a.Elem(), b.Elem()))
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// doubtful are records that the faster package reads in another way than
// encoding/json, or that it might, and whether it may read them at all.
var doubtful = []struct {
	why, in string
	fast    bool
}{
	{"plain", `{"s":"x","i":-3,"b":true,"f":1e-7,"rs":[0.5,null,1.5],"pair":[[1,2]],"o":{"z":1,"a":2}}`, true},
	{"an int that wraps around to another", `{"i":25000000000000000000}`, false},
	{"the same behind spaces", `{"pair":[[ 25000000000000000000 , 1]]}`, false},
	{"the same below zero", `{"i":-25000000000000000000}`, false},
	{"the same in a list with fractions", `{"pair":[[25000000000000000000],[0.5]]}`, false},
	{"a key twice", `{"in":[{"i":1,"s":"a"}],"in":[{"i":2}]}`, false},
	{"not UTF-8", "{\"s\":\"a\xffb\"}", false},
	{"a key in capitals", `{"S":"x","I":1}`, true},
	{"half a pair of surrogates", `{"s":"\ud800 \udc00\ud800\u0041 \ud83d\ude00"}`, true},
	{"a control character", "{\"s\":\"a\nb\"}", false},
	{"a leading zero", `{"rs":[01]}`, false},
	{"hexadecimal", `{"rs":[0x10]}`, false},
	{"words of fractions", `{"rs":["1.2","3.4"]}`, true},
	{"a number without an end", `{"rs":[1.]}`, false},
	{"a comma too many", `{"rs":[1.5,]}`, false},
	{"two texts", `{} {}`, false},
	{"a wrong type", `{"i":"x","s":"y"}`, false},
	{"nulls", `{"s":null,"i":null,"p":null,"rs":null,"in":null,"one":null,"m":null,"free":null}`, true},
}

func TestBothPackagesAgree(t *testing.T) {
	for _, c := range doubtful {
		check.Equal(t, "read by the faster package", agrees(t, []byte(c.in)), c.fast, c.why)
	}
	if !agrees(t, []byte(`{"boxes":[[`+strings.Repeat(`[0.1,0.25,0.333333333333333314829616256247390992939472198486328125,1e300],`,
		50)+`[]]]}`)) {
		t.Error("boxes are not read by the faster package")
	}
}

// FuzzDecode looks for a record that one package reads in another way than the
// other, or that stops the program.
func FuzzDecode(f *testing.F) {
	for _, c := range doubtful {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, b []byte) { agrees(t, b) })
}

// A whole number with a point, as numpy writes it, is that number, and no text changes.
func TestWholeFractions(t *testing.T) {
	var got anything
	rec := Record{Bytes: []byte(`{"s":"a 1.0 \"2.0","i":3.0,"pair":[[0.0,25.00],[1,-2.0]],"rs":[1.0,0.5]}`)}
	err := rec.Decode(&got)
	if err != nil || got.S != `a 1.0 "2.0` || got.I != 3 || !slices.Equal(got.Pair[0], []int{0, 25}) || got.Pair[1][1] != -2 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestPythonStrings(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
		ok   bool
	}{
		{`['a', 'b']`, []string{"a", "b"}, true}, {`["it's"]`, []string{"it's"}, true}, {`['it\'s', ]`, []string{"it's"}, true},
		{`[]`, nil, true}, {` [ ] `, nil, true},
		{`'a'`, nil, false}, {`['a' 'b']`, nil, false}, {`['a`, nil, false}, {`['a]`, nil, false}, {`[a]`, nil, false}, {``, nil, false},
		{`[`, nil, false}, {`['a'}`, nil, false},
		{`{0: 'a', 1: "it's"}`, []string{"a", "it's"}, true}, {`{}`, nil, true}, {`{0: a}`, nil, false},
	} {
		if got, ok := PythonStrings(c.in); !slices.Equal(got, c.want) || ok != c.ok {
			t.Errorf("%s is %q, %v, want %q, %v", c.in, got, ok, c.want, c.ok)
		}
	}
}
