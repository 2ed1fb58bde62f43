package native

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// nlvr returns a run of n examples as large as those of NLVR2: 2 images of 36
// proposals, a program of 6 modules.
func nlvr(b *testing.B, n int) []byte {
	im := loaders.Image{Path: "a.png", Width: 640, Height: 480}
	var p []float64
	for i := range 36 {
		x := float64(i) / 100
		im.Proposals = append(im.Proposals, loaders.Box{X0: x, Y0: x, X1: x + 1./3, Y1: x + 1./7})
		p = append(p, x/3)
	}
	var content bytes.Buffer
	e, err := NewEncoder(&content, Header{})
	check.NoError(b, err)
	for i := range n {
		ex := &loaders.Example{ID: fmt.Sprintf("dev-%d-0", i), Question: "there are two dogs in the left image and a cat",
			Images: []loaders.Image{im, im}}
		for m := range 6 {
			module := loaders.Module{Op: "find", Text: "dogs", Output: loaders.Output{Boxes: [][]float64{p, p}}, Place: -1}
			if m < 5 {
				module.Children = []int{m + 1}
			}
			ex.Program = append(ex.Program, module)
		}
		line, err := e.Line(ex)
		check.NoError(b, err)
		content.Write(line)
	}
	return content.Bytes()
}

func BenchmarkDecode(b *testing.B) {
	content := nlvr(b, 1)
	run := opened(b, content, loaders.Options{})
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if ex := run.Scan(0); ex.Broken != "" {
			b.Fatal(ex.Broken)
		}
	}
}

// BenchmarkMemory reports what one example of a run takes: once its place is
// known, and once every row has been read.
func BenchmarkMemory(b *testing.B) {
	const n = 2000
	content := nlvr(b, n)
	for b.Loop() {
		before := heap()
		run := opened(b, content, loaders.Options{})
		indexed := heap()
		for i := range n {
			run.Row(i)
		}
		b.ReportMetric(float64(indexed-before)/n, "B/example-indexed")
		b.ReportMetric(float64(heap()-before)/n, "B/example-listed")
		run.Close()
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
