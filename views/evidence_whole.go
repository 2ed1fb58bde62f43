package views

import (
	"cmp"
	"fmt"
	"image"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Examples without a program (scene graphs, annotated pictures, answers) and
// modules without boxes of their own show what belongs to the example as a
// whole: its pictures under the annotators' boxes and the proposals, and what
// the record says besides.

// wholeOf is the evidence of an example without a program, with texts of w
// cells.
func wholeOf(ex *loaders.Example, photos []photo, w int) evidence {
	q := evidenceOf{example: ex, photos: photos}
	e := evidence{node: -1, label: "the example", score: "no program, so no module to score"}
	if len(ex.Images) > 0 {
		q.whole(&e)
		e.label = "the picture"
		if len(ex.Images) > 1 {
			e.label = "the pictures"
		}
	}
	for _, text := range said(ex) {
		for i, line := range strings.Split(ansi.Wrap(loaders.Clean(text), max(8, w-widget.Gutter-1), ""), "\n") {
			if i > 0 {
				line = "  " + line
			}
			e.lines = append(e.lines, evidenceLine{text: line, mark: -1})
		}
	}
	return e
}

// said is what the record says that no other part of the screen shows.
func said(ex *loaders.Example) []string {
	var texts []string
	add := func(name, value string) {
		if value != "" {
			texts = append(texts, name+": "+value)
		}
	}
	add("kind", ex.Kind)
	add("tags", strings.Join(ex.Tags, ", "))
	add("answered consistently with", strings.Join(ex.Groups, ", "))
	add("entails", strings.Join(ex.Entailed, ", "))
	for _, name := range slices.Sorted(maps.Keys(ex.Answer.Scores)) {
		add("the file's "+name, strconv.FormatFloat(ex.Answer.Scores[name], 'g', 4, 64))
	}
	add("explanation", ex.Explanation)
	for _, name := range slices.Sorted(maps.Keys(ex.Meta)) {
		add(name, ex.Meta[name])
	}
	return texts
}

// ofWhole reports whether the example's pictures have boxes of their own, or
// its modules have none: a module without boxes then shows those.
func (q evidenceOf) ofWhole() bool {
	for i := range q.example.Images {
		if len(q.example.Images[i].Gold) > 0 {
			return true
		}
	}
	return len(q.example.Images) > 0 && !slices.ContainsFunc(q.example.Program, func(m loaders.Module) bool {
		return m.Output.Boxes != nil || m.Gold != nil && m.Gold.Boxes != nil
	})
}

// whole adds the pictures with the boxes of the example as a whole.
func (q evidenceOf) whole(e *evidence) {
	e.whole = true
	drawn := 0
	for i := range q.example.Images {
		im := imageEvidence{index: i, image: &q.example.Images[i], photo: q.photo(i)}
		gold := len(im.image.Gold)
		for k, b := range im.image.Gold {
			im.add(e, goldMark, b, cmp.Or(q.nameOf(i, b), "gold #"+strconv.Itoa(k)), im.boxWords("gold", k, b, q.nameOf(i, b)))
		}
		others := 0
		for k, b := range im.image.Proposals {
			if b == (loaders.Box{}) || slices.Contains(im.image.Gold, b) {
				continue
			}
			others++
			im.add(e, plainMark, b, cmp.Or(q.nameOf(i, b), "#"+strconv.Itoa(k)), im.boxWords("proposal", k, b, q.nameOf(i, b)))
		}
		im.words = imageName(i) + ": " + strings.Join(append([]string{counts(gold, others)}, im.photo.words(im.image)...), separator)
		if !im.blank() {
			drawn++
		}
		e.images = append(e.images, im)
	}
	e.several = drawn > 1
}

// counts says how many boxes of each kind an image has.
func counts(gold, proposals int) string {
	switch {
	case gold+proposals == 0:
		return "no boxes"
	case proposals == 0:
		return widget.Plural(gold, "gold box", "gold boxes")
	case gold == 0:
		return widget.Plural(proposals, "proposal", "proposals") + ", no gold"
	}
	return widget.Plural(gold, "gold box", "gold boxes") + " and " + widget.Plural(proposals, "proposal", "proposals")
}

// nameOf is what a box of image i is called: by the label of the proposal
// that is the same box, or by what the module asks for whose gold it is; ""
// unknown.
func (q evidenceOf) nameOf(i int, b loaders.Box) string {
	im := &q.example.Images[i]
	if k := slices.Index(im.Proposals, b); k >= 0 && k < len(im.Labels) {
		return im.Labels[k]
	}
	for n := range q.example.Program {
		// An argument of several parts ("animal,in front of,s") begins with the
		// name, or with "_" for any.
		m := &q.example.Program[n]
		if name, _, _ := strings.Cut(m.Text, ","); name != "" && name != "_" && slices.Contains(goldBoxes(m, i), b) {
			return name
		}
	}
	return ""
}

// boxWords is a box in a line: "gold #3 wall (white) · 120×80 px, 5 % of the
// image".
func (im *imageEvidence) boxWords(kind string, k int, b loaders.Box, name string) string {
	text := fmt.Sprintf("%s #%d", kind, k)
	if name != "" {
		text += " " + name
	}
	in, ok := im.fractions(b)
	size := im.photo.size
	switch {
	case im.image.Units == loaders.Pixels:
		text += fmt.Sprintf("%s%.0f×%.0f px", separator, b.X1-b.X0, b.Y1-b.Y0)
	case size != (image.Point{}):
		text += fmt.Sprintf("%s%.0f×%.0f px", separator, (b.X1-b.X0)*float64(size.X), (b.Y1-b.Y0)*float64(size.Y))
	}
	if ok && !im.photo.framed {
		text += separator + share(in.Area()) + " of the image"
	}
	return text
}

// share writes a part of 1 in percent.
func share(x float64) string {
	if x > 0 && x < 0.005 {
		return "<1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}
