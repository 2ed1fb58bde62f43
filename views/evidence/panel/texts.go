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
	step [][2]string // the whole texts of a chain's step, nil for another module
}

const labelled = 10

// Find implements [evidence.EvidencePart]: without a program, the question and answers with line breaks or
// wider than a third of the evidence, because one line of the screen cuts them; of a chain the step
// shown.
func (t *textsPart) Find(shownVersions *evidence.ShownVersions, options evidence.Options) (findings evidence.PartContent) {
	ex := shownVersions.Example
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
	t.step = nil
	if chain := shownVersions.JudgedChain(); chain != nil && shownVersions.ShownModule() != nil {
		t.step = append([][2]string{}, shownVersions.StepTexts(chain)...)
		texts, findings.Words = t.step, loaders.Map(t.step, func(text [2]string) string { return text[0] + ": " + loaders.Clean(text[1]) })
	}
	texts = loaders.Filter(texts, func(text [2]string) bool { return text[0] != "step" }) // the list has it whole
	t.rows = widget.Paragraphs(texts, labelled, options.Width)
	findings.Beside, t.Count = true, len(t.rows)
	return findings
}

func (t *textsPart) Lay(partSpace evidence.PartSpace) (rest image.Rectangle) {
	if t.Area = (image.Rectangle{}); t.step != nil {
		t.LayLines(partSpace.Area, partSpace.Area.Dy())
		return image.Rectangle{}
	}
	if partSpace.WordsOnly || t.Count == 0 {
		return partSpace.Area
	}
	own := partSpace.Rows
	if own > 0 {
		own = min(own+evidence.WordsHead, partSpace.Area.Dy()/2)
	}
	return t.LayLines(partSpace.Area, min(t.Count, partSpace.Area.Dy()-own))
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
