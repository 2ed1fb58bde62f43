package evidence

import (
	"fmt"
	"image"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// classesPart shows the probabilities of the answers that were possible as
// bars: a line per run that has the example.
type classesPart struct {
	still
	names []string // of the classes, in the order of the run that is shown
	lines []classLine
	area  image.Rectangle
}

// classLine is a run's answer, and a probability per class.
type classLine struct {
	run     string
	correct loaders.Verdict
	answer  string
	gold    string
	p       []float64 // below 0 where the run does not have the class
}

func (c *classesPart) Find(of *Subject) Said {
	c.names, c.lines = nil, nil
	for _, class := range of.Example.Answer.ClassProbabilities() {
		c.names = append(c.names, class.Name)
	}
	if c.names == nil {
		return Said{}
	}
	own := ""
	if of.Run != nil {
		own = of.Run.Name
	}
	c.add(own, of.Example)
	for _, other := range of.Others {
		c.add(other.Run, other.Example)
	}
	words := make([]string, len(c.lines))
	for i := range c.lines {
		words[i] = c.say(&c.lines[i])
	}
	return Said{Words: words, Beside: true}
}

// add adds a line of a run that has class probabilities.
func (c *classesPart) add(run string, ex *loaders.Example) {
	classes := ex.Answer.ClassProbabilities()
	if classes == nil {
		return
	}
	line := classLine{run: run, correct: ex.Answer.Correct, answer: ex.Answer.Predicted, gold: ex.Answer.Gold, p: make([]float64, len(c.names))}
	for i, name := range c.names {
		line.p[i] = -1
		for _, class := range classes {
			if class.Name == name {
				line.p[i] = class.Probability
			}
		}
	}
	c.lines = append(c.lines, line)
}

func (c *classesPart) say(line *classLine) string {
	text := line.run + ": " + line.answer + ", " + line.correct.String()
	for i, p := range line.p {
		if p >= 0 {
			text += ", " + c.names[i] + " " + widget.Small(p)
		}
	}
	return text
}

// Lay takes a line for the classes and one for each run, as far as a quarter of
// the room goes, or a half where there are no words.
func (c *classesPart) Lay(room Room) (rest image.Rectangle) {
	c.area, rest = image.Rectangle{}, room.Area
	if c.names == nil || room.WordsOnly {
		return rest
	}
	most := rest.Dy() / 4
	if room.Lines == 0 {
		most = rest.Dy() / 2
	}
	c.area, rest = widget.SplitTop(rest, min(1+len(c.lines), max(2, most)))
	_, rest = widget.SplitTop(rest, 1)
	return rest
}

const (
	// classNumber is the room of a probability before its bar.
	classNumber = 6
	// leastClass is the least room of a class; those that do not fit are left
	// out.
	leastClass = 12
	// mostClass is the most that a bar is drawn over.
	mostClass = 32
)

func (c *classesPart) Draw(f *widget.Frame, look widget.Look) {
	if c.area.Empty() {
		return
	}
	faint := widget.Ink(look.Theme.Faint)
	label := 0
	for i := range c.lines {
		label = max(label, ansi.StringWidth(loaders.Clean(c.lines[i].run)))
	}
	label = min(label, c.area.Dx()/3) + 3
	shown := min(len(c.names), max(1, (c.area.Dx()-label)/leastClass))
	wide := min(mostClass, max(1, (c.area.Dx()-label)/shown))
	for i, name := range c.names[:shown] {
		f.Text(c.area.Min.X+label+i*wide, c.area.Min.Y, wide-1, faint, name)
	}
	below := max(0, len(c.lines)-c.area.Dy()+1)
	pen := widget.NewPen(f, image.Rect(c.area.Min.X, c.area.Min.Y, c.area.Min.X+label-1, c.area.Min.Y+1))
	if below > 0 {
		pen.Put(faint, fmt.Sprintf("↓ %d more ", below))
	}
	if left := len(c.names) - shown; left > 0 {
		pen.Put(faint, fmt.Sprintf("→ %d more", left))
	}
	for i := range c.lines[:len(c.lines)-below] {
		line, y := &c.lines[i], c.area.Min.Y+1+i
		f.Text(c.area.Min.X, y, 1, widget.Bold(look.Verdict(line.correct)), line.correct.Sign())
		f.Text(c.area.Min.X+2, y, label-3, widget.Style{}, line.run)
		for k, p := range line.p[:shown] {
			x, st := c.area.Min.X+label+k*wide, widget.Style{}
			switch c.names[k] {
			case line.answer:
				st = widget.Bold(look.Verdict(line.correct))
			case line.gold:
				st = look.Verdict(loaders.Right)
			}
			if p < 0 {
				f.Text(x, y, wide-1, faint, "–")
				continue
			}
			f.Text(x, y, wide-1, st, widget.Small(p))
			widget.Bar(f, image.Rect(min(x+classNumber, c.area.Max.X), y, min(x+wide-1, c.area.Max.X), y+1), st, p)
		}
	}
}
