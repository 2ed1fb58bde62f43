package record

import (
	"bytes"
	"cmp"
	"context"
	"io/fs"
	"iter"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
)

// First returns head's first record and its line: a line that isn't blank, an element of a list, or
// a value over several lines, possibly cut off. Its Bytes are empty for none.
func First(head []byte) *Record {
	text := bytes.TrimLeft(head, " \t\r\n")
	rec := &Record{Line: 1 + bytes.Count(head[:len(head)-len(text)], []byte("\n"))}
	if within, lines := findLayout(head); lines {
		rec.Bytes = index.Uncomma(files.FirstLine(text))
	} else {
		first, _ := index.First(head, within)
		rec.Bytes = first.Bytes
	}
	return rec
}

// ElementRecord returns element i as a record of no run; unreadable, it still has its index and
// line.
func ElementRecord(e *index.FileElements, i int) (*Record, error) {
	at, err := e.Element(i)
	return &Record{Bytes: at.Bytes, Index: i, Line: at.Line, Cut: e.Cut(i), Key: at.Key, of: e, at: i}, err
}

func elementsOf(ctx context.Context, e *index.FileElements) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		for i := 0; ctx.Err() == nil && e.Wait(ctx, i+1) == nil && i < e.Len(); i++ {
			if !yield(ElementRecord(e, i)) {
				return
			}
		}
	}
}

// Each calls f for every element in order, also those still to be found, until the end or ctx's
// error. Unreadable elements and f's errors and reports go to problems.
func Each(ctx context.Context, e *index.FileElements, problems *loaders.Problems, f func(rec *Record) error) error {
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

// The elements own src; on an error the caller keeps it.
func openEntries(ctx context.Context, src *loaders.Source, path string, problems *loaders.Problems) (*index.FileElements, error) {
	within, lines := findLayout(src.Head)
	if path == "" && lines {
		return index.OpenLines(ctx, src, problems)
	}
	return index.FindElements(ctx, src, cmp.Or(path, within), problems)
}

// PathInFile is a path within a file, "" for its records.
type PathInFile struct {
	Files      fs.FS
	File, Path string
}

// Within returns a place in an open file, to read it once more.
func Within(src *loaders.Source, path string) PathInFile {
	return PathInFile{src.Files, src.Path, path}
}

func entriesAt(ctx context.Context, pathInFile PathInFile, problems *loaders.Problems) (*index.FileElements, error) {
	src, err := files.OpenSource(pathInFile.Files, pathInFile.File)
	if err != nil {
		return nil, err
	}
	e, err := openEntries(ctx, src, pathInFile.Path, problems)
	if err != nil {
		src.Close()
		return nil, loaders.Errorf("%s: %w", pathInFile.File, err)
	}
	return e, nil
}
