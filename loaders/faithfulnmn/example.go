package faithfulnmn

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// epsilon is added to P(true) by the authors before they take its logarithm.
const epsilon = 1e-6

var (
	errPadding = errors.New("an empty row, like those that pad the last batch of the authors' dump")
	errForeign = errors.New("not a faithful-nmn record: all expected keys are missing")
)

// decodeExample makes a record with none of the needed keys Broken, one of empty braces with its
// own error, because it is padding. A missing prediction is unanswered if the file has predictions.
func (r *recordReader) decodeExample(w *nmnRecord, rec *record.Record) *loaders.Example {
	if missing := w.missingKeys(); len(missing) == len(needed) {
		if strings.Trim(string(rec.Bytes), "{} \t\r") == "" {
			return rec.Broken(errPadding)
		}
		return rec.Broken(errForeign)
	} else if len(missing) > 0 {
		rec.Problem("no %s; shown and scored without it", strings.Join(missing, ", "))
	}
	d := &exampleDraft{nmnRecord: w, rec: rec, ex: &loaders.Example{
		ID: r.uniqueID(rec.Index, w.ImageID), Question: w.Utterance, Tokens: w.Tokens,
	}}
	if d.resolveAnswer(); r.predicts && w.Prediction == nil {
		rec.CountMissing(&d.ex.Answer)
	}
	d.ex.Images = loaders.Fill(len(d.Proposals), func(i int) (im loaders.Image) {
		im.Proposals = d.readBoxes(fmt.Sprintf("bboxes, image %d", i), &im, d.Proposals[i])
		return im
	})
	namePictures(rec, w.ImageID, d.ex.Images)
	d.readProgram()
	d.ex.Annotate(modulesOf(r.annotatedProgram(d)))
	r.attendModules(d)
	d.joinOutputs()
	d.fillComputed()
	r.annotateModules(d)
	return d.ex
}

// resolveAnswer rounds one half to 0, as the authors' code does. The verdict is the file's correct or,
// without it, whether prediction and label agree; a contradicting correct is a problem.
func (d *exampleDraft) resolveAnswer() {
	a := &d.ex.Answer
	p, predicted := d.Prediction.onlyNumber()
	if d.Prediction != nil && !predicted {
		d.rec.Problem("prediction is not a number; the answer is unknown")
	}
	said, correct := loaders.Unknown, record.Truth(string(d.Correct))
	if predicted {
		said, a.Probability = loaders.VerdictOf(math.RoundToEven(p) >= 1), new(min(max(p-epsilon, 0), 1))
	}
	a.Fill(truths[said], truths[record.Truth(string(d.Label))])
	judged := a.Correct
	if a.Correct = cmp.Or(correct, judged); judged != loaders.Unknown && a.Correct != judged {
		d.rec.Problem("correct is %v, but the prediction is %s and the label is %s; the field correct is used", correct == loaders.Right,
			a.Predicted,
			a.Gold)
	}
}

var truths = map[loaders.Verdict]string{loaders.Right: "True", loaders.Wrong: "False"}

// readProgram prefers the derivation, because modules are logged by their place in it, and
// parse_predicted for the logical form.
func (d *exampleDraft) readProgram() {
	var err error
	if d.Actions != nil {
		if d.nodes, err = parseActions(d.Actions); err != nil {
			d.rec.Problem("best_action_strings: %v; the program is read from parse_predicted, if present", err)
		}
	}
	if d.nodes == nil && d.Predicted != "" {
		if d.nodes, err = parseLisp(d.Predicted); err != nil {
			d.rec.Problem("parse_predicted: %v; shown without its program", err)
		}
	}
	d.ex.Logical = d.Predicted
	if d.ex.Logical == "" && d.nodes != nil {
		d.ex.Logical = logicalForm(d.nodes, 0)
	}
	d.ex.Kind = programFamily(d.nodes)
	d.ex.Program = modulesOf(d.nodes)
}

// modulesOf uses the paper's names as Op and, if different, the authors' as Name.
func modulesOf(programNodes []node) []loaders.Module {
	return loaders.Map(programNodes, func(n node) loaders.Module {
		m := loaders.Module{Op: n.name, Children: n.children, Place: n.place}
		m.SetOp(opOf(n.name))
		return m
	})
}

// namePictures uses <image_id>-img0.png and -img1.png for NLVR2, only <image_id>-0.png for NLVR,
// because its second image is blank. The folder decides, or without one whether the second image is
// blank.
func namePictures(rec *record.Record, imageID string, images []loaders.Image) {
	if imageID == "" || len(images) == 0 {
		return
	}
	single := imageID + "-0.png"
	names := loaders.Fill(len(images), func(i int) string { return fmt.Sprintf("%s-img%d.png", imageID, i) })
	expected := []string{names[0], single}
	if len(images) == 2 && isBlank(&images[1]) {
		slices.Reverse(expected)
	}
	if rec.PictureName(expected...) == single {
		names = []string{single}
	}
	for i := range images {
		if i < len(names) && (i == 0 || !isBlank(&images[i])) {
			images[i].Path = rec.Picture(names[i])
		}
	}
}

// isBlank recognises the authors' padding.
func isBlank(im *loaders.Image) bool {
	return im.Proposals != nil && !slices.ContainsFunc(im.Proposals, func(b loaders.Box) bool { return b != loaders.Box{} })
}
