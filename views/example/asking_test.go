package example

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// withModel opens the screen of a real pair in a session whose model is m, nil for the
// demo's own.
func withModel(t *testing.T, w, h int, m model.Model) (*viewtest.Screen, *exampleScreen) {
	t.Helper()
	sc, v := opened(t, w, h, "dev-1370", "bow-lime")
	if m == nil {
		m = bow(t)
	}
	a := &explain.ExplainedModel{Asker: &model.Asker{Model: m, Cache: model.NewCache()}, Options: explain.Defaults()}
	a.Bare = true
	var err error
	if a.Sources, err = explain.SourcesOf(m.Declaration().Inputs, ""); err != nil {
		t.Fatal(err)
	}
	sc.Session.Model = "demo"
	sc.Session.StartModel = func(context.Context, string, *loaders.Run) (*explain.ExplainedModel, error) { return a, nil }
	sc.Send(views.RefreshViews{})
	for range len(strings.Fields(premise + hypothesis)) { // to the first token
		sc.Press("h")
	}
	return sc, v
}

func bow(t *testing.T) model.Differentiable {
	t.Helper()
	m := model.Demo()
	return m
}

const premise, hypothesis = "Two little girls and one little boy are running on the grass .", "Three kids are running ."

// answer returns what the demo's model answers, as the bars have it.
func answer(t *testing.T, premise, hypothesis string) string {
	t.Helper()
	p, err := bow(t).Ask(t.Context(), []model.Input{{{Tokens: strings.Fields(premise)}, {Tokens: strings.Fields(hypothesis)}}})
	check.NoError(t, err)
	best := slices.Index(p[0], slices.Max(p[0]))
	return bow(t).Declaration().Labels[best] + " " + widget.Small(p[0][best])
}

// A word goes by a key and comes back by another, and the model's answer follows.
func TestRemoveAWord(t *testing.T) {
	sc, v := withModel(t, 120, 44, nil)
	sc.Press("l", "l", "-")
	whole, without := answer(t, premise, hypothesis), answer(t, strings.Replace(premise, "girls ", "", 1), hypothesis)
	sc.Want(whole+" → "+without, "without “girls”", "╭girls╮", "✓ bow ", "? without", "bow gradient-input", "without gradient-input",
		"a token has no score")
	check.Contains(t, v.Status(), "model bow · queried with 4 texts")
	sc.Press("l", "-")
	sc.Want("without “girls and”")
	sc.Press("-")
	sc.WantWarning("already removed")
	sc.Undo()
	sc.Want(whole + " → " + without)
	if got := v.Status(); !strings.Contains(got, "queried with 6 texts") { // none for what was known
		t.Error(got)
	}
	sc.Press("h", "+")
	sc.Want(whole + ", expected")
	sc.Without("╭girls╮", "? without")
	sc.Press("esc")
	sc.Without(whole + ", gold")
	for range 40 { // past the special token, to the end
		sc.Press("l")
	}
	sc.Press("h", "h", "-")
	sc.Want("without “are”")
}

// The setting of the explainers says what - leaves in a word's place, of words that are away
// already too; and zeros are the vectors of the words, not other words.
func TestRemoveAWordByAnother(t *testing.T) {
	sc, v := withModel(t, 120, 44, nil)
	sc.Press("l", "l", "-")
	whole, unknown := answer(t, premise, hypothesis), answer(t, strings.Replace(premise, "girls", model.UnknownWord, 1), hypothesis)
	sc.Run(sc.Named("removal").Turn(1))
	sc.Draw()
	sc.Want(whole+" → "+unknown, "unknown words for “girls”", "╭girls╮")
	sc.Press("l", "-")
	sc.Want("unknown words for “girls and”")
	sc.Press("+")
	sc.Run(sc.Named("removal").Turn(1))
	sc.Draw()
	in := []model.Input{{{Tokens: strings.Fields(premise)}, {Tokens: strings.Fields(hypothesis)}}}
	at, err := bow(t).Vectors(t.Context(), in)
	check.NoError(t, err)
	at[0][0][2] = make([]float64, len(at[0][0][2]))
	p, _, err := bow(t).At(t.Context(), []model.GradientPoint{{Input: in[0], Vectors: at[0]}})
	check.NoError(t, err)
	best := slices.Index(p[0], slices.Max(p[0]))
	sc.Want("zeros for “girls”", whole+" → "+bow(t).Declaration().Labels[best]+" "+widget.Small(p[0][best]))
	without := v.model.lastAnswer()
	if without == nil || !slices.ContainsFunc(without.Attributions, func(a loaders.Attribution) bool { return a.Scores[2] == 0 }) {
		t.Error("a word without a vector has heat")
	}
	sc.Act("ask", "lime")
	sc.WantWarning("this explainer removes words")
	sc.Act("ask", "occlusion")
	sc.Want("without occlusion")
}

