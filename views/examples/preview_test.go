package examples

import (
	"fmt"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/viewtest"
)

// previewed lists examples of which each has a picture of its own, and modules called
// after it.
func previewed(t *testing.T, w, h int) *viewtest.Screen {
	t.Helper()
	var list []*loaders.Example
	for i := range 3 {
		ex := viewtest.BoxExample(fmt.Sprint(i), true, false)
		ex.Program[1].Text, ex.Images[0].Path = fmt.Sprint("dog", i), fmt.Sprint(i, ".png")
		list = append(list, ex)
	}
	s := viewtest.Of(t, viewtest.RunOf("run", list...))
	return viewtest.New(t, w, h, s, New(s, 0, Filter{}))
}

// The words of the preview come with the cursor, and its picture once the cursor has
// rested; a key in between stops it.
func TestPreviewFollowsTheCursor(t *testing.T) {
	sc := previewed(t, 120, 36)
	shown := func() string {
		sc.Draw()
		if len(sc.Frame.Pictures) == 0 {
			return ""
		}
		return sc.Frame.Pictures[0].Picture.Key.Path
	}
	sc.Want("find[dog0]", "F1 .00 < .50", "!find[dog0]")
	if shown() != "0.png" {
		t.Fatalf("picture %q after a rest", shown())
	}
	down := sc.Named("down")
	first := down.Run()
	check.Equal(t, "picture at once", shown(), "")
	sc.Want("find[dog1]")
	second := down.Run()
	sc.Run(first)
	check.Equal(t, "picture of an example that the cursor left", shown(), "")
	sc.Run(second)
	check.Equal(t, "picture after a rest", shown(), "2.png")
	sc.Act("preview")
	sc.Without("find[dog2]")
	sc.Act("preview")
	sc.Want("find[dog2]")
}

// A picture too wide for a preview beside the list is shown below it, from then on.
func TestWidePicturesAreBelowTheList(t *testing.T) {
	for _, width := range []int{400, 100} {
		ex := viewtest.BoxExample("one", true, false)
		ex.Images[0].Path, ex.Images[0].Width, ex.Images[0].Height = "wide.png", width, 100
		run := viewtest.RunOf("run", ex, viewtest.BoxExample("two", true, false))
		run.Pictures = fstest.MapFS{"wide.png": {}}
		s := viewtest.Of(t, run)
		sc := viewtest.New(t, 132, 40, s, New(s, 0, Filter{}))
		for range 2 { // another example changes nothing
			if got := sc.View.(*List).preview.beside; got != (width == 100) {
				t.Errorf("%d × 100 pixels: beside the list: %v", width, got)
			}
			sc.Press("j")
		}
	}
}

// A narrow screen has two lines of words below the list.
func TestPreviewInWords(t *testing.T) {
	sc := previewed(t, 80, 22)
	sc.Want("─ find[dog0]  F1 .00 < .50 ─", "elsewhere: attends to")
	sc.Press("j")
	sc.Want("find[dog1]")
	if n := len(sc.Frame.Pictures); n > 0 {
		t.Errorf("%d pictures", n)
	}
	sc = previewed(t, 80, 32)
	check.Equal(t, "pictures on a high screen", len(sc.Frame.Pictures), 1)
	sc = previewed(t, 80, 10)
	sc.Without("find[dog0]")
}

// The first list of the place keeps the filter of the scope, and filters can be taken
// back.
func TestFiltersAreUndoableAndSetTheScope(t *testing.T) {
	s := viewtest.ReadSample(t)
	s.Scope.Where = "right"
	sc := viewtest.New(t, 80, 24, s, New(s, s.ScopeRun(), Filter{Where: s.Scope.Where}, AsRoot))
	sc.Want("7 of 11 [right]")
	sc.Act("not-faithful")
	sc.Want("4 of 11 [right] [unfaithful]")
	check.Equal(t, "the scope is", s.Scope.Where, "right unfaithful")
	sc.Undo()
	sc.Draw()
	sc.Want("7 of 11 [right] ·")
	sc.Press("/")
	sc.Typed(" dog")
	sc.Press("enter")
	sc.Undo() // one deed for all that was typed
	sc.Draw()
	sc.Want("7 of 11 [right] ·")
	check.Equal(t, "the scope is", s.Scope.Where, "right")
	inner := viewtest.New(t, 80, 24, s, New(s, 0, Filter{}))
	inner.Act("wrong")
	check.Equal(t, "a list that was opened moves the scope to", s.Scope.Where, "right")
}

// z shows the texts of the selected example, which the list cuts.
func TestTextsOfTheSelectedExample(t *testing.T) {
	ex := &loaders.Example{ID: "t", Question: "how\ndoes it end", Answer: loaders.Answer{Predicted: "so\n    and so", Gold: "otherwise"}}
	s := viewtest.Of(t, viewtest.RunOf("run", ex))
	sc := viewtest.New(t, 80, 24, s, New(s, 0, Filter{}))
	sc.Press("z")
	texts := viewtest.New(t, 80, 24, s, sc.Pushed[len(sc.Pushed)-1])
	texts.Want("about t", "question  how", "predicted so", "    and so", "expected  otherwise")
}

// A question has its words before the preview has its width.
func TestThePreviewGivesWay(t *testing.T) {
	ex := viewtest.BoxExample("one", true, false)
	ex.Question = "how many of the black dogs are near the gate"
	s := viewtest.Of(t, viewtest.RunOf("run", ex, viewtest.BoxExample("two", true, false)))
	sc := viewtest.New(t, 120, 36, s, New(s, 0, Filter{}))
	sc.Want(ex.Question[:40], "│")
	s = viewtest.Of(t, viewtest.RunOf("run", viewtest.BoxExample("one", true, false)))
	wide := viewtest.New(t, 120, 36, s, New(s, 0, Filter{}))
	check.Equal(t, "width of the preview beside short questions", wide.View.(*List).preview.area.Dx(), previewWidth-2)
	if v := sc.View.(*List); v.preview.area.Dx() >= previewWidth-2 {
		t.Errorf("a preview of %d cells beside long questions", v.preview.area.Dx())
	}
}
