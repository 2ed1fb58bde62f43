package example

import (
	"fmt"
	"image"
	"reflect"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
	"faithscope/views/evidence"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// annotated opens the first of some examples, to be annotated, with the book of another
// annotator beside it.
func annotated(t *testing.T, ex *loaders.Example) (sc *viewtest.Screen, v *exampleScreen, own, other *marks.MarksBook) {
	t.Helper()
	s := viewtest.Of(t, viewtest.RunOf("run", ex))
	books := make([]*marks.MarksBook, 2)
	for i, part := range []string{"", "\nben"} {
		book, err := marks.Open(marks.MarksLocation{Beside: marks.Beside(t.TempDir() + "/run"), Part: part})
		check.NoError(t, err)
		books[i] = book
	}
	s.Books = books[:1]
	s.Host.Annotators = func(*loaders.Run) map[string]*marks.MarksBook { return map[string]*marks.MarksBook{"ben": books[1]} }
	v = New(s, 0, 0, short(1)).(*exampleScreen)
	sc = viewtest.New(t, 120, 40, s, v)
	return sc, v, books[0], books[1]
}

func wantBoxes(t *testing.T, what string, of marks.Annotation, want ...[4]float64) {
	t.Helper()
	if len(of.Boxes) == 0 || len(of.Boxes[0]) != len(want) {
		t.Fatalf("%s: %v instead of %v", what, of.Boxes, want)
	}
	for i, b := range of.Boxes[0] {
		for k, x := range b.Corners() {
			if d := x - want[i][k]; d > 1e-9 || d < -1e-9 {
				t.Errorf("%s: box %d is %v, want %v", what, i, b, want[i])
			}
		}
	}
}

func TestBoxesAreAnnotatedBlind(t *testing.T) {
	t.Parallel()
	ex := towers()
	sc, v, own, other := annotated(t, ex)
	viewtest.Annotate(t, other, ex.ID, 2, marks.Annotation{Boxes: [][]loaders.Box{{{X0: .61, X1: .81, Y1: 1}}, {}}})
	v.selectNode(2)
	sc.Draw()
	sc.Want("2 boxes", "F1 .80")
	sc.Act("annotate")
	sc.Press("tab")
	sc.Want("annotating", "saved in .run.", "0 of 2 modules annotated", "find[black towers]", "4 proposals")
	sc.Without("F1 .80", "2 boxes", "2.0", "gold True", "5 proposals") // what the model did, what files say, and what ben says
	sc.Press("+")
	first := [4]float64{0, 0, .2, 1}
	wantBoxes(t, "a proposal", own.Annotation(ex.ID, 2), first)
	sc.Want("1 box", "1 of 2 modules annotated", "1 gold box and 3 proposals")
	sc.Act("edit", "30 0 50 100") // replaces the selected one
	sc.Act("edit", "30 0 50 400")
	wantBoxes(t, "typed", own.Annotation(ex.ID, 2), [4]float64{.3, 0, .5, 1})
	v.Update(nil)
	i := slices.IndexFunc(v.Actions(), func(a widget.Action) bool { return a.Name == "box-left" })
	if i < 0 {
		t.Fatal("the selected box has no edges to move")
	}
	sc.Run(v.Actions()[i].Turn(1))
	wantBoxes(t, "moved", own.Annotation(ex.ID, 2), [4]float64{.31, 0, .5, 1})
	sc.Undo()
	sc.Draw()
	wantBoxes(t, "moved back", own.Annotation(ex.ID, 2), [4]float64{.3, 0, .5, 1})
	sc.Act("others")
	sc.Want("others' annotations shown", "ben")
	sc.Act("others")
	sc.Press("-")
	wantBoxes(t, "taken out", own.Annotation(ex.ID, 2))
	sc.Act("set-gold")
	check.Equal(t, "boxes from the file's gold", len(own.Annotation(ex.ID, 2).Boxes[0]), 3)
	sc.Act("original")
	if own.HasGold() {
		t.Error("an annotation is left")
	}
	sc.Press("j", "j", "+", "-") // the selection stays on the box
	wantBoxes(t, "added and removed", own.Annotation(ex.ID, 2))
	sc.Act("original")
	sc.Press("tab", "+")
	if own.HasGold() || !strings.Contains(sc.Flash[len(sc.Flash)-1].Text, "no box is selected") {
		t.Errorf("without the boxes' focus: %v", sc.Flash[len(sc.Flash)-1])
	}
	v.selectNode(1)
	sc.Press("+", "+")
	check.EqualLists(t, "counts", own.Annotation(ex.ID, 1).Counts, []int{2, 0})
	sc.Press("esc", "esc")
	sc.Want("✗ False")
}

// A file may have fewer counts than there are images: the others are 0.
func TestMissingCountsAreFilledIn(t *testing.T) {
	t.Parallel()
	for _, read := range []string{`{"counts":[]}`, `{"counts":[0]}`} {
		ex := towers()
		sc, v, own, _ := annotated(t, ex)
		check.NoError(t, own.Apply(t.Context(), marks.Change{ID: ex.ID, Module: 1, Kind: marks.Gold, Text: read}))
		v.selectNode(1)
		sc.Act("annotate")
		sc.Press("tab", "+")
		check.EqualLists(t, read+": counts", own.Annotation(ex.ID, 1).Counts, []int{1, 0})
	}
}

// An example without a program is annotated as a whole: the tokens that mattered.
func TestImportantTokensAreAnnotated(t *testing.T) {
	t.Parallel()
	ex := &loaders.Example{
		ID: "pair", Question: "a dog", Tokens: []string{"a", "dog"}, Answer: loaders.Answer{Predicted: "neutral", Gold: "neutral"},
		Passage: &loaders.Passage{Text: "an animal", Tokens: []string{"an", "animal"}},
		Attributions: []loaders.Attribution{
			{Name: "lime", Over: "tokens", Tokens: []string{"an", "animal", "a", "dog"}, Scores: []float64{0, 1, 0, 1}},
		},
	}
	sc, v, own, ben := annotated(t, ex)
	sc.Act("annotate")
	sc.Want("relevant parts", "token 3 “dog”")
	sc.Without("lime")
	sc.Press("j", "+")
	if got := own.Annotation("pair", marks.Whole).Spans; !reflect.DeepEqual(got, []loaders.Span{{Start: 1, End: 2}}) {
		t.Errorf("spans are %v", got)
	}
	got := own.Gild(ex, "ann", &loaders.Problems{}).Rationales
	if len(got) != 1 || got[0].Name != "ann" || got[0].Over != "tokens" || len(got[0].Tokens) != 4 {
		t.Errorf("rationales are %+v", got)
	}
	viewtest.Annotate(t, ben, "pair", marks.Whole, marks.Annotation{Spans: []loaders.Span{{Start: 3, End: 4}}})
	sc.Run(v.readBooks(nil))
	sc.Act("annotate")
	sc.Act("layer", "gold by ben")
	sc.Want("gold by ben · ", "with ben")
	sc.Act("hold", "ben's")
	sc.Act("layer", "gold by you")
	sc.Want("gold by you · ", "3 rows", "with you", "ben ") // one row over the other, by name
}

func TestTheMouseDrawsABox(t *testing.T) {
	t.Parallel()
	ex := towers()
	sc, v, own, _ := annotated(t, ex)
	v.selectNode(2)
	sc.Act("annotate")
	if len(sc.Frame.Drags) != 1 {
		t.Fatalf("%d areas to draw in", len(sc.Frame.Drags))
	}
	a := sc.Frame.Drags[0].Area
	sc.Run(sc.Frame.Dragged(a.Min, a.Min)) // a click draws nothing
	sc.Run(sc.Frame.Dragged(a.Max.Sub(image.Pt(1, 1)), a.Min.Add(a.Size().Div(2))))
	got := own.Annotation(ex.ID, 2)
	half := func(from, to, mid int) float64 { return float64(mid) / float64(to-from) }
	wantBoxes(t, "drawn from the corner to the middle", got,
		[4]float64{half(a.Min.X, a.Max.X, a.Dx()/2), half(a.Min.Y, a.Max.Y, a.Dy()/2), 1, 1})
}

// Marks files are hostile: spans far behind the text, boxes on images that there are not, and more
// counts than images are read, shown, revised and scored without a panic or long loops.
func TestHostileAnnotationsAreReadSafely(t *testing.T) {
	t.Parallel()
	span, box := viewtest.SpanExample("q", .3), towers()
	tokens := slices.IndexFunc(span.Program, func(m loaders.Module) bool { return m.Output.Tokens != nil })
	for _, ex := range []*loaders.Example{span, box} {
		for _, read := range []string{
			`{"spans":[[1000000000,2000000000],[0,2000000000]]}`, `{"spans":[[2000000000,9000000000000000000]]}`, `{"spans":[]}`,
			`{"boxes":[[],[],[[0,0,1,1]]]}`, `{"boxes":[[[-1e308,-1e308,1e308,1e308]]]}`, `{"boxes":[]}`, `{"counts":[0,0,7]}`,
			`{"boxes":[[[0,0,1,1]]],"spans":[[7,9]],"counts":[1]}`,
		} {
			for _, node := range []int{marks.Whole, tokens, 1, 2} {
				sc, v, own, other := annotated(t, ex)
				if node >= len(ex.Program) {
					continue
				}
				for _, book := range []*marks.MarksBook{own, other} {
					check.NoError(t, book.Apply(t.Context(), marks.Change{ID: ex.ID, Module: node, Kind: marks.Gold, Text: read}))
				}
				v.selectNode(max(0, node))
				sc.Act("annotate")
				sc.Act("others")
				sc.Press("tab", "j", "+", "-", "G", "+", "-", ".", "esc")
				sc.Act("set-none")
				sc.Undo()
				sc.Draw()
				for _, m := range own.Gild(ex, "ann", &loaders.Problems{}).Program {
					if g := m.Gold; g != nil && g.Boxes != nil && len(g.Boxes) != len(ex.Images) {
						t.Errorf("%s: boxes on %d images instead of %d", read, len(g.Boxes), len(ex.Images))
					}
				}
			}
		}
	}
}

func TestTokensAreAnnotated(t *testing.T) {
	t.Parallel()
	ex := viewtest.SpanExample("q", .3)
	sc, v, own, _ := annotated(t, ex)
	node := slices.IndexFunc(ex.Program, func(m loaders.Module) bool { return m.Output.Tokens != nil })
	v.selectNode(node)
	sc.Act("annotate")
	sc.Press("tab", "j", "+", "j", "j", "+")
	check := func(what string, want ...loaders.Span) {
		t.Helper()
		if got := own.Annotation("q", node).Spans; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: spans are %v, want %v", what, got, want)
		}
	}
	check("marked", loaders.Span{Start: 1, End: 2}, loaders.Span{Start: 3, End: 4})
	sc.Want("✓ token 1", "✓ token 3", "2 spans")
	sc.Press("k", "k", "-")
	check("one no longer marked", loaders.Span{Start: 3, End: 4})
	sc.Act("edit", "0 1")
	sc.Act("edit", "0 99999")
	check("typed", loaders.Span{Start: 0, End: 2}, loaders.Span{Start: 3, End: 4})
	a := sc.Frame.Drags[0].Area
	sc.Run(sc.Frame.Dragged(a.Min, a.Min)) // it is marked: a click unmarks it
	check("clicked", loaders.Span{Start: 1, End: 2}, loaders.Span{Start: 3, End: 4})
	sc.Press("l", "-")
	check("beside the clicked one", loaders.Span{Start: 3, End: 4})
}

