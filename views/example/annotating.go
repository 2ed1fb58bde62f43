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
	*versionMode
	others bool // others' annotations are shown
	sheet  annotationSheet
	draft  *evidence.AnnotationDraft
	// of steps; examples are besides this one
	examples, marked int
}

func (a *annotationMode) whyNot() string {
	return cmp.Or(a.whyUnread(), widget.If(a.panes.broken || a.asked != "", "this example can't be annotated"),
		widget.If(a.ownBook() == nil, "there is no file to save annotations in"))
}

func (a *annotationMode) whyUnsaid() string {
	return cmp.Or(a.whyNot(), widget.If(a.form != drafted, "press `w a` to annotate"),
		widget.If(a.ex != nil && marks.KindOf(a.ex, a.selectedNode()) == loaders.NoKind,
			"the module isn't a step and returns no boxes, tokens or count"))
}

// reviseAnnotation lets changeAnnotation rewrite the annotation of the selected module, as one step for
// undo. Boxes and counts have an entry for each image, so that changeAnnotation can index them.
func (a *annotationMode) reviseAnnotation(stepName string, changeAnnotation func(now *marks.Annotation)) tea.Cmd {
	id, node := a.ex.ID, a.selectedNode()
	kind, images := a.sheet.kind(), len(a.sheet.of.Images)
	at := func() ([]string, int) { return []string{id}, node }
	m := views.MarkKeys{Data: &a.s.Data, Run: func() int { return a.run }, At: at}
	return m.Annotate(stepName, func(now marks.Annotation) marks.Annotation {
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
		changeAnnotation(&now)
		return now
	})
}

// showSheet makes the sheet of the selected module the only layer of shownVersions and returns the
// blind example whose program is beside it, so that the annotator sees no output.
func (a *annotationMode) showSheet(shownVersions *evidence.ShownVersions) *loaders.Example {
	book, ex, node := a.ownBook(), a.ex, a.selectedNode()
	others := map[string]*marks.MarksBook{}
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
		a.sheet.said, a.draft = said, &evidence.AnnotationDraft{Box: a.addDrawn, Span: a.markDragged}
		*a.sheet.shown = *a.sheet.layOut(book.Annotation(ex.ID, node), others)
	}
	blind := blindOf(ex, book)
	a.panes.program.Scores = nil
	a.panes.program.Put(blind.Program)
	title := "relevant parts"
	if node >= 0 {
		title = ex.Program[node].Label()
	}
	shownVersions.ExampleVersion = evidence.ExampleVersion{Name: title, Example: a.sheet.shown, Node: min(0, len(a.sheet.shown.Program)-1)}
	shownVersions.Held, shownVersions.Others, shownVersions.Draft = evidence.ExampleVersion{}, nil, a.draft
	return blind
}

