package record

import (
	"errors"
	"math"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest/check"
)

// opened opens src as a codec's Open does.
func opened(t *testing.T, src *loaders.Source, open func(o *RunBuilder)) *loaders.Run {
	t.Helper()
	run, err := NewFormat(loaders.Format{Name: "test"}, RecordFormat{Open: open}).Open(t.Context(), src, loaders.Options{})
	check.NoError(t, err)
	t.Cleanup(func() { run.Close() })
	return run
}

func TestLineOfAnExample(t *testing.T) {
	decode := func(rec *Record) *loaders.Example { return &loaders.Example{ID: rec.Key} }
	lines := opened(t, sourceOf(t, "{\"header\":1}\n\n{}\n{}\n"), func(o *RunBuilder) { o.Lines(1, decode) })
	elements := opened(t, sourceOf(t, "{\n\"a\": {},\n\n\"b\": {}}"), func(o *RunBuilder) { o.Elements("*", decode) })
	for _, c := range []struct {
		why  string
		run  *loaders.Run
		want []int
	}{
		{"the header and blank lines count", lines, []int{3, 4}},
		{"an element begins in the line of its value", elements, []int{2, 4}},
	} {
		check.NoError(t, c.run.Wait(t.Context(), math.MaxInt))
		for i, want := range c.want {
			check.Equal(t, "example is in line", c.run.Line(i), want, c.why, i)
		}
	}
	if !loaders.Unnamed(lines.Example(0).ID, 0) || loaders.Unnamed(elements.Example(0).ID, 0) || loaders.Unnamed(lines.Example(1).ID, 0) {
		t.Error("what is named after its place is not told")
	}
}

func sourceOf(t *testing.T, content string) *loaders.Source {
	t.Helper()
	src, err := files.OpenSource(files.DiskFiles{}, filestest.Write(t, []byte(content)))
	check.NoError(t, err)
	return src
}

// TestFailedOpening holds that after its first error an opening opens nothing.
func TestFailedOpening(t *testing.T) {
	first := errors.New("the first")
	run, err := NewFormat(loaders.Format{Name: "test"}, RecordFormat{Pictures: true, Open: func(o *RunBuilder) {
		if o.Fail(nil) || o.Failed() {
			t.Error("nothing has failed yet")
		}
		if !o.Fail(first) || !o.Fail(nil) || !o.Fail(errors.New("another")) {
			t.Error("it has failed")
		}
		o.Lines(0, nil)
		o.Elements("*", nil)
		o.Groups(nil, nil)
		o.Rows(nil)
		c := CompanionFile{Name: func(string) bool { t.Error("a companion is looked for"); return false }}
		if o.Find(c) != "" || o.Join(c) != nil || o.Table("run", "", nil) != nil {
			t.Error("something is opened")
		}
	}}).Open(t.Context(), sourceOf(t, "{}\n"), loaders.Options{Named: loaders.FlagValues{"images": "nowhere"}})
	if run != nil || !errors.Is(err, first) {
		t.Errorf("run %v, error %v", run, err)
	}
}