// A reason right after "wrong" is of the step just called so, though the cursor is at the next.
func TestTheReasonIsOfTheStepCalledWrong(t *testing.T) {
	t.Parallel()
	sc, _, own, _ := annotated(t, &loaders.Example{ID: "sum", Program: []loaders.Module{{Op: "answer", Children: []int{1, 2}},
		{Op: "step", Text: "one and one", Gold: &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: loaders.Right}}},
		{Op: "step", Text: "is three", Gold: &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: loaders.Wrong}}}}})
	sc.Act("annotate")
	sc.Press("-")
	sc.Act("edit", "too late")
	if got := own.Annotation("sum", 1).Verdict; got == nil || got.Verdict != loaders.Wrong || got.Reason != "too late" {
		t.Errorf("step 1 is %+v", got)
	}
	if got := own.Annotation("sum", 2).Verdict; got != nil {
		t.Errorf("step 2, which nobody judged, is %+v", got)
	}
	sc.Press("k")
	sc.Want("too late")
}

// Until the steps up to the first wrong one are judged, nothing tells what others said: neither the
// cursor, nor `z`, `.`, `c` and `w d`. Then everybody's first wrong steps are beside the person's.
func TestStepsAreAnnotatedBlind(t *testing.T) {
	t.Parallel()
	step := func(text string, gold, judged loaders.Verdict) loaders.Module {
		return loaders.Module{Op: "step", Text: text, Gold: &loaders.Gold{Verdict: &loaders.StepOpinion{Verdict: gold}},
			Output: loaders.Output{Verdict: &loaders.StepOpinion{Verdict: judged, Reason: "so says the judge"}}}
	}
	ex := &loaders.Example{ID: "sum", Program: []loaders.Module{{Op: "answer", Children: []int{1, 2, 3}},
		step("one and one", loaders.Right, loaders.Wrong), step("is three", loaders.Wrong, loaders.Right),
		step("so four", loaders.Wrong, loaders.Right)}}
	sc, v, own, ben := annotated(t, ex)
	for k, verdict := range []loaders.Verdict{loaders.Right, loaders.Right, loaders.Wrong} {
		viewtest.Annotate(t, ben, "sum", 1+k, marks.Annotation{Verdict: &loaders.StepOpinion{Verdict: verdict}})
	}
	v.elsewhere.list = []evidence.ExampleVersion{{Name: "other judge", Example: ex}}
	v.selectNode(2)
	others := func(want int) {
		t.Helper()
		check.Equal(t, "other judges beside the steps", len(v.panes.program.Others), want)
	}
	others(1)
	sc.Act("annotate")
	others(0)
	sc.Want("0 of 1 example · 0 of 3 steps", "one and one", "is this step right?", "saved in .run.")
	sc.Without("✗", "✓", "so says", "ben")
	check.Equal(t, "the cursor, which goes to the first step without a verdict, is at", v.selectedNode(), 1)
	for _, name := range []string{"others", "explain", "culprit", "set-gold", "set-none"} {
		if sc.Named(name).Why() == "" {
			t.Errorf("%s works", name)
		}
	}
	check.Lacks(t, fmt.Sprint(evidence.WholeTexts(v.shownLayer().Example)), "wrong")
	sc.Press("+")
	sc.Want("1 of 3 steps", "✓")
	sc.Without("✗", "judge", "so says", "ben")
	sc.Act("edit", "it is two")
	sc.Want("1 of 1 example · you: step 2, 1 step unjudged · file: step 2 · ben: step 3",
		"so says the judge")
	others(3) // and the two people
	want := loaders.StepOpinion{Verdict: loaders.Wrong, Reason: "it is two"}
	if got := own.Annotation("sum", 2).Verdict; got == nil || *got != want || v.selectedNode() != 3 {
		t.Errorf("the verdict is %+v, the cursor at %d", got, v.selectedNode())
	}
	sc.Undo()
	sc.Draw()
	sc.Want("1 of 3 steps")
	sc.Without("ben")
	check.Equal(t, "after undo the cursor is at", v.selectedNode(), 2)
}