func (a *annotationMode) addDrawn(imageIndex int, b loaders.Box) tea.Cmd {
	return a.reviseAnnotation("box drawn", func(now *marks.Annotation) {
		now.Boxes[imageIndex] = append(now.Boxes[imageIndex], b)
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

func (a *annotationMode) markTokens(s loaders.Span, isMarked bool) tea.Cmd {
	return a.reviseAnnotation(loaders.Count(s.End-s.Start, "token")+loaders.IfElse(isMarked, " marked", " unmarked"),
		func(now *marks.Annotation) {
			marked := loaders.Within(now.Spans, len(a.sheet.shown.Passage.Tokens))
			for i := max(0, s.Start); i < min(s.End, len(marked)); i++ {
				marked[i] = loaders.IfElse(isMarked, 1., 0)
			}
			now.Spans = spansOf(marked)
		})
}

// spansOf returns the spans of the tokens that aren't 0, in order, touching ones joined; empty, not
// nil, without a token.
func spansOf(tokenMarks []float64) []loaders.Span {
	list := []loaders.Span{}
	for i, m := range tokenMarks {
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

// whyUnselected tells why the cursor is on nothing to mark; "" for a box.
func (a *annotationMode) whyUnselected(imageIndex int) string {
	switch kind := a.sheet.kind(); {
	case kind == loaders.TokenKind && len(a.sheet.marked) == 0:
		return "the run has no text of this passage: open it with --gold FILE"
	case kind == loaders.TokenKind:
		return "no word is selected: move the cursor with h and l"
	case kind != loaders.BoxKind || imageIndex >= len(a.sheet.of.Images):
		return "no boxes here: the module has no picture"
	case a.panes.focus != evidencePane && len(a.sheet.shown.Images[imageIndex].Proposals) > 0:
		return "no box is selected: tab goes to the boxes"
	}
	return ""
}

// putUnderCursor adds what the cursor is on (addOrRemove 1), or a box in the middle if it is on none, or removes it
// (-1) if it is the annotator's own.
func (a *annotationMode) putUnderCursor(addOrRemove int) func() tea.Cmd {
	return func() tea.Cmd {
		in := addOrRemove > 0
		image, at, own := a.panes.evidence.Target()
		switch kind := a.sheet.kind(); {
		case kind == loaders.NumberKind:
			return a.reviseAnnotation("counted", func(now *marks.Annotation) {
				now.Counts[0] = max(0, now.Counts[0]+addOrRemove)
			})
		case kind == loaders.TokenKind && at >= 0:
			return a.markTokens(loaders.Span{Start: at, End: at + 1}, in)
		case a.whyUnselected(image) != "":
			return a.refuseWith(a.whyUnselected(image))
		case in && at >= 0 && own < 0:
			return a.addDrawn(image, a.sheet.shown.Images[image].Proposals[at])
		case in:
			return a.addDrawn(image, a.sheet.middleBox(image))
		case own >= 0:
			return a.reviseAnnotation("box removed", func(now *marks.Annotation) {
				if own < len(now.Boxes[image]) {
					now.Boxes[image] = slices.Delete(now.Boxes[image], own, own+1)
				}
			})
		}
		return a.refuseWith("you didn't draw this box: select one of yours")
	}
}

// applyTyped reads the numbers of an edit: a box in percent (left, top, right, bottom), the first
// and last token, or a count per image.
func (a *annotationMode) applyTyped(text string) tea.Cmd {
	numbers, err := numbersIn(text)
	kind := a.sheet.kind()
	switch n := len(numbers); {
	case err != nil:
	case slices.ContainsFunc(numbers, func(x float64) bool { return kind == loaders.BoxKind && x > 100 }):
		err = errors.New("the box isn't within the picture: 0 to 100 percent")
	case kind == loaders.BoxKind && n == 4 && numbers[0] < numbers[2] && numbers[1] < numbers[3]:
		_, _, own := a.panes.evidence.Target()
		return a.putBox(loaders.IfElse(own >= 0, "box replaced", "box drawn"), numbers)
	case kind == loaders.TokenKind && n == 2 && numbers[0] <= numbers[1]:
		if last := len(a.sheet.shown.Passage.Tokens) - 1; numbers[1] > float64(last) {
			return a.refuseWith(fmt.Sprint("the last token is ", last))
		}
		return a.markTokens(loaders.Span{Start: int(numbers[0]), End: int(numbers[1]) + 1}, asGold)
	case kind == loaders.NumberKind && n == len(a.sheet.of.Images):
		return a.reviseAnnotation("counted", func(now *marks.Annotation) {
			now.Counts = loaders.Map(numbers, func(x float64) int { return int(x) })
		})
	default:
		err = errors.New(map[loaders.Kind]string{loaders.BoxKind: "type a box as left, top, right and bottom in percent: 10 20 40 60",
			loaders.TokenKind: "type the first and last token: 12 15", loaders.NumberKind: "type a count for each image: 2 0"}[kind])
	}
	return a.refuseWith(err.Error())
}

// putBox replaces the annotator's selected box with one in percent of the image, or adds it if none
// is selected.
func (a *annotationMode) putBox(stepName string, percentCorners []float64) tea.Cmd {
	image, _, own := a.panes.evidence.Target()
	w, h := a.sheet.scaleOf(image)
	box := loaders.Box{X0: percentCorners[0] / 100 * w, Y0: percentCorners[1] / 100 * h, X1: percentCorners[2] / 100 * w,
		Y1: percentCorners[3] / 100 * h}
	return a.reviseAnnotation(stepName, func(now *marks.Annotation) {
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
			return nil, fmt.Errorf("%s must be a number, 0 or greater", loaders.Clean(word))
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
	return []string{fmt.Sprintf("%.4g %.4g %.4g %.4g", b[0], b[1], min(b[2], 100), min(b[3], 100))}
}
