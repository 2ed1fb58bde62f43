package session

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/cache"
	"faithscope/loaders/record"
	"faithscope/scoring"
	"faithscope/scoring/scoringtest"
)

// numbered opens files of {"n": …} lines: example n is scoringtest.Varied(n).
var numbered = loaders.Formats{record.NewFormat(loaders.Format{Name: "numbered", Detect: func([]byte) bool { return true }}, record.Codec{
	Decode: record.As(func(v *struct{ N int }, _ *record.Record) (*loaders.Example, error) {
		ex := scoringtest.Varied(v.N)
		if ex == nil {
			return nil, fmt.Errorf("no example %d", v.N)
		}
		return ex, nil
	}),
})}

// large enough to be kept, and of more than one block.
func numberedFile(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	pad := strings.Repeat(" ", 8000)
	for i := range blockSize + 200 {
		fmt.Fprintf(&b, "{\"n\":%d}%s\n", i, pad)
	}
	path := filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	ago := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, ago, ago); err != nil {
		t.Fatal(err)
	}
	return path
}

func openNumbered(t *testing.T, path, dir string) *Scored {
	t.Helper()
	c, err := cache.Open(dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	c.Now = func() time.Time { return time.Now().Add(time.Hour) } // the file changed long ago
	run, err := files.Opener{Formats: numbered, Cache: c}.Open(context.Background(), path, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { run.Close() })
	return New(run, Protocols())
}

// whole are all scores of a run.
func whole(s *Scored, settings scoring.Settings) (scores []scoring.Score) {
	for k := range s.Protocols() {
		scores = append(scores, s.Whole(k, settings)...)
	}
	return scores
}

func TestSecondReadingIsFromTheCache(t *testing.T) {
	path, cache := numberedFile(t), t.TempDir()
	first := openNumbered(t, path, cache)
	read(t, first)
	again := openNumbered(t, path, cache)
	read(t, again)
	if again.stored == nil || again.held != 0 {
		t.Fatalf("stored %v, %d bytes of evidence: the run was read again", again.stored != nil, again.held)
	}
	settings := scoring.Defaults()
	if got, want := whole(again, settings), whole(first, settings); !reflect.DeepEqual(got, want) {
		t.Errorf("the reports differ:\n%+v\n%+v", got, want)
	}
	rows, want := again.Summaries(settings), first.Summaries(settings)
	for i := range want.Len() {
		if !reflect.DeepEqual(rows.At(i), want.At(i)) || again.Run.Row(i) != first.Run.Row(i) {
			t.Fatalf("row %d: %+v, want %+v", i, rows.At(i), want.At(i))
		}
	}
	if got, want := again.Summaries(settings).Quadrant(nil), first.Summaries(settings).Quadrant(nil); got != want {
		t.Errorf("quadrant %+v, want %+v", got, want)
	}
	if read, found, complete := again.Progress(); read != found || !complete || again.Unreadable() != first.Unreadable() {
		t.Errorf("%d of %d, complete %v, %d unreadable", read, found, complete, again.Unreadable())
	}
	settings.Threshold = 0.3
	again.Aim(settings)
	first.Aim(settings)
	if !again.Behind() {
		t.Error("other settings need no reading")
	}
	read(t, again)
	if got, want := whole(again, settings), whole(first, settings); !reflect.DeepEqual(got, want) {
		t.Errorf("the reports under other settings differ:\n%+v\n%+v", got, want)
	}
}

// What an entry holds may be anything: it is taken whole or not at all.
func TestStoredScoresAreChecked(t *testing.T) {
	path, cache := numberedFile(t), t.TempDir()
	first := openNumbered(t, path, cache)
	read(t, first)
	_, b, ok := first.Run.Cache.Load(storedKind, first.protocols.version())
	if !ok {
		t.Fatal("nothing was kept")
	}
	in, _, ok := first.parse(b)
	if !ok {
		t.Fatal("what was kept is refused")
	}
	for k := 0; k < len(b); k += 1 + k/7 {
		if _, _, ok := first.parse(b[:k]); ok {
			t.Fatalf("the first %d of %d bytes are taken for the whole", k, len(b))
		}
	}
	for why, change := range map[string]func(in *storedRun){
		"a page less":                func(in *storedRun) { in.Pages = in.Pages[1:] },
		"a row less":                 func(in *storedRun) { in.Pages[0].State = in.Pages[0].State[1:] },
		"a number less":              func(in *storedRun) { in.Pages[0].Overall = in.Pages[0].Overall[1:] },
		"a type that there is not":   func(in *storedRun) { in.Pages[0].Types = map[int][]uint64{99: in.Pages[0].Overall} },
		"a reason that there is not": func(in *storedRun) { in.Pages[0].Overall[3] = noNumber | 0xfff },
		"a module's matters less":    func(in *storedRun) { in.Pages[0].Matters = nil },
		"a culprit less":             func(in *storedRun) { in.Pages[0].Culprits = nil },
		"a culprit's unknown type":   func(in *storedRun) { in.Pages[0].Culprits[2].Type = 0xff },
		"a culprit's unknown cause":  func(in *storedRun) { in.Pages[0].Culprits[2].Cause = 0xff },
		"an infinity":                func(in *storedRun) { in.Pages[0].Overall[3] = math.Float64bits(math.Inf(1)) },
		"other types":                func(in *storedRun) { in.Types = in.Types[1:] },
		"a verdict beyond all":       func(in *storedRun) { in.Pages[0].State[2] = 0xff },
		"a metric that there is not": func(in *storedRun) { in.Pages[0].Metric[2] = 0xff },
	} {
		other := in
		other.Pages = slices.Clone(in.Pages)
		p := &other.Pages[0]
		p.State, p.Metric, p.Overall, p.Culprits = slices.Clone(p.State), slices.Clone(p.Metric), slices.Clone(p.Overall), slices.Clone(p.Culprits)
		change(&other)
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(&other); err != nil {
			t.Fatal(err)
		}
		if _, _, ok := first.parse(b.Bytes()); ok {
			t.Errorf("%s: taken", why)
		}
	}
	for _, version := range []string{"", first.protocols.version() + "x"} {
		if _, _, ok := first.Run.Cache.Load(storedKind, version); ok {
			t.Errorf("scores of version %q are taken", version)
		}
	}
}

func FuzzStoredScores(f *testing.F) {
	run, _ := scoringtest.Run(scoringtest.NewRecords(3, true), scoringtest.Seen)
	s := New(run, Protocols())
	if err := s.Read(context.Background()); err != nil {
		f.Fatal(err)
	}
	rows := s.Summaries(scoring.Defaults())
	first := rows.pages[0].stored(3)
	f.Add(first.State, first.Metric, first.Overall[0], 0)
	f.Fuzz(func(t *testing.T, state, metric []byte, number uint64, column int) {
		in := storedRun{Examples: len(state), Types: s.rows.types, Reasons: s.rows.reasons, Metrics: s.rows.metrics}
		if len(state) == 0 || len(state) > blockSize {
			return
		}
		numbers := slices.Repeat([]uint64{number}, len(state))
		in.Pages = []storedPage{{state, metric, numbers, make([]culprit, len(state)), map[int][]uint64{column: numbers}, map[int][]Matters{column: make([]Matters, len(state))}}}
		p, ok := in.page(0)
		if !ok {
			return
		}
		out := *rows
		out.pages, out.n = []*page{p}, len(state)
		for i := range out.n {
			out.At(i) // indexes reasons and metrics
		}
	})
}
