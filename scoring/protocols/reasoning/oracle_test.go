package reasoning

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/rules"
	"faithscope/scoring"
	"faithscope/scoring/vectors"
)

// vector is dfol_eval.json.
type vector struct {
	Questions []question
	Expected  map[string]json.RawMessage
	Small     []struct {
		Name      string
		Questions []question
		Expected  struct {
			Accuracy, Consistency, Binary, Open vectors.Number
			Scored                              int `json:"n_scored"`
		}
	} `json:"small_consistency"`
}

type question struct {
	ID         string
	Structural string
	Gold       string
	Base       []string `json:"base_answers"`
	Model      string   `json:"model_answer"`
	Balanced   bool     `json:"isBalanced"`
	Entailed   []string
	BaseMatch  float64 `json:"expected_base_match"`
	Easy       bool    `json:"expected_easy"`
}

// figures are the authors' numbers of a set.
type figures map[string]struct {
	N                            int
	Accuracy, Error, Consistency vectors.Number
}

func readVector(t *testing.T) vector {
	t.Helper()
	var v vector
	vectors.Read(t, "testdata", "dfol_eval.json", &v)
	if len(v.Questions) == 0 {
		t.Fatal("the vector has no questions")
	}
	return v
}

// example returns a question as a loader would deliver it.
func (q *question) example() *loaders.Example {
	ex := &loaders.Example{ID: q.ID, Kind: q.Structural, Answer: loaders.Answer{Predicted: q.Model, Gold: q.Gold}, Entailed: q.Entailed}
	if q.Model == "" {
		ex.Answer.Correct = loaders.Wrong // an empty answer counts as one, as in a file of predictions
	}
	if !q.Balanced {
		ex.Tags = []string{"unbalanced"}
	}
	rules.Judge("gqa", &ex.Answer, []string{q.Model}, []string{q.Gold})
	return ex
}

// ofBase returns the question as the base model answered it.
func (q *question) ofBase(t *testing.T) *loaders.Example {
	t.Helper()
	list, err := json.Marshal(append([]string{}, q.Base...))
	check.NoError(t, err)
	ex := answered(string(list), q.Gold)
	ex.ID = q.ID
	return ex
}

func baseOf(t *testing.T, questions []question) BaseModel {
	return Split(func(yield func(*loaders.Example) bool) {
		for i := range questions {
			if !yield(questions[i].ofBase(t)) {
				return
			}
		}
	})
}

// scoresOf aggregates questions and returns the scores by metric and "of".
func scoresOf(p scoring.Protocol, s scoring.Settings, questions []question) map[string]scoring.Score {
	a := p.Aggregate(s)
	for i := range questions {
		if e := p.Prepare(questions[i].example()); e != nil {
			a.Add(e)
		}
	}
	return byName(a.Scores())
}

func byName(list []scoring.Score) map[string]scoring.Score {
	scores := map[string]scoring.Score{}
	for _, score := range list {
		scores[score.Metric+" "+score.Of] = score
	}
	return scores
}

// checkValue compares a score with the authors' number. Of no question at all it is
// NaN or what eval.py makes of it: a share of 0, and so an error of 1.
func checkValue(t *testing.T, scores map[string]scoring.Score, key string, want vectors.Number) {
	t.Helper()
	score, ok := scores[key]
	if !ok {
		t.Fatalf("no score %s", key)
	}
	got, ok := score.Value.Float()
	if share := want == 0 || want == 1 && strings.HasPrefix(key, "err_easy"); !ok && score.Count == 0 && (share || !want.Finite()) {
		return
	}
	if !ok || !want.Near(got, 1e-9) {
		t.Errorf("%s: %v (%s), want %v", key, got, score.Value.Why(), want)
	}
}

// groupNames are the vector's names of groups.
var groupNames = map[string]string{"all": "overall", "open": "open", "binary": "binary"}

func TestOracleDFOLEvalSets(t *testing.T) {
	v := readVector(t)
	base := baseOf(t, v.Questions)
	for _, q := range v.Questions {
		m, ok := base[q.ID]
		if !ok || m.Substring != q.BaseMatch || m.Easy(true) != q.Easy {
			t.Errorf("%s: %+v, easy %v, want a match of %v, easy %v", q.ID, m, m.Easy(true), q.BaseMatch, q.Easy)
		}
	}
}

