package shards

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/report"
	"faithscope/scoring/scoringtest"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// shard returns a run of examples.
func shard(name string, examples []*loaders.Example) *loaders.Run {
	run := scoringtest.RunOf(name, examples)
	run.Problems.Add(loaders.Problem{File: name, What: loaders.Sentencef("something is wrong")})
	return run
}

// cut deals examples out to shards, of which some may be empty.
func cut(r *rand.Rand, examples []*loaders.Example) [][]*loaders.Example {
	shards := make([][]*loaders.Example, 1+r.IntN(6))
	for _, i := range r.Perm(len(examples)) {
		k := r.IntN(len(shards))
		shards[k] = append(shards[k], examples[i])
	}
	return shards
}

// partials writes a partial report per shard.
func partials(
	t testing.TB, shards [][]*loaders.Example, protocols []scoring.Protocol, s scoring.Settings,
) (files fstest.MapFS, paths []string) {
	t.Helper()
	files = fstest.MapFS{}
	for k, examples := range shards {
		path := fmt.Sprintf("part-%d", k)
		files[path] = &fstest.MapFile{Data: partial(t, []*loaders.Run{shard(fmt.Sprintf("shard-%d", k), examples)}, protocols, s)}
		paths = append(paths, path)
	}
	return files, paths
}

func partial(t testing.TB, runs []*loaders.Run, protocols []scoring.Protocol, s scoring.Settings) []byte {
	t.Helper()
	var b bytes.Buffer
	check.NoError(t, (&PartialReport{Runs: runs, Protocols: protocols, Settings: s}).Write(t.Context(), &b))
	return b.Bytes()
}

// merged reads partial reports to their scores.
func merged(t testing.TB, fsys fs.FS, paths []string, same SameIDPolicy) (*MergedRun, *session.ScoredRun) {
	t.Helper()
	m, err := Merge(t.Context(), fsys, paths, same)
	check.NoError(t, err)
	t.Cleanup(func() { m.Run.Close() })
	s := session.New(m.Run, m.Protocols)
	check.NoError(t, s.Read(t.Context()))
	check.NoError(t, m.Err())
	return m, s
}

func onePass(t testing.TB, examples []*loaders.Example, protocols []scoring.Protocol) *session.ScoredRun {
	t.Helper()
	s := session.New(shard("shard-0", examples), protocols)
	check.NoError(t, s.Read(t.Context()))
	return s
}

// reported returns the report of a run with intervals, as report.JSON with every digit.
func reported(t testing.TB, s *session.ScoredRun, settings scoring.Settings) (scores []scoring.Score, text string) {
	t.Helper()
	r := report.Build([]*session.ScoredRun{s}, settings)
	check.NoError(t, r.DrawIntervals(t.Context(), []*session.ScoredRun{s}))
	r.AddArguments([]*session.ScoredRun{s})
	var b bytes.Buffer
	run := &r.Runs[0]
	// Names, paths and problems differ, and rightly.
	run.Run, run.Problems = &loaders.Run{Format: s.Run.Format, RunDescription: s.Run.RunDescription}, 0
	check.NoError(t, r.Document().Write(&b, table.Find("json")))
	return run.Scores, b.String()
}

// sameToTheBit compares scores with each other without any tolerance.
func sameToTheBit(t *testing.T, got, want []scoring.Score) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d scores, want %d", len(got), len(want))
	}
	for k := range want {
		g, w := got[k], want[k]
		x, ok := g.Value.Float()
		y, defined := w.Value.Float()
		if ok != defined || math.Float64bits(x) != math.Float64bits(y) || g.Value.Why() != w.Value.Why() || g.Count != w.Count ||
			!reflect.DeepEqual(g.Interval, w.Interval) {
			t.Errorf("%s %s of %s: %v %+v over %d, want %v %+v over %d", w.Protocol, w.Metric, w.Of, x, g.Interval, g.Count, y, w.Interval, w.Count)
		}
	}
}

// wantMerged compares the report of merged partial reports with one of a single pass.
func wantMerged(t *testing.T, files fs.FS, paths []string, s scoring.Settings, want []scoring.Score, wantText string) {
	t.Helper()
	m, sum := merged(t, files, paths, RefuseSameID)
	check.Equal(t, "settings", m.Settings, s)
	got, text := reported(t, sum, s)
	sameToTheBit(t, got, want)
	check.Equal(t, "report", text, wantText)
}

