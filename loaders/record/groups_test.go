package record

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// grouped opens content with one example per run of values of the same
// letter "k"; an example's ID is their letters "v".
func grouped(t *testing.T, content string) *loaders.Run {
	t.Helper()
	name := filepath.Join(t.TempDir(), "groups.json")
	check.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	src, err := files.OpenSource(files.DiskFiles{}, name)
	check.NoError(t, err)
	key := func(rec *Record) string {
		_, k, _ := strings.Cut(string(rec.Bytes), `"k":"`)
		k, _, _ = strings.Cut(k, `"`)
		return k
	}
	run := opened(t, src, func(o *RunBuilder) {
		o.Groups(key, func(_ string, group []*Record) *loaders.Example {
			ex := &loaders.Example{}
			for _, rec := range group {
				var v struct {
					V string `json:"v"`
				}
				if err := rec.Decode(&v); err != nil {
					rec.Problem("%w; left out of its example", err)
					continue
				}
				ex.ID += v.V
			}
			return ex
		})
	})
	check.NoError(t, run.Wait(t.Context(), 1<<30))
	return run
}

func TestGroups(t *testing.T) {
	for _, c := range []struct {
		why, content string
		want         []string
		problem      string
	}{
		{"neighbours", `[{"k":"a","v":"1"},{"k":"a","v":"2"},{"k":"b","v":"3"},{"k":"a","v":"4"}]`, []string{"12", "3", "4"}, ""},
		{"lines", `{"k":"a","v":"1"}` + "\n" + `{"k":"a","v":"2"}` + "\n" + `{"k":"b","v":"3"}`, []string{"12", "3"}, ""},
		{"a line without end costs no other", `{"k":"a","v":"1"` + "\n" + `{"k":"a","v":"2"}`, []string{"2"}, "left out of its example"},
		{"no key is alone", `[{"v":"1"},{"v":"2"}]`, []string{"1", "2"}, ""},
		{"none", `[]`, nil, ""},
		{"one", `[{"k":"a","v":"1"}]`, []string{"1"}, ""},
		{"a record that is cut off", `[{"k":"a","v":"1"},{"k":"a","v":"2`, []string{"1"}, "cut off"},
	} {
		run := grouped(t, c.content)
		got := loadertest.IDs(run)
		if !slices.Equal(got, c.want) || !run.Complete() {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
		loadertest.Problem(t, run, c.problem)
		if len(got) > 0 && c.problem == "" {
			raw, err := run.Raw(0)
			if err != nil || strings.Count(string(raw), "{") != len(got[0]) {
				t.Errorf("%s: the bytes of the first are %q, %v", c.why, raw, err)
			}
		}
	}
}

func TestGroupBeginsInTheLineOfItsFirstRecord(t *testing.T) {
	run := grouped(t, `{"k":"a","v":"1"}`+"\n\n"+`{"k":"b","v":"2"}`+"\n"+`{"k":"b","v":"3"}`+"\n"+`{"k":"c","v":"4"}`)
	for i, want := range []int{1, 3, 5} {
		check.Equal(t, "example begins in line", run.Line(i), want, i)
	}
}

// A file of one endless group does not become one example without bounds.
func TestGroupsBounds(t *testing.T) {
	run := grouped(t, strings.Repeat(`{"k":"a","v":"1"}`+"\n", maxGroup+1))
	if run.Len() != 2 || len(run.Example(0).ID) != maxGroup || run.Example(1).ID != "1" {
		t.Errorf("%d groups, the first of %d records", run.Len(), len(run.Example(0).ID))
	}
}
