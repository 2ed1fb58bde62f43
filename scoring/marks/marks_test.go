package marks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

func open(t *testing.T, at MarksLocation) *MarksBook {
	t.Helper()
	b, err := Open(at)
	check.NoError(t, err)
	return b
}

// in returns where the marks of a run in a folder are.
func in(dir, run string) MarksLocation { return MarksLocation{Beside: Beside(filepath.Join(dir, run))} }

func mark(id string) Change          { return Change{ID: id, Module: Whole, Kind: Mark} }
func tag(id, text string) Change     { return Change{ID: id, Module: Whole, Kind: Tag, Text: text} }
func addNote(id, text string) Change { return Change{ID: id, Module: Whole, Kind: Note, Text: text} }

func without(c Change) Change {
	c.Off = true
	return c
}

func apply(t *testing.T, b *MarksBook, changes ...Change) {
	t.Helper()
	check.NoError(t, b.Apply(t.Context(), changes...))
}

func TestWhatIsAppliedIsThereAgain(t *testing.T) {
	dir := t.TempDir()
	at := in(dir, "run.jsonl")
	b := open(t, at)
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("opening a book made %v", entries)
	}
	apply(t, b,
		mark("a"), Change{ID: "a", Module: 2, Kind: Tag, Text: "low p"},
		tag("a", "annotation error"), Change{ID: "b", Module: 1, Kind: Mark},
		addNote("c", "wrong box"), Change{ID: "worst", Module: Whole, Kind: View, Text: "{}"})
	apply(t, b, Change{ID: "b", Module: 1, Kind: Mark, Off: true}, tag("b", "low p"))
	again := open(t, at)
	for _, x := range []*MarksBook{b, again} {
		if e := x.Of("a"); !e.Marked || !slices.Equal(e.Tags, []string{"annotation error"}) || e.Note != "" {
			t.Errorf("a: %+v", e)
		}
		if !x.Module("b", 1).Empty() || x.Marked("b") {
			t.Errorf("b: %+v", x.Of("b"))
		}
		check.EqualLists(t, "tags", x.TagsOf("a"), []string{"annotation error", "low p"})
		check.EqualLists(t, "tags", x.Tags(), []string{"low p", "annotation error"})
		if x.Of("c").Note != "wrong box" || x.Count() != 4 || !slices.Equal(x.Modules("a"), []int{2}) ||
			x.Modules("b") != nil && len(x.Modules("b")) > 0 {
			t.Errorf("c: %+v, %d entries, modules %v %v", x.Of("c"), x.Count(), x.Modules("a"), x.Modules("b"))
		}
		if names, of := x.Views(); !slices.Equal(names, []string{"worst"}) || of["worst"] != "{}" {
			t.Errorf("views: %v %v", names, of)
		}
	}
}

func TestUndo(t *testing.T) {
	b := open(t, in(t.TempDir(), "run"))
	apply(t, b, addNote("a", "one"))
	apply(t, b, mark("a"), addNote("a", "two"),
		tag("b", "x"))
	apply(t, b, mark("a")) // changes nothing: it is not a step
	for _, want := range []struct {
		marked bool
		note   string
		count  int
	}{{false, "one", 1}, {false, "", 0}} {
		if step, err := b.Undo(t.Context()); err != nil || step == nil {
			t.Fatal(step, err)
		}
		if e := b.Of("a"); e.Marked != want.marked || e.Note != want.note || b.Count() != want.count {
			t.Errorf("%+v, %d entries, want %+v", e, b.Count(), want)
		}
	}
	if step, err := b.Undo(t.Context()); step != nil || err != nil {
		t.Errorf("nothing is left to undo: %v %v", step, err)
	}
}

func TestTwoProgramsAtOnce(t *testing.T) {
	at := in(t.TempDir(), "run")
	a, b := open(t, at), open(t, at)
	const each = 40
	done := make(chan error, 2)
	for k, x := range []*MarksBook{a, b} {
		go func() {
			var err error
			for i := range each {
				if err == nil {
					err = x.Apply(context.Background(), Change{ID: string(rune('a' + k)), Module: i, Kind: Mark})
				}
			}
			done <- err
		}()
	}
	for range 2 {
		check.NoError(t, <-done)
	}
	for _, x := range []*MarksBook{a, b} {
		if _, err := x.Sync(); err != nil || x.Count() != 2*each {
			t.Errorf("%d entries, want %d (%v)", x.Count(), 2*each, err)
		}
	}
	if news, err := a.Sync(); news || err != nil {
		t.Errorf("news %v, %v", news, err)
	}
	// One undoes its own step alone.
	if _, err := a.Undo(t.Context()); err != nil || a.Marked("a") && a.Module("a", each-1).Marked || !a.Module("b", each-1).Marked {
		t.Errorf("after undo: %v", err)
	}
}

