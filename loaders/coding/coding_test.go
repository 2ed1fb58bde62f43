package coding

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// inner and outer have a field of every kind.
type inner struct {
	Place  int32
	Number float64
}

type outer struct {
	Text    string
	Yes     bool
	Count   int
	Small   uint8
	Number  float64
	Pointer *inner
	Floats  []float64
	Short   []float32
	Ints    []int32
	Texts   []string
	Nested  [][]int
	Inner   []inner
	Defined bool
	Value   float64
	Why     string
}

func (x *inner) fields(c *Coder) {
	c.Tuple("", func() {
		Index(c, "place", &x.Place, 100)
		c.Float("number", &x.Number)
	})
}

func (x *outer) fields(c *Coder) {
	c.Object("", func() {
		c.Text("text", &x.Text)
		c.Bool("yes", &x.Yes)
		Int(c, "count", &x.Count)
		Int(c, "small", &x.Small)
		c.Float("number", &x.Number)
		Optional(c, "pointer", &x.Pointer, func(y *inner) { c.Float("", &y.Number) })
		Floats(c, "floats", &x.Floats)
		Floats(c, "short", &x.Short)
		Ints(c, "ints", &x.Ints)
		c.Texts("texts", &x.Texts)
		List(c, "nested", &x.Nested, func(list *[]int) { Ints(c, "", list) })
		List(c, "inner", &x.Inner, func(y *inner) { y.fields(c) })
		c.Either("value", &x.Defined, &x.Value, &x.Why)
	})
	c.Check(x.Count < 1000, "a count of %d", x.Count)
}

var forms = []Form{Bytes, JSON}

func written(f Form, x *outer) string {
	c := Writer(f)
	x.fields(c)
	return string(c.Written())
}

func readBack(f Form, b string) (x outer, err error) {
	c := Reader(f, []byte(b))
	x.fields(c)
	return x, c.End()
}

func specimen() *outer {
	return &outer{
		Text: "a \"quoted\" text\nof two lines, é \x00", Yes: true, Count: -7, Small: 255, Number: math.Inf(-1), Pointer: &inner{Number: 0.1},
		Floats: []float64{0.5, 1e-300, 0}, Short: []float32{0.1, 2}, Ints: []int32{math.MinInt32, math.MaxInt32},
		Texts: []string{"one", "two", "one"}, Nested: [][]int{nil, {}, {1, 2}}, Inner: []inner{{3, 4}, {5, 1. / 3}}, Why: "nothing is known",
	}
}

func TestValuesComeBack(t *testing.T) {
	for _, x := range []*outer{
		specimen(), {}, {Floats: []float64{}, Short: []float32{}, Ints: []int32{}, Texts: []string{}, Nested: [][]int{}, Inner: []inner{}},
		{Defined: true, Value: math.Copysign(0, -1), Floats: []float64{0.5, -2}},
	} {
		for _, f := range forms {
			text := written(f, x)
			got, err := readBack(f, text)
			if err != nil || !reflect.DeepEqual(&got, x) {
				t.Errorf("%q comes back as %+v, want %+v (%v)", text, got, x, err)
			}
			if again := written(f, &got); again != text {
				t.Errorf("%q comes back as %q", text, again)
			}
		}
	}
}

func TestJSONIsWrittenByTheNames(t *testing.T) {
	const want = `{"text":"","yes":false,"count":0,"small":0,"number":"NaN","pointer":null,"floats":[0.5,"+Inf"],"short":null,"ints":[1,2],` +
		`"texts":null,"nested":[null,[]],"inner":[[1,2.5]],"value":"why"}`
	x := &outer{Number: math.NaN(), Floats: []float64{0.5, math.Inf(1)}, Ints: []int32{1, 2}, Nested: [][]int{nil, {}}, Inner: []inner{{1, 2.5}}, Why: "why"}
	if got := written(JSON, x); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	spaced := strings.NewReplacer(",", " ,\n ", ":", ": ", "[", "[ ", "}", " }\n").Replace(want)
	if got, err := readBack(JSON, spaced); err != nil || written(JSON, &got) != want {
		t.Errorf("with white space: %+v (%v)", got, err)
	}
}

