package opening

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/golden"
	"faithscope/loaders/loadertest/check"
)

// A broken twin is a run with one thing changed. testdata/golden/twins has those of every
// format, and what each says: problems that the run itself does not have, why it does
// not open, and which values of its examples differ.
//
//	# FILE [--FLAG FILE…]                    a fixture in its folder, for the twins below
//	# FILE, BESIDE… [--FLAG FILE…]           the same with these files alone
//	# FORMAT/FILE [--FLAG FILE…] = CONTENT   a run that is written here,
//	+ FILE [= CONTENT]                       and what lies beside it: this, or a fixture
//	++                                       and what lay beside the run above
//	=>                                       the run itself
//	OLD => NEW                               the first OLD in it is NEW
//	FILE: OLD => NEW                         the same in a file beside it
//	FILE: => CONTENT                         the file is this
//	FILE: gone                               the file is not there
//
// A CONTENT of @NAME is the file testdata/twins/NAME.
//
// Several changes have " && " between them. What a twin says stands below it, behind a
// tab:
//
//	go test ./cmd/faithscope/opening -run TestTwins -update
func TestTwins(t *testing.T) {
	lists, err := filepath.Glob(golden.FilePath("twins", "*.txt"))
	if err != nil || len(lists) < 15 {
		t.Fatalf("%d lists of twins, %v", len(lists), err)
	}
	for _, list := range lists {
		t.Run(strings.TrimSuffix(filepath.Base(list), ".txt"), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(list)
			check.NoError(t, err)
			var got bytes.Buffer
			var f, above *twins
			for line := range strings.Lines(string(want)) {
				if strings.HasPrefix(line, "\t") {
					continue
				}
				got.WriteString(line)
				switch row := strings.TrimSuffix(line, "\n"); {
				case strings.HasPrefix(row, "# "):
					f, above = newTwins(t, row[2:]), f
				case row == "++":
					beside := maps.Clone(above.folder)
					delete(beside, above.path)
					maps.Copy(beside, f.folder)
					f.folder = beside
				case strings.HasPrefix(row, "+ "):
					f.write(t, row[2:])
				case row != "":
					for _, line := range f.outcome(t, row) {
						fmt.Fprintf(&got, "\t%s\n", line)
					}
				}
			}
			golden.CompareFile(t, list, got.String())
		})
	}
}

// escapes stand for characters that would break a line of a list.
var escapes = strings.NewReplacer("␤", "\n", "␍", "\r", "⇥", "\t", "␛", "\x1b", "␀", "\x00", "␡", "\xff")

// twins holds the twins of one run.
type twins struct {
	format  string
	folder  fstest.MapFS
	path    string
	options loaders.Options
	whole   *outcome // nil until it is read
}

// newTwins reads the line of a run.
func newTwins(t *testing.T, line string) *twins {
	line, content, written := strings.Cut(line, " = ")
	names, flags, _ := strings.Cut(line, " --")
	name, beside, alone := strings.Cut(names, ", ")
	f := &twins{}
	if written {
		format, inside, _ := strings.Cut(name, "/")
		f.folder, f.path, f.format = fstest.MapFS{}, "run/"+inside, format
		f.write(t, inside+" = "+content)
	} else {
		f.folder, f.path, _ = twin(t, name)
	}
	list := append(strings.Split(beside, ", "), strings.TrimPrefix(f.path, "run/"))
	maps.DeleteFunc(f.folder, func(name string, _ *fstest.MapFile) bool {
		return alone && !slices.Contains(list, strings.TrimPrefix(name, "run/"))
	})
	for flag := range strings.SplitSeq(flags, " --") {
		flag, value, _ := strings.Cut(flag, " ")
		switch named := (loaders.Flag{Name: flag}); flag {
		case "":
		case "part":
			f.path += "#" + value
		case loaders.ColumnMap.Name:
			f.options = f.options.With(named, value)
		default:
			f.options = f.options.With(named, "run/"+value)
		}
	}
	return f
}

// write adds a file that a row describes.
func (f *twins) write(t *testing.T, row string) {
	name, content, written := strings.Cut(row, " = ")
	if !written {
		fixtures, path, _ := twin(t, f.format+"/testdata/"+name)
		f.folder[path] = fixtures[path]
		return
	}
	data := []byte(escapes.Replace(content))
	if input, ok := strings.CutPrefix(content, "@"); ok {
		data = readInput(t, input)
	}
	f.folder["run/"+name] = &fstest.MapFile{Data: data}
}

// readInput reads a file of testdata/twins.
func readInput(t *testing.T, name string) []byte {
	text, err := os.ReadFile(filepath.Join("testdata", "twins", name))
	check.NoError(t, err)
	return text
}

