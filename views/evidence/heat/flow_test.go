package heat

import (
	"image"
	"math"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// flowText returns what a flow shows, line by line.
func flowText(fl *TokenFlow, w int) string {
	f := widget.NewFrame(w, len(fl.lines)+1)
	for i := range fl.lines {
		fl.Draw(f, i, image.Rect(0, i, w, i+1), viewtest.DarkLook(2), -1)
	}
	return strings.TrimRight(viewtest.Text(f), "\n")
}

func TestFlow(t *testing.T) {
	tokens := strings.Fields("the cat sat on the mat")
	for _, tt := range []struct {
		name   string
		tokens []string
		hot    []float64
		gold   []loaders.Span
		width  int
		want   string
	}{
		{"plain", tokens, nil, nil, 40, "the cat sat on the mat"},
		{"wraps between tokens", tokens, nil, nil, 11, "the cat sat\non the mat"},
		{"bars without colour", tokens, []float64{0, 1, .5, .01}, nil, 40, "the cat█ sat▅ on the mat"},
		{"gold in brackets", tokens, nil, []loaders.Span{{Start: 1, End: 3}}, 40, "the [cat sat] on the mat"},
		{"gold in gold", tokens, nil, []loaders.Span{{Start: 1, End: 3}, {Start: 1, End: 2}}, 40, "the [[cat] sat] on the mat"},
		{"gold outside is cut or left out", tokens, nil, []loaders.Span{{Start: -2, End: 1}, {Start: 5, End: 90}, {Start: 3, End: 3},
			{Start: 50, End: 60}}, 40, "[the] cat sat on the [mat]"},
		{"a token wider than the line", []string{"a", "incomprehensible", "b"}, nil, nil, 8, "a\nincompr…\nb"},
		{"no tokens", nil, []float64{1}, []loaders.Span{{Start: 0, End: 1}}, 8, ""},
		{"wide glyphs", []string{"界界界", "x"}, nil, nil, 7, "界界界\nx"},
	} {
		fl := NewFlow(tt.tokens, tt.hot, tt.gold, tt.width, viewtest.DarkLook(2))
		check.Equal(t, tt.name, flowText(fl, tt.width), tt.want)
		for i, p := range fl.places {
			if line := p.line; line < 0 || line >= len(fl.lines) {
				t.Errorf("%s: token %d is on line %d of %d", tt.name, i, line, len(fl.lines))
			}
		}
	}
}

// The same span a million times must not make a million brackets.
func TestBracketsAreBounded(t *testing.T) {
	gold := make([]loaders.Span, 1_000_000)
	for i := range gold {
		gold[i] = loaders.Span{Start: 0, End: 2}
	}
	opens, closes := spanBrackets(gold, 3)
	if opens[0] != maxBrackets || closes[1] != maxBrackets {
		t.Errorf("opens %v, closes %v", opens, closes)
	}
}

func TestScale(t *testing.T) {
	p := []float64{0, .0005, .05, .5}
	for _, tt := range []struct {
		log  bool
		x    float64
		want float64
		why  string
	}{
		{false, .5, 1, "the greatest is all"},
		{false, .05, .1, "its share"},
		{false, 0, 0, "nothing"},
		{true, .5, 1, "the greatest is all"},
		{true, .05, .75, "one decade of four below"},
		{true, .0005, .25, "three decades below"},
		{true, 1e-9, 0, "below the scale"},
		{true, 0, 0, "no logarithm of 0"},
		{true, math.NaN(), 0, "not a number"},
	} {
		if got := NewScale(p, tt.log).Heat(tt.x); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("log %v: %v is %v, want %v: %s", tt.log, tt.x, got, tt.want, tt.why)
		}
	}
	check.Equal(t, "a scale of nothing gives", NewScale(nil, true).Heat(1), 0)
}

// A phrase is one block: the blank between two heated tokens has the heat of the cooler one.
func TestBlanksOfAPhraseHaveHeat(t *testing.T) {
	look := viewtest.DarkLook(1 << 24)
	heat, tokens := []float64{1, .5, .02, .4, .8, .9}, strings.Fields("a b c d e f")
	fl := NewFlow(tokens, heat, []loaders.Span{{Start: 5, End: 6}}, 40, look)
	f := widget.NewFrame(40, 1)
	fl.Draw(f, 0, image.Rect(0, 0, 40, 1), look, -1)
	for blank, want := range map[int]float64{1: .5, 3: 0, 5: 0, 7: .4, 9: 0} { // a bracket ends a phrase
		if _, st := f.At(blank, 0); st.Bg != look.TokenHeat(want).Bg {
			t.Errorf("the blank after %s has %v, want the heat of %v", tokens[blank/2], st.Bg, want)
		}
	}
	minus, plus := tokenStyle{heat: -.4, style: look.Heat(.4)}, tokenStyle{heat: .8, style: look.Heat(.8)}
	if st := minus.joinStyle(plus); st.Bg != nil {
		t.Error("heat of two signs is joined")
	}
}

// A pair's texts are side by side where one line holds both, else below each other; either way the
// cursor's line is the one that has the token.
func TestPairIsBesideWhereItFits(t *testing.T) {
	row := &tokenScores{name: "expert", marks: true, scores: []float64{0, 1, 0, 1, 0, 0, 0, 0}, scale: NewScale([]float64{1}, Linear)}
	for w, want := range map[int]string{
		50: "           premise │ hypothesis\n           the cat │ a dog ran home with us\n" +
			"expert     ··· ━━━ │ · ━━━ ··· ···· ···· ··",
		40: "premise    the cat\nexpert     ··· ━━━\n\n" +
			"hypothesis a dog ran home with us\nexpert     · ━━━ ··· ···· ···· ··",
	} {
		g := &tokenGrid{name: "tokens", tokens: strings.Fields("the cat a dog ran home with us"), rows: []*tokenScores{row}, second: 2,
			texts: [2]string{"premise", "hypothesis"}}
		gs := &tokenGrids{all: []*tokenGrid{g}}
		gs.layLines(w)
		f := widget.NewFrame(w, gs.count)
		for i := range gs.count {
			g.drawLine(f, i, image.Rect(0, i, w, i+1), viewtest.DarkLook(2), nil, -1)
		}
		check.Equal(t, "text", strings.TrimRight(viewtest.Text(f), "\n"), want, w)
		check.Contains(t, strings.Split(viewtest.Text(f), "\n")[g.lineWith(3).at], "dog")
	}
}
