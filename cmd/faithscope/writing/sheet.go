package writing

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/site"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/tui/still"
	"faithscope/views/evidence"
	"faithscope/views/evidence/panel"
	"faithscope/views/widget"
)

// ExampleSheet shows one example in several runs: a column per run, and a row per module. Boxes and heat
// explain themselves, like on screen.
type ExampleSheet struct {
	Runs     []*session.ScoredRun
	Settings scoring.Settings
	Look     widget.Look
	Ground   still.ScreenColours
	Modules  []int       // nil: all with an output or gold in any run
	Size     image.Point // column width, and lines of text below pictures
}

const gap = 2

// Draw draws the example of this id, with a row for each of Modules, trimmed. It fails if a run
// lacks or can't read the example, no program has the last module, or the sheet would be too large.
func (s *ExampleSheet) Draw(exampleID string) (*still.SavedScreen, error) {
	subjects, rows := make([]evidence.ShownVersions, len(s.Runs)), slices.Clone(s.Modules)
	for k, scored := range s.Runs {
		at := 0
		for at < scored.Run.Len() && scored.Run.Row(at).ID != exampleID {
			at++
		}
		if at == scored.Run.Len() {
			return nil, fmt.Errorf("%s has no example %q", scored.Run.Name, exampleID)
		}
		ex := scored.Run.Example(at)
		if ex.Broken != "" {
			return nil, fmt.Errorf("%s: the record of %q can't be read (%s)", scored.Run.Name, exampleID, ex.Broken)
		}
		layer := evidence.ExampleVersion{Example: ex, Score: scored.Weigh(ex).Score(s.Settings)}
		subjects[k] = evidence.ShownVersions{
			Run: scored.Run, Photos: evidence.Photos(scored.Run, ex), Settings: s.Settings, ExampleVersion: layer,
		}
		if s.Modules == nil {
			rows = scoring.AppendNew(rows, (&site.ExampleBuilder{Every: true}).Shown(ex, layer.Score)...)
		}
	}
	slices.Sort(rows)
	last := rows[len(rows)-1]
	hasLast := func(subject evidence.ShownVersions) bool { return last < len(subject.Example.Program) }
	if last > 0 && !slices.ContainsFunc(subjects, hasLast) {
		return nil, fmt.Errorf("no module %d in example %s: modules are numbered from 0", last, exampleID)
	}
	w, h := len(s.Runs)*(s.Size.X+gap)+gap, (mostLines+s.Size.Y)*len(rows)+headLines
	if h > mostCells/w {
		return nil, fmt.Errorf("a sheet of %s is too large: select fewer with --module, or use a smaller --size", loaders.Count(len(rows),
			"module"))
	}
	f := widget.NewFrame(w, h)
	y := s.drawHead(f, subjects)
	for _, node := range rows {
		y = s.drawRow(f, y, node, subjects)
	}
	return still.Of(f, s.Ground).Trim(), nil
}

// mostCells allows about 290 modules of one run.
const mostCells = 2 << 20

const headLines, mostLines = 12, 100

func (s *ExampleSheet) drawHead(f *widget.Frame, exampleVersions []evidence.ShownVersions) (y int) {
	y = 1
	question := widget.Wrap(loaders.Clean(exampleVersions[0].Example.Question), f.Bounds().Dx()-2*gap)
	for _, line := range question[:min(len(question), headLines-5)] {
		f.Text(gap, y, f.Bounds().Dx(), widget.Bold(widget.Style{}), line)
		y++
	}
	for k := range exampleVersions {
		x := s.columnStart(k)
		f.Text(x, y+1, s.Size.X, widget.Bold(s.Look.Theme.Accent), loaders.Clean(s.Runs[k].Run.Name))
		f.Text(x, y+2, s.Size.X, widget.Style{}, site.AnswerLine(exampleVersions[k].Example))
	}
	return y + 4
}

func (s *ExampleSheet) columnStart(k int) int { return gap + k*(s.Size.X+gap) }

func (s *ExampleSheet) drawRow(f *widget.Frame, y, nodeIndex int, exampleVersions []evidence.ShownVersions) int {
	panels, above, below := make([]*panel.Panel, len(exampleVersions)), 0, s.Size.Y
	for k, subject := range exampleVersions {
		subject.Node = nodeIndex
		panels[k] = panel.New()
		if nodeIndex >= len(subject.Example.Program) {
			continue
		}
		panels[k].Show(subject, s.Size.X)
		above = max(above, panels[k].Above(s.Size.X, mostLines, mostLines))
	}
	if above == 0 && !slices.ContainsFunc(exampleVersions,
		func(subject evidence.ShownVersions) bool { return len(subject.Example.Images) > 0 }) {
		below = mostLines
	}
	for k, p := range panels {
		x := s.columnStart(k)
		own := p.Above(s.Size.X, mostLines, mostLines)
		p.Lay(image.Rect(x, y, x+s.Size.X, y+own), image.Rect(x, y+above, x+s.Size.X, y+above+below), s.Look, widget.Unfocused)
		p.Draw(f, "", "")
	}
	last := y + above
	for _, p := range f.Pictures {
		last = max(last, p.Area.Max.Y)
	}
	for line := y + above + below - 1; line >= last; line-- {
		for x := range f.Bounds().Dx() {
			if text, _ := f.At(x, line); strings.TrimSpace(text) != "" {
				return line + 2
			}
		}
	}
	return last + 1
}