// outcome lists what the twin of a row says.
func (f *twins) outcome(t *testing.T, row string) []string {
	if f.whole == nil {
		f.whole = read(t, f.folder, f.path, f.options)
	}
	if row == "=>" {
		return f.whole.list()
	}
	folder := maps.Clone(f.folder)
	for change := range strings.SplitSeq(row, " && ") {
		if name, ok := strings.CutSuffix(change, ": gone"); ok {
			delete(folder, "run/"+name)
			continue
		}
		old, changed, ok := strings.Cut(" "+change+" ", " => ")
		if !ok {
			t.Fatalf("%q does not say what is changed", row)
		}
		old, changed = strings.TrimPrefix(old, " "), strings.TrimSuffix(changed, " ")
		file, _, _ := strings.Cut(f.path, "#")
		if name, rest, ok := strings.Cut(old+" ", ": "); ok && folder["run/"+name] != nil || rest == "" && ok {
			file, old = "run/"+name, strings.TrimSuffix(rest, " ")
		}
		old, changed = escapes.Replace(old), escapes.Replace(changed)
		content := []byte(changed)
		if old != "" {
			whole := folder[file].Data
			if !bytes.Contains(whole, []byte(old)) {
				t.Errorf("%s: there is nothing of %q", file, row)
			}
			content = bytes.Replace(whole, []byte(old), content, 1)
		}
		folder[file] = &fstest.MapFile{Data: content}
	}
	if list := read(t, folder, f.path, f.options).difference(f.whole); list != nil {
		return list
	}
	return []string{"the same"}
}

// outcome holds what is read of a run.
type outcome struct {
	err      string
	problems []string
	lines    []string            // native lines
	examples []map[string]string // the same, by the paths of their values
}

// read opens the runs at path and reads all of them.
func read(t *testing.T, folder fs.FS, path string, o loaders.Options) *outcome {
	out := &outcome{}
	runs, err := files.NewOpener(folder, Formats...).OpenAll(t.Context(), path, o)
	if err != nil {
		out.err = shown(err.Error())
	}
	for _, run := range runs {
		whole := wait(t, run)
		for i := range whole.Len() {
			ex := whole.Example(i)
			sound(t, ex)
			line, flat := nativeLine(t, ex), map[string]string{}
			var values any
			check.NoError(t, json.Unmarshal(line, &values))
			flatten(flat, "", values)
			out.examples, out.lines = append(out.examples, flat), append(out.lines, string(bytes.TrimSpace(line)))
		}
		for _, flag := range whole.Unused {
			out.problems = append(out.problems, flag+" is not used")
		}
		kept, _ := whole.Problems.All()
		for _, p := range kept {
			out.problems = append(out.problems, shown(p.String()))
		}
	}
	slices.Sort(out.problems)
	return out
}

// shown returns a text as a list of twins has it.
func shown(text string) string { return loaders.Clean(strings.ReplaceAll(text, "run/", "")) }

// flatten puts the values of a JSON value into a map by their paths.
func flatten(into map[string]string, at string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			flatten(into, strings.TrimPrefix(at+"."+key, "."), value)
		}
	case []any:
		for i, value := range v {
			flatten(into, fmt.Sprintf("%s[%d]", at, i), value)
		}
	case float64:
		into[at] = strconv.FormatFloat(v, 'g', -1, 64)
	default:
		into[at] = fmt.Sprintf("%.60v", v)
	}
}

// Bounds on what is listed of one run or twin.
const (
	mostLines     = 2
	longestLine   = 160
	mostDiffering = 2
)

// list returns what the run itself says.
func (o *outcome) list() (list []string) {
	if o.err != "" {
		list = append(list, "does not open: "+o.err)
	}
	list = append(list, o.problems...)
	for _, line := range o.lines[:min(len(o.lines), mostLines)] {
		list = append(list, strings.ToValidUTF8(line[:min(len(line), longestLine)], ""))
	}
	values := 0
	for _, ex := range o.examples {
		values += len(ex)
	}
	return append(list, loaders.Count(len(o.lines), "example")+" of "+loaders.Count(values, "value"))
}

// difference returns what a twin says that the run itself does not.
func (o *outcome) difference(whole *outcome) (list []string) {
	if o.err != whole.err {
		return []string{"does not open: " + o.err}
	}
	list = slices.DeleteFunc(slices.Clone(o.problems), func(p string) bool { return slices.Contains(whole.problems, p) })
	if len(o.lines) != len(whole.lines) {
		list = append(list, fmt.Sprintf("%s, not %d", loaders.Count(len(o.lines), "example"), len(whole.lines)))
	}
	differing := 0
	for i := range max(len(o.lines), len(whole.lines)) {
		before, after, keys := map[string]string{}, map[string]string{}, map[string]string{}
		if i < len(whole.lines) {
			before = whole.examples[i]
		}
		if i < len(o.lines) {
			after = o.examples[i]
		}
		maps.Copy(keys, before)
		maps.Copy(keys, after)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if before[key] == after[key] {
				continue
			}
			if differing++; differing <= mostDiffering {
				now, then := cmp.Or(after[key], "absent"), cmp.Or(before[key], "absent")
				list = append(list, loaders.Clean(fmt.Sprintf("%d.%s: %s, not %s", i+1, key, now, then)))
			}
		}
	}
	if differing > mostDiffering {
		list = append(list, fmt.Sprintf("and %d values more", differing-mostDiffering))
	}
	return list
}