// The edit is a step of the way here, which a session whose model the command line named
// can follow, and it can be taken back as a whole.
func TestEditsAreUndoneAsOneStep(t *testing.T) {
	sc, v := withModel(t, 120, 44, nil)
	sc.Act("set-text", "hypothesis text Three cats are running .")
	sc.Act("set-text", "premise without 0 1 5")
	want := answer(t, "girls and one boy are running on the grass .", "Three cats are running .")
	sc.Want("edited", "without", want, "without “Two little”, “little”; hypothe", "╭cats╮")
	steps := v.Steps()
	again, other := withModel(t, 120, 44, nil)
	check.Equal(t, "effect of a step that may ask a process", again.Named("set-text").Effect, widget.Asks)
	again.Session.Given = true
	check.Equal(t, "effect if the command line named the model", again.Named("set-text").Effect, widget.Looks)
	for _, s := range steps {
		if s.Name == views.StepText {
			again.Act(s.Name, s.Value())
		}
	}
	check.Equal(t, "screen after the steps", again.Text(), sc.Text(), steps)
	check.Equal(t, "edits", len(other.model.edit.Steps()), 2)
	sc.Press(":original")
	sc.Without("edited", "╭cats╮")
	for _, wrong := range []string{"", "premise", "premise text", "title text x", "premise without 99", "premise without 1 1",
		"premise cut 1"} {
		flashes := len(sc.Flash)
		if sc.Act("set-text", wrong); len(sc.Flash) == flashes || !sc.Flash[flashes].Bad {
			t.Errorf("%q: %v", wrong, sc.Flash[flashes:])
		}
	}
}

// What was recorded stays beside the answers to a change, and is called so.
func TestRecordedRowsStayWhileAsking(t *testing.T) {
	sc, _ := withModel(t, 120, 40, nil)
	sc.Press("l", "l", "-")
	sc.Want("recorded ", "without gradient-i")
}

// On 80 cells, in 23 lines as in tmux, nothing of a change is cut: it stands below the answers, and the heat after it has
// its row.
func TestChangesFitASmallTerminal(t *testing.T) {
	sc, _ := withModel(t, 80, 19, nil)
	sc.Press("l", "l", "-", "l", "l", "l", "-")
	sc.Want("without “girls”, “little”", "hypothesis")
	sc.Press("G")
	sc.Want("without gradient-i")
	sc.Act("set-text", "hypothesis text Three dogs are running .")
	sc.Want("without “girls”, “little”; hypothesis “kids” → “dogs”")
	sc.Fits()
}

// The text under the cursor is edited as text: enter asks, esc leaves it.
func TestEditTheTextUnderTheCursor(t *testing.T) {
	sc, v := withModel(t, 80, 24, nil)
	sc.Press("e")
	sc.Want("the premise", "enter asks the model")
	sc.Press("esc")
	for range 14 {
		sc.Press("l")
	}
	sc.Press("e")
	sc.Want("the hypothesis", hypothesis)
	sc.Press("delete", "delete", "delete", "delete")
	sc.Typed("dogs")
	sc.Press("enter")
	check.Equal(t, "the words", strings.Join(v.model.edit.Words(v.ex), ""), "hypothesis “kids” → “dogs”")
	sc.Want(answer(t, premise, hypothesis) + " → " + answer(t, premise, "Three dogs are running ."))
	sc.Act("edit", "question")
	for range 4 {
		sc.Press("delete")
	}
	sc.Typed("Three ")
	sc.Press("esc")
	sc.Undo()
	if len(v.model.edit) != 0 {
		t.Error(v.model.edit)
	}
}