// readings returns the readings of the nth protocol: one in turn, all with FAITHSCOPE_TEST_LONG.
func readings(n int) []scoring.Settings {
	all := scoringtest.Readings()
	if os.Getenv("FAITHSCOPE_TEST_LONG") == "" {
		n %= len(all)
		return all[n : n+1]
	}
	return all
}

func TestMergedPartialsEqualOnePassToTheBit(t *testing.T) {
	tried := 0
	scoringtest.Each(t, session.Protocols(), func(t *testing.T, p scoring.Protocol, _ scoringtest.ProtocolCheck, examples []*loaders.Example) {
		examples[3] = &loaders.Example{ID: "3", Broken: "no report.JSON"}
		protocols := []scoring.Protocol{p}
		whole := onePass(t, examples, protocols)
		r := rand.New(rand.NewPCG(2, 2))
		tried++
		for _, s := range readings(tried) {
			s.Trials = 10
			want, wantText := reported(t, whole, s)
			if len(want) == 0 {
				t.Fatal("nothing is scored")
			}
			files, paths := partials(t, cut(r, examples), protocols, s)
			r.Shuffle(len(paths), func(i, k int) { paths[i], paths[k] = paths[k], paths[i] })
			wantMerged(t, files, paths, s, want, wantText)
		}
	})
}

// Any run, cut anyhow, merges to the same report, whatever its files hold or
// lack: what is empty does not come back as missing.
func TestAnyRunMergesToTheSameReport(t *testing.T) {
	tried := 0
	scoringtest.Each(t, session.Protocols(), func(t *testing.T, p scoring.Protocol, _ scoringtest.ProtocolCheck, examples []*loaders.Example) {
		protocols, r := []scoring.Protocol{p}, rand.New(rand.NewPCG(5, 5))
		tried++
		for _, s := range readings(tried) {
			s.Trials = 3
			for _, ex := range examples {
				scoringtest.Spoil(ex, r, 40)
			}
			want, wantText := reported(t, onePass(t, examples, protocols), s)
			files, paths := partials(t, cut(r, examples), protocols, s)
			wantMerged(t, files, paths, s, want, wantText)
		}
	})
}

// An explanation of stop words alone matches nothing, which is not the same as
// no explanation.
func TestStopWordsAreAnExplanation(t *testing.T) {
	var examples []*loaders.Example
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 20 {
		ex := scoringtest.Explained(r, i)
		if i%4 == 0 {
			ex.Explanation = "it is the same"
		}
		examples = append(examples, ex)
	}
	protocols := []scoring.Protocol{alignment.Protocol}
	want, text := reported(t, onePass(t, examples, protocols), scoring.Defaults())
	files, paths := partials(t, [][]*loaders.Example{examples}, protocols, scoring.Defaults())
	wantMerged(t, files, paths, scoring.Defaults(), want, text)
}

func TestMergingIsATree(t *testing.T) {
	s, protocols := scoring.Defaults(), session.Protocols()
	s.Trials = 10
	examples := scoringtest.Everything(session.Protocols(), 1)
	want, text := reported(t, onePass(t, examples, protocols), s)
	files, paths := partials(t, [][]*loaders.Example{examples[90:], examples[:50], examples[50:90]}, protocols, s)
	for k, two := range [][]string{paths[:2], paths[1:]} {
		m, err := Merge(t.Context(), files, two, RefuseSameID)
		check.NoError(t, err)
		files[fmt.Sprintf("node-%d", k)] = &fstest.MapFile{Data: partial(t, []*loaders.Run{m.Run}, m.Protocols, m.Settings)}
		check.NoError(t, errors.Join(m.Err(), m.Run.Close()))
	}
	for _, leaves := range [][]string{{"node-0", paths[2]}, {paths[0], "node-1"}} {
		wantMerged(t, files, leaves, s, want, text)
	}
	// Shards that one command scores are one partial report.
	files["both"] = &fstest.MapFile{Data: partial(t, []*loaders.Run{shard("a", examples[:70]), shard("b", examples[70:])}, protocols, s)}
	m, sum := merged(t, files, []string{"both"}, RefuseSameID)
	got, _ := reported(t, sum, s)
	sameToTheBit(t, got, want)
	if _, n := m.Run.Problems.All(); n != 2 || m.Run.Name != "a … b" || m.Run.Format != "test" {
		t.Errorf("%q of format %q with %d problems, want those of both", m.Run.Name, m.Run.Format, n)
	}
}

