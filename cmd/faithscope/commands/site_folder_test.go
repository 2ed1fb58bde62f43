package commands

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// layPictures writes a run of two examples, each with a picture of its own, into a folder:
// the first example has 2.png. root is where the run says that they are, "" for not at all,
// and before begins their names. It returns the run's path.
func layPictures(t *testing.T, folder, root, before string) string {
	t.Helper()
	check.NoError(t, os.MkdirAll(filepath.Join(folder, "pictures"), 0o700))
	header := `{"faithscope":1,"run":{"name":"small"}}`
	if root != "" {
		header = `{"faithscope":1,"run":{"name":"small","image_root":"` + root + `"}}`
	}
	lines := []string{header}
	for i, name := range []string{"2.png", "1.png"} {
		picture := image.NewGray(image.Rect(0, 0, 1, 1))
		picture.Set(0, 0, color.Gray{Y: uint8(i)})
		var b bytes.Buffer
		check.NoError(t, png.Encode(&b, picture))
		writeFile(t, filepath.Join(folder, "pictures", name), b.Bytes())
		lines = append(lines, `{"id":"`+name+`","question":"q","answer":{"predicted":"a","gold":"a"},"images":[{"path":"`+before+name+
			`","proposals":[[0,0,1,1]]}],"program":[{"op":"find","output":{"boxes":[[0.9]]}}]}`)
	}
	run := filepath.Join(folder, "run.jsonl")
	writeFile(t, run, strings.Join(lines, "\n")+"\n")
	return run
}

// contents returns the files below a folder, and where the links in it lead.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	check.NoError(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		var text []byte
		switch {
		case err != nil:
		case d.Type() == fs.ModeSymlink:
			all[path], err = os.Readlink(path)
		case !d.IsDir():
			text, err = os.ReadFile(path)
			all[path] = string(text)
		default:
			all[path] = "a folder"
		}
		return err
	}))
	return all
}

// The pictures of a run stay what they are, however the run names them, whichever of its
// examples are exported, and even with --force.
func TestSiteInTheFolderOfItsRun(t *testing.T) {
	for _, c := range []struct{ why, root, before, flag string }{
		{"beside the run", "", "pictures/", ""},
		{"named by the run", "pictures", "", ""},
		{"the run's folder", ".", "pictures/", ""},
		{"named by a flag", "", "pictures/", "--images=."},
		{"behind a link", "", "", "--images=link"},
		{"a folder of a flag", "", "", "--images=pictures"},
		{"anywhere", "", "pictures/", "--allow-outside"},
	} {
		t.Run(c.why, func(t *testing.T) {
			folder := t.TempDir()
			run := layPictures(t, folder, c.root, c.before)
			if err := os.Symlink("pictures", filepath.Join(folder, "link")); err != nil {
				t.Skip("no links here: ", err)
			}
			before := contents(t, folder)
			t.Chdir(folder)
			for _, flags := range [][]string{nil, {"--force"}, {"--force", "--where", `id="1.png"`}} {
				args := append([]string{"export", run, "-o", folder + "/"}, flags...)
				if c.flag != "" {
					args = append(args, c.flag)
				}
				refused(t, "reads pictures from this folder; choose another", args...)
				if after := contents(t, folder); !maps.Equal(after, before) {
					t.Errorf("%q: the folder has %d files, %d before", flags, len(after), len(before))
				}
			}
			args := []string{"export", run, "-o", filepath.Join(folder, "site") + "/", "--force"}
			if c.flag != "" {
				args = append(args, c.flag)
			}
			for range 2 { // the second replaces the first, although the folder of pictures may be above
				printed(t, args...)
			}
			after := contents(t, folder)
			if after[filepath.Join(folder, "site", "pictures", "1.png")] != before[filepath.Join(folder, "pictures", "2.png")] {
				t.Error("the page has not the picture of the first example")
			}
		})
	}
}

