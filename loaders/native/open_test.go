package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/gzip"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

func TestOpenFails(t *testing.T) {
	good := program(`{"op": "find"}`)
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	fmt.Fprintln(w, good)
	w.Close()
	tests := []struct {
		why, content string
		want         string
		is           error
	}{
		{"an empty file", "", "empty", files.ErrEmpty},
		{"blank lines only", " \n\n", "empty", files.ErrEmpty},
		{"another kind of file", "PNG and so on", "not a run", files.ErrFormat},
		{"another format's record", `{"image_id": "dev-1", "modules_debug_info": []}`, "not a run", files.ErrFormat},
		{"a question that is not a run", `{"id": 1, "question": "q", "answers": {"text": []}}`, "not a run", files.ErrFormat},
		{"gzip that ends in its header", z.String()[:8], "gzip", nil},
		{"gzip without one whole byte of content", z.String()[:12], "unexpected EOF", nil},
		{"a later version may mean something else", `{"faithscope": 2}` + "\n" + good, "version 2", nil},
		{"a guessed box format would give wrong scores", `{"faithscope": 1, "run": {"box_format": "cxcywh"}}` + "\n" + good, `"cxcywh"`, nil},
		{"a guessed box unit too", `{"faithscope": 1, "run": {"box_units": "percent"}}` + "\n" + good, `"percent"`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			fsys := fstest.MapFS{"run": {Data: []byte(tt.content)}}
			run, err := files.NewOpener(fsys, Format).Open(context.Background(), "run", loaders.Options{})
			if err == nil {
				run.Close()
				t.Fatal("it opened")
			}
			if !strings.HasPrefix(err.Error(), "run: ") || !strings.Contains(err.Error(), tt.want) || tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("%v; want the path and %q", err, tt.want)
			}
		})
	}
}

func TestFilesThatANativeRunDoesNotRead(t *testing.T) {
	named := loaders.FlagValues{"gold": "gold.csv", "programs": "programs.tsv"}
	run := opened(t, []byte(program(`{"op": "find"}`)), loaders.Options{Named: named})
	check.EqualLists(t, "are not used", run.Unused, []string{"--gold", "--programs"})
}

func TestPictures(t *testing.T) {
	line := "\n" + program(`{"op": "find"}`)
	picture := func(run *loaders.Run, name string) bool {
		if run.Pictures == nil {
			return false
		}
		f, err := run.Pictures.Open(name)
		if err == nil {
			f.Close()
		}
		return err == nil
	}
	tests := []struct {
		why, root string
		o         loaders.Options
		name      string
		want      bool
		problem   string
	}{
		{"the file's own score folder where nothing is said", "", loaders.Options{}, "pictures/a.png", true, ""},
		{"a folder that the file names", "pictures", loaders.Options{}, "a.png", true, ""},
		{"the file cannot name a folder above", "..", loaders.Options{}, "secret.png", false, "is outside"},
		{"nor an absolute one", "/", loaders.Options{}, "secret.png", false, "is outside"},
		{"nor climb with a picture's name", "pictures", loaders.Options{}, "../../secret.png", false, ""},
		{"the user can name any folder", "..", loaders.Options{Named: loaders.FlagValues{"images": "."}}, "secret.png", true, ""},
		{"pictures that are in no folder", "..", loaders.Options{ImageFiles: fstest.MapFS{"m.png": {}}}, "m.png", true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			run := opened(t, []byte(fmt.Sprintf(`{"faithscope": 1, "run": {"image_root": %q}}`, tt.root)+line), tt.o)
			check.Equal(t, "opening", picture(run, tt.name), tt.want, tt.name)
			list := problemsOf(run)
			if tt.problem == "" && list != nil || !strings.Contains(strings.Join(list, "\n"), tt.problem) {
				t.Errorf("problems %q, want %q", list, tt.problem)
			}
		})
	}
}

