package opening

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// Me is the name by which a person's own annotations are asked for.
const Me = "me"

// quota is how many bytes one guest can write about one run.
const quota = 1 << 20

// bookAt returns where the marks of a run are kept: beside it, or else in the person's own folder
// for data. The demo, and a run from a server, have no place beside them. The marks of a guest are
// in the same files, up to 1 MB, under a name that no run has; guest is "" or [Me] for the person.
func bookAt(run *loaders.Run, demo bool, guest string) marks.Location {
	file, part := run.Path, ""
	if run.Part != "" {
		part = "#" + run.Part
		file = strings.TrimSuffix(file, part)
	}
	at := marks.Location{Own: Data.File("marks.jsonl"), Path: run.Path}
	path, err := filepath.Abs(file)
	info, missing := os.Stat(file)
	isBeside := !demo && err == nil && missing == nil && (info.Mode().IsRegular() || info.IsDir())
	if isBeside {
		at.Beside, at.Part, at.Path = marks.Beside(path), run.Part, path+part
	}
	if guest != "" && guest != Me {
		at.Part += "\n" + guest
		at.Path += "\n" + guest
		at.Quota = quota
	}
	return at
}

// BookOf is [Book] for what people call somebody: the name by which a guest was shown last, or an
// id. If it means several, that is a problem of the run; the book is then, as for an unknown name,
// the one that is kept under the name itself.
func BookOf(run *loaders.Run, demo bool, name string) *marks.Book {
	ids := peopleCalled(marks.People(bookAt(run, demo, "")), name)
	if len(ids) == 1 && name != Me {
		name = ids[0]
	} else if len(ids) > 1 {
		run.ReportProblem("the marks of %s are kept under %s: name the one you mean", name, strings.Join(ids, " and under "))
	}
	return Book(run, demo, name)
}

func peopleCalled(people map[string]string, name string) []string {
	return loaders.Filter(loaders.SortedKeys(people), func(id string) bool { return name == id || name == people[id] })
}

// NotDemo says that a run is a person's own.
const NotDemo = false

// Book opens the marks that the person, or a guest of serve by the id of their key, made in a run,
// which may be of the demo. It never returns nil: a book that cannot be read in full is a problem
// of the run, which is shown with the marks that can be read.
func Book(run *loaders.Run, demo bool, guest string) *marks.Book {
	book, err := marks.Open(bookAt(run, demo, guest))
	if err != nil {
		run.ReportProblem("%w; shown without the marks and tags that cannot be read", err)
	}
	return book
}

// People returns the names of those who annotated a run with gold, as [BookOf] takes them, sorted,
// the person's own first as [Me]. Guests whose name others have too are named by their id.
func People(run *loaders.Run, demo bool) (names []string) {
	people := marks.People(bookAt(run, demo, ""))
	for id, name := range people {
		if name == Me || len(peopleCalled(people, name)) > 1 {
			name = id
		}
		if Book(run, demo, id).HasGold() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if mine := Book(run, demo, ""); mine.HasGold() {
		names = append([]string{Me}, names...)
	}
	return names
}
