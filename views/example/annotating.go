package example

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring/marks"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// annotationMode marks what modules should have returned. It hides their outputs and the files'
// gold, so that nobody copies them.
type annotationMode struct {
	*mode
	others bool // others' annotations are shown
	sheet  annotationSheet
	draft  *evidence.Draft
}

func (a *annotationMode) whyNot() string {
	return cmp.Or(a.whyUnread(), widget.If(a.panes.broken || a.asked != "", "the run has nothing here to annotate"),
		widget.If(a.s.Book(a.run) == nil, "there is no file to keep annotations in"))
}

func (a *annotationMode) whyUnsaid() string {
	return cmp.Or(a.whyNot(), widget.If(a.form != drafted, "`w a` annotates"),
		widget.If(a.ex != nil && marks.KindOf(a.ex, a.selectedNode()) == loaders.NoKind,
			"the module returns neither boxes nor tokens nor a count"))
}

// reviseAnnotation lets change rewrite the annotation of the selected module, as one step for undo.
// Boxes and counts have an entry for each image, so that change can index them.
func (a *annotationMode) reviseAnnotation(step string, change func(now *marks.Annotation)) tea.Cmd {
	id, node := a.ex.ID, a.selectedNode()
	kind, images := a.sheet.kind(), len(a.sheet.of.Images)
	at := func() ([]string, int) { return []string{id}, node }
	m := views.Marking{Data: &a.s.Data, Run: func() int { return a.run }, At: at}
	return m.Annotate(step, func(now marks.Annotation) marks.Annotation {
		switch {
		case kind == loaders.BoxKind:
			for len(now.Boxes) < images {
				now.Boxes = append(now.Boxes, []loaders.Box{})
			}
		case kind == loaders.TokenKind && now.Spans == nil:
			now.Spans = []loaders.Span{}
		case kind == loaders.NumberKind:
			now.Counts = append(now.Counts, make([]int, max(0, images-len(now.Counts)))...)
		}
		change(&now)
		return now
	})
}

// showSheet makes the sheet of the selected module the only layer of subject and returns the blind
// example whose program is beside it, so that the annotator sees no output.
func (a *annotationMode) showSheet(subject *evidence.Subject) *loaders.Example {
	book, ex, node := a.s.Book(a.run), a.ex, a.selectedNode()
	others := map[string]*marks.Book{}
	if a.others {
		others = a.elsewhere.books
	}
	said := book.Module(ex.ID, node).Gold
	for _, name := range loaders.SortedKeys(others) {
		said += "\n" + name + others[name].Module(ex.ID, node).Gold
	}
	if a.sheet.of != ex || a.sheet.node != node {
		a.sheet = annotationSheet{of: ex, node: node, said: "\x00", shown: &loaders.Example{}}
	}
	if a.sheet.said != said {
		a.sheet.said, a.draft = said, &evidence.Draft{Box: a.addDrawn, Span: a.markDragged}
		*a.sheet.shown = *a.sheet.layOut(book.Annotation(ex.ID, node), others)
	}
	blind := blindOf(ex, book)
	a.panes.program.Scores = nil
	a.panes.program.Put(blind.Program)
	title := "what matters"
	if node >= 0 {
		title = ex.Program[node].Label()
	}
	subject.Layers = []evidence.Layer{{Name: title, Example: a.sheet.shown, Node: min(0, len(a.sheet.shown.Program)-1)}}
	subject.Others, subject.Draft = nil, a.draft
	return blind
}

func (a *annotationMode) addDrawn(image int, b loaders.Box) tea.Cmd {
	return a.reviseAnnotation("a box is drawn", func(now *marks.Annotation) {
		now.Boxes[image] = append(now.Boxes[image], b)
	})
}

func (a *annotationMode) markDragged(s loaders.Span) tea.Cmd {
	a.panes.focus = evidencePane
	a.panes.evidence.Pick(s.Start)
	p := a.sheet.marked
	return a.markTokens(s, slices.Contains(p[s.Start:min(s.End, len(p))], 0))
}

// asGold marks tokens instead of unmarking them.
const asGold = true

func (a *annotationMode) markTokens(s loaders.Span, in bool) tea.Cmd {
	return a.reviseAnnotation(loaders.Count(s.End-s.Start, "token")+loaders.IfElse(in, " marked", " no longer marked"),
		func(now *marks.Annotation) {
			marked := loaders.Within(now.Spans, len(a.sheet.shown.Passage.Tokens))
			for i := max(0, s.Start); i < min(s.End, len(marked)); i++ {
				marked[i] = loaders.IfElse(in, 1., 0)
			}
			now.Spans = spansOf(marked)
		})
}

// spansOf returns the spans of the tokens that aren't 0, in order, touching ones joined; empty, not
// nil, without a token.
func spansOf(marked []float64) []loaders.Span {
	list := []loaders.Span{}
	for i, m := range marked {
		switch last := len(list) - 1; {
		case m == 0:
		case last >= 0 && list[last].End == i:
			list[last].End++
		default:
			list = append(list, loaders.Span{Start: i, End: i + 1})
		}
	}
	return list
}

