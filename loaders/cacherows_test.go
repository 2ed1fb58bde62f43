package loaders

import "testing"

func TestRowsComeBack(t *testing.T) {
	run, _ := countedRun(list{n: 5})
	for i := range 5 {
		run.Row(i)
	}
	b := run.AppendRows(nil, 5)
	again, decoded := countedRun(list{n: 5})
	if !again.RestoreRows(b, 5) {
		t.Fatal("rows do not come back")
	}
	for i := range 5 {
		if again.Row(i) != run.Row(i) {
			t.Errorf("row %d: %+v, want %+v", i, again.Row(i), run.Row(i))
		}
	}
	if decoded.Load() != 0 {
		t.Errorf("%d examples were decoded", decoded.Load())
	}
	if kept, count := again.Problems.All(); count != 1 || kept[0].What != "no luck" {
		t.Errorf("problems %+v, %d", kept, count)
	}
	for k := range len(b) {
		if other, _ := countedRun(list{n: 5}); other.RestoreRows(b[:k], 5) {
			t.Fatalf("the first %d bytes are taken for the whole", k)
		}
	}
	if again.RestoreRows(b, 4) || again.RestoreRows(append(b, 0), 5) {
		t.Error("rows of another number are taken")
	}
}

func FuzzCacheEntries(f *testing.F) {
	run, _ := countedRun(list{n: 3})
	for i := range 3 {
		run.Row(i)
	}
	l := &Lines{at: []lineAt{{0, 4, 1}, {6, 2, 3}}, cut: true}
	f.Add(run.AppendRows(nil, 3), sealed(l.index(), [32]byte{1}))
	f.Add(l.index(), l.index())
	f.Fuzz(func(t *testing.T, rows, b []byte) {
		run, _ := countedRun(list{n: 3})
		if run.RestoreRows(rows, 3) {
			for i := range 3 {
				run.Peek(i)
			}
		}
		opened(b, [32]byte{1})
		const size = 1 << 20
		at, _, ok := placesIn(b, size)
		last := int64(0)
		for _, p := range at {
			if !ok {
				break
			}
			if p.start < last || p.start+int64(p.length) > size {
				t.Fatalf("%+v is not within %d", p, size)
			}
			last = p.start + int64(p.length)
		}
	})
}
