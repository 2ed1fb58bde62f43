package evidence

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/table"
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
	p []float64 // below 0 if the run does not have the class
}

func (c *classesPart) Find(of *Subject, _ sight) (said Said) {
	*c = classesPart{area: c.area}
	runs := of.runs()
	if of.Run != nil {
		runs[0].Name = cmp.Or(of.layer().Name, of.Run.Name)
	}
	for k, run := range runs {
		classes := run.Example.Answer.ClassProbabilities()
		other := run.Asked && !slices.ContainsFunc(classes, func(class loaders.Option) bool { return slices.Contains(c.names, class.Name) })
		if k == 0 || other { // another model may have other classes, which are those that are asked about
			c.names, c.lines = loaders.Map(classes, func(class loaders.Option) string { return class.Name }), nil
		}
		if len(classes) == 0 || len(c.names) == 0 {
			continue
		}
		line := classLine{run: run.Name, Answer: &run.Example.Answer}
		for _, name := range c.names {
			p := -1.0
			if class, ok := widget.First(classes, func(class loaders.Option) bool { return class.Name == name }); ok {
				p = class.Probability
			}
			line.p = append(line.p, p)
		}
		// One with the same probabilities explains the same model in another way.
		same := func(o classLine) bool {
			return !run.Asked && o.Predicted == line.Predicted && slices.Equal(o.p, line.p)
		}
		if k := slices.IndexFunc(c.lines, same); k >= 0 {
			c.lines[k].run = shared(c.lines[k].run, line.run)
			continue
		}
		c.lines = append(c.lines, line)
	}
	said.Words = loaders.Map(c.lines, func(line classLine) string { return line.words(c.names) })
	said.Beside = c.lines != nil
	return said
}

// words puts the line in words, given the names of the classes.
func (c *classLine) words(names []string) string {
	words := c.run + ": " + c.Predicted + ", " + c.Correct.String()
	for k, p := range c.p {
		words += widget.If(p >= 0, ", "+names[k]+" "+widget.Small(p))
	}
	return words
}

// shared is what two names begin with, up to the last separator; the first name
// where that is nothing.
func shared(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	if n == len(a) {
		return a
	}
	return cmp.Or(strings.TrimRight(a[:strings.LastIndexAny(a[:n], " -_/.")+1], " -_/."), a)
}

// Lay takes a line for the classes and one for each run, up to a quarter of the
// room, or half where there are no words.
func (c *classesPart) Lay(room Room) (rest image.Rectangle) {
	c.area, rest = image.Rectangle{}, room.Area
	if len(c.names) == 0 || room.WordsOnly {
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
	faint, left, top := look.Theme.Faint, c.area.Min.X, c.area.Min.Y
	label := min(c.area.Dx()/3, widget.Widest(0, len(c.lines), func(i int) string { return c.lines[i].run })) + 3
	shown := min(len(c.names), max(1, (c.area.Dx()-label)/leastClass))
	wide := min(mostClass, max(1, (c.area.Dx()-label)/shown))
	for i, name := range c.names[:shown] {
		f.Text(left+label+i*wide, top, wide-1, faint, name)
	}
	below, more := max(0, len(c.lines)-c.area.Dy()+1), len(c.names)-shown
	pen := widget.NewPen(f, image.Rect(left, top, left+label-1, top+1))
	pen.Put(faint, widget.If(below > 0, fmt.Sprintf("↓ %d more ", below)))
	pen.Put(faint, widget.If(more > 0, fmt.Sprintf("→ %d more", more)))
	for i := range c.lines[:len(c.lines)-below] {
		line, y := &c.lines[i], top+1+i
		f.Text(left, y, 1, widget.Bold(look.Verdict(line.Correct)), line.Correct.Sign())
		f.Text(left+2, y, label-3, widget.Style{}, line.run)
		for k, p := range line.p[:shown] {
			x, st, text := left+label+k*wide, widget.Style{}, widget.Small(p)
			switch {
			case p < 0:
				st, text = faint, table.Absent
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
