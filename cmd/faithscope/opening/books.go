package opening

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// BookAt says where the marks of a run are kept: beside it, else under the folder
// for data of the person. The demo and a run from a server have no place.
func BookAt(run *loaders.Run, demo bool) marks.Location {
	file, part := run.Path, ""
	if run.Part != "" {
		part = "#" + run.Part
		file = strings.TrimSuffix(file, part)
	}
	at := marks.Location{Own: filepath.Join(xdg.DataHome, "faithscope", "marks.jsonl"), Path: run.Path}
	path, err := filepath.Abs(file)
	info, missing := os.Stat(file)
	if demo || err != nil || missing != nil || !info.Mode().IsRegular() && !info.IsDir() {
		return at
	}
	at.Beside, at.Part, at.Path = marks.Beside(path), run.Part, path+part
	return at
}

// OpenBooks opens what was said of runs, each where at says that it is kept.
func OpenBooks(runs []*loaders.Run, at func(*loaders.Run) marks.Location) (books []*marks.Book) {
	for _, run := range runs {
		books = append(books, Book(run, at(run)))
	}
	return books
}

// Book opens what was said of a run. One that cannot be read, or only in part, is
// a problem of the run and does not keep anybody from looking at it.
func Book(run *loaders.Run, at marks.Location) *marks.Book {
	book, err := marks.Open(at)
	if err != nil {
		run.Problems.Add(loaders.Problem{File: run.Path, What: loaders.Because(err), Done: loaders.Say("shown without the marks and tags that were kept there")})
	}
	return book
}
