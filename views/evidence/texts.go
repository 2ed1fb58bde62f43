package evidence

import (
	"cmp"
	"fmt"
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// textsPart shows the texts of an example without a program with their line breaks:
// those that a line of the screen cuts.
type textsPart struct {
	scrolled
	rows [][2]string // a word before the first line of each
}

// labelled is the room of the words.
const labelled = 10

func mainTexts(ex *loaders.Example) [][2]string {
	return [][2]string{{"question", ex.Question}, {"predicted", ex.Answer.Predicted}, {"gold", ex.Answer.Gold}}
}

// WholeTexts returns the texts whose beginnings the screen shows, each with a name: question and
// answers; for each module with an output in words, an error or arguments, its input, arguments,
// output, error and gold; and the passage.
func WholeTexts(ex *loaders.Example) [][2]string {
	text := mainTexts(ex)
	for i := range ex.Program {
		m := &ex.Program[i]
		kind := m.Output.Kind()
		if kind < loaders.TextKind && m.Error == "" && m.Arguments == "" {
			continue
		}
		arguments, returned := widget.If(m.Arguments != m.Text, m.Arguments), ""
		if kind >= loaders.TextKind {
			returned = kindWords[kind].few(&m.Output, 0)
		}
		text = append(text, [][2]string{{fmt.Sprintf("%d %s", i, m.Op), m.Text},
			{"arguments", arguments}, {"returned", returned}, {"error", m.Error}, {"gold", GoldText(m.Gold)}}...)
	}
	if p := ex.Passage; p != nil {
		text = append(text, [2]string{"passage", cmp.Or(p.Text, strings.Join(p.Tokens, " "))})
	}
	return text
}

// Find implements [Part]: of an example without a program, the question and answers that have line
// breaks, and the answers wider than a third of the evidence, beside whatever else is shown.
func (t *textsPart) Find(of *Subject, how sight) (said Said) {
	ex := of.currentLayer().Example
	t.rows = nil
	if how.fresh {
		t.top = 0
	}
	var texts [][2]string
	for _, text := range mainTexts(ex) {
		plain := strings.TrimSpace(text[1])
		isLong := strings.Contains(plain, "\n") || text[0] != "question" && ansi.StringWidth(plain) > how.width/3
		if isLong && len(ex.Program) == 0 {
			texts = append(texts, text)
			said.Words = append(said.Words, text[0]+": "+loaders.Clean(plain))
		}
	}
	t.rows = widget.Paragraphs(texts, labelled, how.width)
	said.Beside, t.count = true, len(t.rows)
	return said
}

func (t *textsPart) wantedLines(h int) int { return min(t.count, h/3) }

func (t *textsPart) Lay(room Room) (rest image.Rectangle) {
	if t.area = (image.Rectangle{}); room.WordsOnly || t.count == 0 {
		return room.Area
	}
	own := room.Lines - t.wantedLines(room.Panel)
	if own > 0 {
		own = min(own+wordsHead, room.Area.Dy()/2)
	}
	return t.layLines(room.Area, min(t.count, room.Area.Dy()-own))
}

func (t *textsPart) Draw(f *widget.Frame, look widget.Look) {
	t.drawLines(f, func(i int, line image.Rectangle) {
		f.Text(line.Min.X, line.Min.Y, min(labelled, line.Dx()), look.Theme.Faint, t.rows[i][0])
		f.Text(line.Min.X+labelled, line.Min.Y, line.Dx()-labelled, look.Theme.Text, t.rows[i][1])
	})
	if t.hasMore() && t.top+t.area.Dy() < t.count {
		f.Text(t.area.Max.X-1, t.area.Max.Y-1, 1, look.Theme.Faint, "…")
	}
}
