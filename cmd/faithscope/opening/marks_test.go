package opening

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring/marks"
)

// A guest has a quota in every run, and the person none.
func TestGuestsHaveAQuota(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	run := &loaders.Run{Path: filepath.Join(t.TempDir(), "run.jsonl")}
	check.NoError(t, os.WriteFile(run.Path, nil, 0o600))
	all := make([]marks.Change, quota/100)
	for i := range all {
		all[i] = marks.Change{ID: fmt.Sprint(i), Module: marks.Whole, Kind: marks.Mark}
	}
	for _, demo := range []bool{false, true} {
		guest := Book(run, demo, "mallory")
		if err := guest.Apply(t.Context(), all...); err == nil || !strings.Contains(err.Error(), "at most 1024 KB") || guest.Count() > 0 {
			t.Errorf("demo %t: %d marks of a guest are kept: %v", demo, guest.Count(), err)
		}
		if err := guest.Apply(t.Context(), all[:len(all)/6]...); err != nil {
			t.Errorf("demo %t: %v", demo, err)
		}
		if err := Book(run, demo, "").Apply(t.Context(), all...); err != nil {
			t.Errorf("demo %t: the person has the guest's quota: %v", demo, err)
		}
	}
}

// What was marked in one standard input isn't in another, and is there again in the same.
func TestStreamsHaveTheirOwnMarks(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	for i, text := range []string{"one", "two", "one"} {
		row := `{"id":"a","question":"` + text + `","answer":{"predicted":"x","gold":"x","correct":true},"program":[{"op":"find"}]}` + "\n"
		j := Runs(t.Context(), []string{files.Stdin}, Options{Files: files.NewAnywhere(strings.NewReader(row + row))})
		if len(j.Runs) != 1 {
			t.Fatal(j.Err())
		}
		book := Book(j.Runs[0], NotDemo, "")
		check.Equal(t, "marks", book.Count(), []int{0, 0, 1}[i], "of input", i)
		check.NoError(t, book.Apply(t.Context(), marks.Change{ID: "a", Module: marks.Whole, Kind: marks.Mark}))
		j.Close()
	}
}

// People are shown by the names that they had last, and by what their books are kept under
// where two have one name; either opens the book. Nobody is shown as the owner.
func TestPeopleAreCalledByTheirNames(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	run := &loaders.Run{Path: filepath.Join(t.TempDir(), "run.jsonl")}
	check.NoError(t, os.WriteFile(run.Path, nil, 0o600))
	for _, c := range []struct{ id, who, says string }{
		{"key1", "alice", "1"}, {"key2", "bob", "2"}, {"", "", "3"}, {"bob", "", "4"}, {"key1", "alice lee", "5"}, {"key3", "carol", "6"},
		{"key4", "carol", "7"}, {"key5", "me", "8"}, {"dave", "", "9"}, {"key6", "", "10"}, {"key7", "erin", ""},
	} {
		book := Book(run, NotDemo, c.id)
		book.Who = c.who
		says := []marks.Change{{ID: "x", Module: marks.Whole, Kind: marks.Tag, Text: c.says},
			{ID: "x", Kind: marks.Gold, Text: `{"counts":[` + c.says + `]}`}}
		if c.says == "" {
			says = []marks.Change{{ID: "x", Module: marks.Whole, Kind: marks.Tag, Text: "11"}}
		}
		check.NoError(t, book.Apply(t.Context(), says...))
	}
	check.Equal(t, "annotators", strings.Join(People(run, false), ", "), "me, alice lee, bob, dave, key2, key3, key4, key5, key6")
	for name, want := range map[string]string{
		"me": "3", "": "3", "alice lee": "5", "key1": "5", "alice": "", "bob": "4", "key2": "2", "carol": "", "key3": "6", "key4": "7",
		"key5": "8", "dave": "9", "key6": "10", "erin": "11", "key7": "11", "nobody": "",
	} {
		run.Problems = loaders.Problems{}
		book := BookOf(run, NotDemo, name)
		if tags := book.Tags(); want == "" && len(tags) > 0 || want != "" && !slices.Contains(tags, want) {
			t.Errorf("%q says %q, want %q", name, tags, want)
		}
		problems, _ := run.Problems.All()
		if several := name == "bob" || name == "carol"; (len(problems) > 0) != several {
			t.Errorf("%q: %v", name, problems)
		}
	}
}