// A merged run has what a list, the culprit and a table of modules show.
func TestMergedRunHasRowsAndCulprits(t *testing.T) {
	examples := scoringtest.Everything(session.Protocols(), 1)
	for i, ex := range examples {
		ex.ID = fmt.Sprintf("%04d", i) // in the order of a merged run
		ex.Question, ex.Kind, ex.Answer.Predicted, ex.Answer.Gold = fmt.Sprint("what is ", i), "kind", "it\nis\u202e", "the answer"
	}
	s := scoring.Defaults()
	want := onePass(t, examples, session.Protocols())
	files, paths := partials(t, [][]*loaders.Example{examples[100:], examples[:100]}, session.Protocols(), s)
	_, got := merged(t, files, paths, RefuseSameID)
	rows, wantRows, culprits := got.Summaries(s), want.Summaries(s), 0
	row := func(of *session.Summaries, i int) []any {
		all := []any{of.Read(i), of.Answer(i), of.Overall(i), of.Metric(i), of.Faithful(i)}
		for k := range of.Types() {
			all = append(all, of.Type(i, k))
		}
		return all
	}
	for i, ex := range examples {
		if a, b := got.Run.Row(i), want.Run.Row(i); a != b {
			t.Fatalf("row %d: %+v, want %+v", i, a, b)
		}
		kind, why := rows.Culprit(i)
		wantKind, wantWhy := wantRows.Culprit(i)
		if kind != wantKind || why != wantWhy || !slices.Equal(row(rows, i), row(wantRows, i)) {
			t.Fatalf("row %d: %+v, %v goes wrong because of %v, want %+v, %v, %v", i, row(rows, i), kind, why, row(wantRows, i), wantKind, wantWhy)
		}
		if why != scoring.NoCause {
			culprits++
		}
		for k, m := range got.Run.Example(i).Program {
			if m.Op != ex.Program[k].Op || m.Text != ex.Program[k].Text || !slices.Equal(m.Children, ex.Program[k].Children) {
				t.Fatalf("node %d of example %d: %+v, want %+v", k, i, m, ex.Program[k])
			}
		}
	}
	if culprits == 0 {
		t.Error("nothing goes wrong")
	}
}

// A merged run, also of a merged run, knows which examples share a picture, a passage, a set or a question.
func TestMergedRunHasClusters(t *testing.T) {
	var examples []*loaders.Example
	for i := range 40 {
		ex := &loaders.Example{ID: fmt.Sprintf("%04d", i), Question: strings.Repeat("q", 2000) + fmt.Sprint(i/2)}
		switch i % 4 {
		case 0:
			ex.Images = []loaders.Image{{Path: "picture"}, {Path: fmt.Sprint(i / 8)}}
		case 1:
			ex.Passage = &loaders.Passage{Text: fmt.Sprint("passage ", i/8)}
		case 2:
			ex.Passage, ex.Groups = &loaders.Passage{}, []string{fmt.Sprint("set ", i/8)}
		}
		examples = append(examples, ex)
	}
	s, protocols := scoring.Defaults(), session.Protocols()
	want := onePass(t, examples, protocols)
	files, paths := partials(t, [][]*loaders.Example{examples[:15], examples[15:]}, protocols, s)
	m, once := merged(t, files, paths, RefuseSameID)
	files["again"] = &fstest.MapFile{Data: partial(t, []*loaders.Run{m.Run}, m.Protocols, s)}
	_, twice := merged(t, files, []string{"again"}, RefuseSameID)
	for _, by := range []session.ClusterKind{session.ByPicture, session.BySet} {
		wanted, err := want.Clusters(t.Context(), by)
		for _, run := range []*session.ScoredRun{once, twice} {
			got, errGot := run.Clusters(t.Context(), by)
			for i := range examples {
				check.Equal(t, "by example belongs", got.First(i), wanted.First(i), by, i)
			}
			if err := errors.Join(err, errGot); err != nil || got.Name != wanted.Name || got.Unknown != wanted.Unknown {
				t.Errorf("%v: %s, %d unknown, want %s, %d", err, got.Name, got.Unknown, wanted.Name, wanted.Unknown)
			}
		}
	}
}

