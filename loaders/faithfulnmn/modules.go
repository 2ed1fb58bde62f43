package faithfulnmn

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

// joinOutputs reads the first program's log by index; numbers, which may be logged without one, in
// order. Entries without a module, repeated ones, and learned modules without an output are problems.
func (d *exampleDraft) joinOutputs() {
	at := make(map[int]int, len(d.nodes))
	var numbers []int
	for i, n := range d.nodes {
		at[n.place] = i
		if n.name == "number" {
			numbers = append(numbers, i)
		}
	}
	logged := make([]bool, len(d.nodes))
	for _, e := range loaders.ElementAt(d.Programs, 0) {
		i, ok := -1, false
		switch {
		case e.Index != nil:
			i, ok = at[*e.Index]
		case e.Module == "number" && len(numbers) > 0:
			i, ok, numbers = numbers[0], true, numbers[1:]
		}
		switch {
		case !ok || !isLoggedAs(d.nodes[i].name, e.Module):
			d.rec.Problem("modules_debug_info: %.40q at index %s matches no module of the program; its output is not used",
				e.Module, indexOf(e.Index))
		case logged[i]:
			d.rec.Problem("modules_debug_info: index %s is logged twice; the first is used", indexOf(e.Index))
		default:
			logged[i] = true
			d.setOutput(i, e)
		}
	}
	d.reportUnlogged(logged)
}

func isLoggedAs(moduleName, loggedName string) bool {
	return moduleName == loggedName || moduleName == "exist" && loggedName == "count"
}

func indexOf(i *int) string {
	if i == nil {
		return "(none)"
	}
	return fmt.Sprint(*i)
}

// setOutput gives each image half of the probabilities if there are no proposals to tell them apart.
// Unusable outputs are problems.
func (d *exampleDraft) setOutput(i int, e moduleOutput) {
	m, what := &d.ex.Program[i], d.describeModule(i)
	if !isLearned(d.nodes[i].name) {
		mean, ok := e.Output.onlyNumber()
		if !ok {
			d.rec.Problem("%s: the output is not a single number; treated as missing", what)
			return
		}
		m.Output.Number = &loaders.Number{Mean: mean, Var: language.Variance}
		return
	}
	total := loaders.Sum(loaders.Map(d.ex.Images, func(im loaders.Image) int { return len(im.Proposals) }))
	if d.Proposals == nil {
		total = len(e.Output) // nothing to compare with
		d.ex.Images = make([]loaders.Image, 2)
	}
	p := d.rec.Probabilities(what, e.Output, total)
	if p == nil {
		return
	}
	m.Output.Boxes = make([][]float64, len(d.ex.Images))
	for k, im := range d.ex.Images {
		n := len(im.Proposals)
		if d.Proposals == nil {
			n = total / 2
		}
		m.Output.Boxes[k], p = p[:n:n], p[n:]
	}
}

func (d *exampleDraft) reportUnlogged(isLogged []bool) {
	if d.Programs == nil {
		return // a missing key
	}
	var names []string
	for i, n := range d.nodes {
		shouldBeLogged := !isLogged[i] && (isLearned(n.name) || n.name == "count" || n.name == "exist")
		if shouldBeLogged {
			names = append(names, d.describeModule(i))
		}
	}
	if len(names) > 0 {
		d.rec.Problem("modules_debug_info: no output for %s; shown and scored without it", record.Listed(names, mostListed))
	}
}

// fillComputed goes from children to parents, because outputs follow from theirs. All but constants
// are Derived.
func (d *exampleDraft) fillComputed() {
	for i, n := range slices.Backward(d.nodes) { // children before parents
		m := &d.ex.Program[i]
		if !m.Output.Empty() {
			continue
		}
		if language.IsConstant(n.name) {
			m.Output.Number = &loaders.Number{Mean: float64(n.name[0] - '0'), Var: language.Variance}
			continue
		}
		op := language.NLVR2(n.name)
		switch len(m.Children) {
		case 1:
			m.Output.Boxes = chooseImage(op, d.ex.Program[m.Children[0]].Output.Boxes)
		case 2:
			a, b := &d.ex.Program[m.Children[0]].Output, &d.ex.Program[m.Children[1]].Output
			m.Output.Boxes, m.Output.Number = combineSets(op, a.Boxes, b.Boxes), calculateCounts(op, a.Number, b.Number)
		}
		m.Derived = !m.Output.Empty()
	}
	d.rootTruth()
}

