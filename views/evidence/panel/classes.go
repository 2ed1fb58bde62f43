package panel

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/table"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type classesPart struct {
	names []string // the shown run's classes in order
	lines []classLine
	area  image.Rectangle
}

type classLine struct {
	run string
	*loaders.Answer
	p []float64 // per class, below 0 if absent
}

// Find implements [evidence.EvidencePart]. Runs with the same probabilities share a line, because they
// explain one model.
func (c *classesPart) Find(shownVersions *evidence.ShownVersions, _ evidence.Options) (findings evidence.PartContent) {
	*c = classesPart{area: c.area}
	runs := shownVersions.RunLayers()
	if shownVersions.Run != nil {
		runs[0].Name = cmp.Or(shownVersions.Name, shownVersions.Run.Name)
	}
	for k, run := range runs {
		classes := run.Example.Answer.ClassProbabilities()
		other := run.Asked && !slices.ContainsFunc(classes, func(class loaders.Option) bool { return slices.Contains(c.names, class.Name) })
		if k == 0 || other { // an asked model's other classes
			c.names, c.lines = loaders.Map(classes, func(class loaders.Option) string { return class.Name }), nil
		}
		if len(classes) == 0 || len(c.names) == 0 {
			continue
		}
		line := classLine{run.Name, &run.Example.Answer, loaders.Map(c.names, func(name string) float64 {
			class, ok := widget.First(classes, func(class loaders.Option) bool { return class.Name == name })
			return loaders.IfElse(ok, class.Probability, -1)
		})}
		// Equal probabilities are another explanation of the same model.
		same := func(o classLine) bool {
			return !run.Asked && o.Predicted == line.Predicted && slices.Equal(o.p, line.p)
		}
		if k := slices.IndexFunc(c.lines, same); k >= 0 {
			c.lines[k].run = sharedPrefix(c.lines[k].run, line.run)
			continue
		}
		c.lines = append(c.lines, line)
	}
	findings.Words = loaders.Map(c.lines, func(line classLine) string {
		words := line.run + ": " + line.Predicted + ", " + line.Correct.String()
		for k, p := range line.p {
			words += widget.If(p >= 0, ", "+c.names[k]+" "+widget.Small(p))
		}
		return words
	})
	findings.Beside = c.lines != nil
	return findings
}

func sharedPrefix(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	if n == len(a) {
		return a
	}
	return cmp.Or(strings.TrimRight(a[:strings.LastIndexAny(a[:n], " -_/.")+1], " -_/."), a)
}

// Lay takes a line for the classes and one per run, at least two and up to a quarter of the room,
// or half without words.
func (c *classesPart) Lay(partSpace evidence.PartSpace) (rest image.Rectangle) {
	c.area, rest = image.Rectangle{}, partSpace.Area
	if len(c.names) == 0 || partSpace.WordsOnly {
		return rest
	}
	most := rest.Dy() / 4
	if partSpace.Lines == 0 {
		most = rest.Dy() / 2
	}
	c.area, rest = widget.SplitTop(rest, min(1+len(c.lines), max(2, most)))
	_, rest = widget.SplitTop(rest, 1)
	return rest
}

const (
	// Classes that don't fit are left out.
	leastClass = 12
	mostClass  = 32
)

// Draw implements [evidence.EvidencePart].
func (c *classesPart) Draw(f *widget.Frame, look widget.Look) {
	look.Still = true // nothing is selected
	label := widget.Widest(0, len(c.lines), func(i int) string { return c.lines[i].run })
	name := func(i int) widget.TableCell {
		return widget.TableCell{Text: c.lines[i].Correct.Sign() + " " + c.lines[i].run, Style: look.Verdict(c.lines[i].Correct)}
	}
	t := widget.Table{Columns: []widget.Column{{Title: " ", Width: min(c.area.Dx()/3, 2+label), Show: name}}}
	for k, name := range c.names {
		show := func(i int) widget.TableCell {
			line, st := &c.lines[i], widget.Style{}
			switch p := line.p[k]; {
			case p < 0:
				return widget.TableCell{Text: table.Absent, Style: look.Theme.Faint}
			case name == line.Predicted:
				st = widget.Bold(look.Verdict(line.Correct))
			case name == line.Gold:
				st = look.Verdict(loaders.Right)
			}
			draw := evidence.BarEntry("", evidence.ProbabilityText(line.p[k]), evidence.ProbabilityWidth+1, line.p[k]).Draw
			return widget.TableCell{Draw: func(f *widget.Frame, area image.Rectangle, _ widget.Style) { draw(f, area, st) }}
		}
		t.Columns = append(t.Columns, widget.Column{Title: name, Width: leastClass, Grow: 1, Most: mostClass, Drop: 1 + k, Show: show})
	}
	t.SetCount(len(c.lines))
	t.Draw(f, c.area, look, widget.Unfocused)
}
