package coding

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
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
	Value      inner
	typed      []inner
}

type inner struct {
	place  int32
	number float64
}

func (x *inner) Fields(c *Coder) {
	Index(c, "place", &x.place, 100)
	c.Float(&x.number)
}

func (x *outer) Fields(c *Coder) {
	c.Struct(x)
	List(c, &x.typed, func(y *inner) { y.Fields(c) })
	c.Check(x.Count < 1000, "a count of %d", x.Count)
}

func written(x *outer) string {
	c := Writer()
	x.Fields(c)
	return string(c.Written())
}

func readBack(b string) (x outer, err error) {
	c := Reader([]byte(b))
	x.Fields(c)
	return x, c.End()
}

func specimen() *outer {
	return &outer{
		Text: "a \"quoted\" text\nof two lines, é \x00", Yes: true, Count: -7, Small: 255, Number: math.Inf(-1), ThePointer: &inner{number: 0.1},
		Floats: []float64{0.5, 1e-300, 0}, Short: []float32{0.1, 2}, Ints: []int32{math.MinInt32, math.MaxInt32},
		Texts: []string{"one", "two", "one"}, Nested: [][]int{nil, {}, {1, 2}}, Inner: []inner{{3, 4}, {5, 1. / 3}}, Pair: [2]bool{true, false},
		Value: inner{6, 7}, typed: []inner{{7, 8}},
	}
}

func TestValuesComeBack(t *testing.T) {
	for _, x := range []*outer{
		specimen(), {}, {Floats: []float64{}, Short: []float32{}, Ints: []int32{}, Texts: []string{}, Nested: [][]int{}, Inner: []inner{}},
		{Value: inner{number: math.Copysign(0, -1)}, Floats: []float64{0.5, -2}},
	} {
		text := written(x)
		got, err := readBack(text)
		if err != nil || !reflect.DeepEqual(&got, x) {
			t.Errorf("%q comes back as %+v, want %+v (%v)", text, got, x, err)
		}
		check.Equal(t, "comes back", written(&got), text)
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
		check.Equal(t, "bytes more than nothing", len(written(&c.x))-len(written(&outer{})), c.more, c.x)
	}
}

func TestWhatCannotHaveBeenWritten(t *testing.T) {
	good := written(specimen())
	for _, c := range []struct{ old, new, want string }{
		{"\x01\x0d\xfe\x03", "\x02\x0d\xfe\x03", "02 is not a boolean"},
		{"\x0d\xfe\x03", "\x0d\x80\x04", "the number 256"},
		{"\x0d\xfe\x03", "\x0d\x01", "the number -1"},
		{"\x0d\xfe\x03", "\xf0\x2e\xfe\x03", "a count of 3000"},
		{"\x03\x06", "\x03\xc8\x01", "invalid place 100"},
		{"\x03\x06", "\x03\x01", "invalid place -1"},
		{"\x03\x06", "\x7f\x06", "a list of 126 values"},
	} {
		if strings.Count(good, c.old) != 1 {
			t.Fatalf("%q is %d times in %q", c.old, strings.Count(good, c.old), good)
		}
		_, err := readBack(strings.Replace(good, c.old, c.new, 1))
		check.Error(t, "error", err, c.want, c.new, c.old)
	}
	for k := range good {
		if _, err := readBack(good[:k]); err == nil {
			t.Fatalf("the first %d of %d bytes are taken for the whole", k, len(good))
		}
	}
	_, err := readBack(good + "x")
	check.Error(t, "a byte more", err, "1 bytes left over")
}

// A list takes no more room than its elements.
func TestNoListIsMadeOfNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	good := []byte(written(specimen()))
	for range 2000 {
		bad := append([]byte(nil), good...)
		at := r.IntN(len(bad))
		for k := at; k < min(at+9, len(bad)); k++ {
			bad[k] = 0xff // a large number
		}
		n := testing.AllocsPerRun(1, func() { _, _ = readBack(string(bad)) })
		if x, err := readBack(string(bad)); err == nil && cap(x.Floats)+cap(x.Ints)+cap(x.Texts) > len(bad) || n > 1000 {
			t.Fatalf("%x is read as %+v, with %v allocations", bad, x, n)
		}
	}
}

func TestMemory(t *testing.T) {
	x := specimen()
	want := len(x.Text) + 16 + 8*3 + 4*2 + 4*2 + 16*3 + len("onetwoone") + 24*3 + 8*2 + 16*2 + 16
	w, r := Writer(), Reader([]byte(written(x)))
	x.Fields(w)
	new(outer).Fields(r)
	if w.Memory() != want || r.Memory() < want || r.Memory() > want+64 {
		t.Errorf("%d and %d bytes, want %d", w.Memory(), r.Memory(), want)
	}
}

// FuzzRead reads what nobody has written: what is accepted is written again as it was
// read.
func FuzzRead(f *testing.F) {
	f.Add([]byte(written(specimen())))
	f.Add([]byte(written(&outer{})))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := readBack(string(data))
		if err != nil {
			return
		}
		text := written(&x)
		if y, err := readBack(text); err != nil || written(&y) != text {
			t.Fatalf("%q is read as %+v, and that as %+v (%v)", data, x, y, err)
		}
	})
}