func TestRunsOfAFolderAreApart(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, in(dir, "a")), open(t, in(dir, "b"))
	apply(t, a, mark("x"))
	if _, err := b.Sync(); err != nil || b.Marked("x") {
		t.Errorf("marked in another run (%v)", err)
	}
}

func TestNoPlaceToWrite(t *testing.T) {
	b := open(t, MarksLocation{})
	if err := b.Apply(t.Context(), mark("a")); !errors.Is(err, ErrNoBook) || b.Marked("a") {
		t.Errorf("%v, marked %v", err, b.Marked("a"))
	}
	var none *MarksBook
	if none.Marked("a") || none.Tags() != nil || !errors.Is(none.Apply(t.Context()), ErrNoBook) {
		t.Error("a nil book has something")
	}
}

func TestFileThatIsReplaced(t *testing.T) {
	at := in(t.TempDir(), "run")
	b := open(t, at)
	apply(t, b, mark("a"))
	check.NoError(t, os.Remove(at.Beside))
	apply(t, b, mark("b"))
	for _, x := range []*MarksBook{b, open(t, at)} {
		if x.Marked("a") || !x.Marked("b") {
			t.Errorf("a %v, b %v: what is shown has to be what the file has", x.Marked("a"), x.Marked("b"))
		}
	}
}

func TestChangesThatAreNone(t *testing.T) {
	b := open(t, in(t.TempDir(), "run"))
	for _, c := range []Change{
		{Module: Whole, Kind: Mark}, {ID: "a", Module: -2, Kind: Mark}, {ID: "a", Kind: "star"}, {ID: "a", Kind: Tag, Text: " \u200b"},
		{ID: "a", Kind: Tag, Text: strings.Repeat("x", 201)}, {ID: "a", Kind: Note, Text: strings.Repeat("x", 64<<10+1)},
		{ID: "a", Kind: Gold, Text: `{"counts":[0,-1]}`}, {ID: "a", Kind: Gold, Text: `{"counts":[9000000000]}`},
		{ID: "a", Kind: Gold, Text: "{}"},
	} {
		if err := b.Apply(t.Context(), mark("fine"), c); err == nil || b.Count() != 0 {
			t.Errorf("%.60v was taken", c)
		}
	}
	apply(t, b, tag("a", strings.Repeat("x", 200)),
		addNote("a", strings.Repeat("x", 64<<10)))
}

// A count of 0 is said of each image, and of an example without images nothing can be said.
func TestCountOfNothingToStartFrom(t *testing.T) {
	gold := &loaders.Gold{Value: new(0.)}
	if a, ok := AnnotationOf(gold, nil); ok {
		t.Errorf("without images: %+v", a)
	}
	if a, ok := AnnotationOf(gold, make([]loaders.Image, 2)); !ok || len(a.Counts) != 2 {
		t.Errorf("of two images: %+v", a)
	}
}

// The tags of an example are bounded: a file from elsewhere may have any number.
// A span that does not lie within the text does not become gold, and it is said.
func TestSpansBeyondTheText(t *testing.T) {
	b := open(t, in(t.TempDir(), "run.jsonl"))
	ex := &loaders.Example{ID: "q", Tokens: []string{"who"}, Passage: &loaders.Passage{Tokens: []string{"a", "b", "c"}},
		Program:    []loaders.Module{{Op: "find"}, {Op: "filter"}, {Op: "none"}},
		Rationales: []loaders.Rationale{{Name: "file", Over: loaders.OverQuestion, Tokens: []string{"who"}}}}
	for module, text := range map[int]string{0: `{"spans":[[1,3],[2,4],[7,9]]}`, 1: `{"spans":[[0,2000000000]]}`, 2: `{"spans":[]}`,
		Whole: `{"spans":[[0,1],[1,2]]}`} {
		apply(t, b, Change{ID: "q", Module: module, Kind: Gold, Text: text})
	}
	var problems loaders.Problems
	gilt := b.Gild(ex, "me", &problems)
	if m := gilt.Program; !slices.Equal(m[0].Gold.Spans, []loaders.Span{{Start: 1, End: 3}}) || m[1].Gold != nil || m[2].Gold.Spans == nil {
		t.Errorf("gold is %+v, %+v, %+v", m[0].Gold, m[1].Gold, m[2].Gold)
	}
	if r := gilt.Rationales; len(r) != 1 || !slices.Equal(r[0].Spans, []loaders.Span{{Start: 0, End: 1}}) {
		t.Errorf("rationales are %+v", r)
	}
	list, _ := problems.All()
	if said := fmt.Sprint(list); len(list) != 4 || !strings.Contains(said, "span 7 to 9 is outside the text of 3 tokens; left out") ||
		!strings.Contains(said, "run.jsonl") || !strings.Contains(said, "(id q)") {
		t.Errorf("problems are %s", said)
	}
}

