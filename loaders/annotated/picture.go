package annotated

import (
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// mostBytes bounds a file of one picture.
const mostBytes = 16 << 20

// object is a box with what is in it.
type object struct {
	label string
	box   loaders.Box
	score float64
}

// stem is a file's name without what says how it is written.
func stem(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// example turns a picture's objects into an example; nil gold is not known, nil
// detections were not made.
func example(rec *record.Record, im loaders.Image, name string, gold, detected []object) *loaders.Example {
	var labels []string
	var scores []float64
	for _, d := range detected {
		im.Proposals, im.Labels, labels, scores = append(im.Proposals, d.box), append(im.Labels, d.label), append(labels, d.label), append(scores, d.score)
	}
	im.Proposals = rec.Boxes("detections", &im, im.Proposals)
	if detected != nil {
		if scores = rec.Probabilities("scores", scores, len(scores)); scores == nil {
			scores = make([]float64, len(labels))
		}
	}
	var boxes map[string][]loaders.Box
	if gold != nil {
		boxes = map[string][]loaders.Box{}
		for _, g := range gold {
			boxes[g.label] = append(boxes[g.label], g.box)
		}
	}
	for _, label := range slices.Sorted(maps.Keys(boxes)) {
		boxes[label] = rec.Boxes("gold of "+label, &im, boxes[label])
		im.Gold = append(im.Gold, boxes[label]...)
	}
	ex := &loaders.Example{ID: name, Question: name, Images: []loaders.Image{im}}
	ex.Program = rec.Detector(labels, scores, boxes, nil)
	return ex
}

// extensions are those of pictures.
var extensions = []string{".jpg", ".png", ".jpeg", ".JPG", ".PNG", ".bmp", ".webp", ".gif"}

// findPictures gives a run its folder of pictures: one that is named or beside
// it, or else the file's own, where the picture is in it.
func findPictures(run *loaders.Run, src *loaders.Source, o loaders.Options, names []string) error {
	own := filepath.Dir(src.Path)
	if o.Images == "" && o.ImageFiles == nil && slices.ContainsFunc(names, func(name string) bool {
		_, err := fs.Stat(src.Files, filepath.Join(own, name))
		return err == nil
	}) {
		o.Images = own
	}
	if err := files.FindPictures(run, src, o); err != nil {
		return loaders.Errorf("pictures: %w", err)
	}
	return nil
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
func picture(rec *record.Record, run *loaders.Run, file string, names []string) string {
	for _, dir := range []string{"", filepath.Base(filepath.Dir(file))} {
		for _, name := range names {
			if full := path.Join(dir, name); run.HasPicture(full) {
				return full
			}
		}
	}
	return rec.Picture(run, names[0])
}
