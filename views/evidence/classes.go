package evidence

import (
	"fmt"
	"image"
	"slices"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// classesPart shows the probabilities of the answers that were possible as
// bars: a line per run that has the example.
type classesPart struct {
	names []string // of the classes, in the order of the run that is shown
	lines []classLine
	area  image.Rectangle
}

// classLine is a run's answer, and a probability per class.
type classLine struct {
	run string
	*loaders.Answer
	p []float64 // below 0 where the run does not have the class
}

func (c *classesPart) Find(of *Subject) (said Said) {
	*c = classesPart{area: c.area}
	own := Other{Example: of.Example}
	if of.Run != nil {
		own.Run = of.Run.Name
	}
	for _, class := range own.Example.Answer.ClassProbabilities() {
		c.names = append(c.names, class.Name)
	}
	if c.names == nil {
		return said
	}
	for _, run := range append([]Other{own}, of.Others...) {
		classes := run.Example.Answer.ClassProbabilities()
		if classes == nil {
			continue
		}
		line := classLine{run: run.Run, Answer: &run.Example.Answer}
		words := run.Run + ": " + line.Predicted + ", " + line.Correct.String()
		for _, name := range c.names {
			p := -1.0
			if i := slices.IndexFunc(classes, func(class loaders.Option) bool { return class.Name == name }); i >= 0 {
				p = classes[i].Probability
				words += ", " + name + " " + widget.Small(p)
			}
			line.p = append(line.p, p)
		}
		c.lines, said.Words = append(c.lines, line), append(said.Words, words)
	}
	said.Beside = true
	return said
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
	faint, left, top := widget.Ink(look.Theme.Faint), c.area.Min.X, c.area.Min.Y
	label := min(c.area.Dx()/3, widget.Widest(0, len(c.lines), func(i int) string { return c.lines[i].run })) + 3
	shown := min(len(c.names), max(1, (c.area.Dx()-label)/leastClass))
	wide := min(mostClass, max(1, (c.area.Dx()-label)/shown))
	for i, name := range c.names[:shown] {
		f.Text(left+label+i*wide, top, wide-1, faint, name)
	}
	below, hidden := max(0, len(c.lines)-c.area.Dy()+1), ""
	if below > 0 {
		hidden = fmt.Sprintf("↓ %d more ", below)
	}
	if more := len(c.names) - shown; more > 0 {
		hidden += fmt.Sprintf("→ %d more", more)
	}
	f.Text(left, top, label-1, faint, hidden)
	for i := range c.lines[:len(c.lines)-below] {
		line, y := &c.lines[i], top+1+i
		f.Text(left, y, 1, widget.Bold(look.Verdict(line.Correct)), line.Correct.Sign())
		f.Text(left+2, y, label-3, widget.Style{}, line.run)
		for k, p := range line.p[:shown] {
			x, st, text := left+label+k*wide, widget.Style{}, widget.Small(p)
			switch {
			case p < 0:
				st, text = faint, absent
			case c.names[k] == line.Predicted:
				st = widget.Bold(look.Verdict(line.Correct))
			case c.names[k] == line.Gold:
				st = look.Verdict(loaders.Right)
			}
			f.Text(x, y, wide-1, st, text)
			widget.Bar(f, image.Rect(min(x+classNumber, c.area.Max.X), y, min(x+wide-1, c.area.Max.X), y+1), st, p)
		}
	}
}