func TestMergedRunsCompare(t *testing.T) {
	s, protocols := scoring.Defaults(), session.Protocols()
	s.Trials = 100 // of the intervals
	test := stats.PermutationTest{Trials: 10, Seed: 1}
	a, b := scoringtest.SomeOfEach(session.Protocols(), 12, 1), scoringtest.SomeOfEach(session.Protocols(), 12, 2)
	want, err := report.Compare(t.Context(), onePass(t, a, protocols), onePass(t, b, protocols), s,
		report.ComparisonDesign{PermutationTest: test})
	check.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 3))
	sums := make([]*session.ScoredRun, 2)
	for k, examples := range [][]*loaders.Example{a, b} {
		files, paths := partials(t, cut(r, examples), protocols, s)
		_, sums[k] = merged(t, files, paths, RefuseSameID)
	}
	got, err := report.Compare(t.Context(), sums[0], sums[1], s, report.ComparisonDesign{PermutationTest: test})
	check.NoError(t, err)
	if got.Pairs != len(a) || !reflect.DeepEqual(got.Tests, want.Tests) {
		t.Errorf("%d pairs\n%+v, want\n%+v", got.Pairs, got.Tests, want.Tests)
	}
}

// Evidence that comes back is the same under all settings, and written again it
// is the same text.
func TestEvidenceComesBack(t *testing.T) {
	scoringtest.Each(t, session.Protocols(), func(t *testing.T, p scoring.Protocol, _ scoringtest.ProtocolCheck, examples []*loaders.Example) {
		for _, e := range scoringtest.Evidence(t, p, examples) {
			data := scoringtest.Written(p, e)
			back, err := scoringtest.ReadBack(p, data)
			if err != nil {
				t.Fatalf("%v in %q", err, data)
			}
			if again := scoringtest.Written(p, back); !bytes.Equal(again, data) {
				t.Fatalf("%q\ncomes back as\n%q", data, again)
			}
			check.DeepEqual(t, "comes back", back, e)
			for _, s := range scoringtest.Readings() {
				check.DeepEqual(t, "scores", scoringtest.Example(back, s), scoringtest.Example(e, s), data)
			}
		}
	})
}

func TestShardsThatOverlap(t *testing.T) {
	s, protocols := scoring.Defaults(), session.Protocols()
	ex := func(id string, v loaders.Verdict) *loaders.Example {
		return &loaders.Example{ID: id, Answer: loaders.Answer{Correct: v}}
	}
	a := []*loaders.Example{ex("x", loaders.Right), ex("own", loaders.Wrong), ex("own", loaders.Wrong), ex("y", loaders.Right)}
	b := []*loaders.Example{ex("x", loaders.Wrong), ex("y", loaders.Right), ex("record 3", loaders.Right)}
	files, paths := partials(t, [][]*loaders.Example{a, b, {ex("record 1", loaders.Wrong)}}, protocols, s)
	if m, err := Merge(t.Context(), files, paths, RefuseSameID); err == nil {
		m.Run.Close()
		t.Error("copies in two shards are not errors")
	} else if text := err.Error(); !strings.Contains(text, `"x" is in part-0 and part-1`) || !strings.Contains(text, "--same-id once") {
		t.Errorf("the error %q", text)
	}
	for _, c := range []struct {
		same                     SameIDPolicy
		examples, right, dropped int
	}{
		{KeepOne, 6, 3, 2}, // of x the right one: what is kept depends on no order
		{CollectAll, 8, 4, 0},
	} {
		for range 2 {
			slices.Reverse(paths)
			m, sum := merged(t, files, paths, c.same)
			scores := sum.Scores(s)
			x, _ := scores[0].Value.Float()
			if right := math.Round(x * float64(scores[0].Count)); m.Run.Len() != c.examples || int(right) != c.right || m.Dropped != c.dropped ||
				m.Unnamed != 2 {
				t.Errorf("%s: %d examples, %v right, %d dropped, %d unnamed; want %+v", c.same, m.Run.Len(), right, m.Dropped, m.Unnamed, c)
			}
		}
	}
}

