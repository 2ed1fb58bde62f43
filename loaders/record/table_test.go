package record

import (
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

func openedTable(t testing.TB, content string, key func(rec *Record) string) (*CompanionTable, *loaders.Problems) {
	t.Helper()
	problems := &loaders.Problems{}
	table, err := OpenTable(t.Context(), PathInFile{fstest.MapFS{"gold.json": {Data: []byte(content)}}, "gold.json", "*"}, problems, key)
	check.NoError(t, err)
	t.Cleanup(func() { table.Close() })
	return table, problems
}

func TestTable(t *testing.T) {
	table, problems := openedTable(t, "{\"a\": {\"n\": 1}, \"b\": [],\n\"\": {}, \"a\": {\"n\": 2}, \"c\": {\"n\": NaN}}", nil)
	check.Equal(t, "entries", table.Len(), 3)
	for _, tt := range []struct {
		id   string
		ok   bool
		want LenientNumber
	}{
		{"a", true, 1}, // the first of two
		{"b", false, 0},
		{"d", false, 0},
		{"", false, 0},
	} {
		var v struct{ N LenientNumber }
		if ok := table.Decode(tt.id, &v); ok != tt.ok || v.N != tt.want {
			t.Errorf("%q: %v %v, want %v %v", tt.id, v, ok, tt.want, tt.ok)
		}
	}
	var v struct{ N LenientNumber }
	if !table.Decode("c", &v) || !v.N.Missing() {
		t.Errorf("NaN: %v", v)
	}
	want := []string{"1: JSON array instead of an object", "2: an entry has no name", `2: duplicate entry name "a"`,
		"2: numbers that are NaN or Infinity: 1"}
	check.EqualLists(t, "problems", whats(problems), want)
}

// TestTableNamed takes names from inside the elements.
func TestTableNamed(t *testing.T) {
	table, _ := openedTable(t, `[{"id": "x", "n": 1}, {"id": "y", "n": 2}]`, func(rec *Record) string {
		var v struct{ ID string }
		if rec.Decode(&v) != nil {
			return ""
		}
		return v.ID
	})
	var v struct{ N LenientNumber }
	if !table.Decode("y", &v) || v.N != 2 || !table.Has("x") || table.Has("z") {
		t.Errorf("entry y is %v", v)
	}
}
