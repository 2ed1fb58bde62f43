package faithfulnmn

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/vectors"
)

type goldVector struct {
	CSV      string      `json:"csv"`
	Kept     int         `json:"examples_kept"`
	Rejected [][2]string `json:"rejected"`
	Examples []struct {
		Identifier string                     `json:"identifier"`
		Sentence   string                     `json:"sentence"`
		Program    string                     `json:"program"`
		Logical    string                     `json:"logical_form"`
		Actions    []string                   `json:"actions"`
		Gold       map[string][2][][4]float64 `json:"gold_boxes"`
	} `json:"examples"`
}

func readBoxFile(t *testing.T, path string) *boxFile {
	t.Helper()
	boxes, err := readBoxes(files.DiskFiles{}, path, &loaders.Problems{})
	check.NoError(t, err)
	return boxes
}

// TestOracleGold compares with the authors' reader: which examples stay, the
// actions of their programs, and every gold box of every action, exactly.
func TestOracleGold(t *testing.T) {
	var v goldVector
	vectors.Read(t, "testdata", "faithful_nmn_gold.json", &v)
	if len(v.Examples) == 0 {
		t.Fatal("the vector has no examples")
	}
	for _, ex := range v.Examples {
		t.Run("program of "+ex.Identifier, func(t *testing.T) { checkPlaces(t, ex.Program, ex.Logical, ex.Actions) })
	}
	file := readBoxFile(t, annotations(t, v.CSV))
	expected := map[string]bool{}
	for _, ex := range v.Examples {
		t.Run(ex.Identifier, func(t *testing.T) {
			expected[ex.Identifier] = true
			got, err := DeriveGold(ex.Program, file.byID[ex.Identifier].rows)
			if errors.Is(err, errProgram) {
				t.Fatal(err)
			}
			sameGold(t, ex.Gold, got)
		})
	}

	var sentences map[string]string
	b, err := os.ReadFile("testdata/nlvr2_rejected_sentences.json")
	check.NoError(t, err)
	check.NoError(t, json.Unmarshal(b, &sentences))
	programs := readProgramFile(t, "testdata/nlvr2_annotations_sample.tsv")
	for _, r := range v.Rejected {
		t.Run("rejected "+r[0], func(t *testing.T) {
			if r[1] == "ignored" { // as flagged: the reader did not look at its program
				if !file.byID[r[0]].isIncorrect {
					t.Error("ignored, and not flagged")
				}
				return
			}
			expected[r[0]] = true
			sentence, ok := sentences[r[0]]
			if !ok {
				t.Skip("its sentence, which names its program, is not among the test data")
			}
			program, ok := programs[strings.ToLower(sentence)]
			if !ok {
				t.Fatalf("no program for %q", sentence)
			}
			if gold, err := DeriveGold(program.text, file.byID[r[0]].rows); !errors.Is(err, errProgram) || gold != nil {
				t.Errorf("%q parses: %v", program.text, err)
			}
		})
	}

	// What is in neither list is flagged as an incorrect program, where the
	// vector has all of the file.
	whole := len(v.Examples) == v.Kept
	for id, a := range file.byID {
		if expected[id] && a.isIncorrect || whole && !expected[id] && !a.isIncorrect {
			t.Errorf("%s: in the vector %v, flagged %v", id, expected[id], a.isIncorrect)
		}
	}
}

// annotations finds the file of gold boxes that a vector was made from: in
// testdata, beside the vector, or among the data of ../shared.
func annotations(t *testing.T, name string) string {
	t.Helper()
	for _, folder := range []string{"testdata", os.Getenv(vectors.Variable), filepath.Join("..", "..", "..", "shared", "data", "nlvr2")} {
		path := filepath.Join(folder, filepath.Base(name))
		if _, err := os.Stat(path); folder != "" && err == nil {
			return path
		}
	}
	t.Skip("the gold boxes are not compared: there is no ", name)
	return ""
}

// checkPlaces compares the three forms of a program with each other.
func checkPlaces(t *testing.T, dotted, logical string, actions []string) {
	t.Helper()
	want, err := parseActions(actions)
	check.NoError(t, err)
	check.Equal(t, "logical form", logicalForm(want, 0), logical)
	for form, parse := range map[string]func() ([]node, error){
		"dotted": func() ([]node, error) { return parseDotted(dotted) },
		"lisp":   func() ([]node, error) { return parseLisp(logical) },
	} {
		got, err := parse()
		if err != nil || !sameProgram(got, want) {
			t.Fatalf("%s: %v, %v, want %v", form, got, err, want)
		}
		for i := range got {
			check.Equal(t, "node", got[i].place, want[i].place, form, i)
		}
	}
}

func sameGold(t *testing.T, want map[string][2][][4]float64, got map[int][2][]loaders.Box) {
	t.Helper()
	check.Equal(t, "actions with gold", len(got), len(want))
	for action, images := range want {
		place, err := strconv.Atoi(action)
		check.NoError(t, err)
		g, ok := got[place]
		if !ok {
			t.Errorf("action %d has no gold", place)
		}
		for image, boxes := range images {
			if len(g[image]) != len(boxes) {
				t.Errorf("action %d, image %d: %d boxes, want %d", place, image, len(g[image]), len(boxes))
				continue
			}
			for i, b := range boxes {
				if (g[image][i] != loaders.Box{X0: b[0], Y0: b[1], X1: b[2], Y1: b[3]}) {
					t.Errorf("action %d, image %d, box %d: %v, want %v", place, image, i, g[image][i], b)
				}
			}
		}
	}
}

func readProgramFile(t *testing.T, path string) map[string]annotatedSentence {
	t.Helper()
	var problems loaders.Problems
	programs := map[string]annotatedSentence{}
	err := readPrograms(files.DiskFiles{}, path, &problems, programs)
	if list, n := problems.All(); err != nil || n > 0 {
		t.Fatal(err, list)
	}
	return programs
}
