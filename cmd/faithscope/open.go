package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/adrg/xdg"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/cache"
)

// unopened is a run that did not open, and why.
type unopened struct {
	path string
	err  error // begins with the path
}

// opening is how the flags say that runs are opened.
type opening struct {
	loaders.Options
	files           fs.FS // nil for the disk
	follow, noCache bool
	ask             bool // what the columns of a table hold, where nobody can tell
}

// opener opens runs in any format, with nothing kept of them.
func (o opening) opener() files.Opener {
	op := files.NewOpener(o.files, formats()...)
	op.Follow = o.follow
	return op
}

// cached is opener with the person's cache, unless they want none or it cannot
// be made.
func (o opening) cached() files.Opener {
	op := o.opener()
	if o.noCache {
		return op
	}
	// Another build may score in another way.
	program := version
	if path, err := os.Executable(); err == nil {
		if info, err := os.Stat(path); err == nil {
			program += fmt.Sprintf(" %d %d", info.Size(), info.ModTime().UnixNano())
		}
	}
	if kept, err := cache.Open(filepath.Join(xdg.CacheHome, "faithscope"), program); err == nil {
		op.Cache = kept
	}
	return op
}

// open opens the runs at paths on disk and gives them names. A run that does
// not open does not lose the others.
func open(ctx context.Context, paths []string, o opening) (runs []*loaders.Run, failed []unopened) {
	opener := o.cached()
	kept := readMaps(mapsPath())
	o.Maps = kept
	mapped := false // by what the person was asked
	for _, path := range paths {
		parts, err := opener.OpenAll(ctx, path, o.Options)
		if err != nil && len(parts) == 0 && o.ask {
			said, asked := askColumns(ctx, o, path, err)
			if own := o.Options; asked != nil {
				err = asked
			} else if own.Map = said; said != "" {
				parts, err = opener.OpenAll(ctx, path, own)
				mapped = mapped || err == nil
			}
		}
		if err != nil {
			failed = append(failed, unopened{path, err})
		}
		runs = append(runs, parts...)
	}
	if err := unused(runs); err != nil {
		closeAll(runs)
		return nil, append(failed, unopened{paths[0], err})
	}
	if (o.Map != "" || mapped) && len(runs) > 0 {
		if err := kept.keep(mapsPath(), runs); err != nil {
			runs[0].Problems.Add(loaders.Problem{File: mapsPath(), What: loaders.Because(err), Done: loaders.Say("the map is not kept for the next table")})
		}
	}
	nameApart(runs)
	return runs, failed
}

// openOne opens the run at a path, with nothing kept of it.
func (o opening) openOne(ctx context.Context, path string) (*loaders.Run, error) {
	o.Maps = readMaps(mapsPath())
	run, err := o.opener().Open(ctx, path, o.Options)
	if err != nil {
		return nil, err
	}
	if err := unused([]*loaders.Run{run}); err != nil {
		run.Close()
		return nil, err
	}
	return run, nil
}

// unused is an error where a flag names a file that no run has a use for.
func unused(runs []*loaders.Run) error {
	for _, run := range runs {
		for _, flag := range run.Unused {
			if !slices.ContainsFunc(runs, func(other *loaders.Run) bool { return !slices.Contains(other.Unused, flag) }) {
				return fmt.Errorf("%s: %s is not used: a run in the format %s has no such file", run.Path, flag, run.Format)
			}
		}
	}
	return nil
}

// reopener reopens a run's file.
type reopener func(ctx context.Context, run *loaders.Run, follow bool) (*loaders.Run, error)

// reopenerOf opens the runs at paths again as they were opened, nil for the
// demo, which has no paths.
func reopenerOf(paths []string, o opening) reopener {
	if len(paths) == 0 {
		return nil
	}
	return func(ctx context.Context, run *loaders.Run, follow bool) (*loaders.Run, error) {
		o := o
		o.follow = follow
		again, err := o.cached().Open(ctx, run.Path, o.Options)
		if err != nil {
			return nil, err
		}
		again.Name = run.Name
		return again, nil
	}
}

