package annotated

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// mostBytes bounds a file of one picture.
const mostBytes = 16 << 20

// stem is a file's name without what says how it is written.
func stem(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// example turns a picture's objects into an example; nil gold is not known, nil
// detections were not made.
func example(rec *record.Record, im loaders.Image, name string, gold, detected []record.Boxed) *loaders.Example {
	program := rec.Objects(&im, detected, gold, rec)
	return &loaders.Example{ID: name, Question: name, Images: []loaders.Image{im}, Program: program}
}

// extensions are those of pictures.
var extensions = []string{".jpg", ".png", ".jpeg", ".JPG", ".PNG", ".bmp", ".webp", ".gif"}

// findPictures gives a run its folder of pictures: one that is named or beside
// it, or else the file's own, where the picture is in it.
func findPictures(o *record.Opening) error {
	own := filepath.Dir(o.Source.Path)
	if o.Options.Images == "" && o.Options.ImageFiles == nil && slices.ContainsFunc(namesOf(o.Source.Path), func(name string) bool {
		_, err := fs.Stat(o.Source.Files, filepath.Join(own, name))
		return err == nil
	}) {
		o.Options.Images = own
	}
	return o.FindPictures()
}

// namesOf are what the picture of a file may be called.
func namesOf(file string) (list []string) {
	for _, e := range extensions {
		list = append(list, stem(file)+e)
	}
	return list
}

// picture is the first of several names that is in the run's folder of pictures,
// or in the folder there that is called as the file's own is; the first where
// none is.
func picture(rec *record.Record, file string, names []string) string {
	all := slices.Clone(names)
	for _, name := range names {
		all = append(all, path.Join(filepath.Base(filepath.Dir(file)), name))
	}
	return rec.Picture(rec.PictureName(all...))
}
