package dfol

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
	"faithscope/scoring/executor"
)

// room is a picture of 300 by 300 pixels.
func room() *loaders.Scene {
	at := func(x, y float64) loaders.Box { return loaders.Box{X0: x - 5, Y0: y - 5, X1: x + 5, Y1: y + 5} }
	return &loaders.Scene{Width: 300, Height: 300, Location: "Kitchen", Weather: "sunny",
		Objects: []loaders.Object{
			{Name: "bears", Attributes: []string{"brown"}, Box: at(50, 50)},
			{Name: "shorts", Attributes: []string{"long"}, Box: at(250, 50)},
			{Name: "table", Attributes: []string{"short", "glass"}, Box: at(150, 140)},
			{Name: "guy", Box: at(150, 250)},
			{Name: "mug", Attributes: []string{"white"}, Box: at(140, 130)},
			{Name: "cup", Box: at(160, 150)},
			{Name: "cups", Box: at(161, 151)},
			{Name: "fork", Box: at(240, 160)},
			{Name: "sky", Attributes: []string{"cloudy"}, Box: at(150, 10)},
		},
		Relations: []loaders.Relation{
			{Name: "to the left of", Subject: 2, Object: 1}, {Name: "wearing", Subject: 3, Object: 1}, {Name: "on", Subject: 4, Object: 2},
			{Name: "on", Subject: 5, Object: 2}, {Name: "on", Subject: 6, Object: 2}, {Name: "near", Subject: 5, Object: 7},
			{Name: "near", Subject: 6, Object: 7}, {Name: "standing on", Subject: 3, Object: 2},
		},
	}
}

// roomConcepts are lists in the form of DFOL-VQA's, with their spellings.
const roomConcepts = `{"attributes": {"color": ["brown", "white"], "size": ["large", "small"], "weather": ["cloudy", "sunny"],
		"length": ["long", "short"], "hposition": ["left", "right"]},
	"classes": {"animal": ["bear", "cat"], "person": ["guy", "person"], "clothing": ["short", "hat"], "object": ["cup", "table"],
		"cup": ["mug"], "place": ["kitchen", "street", "table"], "material": ["glass"], "name": ["left", "mug"]}}`

// Each rule by which GQA's questions mean what is in a scene graph.
func TestGraphIsReadAsQuestionsMeanIt(t *testing.T) {
	c := concepts(t, []byte(roomConcepts))
	e := &Executor{Concepts: c, Scene: func(string) (*Scene, error) { return Golden("x", room(), c, LikelihoodNoise{}), nil }}
	for chain, want := range map[string]string{
		// The centre of a box, in halves and in thirds.
		"select: bears (1)->query: hposition [0]":                                 "left",
		"select: bears (1)->query: vposition [0]":                                 "top",
		"select: table (1)->verify hposition: middle [0]":                         "yes",
		"select: table (1)->filter vposition: bottom [0]->exist: ? [1]":           "no",
		"select: fork (1)->filter hposition: middle [0]->exist: ? [1]":            "no",
		"select: guy (1)->choose vposition: bottom|top [0]":                       "bottom",
		"select: bears (1)->filter: left [0]->exist: ? [1]":                       "yes",
		"select: shorts (1)->relate: _,to the left of,s (2) [0]->query: name [1]": "table",
		// The graph's own spelling, plural or not; names, not attributes; the most specific.
		"select: animal (1)->filter color: brown [0]->query: name [1]":            "bears",
		"select: bear (1)->exist: ? [0]":                                          "yes",
		"select: clothing (1)->query: name [0]":                                   "shorts",
		"select: shorts (1)->verify length: long [0]":                             "yes",
		"select: glass (-)->exist: ? [0]":                                         "no",
		"select: table (1)->verify material: glass [0]":                           "yes",
		"select: table (1)->relate: _,on,s (2) [0]->query: name [1]":              "mug",
		"select: fork (1)->relate: _,near,s (2) [0]->query: name [1]":             "cup",
		"select: fork (1)->relate: cup,near,s (2) [0]->choose name: cup|fork [1]": "cup",
		// What the graph says of the whole picture.
		"select: scene->query: place [0]":                                       "kitchen",
		"select: scene->query: location [0]":                                    "kitchen",
		"select: scene->query: weather [0]":                                     "sunny",
		"select: scene->verify weather: cloudy [0]":                             "no",
		"select: sky (1)->choose weather: sunny|cloudy [0]":                     "cloudy",
		"select: she (1)->relate: place,standing on,o (2) [0]->query: name [1]": "table",
		"select: this (1)->exist: ? [0]":                                        "yes",
		// Another value of the kind, or none where nothing has one.
		"select: _ (1)->filter color: not(brown) [0]->query: name [1]":   "mug",
		"select: fork (1)->filter size: not(large) [0]->query: name [1]": "fork",
		"select: bears (1)->relate: _,behind,s (-) [0]->exist: ? [1]":    "no",
		// Nothing is found, and nothing answered.
		"select: cat (-)->query: color [0]":                                    "select[cat] finds nothing",
		"select: cat (-)->verify color: brown [0]":                             "select[cat] finds nothing",
		"select: table (1)->filter color: brown [0]->query: hposition [1]":     "filter color[brown] finds nothing",
		"select: table (1)->relate: person,wearing,s (-) [0]->query: name [1]": "relate[person,wearing,s] finds nothing",
		"select: fork (1)->query: color [0]":                                   "query[color] finds nothing",
		"select: cat (-)->exist: ? [0]":                                        "no",
	} {
		ex, err := e.Answer(&loaders.Example{Logical: chain, Meta: map[string]string{"image": "x"}, Answer: loaders.Answer{Gold: "?"}})
		got := ex.Answer.Predicted
		if err != nil {
			got = err.Error()
		}
		if got != want || (err != nil) != (ex.Meta["not answered"] != "") {
			t.Errorf("%s: %q, want %q", chain, got, want)
		}
	}
}

