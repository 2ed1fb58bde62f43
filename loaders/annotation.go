package loaders

import "strings"

// ProgramExact names a score: 1 for the annotated program, otherwise 0.
const ProgramExact = "program_exact"

// Annotate sets GoldProgram and, unless empty, scores [ProgramExact].
func (ex *Example) Annotate(annotatedProgram []Module) {
	if ex.Answer.GoldProgram = annotatedProgram; len(annotatedProgram) == 0 {
		return
	}
	ex.Answer.Score(ProgramExact, IfElse(ex.Differences() == nil, 1., 0))
}

// ProgramDifference is a difference from the annotated program.
type ProgramDifference struct {
	Module          int    // the module, or the parent of an extra or missing input; -1 for no program
	Here, Annotated string // one is "" for an extra or missing input
}

// String returns "filter[blue] instead of filter[red]", "with …" or "without …".
func (d ProgramDifference) String() string {
	switch {
	case d.Here == "":
		return "without " + d.Annotated
	case d.Annotated == "":
		return "with " + d.Here
	}
	return d.Here + " instead of " + d.Annotated
}

// Differences returns the differences from the annotated program, in pre-order; nil for none, or
// without annotation. Modules are compared by operator, and by text, without case, if the annotated
// one has a text.
func (ex *Example) Differences() (list []ProgramDifference) {
	annotated := ex.Answer.GoldProgram
	switch {
	case len(annotated) == 0:
		return nil
	case len(ex.Program) == 0:
		return []ProgramDifference{{-1, "", programText(annotated, 0)}}
	}
	var compare func(i, k int)
	compare = func(i, k int) {
		own, gold := &ex.Program[i], &annotated[k]
		if own.Op != gold.Op || gold.Text != "" && !strings.EqualFold(own.Text, gold.Text) {
			list = append(list, ProgramDifference{i, own.Label(), gold.Label()})
		}
		for n := range max(len(own.Children), len(gold.Children)) {
			switch {
			case n >= len(own.Children):
				list = append(list, ProgramDifference{i, "", programText(annotated, gold.Children[n])})
			case n >= len(gold.Children):
				list = append(list, ProgramDifference{i, programText(ex.Program, own.Children[n]), ""})
			default:
				compare(own.Children[n], gold.Children[n])
			}
		}
	}
	compare(0, 0)
	return list
}

// Label returns "find[tower]", or the operator without a text.
func (m *Module) Label() string {
	if m.Text == "" {
		return m.Op
	}
	return m.Op + "[" + m.Text + "]"
}

func programText(program []Module, i int) string {
	m := &program[i]
	if len(m.Children) == 0 {
		return m.Label()
	}
	return m.Label() + "(" + strings.Join(Map(m.Children, func(child int) string { return programText(program, child) }), ", ") + ")"
}
