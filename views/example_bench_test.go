package views

import (
	"fmt"
	"image"
	"testing"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/views/widget"
)

// benchmarkList is a list of n scored examples. Their summaries are made
// here: what is measured is the list, not scoring.
func benchmarkList(b *testing.B, n int) *Examples {
	b.Helper()
	run := loaders.NewRun("r", "test", listed(n), func(i int) (*loaders.Example, error) {
		return boxExample(fmt.Sprintf("example-%06d", i), i%3 == 0, i%7 == 0), nil
	})
	s := &Session{Settings: scoring.Defaults(), Look: widget.Look{Theme: themes.Default().On(true, 1<<24)}, Runs: []*session.Scored{session.New(run, session.Protocols())}}
	if err := s.Runs[0].Read(b.Context()); err != nil {
		b.Fatal(err)
	}
	v := NewExamples(s, 0, ExampleFilter{}).(*Examples)
	v.Update(Resize{Area: image.Rect(0, 0, 132, 40)})
	return v
}

func BenchmarkFilterAndSort100k(b *testing.B) {
	v := benchmarkList(b, 100_000)
	v.filter = ExampleFilter{Text: "dog", Faithful: loaders.Wrong}
	v.order = exampleOrder{by: byFaithfulness}
	b.ReportAllocs()
	for b.Loop() {
		v.rows = v.derive()
	}
}

func BenchmarkSortByQuestion100k(b *testing.B) {
	v := benchmarkList(b, 100_000)
	v.order = exampleOrder{by: byQuestion}
	b.ReportAllocs()
	for b.Loop() {
		v.rows = v.derive()
	}
}

func BenchmarkDrawExamples100k(b *testing.B) {
	v := benchmarkList(b, 100_000)
	v.table.Select(50_000)
	b.ReportAllocs()
	for b.Loop() {
		f := widget.NewFrame(132, 40)
		v.Draw(f, f.Bounds())
	}
}

func BenchmarkDrawExample(b *testing.B) {
	v := benchmarkList(b, 10)
	e := NewExample(v, 0).(*Example)
	e.Update(Resize{Area: image.Rect(0, 0, 132, 40)})
	e.Update(e.Init()())
	b.ReportAllocs()
	for b.Loop() {
		f := widget.NewFrame(132, 40)
		e.Draw(f, f.Bounds())
	}
}

// BenchmarkDrawPassage draws 500 tokens under heat, the most text there is.
func BenchmarkDrawPassage(b *testing.B) {
	ex := spanExample("p", .5)
	ex.Passage.Tokens = make([]string, 500)
	ex.Program[0].Output.Tokens = make([]float64, 500)
	for i := range ex.Passage.Tokens {
		ex.Passage.Tokens[i] = fmt.Sprintf("token%d", i)
		ex.Program[0].Output.Tokens[i] = float64(i) / 500
	}
	s := hostileSession(b, []*loaders.Example{ex})
	s.Theme = themes.Default().On(true, 1<<24)
	e := NewExample(NewExamples(s, 0, ExampleFilter{}).(*Examples), 0).(*Example)
	e.Update(Resize{Area: image.Rect(0, 0, 132, 40)})
	e.Update(e.Init()())
	b.ReportAllocs()
	for b.Loop() {
		f := widget.NewFrame(132, 40)
		e.Draw(f, f.Bounds())
	}
}