// rootTruth skips records of several programs, because the prediction is then a sum over them.
func (d *exampleDraft) rootTruth() {
	if len(d.nodes) == 0 || len(d.Programs) != 1 || d.ex.Answer.Probability == nil {
		return
	}
	if root := &d.ex.Program[0]; root.Output.Empty() {
		root.Output.Truth, root.Derived = new(*d.ex.Answer.Probability), true
	}
}

// chooseImage leaves both images to in_one_other_image, which runs its program for either assignment;
// nil for other modules.
func chooseImage(op language.ModuleOp, boxProbabilities [][]float64) [][]float64 {
	if len(boxProbabilities) != 2 {
		return nil
	}
	switch op {
	case language.InLeftImage, language.InRightImage:
		return language.Confine(boxProbabilities, int(op-language.InLeftImage))
	case language.InOneImage, language.InOtherImage:
		return boxProbabilities
	}
	return nil
}

func combineSets(op language.ModuleOp, a, b [][]float64) [][]float64 {
	if a == nil || len(a) != len(b) {
		return nil
	}
	return language.Combine(op, a, b)
}

func calculateCounts(op language.ModuleOp, a, b *loaders.Number) *loaders.Number {
	if a == nil || b == nil {
		return nil
	}
	n, ok := language.Calculate(op, *a, *b)
	if s := n.Mean + n.Var; !ok || !loaders.IsFinite(s) {
		return nil
	}
	return &n
}

func isLearned(moduleName string) bool { return language.NLVR2(moduleName).Signature().Learned }

// attendModules prefers the record's attention, because it is what the model used, to the annotated
// program's.
func (r *recordReader) attendModules(d *exampleDraft) {
	if d.Steps == nil || d.Tokens == nil {
		d.attendAnnotated(r.programOf(d))
	} else {
		d.attendLogged()
	}
	d.setTexts()
}

func (d *exampleDraft) setTexts() {
	for i, n := range d.nodes {
		switch m := &d.ex.Program[i]; {
		case language.IsConstant(n.name):
			m.Text = n.name
		case isLearned(n.name) || n.name == "number":
			m.Text = attendedText(d.ex.Tokens, m.Attention)
		}
	}
}

func (d *exampleDraft) attendLogged() {
	var wrong []string
	for i, n := range d.nodes {
		attention, ok := fitAttention(loaders.ElementAt(d.Steps, n.place).Attention, len(d.Tokens))
		if !ok || n.place >= len(d.Steps) {
			wrong = append(wrong, d.describeModule(i))
		}
		d.ex.Program[i].Attention = attention
	}
	if len(wrong) > 0 {
		d.rec.Problem("debug_info: no attention over the %d tokens for %s; shown without it", len(d.Tokens), record.Listed(wrong, mostListed))
	}
}

// fitAttention returns the first n weights, because batches pad attentions with zeros up to their
// longest sentence; nil if all are zero.
func fitAttention(attention []float64, n int) (_ []float64, ok bool) {
	if len(attention) < n {
		return nil, false
	}
	sum := 0.0
	for i, w := range attention {
		isInvalid := !loaders.IsFinite(w) || w < 0 || w > 0 && i >= n
		if isInvalid {
			return nil, false
		}
		sum += w
	}
	if sum == 0 {
		return nil, true
	}
	return attention[:n:n], true
}

// attendAnnotated attends evenly to the annotated words, because the authors do when they run
// annotated programs.
func (d *exampleDraft) attendAnnotated(annotated annotatedSentence) {
	if d.nodes == nil || !sameProgram(annotated.nodes, d.nodes) || annotated.words == nil {
		return
	}
	d.ex.Tokens = annotated.words
	for i, n := range annotated.nodes {
		attention := make([]float64, len(annotated.words))
		for _, w := range n.words {
			if w < len(attention) {
				attention[w] = 1 / float64(len(n.words))
			}
		}
		d.ex.Program[i].Attention, _ = fitAttention(attention, len(attention))
	}
}

// attendedText keeps tokens with at least half of the greatest weight: all of an even attention, the
// peaks of a soft one.
func attendedText(tokens []string, attention []float64) string {
	top := 0.0
	for i, w := range attention {
		if !isMark(tokens[i]) {
			top = max(top, w)
		}
	}
	var b strings.Builder
	for i, w := range attention {
		if isMark(tokens[i]) || w == 0 || w < top/2 {
			continue
		}
		piece, continues := strings.CutPrefix(tokens[i], "##")
		if b.Len() > 0 && !continues {
			b.WriteByte(' ')
		}
		b.WriteString(piece)
	}
	return b.String()
}

func isMark(token string) bool { return token == "[CLS]" || token == "[SEP]" || token == "[PAD]" }
