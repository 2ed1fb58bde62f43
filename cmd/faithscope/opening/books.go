package opening

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// BookAt says where the marks of a run are kept: in its folder, else under the
// folder for data of the person. The demo and a run from a server have no folder.
func BookAt(run *loaders.Run, demo bool) marks.Location {
	file, part := run.Path, ""
	if run.Part != "" {
		part = "#" + run.Part
		file = strings.TrimSuffix(file, part)
	}
	at := marks.Location{Own: filepath.Join(xdg.DataHome, "faithscope", "marks.sqlite"), Path: run.Path}
	path, err := filepath.Abs(file)
	info, missing := os.Stat(file)
	if demo || err != nil || missing != nil || !info.Mode().IsRegular() && !info.IsDir() {
		return at
	}
	at.Folder, at.Name, at.Path = filepath.Dir(path), filepath.Base(path)+part, path+part
	return at
}

// OpenBooks opens what was said of runs, each where at says that it is kept.
func OpenBooks(ctx context.Context, runs []*loaders.Run, at func(*loaders.Run) marks.Location) (books []*marks.Book) {
	for _, run := range runs {
		books = append(books, Book(ctx, run, at(run)))
	}
	return books
}

// CloseBooks closes books that were opened.
func CloseBooks(books []*marks.Book) {
	for _, book := range books {
		book.Close() //nolint:errcheck // what was acknowledged is on disk
	}
}

// Book opens what was said of a run. One that cannot be read, or only in part, is
// a problem of the run and does not keep anybody from looking at it.
func Book(ctx context.Context, run *loaders.Run, at marks.Location) *marks.Book {
	book, err := marks.Open(ctx, at)
	if err != nil {
		run.Problems.Add(loaders.Problem{File: run.Path, What: loaders.Because(err), Done: loaders.Say("shown without the marks and tags that were kept there")})
	}
	return book
}
