package loaders

import (
	"bytes"
	"slices"
	"testing"
)

func TestRowsComeBack(t *testing.T) {
	run, _ := countedRun(counted{n: 5})
	for i := range 5 {
		run.Row(i)
	}
	stored := run.StoredRows(5)
	again, decoded := countedRun(counted{n: 5})
	if !again.RestoreRows(stored, 5) {
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
	if kept, count := again.Problems.All(); count != 1 || kept[0].What.String() != "no luck" {
		t.Errorf("problems %+v, %d", kept, count)
	}
	if again.RestoreRows(stored, 4) {
		t.Error("rows of another number are taken")
	}
	for why, change := range map[string]func(*StoredRows){
		"text too short":       func(s *StoredRows) { s.Text = s.Text[1:] },
		"text too long":        func(s *StoredRows) { s.Text += "x" },
		"ends out of order":    func(s *StoredRows) { s.Ends = slices.Clone(s.Ends); s.Ends[0], s.Ends[1] = 9, 0 },
		"ends beyond the text": func(s *StoredRows) { s.Ends = slices.Clone(s.Ends); s.Ends[3] = 999 },
		"a row nobody read":    func(s *StoredRows) { s.States = make([]byte, 5) },
		"a verdict beyond all": func(s *StoredRows) { s.States = bytes.Repeat([]byte{0xff}, 5) },
		"fewer problems":       func(s *StoredRows) { s.Count = 0 },
		"a column less":        func(s *StoredRows) { s.Modules = s.Modules[1:] },
	} {
		other := stored
		change(&other)
		if run, _ := countedRun(counted{n: 5}); run.RestoreRows(other, 5) {
			t.Errorf("%s: taken", why)
		}
	}
}
