package boxes

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

func showsWhole(ex *loaders.Example) bool {
	if slices.ContainsFunc(ex.Images, func(im loaders.Image) bool { return len(im.Gold) > 0 }) {
		return true
	}
	return len(ex.Images) > 0 && !slices.ContainsFunc(ex.Program, func(m loaders.Module) bool { return m.Has(loaders.BoxKind) })
}

func wholeBoxes(shownVersions *evidence.ShownVersions) *markedImages {
	b := unmarkedImages(shownVersions, &wholeMode)
	for i := range b.images {
		im := &b.images[i]
		b.addAnnotated(shownVersions, i, goldMark, im.Gold)
		before := len(b.marks)
		b.addAnnotated(shownVersions, i, plainMark, im.Proposals)
		b.describeImage(i, ": "+boxCounts(len(im.Gold), len(b.marks)-before))
	}
	return b
}

func boxCounts(goldCount, proposalCount int) string {
	switch {
	case goldCount+proposalCount == 0:
		return "no boxes"
	case proposalCount == 0:
		return loaders.Count(goldCount, "gold box")
	case goldCount == 0: // each module may have its own
		return loaders.Count(proposalCount, "proposal")
	}
	return loaders.Count(goldCount, "gold box") + " and " + loaders.Count(proposalCount, "proposal")
}

func (b *markedImages) addAnnotated(shownVersions *evidence.ShownVersions, i int, kindOfMark markKind, boxes []loaders.Box) {
	im := &b.images[i]
	word, size := loaders.IfElse(kindOfMark == plainMark, "proposal", "gold"), im.photo.Size // size is one unit in pixels
	if im.Units == loaders.Pixels {
		size = image.Pt(1, 1)
	}
	for k, box := range boxes {
		if kindOfMark == plainMark && (box == (loaders.Box{}) || slices.Contains(im.Gold, box)) {
			continue
		}
		name, text := nameOf(shownVersions.Example, i, box), fmt.Sprintf("%s #%d", word, k)
		label := cmp.Or(name, strings.TrimPrefix(text, "proposal "))
		text += widget.If(name != "", " "+name)
		in, ok := im.Fractions(box)
		if size != (image.Point{}) {
			text += fmt.Sprintf("%s%.0f×%.0f px", evidence.Separator, (box.X1-box.X0)*float64(size.X), (box.Y1-box.Y0)*float64(size.Y))
		}
		text += widget.If(ok && !im.photo.Framed, evidence.Separator+widget.Percent(in.Area())+" of the image")
		mark := boxMark{image: i, kind: kindOfMark, name: text, label: label, p: -1, gold: -1, proposal: k}
		if kindOfMark == goldMark {
			mark.gold, mark.proposal = k, -1
		}
		b.addMark(mark, box)
	}
}

func nameOf(ex *loaders.Example, i int, b loaders.Box) string {
	im := &ex.Images[i]
	if k := slices.Index(im.Proposals, b); k >= 0 && k < len(im.Labels) {
		return im.Labels[k]
	}
	for _, m := range slices.Backward(ex.Program) { // find says more of a box than the filter above it
		// An argument with several parts ("animal,in front of,s") begins with the name, or with "_"
		// for any.
		if name, _, _ := strings.Cut(m.Text, ","); name != "" && name != "_" && slices.Contains(evidence.GoldBoxes(&m, i), b) {
			return name
		}
	}
	return ""
}
