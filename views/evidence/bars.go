package evidence

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/executor/nmn"
	"faithscope/views/widget"
)

// valuesPart shows a number, a truth value or a distribution over options: a
// share of 1 a line, as a bar and in words.
type valuesPart struct {
	shares []float64
	words  []string // of each
	area   image.Rectangle
}

func (v *valuesPart) Find(of *Subject) (said Said) {
	*v = valuesPart{area: v.area}
	m := of.module()
	if m == nil {
		return said
	}
	fact := func(format string, args ...any) { said.Facts = append(said.Facts, fmt.Sprintf(format, args...)) }
	if n := m.Output.Number; n != nil {
		fact("returns a number: mean %.2f, variance %.2f", n.Mean, n.Var)
		v.addRounded(*n)
	}
	if truth := m.Output.Truth; truth != nil {
		v.add("true ", *truth)
		v.add("false ", 1-*truth)
	}
	for _, o := range Likeliest(m) {
		v.add(o.Name+" ", o.Probability)
	}
	if m.Arguments != "" && m.Arguments != m.Text {
		fact("called with %s", m.Arguments)
	}
	if out := m.Output.Text; out != nil {
		fact("returns %s", *out)
	}
	if m.Error != "" {
		fact("ended with %s", m.Error)
	}
	if m.Seconds != nil {
		fact("took %.3g s", *m.Seconds)
	}
	if m.Gold != nil && m.Gold.Text != nil {
		fact("gold %s", *m.Gold.Text)
	}
	if m.Gold != nil && m.Gold.Value != nil {
		fact("gold value %.4g", *m.Gold.Value)
	}
	said.Words = v.words
	return said
}

// Likeliest are the options that a module returns, the most probable first.
func Likeliest(m *loaders.Module) []loaders.Option {
	first := func(a, b loaders.Option) int { return cmp.Compare(b.Probability, a.Probability) }
	return slices.SortedStableFunc(slices.Values(m.Output.Options), first)
}

// add adds a share and its words.
func (v *valuesPart) add(words string, share float64) {
	v.shares, v.words = append(v.shares, share), append(v.words, words+widget.Small(share))
}

const (
	// counted is how many of the possible counts are shown.
	counted = 72
	// leastShare is the probability from which a number is shown, mostCounts
	// how many are at most.
	leastShare = 0.005
	mostCounts = 9
)

// addRounded adds the distribution in which a comparison reads a number: over
// whole numbers, with those below 0 as 0, by the spread as the authors' code
// reads it, and in words as the paper does. There may be none.
func (v *valuesPart) addRounded(n loaders.Number) {
	if !(n.Var > 0) || math.IsInf(n.Var, 1) || !(math.Abs(n.Mean) < 1e9) {
		return
	}
	first := max(0, math.Round(n.Mean)-counted/2)
	n.Mean -= first
	code, paper := nmn.Code.Distribution(n, counted), nmn.Paper.Distribution(n, counted)
	for k, p := range code {
		if max(p, paper[k]) >= leastShare && len(v.shares) < mostCounts {
			v.add(fmt.Sprintf("is %.0f: ", first+float64(k)), p)
			v.words[len(v.words)-1] += ", as the paper reads it " + widget.Small(paper[k])
		}
	}
}

func (v *valuesPart) Lay(room Room) (rest image.Rectangle) {
	v.area, rest = widget.SplitTop(room.Area, len(v.shares))
	return rest
}

func (v *valuesPart) Draw(f *widget.Frame, look widget.Look) {
	const most = 20
	w := min(most, v.area.Dx()/3)
	for i, share := range v.shares[:min(len(v.shares), v.area.Dy())] {
		x, y := v.area.Min.X, v.area.Min.Y+i
		widget.Bar(f, image.Rect(x, y, x+w, y+1), look.Theme.Accent, share)
		f.Text(x+w+1, y, v.area.Dx()-w-1, widget.Style{}, v.words[i])
	}
}

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

func (c *classesPart) Find(of *Subject) (said Said) {
	*c = classesPart{area: c.area}
	own := Other{Example: of.Example, Run: of.Named}
	if of.Run != nil {
		own.Run = cmp.Or(own.Run, of.Run.Name)
	}
	for k, run := range append([]Other{own}, of.Others...) {
		classes := run.Example.Answer.ClassProbabilities()
		other := run.Asked && !slices.ContainsFunc(classes, func(class loaders.Option) bool { return slices.Contains(c.names, class.Name) })
		if k == 0 || other { // another model may have other classes, which are those that are asked about
			c.names, c.lines = loaders.Map(classes, func(class loaders.Option) string { return class.Name }), nil
		}
		if len(classes) == 0 || len(c.names) == 0 {
			continue
		}
		line := classLine{run: run.Run, Answer: &run.Example.Answer}
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