// A page and its pictures replace nothing without --force, and with it no link is followed:
// neither the folder's own, nor one in it.
func TestSiteOverWhatIsThere(t *testing.T) {
	for what, c := range map[string]struct {
		lay    func(site, victim string) error
		forced string // what the refusal says with --force too, "" for none
	}{
		"a picture": {func(site, _ string) error {
			return os.WriteFile(filepath.Join(site, "pictures", "1.png"), []byte("mine"), 0o600)
		}, ""},
		"a folder": {func(string, string) error { return nil }, ""},
		"a page": {func(site, _ string) error {
			_ = os.Remove(filepath.Join(site, "pictures"))
			return os.WriteFile(filepath.Join(site, "index.html"), []byte("mine"), 0o600)
		}, ""},
		"a link as a picture": {func(site, victim string) error {
			return os.Symlink(filepath.Join(victim, "precious.png"), filepath.Join(site, "pictures", "2.png"))
		}, "2.png: is a link"},
		"a link that leads nowhere": {func(site, victim string) error {
			return os.Symlink(filepath.Join(victim, "new.png"), filepath.Join(site, "pictures", "1.png"))
		}, "1.png: is a link"},
		"a link as the page": {func(site, victim string) error {
			return os.Symlink(filepath.Join(victim, "precious.png"), filepath.Join(site, "index.html"))
		}, "index.html: is a link"},
		"a link as the folder of pictures": {func(site, victim string) error {
			_ = os.Remove(filepath.Join(site, "pictures"))
			return os.Symlink(victim, filepath.Join(site, "pictures"))
		}, "pictures: is a link"},
		"a link as the folder": {func(site, victim string) error {
			_ = os.RemoveAll(site)
			return os.Symlink(victim, site)
		}, "site/: is a link"},
	} {
		t.Run(what, func(t *testing.T) {
			dir, victim := t.TempDir(), t.TempDir()
			run, site := layPictures(t, filepath.Join(dir, "runs"), "pictures", ""), filepath.Join(dir, "site")
			check.NoError(t, os.MkdirAll(filepath.Join(site, "pictures"), 0o700))
			writeFile(t, filepath.Join(victim, "precious.png"), "precious")
			check.NoError(t, c.lay(site, victim))
			before, theirs := contents(t, dir), contents(t, victim)
			if _, _, err := command(t, "export", run, "-o", site+"/"); err == nil ||
				!strings.Contains(err.Error(), "--force") && !strings.Contains(err.Error(), "is a link") {
				t.Errorf("without --force: %v", err)
			}
			if after := contents(t, dir); !maps.Equal(after, before) {
				t.Errorf("without --force there is %q, before %q", after, before)
			}
			switch _, _, err := command(t, "export", run, "-o", site+"/", "--force"); {
			case c.forced == "" && err != nil:
				t.Error(err)
			case c.forced != "" && (err == nil || !strings.Contains(err.Error(), c.forced)):
				t.Errorf("with --force: %v", err)
			}
			if after := contents(t, victim); !maps.Equal(after, theirs) {
				t.Errorf("where the link leads there is %q, before %q", after, theirs)
			}
		})
	}
}

// No command writes through a link or over a file that a person named, and only --force
// changes the second.
func TestNoCommandWritesThroughALink(t *testing.T) {
	dir := t.TempDir()
	run := layPictures(t, dir, "pictures", "")
	victim := newPath(t, "victim")
	for _, args := range [][]string{
		{"export", run, "-o", "@.jsonl"}, {"export", run, "-o", "@.csv"}, {"export", run, "-o", "@.html"},
		{"convert", run, "-o", "@.jsonl"}, {"convert", run, "-o", "@.jsonl.gz"}, {"tags", "export", run, "-o", "@.jsonl"},
		{"render", run, "--example", "1.png", "-o", "@.txt"}, {"render", run, "--example", "1.png", "-o", "@.png"},
	} {
		path := newPath(t, "out")
		for i := range args {
			args[i] = strings.Replace(args[i], "@", path, 1)
		}
		path = args[len(args)-1]
		writeFile(t, victim, "precious")
		if err := os.Symlink(victim, path); err != nil {
			t.Skip("no links here: ", err)
		}
		for _, more := range [][]string{nil, {"--force"}} {
			refused(t, "is a link", append(args[:len(args):len(args)], more...)...)
		}
		check.Equal(t, strings.Join(args, " ")+": the file has", readFile(t, victim), "precious")
		check.NoError(t, os.Rename(victim, path))
		refused(t, "--force", args...)
		check.Equal(t, strings.Join(args, " ")+": the file has", readFile(t, path), "precious")
		printed(t, append(args, "--force")...)
	}
}
