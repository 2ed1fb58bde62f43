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
func substituteBoxes(subject *evidence.Subject) (b *markedImages, from string) {
	if inputs := evidence.InputsWith(subject, func(m *loaders.Module) bool {
		return m.Output.Boxes != nil || m.Lender() != "" && m.Gold.Boxes != nil
	}); len(inputs) > 0 {
		return borrowedBoxes(subject, inputs)
	}
	if showsWhole(subject.CurrentLayer().Example) {
		return wholeBoxes(subject), "the whole question are shown"
	}
	b = unmarkedImages(subject, &judgedMode)
	for i := range b.images {
		b.describeImage(i, ": this module and its inputs have no boxes")
	}
	return b, ""
}

func borrowedBoxes(subject *evidence.Subject, inputs []int) (b *markedImages, from string) {
	var names []string
	for k, node := range inputs {
		input := *subject.CurrentLayer()
		input.Node = node
		boxes, name := moduleBoxes(subject, &input, nil, aboveBar, ""), input.ShownModule().Label()
		if names = append(names, name); b == nil {
			b = unmarkedImages(subject, boxes.displayMode)
			b.borrowed = true
		}
		for i := range b.images {
			im, own := &b.images[i], &boxes.images[i]
			im.words = cmp.Or(im.words, imageName(i)) + evidence.Separator + name + strings.TrimPrefix(own.words, imageName(i))
			im.markCount += own.markCount
		}
		for _, mark := range boxes.marks {
			mark.input, mark.place = k, widget.If(len(inputs) > 1, name+" ")
			b.marks = append(b.marks, mark)
		}
	}
	return b, strings.Join(names, " and ") + " are drawn thin"
}
