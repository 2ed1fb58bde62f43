package example

import (
	"cmp"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views/widget"
)

func (a *annotationMode) startFromGold() tea.Cmd {
	if a.sheet.node >= 0 {
		if from, ok := marks.AnnotationOf(a.sheet.of.Program[a.sheet.node].Gold, a.sheet.of.Images); ok {
			return a.reviseAnnotation("annotation set to the file's gold", func(now *marks.Annotation) { *now = from })
		}
	}
	return a.refuseWith("the file has no gold to start from")
}

func (a *annotationMode) annotatingActions() []widget.Action {
	act := startActions(widget.Action{Effect: widget.Says, Disabled: a.whyUnsaid})
	original := act("original", "annotate: remove your annotation of the module", func() tea.Cmd {
		return a.reviseAnnotation("annotation removed", func(now *marks.Annotation) { *now = marks.Annotation{} })
	})
	if a.stepProgress().Steps > 0 {
		return append(a.stepActions(act("edit", "annotate: type a reason; an unjudged step becomes wrong", nil)), original)
	}
	add := act("add", "annotate: add the selected token or box, or a new box; raise a count by 1",
		a.putUnderCursor(1))
	remove := act("remove", "annotate: remove the selected token or box; lower a count by 1", a.putUnderCursor(-1))
	edit := act("edit", "annotate: `:edit 10 20 40 60` sets a box in percent, `:edit 12 15` tokens, `:edit 2 0` a count per image", nil)
	edit.Values, edit.With, edit.AnyText = a.offeredEdits, a.applyTyped, true
	add.Footer, remove.Footer, edit.Footer = true, true, true
	return []widget.Action{
		add, remove, edit, act("set-gold", "annotate: start from the file's gold", a.startFromGold),
		act("set-none", "annotate: mark this module as having nothing to find", func() tea.Cmd {
			return a.reviseAnnotation("annotated: nothing to find", func(now *marks.Annotation) {
				for k := range now.Boxes {
					now.Boxes[k] = []loaders.Box{}
				}
				clear(now.Counts)
				now.Spans = now.Spans[:0]
			})
		}),
		original,
	}
}

func (a *annotationMode) replaceActions(otherActions []widget.Action) []widget.Action {
	all := []widget.Action{
		{Name: "annotate", Disabled: a.whyNot, Run: widget.Do(func() {
			a.form = loaders.IfElse(a.form == drafted, recorded, drafted)
			a.toNextStep()
		})},
		{Name: "others", Run: func() tea.Cmd {
			a.others = !a.others
			return a.readBooks(nil)
		}, Disabled: func() string {
			return cmp.Or(widget.If(a.form != drafted, "press `w a` to annotate"),
				widget.If(a.isBlindToSteps(), "steps are judged blind; first mark every step up to the first wrong one"),
				widget.If(a.s.Host.Annotators == nil, "other people's annotations aren't available here"))
		}},
	}
	all = append(all, a.judgeAction("neutral", "neither right nor wrong", loaders.Neutral))
	if a.form == drafted {
		all = append(all, a.annotatingActions()...)
	}
	return inPlaceOf(otherActions, all)
}

// edgeDials returns a setting for each edge of the annotator's selected box, in hundredths of the
// image. An edge stops at the opposite one, or else the box would turn inside out.
func (a *annotationMode) edgeDials() (all []widget.Action) {
	if a.form != drafted || a.sheet.shown == nil || len(a.sheet.shown.Images) == 0 {
		return nil
	}
	box, own := a.selectedBox()
	if !own {
		return nil
	}
	for k, edge := range []string{"left", "top", "right", "bottom"} {
		all = append(all, widget.Action{Name: "box-" + edge, Effect: widget.Says,
			Help:  "move the " + edge + " edge of the selected box by a hundredth of the image",
			Shown: func() string { return edge + " " + widget.Percent(box[k]/100) },
			Turn: func(by int) tea.Cmd {
				moved, other := slices.Clone(box), box[(k+2)%4]
				if moved[k] = min(max(0, box[k]+float64(by)), 100); (moved[k] > other) == (k < 2) { // not past the other edge
					moved[k] = other
				}
				return a.putBox("the "+edge+" edge moved", moved)
			}})
	}
	return all
}

func (a *annotationMode) drawHead(pen *widget.Pen) {
	book, of, done := a.ownBook(), 0, 0
	pen.Put(widget.Bold(a.s.Theme.Accent), "annotating")
	if p := a.stepProgress(); p.Steps > 0 {
		a.drawProgress(pen, p)
		return
	}
	for i := range a.sheet.of.Program {
		if marks.KindOf(a.sheet.of, i) != loaders.NoKind {
			if of++; book.Module(a.sheet.of.ID, i).Gold != "" {
				done++
			}
		}
	}
	if of > 0 {
		pen.Put(a.s.Theme.Faint, fmt.Sprintf(" · %d of %s annotated", done, loaders.Count(of, "module")))
	}
	pen.Put(a.s.Theme.Warn, widget.If(a.others, " · others' annotations shown"))
	pen.Put(a.s.Theme.Faint, " · saved in "+book.FileName()+" · esc ends")
}
