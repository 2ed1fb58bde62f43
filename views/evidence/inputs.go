package evidence

import (
	"cmp"
	"strings"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// mostInputs is how many inputs' boxes are shown together at most.
const mostInputs = 4

// substituteFor returns the boxes that replace those of a module that has none: of its nearest
// inputs, or else of the whole example, or else none, on the pictures with words that say so. from
// says whose they are, "" for none.
func substituteFor(of *Subject) (b *boxed, from string) {
	if inputs := inputsWith(of, func(m *loaders.Module) bool {
		return m.Output.Boxes != nil || m.Lender() != "" && m.Gold.Boxes != nil
	}); len(inputs) > 0 {
		return inputsOf(of, inputs)
	}
	if showsWhole(of.currentLayer().Example) {
		return wholeBoxes(of), "the whole question are shown"
	}
	b = boxedOf(of, &judged)
	for i := range b.images {
		b.describeImage(i, ": this module and its inputs have no boxes")
	}
	return b, ""
}

// inputsWith returns the nearest modules below the subject's that have something, at most
// mostInputs, in the order of the program; below one of them it looks no further.
func inputsWith(subject *Subject, has func(m *loaders.Module) bool) (found []int) {
	program, node := subject.currentLayer().Example.Program, subject.currentLayer().Node
	below := map[int]bool{node: true}
	for at := node; at < len(program) && len(found) < mostInputs; at++ {
		switch {
		case !below[at]:
		case at > node && has(&program[at]):
			found = append(found, at)
		default:
			for _, c := range program[at].Children {
				below[c] = below[c] || c > at // a child that comes earlier is nobody's input
			}
		}
	}
	return found
}

// inputsOf returns the boxes of some modules together, borrowed, each marked with its input, in
// the mode of the first; each image's words say how many each has. from names the modules.
func inputsOf(of *Subject, inputs []int) (b *boxed, from string) {
	var names []string
	for k, node := range inputs {
		input := *of.currentLayer()
		input.Node = node
		boxes, name := boxesOf(of, &input, nil, aboveBar, ""), input.moduleOf().Label()
		if names = append(names, name); b == nil {
			b = boxedOf(of, boxes.mode)
			b.borrowed = true
		}
		for i := range b.images {
			im, own := &b.images[i], &boxes.images[i]
			im.words = cmp.Or(im.words, imageName(i)) + separator + name + strings.TrimPrefix(own.words, imageName(i))
			im.marks += own.marks
		}
		for _, mark := range boxes.marks {
			mark.input, mark.where = k, widget.If(len(inputs) > 1, name+" ")
			b.marks = append(b.marks, mark)
		}
	}
	return b, strings.Join(names, " and ") + " are drawn thin"
}