// all joins the errors of runs that did not open, nil for none.
func all(failed []unopened) error {
	var errs []error
	for _, f := range failed {
		errs = append(errs, f.err)
	}
	return errors.Join(errs...)
}

// problem is how the screen says that the run did not open.
func (f unopened) problem() loaders.Problem {
	what := files.Reason(f.err, f.path)
	var file *fs.PathError
	if errors.As(f.err, &file) {
		what = loaders.Because(file.Err)
	}
	return loaders.Problem{File: f.path, What: what, Done: loaders.Say("the other runs are open")}
}

func closeAll(runs []*loaders.Run) {
	for _, run := range runs {
		run.Close()
	}
}

// nameApart gives every run a name of its own. A name from the file is kept
// where it is the only one of its kind; else a run is called after its file
// or, where that says nothing, its folder, with as many folders before it as
// it takes to tell it from the others.
func nameApart(runs []*loaders.Run) {
	words, used := make([][]string, len(runs)), make([]int, len(runs))
	for i, run := range runs {
		words[i], used[i] = runWords(run), 1
		if run.Name == run.Path || run.Name == "" {
			run.Name = words[i][0]
		}
	}
	for {
		again := false
		for _, twins := range sameName(runs) {
			for _, i := range twins {
				if used[i] <= len(words[i]) && !onePath(runs, twins) {
					run := runs[i]
					run.Name = nameOf(words[i], used[i])
					used[i]++
					again = true
				}
			}
		}
		if !again {
			break
		}
	}
	for _, twins := range sameName(runs) { // one file opened twice
		for n, i := range twins[1:] {
			runs[i].Name += " (" + strconv.Itoa(n+2) + ")"
		}
	}
}

// sameName lists the runs, by index, that share a name with another, the
// groups in the order of their first run.
func sameName(runs []*loaders.Run) (groups [][]int) {
	by := map[string][]int{}
	var order []string
	for i, run := range runs {
		if by[run.Name] == nil {
			order = append(order, run.Name)
		}
		by[run.Name] = append(by[run.Name], i)
	}
	for _, name := range order {
		if len(by[name]) > 1 {
			groups = append(groups, by[name])
		}
	}
	return groups
}

// onePath reports whether the runs at these indices are all one file, which no
// folder tells apart.
func onePath(runs []*loaders.Run, at []int) bool {
	return !slices.ContainsFunc(at, func(i int) bool { return runs[i].Path != runs[at[0]].Path })
}

func nameOf(words []string, n int) string {
	last := slices.Clone(words[:n])
	slices.Reverse(last)
	return strings.Join(last, "/")
}

// emptyStems are file names that every run of a program has.
var emptyStems = []string{"predictions", "prediction", "predict_best", "output", "outputs", "samples"}

// runWords returns what a run can be called after: its part of a file that
// holds several, and what the file can be called after.
func runWords(run *loaders.Run) []string {
	if run.Part == "" {
		return pathWords(run.Path)
	}
	return slices.Insert(pathWords(strings.TrimSuffix(run.Path, "#"+run.Part)), 0, run.Part)
}

// pathWords returns what a run can be called after, the nearest first: its
// file's name without its extensions, unless that says nothing, and the
// folders around it.
func pathWords(path string) []string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	dir, file := filepath.Split(path)
	stem := stemOf(file)
	words := strings.FieldsFunc(filepath.ToSlash(dir), func(r rune) bool { return r == '/' })
	slices.Reverse(words)
	if slices.Contains(emptyStems, stem) && len(words) > 0 {
		return words
	}
	return slices.Insert(words, 0, stem)
}

// stemOf is a file's name without its extensions, which are letters alone: the
// version in model-v1.5.jsonl.gz stays.
func stemOf(file string) string {
	for {
		extension := filepath.Ext(file)
		letters := strings.IndexFunc(extension[min(1, len(extension)):], func(r rune) bool { return !unicode.IsLetter(r) }) < 0
		if len(extension) < 2 || extension == file || !letters {
			return file
		}
		file = strings.TrimSuffix(file, extension)
	}
}
