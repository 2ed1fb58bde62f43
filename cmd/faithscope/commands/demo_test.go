package commands

import (
	"encoding/json"
	"io"
	"io/fs"
	"math"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
	"faithscope/scoring/session"
)

// maxDemo bounds what the demo adds to the binary.
const maxDemo = 5_000_000

func TestDemoIsSmall(t *testing.T) {
	var size int64
	err := fs.WalkDir(demo.Files, ".", func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	check.NoError(t, err)
	t.Logf("%.2f MB", float64(size)/(1<<20))
	if size > maxDemo || size < maxDemo/10 {
		t.Errorf("the demo holds %d bytes, want some, and at most %d", size, maxDemo)
	}
}

func TestDemoOpensWithoutAProblem(t *testing.T) {
	counts := map[string]int{
		"layer_count": 60, "sum_count": 60, "graph_count": 60, "graph_count_decont_pretrain": 60,
		"lexical-narrow": 215, "lexical-wide": 215,
		"scn-normal": 100, "scn-odd-even-90": 100,
		"bilstm-lime": 100, "bow": 50,
		"qa-occlusion": 60, "qa-lime": 60,
		"fol-weak": 83, "fol-strong": 83,
		"photos-ssd": 46, "photos-centernet": 46,
		"arithmetic": 250, "length": 250,
	}
	for _, s := range programtest.ScoredDemo(t) {
		run := s.Run
		if problems, count := run.Problems.All(); count > 0 {
			t.Errorf("%s has %d problems, the first: %v", run.Name, count, problems[0])
		}
		check.Equal(t, run.Name+" has examples", run.Len(), counts[run.Name])
		if run.Note == "" || run.Dataset == "" || run.Model == "" && run.Format != "faithful-nmn" && run.Format != "nmn-drop" {
			t.Errorf("%s does not say what it is", run.Name)
		}
		delete(counts, run.Name)
		gold := 0
		for i := range run.Len() {
			gold += checkDemoExample(t, run, run.Example(i))
		}
		if gold < run.Len() {
			t.Errorf("%s: %d pieces of gold in %d examples", run.Name, gold, run.Len())
		}
	}
	if len(counts) > 0 {
		t.Errorf("missing from the demo: %v", counts)
	}
}

// checkDemoExample holds that an example is whole, and returns how many of
// its modules and attributions have gold.
func checkDemoExample(t *testing.T, run *loaders.Run, ex *loaders.Example) (gold int) {
	t.Helper()
	if ex.Broken != "" || ex.Question == "" || len(ex.Program) == 0 && len(ex.Attributions) == 0 {
		t.Errorf("%s %s: broken %q, question %q, %d modules, %d attributions", run.Name, ex.ID, ex.Broken, ex.Question, len(ex.Program),
			len(ex.Attributions))
	}
	for _, im := range ex.Images {
		if im.Path == "" {
			continue // the blank one of a pair
		}
		if _, err := fs.Stat(run.Pictures, im.Path); err != nil {
			t.Errorf("%s %s: %v", run.Name, ex.ID, err)
		}
	}
	if len(ex.Images) == 0 && ex.Passage == nil && ex.Program[len(ex.Program)-1].Text == "" {
		t.Errorf("%s %s has neither pictures nor a passage nor steps", run.Name, ex.ID)
	}
	for i := range ex.Program {
		if ex.Program[i].Gold != nil {
			gold++
		}
	}
	return gold + len(ex.Rationales)
}

func TestDemoShowsBothSides(t *testing.T) {
	var faithful, unfaithful int
	of := map[string]int{} // right but unfaithful, by data set
	for _, s := range programtest.ScoredDemo(t) {
		q := s.Summaries(scoring.Defaults()).Quadrant()
		of[s.Run.Dataset] += q[loaders.Right][loaders.Wrong]
		faithful += q[loaders.Right][loaders.Right]
		unfaithful += q[loaders.Right][loaders.Wrong]
	}
	check.Equal(t, "data sets", len(of), len(demo.Sets()))
	for dataset, n := range of {
		if n == 0 {
			t.Errorf("%s shows no example that is right but unfaithful", dataset)
		}
	}
	if faithful < 40 || unfaithful < 40 {
		t.Errorf("%d right and faithful, %d right and unfaithful: the demo shows one side only", faithful, unfaithful)
	}
}

// scores are F1 per module and image, beside a list of the modules.
type scores map[string]json.RawMessage

func (s scores) add(t *testing.T, m *scoring.Mean) {
	for name, raw := range s {
		if name == "non_empty_modules" {
			continue
		}
		var images []float64
		check.NoError(t, json.Unmarshal(raw, &images))
		for _, x := range images {
			m.Add(scoring.Defined(x))
		}
	}
}

// TestDemoScoresAreTheAuthors recomputes means from the per-example figures
// that the authors' program left in the files.
func TestDemoScoresAreTheAuthors(t *testing.T) {
	for _, s := range programtest.ScoredDemo(t) {
		if s.Run.Format != "faithful-nmn" {
			continue
		}
		var accuracy, overExamples, overOccurrences, bound scoring.Mean
		for _, a := range programtest.ReadAuthors(t, s.Run.Path) {
			right := 0.0
			if a.Correct {
				right = 1
			}
			accuracy.Add(scoring.Defined(right))
			overExamples.Add(scoring.Defined(a.F1))
			scores(a.Boxes).add(t, &overOccurrences)
			scores(a.Best).add(t, &bound)
		}
		settings := scoring.Defaults()
		want(t, s, settings, "answers", "accuracy", "overall", accuracy)
		want(t, s, settings, "module-boxes", "f1", "overall", overExamples)
		settings.Average = scoring.OverOccurrences
		want(t, s, settings, "module-boxes", "f1", "overall", overOccurrences)
		settings.UpperBound = true
		want(t, s, settings, "module-boxes", "f1", "overall", bound)
	}
}

// want compares a score with a mean that was computed otherwise.
func want(t *testing.T, s *session.ScoredRun, settings scoring.Settings, protocol, metric, of string, mean scoring.Mean) {
	t.Helper()
	got, ok := score(s, settings, protocol, metric, of).Float()
	expected, _ := mean.Value("").Float()
	if !ok || math.Abs(got-expected) > 1e-6 {
		t.Errorf("%s: %s %s of %s under %v is %v (%v), want %v", s.Run.Name, protocol, metric, of, settings.Average, got, ok, expected)
	}
}

func score(s *session.ScoredRun, settings scoring.Settings, protocol, metric, of string) scoring.Value {
	scores := s.Scores(settings)
	i := slices.IndexFunc(scores, func(x scoring.Score) bool {
		return x.Protocol == protocol && x.Metric == metric && x.Of == of
	})
	if i < 0 {
		return scoring.Undefined("not in the report")
	}
	return scores[i].Value
}

// TestDemoLossesAreThePublished compares the two DROP runs, which the demo has whole,
// with the losses that were published with them.
func TestDemoLossesAreThePublished(t *testing.T) {
	losses := map[string]map[string]float64{
		"lexical-narrow": {"find": 10.01, "filter": 13.03, "relocate": 4.36, "find-num": 7.70, "find-date": 3.32,
			"find-max-num": 3.63, "find-min-num": 1.41},
		"lexical-wide": {"find": 8.57, "filter": 9.91, "relocate": 4.43, "find-num": 6.73, "find-date": 3.41,
			"find-max-num": 3.57, "find-min-num": 1.97},
	}
	checked := 0
	for _, s := range programtest.ScoredDemo(t) {
		for of, loss := range losses[s.Run.Name] {
			checked++
			got, ok := score(s, scoring.Defaults(), "module-spans", "loss", of).Float()
			if !ok || math.Abs(got-loss) > 0.005+1e-9 {
				t.Errorf("%s: loss of %s is %v (%v), want %.2f", s.Run.Name, of, got, ok, loss)
			}
		}
	}
	check.Equal(t, "checked losses", checked, 14)
}

// Every wrong answer of logic over NLVR, each hard for the weak oracle, has a culprit, and words whose
// truth mends it.
func TestDemoLogicIsJudged(t *testing.T) {
	wrong := map[string]int{"fol-weak": 10, "fol-strong": 1}
	for _, s := range programtest.ScoredDemo(t) {
		if wrong[s.Run.Name] == 0 {
			continue
		}
		for i := range s.Run.Len() {
			ex := s.Run.Example(i)
			if ex.Answer.Correct != loaders.Wrong {
				continue
			}
			wrong[s.Run.Name]--
			score, ok := s.Example(i, scoring.Defaults())
			if !ok || len(ex.Answer.MendedBy()) == 0 || score.Culprit() < 0 || score.Faithful != loaders.Wrong ||
				!slices.Contains(ex.Tags, "hard") {
				t.Errorf("%s %s is mended by %q; its culprit is %d", s.Run.Name, ex.ID, ex.Answer.MendedBy(), score.Culprit())
			}
		}
		check.Equal(t, s.Run.Name+" has wrong answers less than it should", wrong[s.Run.Name], 0)
	}
}

// quiet returns the flags of a command whose output is discarded.
func quiet(t *testing.T) *opening.Flags {
	f := opening.NewFlags()
	f.Command = &cobra.Command{}
	f.Command.SetContext(t.Context())
	f.Command.SetErr(io.Discard)
	return f
}

// TestGuides goes the way of every guide of the demo, to an example of its run.
func TestGuides(t *testing.T) {
	st := stageOf(t)
	for name, guide := range demo.Guides() {
		st.Home()
		if err := st.followSteps(parsed(t, "run "+name+"; "+guide.Steps)...); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if at, _, ok := st.Example(); !ok || st.s.Run(at).Name != name || len(guide.Says) < 90 {
			t.Errorf("%s: the guide %+v leads to no example of it", name, guide)
		}
	}
}

func TestGuideSaysWhatToLookAt(t *testing.T) {
	term := programtest.Start(t, programtest.Wide)
	term.WaitFor("layer_count")
	term.Walk("gh", "did the modules look where the program says?")
	term.WaitFor("tab pane") // keys go to the example
}

// The answers, attributions and interventions of the demo's run bow are those of the model
// that is part of the program, as go generate asks it, rounded to seven digits.
func TestDemoIsTheModelsOwn(t *testing.T) {
	t.Parallel()
	m := model.Demo()
	runs := programtest.ScoredDemo(t)
	run := runs[slices.IndexFunc(runs, func(s *session.ScoredRun) bool { return s.Run.Name == "bow" })].Run
	o := explain.Defaults()
	var err error
	if o.Sources, err = explain.SourcesOf(m.Declaration().Inputs, ""); err != nil {
		t.Fatal(err)
	}
	for _, a := range run.Example(0).Attributions {
		o.Methods = append(o.Methods, a.Name)
	}
	for i := range 3 {
		want := run.Example(i)
		got, failed, err := o.Explain(t.Context(), want, &model.Asker{Model: m})
		if err != nil || len(failed) > 0 {
			t.Fatal(err, failed)
		}
		for k := range got.Attributions {
			got.Attributions[k].Seconds = want.Attributions[k].Seconds
		}
		roundFloats(reflect.ValueOf(&got.Attributions).Elem())
		roundFloats(reflect.ValueOf(&got.Answer.Classes).Elem())
		if !alike(reflect.ValueOf(got.Attributions), reflect.ValueOf(want.Attributions)) ||
			!alike(reflect.ValueOf(got.Answer.Classes), reflect.ValueOf(want.Answer.Classes)) {
			t.Errorf("%s is not what the model answers", want.ID)
		}
	}
}

func roundFloats(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float64:
		rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v.Float(), 'g', 7, 64), 64)
		v.SetFloat(rounded)
	case reflect.Slice:
		for i := range v.Len() {
			roundFloats(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			roundFloats(v.Field(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			roundFloats(v.Elem())
		}
	}
}