// Texts are written once, and numbers in as few bytes as they need.
func TestBytesAreFew(t *testing.T) {
	long := strings.Repeat("long ", 100)
	for _, c := range []struct {
		x    outer
		more int
	}{
		{outer{Texts: []string{long}}, 1 + 2 + 500},
		{outer{Texts: []string{long, long, long}}, 1 + 2 + 500 + 2},
		{outer{Floats: []float64{0.5, 0.25}}, 1 + 8},
		{outer{Floats: []float64{0.5, 0.1}}, 1 + 16},
		{outer{Ints: []int32{1, 2, -3}}, 3},
	} {
		if n := len(written(Bytes, &c.x)) - len(written(Bytes, &outer{})); n != c.more {
			t.Errorf("%.60v: %d bytes more than nothing, want %d", c.x, n, c.more)
		}
	}
}

func TestWhatCannotHaveBeenWritten(t *testing.T) {
	good := written(JSON, specimen())
	for _, c := range []struct{ old, new, want string }{
		{`"yes":true`, `"yes":1`, `"1" is not a boolean`},
		{`"small":255`, `"small":256`, "the small 256"},
		{`[[3,4]`, `[[100,4]`, "the place 100"},
		{`[[3,4]`, `[[-1,4]`, "the place -1"},
		{`"count":-7`, `"count":7000`, "a count of 7000"},
		{`"count":-7`, `"count":1.5`, "1.5"},
		{`"count":-7,`, ``, `where count is expected`},
		{`"text":`, `"word":`, "where text is expected"},
		{`"floats":[`, `"floats":{`, "where [ is expected"},
		{`"why"`, `why`, ""},
		{"}", "}}", "1 bytes too many"},
		{"}", "", "}"},
	} {
		if bad := strings.Replace(good, c.old, c.new, 1); bad != good {
			if _, err := readBack(JSON, bad); err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), `\"`, `"`), c.want) {
				t.Errorf("%s for %s: the error %v, want %s", c.new, c.old, err, c.want)
			}
		}
	}
	for _, f := range forms {
		whole := written(f, specimen())
		for k := range whole {
			if _, err := readBack(f, whole[:k]); err == nil {
				t.Fatalf("the first %d of %d bytes are taken for the whole", k, len(whole))
			}
		}
	}
}

// A list takes no more room than what is there of it.
func TestNoListIsMadeOfNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	good := []byte(written(Bytes, specimen()))
	for range 2000 {
		bad := append([]byte(nil), good...)
		at := r.IntN(len(bad))
		for k := at; k < min(at+9, len(bad)); k++ {
			bad[k] = 0xff // a large number
		}
		n := testing.AllocsPerRun(1, func() { _, _ = readBack(Bytes, string(bad)) })
		if x, err := readBack(Bytes, string(bad)); err == nil && cap(x.Floats)+cap(x.Ints)+cap(x.Texts) > len(bad) || n > 1000 {
			t.Fatalf("%x is read as %+v, with %v allocations", bad, x, n)
		}
	}
}

func TestMemory(t *testing.T) {
	x := specimen()
	want := len(x.Text) + 16 + 8*3 + 4*2 + 4*2 + 16*3 + len("onetwoone") + 24*3 + 8*2 + 16*2 + len(x.Why)
	for _, f := range forms {
		w, r := Writer(f), Reader(f, []byte(written(f, x)))
		x.fields(w)
		new(outer).fields(r)
		if w.Memory() != want || r.Memory() < want || r.Memory() > want+16 {
			t.Errorf("%d and %d bytes, want %d", w.Memory(), r.Memory(), want)
		}
	}
}

// FuzzRead reads what nobody has written: what is taken is written again as it
// was read.
func FuzzRead(f *testing.F) {
	for _, form := range forms {
		f.Add(uint8(form), []byte(written(form, specimen())))
		f.Add(uint8(form), []byte(written(form, &outer{})))
	}
	f.Fuzz(func(t *testing.T, form uint8, data []byte) {
		form %= 2
		x, err := readBack(Form(form), string(data))
		if err != nil {
			return
		}
		text := written(Form(form), &x)
		if y, err := readBack(Form(form), text); err != nil || written(Form(form), &y) != text {
			t.Fatalf("%q is read as %+v, and that as %+v (%v)", data, x, y, err)
		}
	})
}