func TestPartialsThatDoNotFit(t *testing.T) {
	s, protocols := scoring.Defaults(), session.Protocols()
	examples := scoringtest.Everything(session.Protocols(), 1)
	part := func(examples []*loaders.Example, protocols []scoring.Protocol, s scoring.Settings) string {
		return string(partial(t, []*loaders.Run{shard("a", examples)}, protocols, s))
	}
	good, second := part(examples[:100], protocols, s), part(examples[100:], protocols, s)
	lines := strings.SplitAfter(second, "\n")
	other := s
	other.IoU, other.Substring = 0.3, true
	for _, c := range []struct{ why, text, want string }{
		{"other settings", part(examples[100:], protocols, other), "iou is 0.3, not 0.5, substring is true, not false"},
		{"fewer protocols", part(examples[100:], protocols[:2], s), "it has different protocols from good"},
		{"another base model", headed(t, second, func(h *reportHead) { named(h, "reasoning").Given = "base 00" }), "reasoning 6 (base 00)"},
		{"a later program's evidence", headed(t, second, func(h *reportHead) { named(h, "answers").Version = 7 }), "answers 7"},
		{"a later program's report", strings.Replace(second, `"faithscope_partial":6`, `"faithscope_partial":7`, 1),
			"version 7 of the partial-report format"},
		{"a table that was read otherwise", headed(t, second, func(h *reportHead) { h.Runs[0].Map = "gold=a,right=none" }),
			"score all with --map"},
		{"other examples", headed(t, second, func(h *reportHead) { h.Runs[0].Selected = "where right" }),
			"it has where right, but good has all examples"},
		{"another judge", headed(t, second, func(h *reportHead) { h.Runs[0].Judge = "j-7.jsonl" }),
			"it was judged by j-7.jsonl, but good by no judge"},
		{"cut off behind a line", strings.Join(lines[:len(lines)-2], ""), "is still being written or was cut off"},
		{"cut off within a line", second[:len(second)/2], "is still being written or was cut off"},
		{"a line is missing", strings.Join(append(slices.Clone(lines[:5]), lines[6:]...), ""),
			fmt.Sprintf("has %d examples, but its last line says %d", len(examples)-101, len(examples)-100)},
		{"no report", `{"faithscope":1}`, "is not a partial report"},
		{"empty", "", "the file is empty"},
		{"settings that no flag can set", headed(t, good, func(h *reportHead) { h.Settings.Trials = 1_000_000_000_000 }), "trials"},
		{"an example without an id", strings.Replace(second, `{"id":`, `{"di":`, 1), "part:2: the example isn't in"},
		{"an example of no run", strings.Replace(second, `"}`+"\n"+`{"id":`, `","run":7}`+"\n"+`{"id":`, 2), "part:2: the example isn't in"},
	} {
		files := fstest.MapFS{"good": {Data: []byte(good)}, "part": {Data: []byte(c.text)}}
		m, err := Merge(t.Context(), files, []string{"good", "part"}, RefuseSameID)
		if err == nil {
			m.Run.Close()
			t.Errorf("%s: no error", c.why)
		} else if !strings.HasPrefix(err.Error(), "part") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error %q, want %q", c.why, err, c.want)
		}
	}
}

// headed returns a report with another first line.
func headed(t *testing.T, text string, change func(h *reportHead)) string {
	t.Helper()
	first, rest, _ := strings.Cut(text, "\n")
	var s jsonLine
	check.NoError(t, json.Unmarshal([]byte(first), &s))
	var h reportHead
	c := coding.Reader(s.Data)
	if h.Fields(c); c.End() != nil {
		t.Fatal(c.End())
	}
	change(&h)
	return string(encodeLine(s, &h)) + rest
}

func named(h *reportHead, name string) *protocolIdentity {
	return &h.Protocols[slices.IndexFunc(h.Protocols, func(p protocolIdentity) bool { return p.Name == name })]
}