func TestMostTags(t *testing.T) {
	at := in(t.TempDir(), "run")
	b := open(t, at)
	var tags []Change
	for i := range mostTags {
		tags = append(tags, tag("a", fmt.Sprint(i)))
	}
	apply(t, b, tags...)
	check.Fails(t, "one more tag", b.Apply(t.Context(), tag("a", "more")))
	apply(t, b, without(tag("a", "7")))
	apply(t, b, tag("a", "more"))
	if e := open(t, at).Of("a"); len(e.Tags) != mostTags || !slices.Contains(e.Tags, "more") || slices.Contains(e.Tags, "7") {
		t.Errorf("%d tags", len(e.Tags))
	}
}

// The line that the README shows is one.
func TestReadmeLine(t *testing.T) {
	text, err := os.ReadFile("README.md")
	check.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), "\n    ")
	shown, _, _ := strings.Cut(rest, "\n")
	l, ok := decodeLine([]byte(shown))
	if want := (Change{ID: "dev-3125-1", Module: 2, Kind: Tag, Text: "low p"}); !ok || l.Change != want {
		at := strings.LastIndex(shown, `,"sum"`)
		t.Errorf("%s is %+v; its end is %s", shown, l, sealLine([]byte(shown[:max(at, 0)])))
	}
}

func TestTravel(t *testing.T) {
	from, to := open(t, in(t.TempDir(), "x")), open(t, in(t.TempDir(), "y"))
	apply(t, from, mark("a"), Change{ID: "a", Module: 3, Kind: Tag, Text: "t\x1b[2J"},
		addNote("b", "first\nsecond"))
	var file bytes.Buffer
	check.NoError(t, Write(&file, from.Items("run")))
	if bytes.ContainsRune(file.Bytes(), '\x1b') {
		t.Errorf("not escaped: %q", file.String())
	}
	apply(t, to, addNote("b", "mine"))
	for range 2 { // the second time nothing changes
		items, bad, err := Read(strings.NewReader("{}\n" + file.String() + "\nnot json\n"))
		if err != nil || len(bad) != 2 || bad[0].Line != 1 || len(items) != 3 {
			t.Fatalf("%v %v %v", items, bad, err)
		}
		apply(t, to, to.Adding(items)...)
		tagged := slices.Contains(to.Module("a", 3).Tags, "t\x1b[2J")
		if note := to.Of("b").Note; note != "mine\nfirst\nsecond" || !to.Of("a").Marked || !tagged || to.Count() != 3 {
			t.Errorf("note %q, %d entries", note, to.Count())
		}
	}
}

// FuzzTags imports any file: what is read can be kept, and is the same when it
// is written and read again.
func FuzzTags(f *testing.F) {
	f.Add([]byte(`{"run":"r","id":"a","marked":true,"tags":["x","y"],"note":"n"}` + "\n" + `{"run":"r","id":"a","module":2,"tags":["x"]}`))
	f.Add([]byte("{}\n[]\n{\"id\":\"\\u0000\",\"module\":-1}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		items, bad, err := Read(bytes.NewReader(text))
		if lines := bytes.Count(text, []byte("\n")) + 1; len(items)+len(bad) > lines {
			t.Fatalf("%d items and %d bad lines of %d", len(items), len(bad), lines)
		}
		if err != nil {
			return
		}
		b := newBook(nil)
		merge := func(items []ExchangeLine) {
			changes := b.Adding(items)
			for i := range changes {
				if err := changes[i].checkValid(); err != nil && len(changes[i].Text) <= MostText {
					t.Fatal(err)
				}
				b.applyChange(&changes[i])
			}
		}
		merge(items)
		first := b.Items("r")
		var out bytes.Buffer
		check.NoError(t, Write(&out, first))
		again, bad, err := Read(&out)
		if err != nil || len(again) != len(first) {
			t.Fatalf("%d items became %d (%v, %v)", len(first), len(again), bad, err)
		}
		merge(again)
		var second bytes.Buffer
		check.NoError(t, Write(&second, b.Items("r")))
		check.Equal(t, "importing what was exported changes it", second.String(), written(t, first))
	})
}

func written(t *testing.T, items []ExchangeLine) string {
	var b bytes.Buffer
	check.NoError(t, Write(&b, items))
	return b.String()
}