// A text from which words were taken away is edited as what is left of it, from the word under the
// cursor on; as it stands it changes nothing, and a change is of what was left.
func TestEditorOmitsRemovedWords(t *testing.T) {
	sc, v := withModel(t, 120, 44, nil)
	sc.Press("l", "l", "-", "h", "h", "-", "l", "l", "l", "e")
	left := "little and one little boy are running on the grass ."
	sc.Want("the premise", left)
	sc.Without("Two " + left)
	sc.Press("enter")
	check.Equal(t, "the words", strings.Join(v.model.edit.Words(v.ex), ""), "without “Two”, “girls”")
	sc.Press("e", "delete", "delete", "delete")
	sc.Typed("or")
	sc.Press("enter")
	sc.Want(answer(t, premise, hypothesis) + " → " + answer(t, strings.Replace(left, "and", "or", 1), hypothesis))
	if c := v.model.edit["passage"]; *c.Text != strings.Replace(left, "and", "or", 1) || c.Away != nil {
		t.Errorf("edited as %q without %v", *c.Text, c.Away)
	}
	sc.Undo()
	sc.Want("without “Two”, “girls”")
	sc.Press("e", "home")
	sc.Typed("Two ")
	sc.Press("right", "right", "right", "right", "right", "right", "right")
	sc.Typed("girls ")
	sc.Press("enter")
	if len(v.model.edit) != 0 {
		t.Errorf("the original text is the edit %q", *v.model.edit["passage"].Text)
	}
}

// Explainers are asked one after the other, those that draw with few samples first.
func TestAskExplainers(t *testing.T) {
	sc, v := withModel(t, 120, 50, nil)
	sc.Act("ask", "lime-tokens")
	sc.Want("bow lime-tokens")
	check.Equal(t, "rest of the scores of few samples", v.model.stages[0].out.Meta[coarse+"lime-tokens"], "")
	sc.Act("ask", "occlusion")
	sc.Want("bow occlusion", "bow lime-tokens")
	sc.Press("-")
	sc.Want("without occlusion", "without lime-tokens")
	sc.Press("a")
	sc.Want("╭ ask the model ─", "kernelshap", "saliency")
	sc.Press("esc")
	sc.Act("ask", "nothing")
	check.Contains(t, sc.Flash[len(sc.Flash)-1].Text, "not an explainer")
}

// Explainers take words away as a setting says.
func TestTurnTheRemoval(t *testing.T) {
	sc, v := withModel(t, 120, 50, nil)
	sc.Act("ask", "occlusion")
	p := func(premise string) float64 {
		p, err := bow(t).Ask(t.Context(), []model.Input{{{Tokens: strings.Fields(premise)}, {Tokens: strings.Fields(hypothesis)}}})
		check.NoError(t, err)
		return p[0][slices.Index(bow(t).Declaration().Labels, v.model.stages[0].out.Answer.Predicted)]
	}
	scoredWithout := func(removal, instead string) {
		t.Helper()
		want := p(premise) - p(strings.Replace(premise, "girls ", instead, 1))
		made, _ := v.model.stages[0].attributionOf("occlusion")
		if got := made.Scores[2]; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, not %v", removal, got, want)
		}
	}
	scoredWithout("delete", "")
	sc.Run(sc.Named("removal").Turn(1))
	scoredWithout("unk", model.UnknownWord+" ")
	sc.Run(sc.Named("removal").Turn(1))
	check.Equal(t, "removal", sc.Named("removal").Shown(), "removal zero")
	sc.Undo()
	scoredWithout("unk", model.UnknownWord+" ")
}

// plain is a model without gradients, which may fail, or wait.
type plain struct {
	model.Model
	fails error
	wait  bool
}

func (p *plain) Declaration() *model.Declaration {
	d := *p.Model.Declaration()
	d.Gradients = false
	return &d
}

func (p *plain) Ask(ctx context.Context, batch []model.Input) ([][]float64, error) {
	if p.wait {
		<-ctx.Done()
	}
	if err := cmpOr(p.fails, ctx.Err()); err != nil {
		return nil, err
	}
	return p.Model.Ask(ctx, batch)
}

func cmpOr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// A model without gradients has the heat of occlusion, and says which explainers it lacks.
func TestAskWithoutGradients(t *testing.T) {
	p := &plain{Model: bow(t)}
	sc, v := withModel(t, 120, 44, p)
	sc.Press("-")
	sc.Want("bow occlusion", "without occlusion")
	sc.Act("ask", "ig")
	sc.WantWarning("has no gradients")
	p.fails = errors.New("it \x1b]0;says\x07 no")
	sc.Press("l", "-")
	if last := sc.Flash[len(sc.Flash)-1]; !last.Bad || !strings.Contains(last.Text, "says") || strings.ContainsRune(last.Text, '\x1b') {
		t.Errorf("%q", last.Text)
	}
	check.Equal(t, "still asking", v.model.busy, "")
}

