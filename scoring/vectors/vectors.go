// Package vectors reads reference vectors: JSON files with inputs and with
// what the authors' own code makes of them, which tests hold the scores
// against. Only tests import it.
//
// A vector lies in the testdata of the package that it tests. The environment
// variable [Variable] may name a folder with other vectors, of the same names
// and fields; a file that is not there is read from testdata.
package vectors

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"faithscope/loaders"
)

// Variable is the environment variable that names the folder of other
// vectors.
const Variable = "FAITHSCOPE_ORACLE"

// Read decodes the vector called name, "scn.json", into the value that into
// points to: from the folder that [Variable] names, else from home, the folder
// of the copy in this module. It fails the test as [ReadFile] does.
func Read(t testing.TB, home, name string, into any) {
	t.Helper()
	path := filepath.Join(home, name)
	if folder := os.Getenv(Variable); folder != "" {
		other := filepath.Join(folder, name)
		if _, err := os.Stat(other); errors.Is(err, fs.ErrNotExist) {
			t.Logf("%s has no %s: read from %s", folder, name, home)
		} else {
			path = other
		}
	}
	ReadFile(t, path, into)
}

// ReadFile decodes the vector at path, whatever [Variable] says. What cannot be
// read or decoded fails the test.
func ReadFile(t testing.TB, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// Decode decodes a part of a vector whose type depends on another part. A part
// that is not there is an error: ask for its length before.
func Decode[T any](t testing.TB, text json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Number is a number of a vector. One that is not finite is written as a
// string there: "NaN", "Inf", "-Inf". A field that a vector may leave out is a
// *Number.
type Number float64

// UnmarshalJSON implements [json.Unmarshaler].
func (n *Number) UnmarshalJSON(b []byte) error {
	if len(b) > 1 && b[0] == '"' {
		b = b[1 : len(b)-1]
	}
	x, err := strconv.ParseFloat(string(b), 64)
	*n = Number(x)
	return err
}

// Finite reports whether n is a number and not the mark of a missing one.
func (n Number) Finite() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// Numbers are a list of Number, for what takes float64s.
type Numbers []float64

// UnmarshalJSON implements [json.Unmarshaler].
func (n *Numbers) UnmarshalJSON(b []byte) error {
	var list []Number
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	*n = make(Numbers, len(list))
	for i, x := range list {
		(*n)[i] = float64(x)
	}
	return nil
}

// Finite reports whether all are.
func (n Numbers) Finite() bool {
	return !slices.ContainsFunc(n, func(x float64) bool { return !Number(x).Finite() })
}

// Near reports whether got is n up to a tolerance, or neither is a number.
func (n Number) Near(got, tolerance float64) bool {
	if math.IsNaN(float64(n)) || math.IsNaN(got) {
		return math.IsNaN(float64(n)) && math.IsNaN(got)
	}
	return got == float64(n) || math.Abs(got-float64(n)) <= tolerance
}

// Boxes makes boxes of left, top, right and bottom; empty and not nil for
// none.
func Boxes(corners [][4]float64) []loaders.Box {
	boxes := make([]loaders.Box, len(corners))
	for i, c := range corners {
		boxes[i] = loaders.Box{X0: c[0], Y0: c[1], X1: c[2], Y1: c[3]}
	}
	return boxes
}
