package dfol

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders/gqa"
	"faithscope/loaders/loadertest/check"
)

// questionsOf returns the questions of ../shared/data/dfol on one of its oracles.
func questionsOf(t testing.TB, oracle string) (questions []Question) {
	t.Helper()
	home := filepath.Join(shared, "data", "dfol")
	text, err := os.ReadFile(filepath.Join(home, "ontology.json"))
	if err != nil {
		t.Skip(err)
	}
	c, scenes := concepts(t, text), readScenes(t, filepath.Join(home, "oracle-"+oracle+".jsonl.gz"))
	for _, ex := range asked(t, gqa.Questions, filepath.Join(home, "questions.json")) {
		questions = append(questions, Question{compiled(t, ex.Program, c), scenes[PictureOf(ex)], ex.Answer.Gold})
	}
	return questions
}

func accuracy(t testing.TB, s Settings, questions []Question) float64 {
	right := 0
	for _, q := range questions {
		o, err := NewRunner(s).Run(q.Program, q.Scene, nil)
		check.NoError(t, err)
		if o.Answer == q.Gold {
			right++
		}
	}
	return float64(right) / float64(len(questions))
}

func TestOracleCalibrate(t *testing.T) {
	questions := questionsOf(t, "weak")
	fit, err := Calibrate(Settings{}, questions)
	check.NoError(t, err)
	t.Logf("%+v", fit)
	calibrated := Settings{Calibration: &fit.Calibration}
	t.Logf("accuracy %.3f, calibrated %.3f", accuracy(t, Settings{}, questions), accuracy(t, calibrated, questions))
	if !(fit.After < fit.Before) {
		t.Errorf("the loss goes from %v to %v", fit.Before, fit.After)
	}
	// No step to either side is better.
	f := &calibrationData{}
	for _, q := range questions {
		for k, option := range q.Program.Options() {
			if option == q.Gold {
				f.questions, f.gold = append(f.questions, q), append(f.gold, k)
			}
		}
	}
	c := fit.Calibration
	x := []float64{math.Log(c.A), math.Log(c.B), math.Log(c.C / (1 - c.C))}
	for i := range x {
		for _, step := range []float64{-0.05, 0.05} {
			y := slices.Clone(x)
			y[i] += step
			if f.lossAt(y) < fit.After-1e-4 {
				t.Errorf("a step of %v of parameter %d is better: %v than %v", step, i, f.lossAt(y), fit.After)
			}
		}
	}
}

// TestCalibrationUndoesADistortion fits to likelihoods that were squashed.
func TestCalibrationUndoesADistortion(t *testing.T) {
	var questions []Question
	squash := Calibration{A: 0.25, B: 0.25, C: 0.5, D: 3}
	p := compiled(t, parsed(t, "exist(find[square])"), nil)
	for i := range 400 {
		truth := (float64(i%100) + 0.5) / 100 // and so often the answer is yes
		s, err := NewScene(1, map[string][]float64{"square": {squash.Of(truth)}}, nil)
		check.NoError(t, err)
		gold := "no"
		if i*37%400 < int(truth*400) {
			gold = "yes"
		}
		questions = append(questions, Question{p, s, gold})
	}
	fit, err := Calibrate(Settings{}, questions)
	check.NoError(t, err)
	for _, truth := range []float64{0.1, 0.5, 0.9} {
		check.Near(t, "squashed to comes back", fit.Of(squash.Of(truth)), truth, 0.08, squash.Of(truth))
	}
	check.Equal(t, "d, which no question can tell from c, is", fit.D, 1)
	_, err = Calibrate(Settings{}, nil)
	check.Fails(t, "a calibration to nothing", err)
}

// BenchmarkLoss is one evaluation of the loss over the 702 questions.
func BenchmarkCalibrationLoss(b *testing.B) {
	f := &calibrationData{questions: questionsOf(b, "weak")}
	f.gold = make([]int, len(f.questions))
	for b.Loop() {
		f.lossAt([]float64{0.1, 0.1, 0})
	}
}

// Eq. 16 acts on the attention that an operator returns: on that of a find or the
// name in a relate, on each option's, and once on what a verify returns.
func TestEveryOperatorIsCalibrated(t *testing.T) {
	c := Calibration{A: 2, B: 1, C: 0.4, D: 1}
	s := table{
		N:          2,
		Attributes: map[string][]float64{"square": {0.5, 0}, "circle": {0, 0.7}, "yellow": {0.8, 0}, "black": {0.3, 0}},
		Relations:  map[string][][]float64{"above": {{0, 0}, {0.9, 0}}},
	}.scene(t)
	square, circle := c.Of(0.5), c.Of(0.7)
	for text, want := range map[string][]float64{
		"exist(select[square])":                       {square},
		"choose[yellow|black](select[square])":        {c.Of(square * 0.8), c.Of(square * 0.3)},
		"verify[yellow](select[square])":              {c.Of(square * 0.8)},
		"exist(relate[circle,above,s](find[square]))": {c.Of(circle * 0.9 * square)},
	} {
		got, err := NewRunner(Settings{Calibration: &c}).Likelihood(compiled(t, parsed(t, text), nil), s)
		check.NoError(t, err)
		nearAll(t, text, got, want)
	}
}

// A verify of m attributes has its argument m times, as the authors' code does.
func TestVerifyHasItsArgumentForEveryAttribute(t *testing.T) {
	s := table{N: 1, Attributes: map[string][]float64{"square": {0.5}, "yellow": {0.8}, "large": {0.9}, "black": {0.7}}}.scene(t)
	for text, want := range map[string]float64{
		"verify[yellow](select[square])":             0.5 * 0.8,
		"verify[yellow|large](select[square])":       0.5 * 0.5 * 0.8 * 0.9,
		"verify[yellow|large|black](select[square])": 0.5 * 0.5 * 0.5 * 0.8 * 0.9 * 0.7,
	} {
		near(t, text, likelihood(t, text, s)[0], want)
	}
}

// Two verifies that read one step, as GQA writes them, are one of both attributes;
// of two steps each asks for an object of its own.
func TestVerifiesOfOneStepAreOne(t *testing.T) {
	s := table{N: 2, Attributes: map[string][]float64{"square": {0.5, 0.6}, "yellow": {0.8, 0}, "large": {0.9, 0.7}}}.scene(t)
	modules := parsed(t, "and(verify[yellow](select[square]), verify[large](select[square]))")
	for _, c := range []struct {
		place int
		want  float64
	}{
		{modules[4].Place, 0.5 * 0.8 * (1 - (1-0.5*0.9)*(1-0.6*0.7))},
		{modules[2].Place, 0.5 * 0.5 * 0.8 * 0.9},
	} {
		modules[4].Place = c.place
		got, err := NewRunner(Settings{}).Likelihood(compiled(t, modules, nil), s)
		check.NoError(t, err)
		near(t, "two verifies", got[0], c.want)
	}
}
