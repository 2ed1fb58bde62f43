package record

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
)

// Companion is a kind of file that comes with a run: gold, questions, scene
// graphs.
type Companion struct {
	What string       // it holds, in the plural: "questions"
	Flag loaders.Flag // that names it, zero for none
	// Name recognises it by its name, in lower case and without .gz or .zst;
	// nil for names that end in .json or .jsonl.
	Name func(name string) bool
	// Is recognises it by its first bytes, up to [loaders.HeadSize]; nil for
	// all files of the name.
	Is loaders.Detector
	// Choose returns those of several that belong to the run at a path, the best
	// first; nil for all.
	Choose func(run string, paths []string) []string
	// Entries returns where its entries are and what names them; see [At].
	Entries Layout
	// Left is an entry ("question") of which the run should have a record: one that
	// none asks for is an example without an answer, unless Counts, nil for all,
	// says that it does not count. Blank is a record that asks only for it, and
	// Official says how the data set's evaluation differs ("; it leaves them out").
	// "" leaves such entries alone.
	Left, Official string
	Counts         Check
	Blank          func(name string) []byte
	// Asks is the name by which a record of the run asks for an entry, "" for
	// none, and Agrees what else has to agree for the entry to be meant, nil for
	// nothing else. Both show which companion fits the run.
	Asks   Naming
	Agrees func(rec *Record) Check
	// Fits is the share of the run's records, 0 to 1, that a file answers; known is false if
	// that cannot be told. The best of several is taken. If it is nil, Asks decides; if that
	// says nothing, any file is as good as another.
	Fits Fitting
	// Missing names the file that is missing, Without what the run is shown
	// without. Where Without is "", neither is reported.
	Missing, Without string
}

// mostNamed bounds how many files one problem names.
const mostNamed = 3

// weakly is the share of answered records below which a join is doubted.
const weakly = 0.5

// Find returns the path of the companion: the one that the user named, or else the one that fits
// best in the nearest of the run's folder and the two above, the first of equals; "" for none. That
// several fit equally, that one fits weakly, and, if c.Without is set, that there is none are
// problems of the run. A named one that is missing, of another kind, or answers no record is an
// error.
func (c *Companion) Find(src *loaders.Source, run *loaders.Run, named string) (path string, err error) {
	if named != "" {
		if err := c.explainMismatch(src, run, named); err != nil {
			return "", loaders.Errorf("%s: %s: %w", c.What, named, err)
		}
		return named, nil
	}
	found := c.Beside(src)
	if c.Choose != nil {
		found = c.Choose(src.Path, found)
	}
	if len(found) > 0 && c.Fits != nil {
		if found = c.bestFitting(run, found); len(found) == 0 {
			return "", nil
		}
	}
	switch {
	case len(found) > 1:
		run.ReportProblem("%d files of %s beside it; joined with %s; %s names another", len(found), c.What, found[0], c.Flag)
	case len(found) == 1:
	case c.Without != "":
		run.ReportProblem("no %s in its folder or the two above; shown without %s; %s names the file", c.Missing, c.Without, c.Flag)
		fallthrough
	default:
		return "", nil
	}
	return found[0], nil
}

// explainMismatch returns why the file that the user named is not the companion: it is not there,
// does not hold what it should, or answers no record. It returns nil for one that fits; a weak fit
// is only reported as a problem of the run.
func (c *Companion) explainMismatch(src *loaders.Source, run *loaders.Run, named string) error {
	if _, err := fs.Stat(src.Files, named); err != nil {
		return files.SuggestName(src.Files, named, err)
	}
	if c.Is != nil {
		head, err := headOf(src, named)
		if err != nil {
			return err
		}
		if !c.Is(head) {
			return loaders.Errorf("it does not hold %s", c.What)
		}
	}
	if c.Fits == nil {
		return nil
	}
	if share, known := c.Fits(named); known && share == 0 {
		return errors.New("it answers none of the run's records")
	} else if known && share < weakly {
		c.doubtJoin(run, named, share)
	}
	return nil
}

func (c *Companion) doubtJoin(run *loaders.Run, path string, share float64) {
	run.ReportProblem("%s in %s fit %.0f %% of its records; joined with it anyway; %s names another file", c.What, path,
		100*share, c.Flag)
}

// bestFitting returns the files with the greatest share of answered records: one, several that fit
// equally, or none, which is a problem of the run. A best fit below half is reported too, and is
// then one file. A file of which the share is unknown counts as half.
func (c *Companion) bestFitting(run *loaders.Run, paths []string) (best []string) {
	most := 0.0
	for _, path := range paths {
		share, known := c.Fits(path)
		if !known {
			share = weakly // neither taken before one that fits, nor doubted
		}
		if share > most {
			most, best = share, nil
		}
		if share == most && share > 0 {
			best = append(best, path)
		}
	}
	switch {
	case best == nil:
		run.ReportProblem("%s beside it answer none of its records: %s; not joined; %s names the file", c.What,
			Listed(paths, mostNamed), c.Flag)
	case most < weakly:
		c.doubtJoin(run, best[0], most)
		return best[:1]
	}
	return best
}

// mostLookedInto bounds how many files are opened to recognise a companion.
const mostLookedInto = 64

// Beside returns the paths of all companions in the nearest of the run's folder and the two above
// that has any, sorted by name. A file is one by its name, and by its first bytes if c.Is is set;
// of each folder only the first 64 with a fitting name are opened.
func (c *Companion) Beside(src *loaders.Source) []string {
	dir, looked := "", 0
	return files.Beside(src, func(path string, e fs.DirEntry) bool {
		name := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(e.Name()), ".gz"), ".zst")
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
		head, err := headOf(src, path)
		return err == nil && c.Is(head)
	})
}

func isJSON(name string) bool {
	return strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".jsonl")
}

// Answers reports whether the named companion, or any beside the file if named is "", is known to
// have an entry for at least one of the records, which are at path within src.
func (c *Companion) Answers(ctx context.Context, src *loaders.Source, path, named string) bool {
	fits, list := c.FitTo(ctx, src, path), []string{named}
	if named == "" {
		list = c.Beside(src)
	}
	return slices.ContainsFunc(list, func(file string) bool {
		share, known := fits(file)
		return known && share > 0
	})
}

// FitTo reads the names that the records of src at path ask for, by c.Asks and c.Agrees, and
// returns a function that returns the share of them that a companion has.
func (c *Companion) FitTo(ctx context.Context, src *loaders.Source, path string) Fitting {
	return AskedBy(ctx, src, path, func(rec *Record) (name string, agrees Check) {
		if name = c.Asks(rec); c.Agrees != nil {
			agrees = c.Agrees(rec)
		}
		return name, agrees
	}).Fits(ctx, src, c.Entries)
}