// TestPicturesOutside names pictures outside the image folder in every way.
// They are found where the person allows it, and are problems otherwise.
func TestPicturesOutside(t *testing.T) {
	dir := t.TempDir()
	runs := filepath.Join(dir, "runs")
	check.NoError(t, os.MkdirAll(filepath.Join(runs, "images"), 0o700))
	secret := filepath.Join(dir, "secret.png")
	check.NoError(t, os.WriteFile(secret, []byte("s"), 0o600))
	if err := os.Symlink(secret, filepath.Join(runs, "images", "link.png")); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(runs, "run.jsonl")
	for _, tt := range []struct{ root, name string }{
		{"images", "../../secret.png"}, {"images", secret}, {"images", "link.png"}, {"images", `a\..\..\..\secret.png`},
		{"..", "secret.png"}, {dir, "secret.png"}, {"", "../secret.png"},
	} {
		line := fmt.Sprintf(
			`{"id": "a", "question": "q", "answer": {"predicted": "x", "gold": "x"}, "images": [{"path": %q}], "program": [{"op": "find"}]}`,
			tt.name)
		text := fmt.Sprintf(`{"faithscope": 1, "run": {"image_root": %q}}`+"\n%s\n", tt.root, line)
		check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		for _, allowed := range []bool{false, true} {
			run, err := files.NewOpener(nil, Format).Open(context.Background(), path, loaders.Options{Outside: allowed})
			check.NoError(t, err)
			check.NoError(t, run.Wait(context.Background(), 1))
			content := ""
			if im := run.Example(0).Images; run.Pictures != nil && len(im) == 1 {
				b, _ := fs.ReadFile(run.Pictures, im[0].Path)
				content = string(b)
			}
			if list := problemsOf(run); (content == "s") != allowed || (len(list) == 0) != allowed {
				t.Errorf("%s in %q, allowed %v: read %q, problems %q", tt.name, tt.root, allowed, content, list)
			}
			run.Close()
		}
	}
}

func TestImageFolderCannotBeLeftByALink(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "runs", "run.jsonl")
	outside := filepath.Join(dir, "outside")
	for _, folder := range []string{filepath.Dir(path), outside} {
		check.NoError(t, os.Mkdir(folder, 0o700))
	}
	write := func(path, content string) {
		check.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	write(filepath.Join(outside, "secret.png"), "s")
	if err := os.Symlink(outside, filepath.Join(dir, "runs", "pictures")); err != nil {
		t.Skip(err)
	}
	write(path, `{"faithscope": 1, "run": {"image_root": "pictures"}}`+"\n"+program(`{"op": "find"}`))
	run := loadertest.Formats{Format}.Open(t, nil, path, loaders.Options{})
	if list := problemsOf(run); run.Pictures != nil || len(list) != 1 {
		t.Errorf("image_root is a link out of the run's folder: problems %q", list)
	}
	write(path, program(`{"op": "find"}`))
	run = loadertest.Formats{Format}.Open(t, nil, path, loaders.Options{})
	if f, err := run.Pictures.Open("pictures/secret.png"); err == nil {
		f.Close()
		t.Error("a link inside the folder opens a file outside")
	}
}

// TestScoredAttributions: a file whose header names several attributions is a
// run for each, which has that one first.
func TestScoredAttributions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	file := `{"faithscope": 1, "run": {"name": "bilstm", "scored": ["lime", "ig", "lime", "none"]}}
{"id": "x", "question": "q", "tokens": ["q"], "attributions": [` +
		`{"name": "ig", "scores": [1]}, {"name": "soft", "scores": [3]}, {"name": "lime", "scores": [2]}]}
`
	check.NoError(t, os.WriteFile(path, []byte(file), 0o600))
	runs, err := files.NewOpener(nil, Format).OpenAll(t.Context(), path, loaders.Options{})
	check.NoError(t, err)
	var got []string
	for _, run := range runs {
		check.NoError(t, run.Wait(t.Context(), 1))
		var names []string
		for _, a := range run.Example(0).Attributions {
			names = append(names, fmt.Sprint(a.Name, a.Scores))
		}
		_, problems := run.Problems.All()
		got = append(got, fmt.Sprint(run.Name, ": ", strings.Join(names, " "), ", problems ", problems))
	}
	want := []string{"bilstm lime: lime[2] ig[1] soft[3], problems 0", "bilstm ig: ig[1] soft[3] lime[2], problems 0",
		"bilstm none: none[] ig[1] soft[3] lime[2], problems 1"}
	check.EqualLists(t, "opened", got, want)
	one, err := files.NewOpener(nil, Format).OpenAll(t.Context(), path+"#bilstm ig", loaders.Options{})
	if err != nil || len(one) != 1 || one[0].Name != "bilstm ig" {
		t.Errorf("one part: %v, %v", one, err)
	}
	if _, err := Format.Parts(t.Context(), &loaders.Source{Head: []byte(`{"faithscope": 1, "run": {"scored": [` + strings.Repeat(`"a", `,
		200) + `"b"]}}`)}, loaders.Options{}); err == nil {
		t.Error("200 runs of a file")
	}
}
