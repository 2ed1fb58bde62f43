package opening

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// Me is the name for a person's own annotations.
const Me = "me"

// quota bounds the bytes that one guest writes about one run.
const quota = 1 << 20

// bookAt returns where a run's marks are kept: beside it, or in the person's data folder for the
// demo and servers. A guest's are in the same files, with a quota, under a name that no run has.
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

// BookOf is [Book] by a guest's last shown name, or an id. If several have the name, the run gets a
// problem and the book is the one kept under the name itself, as for an unknown name.
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

// NotDemo means that a run is a person's own.
const NotDemo = false

// Book opens the marks made in a run by the person, or by a guest of serve with this key id; demo
// says that the run is the demo's. It never returns nil: if a book can't be read in full, the run
// gets a problem and the readable marks are shown.
func Book(run *loaders.Run, demo bool, guest string) *marks.Book {
	book, err := marks.Open(bookAt(run, demo, guest))
	if err != nil {
		run.ReportProblem("%w; shown without the marks and tags that cannot be read", err)
	}
	return book
}

// People returns the names of all who annotated a run with gold, for [BookOf]: [Me] first, then the
// others sorted. Guests with a name that others have too are named by id.
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
