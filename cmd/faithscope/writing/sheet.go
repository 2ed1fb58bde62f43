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

// Sheet shows one example in several runs: a column per run, and a row per module. Boxes and heat
// explain themselves, like on screen.
type Sheet struct {
	Runs     []*session.Scored
	Settings scoring.Settings
	Look     widget.Look
	Ground   still.Ground
	Modules  []int       // nil: all with an output or gold in any run
	Size     image.Point // column width, and lines of text below pictures
}

const gap = 2

// Draw draws the example of this id, with a row for each of Modules, trimmed. It fails if a run
// lacks or can't read the example, no program has the last module, or the sheet would be too large.
func (s *Sheet) Draw(id string) (*still.Still, error) {
	subjects, rows := make([]evidence.Subject, len(s.Runs)), slices.Clone(s.Modules)
	for k, scored := range s.Runs {
		at := 0
		for at < scored.Run.Len() && scored.Run.Row(at).ID != id {
			at++
		}
		if at == scored.Run.Len() {
			return nil, fmt.Errorf("%s has no example %q", scored.Run.Name, id)
		}
		ex := scored.Run.Example(at)
		if ex.Broken != "" {
			return nil, fmt.Errorf("%s: the record of %q cannot be read: %s", scored.Run.Name, id, ex.Broken)
		}
		layer := evidence.Layer{Example: ex}
		if x, ok := scored.Weigh(ex).Score(s.Settings); ok {
			layer.Score = &x
		}
		subjects[k] = evidence.Subject{
			Run: scored.Run, Photos: evidence.Photos(scored.Run, ex), Settings: s.Settings, Layers: []evidence.Layer{layer},
		}
		if s.Modules == nil {
			rows = scoring.AppendNew(rows, (&site.Examples{Every: true}).Shown(ex, layer.Score)...)
		}
	}
	slices.Sort(rows)
	last := rows[len(rows)-1]
	hasLast := func(subject evidence.Subject) bool { return last < len(subject.Layers[0].Example.Program) }
	if last > 0 && !slices.ContainsFunc(subjects, hasLast) {
		return nil, fmt.Errorf("module %d: the programs of %s do not have that many", last, id)
	}
	w, h := len(s.Runs)*(s.Size.X+gap)+gap, (mostLines+s.Size.Y)*len(rows)+headLines
	if h > mostCells/w {
		return nil, fmt.Errorf("a sheet of %s is too large: name some with --module, or a smaller --size", loaders.Count(len(rows), "module"))
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

// drawHead writes the question and each column's run and answer; it returns the line below.
func (s *Sheet) drawHead(f *widget.Frame, subjects []evidence.Subject) (y int) {
	y = 1
	question := widget.Wrap(loaders.Clean(subjects[0].Layers[0].Example.Question), f.Bounds().Dx()-2*gap)
	for _, line := range question[:min(len(question), headLines-5)] {
		f.Text(gap, y, f.Bounds().Dx(), widget.Bold(widget.Style{}), line)
		y++
	}
	for k := range subjects {
		x := s.columnStart(k)
		f.Text(x, y+1, s.Size.X, widget.Bold(s.Look.Theme.Accent), loaders.Clean(s.Runs[k].Run.Name))
		f.Text(x, y+2, s.Size.X, widget.Style{}, site.AnswerLine(subjects[k].Layers[0].Example))
	}
	return y + 4
}

func (s *Sheet) columnStart(k int) int { return gap + k*(s.Size.X+gap) }

// drawRow draws pictures, then up to Size.Y lines of text, or mostLines if there are no pictures.
// It returns the line after the gap.
func (s *Sheet) drawRow(f *widget.Frame, y, node int, subjects []evidence.Subject) int {
	panels, above, below := make([]*panel.Panel, len(subjects)), 0, s.Size.Y
	for k, subject := range subjects {
		layer := subject.Layers[0]
		layer.Node = node
		subject.Layers = []evidence.Layer{layer}
		panels[k] = panel.New()
		if node >= len(layer.Example.Program) {
			continue
		}
		panels[k].Show(subject, s.Size.X)
		above = max(above, panels[k].Above(s.Size.X, mostLines))
	}
	if above == 0 && !slices.ContainsFunc(subjects, func(subject evidence.Subject) bool { return len(subject.Layers[0].Example.Images) > 0 }) {
		below = mostLines
	}
	for k, p := range panels {
		x := s.columnStart(k)
		own := p.Above(s.Size.X, mostLines)
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
