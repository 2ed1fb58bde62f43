package record

import (
	"errors"
	"fmt"
	"io/fs"

	"faithscope/loaders"
)

// Picture returns the name of a picture, as the record has it, as a path in
// run.Pictures, "" where it leads out of that. A path that leads out is a
// problem of the record; so is a picture that is not there, for the first
// record that has it.
func (rec *Record) Picture(run *loaders.Run, name string) string {
	path, ok := loaders.ImagePath(name)
	if !ok {
		rec.Problem(fmt.Sprintf("the picture's path %.80q leads out of the image folder", name), "shown without its picture")
		return ""
	}
	if run.Pictures == nil {
		return path
	}
	if _, err := fs.Stat(run.Pictures, path); err != nil {
		reason := err.Error()
		if errors.Is(err, fs.ErrNotExist) {
			reason = "not in the image folder"
		}
		switch first, many := run.Missing(path); {
		case first:
			rec.Problem(fmt.Sprintf("the picture %.80q: %s", path, reason), "shown without it")
		case many:
			rec.FileProblem(fmt.Sprintf("more than %d pictures are missing", loaders.MaxMissing), "only some are listed")
		}
	}
	return path
}
