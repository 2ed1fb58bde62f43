package vectors_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/vectors"
)

// One file of the folder that the variable names, the other of testdata's.
func TestReadTakesTheFolderFileByFile(t *testing.T) {
	home, folder := t.TempDir(), t.TempDir()
	for path, text := range map[string]string{
		filepath.Join(home, "a.json"):   `{"from": "home", "x": "NaN"}`,
		filepath.Join(home, "b.json"):   `{"from": "home", "x": "-Inf"}`,
		filepath.Join(folder, "b.json"): `{"from": "folder", "x": 0.5}`,
	} {
		check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	for _, c := range []struct {
		why, folder, name, from string
		x                       float64
	}{
		{"no folder is named", "", "b.json", "home", math.Inf(-1)},
		{"the folder has it", folder, "b.json", "folder", 0.5},
		{"the folder has it not", folder, "a.json", "home", math.NaN()},
	} {
		t.Setenv(vectors.Variable, c.folder)
		var v struct {
			From    string
			X       vectors.Number
			Missing *vectors.Number
		}
		vectors.Read(t, home, c.name, &v)
		same := float64(v.X) == c.x || math.IsNaN(float64(v.X)) && math.IsNaN(c.x)
		if v.From != c.from || !same || v.Missing != nil {
			t.Errorf("%s: %+v, want %v from %s", c.why, v, c.x, c.from)
		}
		check.Equal(t, "finite", v.X.Finite(), c.x == 0.5, c.why, c.x)
	}
}

func TestNearTellsNaN(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		want vectors.Number
		got  float64
		near bool
	}{
		{1, 1.05, true}, {1, 1.2, false}, {vectors.Number(nan), nan, true}, {vectors.Number(nan), 1, false}, {1, nan, false},
		{vectors.Number(inf), inf, true}, {vectors.Number(inf), -inf, false}, {vectors.Number(inf), 1, false}, {1, inf, false},
	} {
		check.Equal(t, "near", c.want.Near(c.got, 0.1), c.near, c.got, c.want)
	}
	var list vectors.Numbers
	if err := json.Unmarshal([]byte(`[1, "NaN"]`), &list); err != nil || len(list) != 2 || list.Finite() || !list[:1].Finite() {
		t.Errorf("%v, %v", list, err)
	}
}

func TestNumberIsNoWord(t *testing.T) {
	for _, text := range []string{`"many"`, `""`, `null`, `true`, `[1]`} {
		var n vectors.Number
		check.Fails(t, "a number", n.UnmarshalJSON([]byte(text)), text, n)
	}
}
