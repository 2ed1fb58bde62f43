package site

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"io"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/scoring/session"
	"faithscope/tui/still"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/evidence/panel"
	"faithscope/views/widget"
)

// A page serves people who have neither the run nor the program: it is one file, with all pictures
// inside and no script.

//go:embed examples.html
var pageText string

// Page holds what a page shows. All texts are cleaned.
type Page struct {
	Title, Settings string
	Back, Text      template.CSS
	Lines           []string // what was asked for, and how much is here
	Screen          *still.SavedScreen
	Examples        []Example
}

// SVG returns the screen as SVG; "" if there is none.
func (p *Page) SVG() (template.HTML, error) {
	if p.Screen == nil {
		return "", nil
	}
	return svgOf(p.Screen)
}

func svgOf(s *still.SavedScreen) (template.HTML, error) {
	var b bytes.Buffer
	err := s.SVG(&b)
	return template.HTML(b.String()), err //nolint:gosec // of this program, its texts escaped
}

// Example is an example on a page.
type Example struct {
	Run, ID, Question, Answer, Faithful, Marks string
	Notes                                      []string
	Program                                    []pageModule
	Evidence                                   []pageEvidence
}

type pageModule struct {
	Depth                      int
	Label, Score, Cause, Marks string
	Culprit                    bool
}

type pageEvidence struct {
	Title string
	SVG   template.HTML
}

// WritePage writes p as one self-contained HTML page.
func WritePage(w io.Writer, p *Page) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// ExampleBuilder makes examples of a run ready for a page.
type ExampleBuilder struct {
	Scored   *session.ScoredRun
	Book     *marks.MarksBook
	Settings scoring.Settings
	Look     widget.Look
	Ground   still.ScreenColours
	Every    bool // not only of the culprit
}

// Page returns a page without examples.
func (p *ExampleBuilder) Page(title string) *Page {
	hex := func(c color.RGBA) template.CSS {
		return template.CSS(fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)) //nolint:gosec // three numbers
	}
	return &Page{Title: loaders.Clean(title), Settings: views.SettingsText(p.Settings), Back: hex(p.Ground.Back), Text: hex(p.Ground.Text)}
}

// Example makes an example ready, with the drawn evidence of the modules of Shown. An unreadable
// one says only why.
func (p *ExampleBuilder) Example(ex *loaders.Example) (Example, error) {
	e := Example{
		Run: loaders.Clean(p.Scored.Run.Name), ID: loaders.Clean(ex.ID), Question: loaders.Clean(ex.Question),
		Answer: AnswerLine(ex), Faithful: "no modules are scored", Marks: marksLine(p.Book.Of(ex.ID)), Notes: views.ListNotes(p.Book, ex.ID),
	}
	if ex.Broken != "" {
		e.Answer = "the record can't be read: " + loaders.Clean(ex.Broken)
		return e, nil
	}
	score := p.Scored.Weigh(ex).Score(p.Settings)
	if score != nil {
		e.Faithful = loaders.Clean(score.Sentence())
	}
	e.Program = p.programLines(ex, score)
	subject := evidence.ShownVersions{Run: p.Scored.Run, Photos: evidence.Photos(p.Scored.Run, ex), Settings: p.Settings}
	for _, n := range p.Shown(ex, score) {
		subject.ExampleVersion = evidence.ExampleVersion{Example: ex, Node: n, Score: score}
		drawn, err := p.drawEvidence(subject)
		if err != nil {
			return e, err
		}
		e.Evidence = append(e.Evidence, drawn)
	}
	return e, nil
}

func (p *ExampleBuilder) programLines(ex *loaders.Example, exampleScore *scoring.ExampleScore) (lines []pageModule) {
	depth := make([]int, len(ex.Program))
	for n := range ex.Program {
		for _, child := range ex.Program[n].Children {
			if child > n && child < len(depth) {
				depth[child] = depth[n] + 1
			}
		}
		m := pageModule{
			Depth: depth[n], Label: loaders.Clean(ex.Program[n].Label()), Culprit: n == exampleScore.Culprit(),
			Marks: marksLine(p.Book.Module(ex.ID, n)),
		}
		if s := exampleScore.Module(n); s != nil {
			m.Score, m.Cause = widget.Number(s.Value), s.Cause.String()
		}
		lines = append(lines, m)
	}
	return lines
}

// Shown lists the modules whose evidence is drawn: with Every, each that has an output or gold;
// else the culprit, or the first with one of these or a score. Failing these it is the root, and -1
// without a program. exampleScore may be nil.
func (p *ExampleBuilder) Shown(ex *loaders.Example, exampleScore *scoring.ExampleScore) []int {
	switch culprit := exampleScore.Culprit(); {
	case len(ex.Program) == 0:
		return []int{-1}
	case !p.Every && culprit >= 0:
		return []int{culprit}
	}
	var nodes []int
	for n := range ex.Program {
		m := &ex.Program[n]
		isWorthShowing := m.Output.Boxes != nil || m.Output.Tokens != nil || m.Gold != nil || !p.Every && exampleScore.Module(n) != nil
		if isWorthShowing {
			nodes = append(nodes, n)
		}
	}
	switch {
	case nodes == nil:
		return []int{0}
	case !p.Every:
		return nodes[:1]
	}
	return nodes
}

// These are in cells and lines.
const evidenceWidth, pictureLines, wordLines = 120, 40, 60

func (p *ExampleBuilder) drawEvidence(shownVersions evidence.ShownVersions) (pageEvidence, error) {
	panel := panel.New()
	panel.Show(shownVersions, evidenceWidth)
	above := panel.Above(evidenceWidth, pictureLines, pictureLines)
	f := widget.NewFrame(evidenceWidth, above+wordLines)
	look := p.Look
	look.Still = true
	panel.Lay(image.Rect(0, 0, evidenceWidth, above), image.Rect(0, above, evidenceWidth, above+wordLines), look, widget.Unfocused)
	panel.Draw(f, "", "")
	svg, err := svgOf(still.Of(f, p.Ground).Trim())
	return pageEvidence{loaders.Clean(panel.Title()), svg}, err
}

func marksLine(e marks.MarksEntry) string {
	return loaders.Clean(views.MarkText(e.Marked, e.Tags, e.Note != "", e.Gold != ""))
}

// AnswerLine returns the predicted answer, or "no answer", its verdict, and the correct answer unless
// it is right.
func AnswerLine(ex *loaders.Example) string {
	text := cmp.Or(ex.Answer.Predicted, "no answer") + ", " + map[loaders.Verdict]string{
		loaders.Right: "right", loaders.Wrong: "wrong", loaders.Unknown: "no verdict", loaders.Unanswered: "unanswered",
	}[ex.Answer.Correct]
	if ex.Answer.Gold != "" && ex.Answer.Correct != loaders.Right {
		text += ", expected " + ex.Answer.Gold
	}
	return loaders.Clean(text)
}
