package loaders

import "strings"

// ProgramExact is the score of an answer that says whether the program is the annotated one:
// 1, or 0.
const ProgramExact = "program_exact"

// Annotate adds the program that annotators wrote, and whether the model's is the same.
func (ex *Example) Annotate(program []Module) {
	if ex.Answer.GoldProgram = program; len(program) == 0 {
		return
	}
	exact := 0.
	if ex.Differences() == nil {
		exact = 1
	}
	ex.Answer.Score(ProgramExact, exact)
}

// Difference is where a program differs from the annotated one.
type Difference struct {
	Module          int    // the module, or the one with an input more or less; -1 for no program
	Here, Annotated string // one of them is "" for an input more or less
}

// String says it in words: "filter[blue] in place of filter[red]".
func (d Difference) String() string {
	switch {
	case d.Here == "":
		return "without " + d.Annotated
	case d.Annotated == "":
		return "with " + d.Here
	}
	return d.Here + " in place of " + d.Annotated
}

// Differences says where the program differs from the annotated one, from the root down; nil
// where it does not, or nothing is annotated. Arguments are compared where the annotated
// module has one, without case.
func (ex *Example) Differences() (list []Difference) {
	switch {
	case len(ex.Answer.GoldProgram) == 0:
		return nil
	case len(ex.Program) == 0:
		return []Difference{{-1, "", programText(ex.Answer.GoldProgram, 0)}}
	}
	var compare func(i, k int)
	compare = func(i, k int) {
		own, gold := &ex.Program[i], &ex.Answer.GoldProgram[k]
		if own.Op != gold.Op || gold.Text != "" && !strings.EqualFold(own.Text, gold.Text) {
			list = append(list, Difference{i, own.Label(), gold.Label()})
		}
		for n := range max(len(own.Children), len(gold.Children)) {
			switch {
			case n >= len(own.Children):
				list = append(list, Difference{i, "", programText(ex.Answer.GoldProgram, gold.Children[n])})
			case n >= len(gold.Children):
				list = append(list, Difference{i, programText(ex.Program, own.Children[n]), ""})
			default:
				compare(own.Children[n], gold.Children[n])
			}
		}
	}
	compare(0, 0)
	return list
}

// Label returns the module as a program writes it, without its arguments' modules: "find[tower]".
func (m *Module) Label() string {
	if m.Text == "" {
		return m.Op
	}
	return m.Op + "[" + m.Text + "]"
}

// programText returns a part of a program as one text: "exist(filter[red](find[kite]))".
func programText(program []Module, i int) string {
	m := &program[i]
	if len(m.Children) == 0 {
		return m.Label()
	}
	return m.Label() + "(" + strings.Join(Map(m.Children, func(child int) string { return programText(program, child) }), ", ") + ")"
}
