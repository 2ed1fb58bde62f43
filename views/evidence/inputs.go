package evidence

import (
	"slices"
	"strings"

	"faithscope/loaders"
)

// mostInputs is how many inputs' boxes are shown together at most.
const mostInputs = 4

// insteadOf is what stands for the boxes of a module that has none: those of
// its inputs, else those of the question as a whole, else the pictures alone.
// from says whose boxes they are.
func insteadOf(of *Subject) (b *boxed, from string) {
	if inputs := inputsWithBoxes(of.Example.Program, of.Node); len(inputs) > 0 {
		return inputsOf(of, inputs)
	}
	if ofWhole(of) {
		return wholeOf(of), "the whole question are shown"
	}
	b = &boxed{}
	for i := range of.Example.Images {
		im := boxedImage{Image: &of.Example.Images[i], photo: of.photo(i)}
		im.words = strings.Join(append([]string{imageName(i) + ": no boxes of this module or its inputs"}, im.photo.words(im.Image)...), separator)
		b.images = append(b.images, im)
	}
	return b, ""
}

// inputsWithBoxes returns the modules nearest below node of which the run has
// boxes, in the order of the program.
func inputsWithBoxes(program []loaders.Module, node int) []int {
	var found []int
	seen := map[int]bool{}
	for stack := []int{node}; len(stack) > 0; {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, c := range program[at].Children {
			// A child that cannot be one is nobody's input.
			if c <= at || c >= len(program) || seen[c] {
				continue
			}
			seen[c] = true
			if program[c].Output.Boxes != nil {
				found = append(found, c)
			} else {
				stack = append(stack, c)
			}
		}
	}
	slices.Sort(found)
	return found[:min(len(found), mostInputs)]
}

// inputsOf is the boxes of a module's inputs.
func inputsOf(of *Subject, inputs []int) (b *boxed, from string) {
	var names []string
	for k, node := range inputs {
		input := *of
		input.Node = node
		name, boxes := Label(input.module()), boxesOf(&input, false)
		names = append(names, name)
		if k == 0 {
			b = boxes
			b.borrowed = true
		} else {
			b.take(boxes, name)
		}
		if len(inputs) > 1 {
			for i := len(b.lines) - len(boxes.lines); i < len(b.lines); i++ {
				b.lines[i].Where = name + " " + b.lines[i].Where
			}
		}
	}
	return b, strings.Join(names, " and ") + " are drawn thin"
}

// take adds another module's boxes on the same images.
func (b *boxed) take(o *boxed, name string) {
	for i := range b.images {
		b.images[i].words += separator + name + strings.TrimPrefix(o.images[i].words, imageName(i))
		b.images[i].marks += o.images[i].marks
	}
	for _, line := range o.lines {
		line.Of += len(b.marks)
		b.lines = append(b.lines, line)
	}
	b.marks = append(b.marks, o.marks...)
}
