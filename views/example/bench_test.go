package example

import (
	"fmt"
	"image"
	"testing"

	"faithscope/loaders"
	"faithscope/themes"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// drawn draws an example again and again.
func drawn(b *testing.B, ex *loaders.Example) {
	b.Helper()
	s := viewtest.Of(b, viewtest.RunOf("r", ex))
	s.Theme = themes.Default().On(themes.Dark, 1<<24)
	v := New(s, 0, 0, short(1))
	v.Update(views.ResizeView{Area: image.Rect(0, 0, 132, 40)})
	v.Update(v.Init()())
	b.ReportAllocs()
	for b.Loop() {
		f := widget.NewFrame(132, 40)
		v.Draw(f, f.Bounds())
	}
}

func BenchmarkDrawExample(b *testing.B) { drawn(b, viewtest.BoxExample("example-000000", true, true)) }

// BenchmarkDrawPassage draws 500 tokens under heat, the most text there is.
func BenchmarkDrawPassage(b *testing.B) {
	ex := viewtest.SpanExample("p", .5)
	ex.Passage.Tokens = make([]string, 500)
	ex.Program[0].Output.Tokens = make([]float64, 500)
	for i := range ex.Passage.Tokens {
		ex.Passage.Tokens[i] = fmt.Sprintf("token%d", i)
		ex.Program[0].Output.Tokens[i] = float64(i) / 500
	}
	drawn(b, ex)
}

// BenchmarkKey moves between two modules: what a key costs beside drawing.
func BenchmarkKey(b *testing.B) {
	s := viewtest.Of(b, viewtest.RunOf("r", towerExample()))
	v := New(s, 0, 0, short(1))
	v.Update(views.ResizeView{Area: image.Rect(0, 0, 132, 40)})
	v.Update(v.Init()())
	b.ReportAllocs()
	for b.Loop() {
		v.Actions()[0].Run()
		v.Actions()[1].Run()
	}
}
