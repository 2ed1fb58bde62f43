package inspect

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
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
			check.DeepEqual(t, "sample", outlineOf(run.Example(i)), want[i], name, i)
		}
		f, err := run.Pictures.Open(run.Example(1).Images[0].Path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if im, err := png.Decode(f); err != nil || im.Bounds().Dx() != 4 || im.Bounds().Dy() != 3 {
			t.Errorf("%s: the picture: %v", name, err)
		}
		f.Close()
		loadertest.Problems(t, run, "it broke", "no answer;")
		if raw, err := run.Raw(1); err != nil || !json.Valid(raw) {
			t.Errorf("%s: raw: %v", name, err)
		}
	}
}

// An archive that is being written shows its first samples.
func TestRunning(t *testing.T) {
	run, want := formats.Testdata(t, "running.eval"), loadertest.Expected[[]outline](t)
	if run.Len() != 3 || run.Model != "mockllm/model" {
		t.Fatalf("%d samples of %q, want 3", run.Len(), run.Model)
	}
	for i := range run.Len() {
		check.DeepEqual(t, "sample", outlineOf(run.Example(i)), want[i], i)
	}
	loadertest.Problem(t, run, "no table of contents")
	loadertest.Problem(t, run, "the evaluation hasn't finished")
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

// packed returns an archive of these entries, deflated.
func packed(t testing.TB, entries ...pair) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.Create(e.name)
		check.NoError(t, err)
		if _, err := f.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	check.NoError(t, w.Close())
	return b.Bytes()
}

const (
	header = `{"version":2,"status":"success","eval":{"task":"t","model":"m","dataset":{"name":"d"}}}`
	sample = `{"id":1,"epoch":1,"input":"What?","target":"x","output":{"choices":[{"message":{"role":"assistant","content":"x"}}]},` +
		`"scores":{"match":{"value":"C"}}}`
)

func logOf(t testing.TB, b []byte) *loaders.Run {
	t.Helper()
	return formats.Content(t, b)
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
			"samples with a summary but no entry: 1", 1},
		{"no samples", packed(t, pair{headerEntry, header}), "no samples", 0},
		{"a packing that nobody reads", method, "method 12", 1},
		{"status error", packed(t, one, pair{headerEntry,
			strings.Replace(header, `"success"`, `"error","error":{"message":"out of memory"}`, 1)}), "out of memory", 1},
	} {
		run := logOf(t, c.data)
		check.Equal(t, c.why+": samples", run.Len(), c.samples)
		if c.problem != "" {
			loadertest.Problem(t, run, c.problem)
		}
	}
	whole := packed(t, one, pair{headerEntry, header})
	check.Fails(t, "an archive cut off in its first entry", formats.Err(t, fstest.MapFS{"a": {Data: whole[:40]}}, "a", loaders.Options{}))
}

