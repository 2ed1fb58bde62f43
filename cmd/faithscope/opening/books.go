package opening

import (
	"os"
	"path/filepath"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// Me is the name by which a person's own annotations are asked for.
const Me = "me"

// own is the name as [Book] takes it.
func own(name string) string {
	if name == Me {
		return ""
	}
	return name
}

// quota is how much one guest can mark in one run.
var quota = marks.Quota{Rows: 10_000, Bytes: 1 << 20}

// bookAt returns where the marks of a run are kept: beside it, or else in the
// person's own folder for data. The demo, and a run from a server, have no place
// beside them. The marks of a guest are in the same files, under a name that no
// run has; guest is "" for the person.
func bookAt(run *loaders.Run, demo bool, guest string) marks.Location {
	file, part := run.Path, ""
	if run.Part != "" {
		part = "#" + run.Part
		file = strings.TrimSuffix(file, part)
	}
	at := marks.Location{Own: Data.File("marks.jsonl"), Path: run.Path}
	path, err := filepath.Abs(file)
	info, missing := os.Stat(file)
	if !demo && err == nil && missing == nil && (info.Mode().IsRegular() || info.IsDir()) {
		at.Beside, at.Part, at.Path = marks.Beside(path), run.Part, path+part
	}
	if guest != "" {
		at.Part += "\n" + guest
		at.Path += "\n" + guest
		at.Quota = quota
	}
	return at
}

// Book opens the marks that the person, or a guest of serve, made in a run, which may be
// of the demo. A book of marks that cannot be read in full is a problem of the run, but
// does not stop the run from being shown.
func Book(run *loaders.Run, demo bool, guest string) *marks.Book {
	book, err := marks.Open(bookAt(run, demo, own(guest)))
	if err != nil {
		run.Problems.Report(run.Path, "%w; shown without the marks and tags that cannot be read", err)
	}
	return book
}

// People returns the names of those who annotated a run, the person's own as [Me].
func People(run *loaders.Run, demo bool) []string {
	names := marks.People(bookAt(run, demo, ""))
	if mine := Book(run, demo, ""); mine.HasGold() {
		names = append([]string{Me}, names...)
	}
	return names
}
