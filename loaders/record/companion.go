package record

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"

	"github.com/tidwall/gjson"
)

// Companion is a kind of file that travels with a run: gold, questions, scene
// graphs.
type Companion struct {
	What string // it holds, in the plural: "questions"
	Flag string // that names it, "" for none
	// Name recognises it by its name, in lower case and without .gz or .zst;
	// nil for names that end in .json or .jsonl.
	Name func(name string) bool
	// Is recognises it by its first bytes, up to [loaders.HeadSize]; nil for all of
	// the name.
	Is func(head []byte) bool
	// Choose leaves those of several that belong to the run, the best first;
	// nil for all.
	Choose func(paths []string) []string
	// Missing says which file is not there, Without what the run is shown
	// without. Neither is said where Without is "".
	Missing, Without string
}

// Find returns the path of the companion: the one that the user named, which
// must be there, or else the first in the nearest of the run's folder and the
// two above. It is "" where there is none. None and several are problems.
func (c *Companion) Find(src *loaders.Source, run *loaders.Run, named string) (path string, err error) {
	if named != "" {
		if _, err := fs.Stat(src.Files, named); err != nil {
			var at *fs.PathError
			if errors.As(err, &at) {
				err = at.Err
			}
			return "", loaders.Errorf("%s: %s: %w", c.What, named, files.Meant(src.Files, named, err))
		}
		return named, nil
	}
	found := c.Beside(src)
	if c.Choose != nil {
		found = c.Choose(found)
	}
	flag := "a flag"
	if c.Flag != "" {
		flag = c.Flag
	}
	switch {
	case len(found) > 1:
		run.Problems.Add(loaders.Problem{File: run.Path, What: loaders.Say("%d files of %s beside it", len(found), c.What), Done: loaders.Say("joined with %s; %s names another", found[0], flag)})
	case len(found) == 1:
	case c.Without != "":
		run.Problems.Add(loaders.Problem{File: run.Path, What: loaders.Say("no %s in its folder or the two above", c.Missing), Done: loaders.Say("shown without %s; %s names the file", c.Without, flag)})
		fallthrough
	default:
		return "", nil
	}
	return found[0], nil
}

// mostLookedInto bounds how many files are opened to recognise a companion.
const mostLookedInto = 64

// Beside returns the paths of all companions in the nearest of the run's
// folder and the two above that has any, sorted by name.
func (c *Companion) Beside(src *loaders.Source) []string {
	dir, looked := "", 0
	return files.Beside(src, func(path string, e fs.DirEntry) bool {
		name := strings.ToLower(e.Name())
		name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
		named := c.Name
		if named == nil {
			named = isJSON
		}
		if e.IsDir() || !named(name) {
			return false
		}
		if c.Is == nil {
			return true
		}
		if at := filepath.Dir(path); at != dir {
			dir, looked = at, 0
		}
		if looked++; looked > mostLookedInto || !e.Type().IsRegular() {
			return false
		}
		file, err := files.OpenSource(src.Files, path)
		if err != nil {
			return false
		}
		defer file.Close()
		return c.Is(file.Head)
	})
}

func isJSON(name string) bool {
	return strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".jsonl")
}

// HeadOf returns the first bytes of a companion, up to [loaders.HeadSize].
func HeadOf(src *loaders.Source, path string) ([]byte, error) {
	file, err := files.OpenSource(src.Files, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Head, nil
}

// Table opens the companion at path as a table of the run, which closes it.
// See [OpenTable]; left is an entry that no record asks for ("question"), ""
// where that is not a problem.
func (c *Companion) Table(ctx context.Context, src *loaders.Source, run *loaders.Run, path, within, left string, key func(rec *Record) string) (*Table, error) {
	t, err := OpenTable(ctx, src.Files, path, within, &run.Problems, key)
	if err != nil {
		return nil, loaders.Errorf("%s: %w", c.What, err)
	}
	run.Own(t)
	if left != "" {
		t.ReportLeft(ctx, run, left)
	}
	return t, nil
}

// KeyOf returns the function that names an element by the text under a key.
func KeyOf(key string) func(rec *Record) string {
	return func(rec *Record) string { return gjson.GetBytes(rec.Bytes, key).String() }
}