// A sample whose bytes are damaged or cannot be found stays, broken, and says
// so; the other is what it was.
func TestDamagedEntries(t *testing.T) {
	second := strings.Replace(sample, `"id":1`, `"id":2`, 1)
	var stored bytes.Buffer
	w := zip.NewWriter(&stored)
	for _, e := range []pair{{"samples/1_epoch_1.json", sample}, {"samples/2_epoch_1.json", second}, {headerEntry, header}} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Store})
		check.NoError(t, err)
		if _, err := f.Write([]byte(e.content)); err != nil {
			t.Fatal(err)
		}
	}
	check.NoError(t, w.Close())
	table := bytes.Index(stored.Bytes(), []byte("PK\x01\x02"))
	for _, c := range []struct {
		why, problem string
		damage       func(b []byte) []byte
	}{
		{"another answer", "the checksum of", func(b []byte) []byte {
			b[bytes.Index(b, []byte(`"C"`))+1] = 'I'
			return b
		}},
		{"an offset beyond the file", "doesn't begin where the table of contents says", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[table+42:], 1<<30)
			return b
		}},
		{"an offset within another entry", "doesn't begin where the table of contents says", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[table+42:], 7)
			return b
		}},
		{"the offset of another entry", "the checksum of", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[table+42:], uint32(bytes.LastIndex(b[:table], []byte(localSign))))
			return b
		}},
		{"a size that is not so", "the checksum of", func(b []byte) []byte {
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
	if testing.Short() {
		t.Skip("long, and a pool that gives nothing back, as under the race detector, takes more")
	}
	one := pair{"samples/1_epoch_1.json", sample}
	objects := strings.Repeat("{},", 20_000_000) + "{}"
	for why, c := range map[string]struct {
		data    []byte
		problem string
	}{
		"a sample of many objects": {packed(t, one, pair{"samples/2_epoch_1.json", `{"id":2,"messages":[` + objects + `]}`},
			pair{headerEntry, header}), "MB of memory"},
		"a sample of one long text": {packed(t, one, pair{"samples/2_epoch_1.json", `{"id":2,"x":"` + strings.Repeat("a", maxSample) + `"}`},
			pair{headerEntry, header}), "unpacks to more than 64 MB"},
		"a summary": {packed(t, one, pair{headerEntry, header}, pair{summariesEntry, `[{"id":1,"x":[` + objects + `]}]`}),
			"a summary is larger than 8 MB"},
		"attachments": {packed(t, pair{"samples/1_epoch_1/sample.json",
			strings.Replace(sample, `"What?"`, `[{"role":"user","content":[{"type":"image","image":"attachment://0"}]}]`, 1)},
			pair{"samples/1_epoch_1/attachments/0.json", "[" + strings.Repeat(`"",`, 20_000_000) + `""]`}, pair{headerEntry, header}),
			"no attachment"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run := logOf(t, c.data)
		check.NoError(t, run.Wait(t.Context(), math.MaxInt))
		for i := range run.Len() {
			run.Example(i)
		}
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 200 {
			t.Errorf("%s: %d KB take %d MB", why, len(c.data)>>10, took)
		}
		check.Equal(t, why, run.Example(0).Answer.Correct, loaders.Right)
		loadertest.Problem(t, run, c.problem)
	}
}

// Other archives are not claimed.
func TestDetect(t *testing.T) {
	for name, want := range map[string]bool{headerEntry: true, "samples/a_epoch_1.json": true, "_journal/start.json": true,
		"samples/1.json": false, "word/document.xml": false, "data.npy": false} {
		check.Equal(t, "an archive that begins with "+name, isArchive(packed(t, pair{name, "{}"})), want)
	}
}

// A log cannot name the picture of a sample that it does not have, and pictures stay those of their
// samples where others are left out.
func TestPicturesBelongToTheirSamples(t *testing.T) {
	of := func(id, image string) string {
		return `{"id":"` + id + `","epoch":1,"target":"x","input":[{"role":"user","content":[{"type":"image","image":"` + image + `"}]}]}`
	}
	dataOf := func(text string) string {
		return "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte(text))
	}
	log := strings.TrimSuffix(header, "}") + `,"samples":[` + of("a", "embedded/9/0") + "," + of("b", "embedded/-1/0") + "," +
		of("c", dataOf("c")) + "," + of("d", dataOf("d")) + `]}`
	for name, content := range map[string][]byte{
		"log": []byte(log),
		"archive": packed(t, pair{"header.json", header}, pair{"samples/a_epoch_1.json", of("a", "embedded/9/0")},
			pair{"samples/b_epoch_1.json", of("b", "embedded/-1/0")}, pair{"samples/c_epoch_1.json", of("c", dataOf("c"))},
			pair{"samples/d_epoch_1.json", of("d", dataOf("d"))}),
	} {
		run := logOf(t, content)
		for i, want := range []string{"", "", "c", "d"} {
			got, err := fs.ReadFile(run.Pictures, run.Example(i).Images[0].Path)
			check.Equal(t, "picture", string(got), want, "of", name, i, err)
			check.Equal(t, "picture is read", err == nil, want != "", "of", name, i, err)
		}
		run.Narrow([]int{3})
		got, err := fs.ReadFile(run.Pictures, run.Example(0).Images[0].Path)
		check.Equal(t, "picture of the last sample alone", string(got), "d", name, err)
	}
}

// A picture that one of several logs holds is that of its own sample.
func TestPicturesOfSeveralLogs(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"1": "first", "2": "second", "3": "third"} {
		log := strings.TrimSuffix(header, "}") + `,"samples":[{"id":"` + name + `","epoch":1,"target":"x","input":[{"role":"user","content":[` +
			`{"type":"image","image":"data:image/png;base64,` + base64.StdEncoding.EncodeToString([]byte(text)) + `"},` +
			`{"type":"image","image":"embedded/99/0"}]}]}]}`
		check.NoError(t, os.WriteFile(filepath.Join(dir, "log-"+name+".json"), []byte(log), 0o600))
	}
	run := formats.Open(t, nil, dir, loaders.Options{})
	for i, want := range []string{"first", "second", "third"} {
		got, err := fs.ReadFile(run.Pictures, run.Example(i).Images[0].Path)
		check.Equal(t, "picture", string(got), want, "of example", i, err)
	}
	for _, path := range []string{files.EmbeddedPath(3, 0), files.EmbeddedPath(-1, 0), files.EmbeddedPath(0, 2)} {
		if got, err := fs.ReadFile(run.Pictures, path); err == nil {
			t.Errorf("%s: %q", path, got)
		}
	}
}
