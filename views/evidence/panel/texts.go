package panel

import (
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type textsPart struct {
	widget.ScrollArea
	rows [][2]string // each label is before its first line
}

const labelled = 10

// Find implements [evidence.Part]: without a program, the question and answers with line breaks or
// wider than a third of the evidence, because one line of the screen cuts them.
func (t *textsPart) Find(subject *evidence.Subject, options evidence.Options) (findings evidence.Findings) {
	ex := subject.CurrentLayer().Example
	t.rows = nil
	if options.Fresh {
		t.Top = 0
	}
	var texts [][2]string
	for _, text := range evidence.MainTexts(ex) {
		plain := strings.TrimSpace(text[1])
		isLong := strings.Contains(plain, "\n") || text[0] != "question" && ansi.StringWidth(plain) > options.Width/3
		if isLong && len(ex.Program) == 0 {
			texts = append(texts, text)
			findings.Words = append(findings.Words, text[0]+": "+loaders.Clean(plain))
		}
	}
	t.rows = widget.Paragraphs(texts, labelled, options.Width)
	findings.Beside, t.Count = true, len(t.rows)
	return findings
}

func (t *textsPart) wantedLines(h int) int { return min(t.Count, h/3) }

func (t *textsPart) Lay(room evidence.Room) (rest image.Rectangle) {
	if t.Area = (image.Rectangle{}); room.WordsOnly || t.Count == 0 {
		return room.Area
	}
	own := room.Lines - t.wantedLines(room.Panel)
	if own > 0 {
		own = min(own+evidence.WordsHead, room.Area.Dy()/2)
	}
	return t.LayLines(room.Area, min(t.Count, room.Area.Dy()-own))
}

func (t *textsPart) Draw(f *widget.Frame, look widget.Look) {
	t.DrawLines(f, func(i int, line image.Rectangle) {
		f.Text(line.Min.X, line.Min.Y, min(labelled, line.Dx()), look.Theme.Faint, t.rows[i][0])
		f.Text(line.Min.X+labelled, line.Min.Y, line.Dx()-labelled, look.Theme.Text, t.rows[i][1])
	})
	if t.HasMore() && t.Top+t.Area.Dy() < t.Count {
		f.Text(t.Area.Max.X-1, t.Area.Max.Y-1, 1, look.Theme.Faint, "…")
	}
}
