package marks

import (
	"fmt"
	"reflect"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// Boxes, tokens, counts and verdicts are annotated: gold of the first three becomes an annotation, and that the same gold.
func TestWhatIsAnnotatedOfEveryKind(t *testing.T) {
	want := [loaders.Kinds]loaders.Kind{loaders.NoKind: loaders.TokenKind,
		loaders.BoxKind: loaders.BoxKind, loaders.TokenKind: loaders.TokenKind, loaders.VerdictKind: loaders.VerdictKind}
	for kind, m := range loadertest.OfEveryKind(t) {
		ex := &loaders.Example{Passage: &loaders.Passage{Tokens: []string{"a", "b"}}, Program: []loaders.Module{*m}}
		check.Equal(t, "a module of kind is annotated by kind", KindOf(ex, 0), want[kind], kind)
		images := []loaders.Image{{Path: "a.png"}}
		if m.Gold.Kind() == loaders.NumberKind {
			m.Gold.Value = new(2.) // a count
		}
		a, ok := AnnotationOf(m.Gold, images)
		check.Equal(t, "gold of kind is an annotation", ok, m.Gold != nil && m.Gold.Kind() <= loaders.NumberKind, kind)
		if ok && !reflect.DeepEqual(a.asGold("", 1), m.Gold) {
			t.Errorf("gold of kind %d comes back as %+v", kind, a.asGold("", 1))
		}
	}
}

func chain(gold ...loaders.Verdict) *loaders.Example {
	ex := &loaders.Example{ID: "chain", Program: []loaders.Module{{Op: "answer"}}, Meta: map[string]string{loaders.BlamedAgent: "step 9"}}
	for i, v := range gold {
		step := loaders.Module{Op: fmt.Sprintf("step %d", i+1)}
		if v != loaders.Unknown {
			step.Gold = &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: v}}
		}
		ex.Program[0].Children, ex.Program = append(ex.Program[0].Children, i+1), append(ex.Program, step)
	}
	return ex
}

// Verdicts become gold once all steps up to the first wrong one are judged.
func TestVerdictsOnSteps(t *testing.T) {
	b := open(t, in(t.TempDir(), "run"))
	ex := chain(make([]loaders.Verdict, 4)...) // nobody judged them
	for _, c := range []struct {
		step    int
		verdict string
		want    AnnotationProgress
	}{
		{1, "right", AnnotationProgress{Steps: 4, Marked: 1, Next: 2, IsHalf: true}},
		{3, "wrong", AnnotationProgress{Steps: 4, Marked: 2, Wrong: 3, Next: 2, IsHalf: true}},
		{2, "neutral", AnnotationProgress{Steps: 4, Marked: 3, Wrong: 3, Next: 4, IsDone: true}},
	} {
		apply(t, b, Change{ID: ex.ID, Module: c.step, Kind: Gold, Text: `{"verdict":{"label":"` + c.verdict + `","reason":"so","score":7}}`})
		check.Equal(t, "after step", b.ProgressOn(ex), c.want, c.step)
		check.Equal(t, "after step finished",
			b.Finished(loaders.ListedExample{ID: ex.ID, Modules: len(ex.Program)}), c.want.IsDone, c.step)
		var problems loaders.Problems
		own := b.Gild(ex, "ann", &problems)
		if _, n := problems.All(); hasVerdicts(own) != c.want.IsDone || n > 0 == c.want.IsDone {
			t.Errorf("after step %d: gold %v, %d problems", c.step, hasVerdicts(own), n)
		}
		if c.want.IsDone {
			want := loaders.StepOpinion{Verdict: loaders.Wrong, Reason: "so", By: "ann"}
			if o := *own.Program[3].Gold.Verdict; o != want || own.Program[4].Gold != nil {
				t.Errorf("gold is %+v and %+v", o, own.Program[4].Gold)
			}
			if own.Meta[loaders.BlamedAgent] != "" || ex.Meta[loaders.BlamedAgent] != "step 9" {
				t.Errorf("%v and %v are blamed", own.Meta, ex.Meta)
			}
		}
	}
	for _, text := range []string{`{"verdict":{"label":"unanswered"}}`, `{"verdict":{"label":"perhaps"}}`, `{"verdict":{}}`, `{"verdict":7}`} {
		check.Fails(t, "a text that isn't gold", b.Apply(t.Context(), Change{ID: ex.ID, Module: 1, Kind: Gold, Text: text}), text)
	}
}
