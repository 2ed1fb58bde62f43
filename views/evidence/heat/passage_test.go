package heat

import (
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders"
	"faithscope/themes"
	"faithscope/views/evidence"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// A module without output of its own shows where its first input attends.
func TestPassageOfAnInput(t *testing.T) {
	ex := &loaders.Example{ID: "p", Passage: &loaders.Passage{Tokens: []string{"a", "kick", "of", "ten"}}, Program: []loaders.Module{
		{Op: "find-num", Children: []int{1}}, {Op: "find", Text: "kick", Output: loaders.Output{Tokens: []float64{0, .9, 0, .1}}},
	}}
	of := evidence.ShownVersions{ExampleVersion: evidence.ExampleVersion{Example: ex}}
	said := (&PassageHeat{}).Find(&of, evidence.Options{Width: 80})
	const instead = "this module has no attention; shown instead: find[kick]"
	if len(said.Words) == 0 || said.Facts[0] != instead || !strings.Contains(said.Words[0], "kick") {
		t.Errorf("it says %q and %q", said.Facts, said.Words)
	}
	ex.Program[0].Children = nil
	if said = (&PassageHeat{}).Find(&of, evidence.Options{Width: 80}); said.Facts != nil {
		t.Errorf("without inputs it says %q", said.Facts)
	}
}

// Where the passage leaves lines free, every module has a strip on its own scale, with gold underlined.
func TestEveryModuleHasAStrip(t *testing.T) {
	module := func(op string, tokens ...float64) loaders.Module {
		return loaders.Module{Op: op, Output: loaders.Output{Tokens: tokens}}
	}
	ex := &loaders.Example{ID: "p", Passage: &loaders.Passage{Tokens: strings.Fields("a kick of ten")}, Program: []loaders.Module{
		module("find-num", 0, 0, 0, .1), module("find", 0, .9, .1, .3),
	}}
	ex.Program[0].Children, ex.Program[0].Gold = []int{1}, &loaders.Gold{Spans: []loaders.Span{{Start: 3, End: 4}}}
	of := evidence.ShownVersions{ExampleVersion: evidence.ExampleVersion{Example: ex}}
	const strips = "every module, from the first token to the last · gold\nfind-num  ···█\nfind      ·█·▃"
	for height, want := range map[int]string{12: strips, 6: ""} {
		p := &PassageHeat{}
		p.Find(&of, evidence.Options{Width: 60})
		f, look := widget.NewFrame(60, height), widget.Look{Theme: themes.Default().On(themes.Dark, 2)}
		p.Lay(evidence.PartSpace{Area: f.Bounds(), Above: f.Bounds(), Look: look})
		p.Draw(f, look)
		lines := strings.Split(viewtest.Text(f), "\n")
		if text := strings.Join(lines, "\n"); want == "" && strings.Contains(text, "every") || !strings.Contains(text, want) {
			t.Errorf("%d lines:\n%s", height, text)
		}
		at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "find-num  ") })
		if _, style := f.At(13, max(0, at)); at >= 0 && style.Underline != uv.UnderlineSingle {
			t.Error("gold isn't underlined")
		}
	}
}

// Equal tokens of equal weight are a row, and so is all punctuation.
func TestGroupsOfTokens(t *testing.T) {
	text := PassageHeat{heatedText: heatedText{tokens: strings.Fields("goal , a goal . a"), numbers: []float64{.25, .5, .25, .25, .125, .125}}}
	var got []string
	rows, _ := text.passageLines(80)
	for _, row := range rows {
		got = append(got, row.Text)
	}
	if want := "p .62 punctuation ×2|p .50 goal ×2|p .25 token 2 “a”|p .12 token 5 “a”"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}
