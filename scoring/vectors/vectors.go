// Package vectors reads reference vectors: JSON files with inputs and with what the authors' own
// code computes from them, with which tests compare the scores. Only tests import it.
//
// A vector is in the testdata of the package that it tests. The environment variable [Variable] may
// name a directory with other vectors of the same names and fields; a file that it lacks is read
// from testdata.
package vectors

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"faithscope/loaders"
)

// Variable is the environment variable that names the directory of other vectors.
const Variable = "FAITHSCOPE_ORACLE"

// Read decodes the vector called vectorName, such as "scn.json", into the value that target points to:
// from the directory that [Variable] names, or else from home, the directory of the copy in this module.
// It fails the test like [ReadFile].
func Read(t testing.TB, folder, vectorName string, target any) {
	t.Helper()
	path := filepath.Join(folder, vectorName)
	if elsewhere := os.Getenv(Variable); elsewhere != "" {
		other := filepath.Join(elsewhere, vectorName)
		if _, err := os.Stat(other); errors.Is(err, fs.ErrNotExist) {
			t.Logf("%s has no %s; reading it from %s", elsewhere, vectorName, folder)
		} else {
			path = other
		}
	}
	ReadFile(t, path, target)
}

// ReadFile decodes the vector at path, unpacked if its name ends in .gz. It fails the test if the
// file can't be read or decoded.
func ReadFile(t testing.TB, path string, target any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if packed := filepath.Ext(path) == ".gz"; packed && err == nil {
		var in io.Reader
		if in, err = gzip.NewReader(bytes.NewReader(text)); err == nil {
			text, err = io.ReadAll(in)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, target); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// ReadTimed decodes what the authors' Python was timed on into the value that target points to, and
// reports whether it is at hand.
func ReadTimed(b *testing.B, fileName string, target any) bool {
	b.Helper()
	path := filepath.Join("..", "..", "..", "..", "shared", "bench", fileName)
	if _, err := os.Stat(path); err != nil {
		return false
	}
	ReadFile(b, path, target)
	return true
}

// Decode returns a part of a vector decoded as T, whose type depends on another part. It fails the
// test for anything else; a missing part is an error: check its length first.
func Decode[T any](t testing.TB, jsonText json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(jsonText, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Number is a number in a vector, where one that is not finite is written as a string:
// "NaN", "Inf", "-Inf". A field that a vector may omit is a *Number.
type Number float64

// UnmarshalJSON implements [json.Unmarshaler]: it reads a number, or a string that is one, such as
// "NaN".
func (n *Number) UnmarshalJSON(b []byte) error {
	if len(b) > 1 && b[0] == '"' {
		b = b[1 : len(b)-1]
	}
	x, err := strconv.ParseFloat(string(b), 64)
	*n = Number(x)
	return err
}

// Finite reports whether n is a finite number rather than the mark of a missing one.
func (n Number) Finite() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// Numbers is a list of numbers for functions that take float64s.
type Numbers []float64

// UnmarshalJSON implements [json.Unmarshaler]: it reads a list of what a [Number] may be; the
// result is not nil.
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

// Finite reports whether all of them are finite.
func (n Numbers) Finite() bool {
	return !slices.ContainsFunc(n, func(x float64) bool { return !Number(x).Finite() })
}

// Near reports whether actualNumber is within a tolerance of n, equal to it if infinite, or neither is a
// number.
func (n Number) Near(actualNumber, tolerance float64) bool {
	if math.IsNaN(float64(n)) || math.IsNaN(actualNumber) {
		return math.IsNaN(float64(n)) && math.IsNaN(actualNumber)
	}
	return actualNumber == float64(n) || math.Abs(actualNumber-float64(n)) <= tolerance
}

// Boxes makes boxes of left, top, right and bottom; the result is empty, not nil, if there
// are none.
func Boxes(boxCorners [][4]float64) []loaders.Box {
	return loaders.Map(boxCorners, func(c [4]float64) loaders.Box { return loaders.Box{X0: c[0], Y0: c[1], X1: c[2], Y1: c[3]} })
}
