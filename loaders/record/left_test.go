package record

import (
	"math"
	"slices"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// asking opens run.jsonl with the questions beside it.
func asking(t *testing.T, run string, options loaders.Options) *loaders.Run {
	t.Helper()
	src, err := files.OpenSource(fstest.MapFS{
		"run.jsonl": {Data: []byte(run)},
		"gold.json": {Data: []byte(`{"b": {"gold": "x"}, "a": {"gold": "y"}, "c": {}, "d": {"gold": "z", "free": true}}`)},
	}, "run.jsonl")
	check.NoError(t, err)
	format := NewFormat(loaders.Format{Name: "test"}, RecordFormat{Open: func(o *RunBuilder) {
		var questions *CompanionTable
		o.Lines(0, As(func(v *struct{ ID, Says string }, rec *Record) *loaders.Example {
			var q struct{ Gold string }
			questions.Decode(v.ID, &q)
			ex := &loaders.Example{ID: v.ID, Answer: loaders.Answer{Predicted: v.Says, Gold: q.Gold}}
			ex.Answer.Fill(ex.Answer.Predicted, ex.Answer.Gold)
			return ex
		}))
		questions = o.Join(CompanionFile{
			What: "questions", Flag: loaders.GoldFile, Is: func(head []byte) bool { return len(head) > 0 && head[1] == '"' && head[2] == 'b' },
			Entries: At("*", nil), Asks: KeyOf("ID"), Left: "question", Blank: BlankOf("ID"), Official: "; somebody refuses it",
			Counts: func(entry *Record) bool { return KeyOf("free")(entry) == "" },
		})
	}})
	opened, err := format.Open(t.Context(), src, options)
	check.NoError(t, err)
	t.Cleanup(func() { opened.Close() })
	check.NoError(t, opened.Wait(t.Context(), math.MaxInt))
	return opened
}

// Entries that no record asks for are examples behind those of the file: with gold
// they are unanswered. One that does not count, and whatever a file leaves that
// is hardly the run's, is none.
func TestLeft(t *testing.T) {
	for _, c := range []struct {
		why, run string
		want     []string
		verdict  loaders.Verdict // of the last
		problem  string
	}{
		{"one with gold, one without", `{"ID": "a", "Says": "y"}`, []string{"a", "b", "c"}, loaders.Unknown,
			"2 of 4 questions have no answer in the run"},
		{"one", "{\"ID\": \"a\"}\n{\"ID\": \"c\"}\nnot JSON\n{\"ID\": \"a\"}", []string{"a", "c", "record 3", "a", "b"}, loaders.Unanswered,
			"1 of 4 questions have no answer in the run"},
		{"none", "{\"ID\": \"a\"}\n{\"ID\": \"c\"}\n{\"ID\": \"b\"}", []string{"a", "c", "b"}, loaders.Unknown, ""},
		{"another data set's", "{\"ID\": \"a\"}\n{\"ID\": \"m\"}\n{\"ID\": \"n\"}", []string{"a", "m", "n"}, loaders.Unknown, ""},
	} {
		run := asking(t, c.run, loaders.Options{})
		got := loadertest.IDs(run)
		if last := run.Example(run.Len() - 1); !slices.Equal(got, c.want) || last.Answer.Correct != c.verdict {
			t.Errorf("%s: %q, the last %v", c.why, got, last.Answer.Correct)
		}
		all, _ := run.Problems.All()
		at := slices.IndexFunc(all, func(p loaders.Problem) bool { return p.File == "gold.json" })
		if told := at >= 0; told != (c.problem != "") ||
			told && all[at].String() != "gold.json: "+c.problem+"; they count as 0 unless you pass --missing omit; somebody refuses it" {
			t.Errorf("%s: problems %v", c.why, all)
		}
		if run.Len() > len(c.run) {
			continue
		}
		if _, err := run.Raw(run.Len() - 1); (err == nil) == (c.problem != "") {
			t.Errorf("%s: the bytes of the last: %v", c.why, err)
		}
	}
}

// A shard keeps what it leaves for the whole run.
func TestLeftOfAShard(t *testing.T) {
	run := asking(t, `{"ID": "a", "Says": "y"}`, loaders.Options{Shard: true})
	left, err := run.Left(t.Context())
	if err != nil || run.Len() != 1 || !slices.Equal(left.Names, []string{"b", "c"}) ||
		left.Problem(1).What.String() != "1 of 4 questions have no answer in the run" {
		t.Fatalf("%d examples, left %q, %v", run.Len(), left.Names, err)
	}
	if ex, err := run.Decode(run.Len()); err != nil || ex.ID != "b" || ex.Answer.Correct != loaders.Unanswered {
		t.Errorf("%+v, %v", ex, err)
	}
}
