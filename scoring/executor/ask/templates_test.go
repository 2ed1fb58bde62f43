package ask

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"faithscope/loaders"
	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
)

func TestEnglishQuestionsBecomePrograms(t *testing.T) {
	c := &dfol.ConceptCategories{}
	check.NoError(t, c.Add("", []byte(`{"categories": {"color": ["yellow", "black"], "hposition": ["left", "right"]},
		"classes": {"shape": ["square", "circle"]}}`)))
	for text, want := range map[string]string{
		"Are there any yellow squares?":                       "yes = exist(filter[yellow](select[squares]))",
		"is there a black circle or a square in the picture?": "yes = or(exist(filter[black](select[circle])), exist(select[square]))",
		"Are there both a square and a yellow circle?":        "no = and(exist(select[square]), exist(filter[yellow](select[circle])))",
		"Is the circle black and in the left box?":            "yes = verify[black|left](select[circle])",
		"Does the circle look yellow or black?":               "black = choose[yellow|black](select[circle])",
		"What color are the squares above the black circle?":  "yellow = query[color](relate[squares,above,s](filter[black](select[circle])))",
		"What is above the circle?":                           "square = query[name](relate[_,above,s](select[circle]))",
		"Is the square that is not black above a circle?":     "yes = verify-rel[circle,above,o](filter[not(black)](select[square]))",
		"Is the square above the black circle?":               "yes = exist(with-relation[above](select[square], filter[black](select[circle])))",
		"Is the square left of the circle?":                   "no = verify-rel[circle,to the left of,o](select[square])",
		"Is the square to the left or above the circle?":      "above = choose-rel[circle,to the left of|above,o](select[square])",
		"Do the square and the circle have the same color?":   "no = two-same[color](select[square], select[circle])",
		"Are all the squares the same color?":                 "yes = all-same[color](select[squares])",
		"Do not all the squares have the same color?":         "no = all-different[color](select[squares])",
		"Which side of the photo is the circle on?":           "left = query[hposition](select[circle])",
		"What is the circle that the square is above?":        "circle = query[name](relate[circle,above,o](select[square]))",
	} {
		ex, _, err := Ask(text, scene(), c, dfol.Settings{})
		if err != nil || ex.Answer.Predicted+" = "+ex.Logical != want {
			t.Errorf("%s: %+v, %v, want %s", text, ex, err, want)
		}
	}
	for text, want := range map[string]string{
		"how many yellow squares are there?": "can't count; try “are there any yellow squares?”",
		"is there a dog above the circle":    `"dog"; try “is there a circle?”`,
		"what color":                         "no question template fits",
		strings.Repeat("square ", 41):        "more than 40 words",
	} {
		_, _, err := Ask(text, scene(), c, dfol.Settings{})
		check.Error(t, text, err, want)
	}
}

// misread lists questions that once became another question, with their programs; "" if none is theirs.
var misread = map[string]string{
	"Are the colorful flowers on a bike?":             "verify-rel[bike,on,o](filter[colorful](select[flowers]))",
	"Are there any mushrooms on top of the pizza?":    "exist(relate[mushrooms,on top of,s](select[pizza]))",
	"Is the person standing under the umbrella?":      "verify-rel[umbrella,standing under,o](select[person])",
	"How is the instrument that is not brown called?": "query[name](filter[not(brown)](select[instrument]))",
	"Is there a fence or a cow in this picture?":      "or(exist(select[fence]), exist(select[cow]))",
	"Which place is it?":                              "",
	"What is the device to the right of the desktop computer on the left of the photo called?": "query[name](relate[device," +
		"to the right of,s](filter[left](select[desktop computer])))",
}

// TestRealQuestionsAreRead asks GQA's own questions in English on their scene graphs. What is read is
// answered right, if the scene tells the answer from others.
func TestRealQuestionsAreRead(t *testing.T) {
	home := filepath.Join("..", "dfol", "testdata", "gqa")
	read := func(name string) []byte {
		raw, err := os.ReadFile(filepath.Join(home, name))
		if err == nil && strings.HasSuffix(name, ".zst") {
			decoder, _ := zstd.NewReader(nil)
			raw, err = decoder.DecodeAll(raw, nil)
		}
		check.NoError(t, err)
		return raw
	}
	c := &dfol.ConceptCategories{}
	for _, name := range []string{"gqa_all_class.json", "gqa_all_attribute.json"} {
		check.NoError(t, c.Add(name, read(name)))
	}
	var questions map[string]struct{ Question, Answer, ImageID string }
	var graphs map[string]json.RawMessage
	if json.Unmarshal(read("train_balanced_questions.json.zst"), &questions) != nil ||
		json.Unmarshal(read("train_sceneGraphs.json.zst"), &graphs) != nil {
		t.Fatal("no questions")
	}
	asked, right := 0, 0
	for _, q := range questions {
		graph, err := gqa.DecodeScene(&record.Record{Bytes: graphs[q.ImageID]})
		check.NoError(t, err)
		ex, _, err := Ask(q.Question, dfol.Golden(q.ImageID, graph, c, dfol.LikelihoodNoise{}), c, dfol.Settings{})
		if program, ok := misread[q.Question]; ok && program != loaders.IfElse(err == nil, ex, &loaders.Example{}).Logical {
			t.Errorf("%s: %+v, want %s", q.Question, ex, program)
		}
		if err != nil {
			t.Log(err)
			continue
		}
		isRight := func(answer string) bool { return executor.Matches(answer, q.Answer) }
		if asked++; slices.ContainsFunc(strings.Split(ex.Answer.Predicted, " | "), isRight) {
			right++
		} else {
			t.Errorf("%s: %s, %q, want %q", q.Question, ex.Logical, ex.Answer.Predicted, q.Answer)
		}
	}
	if asked < 45 || right < asked {
		t.Errorf("of %d questions %d are asked and %d answered right", len(questions), asked, right)
	}
	t.Logf("of %d questions %d are asked and %d answered right", len(questions), asked, right)
}
