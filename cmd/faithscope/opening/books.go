package opening

import (
	"context"
	"errors"
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

// OpenBooks opens what was said of runs, each where at says that it is kept. A book
// that cannot be read, or only in part, is a problem and does not keep anybody from
// looking at the run.
func OpenBooks(ctx context.Context, runs []*loaders.Run, at func(*loaders.Run) marks.Location) (books []*marks.Book, problems []loaders.Problem) {
	for _, run := range runs {
		book, err := marks.Open(ctx, at(run))
		if err != nil {
			problems = append(problems, loaders.Problem{File: run.Path, What: loaders.Because(err), Done: loaders.Say("shown without the marks and tags that were kept there")})
		}
		books = append(books, book)
	}
	return books, problems
}

// CloseBooks closes books that were opened.
func CloseBooks(books []*marks.Book) {
	for _, book := range books {
		book.Close() //nolint:errcheck // what was acknowledged is on disk
	}
}

// Book opens what was said of a run that a person named, and closes the file:
// nothing more is read of it.
func (f *Flags) Book(ctx context.Context, run *loaders.Run) (*marks.Book, error) {
	book, err := marks.Open(ctx, BookAt(run, false))
	return book, errors.Join(err, book.Close())
}
