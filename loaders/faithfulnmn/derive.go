package faithfulnmn

import (
	"cmp"
	"fmt"
	"slices"

	"faithscope/loaders"
)

type moduleGold struct {
	boxes [2][]rowBox
	count *float64 // of count: over both images
}

func boxesOf(boxRows []rowBox) []loaders.Box {
	return loaders.Map(boxRows, func(b rowBox) loaders.Box {
		box, _ := b.sumBox() // rows with bad boxes are not here
		return box
	})
}

type goldDerivation struct {
	nodes []node
	raw   []*moduleGold // by node, as annotated; nil: unknown
	gold  []*moduleGold // by node, as derived; nil: unknown
	wrong []rejectedRow
}

type rejectedRow struct {
	line int // of the annotations; 0: unknown
	what string
}

// deriveGold treats the rows of one identifier like the authors' reader:
//
//   - in_left_image and in_right_image take the annotation of their argument
//     and blank the other image; in_one_image and in_other_image take both.
//   - filter and with_relation keep the boxes that are also, written alike,
//     gold of their first argument. Without boxes of their own they have empty
//     gold, also if nobody annotated the argument.
//   - project has gold only in images in which its argument has some.
//
// A module without rows, or that depends on one, has none. The authors assign annotations to
// actions by the order of names; this equals the order of lines only if every module has its rows.
func deriveGold(programNodes []node, annotatedRows []annotatedRow) *goldDerivation {
	d := &goldDerivation{nodes: programNodes, raw: make([]*moduleGold, len(programNodes)), gold: make([]*moduleGold, len(programNodes))}
	d.annotateNodes(annotatedRows)
	// Arguments come after the module that takes them.
	for i := range slices.Backward(programNodes) {
		d.annotateImage(i)
		if d.raw[i] != nil {
			d.gold[i] = d.intersectBoxes(i)
		}
	}
	return d
}

func (d *goldDerivation) addProblem(lineNumber int, format string, args ...any) {
	d.wrong = append(d.wrong, rejectedRow{lineNumber, fmt.Sprintf(format, args...)})
}

// annotateNodes requires a good row for each of the two images, because gold on one image says nothing
// about the other; later duplicates win.
func (d *goldDerivation) annotateNodes(annotatedRows []annotatedRow) {
	last := make([][2]*annotatedRow, len(d.nodes)) // by line and image
	for i := range annotatedRows {
		row := &annotatedRows[i]
		switch {
		case row.Line >= len(d.nodes):
			d.addProblem(row.FileLine, "the row is for line %d, but the program has %d lines", row.Line, len(d.nodes))
			continue
		case row.Module != d.nodes[row.Line].name:
			d.addProblem(row.FileLine, "the row is for %.40q on line %d, but that line is %q", row.Module, row.Line, d.nodes[row.Line].name)
			continue
		case last[row.Line][row.Image] != nil:
			d.addProblem(row.FileLine, "line %d, image %d is annotated twice (the later row is used)", row.Line, row.Image)
		}
		last[row.Line][row.Image] = row
	}
	for i, images := range last {
		left, right := images[0], images[1]
		switch {
		case left == nil && right == nil:
		case left == nil || right == nil:
			have := cmp.Or(left, right)
			d.addProblem(have.FileLine, "line %d has a row for only one image", i)
		case left.Bad == nil && right.Bad == nil:
			d.raw[i] = &moduleGold{boxes: [2][]rowBox{left.Boxes, right.Boxes}}
			if left.Module == "count" {
				d.raw[i].count = new(float64(left.Count) + float64(right.Count))
			}
		}
	}
}

// annotateImage copies the argument's annotation, because annotators were not asked about modules
// that choose an image.
func (d *goldDerivation) annotateImage(i int) {
	if len(d.nodes[i].children) == 0 {
		return
	}
	argument := d.raw[d.nodes[i].children[0]]
	if argument == nil {
		return
	}
	boxes := argument.boxes
	switch d.nodes[i].name {
	case "in_left_image":
		boxes[1] = nil
	case "in_right_image":
		boxes[0] = nil
	case "in_one_image", "in_other_image":
	default:
		return
	}
	d.raw[i] = &moduleGold{boxes: boxes}
}

func (d *goldDerivation) intersectBoxes(i int) *moduleGold {
	n, raw := &d.nodes[i], d.raw[i]
	if n.children == nil || n.name != "filter" && n.name != "with_relation" && n.name != "project" { // nil in a list
		return raw
	}
	argument, g := d.gold[n.children[0]], &moduleGold{}
	switch {
	case argument != nil:
	case n.name != "project" && len(raw.boxes[0])+len(raw.boxes[1]) == 0:
		return g
	default:
		d.addProblem(0, "line %d (%s) has gold, but its argument %s has none", i, n.name, d.nodes[n.children[0]].name)
		return nil
	}
	for image, boxes := range raw.boxes {
		g.boxes[image] = loaders.Filter(boxes, func(b rowBox) bool {
			if n.name == "project" {
				return len(argument.boxes[image]) > 0
			}
			return slices.Contains(argument.boxes[image], b)
		})
	}
	return g
}
