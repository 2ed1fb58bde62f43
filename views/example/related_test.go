package example

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/viewtest"
)

// asked returns a question of GQA's about a picture.
func asked(id, picture, question string, right bool, entailed ...string) *loaders.Example {
	ex := viewtest.BoxExample(id, right, right)
	ex.Question, ex.Kind, ex.Entailed = question, "verify", entailed
	ex.Meta = map[string]string{"semantic type": "obj", "detailed type": "existAttr", "local group": "g1"}
	ex.Images[0].Path = picture
	ex.Answer.Predicted, ex.Answer.Gold = map[bool]string{true: "yes", false: "no"}[right], "yes"
	return ex
}

func questions() []*loaders.Example {
	return []*loaders.Example{
		asked("q1", "one.png", "is there a black dog?", true, "q2", "q1", "q3", "gone"),
		asked("q2", "one.png", "is there a dog?", true),
		asked("q3", "one.png", "is there anything black?", false),
		asked("q4", "two.png", "is there a cat?", true),
		asked("q5", "one.png", "is the dog white?", true),
	}
}

func TestExampleSaysWhatItEntails(t *testing.T) {
	sc, v := open(t, 132, 50, questions()...)
	sc.Press("tab", "tab")
	sc.Want("entails 3", "1 right, 1 wrong,", "1 not found", "✓ yes ", "is there a dog?", "✗ no (yes)", "is there anything bl",
		"verify", "obj", "existAttr", "local group", "g1", "one.png")
	sc.Press("j", "enter") // the first question
	at := shownBy(t, sc)
	if at != 1 {
		t.Fatalf("enter goes to example %d", at)
	}
	if _, of := v.Shows(); of != 0 {
		t.Error("the screen below has changed")
	}
}

// shownBy returns the example of the view that was pushed last, which lists the
// related questions alone.
func shownBy(t *testing.T, sc *viewtest.Screen) int {
	t.Helper()
	if len(sc.Pushed) == 0 {
		t.Fatal("nothing was opened")
	}
	next, ok := sc.Pushed[len(sc.Pushed)-1].(*exampleScreen)
	if !ok {
		t.Fatalf("%T was opened", sc.Pushed[len(sc.Pushed)-1])
	}
	viewtest.New(t, 100, 30, sc.Session, next)
	_, at := next.Shows()
	return at
}

func TestRelatedQuestions(t *testing.T) {
	sc, _ := open(t, 132, 50, questions()...)
	listed := func() (text string) {
		for _, flash := range sc.Flash {
			if flash.Text != "" && !strings.HasSuffix(flash.Text, "…") {
				text = flash.Text
			}
		}
		return text
	}
	sc.Act("entailed")
	check.Equal(t, "listed", listed(), "0 [1 2]entailed by q1")
	sc.Act("same-picture")
	check.Equal(t, "listed", listed(), `0 0 { of  image="one.png"  0 0 0 0}`)
	sc, _ = open(t, 100, 30, asked("alone", "one.png", "is there a dog?", true))
	sc.Act("same-picture")
	check.Equal(t, "a single question says", listed(), `0 0 { of  image="one.png"  0 0 0 0}`)
	sc, _ = open(t, 100, 30, viewtest.SpanExample("words", .9))
	sc.Act("same-picture")
	check.Equal(t, "a passage says", listed(), "the example has no picture")
}

// The base model gets the first question wrong as its find looks elsewhere, and
// the second right.
func TestWhyTheBaseModelFailed(t *testing.T) {
	base := questions()
	base[0].Answer = loaders.Answer{Predicted: "no", Gold: "yes", Correct: loaders.Wrong}
	base[0].Program[1].Output.Boxes = [][]float64{{.1, .8}}
	s := viewtest.Of(t, viewtest.RunOf("mine", questions()...), viewtest.RunOf("weak", base...))
	sc := viewtest.New(t, 132, 50, s, New(s, 0, 0, short(5)))
	sc.Without("hard", "easy")
	based(t, s, 1)
	sc = viewtest.New(t, 132, 50, s, New(s, 0, 0, short(5)))
	sc.Want("hard", "weak answers no · goes wrong first")
	sc = viewtest.New(t, 132, 50, s, New(s, 0, 1, short(5)))
	sc.Want("easy", "weak answers")
}

// based scores the runs of s by the hard and easy sets of one of them, as the
// program does.
func based(t *testing.T, s *views.Session, run int) {
	t.Helper()
	action := s.BaseAction(func() int { return run })
	msg, ok := action.Turn(1)().(views.RescoreRequest)
	if !ok || !strings.Contains(msg.Say, "the base model is now weak: 3 easy, 2 hard") {
		t.Fatalf("the base model is %+v", msg)
	}
	s.Base = msg.Base
	for i, old := range s.Runs {
		s.Replace(i, session.New(old.Run, msg.Protocols))
	}
	viewtest.ReadAll(t, s)
	for _, score := range s.Runs[0].Scores(scoring.Defaults()) {
		if x, _ := score.Value.Float(); score.Protocol == reasoning.Protocol.Name && score.Metric == "acc_hard" && score.Of == "overall" &&
			(x != .5 || score.Count != 2) {
			t.Errorf("acc_hard is %v of %d, want 1 of 2 right", x, score.Count)
		}
	}
	if again, ok := action.Turn(1), len(s.Posted()) > 0; again != nil || !ok {
		t.Error("the key does not take the base model away again")
	}
}