// In a graph that gives every object its position as an attribute, that counts and not the box.
func TestPositionMayBeAnAttribute(t *testing.T) {
	graph := room()
	for i := range graph.Objects {
		graph.Objects[i].Attributes = []string{"right"}
	}
	e := &Executor{
		Concepts: concepts(t, []byte(roomConcepts)),
		Scene:    func(string) (*Scene, error) { return Golden("x", graph, nil, LikelihoodNoise{}), nil },
	}
	for _, filter := range []string{"filter hposition", "filter"} {
		ex := &loaders.Example{Logical: "select: bears (1)->" + filter + ": left [0]->exist: ? [1]", Meta: map[string]string{"image": "x"}}
		if got, err := e.Answer(ex); err != nil || got.Answer.Predicted != "no" {
			t.Errorf("%s: %q, %v", filter, got.Answer.Predicted, err)
		}
	}
}

func TestNamesOfTheGraphAnswerWithoutLists(t *testing.T) {
	e := &Executor{Scene: func(string) (*Scene, error) { return Golden("x", room(), nil, LikelihoodNoise{}), nil }}
	ex := &loaders.Example{Logical: "select: shorts (1)->relate: _,wearing,s (2) [0]->query: name [1]", Meta: map[string]string{"image": "x"}}
	if got, err := e.Answer(ex); err != nil || got.Answer.Predicted != "guy" {
		t.Errorf("%q, %v", got.Answer.Predicted, err)
	}
}

// realQuestions returns the questions of testdata/gqa by id and the golden oracle on their graphs.
func realQuestions(t testing.TB) (map[string]*loaders.Example, *Executor) {
	t.Helper()
	home := filepath.Join("testdata", "gqa")
	c := &ConceptCategories{}
	for _, name := range []string{"gqa_all_class.json", "gqa_all_attribute.json"} {
		text, err := os.ReadFile(filepath.Join(home, name))
		check.NoError(t, err)
		check.NoError(t, c.Add(name, text))
	}
	graphs, err := record.OpenTable(t.Context(), record.PathInFile{Files: os.DirFS(home), File: "train_sceneGraphs.json.zst", Path: "*"},
		&loaders.Problems{}, nil)
	check.NoError(t, err)
	t.Cleanup(func() { graphs.Close() })
	return asked(t, gqa.Questions, filepath.Join(home, "train_balanced_questions.json.zst")), &Executor{Concepts: c,
		Scene: func(picture string) (scene *Scene, err error) {
			graphs.Read(picture, func(rec *record.Record) error {
				graph, err := gqa.DecodeScene(rec)
				if err == nil {
					scene = Golden(picture, graph, c, LikelihoodNoise{})
				}
				return err
			})
			return scene, nil
		}}
}

// Of 67 real questions 63 are answered; the paper has 96 %. Of the others, an exact executor written
// without knowledge of this one answers as many, .9507 with ties shared. It does not leave out
// "vegetables" beside eight of them.
func TestRealQuestionsAreAnswered(t *testing.T) {
	questions, e := realQuestions(t)
	tied := map[string]string{
		"00266073": "beans | lettuce | mushrooms | carrots | cucumber | beet | broccoli | cabbage",
		"16353574": "sand",
		"09753963": "sand | ground | street",
		"16395356": "desktop computer | computer | computer mouse | speaker",
	}
	sum := 0.
	for id, ex := range questions {
		written, err := Parse(ex.Logical) // what semanticStr says is what semantic says
		if err != nil || !slices.EqualFunc(written, ex.Program, func(a, b loaders.Module) bool {
			return a.Op == b.Op && a.Name == b.Name && a.Text == strings.TrimPrefix(b.Text, "?") && slices.Equal(a.Children, b.Children)
		}) {
			t.Errorf("%s: %s is %+v, semantic %+v; %v", id, ex.Logical, written, ex.Program, err)
		}
		got, err := e.Answer(ex)
		if err != nil {
			t.Errorf("%s %s: %v", id, ex.Logical, err)
			continue
		}
		options := strings.Split(got.Answer.Predicted, " | ")
		isRight := slices.ContainsFunc(options, func(option string) bool { return executor.Matches(option, ex.Answer.Gold) })
		if isRight {
			sum += 1 / float64(len(options))
		}
		if want, known := tied[id]; known && got.Answer.Predicted != want || !known && (!isRight || len(options) > 1) {
			t.Errorf("%s %s: %q, and %q is right", id, ex.Logical, got.Answer.Predicted, ex.Answer.Gold)
		}
	}
	if want := 63 + 1/8. + 1/3. + 1/4.; len(questions) != 67 || math.Abs(sum-want) > 1e-9 {
		t.Errorf("%v of %d, want %v", sum, len(questions), want)
	}
}