// No key waits for a model: what is asked runs in the background, esc stops it, and what
// comes later is dropped.
func TestKeysDoNotWaitForTheModel(t *testing.T) {
	p := &plain{Model: bow(t), wait: true}
	sc, v := withModel(t, 120, 44, p)
	cmd := sc.Named("remove").Run() // which Bubble Tea runs in the background
	if sc.Draw(); !strings.Contains(v.Status(), "asking for the answer") {
		t.Error(v.Status())
	}
	sc.Want("╭Two╮") // at once
	reply := make(chan any)
	go func() {
		for _, c := range batched(cmd()) {
			if msg := c(); msg != nil {
				reply <- msg
			}
		}
		close(reply)
	}()
	sc.Press("l", "esc")
	for msg := range reply {
		sc.Handle(msg)
	}
	if len(sc.Flash) > 0 || v.model.busy != "" || v.model.stages[0].out != nil {
		t.Errorf("%v, asking %q", sc.Flash, v.model.busy)
	}
	p.wait = false
	sc.Press("-")
	sc.Want("without “Two little”", "? without")
}

// One goes on reading while a model is asked: what it says is kept with the example that it was asked
// about, to the last explainer, and is there when one comes back, whether that was before it or after.
func TestAskingContinuesInTheBackground(t *testing.T) {
	for _, early := range []bool{true, false} {
		sc, v := withModel(t, 120, 44, nil)
		first := v.ex.ID
		waiting := batched(sc.Named("remove").Run()()) // what Bubble Tea runs in the background
		v.layOut()
		sc.Press("K")
		if works := v.Works(); v.ex.ID == first || v.form != recorded || v.Status() != "" || len(works) != 1 ||
			!strings.Contains(works[0].What, "about "+first+" of bow lime") {
			t.Fatal(v.ex.ID, v.form, v.Status(), works)
		}
		if early {
			sc.Press("J")
			sc.Want("… → …, expected entailment")
		}
		for _, c := range waiting {
			sc.Handle(c())
		}
		sc.Draw()
		if !early {
			sc.Without("? without")
			sc.Press("J", ":what-if")
		}
		sc.Want("? without", "without gradient-input")
		if m, ok := v.model.model, v.busy == ""; !ok || m.Asked.Load() != 4 {
			t.Errorf("asking %q, %d texts asked", v.busy, m.Asked.Load())
		}
	}
}

// Without a model the keys say how to name one.
func TestAskingWithoutAModelIsRefused(t *testing.T) {
	sc, _ := withModel(t, 120, 44, nil)
	sc.Session.Model = ""
	sc.Press("-")
	check.Contains(t, sc.Flash[len(sc.Flash)-1].Text, ":model demo")
	sc.Session.StartModel = nil
	sc.Press("e")
	sc.WantSaid("no model is available here")
}

// What was changed is kept as an example of a run of its own, without the correct answer,
// which was given to another text, and stays when the list goes on.
func TestKeepAnEdit(t *testing.T) {
	sc, v := withModel(t, 120, 44, nil)
	var saved *loaders.Example
	exports(sc, func(run *loaders.Run, path string) error {
		if saved = run.Example(0); path == "x.html" && run.Name != v.of.Name+" · asked again" {
			t.Errorf("exported %s", run.Name)
		}
		return nil
	})
	sc.Press("l", "l", "-", ":save-run")
	if saved == nil || saved.Answer.Gold != "" || saved.Meta["gold before"] != "entailment" || saved.Meta["what if"] != "without “girls”" ||
		slices.Contains(saved.Passage.Tokens, "girls") || saved.Passage.Text != strings.Join(saved.Passage.Tokens, " ") ||
		len(saved.Answer.Classes) != 3 || !slices.Contains(saved.Tags, "what-if") {
		t.Errorf("saved: %+v", saved)
	}
	sc.Act("export", "x.html")
	if saved.Meta["what if"] != "without “girls”" {
		t.Errorf("exported: %+v", saved)
	}
	v.model.stages[1].out = nil
	check.Equal(t, "export is off for", sc.Named("export").Why(), "the model has not answered yet")
	v.model.arrangeStages()
	sc.Press(":hold", "esc")
	sc.Want("asked again")
	sc.Press(":hold", "K", "J")
	sc.Want("1 change kept: see `w w`")
	sc.Press(":what-if")
	sc.Want("without “girls”")
	if len(v.model.edit) != 1 {
		t.Error(v.model.edit)
	}
}

// batched returns the commands of a batch.
func batched(msg tea.Msg) []tea.Cmd {
	if list, ok := msg.(tea.BatchMsg); ok {
		return list
	}
	return []tea.Cmd{func() tea.Msg { return msg }}
}
