package opening

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"faithscope/loaders"
	"faithscope/scoring/marks"
)

// quota is what one guest can say of one run.
var quota = marks.Quota{Rows: 10_000, Bytes: 1 << 20}

// bookAt says where the marks of a run are kept: beside it, else under the folder
// for data of the person. The demo and a run from a server have no place. What a
// guest says, "" for the person, is in the same files, under a name of a run that
// no file has.
func bookAt(run *loaders.Run, demo bool, guest string) marks.Location {
	file, part := run.Path, ""
	if run.Part != "" {
		part = "#" + run.Part
		file = strings.TrimSuffix(file, part)
	}
	at := marks.Location{Own: filepath.Join(xdg.DataHome, "faithscope", "marks.jsonl"), Path: run.Path}
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

// Book opens what the person, or a guest of serve, said of a run, which may be of the
// demo. One that cannot be read, or only in part, is a problem of the run and does
// not keep anybody from looking at it.
func Book(run *loaders.Run, demo bool, guest string) *marks.Book {
	book, err := marks.Open(bookAt(run, demo, guest))
	if err != nil {
		run.Problems.Add(loaders.Problem{File: run.Path, What: loaders.Because(err), Done: loaders.Say("shown without the marks and tags that were kept there")})
	}
	return book
}
