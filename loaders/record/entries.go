package record

import (
	"bytes"
	"context"
	"io/fs"
	"iter"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
)

// First returns the record that head begins with: a line that is not blank, an
// element of a list, or a value over several lines. It may be cut off.
func First(head []byte) *Record {
	text := bytes.TrimLeft(head, " \t\r\n")
	rec := &Record{Line: 1 + bytes.Count(head[:len(head)-len(text)], []byte("\n"))}
	if within, lines := findLayout(head); lines {
		line, _, _ := bytes.Cut(text, []byte("\n"))
		rec.Bytes = index.Uncomma(line)
	} else {
		first, _ := index.First(head, within)
		rec.Bytes = first.Bytes
	}
	return rec
}

// elementRecord returns element i as a codec sees it.
func elementRecord(e *index.Elements, i int) (*Record, error) {
	at, err := e.Element(i)
	return &Record{Bytes: at.Bytes, Index: i, Line: at.Line, Cut: e.Cut(i), Key: at.Key, of: e, at: i}, err
}

// elementsOf yields the elements in order, each as it is found, until all are or ctx
// ends, with why one cannot be read.
func elementsOf(ctx context.Context, e *index.Elements) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		for i := 0; ctx.Err() == nil && e.Wait(ctx, i+1) == nil && i < e.Len(); i++ {
			if !yield(elementRecord(e, i)) {
				return
			}
		}
	}
}

// Each calls f for every element in order, as it is found, until all are or
// ctx ends. What f reports on a record, and its error, goes to problems. It
// serves to read tables of gold.
func Each(ctx context.Context, e *index.Elements, problems *loaders.Problems, f func(rec *Record) error) error {
	for rec, err := range elementsOf(ctx, e) {
		if err == nil {
			err = f(rec)
		}
		if err != nil {
			rec.Problem("%w; left out", err)
		}
		rec.Report(problems, e.Path(), rec.Key)
	}
	return ctx.Err()
}

// openEntries returns the elements at path, or at "" the records that src is made of:
// lines, the elements of a list, or values over several lines. A broken line
// does not affect others.
func openEntries(ctx context.Context, src *loaders.Source, path string, problems *loaders.Problems) (*index.Elements, error) {
	if within, lines := findLayout(src.Head); path == "" && lines {
		return index.OpenLines(ctx, src, problems)
	} else if path == "" {
		path = within
	}
	return index.FindElements(ctx, src, path, problems)
}

// Entries opens a file of fsys for its elements at path, at "" its records. Problems
// of the file go to problems.
func Entries(ctx context.Context, fsys fs.FS, file, path string, problems *loaders.Problems) (*index.Elements, error) {
	src, err := files.OpenSource(fsys, file)
	if err != nil {
		return nil, err
	}
	e, err := openEntries(ctx, src, path, problems)
	if err != nil {
		src.Close()
		return nil, loaders.Errorf("%s: %w", file, err)
	}
	return e, nil
}
