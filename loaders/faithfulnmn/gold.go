package faithfulnmn

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// annotateModules prefers the record's gold_box unless the user named a file. Another length than
// the actions' is a problem.
func (r *reader) annotateModules(d *draft) {
	if len(d.nodes) == 0 {
		return
	}
	if len(d.Gold) > 0 && len(d.Actions) > 0 && len(d.Gold) != len(d.Actions) {
		d.rec.Problem("gold_box has %d entries for %d actions; gold is joined by index as far as it goes", len(d.Gold), len(d.Actions))
	}
	if !r.explicit && slices.ContainsFunc(d.Gold, func(images [][]record.Reals) bool { return len(images) > 0 }) {
		d.goldInFile()
		return
	}
	r.goldFromFiles(d)
}

// goldInFile assigns gold_box by the modules' places. Entries for another number of images, or of
// no module, are problems.
func (d *draft) goldInFile() {
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
			d.rec.Problem("%s: for %d images where there are %d; the module is left without gold", what, len(images), len(d.ex.Images))
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

// goldFromFiles joins the annotation that fits the record. If none fits, or the model ran another
// program than the annotated one, that is a problem.
func (r *reader) goldFromFiles(d *draft) {
	files := r.gold()
	if len(files.byImage[d.ImageID]) == 0 {
		return
	}
	found, why := files.findAnnotation(d.ImageID, d.Utterance, d.nodes)
	if program := r.annotatedProgram(d); found != nil && program != nil && !sameProgram(program, d.nodes) {
		found, why = nil, loaders.Errorf("the model ran another program than the annotated one of %s", found.identifier)
	}
	if why != nil {
		d.rec.Problem("%s; left without gold", why)
	}
	if found == nil {
		return
	}
	derived := deriveGold(d.nodes, found.file.Rows[found.identifier])
	for _, w := range derived.wrong {
		r.run.Problems.Add(loaders.Problem{File: found.file.Path, Line: w.line, Example: d.ex.ID}.Worded("%s: %s; no gold is made up for it",
			found.identifier, w.what))
	}
	for i, g := range derived.gold {
		if g != nil {
			d.ex.Program[i].Gold = d.goldOf(i, g, found)
		}
	}
	d.ex.Meta = map[string]string{"identifier": found.identifier}
}

// goldOf returns a count, or boxes per image; other than two images are a problem.
func (d *draft) goldOf(i int, g *moduleGold, from *candidate) *loaders.Gold {
	if g.count != nil {
		return &loaders.Gold{Source: from.file.Path, Value: g.count}
	}
	if len(d.ex.Images) != len(g.boxes) {
		d.rec.Problem("gold of %s: for 2 images where there are %d; the module is left without gold", d.describeModule(i), len(d.ex.Images))
		return nil
	}
	what := fmt.Sprintf("gold of %s (%s)", d.describeModule(i), from.identifier)
	return &loaders.Gold{Source: from.file.Path, Boxes: loaders.Fill(len(g.boxes), func(k int) []loaders.Box {
		return d.rec.Boxes(what, &d.ex.Images[k], boxesOf(g.boxes[k]))
	})}
}

// annotatedProgram prefers parse_gold to the program file; nil if neither can be read.
func (r *reader) annotatedProgram(d *draft) []node {
	if d.Annotated != "" {
		if nodes, err := parseLisp(d.Annotated); err == nil {
			return nodes
		}
	}
	if p, ok := r.programs()[strings.ToLower(d.Utterance)]; ok {
		if nodes, err := parseDotted(p.text); err == nil {
			return nodes
		}
	}
	return nil
}
