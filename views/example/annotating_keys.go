package example

import (
	"cmp"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views/widget"
)

// gold starts from the gold of the files.
func (a *annotating) gold() tea.Cmd {
	if a.sheet.node >= 0 {
		if from, ok := marks.AnnotationOf(a.sheet.of.Program[a.sheet.node].Gold, a.sheet.of.Images); ok {
			return a.revise("as the file's gold", func(now *marks.Annotation) { *now = from })
		}
	}
	return a.record.refuseWith("the files have no gold for it to start from")
}

// actions are the keys that annotate, in the place of those that change modules.
func (a *annotating) actions() []widget.Action {
	act := func(name, help string, run func() tea.Cmd) widget.Action {
		return widget.Action{Name: name, Help: help, Effect: widget.Says, Disabled: a.whyUnsaid, Run: run}
	}
	add := act("add", "annotating: put the box or token under the cursor in, count one more; on a box of yours, another in the middle",
		a.put(1))
	remove := act("remove", "annotating: take the box or token under the cursor out, count one less", a.put(-1))
	edit := act("edit", "annotating: a box in percent, `:edit 10 20 40 60`; tokens, `:edit 12 15`; a count per image, `:edit 2 0`", nil)
	edit.Values, edit.With = a.offered, a.typed
	add.Footer, remove.Footer, edit.Footer = true, true, true
	return []widget.Action{
		add, remove, edit, act("set-gold", "annotating: start from the file's gold", a.gold),
		act("set-none", "annotating: there is nothing to find", func() tea.Cmd {
			return a.revise("nothing to find", func(now *marks.Annotation) {
				for k := range now.Boxes {
					now.Boxes[k] = [][4]float64{}
				}
				clear(now.Counts)
				now.Spans = now.Spans[:0]
			})
		}),
		act("original", "annotating: say nothing of the module any more", func() tea.Cmd {
			return a.revise("no longer annotated", func(now *marks.Annotation) { *now = marks.Annotation{} })
		}),
	}
}

// over puts the keys that annotate in the place of others while the mode is on.
func (a *annotating) over(others []widget.Action) []widget.Action {
	all := []widget.Action{
		{Name: "annotate", Disabled: a.whyNot, Run: widget.Do(func() {
			if a.form == drafted {
				a.form = recorded
			} else {
				a.form = drafted
			}
		})},
		{Name: "others", Run: widget.Do(func() { a.others = !a.others }), Disabled: func() string {
			return cmp.Or(widget.If(a.form != drafted, "`w a` annotates"),
				widget.If(a.s.Host.Annotators == nil, "annotators do not see each other here"))
		}},
	}
	if a.form == drafted {
		all = append(all, a.actions()...)
	}
	return inPlaceOf(others, all)
}

// dials are the edges of the selected box as settings.
func (a *annotating) dials() (all []widget.Action) {
	if a.form != drafted || a.sheet.shown == nil {
		return nil
	}
	image, _, at := a.panes.evidence.Target()
	if at < 0 || image >= len(a.sheet.shown.Images) || at >= len(a.sheet.shown.Images[image].Gold) {
		return nil
	}
	b, edges := a.sheet.shown.Images[image].Gold[at], []string{"left", "top", "right", "bottom"}
	w, h := a.sheet.scale(image)
	for k, x := range []float64{b.X0 / w, b.Y0 / h, b.X1 / w, b.Y1 / h} {
		all = append(all, widget.Action{Name: "box-" + edges[k], Effect: widget.Says,
			Help:  "move the " + edges[k] + " edge of the selected box by a hundredth of the image",
			Shown: func() string { return edges[k] + " " + widget.Percent(x) },
			Turn: func(by int) tea.Cmd {
				return a.revise("the "+edges[k]+" edge is moved", func(now *marks.Annotation) {
					if list := now.Boxes[image]; at < len(list) {
						unit := []float64{w, h, w, h}[k]
						list[at][k] = min(max(0, list[at][k]+float64(by)*unit/100), unit)
						if other := (k + 2) % 4; list[at][min(k, other)] > list[at][max(k, other)] {
							list[at][k] = list[at][other]
						}
					}
				})
			}})
	}
	return all
}

// drawHead says who annotates, and how far they are.
func (a *annotating) drawHead(pen *widget.Pen) {
	book, of, done := a.s.Book(a.record.run), 0, 0
	for i := range a.sheet.of.Program {
		if marks.MaterialOf(a.sheet.of, i) != marks.NoMaterial {
			if of++; book.Module(a.sheet.of.ID, i).Gold != "" {
				done++
			}
		}
	}
	pen.Put(widget.Bold(a.s.Theme.Accent), "annotating")
	if of > 0 {
		pen.Put(a.s.Theme.Faint, fmt.Sprintf(" · %d of %s said", done, loaders.Count(of, "module")))
	}
	pen.Put(a.s.Theme.Warn, widget.If(a.others, " · beside what others said"))
	pen.Put(a.s.Theme.Faint, " · kept as marks are · esc ends")
}
