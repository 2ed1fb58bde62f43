package loaders

import "testing"

func TestRowsComeBack(t *testing.T) {
	run, _ := countedRun(counted{n: 5})
	for i := range 5 {
		run.Row(i)
	}
	b := run.AppendRows(nil, 5)
	again, decoded := countedRun(counted{n: 5})
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
		if other, _ := countedRun(counted{n: 5}); other.RestoreRows(b[:k], 5) {
			t.Fatalf("the first %d bytes are taken for the whole", k)
		}
	}
	if again.RestoreRows(b, 4) || again.RestoreRows(append(b, 0), 5) {
		t.Error("rows of another number are taken")
	}
}

func FuzzRows(f *testing.F) {
	run, _ := countedRun(counted{n: 3})
	for i := range 3 {
		run.Row(i)
	}
	f.Add(run.AppendRows(nil, 3))
	f.Fuzz(func(_ *testing.T, rows []byte) {
		run, _ := countedRun(counted{n: 3})
		if run.RestoreRows(rows, 3) {
			for i := range 3 {
				run.Peek(i)
			}
		}
	})
}