func TestOracleDFOLEval(t *testing.T) {
	v := readVector(t)
	p := With(baseOf(t, v.Questions))
	s := scoring.Defaults()
	s.Substring = true
	whole := scoresOf(p, s, v.Questions)
	s.EntailedInSubset = true
	restricted := scoresOf(p, s, v.Questions)
	for _, set := range []struct {
		key, accuracy, consistency string
		scores                     map[string]scoring.Score
	}{
		{"all", "accuracy", "consistency", whole},
		{"hard", "acc_hard", "consistency_hard", whole},
		{"easy", "err_easy", "consistency_easy", whole},
		{"hard_entailed_restricted_to_subset", "acc_hard", "consistency_hard", restricted},
		{"easy_entailed_restricted_to_subset", "err_easy", "consistency_easy", restricted},
	} {
		for group, want := range part[figures](t, v, set.key) {
			of := " " + groupNames[group]
			accuracy := want.Accuracy
			if set.accuracy == "err_easy" {
				accuracy = want.Error
			}
			checkValue(t, set.scores, set.accuracy+of, accuracy)
			checkValue(t, set.scores, set.consistency+of, want.Consistency)
			check.Equal(t, set.key+of+": questions", set.scores[set.accuracy+of].Count, want.N)
		}
	}
	for key, metric := range map[string]string{"Acc_h": "acc_hard ", "Err_e": "err_easy "} {
		for group, want := range part[map[string]vectors.Number](t, v, key) {
			checkValue(t, whole, metric+groupNames[group], want)
		}
	}
	for key, metric := range map[string]string{"n_hard_balanced": "acc_hard overall", "n_easy_balanced": "err_easy overall"} {
		if n := part[*int](t, v, key); n != nil && whole[metric].Count != *n {
			t.Errorf("%s: %d questions, want %d", metric, whole[metric].Count, *n)
		}
	}
}

// part decodes a part of what is expected; the zero T where the vector has it
// not.
func part[T any](t *testing.T, v vector, key string) (x T) {
	t.Helper()
	if raw, ok := v.Expected[key]; ok {
		x = vectors.Decode[T](t, raw)
	}
	return x
}

func TestOracleDFOLEvalSmallConsistency(t *testing.T) {
	for _, c := range readVector(t).Small {
		t.Run(c.Name, func(t *testing.T) {
			got := scoresOf(Protocol, scoring.Defaults(), c.Questions)
			checkValue(t, got, "accuracy overall", c.Expected.Accuracy)
			checkValue(t, got, "accuracy open", c.Expected.Open)
			checkValue(t, got, "accuracy binary", c.Expected.Binary)
			checkValue(t, got, "consistency overall", c.Expected.Consistency)
			check.Equal(t, "questions", got["accuracy overall"].Count, c.Expected.Scored)
		})
	}
}

// plainScores returns accuracy and consistency of the questions that pass, as
// eval.py has them, with the default reading of the sets.
func plainScores(questions []question, pass func(q *question) bool, restricted bool) (accuracy, consistency float64, n, counted int) {
	find := func(id string) *question {
		if i := slices.IndexFunc(questions, func(q question) bool { return q.ID == id }); i >= 0 {
			return &questions[i]
		}
		return nil
	}
	for i := range questions {
		q := &questions[i]
		if !q.Balanced || !pass(q) {
			continue
		}
		n++
		if q.Model != q.Gold {
			continue
		}
		accuracy++
		right, entailed := 0.0, 0.0
		for _, id := range q.Entailed {
			other := find(id)
			if id == q.ID || other == nil || restricted && !(other.Balanced && pass(other)) {
				continue
			}
			entailed++
			if other.Model == other.Gold {
				right++
			}
		}
		if entailed > 0 {
			counted++
			consistency += right / entailed
		}
	}
	return accuracy / float64(n), consistency / float64(counted), n, counted
}

// TestExactSetsAreThePlainOnes compares the default reading of the sets, which the vector
// does not have, with a plain twin on its questions.
func TestExactSetsAreThePlainOnes(t *testing.T) {
	v := readVector(t)
	p := With(baseOf(t, v.Questions))
	answeredExactly := func(q *question) bool { return len(q.Base) == 1 && q.Base[0] == q.Gold }
	for _, restricted := range []bool{false, true} {
		s := scoring.Defaults()
		s.EntailedInSubset = restricted
		got := scoresOf(p, s, v.Questions)
		for _, set := range []struct {
			suffix, accuracy string
			pass             func(q *question) bool
		}{
			{"", "accuracy", func(*question) bool { return true }},
			{"_hard", "acc_hard", func(q *question) bool { return !answeredExactly(q) }},
			{"_easy", "err_easy", answeredExactly},
		} {
			accuracy, consistency, n, counted := plainScores(v.Questions, set.pass, restricted)
			if set.accuracy == "err_easy" {
				accuracy = 1 - accuracy
			}
			checkValue(t, got, set.accuracy+" overall", vectors.Number(accuracy))
			checkValue(t, got, "consistency"+set.suffix+" overall", vectors.Number(consistency))
			if a, b := got[set.accuracy+" overall"].Count, got["consistency"+set.suffix+" overall"].Count; a != n || b != counted {
				t.Errorf("%s: %d and %d questions, want %d and %d", set.suffix, a, b, n, counted)
			}
		}
	}
}