// Of all that a line holds, what cannot have been written is seen when it is read: a byte
// of it is changed, each in turn.
func TestLinesThatCannotHaveBeenWritten(t *testing.T) {
	examples := append(scoringtest.SomeOfEach(session.Protocols(), 2, 1),
		&loaders.Example{Program: []loaders.Module{{Op: "count", Children: []int{1}}, {Op: "find"}}})
	found := map[string]bool{}
	for _, ex := range examples {
		l := exampleLine{Example: shownOf(ex, loaders.ListedExample{}), protocols: session.Protocols(),
			evidence: scoring.PrepareAll(session.Protocols(), ex)}
		c := coding.Writer()
		l.Fields(c)
		data := c.Written()
		for i, was := range data {
			for _, b := range []byte{0, 1, 18, was + 2, was + 40} { // 0, -1, 9, one more, 20 more
				data[i] = b
				c, back := coding.Reader(data), l
				back.Example, back.evidence = &loaders.Example{}, make([]scoring.Evidence, len(l.evidence))
				if back.Fields(c); c.End() != nil {
					found[c.End().Error()] = true
				}
			}
			data[i] = was
		}
	}
	all := strings.Join(slices.Sorted(maps.Keys(found)), "\n")
	check.Contains(t, all, "invalid verdict 9", "node 0 can't be a child of node 0", `module-boxes: invalid node 0 of type "`, "node -1",
		"in group", "gold sentence ", "invalid types", "gold box ", "the data ends too early", "bytes left over", "not a boolean", "a list of ")
}

func TestNothingReadIsSaid(t *testing.T) {
	broken := []*loaders.Example{{ID: "a", Broken: "no report.JSON"}}
	var b bytes.Buffer
	p := PartialReport{Runs: []*loaders.Run{shard("a", broken), shard("b", nil)}, Protocols: session.Protocols(), Settings: scoring.Defaults()}
	err := p.Write(t.Context(), &b)
	if !errors.Is(err, ErrNothingRead) || strings.Contains(err.Error(), "b:") {
		t.Errorf("the error %v, want that of a", err)
	}
	_, sum := merged(t, fstest.MapFS{"part": {Data: b.Bytes()}}, []string{"part"}, RefuseSameID)
	if r := report.Build([]*session.ScoredRun{sum}, scoring.Defaults()).Runs[0]; r.Examples != 1 || r.Unreadable != 1 || len(r.Scores) != 0 {
		t.Errorf("%+v, want one unreadable example", r)
	}
}

func FuzzMerge(f *testing.F) {
	examples := scoringtest.Everything(session.Protocols(), 1)
	s := scoring.Defaults()
	s.Trials = 3
	for k, p := range session.Protocols() {
		f.Add(partial(f, []*loaders.Run{shard("a", examples[20*k:20*k+2])}, []scoring.Protocol{p}, s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Merge(t.Context(), fstest.MapFS{"part": {Data: data}}, []string{"part"}, RefuseSameID)
		if err != nil {
			return
		}
		defer m.Run.Close()
		if m.Settings.Trials > 100 {
			t.Skip("long, and allowed")
		}
		sum := session.New(m.Run, m.Protocols)
		check.NoError(t, sum.Read(t.Context()))
		if m.Err() == nil {
			reported(t, sum, m.Settings)
			sum.Summaries(m.Settings)
		}
	})
}

// FuzzRestore reads evidence that nobody has written.
func FuzzRestore(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for k, p := range session.Protocols() {
		var e scoring.Evidence
		for e == nil { // not every specimen is one that the protocol scores
			e = scoring.PrepareAll([]scoring.Protocol{p}, scoringtest.Specimens()[p.Name].Example(r, 1))[0]
		}
		f.Add(uint8(k), scoringtest.Written(p, e))
	}
	f.Fuzz(func(t *testing.T, k uint8, data []byte) {
		p := session.Protocols()[int(k)%len(session.Protocols())]
		e, err := scoringtest.ReadBack(p, data)
		if err != nil {
			return
		}
		for _, s := range scoringtest.Readings() {
			scoringtest.Example(e, s)
			scoringtest.Example(e, s)
			a := p.Aggregate(s)
			a.Add(e)
			a.Add(e)
			a.Scores()
		}
		if again := scoringtest.Written(p, e); again == nil {
			t.Error("it cannot be written")
		}
	})
}

// BenchmarkPartial writes and merges 2,000 examples of 4 modules.
func BenchmarkPartial(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var examples []*loaders.Example
	for i := range 2000 {
		examples = append(examples, scoringtest.Pictured(r, i))
	}
	files, paths := partials(b, [][]*loaders.Example{examples}, session.Protocols(), scoring.Defaults())
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			partial(b, []*loaders.Run{shard("a", examples)}, session.Protocols(), scoring.Defaults())
		}
	})
	b.Run("merge", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(files[paths[0]].Data)))
		for b.Loop() {
			merged(b, files, paths, RefuseSameID)
		}
	})
}
