package record

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"faithscope/loaders"
)

// PictureEndings are those of the names of pictures, the usual ones first.
var PictureEndings = []string{".jpg", ".png", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff"}

// IsPicture reports whether a name is that of a picture's file.
func IsPicture(name string) bool {
	return slices.Contains(PictureEndings, strings.ToLower(path.Ext(name)))
}

// NotInFolder is why a picture that is not there cannot be shown.
var NotInFolder = loaders.Say("not in the image folder")

const (
	pictureWrong   = "the picture %.80q: "
	withoutPicture = "shown without it"
	manyMissing    = "more than %d pictures are missing"
)

// PictureWrong says why the picture at path cannot be shown.
func PictureWrong(path string, why loaders.Said) loaders.Said {
	return loaders.Say(pictureWrong+"%s", path, why)
}

// OfPicture reports whether p was found by looking for a picture of a record.
func OfPicture(p loaders.Problem) bool {
	return p.What.Kind == manyMissing || strings.HasPrefix(p.What.Kind, pictureWrong)
}

// nearer is the end of a picture's path that is in the run's folder of
// pictures, the longest: the path may be another machine's.
func nearer(run *loaders.Run, name string) (_ string, ok bool) {
	for rest := strings.ReplaceAll(name, `\`, "/"); ; {
		_, after, found := strings.Cut(rest, "/")
		if !found {
			return "", false
		}
		if rest = after; !strings.HasPrefix(name, "..") && fs.ValidPath(rest) && run.HasPicture(rest) {
			return rest, true
		}
	}
}

// Picture returns the name of a picture, as the record has it, as a path in
// its run's Pictures, "" where it leads out of that. A path that leads out is a
// problem of the record; so is a picture that is not there, for the first
// record that has it.
func (rec *Record) Picture(name string) string {
	run := rec.run
	if run == nil {
		run = &loaders.Run{}
	}
	if run.Pictures != nil && !run.HasPicture(name) {
		if own, ok := nearer(run, name); ok {
			return own
		}
	}
	path, ok := run.ImagePath(name)
	if !ok {
		rec.Problem(loaders.Say("the picture's path %.80q leads out of the image folder", name), "shown without its picture unless --allow-outside is given")
		return ""
	}
	if run.Pictures == nil {
		return path
	}
	if _, err := fs.Stat(run.Pictures, path); err != nil {
		if stem, ok := strings.CutSuffix(path, ".jpg"); ok && run.HasPicture(stem+".png") {
			return stem + ".png" // whoever names a picture by its number alone may not know
		}
		reason := loaders.Because(err)
		if errors.Is(err, fs.ErrNotExist) {
			reason = NotInFolder
		}
		switch first, many := run.Missing(path); {
		case first:
			rec.Problem(PictureWrong(path, reason), withoutPicture)
		case many:
			rec.FileProblem(loaders.Say(manyMissing, loaders.MaxMissing), "only some are listed")
		}
	}
	return path
}

// PictureName is the first of the names that a record may mean a picture by
// which is in its run's Pictures, and where none is, the first of all.
func (rec *Record) PictureName(names ...string) string {
	if rec.run == nil {
		return names[0]
	}
	return names[max(slices.IndexFunc(names, rec.run.HasPicture), 0)]
}
