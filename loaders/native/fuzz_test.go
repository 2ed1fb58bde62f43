package native

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// FuzzNative reads any bytes as a run. Whatever they are, every example must
// keep the promises that screens and scores rest on, and must come back the
// same when it is written and read. It decodes the lines itself: with the
// goroutine of an opened run the coverage of two equal inputs differs, and
// the fuzzer would search for the reason instead of for faults.
func FuzzNative(f *testing.F) {
	content, err := os.ReadFile("testdata/three.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content)
	f.Add(encoded(f, Header{}, full()))
	f.Add([]byte(program(`{"op": "find", "children": [1, 1, 0, 9], "output": {"boxes": [[NaN, -Infinity]]}, "gold": {"merged": [3, -1]}}, {"gold": {"spans": [[1]]}}`)))
	f.Add([]byte(`{"id": 1, "answer": {"scores": {"a": null}}, "rationales": [{"spans": [[0, 9999999999]]}]}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		detect(content)
		h, _, err := readHeader(content)
		if err != nil {
			return
		}
		d, err := newDecoder(h)
		if err != nil {
			return
		}
		for line := range bytes.Lines(content) {
			ex := d.example(&record.Record{Bytes: line, Line: 1})
			if ex.Broken != "" {
				continue
			}
			promises(t, ex)
			_, line, _ := bytes.Cut(encoded(t, Header{}, ex), []byte("\n"))
			again := (&decoder{}).example(&record.Record{Bytes: line, Line: 1})
			if again.Broken != "" {
				t.Fatalf("%s: reading what was written:\n%s", again.Broken, line)
			}
			promises(t, again)
			if len(again.Program) != len(ex.Program) || !reflect.DeepEqual(again.Tags, nonEmpty(ex.Tags)) || again.Question != ex.Question {
				t.Errorf("written and read again\n%+v\nis\n%+v", ex, again)
			}
		}
	})
}

func nonEmpty(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

func promises(t *testing.T, ex *loaders.Example) {
	t.Helper()
	parents := map[int]int{}
	for i, m := range ex.Program {
		for _, child := range m.Children {
			if _, twice := parents[child]; twice || child <= i || child >= len(ex.Program) {
				t.Errorf("module %d has child %d", i, child)
			}
			parents[child] = i
		}
		if m.Output.Boxes != nil && len(m.Output.Boxes) != len(ex.Images) {
			t.Errorf("module %d: boxes for %d of %d images", i, len(m.Output.Boxes), len(ex.Images))
		}
		for j, list := range m.Output.Boxes {
			if len(list) != len(ex.Images[j].Proposals) {
				t.Errorf("module %d: %d probabilities for %d boxes", i, len(list), len(ex.Images[j].Proposals))
			}
			for _, p := range list {
				if !(p >= -1e-4 && p <= 1+1e-4) {
					t.Errorf("module %d: probability %v", i, p)
				}
			}
		}
		if m.Output.Tokens != nil && len(m.Output.Tokens) != len(ex.Passage.Tokens) {
			t.Errorf("module %d: %d probabilities for %d tokens", i, len(m.Output.Tokens), len(ex.Passage.Tokens))
		}
		if g := m.Gold; g != nil {
			if g.Boxes != nil && len(g.Boxes) != len(ex.Images) {
				t.Errorf("module %d: gold for %d of %d images", i, len(g.Boxes), len(ex.Images))
			}
			for _, s := range g.Spans {
				if s.Start < 0 || s.Start >= s.End || s.End > len(ex.Passage.Tokens) {
					t.Errorf("module %d: gold span %v", i, s)
				}
			}
			for _, other := range g.Merged {
				if other < 0 || other >= len(ex.Program) {
					t.Errorf("module %d: merged with %d", i, other)
				}
			}
		}
	}
}

// nlvr is a run of n examples as large as those of NLVR2: 2 images of 36
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
	if err != nil {
		b.Fatal(err)
	}
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
		if err := e.Encode(ex); err != nil {
			b.Fatal(err)
		}
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