// putUnderCursor adds what the cursor is on (d 1), or else a box in the middle, or removes it (-1)
// if it is the annotator's own.
func (a *annotationMode) putUnderCursor(d int) func() tea.Cmd {
	return func() tea.Cmd {
		in := d > 0
		image, at, own := a.panes.evidence.Target()
		switch kind := a.sheet.kind(); {
		case kind == loaders.NumberKind:
			return a.reviseAnnotation("counted", func(now *marks.Annotation) {
				now.Counts[0] = max(0, now.Counts[0]+d)
			})
		case kind == loaders.TokenKind && at >= 0:
			return a.markTokens(loaders.Span{Start: at, End: at + 1}, in)
		case in && at >= 0 && own < 0:
			return a.addDrawn(image, a.sheet.shown.Images[image].Proposals[at])
		case in:
			return a.addDrawn(image, a.sheet.middleBox(image))
		case own >= 0:
			return a.reviseAnnotation("a box is taken out", func(now *marks.Annotation) {
				if own < len(now.Boxes[image]) {
					now.Boxes[image] = slices.Delete(now.Boxes[image], own, own+1)
				}
			})
		}
		return a.refuseWith("this is not in: select a box of your own")
	}
}

// applyTyped reads the numbers of an edit: a box in percent (left, top, right, bottom), the first
// and last token, or a count per image.
func (a *annotationMode) applyTyped(text string) tea.Cmd {
	numbers, err := numbersIn(text)
	kind := a.sheet.kind()
	isBox := len(numbers) == 4 && numbers[0] < numbers[2] && numbers[1] < numbers[3]
	switch n := len(numbers); {
	case err != nil:
	case kind == loaders.BoxKind && isBox:
		return a.putBox("a box is drawn", numbers)
	case kind == loaders.TokenKind && n == 2 && numbers[0] <= numbers[1]:
		last := min(int(numbers[1]), len(a.sheet.shown.Passage.Tokens)-1)
		return a.markTokens(loaders.Span{Start: min(int(numbers[0]), last), End: last + 1}, asGold)
	case kind == loaders.NumberKind && n == len(a.sheet.of.Images):
		return a.reviseAnnotation("counted", func(now *marks.Annotation) {
			now.Counts = loaders.Map(numbers, func(x float64) int { return int(x) })
		})
	default:
		err = errors.New(map[loaders.Kind]string{loaders.BoxKind: "a box is left, top, right and bottom in percent: 10 20 40 60",
			loaders.TokenKind: "tokens are the first and the last: 12 15", loaders.NumberKind: "a count is a number per image: 2 0"}[kind])
	}
	return a.refuseWith(err.Error())
}

// putBox replaces the annotator's selected box with one in percent of the image, or adds it if none
// is selected.
func (a *annotationMode) putBox(step string, percent []float64) tea.Cmd {
	image, _, own := a.panes.evidence.Target()
	w, h := a.sheet.scaleOf(image)
	box := loaders.Box{X0: percent[0] / 100 * w, Y0: percent[1] / 100 * h, X1: percent[2] / 100 * w, Y1: percent[3] / 100 * h}
	return a.reviseAnnotation(step, func(now *marks.Annotation) {
		if list := &now.Boxes[image]; own >= 0 && own < len(*list) {
			(*list)[own] = box
		} else {
			*list = append(*list, box)
		}
	})
}

// selectedBox returns left, top, right and bottom, in percent of the image, of the selected box
// (own if the annotator's), or of one in the middle.
func (a *annotationMode) selectedBox() (percent []float64, own bool) {
	image, at, gold := a.panes.evidence.Target()
	b, shown := a.sheet.middleBox(image), &a.sheet.shown.Images[image]
	if own = gold >= 0 && gold < len(shown.Gold); own {
		b = shown.Gold[gold]
	} else if at >= 0 {
		b = shown.Proposals[at]
	}
	w, h := a.sheet.scaleOf(image)
	return []float64{b.X0 / w * 100, b.Y0 / h * 100, b.X1 / w * 100, b.Y1 / h * 100}, own
}

func numbersIn(text string) (numbers []float64, err error) {
	for _, word := range strings.Fields(text) {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || !(x >= 0 && x <= 1e9) {
			return nil, fmt.Errorf("%s is not a number from 0 up", loaders.Clean(word))
		}
		numbers = append(numbers, x)
	}
	return numbers, nil
}

func (a *annotationMode) offeredEdits() []string {
	switch a.sheet.kind() {
	case loaders.TokenKind:
		_, at, _ := a.panes.evidence.Target()
		return []string{fmt.Sprintf("%d %d", at, at)}
	case loaders.NumberKind:
		return []string{strings.TrimSpace(strings.Repeat("1 ", len(a.sheet.of.Images)))}
	}
	b, _ := a.selectedBox()
	return []string{fmt.Sprintf("%.4g %.4g %.4g %.4g", b[0], b[1], b[2], b[3])}
}
