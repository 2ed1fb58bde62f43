package record

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

func openedTable(t testing.TB, content string, key func(rec *Record) string) (*Table, *loaders.Problems) {
	t.Helper()
	problems := &loaders.Problems{}
	table, err := OpenTable(t.Context(), fstest.MapFS{"gold.json": {Data: []byte(content)}}, "gold.json", "*", problems, key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	return table, problems
}

func TestTable(t *testing.T) {
	table, problems := openedTable(t, "{\"a\": {\"n\": 1}, \"b\": [],\n\"\": {}, \"a\": {\"n\": 2}, \"c\": {\"n\": NaN}}", nil)
	if n := table.Len(); n != 3 {
		t.Errorf("%d entries, want a, b and c", n)
	}
	for _, tt := range []struct {
		id   string
		ok   bool
		want Real
	}{
		{"a", true, 1}, // the first of two
		{"b", false, 0},
		{"d", false, 0},
		{"", false, 0},
	} {
		var v struct{ N Real }
		if ok := table.Decode(&Record{}, tt.id, &v); ok != tt.ok || v.N != tt.want {
			t.Errorf("%q: %v %v, want %v %v", tt.id, v, ok, tt.want, tt.ok)
		}
	}
	var v struct{ N Real }
	if !table.Decode(&Record{}, "c", &v) || !v.N.Missing() {
		t.Errorf("NaN: %v", v)
	}
	want := []string{"1: a JSON array where an object belongs", "2: an entry without a name", `2: a second entry called "a"`, "2: 1 numbers are NaN or Infinity"}
	if got := whats(problems); !slices.Equal(got, want) {
		t.Errorf("problems %q, want %q", got, want)
	}
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
	var v struct{ N Real }
	if !table.Decode(&Record{}, "y", &v) || v.N != 2 || !table.Has(&Record{}, "x") || table.Has(&Record{}, "z") {
		t.Errorf("entry y is %v", v)
	}
}

// TestTableLeft counts the entries that no record asked for, and not before
// the last record was decoded.
func TestTableLeft(t *testing.T) {
	fsys := fstest.MapFS{
		"run.json":  {Data: []byte(`[{"id": "a"}, {"id": "x"}, 7]`)},
		"gold.json": {Data: []byte(`{"b": 1, "a": 2, "c": 3}`)},
	}
	src, err := files.OpenSource(fsys, "run.json")
	if err != nil {
		t.Fatal(err)
	}
	var table *Table
	run := opened(t, src, func(o *Opening) (err error) {
		if err = o.Elements("*", As(func(v *struct{ ID string }, rec *Record) (*loaders.Example, error) {
			table.Has(rec, v.ID)
			return &loaders.Example{ID: v.ID}, nil
		})); err == nil {
			table, err = o.Table("gold.json", "*", "question", nil)
		}
		return err
	})
	if err := run.Wait(t.Context(), 1<<60); err != nil {
		t.Fatal(err)
	}
	table.Len()
	for i := range 3 {
		run.Scan(i % 2)
	}
	if got := whats(&run.Problems); len(got) != 0 {
		t.Errorf("told early: %q", got)
	}
	run.Scan(2)
	all, _ := run.Problems.All()
	var got []string
	for _, p := range all {
		if p.File == "gold.json" {
			got = append(got, strings.TrimSpace(p.Example+" "+p.What.String()))
		}
	}
	want := []string{"2 of 3 questions have no readable record in the run", "b the run has no readable record of this question", "c the run has no readable record of this question"}
	if !slices.Equal(got, want) {
		t.Errorf("left %q, want %q", got, want)
	}
}
