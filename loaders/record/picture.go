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

// PictureEndings are endings of picture names, usual ones first.
var PictureEndings = strings.Fields(".jpg .png .jpeg .gif .webp .bmp .tif .tiff")

// PictureNames returns nameStem with each of [PictureEndings].
func PictureNames(nameStem string) []string {
	return loaders.Map(PictureEndings, func(ending string) string { return nameStem + ending })
}

// IsPicture reports whether a name ends with one of [PictureEndings], in either case.
func IsPicture(fileName string) bool {
	return slices.Contains(PictureEndings, strings.ToLower(path.Ext(fileName)))
}

// NotInFolder is why a missing picture can't be shown.
var NotInFolder = loaders.Sentencef("not in the image folder")

const (
	pictureWrong = "the picture %.80q: "
	manyMissing  = "more than %d pictures are missing"
)

// PictureWrong returns why the picture at picturePath can't be shown.
func PictureWrong(picturePath string, reason loaders.Sentence) loaders.Sentence {
	return loaders.Sentencef(pictureWrong+"%s", picturePath, reason)
}

// OfPicture reports whether p is about pictures that can't be shown.
func OfPicture(p loaders.Problem) bool {
	return p.What.Kind == manyMissing || strings.HasPrefix(p.What.Kind, pictureWrong)
}

// localPath tries ever shorter suffixes, because a recorded path may be another machine's.
func localPath(run *loaders.Run, recordedPath string) (_ string, ok bool) {
	for rest := strings.ReplaceAll(recordedPath, `\`, "/"); ; {
		_, after, found := strings.Cut(rest, "/")
		if !found {
			return "", false
		}
		if rest = after; !strings.HasPrefix(recordedPath, "..") && fs.ValidPath(rest) && run.HasPicture(rest) {
			return rest, true
		}
	}
}

// Picture maps a name to a path in the run's Pictures. It tries ever shorter suffixes of a foreign
// path, then other endings than .jpg. A path that leads out is a problem and "". A missing picture
// is a problem of its first record; its path is returned.
func (rec *Record) Picture(recordedPath string) string {
	run := cmp.Or(rec.run, &loaders.Run{})
	if run.Pictures != nil && !run.HasPicture(recordedPath) {
		if own, ok := localPath(run, recordedPath); ok {
			return own
		}
	}
	path, ok := run.ImagePath(recordedPath)
	if !ok {
		rec.Problem("the picture path %.80q is outside the image folder; shown without the picture unless you pass --allow-outside",
			recordedPath)
		return ""
	}
	if run.Pictures == nil {
		return path
	}
	if _, err := fs.Stat(run.Pictures, path); err != nil {
		if stem, ok := strings.CutSuffix(path, ".jpg"); ok { // a record with only a picture's number may not know
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

// PictureName returns the first name in the run's Pictures; the first of all if none is or without
// a run.
func (rec *Record) PictureName(fallbackPaths ...string) string {
	if rec.run == nil {
		return fallbackPaths[0]
	}
	return fallbackPaths[max(slices.IndexFunc(fallbackPaths, rec.run.HasPicture), 0)]
}
