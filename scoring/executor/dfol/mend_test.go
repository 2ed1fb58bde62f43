package dfol

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
)

// mending returns the executors of testdata/mending on an oracle and on its scene graphs, and
// the questions that the oracle is asked.
func mending(t *testing.T, oracle string) (e, golden *Executor, questions []*loaders.Example) {
	t.Helper()
	home := filepath.Join("testdata", "mending")
	text, err := os.ReadFile(filepath.Join(home, "ontology.json"))
	check.NoError(t, err)
	c, scenes := concepts(t, text), readScenes(t, filepath.Join(home, "oracle-"+oracle+".jsonl.gz"))
	graphs := map[string]*Scene{}
	lines(t, filepath.Join(home, "scenes.json.gz"), func(line []byte) {
		var list map[string]json.RawMessage
		check.NoError(t, json.Unmarshal(line, &list))
		for id, graph := range list {
			decoded, err := gqa.DecodeScene(&record.Record{Bytes: graph})
			check.NoError(t, err)
			graphs[id] = Golden(id, decoded, c, LikelihoodNoise{})
		}
	})
	all := asked(t, gqa.Questions, filepath.Join(home, "questions.json.gz"))
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if scenes[PictureOf(all[id])] != nil {
			questions = append(questions, all[id])
		}
	}
	of := func(scenes map[string]*Scene) *Executor {
		return &Executor{Concepts: c, Scene: func(picture string) (*Scene, error) { return scenes[picture], nil }}
	}
	return of(scenes), of(graphs), questions
}

// TestSmallestSetsOfPredicatesMendAnswers counts the wrong answers by how many predicates mend them. The counts are those
// of a reference made in another language.
func TestSmallestSetsOfPredicatesMendAnswers(t *testing.T) {
	t.Parallel()
	for oracle, want := range map[string][5]int{"weak": {121, 6, 97, 18, 0}, "strong": {19, 6, 13, 0, 0}} {
		e, golden, questions := mending(t, oracle)
		var got [5]int
		for _, ex := range questions {
			answered, err := e.Answer(ex)
			check.NoError(t, err)
			if matched, err := e.Mend(answered, golden); err != nil || matched {
				t.Fatalf("%s: matched %v, %v", ex.ID, matched, err)
			}
			if answered.Answer.Correct != loaders.Wrong {
				if answered.Answer.Mending != nil {
					t.Errorf("%s: a right answer is mended by %v", ex.ID, answered.Answer.Mending)
				}
				continue
			}
			got[0]++
			size := 0
			for _, set := range answered.Answer.Mending {
				size = len(set)
			}
			got[1+size]++
		}
		check.Equal(t, oracle+": wrong, never mended, by one, two and three predicates", got, want)
	}
}

// Without indices from the oracle, objects are matched by overlap.
func TestObjectsAreMatchedByOverlapOrIndex(t *testing.T) {
	at := func(x float64) loaders.Box { return loaders.Box{X0: x, X1: x + 10, Y1: 10} }
	golden := Golden("a", &loaders.Scene{Objects: []loaders.Object{{Name: "square", Box: at(0)}, {Name: "circle", Box: at(20)}}}, nil,
		LikelihoodNoise{})
	own := &Scene{n: 3, Boxes: []loaders.Box{at(22), at(5), at(1)}}
	check.EqualLists(t, "by overlap", matchObjects(own, golden).annotated, []int{1, -1, 0})
	own.Gold = []int{0, -1, 1}
	truth := matchObjects(own, golden)
	got, err := truth.holdsOf(literal{name: "circle"}, ofAttribute)
	if err != nil || !slices.Equal(got, []bool{false, false, true}) {
		t.Errorf("circles are %v, %v", got, err)
	}
}

// What the last step asks for too belongs to it, and order is that of execution.
func TestAskedPredicatesAreInOrderOfExecution(t *testing.T) {
	c := concepts(t, []byte(`{"categories": {"shape": ["square", "circle"]}}`))
	modules := parsed(t, "query[shape](relate[square,above,s](filter[red](select[dog])))")
	p := compiled(t, modules, c)
	var got []string
	for _, x := range p.askedPredicates(modules) {
		got = append(got, x.Name+" of "+modules[x.Module].Op)
	}
	want := []string{"dog of select", "red of filter", "above of relate", "square of query", "circle of query"}
	check.EqualLists(t, "fixes", got, want)
}

// What is fitted to predicates fits better than what is fitted to all, and is the latter
// where it is held to that.
func TestCalibrationByPredicateFitsBetter(t *testing.T) {
	t.Parallel()
	e, _, asked := mending(t, "strong")
	var questions []Question
	for _, ex := range asked {
		scene, err := e.Scene(PictureOf(ex))
		check.NoError(t, err)
		questions = append(questions, Question{compiled(t, ex.Program, e.Concepts), scene, ex.Answer.Gold})
	}
	loss := func(s Settings) (sum float64) {
		r := NewRunner(s)
		for _, q := range questions {
			likelihood, err := r.Likelihood(q.Program, q.Scene)
			gold := slices.Index(q.Program.Options(), q.Gold)
			if err != nil || gold < 0 {
				continue
			}
			sum -= logShare(likelihood, q.Program.Options(), gold)
		}
		return sum
	}
	for _, shrink := range []float64{.1, 1e9} {
		common, by, err := CalibratePredicates(Settings{}, questions, shrink)
		check.NoError(t, err)
		all, own := loss(Settings{Calibration: &common.Calibration}), loss(Settings{Calibration: &common.Calibration, ByPredicate: by})
		if shrink < 1 && !(own < all-1) || shrink > 1 && !(own > all-1e-3 && own < all+1e-3) {
			t.Errorf("shrunk by %g: the loss is %.4f, and %.4f of the common calibration", shrink, own, all)
		}
	}
}

// An empty set of objects is "no" to "is there" and to "are there both", and no reason not to answer.
func TestGoldenOracleAnswersAll(t *testing.T) {
	t.Parallel()
	_, golden, questions := mending(t, "weak")
	for _, ex := range questions {
		if answered, err := golden.Answer(ex); err != nil || answered.Answer.Correct != loaders.Right {
			t.Errorf("%s: %s, want %s: %v", ex.ID, answered.Answer.Predicted, ex.Answer.Gold, err)
		}
	}
}
