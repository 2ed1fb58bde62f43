package record

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// PictureEndings are the endings of pictures' names, the usual ones first.
var PictureEndings = strings.Fields(".jpg .png .jpeg .gif .webp .bmp .tif .tiff")

// PictureNames are the names that a picture may have whose name lacks its ending.
func PictureNames(stem string) []string {
	return loaders.Map(PictureEndings, func(ending string) string { return stem + ending })
}

// IsPicture reports whether a name is the name of a picture's file.
func IsPicture(name string) bool {
	return slices.Contains(PictureEndings, strings.ToLower(path.Ext(name)))
}

// NotInFolder is why a missing picture cannot be shown.
var NotInFolder = loaders.Sentencef("not in the image folder")

const (
	pictureWrong = "the picture %.80q: "
	manyMissing  = "more than %d pictures are missing"
)

// PictureWrong says why the picture at path cannot be shown.
func PictureWrong(path string, why loaders.Sentence) loaders.Sentence {
	return loaders.Sentencef(pictureWrong+"%s", path, why)
}

// OfPicture reports whether p was found by looking for a picture of a record.
func OfPicture(p loaders.Problem) bool {
	return p.What.Kind == manyMissing || strings.HasPrefix(p.What.Kind, pictureWrong)
}

// localPath returns the end of a picture's path that is in the run's folder of
// pictures, the longest: the path may be another machine's.
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

// Picture returns the name of a picture, as the record has it, as a path in its run's
// Pictures, "" if it leads out of that. A path that leads out is a problem of the record;
// so is a missing picture, for the first record that has it.
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

// PictureName is the first of the possible names of a record's picture that is
// in its run's Pictures, and where none is, the first of all.
func (rec *Record) PictureName(names ...string) string {
	if rec.run == nil {
		return names[0]
	}
	return names[max(slices.IndexFunc(names, rec.run.HasPicture), 0)]
}

// maxCells bounds the scores of a picture: every category has one for every
// proposal.
const maxCells = 1 << 21

// Detector returns a picture with detections as a program that asks for one
// category after the other: a root `detect` without output, and under it a
// `find` for every category that was detected or annotated, in alphabetical
// order. Its output is the score of each proposal of the category, 0 for the
// others; its gold is the category's boxes, with its crowds beside them.
//
// labels and scores are one per proposal. Nil scores mean that nothing was
// detected here or that no score can be used: the modules have no output. Nil
// gold means that the picture has no annotations. Nil is returned where there
// is no category, and, with a problem, where there are too many.
func (rec *Record) Detector(labels []string, scores []float64, gold, crowds map[string][]loaders.Box) []loaders.Module {
	found := map[string][]int{}
	for i, label := range labels {
		found[label] = append(found[label], i)
	}
	for label := range gold {
		if _, ok := found[label]; !ok {
			found[label] = nil
		}
	}
	if len(found) == 0 {
		return nil
	}
	if len(found)*len(labels) > maxCells {
		rec.Problem("%d categories for %d detections; shown without a module for each category", len(found), len(labels))
		return nil
	}
	program := []loaders.Module{{Op: "detect", Place: -1}}
	for _, label := range slices.Sorted(maps.Keys(found)) {
		m := loaders.Module{Op: "find", Text: label, Place: -1}
		if scores != nil {
			own := make([]float64, len(scores))
			for _, i := range found[label] {
				own[i] = scores[i]
			}
			m.Output.Boxes = [][]float64{own}
		}
		if gold != nil {
			m.Gold = &loaders.Gold{Boxes: [][]loaders.Box{gold[label]}, Source: "annotations"}
			if crowds[label] != nil {
				m.Gold.Crowds = [][]loaders.Box{crowds[label]}
			}
		}
		program[0].Children = append(program[0].Children, len(program))
		program = append(program, m)
	}
	return program
}

// InDetections are the names for [Record.Objects] of a detector's boxes.
var InDetections = [3]string{"detections", "scores", "gold of "}

// Boxed is something that was detected in a picture or annotated.
type Boxed struct {
	Label string
	Box   loaders.Box
	Score float64 // of a detection, NaN where it is missing
	Crowd bool    // a box around several that were annotated as one
}

// Objects fills im with what was detected and annotated, and returns the program
// of [Record.Detector]. Nil detected means that objects were not looked for, nil
// gold that they were not annotated. Problems of gold are reported through
// annotations. names are what problems call the detected boxes, their scores,
// and the gold of a label, which follows.
func (rec *Record) Objects(im *loaders.Image, detected, gold []Boxed, annotations *Record, names [3]string) []loaders.Module {
	scores := make([]float64, len(detected))
	im.Proposals, im.Labels = make([]loaders.Box, len(detected)), make([]string, len(detected))
	for i, d := range detected {
		im.Proposals[i], im.Labels[i], scores[i] = d.Box, d.Label, d.Score
	}
	im.Proposals = rec.Boxes(names[0], im, im.Proposals)
	if scores = rec.Probabilities(names[1], scores, len(scores)); detected == nil {
		scores = nil
	}
	var boxes map[string][]loaders.Box
	if gold != nil {
		boxes = map[string][]loaders.Box{}
	}
	crowds := map[string][]loaders.Box{}
	for _, g := range gold {
		if g.Crowd {
			crowds[g.Label] = append(crowds[g.Label], g.Box)
		} else {
			boxes[g.Label] = append(boxes[g.Label], g.Box)
		}
	}
	for _, label := range slices.Sorted(maps.Keys(boxes)) {
		boxes[label] = annotations.Boxes(names[2]+label, im, boxes[label])
		im.Gold = append(im.Gold, boxes[label]...)
	}
	for _, label := range slices.Sorted(maps.Keys(crowds)) {
		crowds[label] = annotations.Boxes("crowds of "+label, im, crowds[label])
	}
	return rec.Detector(im.Labels, scores, boxes, crowds)
}

// Tree writes a program of n steps, in the order of execution, as modules in
// pre-order: the last step is the root, and a step that two others read is shown
// below both. step returns a module, whose Children and Place are filled in, and
// the steps that it reads; a step reads what comes before it, and whatever else
// is a problem, as is a step that no other reads. Place is the index of the
// step. what is the key of the steps. It is nil for no steps, and for a program
// of more than [language.MaxModules].
func (rec *Record) Tree(what string, n int, step func(i int) (m loaders.Module, inputs []int)) []loaders.Module {
	if n == 0 {
		return nil
	}
	steps, inputs, read := make([]loaders.Module, n), make([][]int, n), make([]bool, n)
	name := func(i int) string { return cmp.Or(steps[i].Name, steps[i].Op) }
	for i := range n {
		var all []int
		steps[i], all = step(i)
		for _, d := range all {
			if d < 0 || d >= i {
				rec.Problem(what+"[%d] %s depends on %d, which does not come before it; left out", i, name(i), d)
				continue
			}
			read[d] = true
			inputs[i] = append(inputs[i], d)
		}
	}
	for i := range n - 1 {
		if !read[i] {
			rec.Problem(what+"no other step reads [%d] %s; not shown", i, name(i))
		}
	}
	modules, err := language.Unfold(n-1, func(i int) (loaders.Module, []int) {
		steps[i].Place = i
		return steps[i], inputs[i]
	})
	if err != nil {
		rec.Problem("%w; shown without a program", err)
	}
	return modules
}
