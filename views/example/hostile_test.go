package example

import (
	"image"
	"math"
	"strings"
	"testing"

	"faithscope/themes"
	"faithscope/views/viewtest"
)

// Every hostile example can be walked, at any size and with any colours,
// without a panic, an overflow or a control character.
func TestExampleSurvivesHostileExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("one thing after the other, and many of them")
	}
	examples := viewtest.HostileExamples()
	s := viewtest.Of(t, viewtest.RunOf("hostile", examples...))
	for i, size := range []image.Point{{80, 24}, {132, 40}, {30, 12}, {9, 4}, {1, 1}, {0, 0}} {
		s.Theme = themes.Default().On(themes.Dark, []int{1 << 24, 256, 16, 2}[i%4])
		for i := range examples {
			sc := viewtest.New(t, size.X, size.Y, s, New(s, 0, i, short(2)))
			sc.Press("G", "k", ":words", ":words", "tab", "j", "G", ":log-scale", "h", "l", "z", "z", "z", "esc", "esc", "c", ":copy-words", "home")
			sc.Fits()
		}
	}
}

func FuzzExampleDraw(f *testing.F) {
	f.Add("a question", "find", "text", .5, .25, 80, 24)
	f.Add("\x1b[31m", "界界", "\u202e", math.NaN(), 2.0, 3, 1)
	f.Fuzz(func(t *testing.T, question, op, text string, p, q float64, w, h int) {
		if w < 0 || h < 0 || w > 300 || h > 100 || len(question)+len(op)+len(text) > 20_000 {
			t.Skip()
		}
		box := viewtest.BoxExample(question, p > q, true)
		box.Question, box.Tokens = question, strings.Fields(question)
		box.Program[1].Op, box.Program[1].Text = op, text
		box.Program[1].Attention = []float64{p, q}
		box.Program[1].Output.Boxes = [][]float64{{p, q}}
		span := viewtest.SpanExample(text, p)
		span.Passage.Tokens = append(strings.Split(question, " "), op)
		s := viewtest.Of(t, viewtest.RunOf("hostile", box, span))
		for i := range s.Run(0).Len() {
			sc := viewtest.New(t, w, h, s, New(s, 0, i, short(2)))
			sc.Press("j", "tab", "j", ":words", ":log-scale")
			sc.Fits()
		}
	})
}
