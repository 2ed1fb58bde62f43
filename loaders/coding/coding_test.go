package coding

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// outer has a field of every kind, some of which are gone over by their types.
type outer struct {
	Text       string
	Yes        bool
	Count      int
	Small      uint8
	Number     float64
	ThePointer *inner
	Floats     []float64
	Short      []float32
	Ints       []int32
	Texts      []string
	Nested     [][]int
	Inner      []inner
	Pair       [2]bool
	Value      either
	typed      []inner
}

type inner struct {
	place  int32
	number float64
}

func (x *inner) Field(c *Coder, name string) {
	c.Tuple(name, func() {
		Index(c, "place", &x.place, 100)
		c.Float("number", &x.number)
	})
}

type either struct {
	defined bool
	number  float64
	why     string
}

func (x *either) Field(c *Coder, name string) { c.Either(name, &x.defined, &x.number, &x.why) }

func (x *outer) Fields(c *Coder) {
	c.Struct(x)
	List(c, "typed", &x.typed, func(y *inner) { y.Field(c, "") })
	c.Check(x.Count < 1000, "a count of %d", x.Count)
}

var forms = []Form{Bytes, JSON}

func written(f Form, x *outer) string {
	c := Writer(f)
	c.Object("", func() { x.Fields(c) })
	return string(c.Written())
}

func readBack(f Form, b string) (x outer, err error) {
	c := Reader(f, []byte(b))
	c.Object("", func() { x.Fields(c) })
	return x, c.End()
}

func specimen() *outer {
	return &outer{
		Text: "a \"quoted\" text\nof two lines, é \x00", Yes: true, Count: -7, Small: 255, Number: math.Inf(-1), ThePointer: &inner{number: 0.1},
		Floats: []float64{0.5, 1e-300, 0}, Short: []float32{0.1, 2}, Ints: []int32{math.MinInt32, math.MaxInt32},
		Texts: []string{"one", "two", "one"}, Nested: [][]int{nil, {}, {1, 2}}, Inner: []inner{{3, 4}, {5, 1. / 3}}, Pair: [2]bool{true, false},
		Value: either{why: "nothing is known"}, typed: []inner{{7, 8}},
	}
}

func TestValuesComeBack(t *testing.T) {
	for _, x := range []*outer{
		specimen(), {}, {Floats: []float64{}, Short: []float32{}, Ints: []int32{}, Texts: []string{}, Nested: [][]int{}, Inner: []inner{}},
		{Value: either{defined: true, number: math.Copysign(0, -1)}, Floats: []float64{0.5, -2}},
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
	const want = `{"text":"","yes":false,"count":0,"small":0,"number":"NaN","the_pointer":null,"floats":[0.5,"+Inf"],"short":null,` +
		`"ints":[1,2],` +
		`"texts":null,"nested":[null,[]],"inner":[[1,2.5]],"pair":[false,true],"value":"why","typed":null}`
	x := &outer{Number: math.NaN(), Floats: []float64{0.5, math.Inf(1)}, Ints: []int32{1, 2}, Nested: [][]int{nil, {}},
		Inner: []inner{{1, 2.5}}, Pair: [2]bool{false, true}, Value: either{why: "why"}}
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
		{`"nothing is known"`, `nothing is known`, ""},
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
	want := len(x.Text) + 16 + 8*3 + 4*2 + 4*2 + 16*3 + len("onetwoone") + 24*3 + 8*2 + 16*2 + len(x.Value.why) + 16
	for _, f := range forms {
		w, r := Writer(f), Reader(f, []byte(written(f, x)))
		w.Object("", func() { x.Fields(w) })
		r.Object("", func() { new(outer).Fields(r) })
		if w.Memory() != want || r.Memory() < want || r.Memory() > want+64 {
			t.Errorf("%d and %d bytes, want %d", w.Memory(), r.Memory(), want)
		}
	}
}

// FuzzRead reads what nobody has written: what is accepted is written again as it was
// read.
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
