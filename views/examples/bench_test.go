package examples

import (
	"fmt"
	"image"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// benchmarkList returns a list of n scored examples. Their summaries are made
// here: what is measured is the list, not scoring.
func benchmarkList(b *testing.B, n int) *List {
	b.Helper()
	run := loaders.NewRun("r", "test", viewtest.CompleteRecords(n), func(i int) (*loaders.Example, error) {
		return viewtest.BoxExample(fmt.Sprintf("example-%06d", i), i%3 == 0, i%7 == 0), nil
	})
	s := &views.Session{Console: views.Console{Look: viewtest.DarkLook(1 << 24)},
		Data: views.Data{Runs: []*session.ScoredRun{session.New(run, session.Protocols())}, Settings: scoring.Defaults()}}
	check.NoError(b, s.Runs[0].Read(b.Context()))
	v := New(s, 0, Filter{})
	v.Update(views.ResizeView{Area: image.Rect(0, 0, 132, 40)})
	return v
}

func BenchmarkFilterAndSort100k(b *testing.B) {
	v := benchmarkList(b, 100_000)
	v.filter.Filter = Filter{Where: "dog unfaithful"}
	v.order, _ = orderBy("faithfulness", v.facts)
	b.ReportAllocs()
	for b.Loop() {
		v.deriveRows(false)
	}
}

func BenchmarkSortByQuestion100k(b *testing.B) {
	v := benchmarkList(b, 100_000)
	v.order, _ = orderBy("question", v.facts)
	b.ReportAllocs()
	for b.Loop() {
		v.deriveRows(false)
	}
}

// BenchmarkDrawRange100k draws a page of the middle of a range of all rows.
func BenchmarkDrawRange100k(b *testing.B) {
	v := benchmarkList(b, 100_000)
	v.sheet.Select(99_999)
	for _, a := range v.Actions() {
		if a.Name == "range" {
			a.Run()
		}
	}
	v.sheet.Select(0)
	b.ReportAllocs()
	for b.Loop() {
		f := widget.NewFrame(132, 40)
		v.Draw(f, f.Bounds())
	}
}

func BenchmarkDrawExamples100k(b *testing.B) {
	v := benchmarkList(b, 100_000)
	v.sheet.Select(50_000)
	b.ReportAllocs()
	for b.Loop() {
		f := widget.NewFrame(132, 40)
		v.Draw(f, f.Bounds())
	}
}
