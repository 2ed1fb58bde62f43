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

// CompanionFile is a kind of file beside a run: gold, questions, scene graphs.
type CompanionFile struct {
	What string       // the plural: "questions"
	Flag loaders.Flag // zero for none
	// Name accepts lower-case names without .gz or .zst; nil means .json and .jsonl.
	Name func(name string) bool
	// Is accepts first bytes, up to [loaders.HeadSize]; nil accepts all.
	Is loaders.FormatDetector
	// Choose returns the run's paths, the best first; nil keeps all.
	Choose func(run string, paths []string) []string
	// Entries locates and names the entries; see [At].
	Entries FileLayout
	// Left names an entry ("question") that becomes an unanswered example if no record asks for it;
	// "" adds none. Counts, nil for all, filters them, Blank returns a record that asks for an
	// entry, and Official describes the official evaluation ("; it leaves them out").
	Left, Official string
	Counts         EntryCheck
	Blank          func(name string) []byte
	// Asks names a record's entry, "" for none; Agrees, if not nil, is a further condition.
	Asks   EntryNamer
	Agrees func(rec *Record) EntryCheck
	// Fits returns the share of the run's records, 0..1, that a file answers; the best is joined.
	// If nil, Asks decides; without Asks all are equal.
	Fits AnsweredShareFunc
	// Missing names the file and Without what the run lacks; "" reports nothing.
	Missing, Without string
}

const mostNamed = 3

// Joins with a lower share of answered records are doubted.
const weakly = 0.5

// Find returns the named path, or the best fit in the nearest of the run's folder and the two
// above, the first of equals; "" for none. Several equal fits, a weak fit and, if c.Without is set,
// no companion are problems of the run. A named file that is missing, of another kind, or answers
// no record is an error.
func (c *CompanionFile) Find(src *loaders.Source, run *loaders.Run, namedPath string) (path string, err error) {
	if namedPath != "" {
		if err := c.explainMismatch(src, run, namedPath); err != nil {
			return "", loaders.Errorf("%s from %s: %w", c.What, namedPath, err)
		}
		return namedPath, nil
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
		run.ReportProblem("%d files with %s beside the run; joined with %s; use %s to name another", len(found), c.What, found[0], c.Flag)
	case len(found) == 1:
	case c.Without != "":
		run.ReportProblem("no %s in the run's folder or the two folders above it; shown without %s; use %s to name the file",
			c.Missing, c.Without, c.Flag)
		fallthrough
	default:
		return "", nil
	}
	return found[0], nil
}

// A weak fit is only a problem of the run, because the user asked for the file.
func (c *CompanionFile) explainMismatch(src *loaders.Source, run *loaders.Run, namedPath string) error {
	if _, err := fs.Stat(src.Files, namedPath); err != nil {
		return files.SuggestName(src.Files, namedPath, err)
	}
	if c.Is != nil {
		head, err := headOf(src, namedPath)
		if err != nil {
			return err
		}
		if !c.Is(head) {
			return loaders.Errorf("it doesn't contain %s", c.What)
		}
	}
	if c.Fits == nil {
		return nil
	}
	if share, known := c.Fits(namedPath); known && share == 0 {
		return errors.New("it matches none of the run's records")
	} else if known && share < weakly {
		c.doubtJoin(run, namedPath, share)
	}
	return nil
}

func (c *CompanionFile) doubtJoin(run *loaders.Run, companionPath string, matchShare float64) {
	run.ReportProblem("%s in %s: only %.0f %% of the run's records match; joined anyway; use %s to name another file", c.What, companionPath,
		100*matchShare, c.Flag)
}

// bestFitting returns a best file below half without equals, because it is doubtful already, and
// reports that and no fit.
func (c *CompanionFile) bestFitting(run *loaders.Run, companionPaths []string) (best []string) {
	most := 0.0
	for _, path := range companionPaths {
		share, known := c.Fits(path)
		if !known {
			share = weakly // neither preferred to one that fits, nor doubted
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
		run.ReportProblem("none of the run's records match the %s beside it: %s; not joined; use %s to name the file", c.What,
			Listed(companionPaths, mostNamed), c.Flag)
	case most < weakly:
		c.doubtJoin(run, best[0], most)
		return best[:1]
	}
	return best
}

const mostLookedInto = 64

// Beside returns companions in the nearest of the run's folder and the two above that has any, by
// name. If c.Is is set, only the first 64 files of a folder with a fitting name are opened.
func (c *CompanionFile) Beside(src *loaders.Source) []string {
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

// Answers reports whether the named companion, or any beside the file for "", has an entry for one
// of src's records at recordsPath.
func (c *CompanionFile) Answers(ctx context.Context, src *loaders.Source, recordsPath, namedPath string) bool {
	fits, list := c.FitTo(ctx, src, recordsPath), []string{namedPath}
	if namedPath == "" {
		list = c.Beside(src)
	}
	return slices.ContainsFunc(list, func(file string) bool {
		share, known := fits(file)
		return known && share > 0
	})
}

// FitTo returns a function for a companion's share of the names that src's records at a path ask for.
func (c *CompanionFile) FitTo(ctx context.Context, src *loaders.Source, recordsPath string) AnsweredShareFunc {
	return AskedBy(ctx, src, recordsPath, func(rec *Record) (name string, agrees EntryCheck) {
		if name = c.Asks(rec); c.Agrees != nil {
			agrees = c.Agrees(rec)
		}
		return name, agrees
	}).Fits(ctx, src, c.Entries)
}
