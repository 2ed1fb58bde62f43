package record

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"faithscope/loaders"
)

// PictureEndings are the endings of pictures' names, the usual ones first.
var PictureEndings = strings.Fields(".jpg .png .jpeg .gif .webp .bmp .tif .tiff")

// PictureNames returns the names that a picture may have whose name lacks its ending: stem with
// each of [PictureEndings].
func PictureNames(stem string) []string {
	return loaders.Map(PictureEndings, func(ending string) string { return stem + ending })
}

// IsPicture reports whether a name ends as pictures' names do, in either case; see
// [PictureEndings].
func IsPicture(name string) bool {
	return slices.Contains(PictureEndings, strings.ToLower(path.Ext(name)))
}

// NotInFolder is why a missing picture cannot be shown.
var NotInFolder = loaders.Sentencef("not in the image folder")

const (
	pictureWrong = "the picture %.80q: "
	manyMissing  = "more than %d pictures are missing"
)

// PictureWrong returns the sentence that the picture at path cannot be shown, and why.
func PictureWrong(path string, reason loaders.Sentence) loaders.Sentence {
	return loaders.Sentencef(pictureWrong+"%s", path, reason)
}

// OfPicture reports whether p says that a record's picture cannot be shown, or that many are
// missing.
func OfPicture(p loaders.Problem) bool {
	return p.What.Kind == manyMissing || strings.HasPrefix(p.What.Kind, pictureWrong)
}

// localPath returns the longest end of a picture's path that is a picture of the run: the path may
// be another machine's. The whole path is not tried, and no path that begins with "..". ok is false
// if there is none.
func localPath(run *loaders.Run, name string) (_ string, ok bool) {
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

// Picture returns the name of a picture, as the record has it, as a path in its run's Pictures: of
// another machine's path the end that is there, or another ending than .jpg that is. A path that
// leads out is reported and "". A missing picture is reported for the first record that has it, and
// its path returned.
func (rec *Record) Picture(name string) string {
	run := cmp.Or(rec.run, &loaders.Run{})
	if run.Pictures != nil && !run.HasPicture(name) {
		if own, ok := localPath(run, name); ok {
			return own
		}
	}
	path, ok := run.ImagePath(name)
	if !ok {
		rec.Problem("the picture's path %.80q leads out of the image folder; shown without its picture unless --allow-outside is given", name)
		return ""
	}
	if run.Pictures == nil {
		return path
	}
	if _, err := fs.Stat(run.Pictures, path); err != nil {
		if stem, ok := strings.CutSuffix(path, ".jpg"); ok { // a record that has only a picture's number may not know
			if name := rec.PictureName(PictureNames(stem)...); run.HasPicture(name) {
				return name
			}
		}
		reason := loaders.SentenceOf(err)
		if errors.Is(err, fs.ErrNotExist) {
			reason = NotInFolder
		}
		switch first, many := run.Missing(path); {
		case first:
			rec.Problem("%s; shown without it", PictureWrong(path, reason))
		case many:
			rec.FileProblem(manyMissing+"; only some are listed", loaders.MaxMissing)
		}
	}
	return path
}

// PictureName returns the first of the possible names of a record's picture that is in its run's
// Pictures, or the first of all if none is, or if the record has no run.
func (rec *Record) PictureName(names ...string) string {
	if rec.run == nil {
		return names[0]
	}
	return names[max(slices.IndexFunc(names, rec.run.HasPicture), 0)]
}
