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

// bookAt keeps marks beside the run, so that they travel with it, but in the person's data folder for
// the demo, standard input and servers. A guest's are in the same files, with a quota, under a name that no run has.
func bookAt(run *loaders.Run, demo bool, guestName string) marks.MarksLocation {
	file, part := run.Path, ""
	if run.Part != "" {
		part = "#" + run.Part
		file = strings.TrimSuffix(file, part)
	}
	at := marks.MarksLocation{Own: Data.File("marks.jsonl"), Path: run.Path}
	if run.Stream != "" {
		at.Path = run.Stream + part
	}
	path, err := filepath.Abs(file)
	info, missing := os.Stat(file)
	isBeside := !demo && err == nil && missing == nil && (info.Mode().IsRegular() || info.IsDir())
	if isBeside {
		at.Beside, at.Part, at.Path = marks.Beside(path), run.Part, path+part
	}
	if guestName != "" && guestName != Me {
		at.Part += "\n" + guestName
		at.Path += "\n" + guestName
		at.Quota = quota
	}
	return at
}

// BookOf is [Book] by a guest's last shown name, or an id. If several have the name, the run gets a
// problem and the book is the one kept under the name itself, as for an unknown name.
func BookOf(run *loaders.Run, demo bool, annotatorName string) *marks.MarksBook {
	ids := peopleCalled(marks.People(bookAt(run, demo, "")), annotatorName)
	if len(ids) == 1 && annotatorName != Me {
		annotatorName = ids[0]
	} else if len(ids) > 1 {
		run.ReportProblem("%s has marks under %s: use one of these ids", annotatorName, strings.Join(ids, " and under "))
	}
	return Book(run, demo, annotatorName)
}

func peopleCalled(idsByPerson map[string]string, name string) []string {
	return loaders.Filter(loaders.SortedKeys(idsByPerson), func(id string) bool { return name == id || name == idsByPerson[id] })
}

// NotDemo means that a run is a person's own.
const NotDemo = false

// Book opens the marks made in a run by the person, or by a guest of serve with this key id; demo
// says that the run is the demo's. It never returns nil: if a book can't be read in full, the run
// gets a problem and the readable marks are shown.
func Book(run *loaders.Run, demo bool, guestName string) *marks.MarksBook {
	book, err := marks.Open(bookAt(run, demo, guestName))
	if err != nil {
		run.ReportProblem("%w; unreadable marks and tags aren't shown", err)
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
