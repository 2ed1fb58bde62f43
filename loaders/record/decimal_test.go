package record

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// sameDecimal fails where decimal reads the number that s begins with differently from
// package strconv does.
func sameDecimal(t *testing.T, s string) (read bool) {
	t.Helper()
	got, n := parseDecimal([]byte(s))
	if n == 0 {
		return false
	}
	want, err := strconv.ParseFloat(s[:n], 64)
	if err != nil || math.Float64bits(got) != math.Float64bits(want) {
		t.Fatalf("%q: %v of %d bytes; strconv: %v, %v", s, got, n, want, err)
	}
	return true
}

func TestDecimal(t *testing.T) {
	for _, s := range []string{
		"0", "-0", "0.0", "-0.0", "1", "0.5", "-12.25", "9007199254740993", "9007199254740992.5", "9007199254740993.5",
		"9999999999999999999", "0.9999999999999999999", "0.0000000000000000001", "1.00000000000000011102", "18014398509481985",
		"0.500000000000000166533453693773481063544750213623046875", "3.14159265,", "0.23707620799541473]", "4503599627370497.5",
	} {
		sameDecimal(t, s)
	}
	for _, s := range []string{"", "-", ".5", "1.", "01", "-01.5", "1e5", "1.5E5", "99999999999999999999", "x", "-.5", "00"} {
		x, n := parseDecimal([]byte(s))
		check.Equal(t, "bytes read", n, 0, "of", s, x)
	}
	r := rand.New(rand.NewPCG(1, 2))
	read := 0
	for range 300_000 {
		x := r.Float64() * math.Pow(10, float64(r.IntN(6)-3))
		for _, s := range []string{
			strconv.FormatFloat(x, 'f', -1, 64), strconv.FormatFloat(float64(float32(x)), 'f', -1, 64),
			strconv.FormatFloat(x, 'f', r.IntN(19), 64), "-" + strconv.FormatUint(r.Uint64()>>r.IntN(64),
				10) + "." + strconv.FormatUint(r.Uint64()>>r.IntN(64), 10),
		} {
			if sameDecimal(t, s) {
				read++
			}
		}
	}
	if read < 600_000 {
		t.Errorf("%d of 1,200,000 numbers were read", read)
	}
}

// FuzzDecimal looks for a number that is read differently from package strconv.
func FuzzDecimal(f *testing.F) {
	f.Add("0.23707620799541473, 1")
	f.Add("-12345678.12345678901")
	f.Fuzz(func(t *testing.T, s string) { sameDecimal(t, s) })
}

// BenchmarkReals reads a list of 36 probabilities as a model writes them.
func BenchmarkReals(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	text := []byte{'['}
	for range 36 {
		text = append(strconv.AppendFloat(text, float64(float32(r.Float64())), 'g', -1, 64), ", "...)
	}
	text = append(text[:len(text)-2], ']')
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var xs LenientNumbers
		check.NoError(b, xs.UnmarshalJSON(text))
	}
}
