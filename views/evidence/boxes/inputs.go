package boxes

import (
	"cmp"
	"strings"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// An empty picture says nothing, so that its nearest inputs' boxes, or the whole example's, are
// shown; from names the source, "" for none.
func substituteBoxes(shownVersions *evidence.ShownVersions) (b *markedImages, from string) {
	if inputs := evidence.InputsWith(shownVersions, func(m *loaders.Module) bool {
		return m.Output.Boxes != nil || m.Lender() != "" && m.Gold.Boxes != nil
	}); len(inputs) > 0 {
		return borrowedBoxes(shownVersions, inputs)
	}
	if showsWhole(shownVersions.Example) {
		return wholeBoxes(shownVersions), "the whole question"
	}
	b = unmarkedImages(shownVersions, &judgedMode)
	for i := range b.images {
		b.describeImage(i, ": this module and its inputs have no boxes")
	}
	return b, ""
}

func borrowedBoxes(shownVersions *evidence.ShownVersions, inputIndices []int) (b *markedImages, from string) {
	var names []string
	for k, node := range inputIndices {
		input := *shownVersions
		input.Node, input.Held = node, evidence.ExampleVersion{}
		boxes, name := moduleBoxes(&input, aboveBar, ""), input.ShownModule().Label()
		if names = append(names, name); b == nil {
			b = unmarkedImages(shownVersions, boxes.displayMode)
		}
		for i := range b.images {
			im, own := &b.images[i], &boxes.images[i]
			im.words = cmp.Or(im.words, imageName(i)) + evidence.Separator + name + strings.TrimPrefix(own.words, imageName(i))
			im.markCount += own.markCount
		}
		for _, mark := range boxes.marks {
			mark.input, mark.place = k, widget.If(len(inputIndices) > 1, name+" ")
			b.marks = append(b.marks, mark)
		}
	}
	return b, strings.Join(names, " and ")
}
