package faithfulnmn

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// annotateModules prefers the record's gold_box, which needs no joining, unless the user named a file.
// Another length than the actions' is a problem.
func (r *recordReader) annotateModules(d *exampleDraft) {
	if len(d.nodes) == 0 {
		return
	}
	if len(d.Gold) > 0 && len(d.Actions) > 0 && len(d.Gold) != len(d.Actions) {
		d.rec.Problem("gold_box has %d entries for %d actions; gold is matched by index as far as possible", len(d.Gold), len(d.Actions))
	}
	if !r.explicit && slices.ContainsFunc(d.Gold, func(images [][]record.LenientNumbers) bool { return len(images) > 0 }) {
		d.goldInFile()
		return
	}
	r.goldFromFiles(d)
}

// goldInFile assigns gold_box by places in the derivation, because it has an entry per action. Entries
// for another number of images, or of no module, are problems.
func (d *exampleDraft) goldInFile() {
	placed := make([]bool, len(d.Gold))
	for i, n := range d.nodes {
		if n.place >= len(d.Gold) {
			continue
		}
		placed[n.place] = true
		images := d.Gold[n.place]
		what := "gold of " + d.describeModule(i)
		switch {
		case len(images) == 0:
		case len(images) != len(d.ex.Images):
			d.rec.Problem("%s: wrong number of images: %d, expected %d; the module has no gold", what, len(images), len(d.ex.Images))
		default:
			boxes := loaders.Fill(len(images), func(k int) []loaders.Box { return d.readBoxes(what, &d.ex.Images[k], images[k]) })
			d.ex.Program[i].Gold = &loaders.Gold{Source: inTheFile, Boxes: boxes}
		}
	}
	for place, images := range d.Gold {
		if !placed[place] && len(images) > 0 {
			d.rec.Problem("gold_box %d belongs to no module; not used", place)
		}
	}
}

// goldFromFiles leaves out gold if the model ran another program than the annotated one, whose lines
// would belong to other modules.
func (r *recordReader) goldFromFiles(d *exampleDraft) {
	files := r.gold()
	if len(files.byImage[d.ImageID]) == 0 {
		return
	}
	found, why := files.findAnnotation(d.ImageID, d.Utterance, d.nodes)
	if program := r.annotatedProgram(d); found != nil && program != nil && !sameProgram(program, d.nodes) {
		found, why = nil, loaders.Errorf("the model ran a different program from the one annotated in %s", found.identifier)
	}
	if why != nil {
		d.rec.Problem("%s; kept without gold", why)
	}
	if found != nil {
		d.joinGold(found, &r.run.Problems)
	}
}

func (d *exampleDraft) joinGold(found *sentenceAnnotation, problems *loaders.Problems) {
	derived := deriveGold(d.nodes, found.rows)
	for _, w := range derived.wrong {
		problems.Add(loaders.Problem{File: found.path, Line: w.line, Example: d.ex.ID}.Worded("%s: %s; one annotation is not used",
			found.identifier, w.what))
	}
	for i, g := range derived.gold {
		if g != nil {
			d.ex.Program[i].Gold = d.goldOf(i, g, found)
		}
	}
	d.ex.Describe("identifier", found.identifier)
}

func (d *exampleDraft) goldOf(i int, g *moduleGold, found *sentenceAnnotation) *loaders.Gold {
	if g.count != nil {
		return &loaders.Gold{Source: found.path, Value: g.count}
	}
	if len(d.ex.Images) != len(g.boxes) {
		d.rec.Problem("gold of %s: covers 2 images instead of %d; not used", d.describeModule(i), len(d.ex.Images))
		return nil
	}
	what := fmt.Sprintf("gold of %s (%s)", d.describeModule(i), found.identifier)
	return &loaders.Gold{Source: found.path, Boxes: loaders.Fill(len(g.boxes), func(k int) []loaders.Box {
		return d.rec.Boxes(what, &d.ex.Images[k], boxesOf(g.boxes[k]))
	})}
}

func (r *recordReader) annotatedProgram(d *exampleDraft) []node {
	if d.Annotated != "" {
		if nodes, err := parseLisp(d.Annotated); err == nil {
			return nodes
		}
	}
	return r.programOf(d).nodes
}

func (r *recordReader) programOf(d *exampleDraft) annotatedSentence {
	return r.programs()[strings.ToLower(d.Utterance)]
}
