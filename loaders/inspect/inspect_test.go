package inspect

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

var formats = loadertest.Formats{Format}

// outline is an example as expected.json has it.
type outline struct {
	ID          string             `json:"id"`
	Question    string             `json:"question"`
	Gold        string             `json:"gold"`
	Predicted   string             `json:"predicted"`
	Correct     string             `json:"correct"`
	Scores      map[string]float64 `json:"scores"`
	Explanation string             `json:"explanation"`
	Meta        map[string]string  `json:"meta"`
	Tags        []string           `json:"tags"`
	Pictures    int                `json:"pictures"`
}

func outlineOf(ex *loaders.Example) outline {
	return outline{
		ex.ID, ex.Question, ex.Answer.Gold, ex.Answer.Predicted, ex.Answer.Correct.String(), ex.Answer.Scores, ex.Explanation, ex.Meta, ex.Tags,
		len(ex.Images),
	}
}

// Every shape of the log reads as the script that wrote it says.
func TestConformance(t *testing.T) {
	want := loadertest.Expected[[]outline](t)
	for _, name := range []string{"log.json", "deflate.eval", "zstd.eval", "chunked.eval"} {
		run := formats.Testdata(t, name)
		if run.Model != "mockllm/model" || run.Dataset != "made" || run.Len() != len(want) {
			t.Fatalf("%s: model %q, data set %q, %d samples", name, run.Model, run.Dataset, run.Len())
		}
		for i := range want {
			if got := outlineOf(run.Example(i)); !reflect.DeepEqual(got, want[i]) {
				t.Errorf("%s, sample %d:\n%+v\nwant\n%+v", name, i, got, want[i])
			}
		}
		f, err := run.Pictures.Open(run.Example(1).Images[0].Path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if im, err := png.Decode(f); err != nil || im.Bounds().Dx() != 4 || im.Bounds().Dy() != 3 {
			t.Errorf("%s: the picture: %v", name, err)
		}
		f.Close()
		list, n := run.Problems.All()
		if n != 1 || !strings.Contains(list[0].What.String(), "it broke") {
			t.Errorf("%s: problems %v, want that of the sample with an error", name, list)
		}
		if raw, err := run.Raw(1); err != nil || !json.Valid(raw) {
			t.Errorf("%s: raw: %v", name, err)
		}
	}
}

// An archive that is being written shows what is there.
func TestRunning(t *testing.T) {
	run, want := formats.Testdata(t, "running.eval"), loadertest.Expected[[]outline](t)
	if run.Len() != 3 || run.Model != "mockllm/model" {
		t.Fatalf("%d samples of %q, want 3", run.Len(), run.Model)
	}
	for i := range run.Len() {
		if got := outlineOf(run.Example(i)); !reflect.DeepEqual(got, want[i]) {
			t.Errorf("sample %d:\n%+v\nwant\n%+v", i, got, want[i])
		}
	}
	loadertest.Problem(t, run, "no table of contents")
	loadertest.Problem(t, run, "has not ended")
}

// Epochs of a sample are told apart, and should agree.
func TestEpochs(t *testing.T) {
	run := formats.Testdata(t, "epochs.eval")
	var ids []string
	for i := range run.Len() {
		ex := run.Example(i)
		ids = append(ids, ex.ID)
		if id, _, _ := strings.Cut(ex.ID, " "); !slices.Equal(ex.Groups, []string{id}) {
			t.Errorf("%s is in %v", ex.ID, ex.Groups)
		}
	}
	if want := []string{"1 (epoch 1)", "1 (epoch 2)", "2 (epoch 1)", "2 (epoch 2)"}; !slices.Equal(ids, want) {
		t.Errorf("%q, want %q", ids, want)
	}
}

// Rows come from the summaries before any sample is read.
func TestPreview(t *testing.T) {
	run := formats.Testdata(t, "zstd.eval")
	want := loadertest.Expected[[]outline](t)
	for i := range run.Len() {
		row, ok := run.Peek(i)
		if !ok || row.ID != want[i].ID || row.Correct.String() != want[i].Correct || row.Gold != want[i].Gold {
			t.Errorf("row %d: %+v, %v; want %+v", i, row, ok, want[i])
		}
	}
}

// pair is an entry of an archive.
type pair struct{ name, content string }

// packed is an archive of these entries, deflated.
func packed(t testing.TB, entries ...pair) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.Create(e.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const (
	header = `{"version":2,"status":"success","eval":{"task":"t","model":"m","dataset":{"name":"d"}}}`
	sample = `{"id":1,"epoch":1,"input":"What?","target":"x","output":{"choices":[{"message":{"role":"assistant","content":"x"}}]},"scores":{"match":{"value":"C"}}}`
)

func logOf(t testing.TB, b []byte) *loaders.Run {
	t.Helper()
	return formats.Content(t, b)
}

// Each broken twin of a good sample says what is wrong, and loses nothing
// else: the second sample stays.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		why, old, new string
		problem       string
		broken        bool
		correct       loaders.Verdict
	}{
		{why: "as it is", correct: loaders.Right},
		{why: "a value of no meaning", old: `"C"`, new: `"maybe"`},
		{why: "a value that is missing", old: `{"value":"C"}`, new: `{}`},
		{why: "a value that is NaN", old: `"C"`, new: `NaN`, problem: "NaN"},
		{why: "a huge value", old: `"C"`, new: `1e999`},
		{why: "a value between", old: `"C"`, new: `0.3`},
		{why: "nothing right", old: `"C"`, new: `0`, correct: loaders.Wrong},
		{why: "a truth", old: `"C"`, new: `true`, correct: loaders.Right},
		{why: "right in part", old: `"C"`, new: `"P"`},
		{why: "a graded score of 1", old: `{"match":{"value":"C"}}`, new: `{"f1":{"value":1.0}}`},
		{why: "scores that are a list", old: `{"match":{"value":"C"}}`, new: `[1]`},
		{why: "a score that is none", old: `{"value":"C"}`, new: `7`},
		{why: "one score, as in the first version", old: `"scores":{"match":{"value":"C"}}`, new: `"score":{"value":"I"}`,
			correct: loaders.Wrong},
		{why: "input that is a number", old: `"What?"`, new: `7`, correct: loaders.Right},
		{why: "messages that are none", old: `"What?"`, new: `[1,[],{"role":1}]`, correct: loaders.Right},
		{why: "a picture that climbs out", old: `"What?"`, new: `[{"role":"user","content":[{"type":"image","image":"../../secret.png"}]}]`,
			problem: "leads out", correct: loaders.Right},
		{why: "a picture elsewhere", old: `"What?"`, new: `[{"role":"user","content":[{"type":"image","image":"https://example.org/a.png"}]}]`,
			problem: "is elsewhere", correct: loaders.Right},
		{why: "an attachment that is not there", old: `"What?"`, new: `[{"role":"user","content":[{"type":"image","image":"attachment://x"}]}]`,
			problem: "no attachment", correct: loaders.Right},
		{why: "metadata of another type", old: `"id"`, new: `"metadata":[],"id"`, problem: "metadata: a JSON array where an object belongs",
			correct: loaders.Right},
		{why: "an error as text", old: `"id"`, new: `"error":"gone","id"`, problem: "gone", correct: loaders.Right},
		{why: "cut off", old: `"scores":{"match":{"value":"C"}}}`, new: `"sc`, problem: "not JSON", broken: true},
		{why: "too deep", old: `"id"`, new: `"x":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `,"id"`, problem: "nests deeper",
			broken: true},
		{why: "a bomb", old: `"id"`, new: `"x":"` + strings.Repeat("a", maxSample) + `","id"`, problem: "unpacks to more than 64 MB",
			broken: true},
	} {
		t.Run(c.why, func(t *testing.T) {
			text := loadertest.Twin(t, sample, c.old, c.new)
			run := logOf(t, packed(t, pair{"samples/1_epoch_1.json", text},
				pair{"samples/2_epoch_1.json", strings.Replace(sample, `"id":1`, `"id":2`, 1)}, pair{headerEntry, header}))
			if run.Len() != 2 {
				t.Fatalf("%d samples, want 2", run.Len())
			}
			ex := run.Example(0)
			if (ex.Broken != "") != c.broken || ex.Answer.Correct != c.correct {
				t.Errorf("broken %q, %v; want %v, %v", ex.Broken, ex.Answer.Correct, c.broken, c.correct)
			}
			if other := run.Example(1); other.ID != "2" || other.Answer.Correct != loaders.Right {
				t.Errorf("the other sample is lost: %+v", other)
			}
			loadertest.Problem(t, run, c.problem)
		})
	}
}

// What is wrong with the archive itself is said, and the rest is shown.
func TestBrokenArchive(t *testing.T) {
	one := pair{"samples/1_epoch_1.json", sample}
	method := packed(t, one, pair{headerEntry, header})
	at := bytes.Index(method, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint16(method[at+10:], 12) // bzip2
	for _, c := range []struct {
		why     string
		data    []byte
		problem string
		samples int
	}{
		{"no header", packed(t, one), "no header.json", 1},
		{"a header that is none", packed(t, one, pair{headerEntry, "["}), "", 1},
		{"summaries that are none", packed(t, one, pair{headerEntry, header}, pair{summariesEntry, `[{"id":1`}),
			"summaries.json: unexpected EOF", 1},
		{"a summary of a wrong type", packed(t, one, pair{headerEntry, header}, pair{summariesEntry, `[7]`}), "summaries.json", 1},
		{"a summary without a sample", packed(t, one, pair{headerEntry, header}, pair{summariesEntry, `[{"id":9,"epoch":1}]`}),
			"1 samples have a summary and no entry", 1},
		{"no samples", packed(t, pair{headerEntry, header}), "no samples", 0},
		{"a packing that nobody reads", method, "method 12", 1},
		{"status error", packed(t, one, pair{headerEntry,
			strings.Replace(header, `"success"`, `"error","error":{"message":"out of memory"}`, 1)}), "out of memory", 1},
	} {
		run := logOf(t, c.data)
		if run.Len() != c.samples {
			t.Errorf("%s: %d samples, want %d", c.why, run.Len(), c.samples)
		}
		if c.problem != "" {
			loadertest.Problem(t, run, c.problem)
		}
	}
	whole := packed(t, one, pair{headerEntry, header})
	if formats.Err(t, fstest.MapFS{"a": {Data: whole[:40]}}, "a", loaders.Options{}) == nil {
		t.Error("an archive cut off in its first entry opens")
	}
}

// A sample whose bytes are damaged or cannot be found stays, broken, and says
// so; the other is what it was.
func TestDamagedEntries(t *testing.T) {
	second := strings.Replace(sample, `"id":1`, `"id":2`, 1)
	var stored bytes.Buffer
	w := zip.NewWriter(&stored)
	for _, e := range []pair{{"samples/1_epoch_1.json", sample}, {"samples/2_epoch_1.json", second}, {headerEntry, header}} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	table := bytes.Index(stored.Bytes(), []byte("PK\x01\x02"))
	for _, c := range []struct {
		why, problem string
		damage       func(b []byte) []byte
	}{
		{"another answer", "by its checksum", func(b []byte) []byte {
			b[bytes.Index(b, []byte(`"C"`))+1] = 'I'
			return b
		}},
		{"an offset beyond the file", "does not begin where", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[table+42:], 1<<30)
			return b
		}},
		{"an offset within another entry", "does not begin where", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[table+42:], 7)
			return b
		}},
		{"the offset of another entry", "by its checksum", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[table+42:], uint32(bytes.LastIndex(b[:table], []byte(localSign))))
			return b
		}},
		{"a size that is not so", "by its checksum", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[table+24:], 5)
			return b
		}},
	} {
		run := logOf(t, c.damage(bytes.Clone(stored.Bytes())))
		if run.Len() != 2 {
			t.Errorf("%s: %d samples, want 2", c.why, run.Len())
			continue
		}
		ex, other := run.Example(0), run.Example(1)
		if !strings.Contains(ex.Broken, c.problem) || ex.Answer.Correct != loaders.Unknown {
			t.Errorf("%s: broken %q, %v; want %q", c.why, ex.Broken, ex.Answer.Correct, c.problem)
		}
		if other.Broken != "" || other.Answer.Correct != loaders.Right {
			t.Errorf("%s: the other sample is lost: %+v", c.why, other)
		}
		loadertest.Problem(t, run, c.problem)
	}
}

// Half a megabyte of an archive must not become gigabytes: what is large is
// bounded before it is decoded, also what the list is filled with.
func TestBombs(t *testing.T) {
	one := pair{"samples/1_epoch_1.json", sample}
	objects := strings.Repeat("{},", 20_000_000) + "{}"
	for why, c := range map[string]struct {
		data    []byte
		problem string
	}{
		"a sample of many objects": {packed(t, one, pair{"samples/2_epoch_1.json", `{"id":2,"messages":[` + objects + `]}`},
			pair{headerEntry, header}), "MB of memory"},
		"a summary": {packed(t, one, pair{headerEntry, header}, pair{summariesEntry, `[{"id":1,"x":[` + objects + `]}]`}),
			"a summary of more than 8 MB"},
		"attachments": {packed(t, pair{"samples/1_epoch_1/sample.json",
			strings.Replace(sample, `"What?"`, `[{"role":"user","content":[{"type":"image","image":"attachment://0"}]}]`, 1)},
			pair{"samples/1_epoch_1/attachments/0.json", "[" + strings.Repeat(`"",`, 20_000_000) + `""]`}, pair{headerEntry, header}),
			"no attachment"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run := logOf(t, c.data)
		if err := run.Wait(t.Context(), math.MaxInt); err != nil {
			t.Fatal(err)
		}
		for i := range run.Len() {
			run.Example(i)
		}
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 200 {
			t.Errorf("%s: %d KB take %d MB", why, len(c.data)>>10, took)
		}
		if run.Example(0).Answer.Correct != loaders.Right {
			t.Errorf("%s: the sample is lost: %+v", why, run.Example(0))
		}
		loadertest.Problem(t, run, c.problem)
	}
}

// Other archives are not claimed.
func TestDetect(t *testing.T) {
	for name, want := range map[string]bool{headerEntry: true, "samples/a_epoch_1.json": true, "_journal/start.json": true,
		"samples/1.json": false, "word/document.xml": false, "data.npy": false} {
		if got := isArchive(packed(t, pair{name, "{}"})); got != want {
			t.Errorf("an archive that begins with %s: %v, want %v", name, got, want)
		}
	}
}

// FuzzInspect opens any bytes as a log.
func FuzzInspect(f *testing.F) {
	for _, name := range []string{"log.json", "zstd.eval", "chunked.eval", "running.eval", "deflate.eval"} {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add(packed(f, pair{"samples/1_epoch_1.json", sample}, pair{headerEntry, header}))
	f.Fuzz(func(t *testing.T, b []byte) {
		formats.Walk(t, fstest.MapFS{"log": {Data: b}}, "log", loadertest.ReadPictures)
	})
}

// A sample that called tools is a program: a module for each call.
func TestToolCalls(t *testing.T) {
	text := loadertest.Twin(t, sample, `"output":`, `"messages":[{"role":"user","content":"What?"},`+
		`{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":"bash","arguments":{"cmd":"ls"},"type":"function"},{"id":"c2","function":"add","arguments":{"a":1,"b":2}}]},`+
		`{"role":"tool","content":"file","tool_call_id":"c1"},{"role":"tool","content":"","tool_call_id":"c2","error":{"type":"timeout","message":"too late"}}],"output":`)
	ex := logOf(t, packed(t, pair{"samples/1_epoch_1.json", text}, pair{headerEntry, header})).Example(0)
	got := loadertest.Program(ex.Program, nil)
	if want := `(agent bash[ls] add[{"a":1,"b":2}])`; got != want || *ex.Program[0].Output.Text != "x" ||
		*ex.Program[1].Output.Text != "file" || ex.Program[2].Error != "too late" {
		t.Errorf("%s, want %s: %+v", got, want, ex.Program)
	}
}
