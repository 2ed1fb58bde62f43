package language

import (
	_ "embed" // the table
	"slices"
	"strings"
)

// ModuleOp is a module of the table; the zero value is one that the table lacks.
type ModuleOp uint8

// The modules. faithful-nmn learns Find, Filter, Relocate and WithRelation; in first-order
// logic Find is select and Relocate relate.
const (
	Unknown ModuleOp = iota
	Find
	Filter
	Relocate
	WithRelation
	Not
	Intersect
	Union
	Discard
	InLeftImage
	InRightImage
	InOneImage
	InOtherImage
	Unique
	Number
	Count
	Sum
	Difference
	Division
	Exist
	ForAll
	None
	Verify
	VerifyRel
	AllSame
	AllDifferent
	TwoSame
	TwoDifferent
	Equal
	Less
	LessEqual
	Greater
	GreaterEqual
	And
	Or
	InEachImage
	InAtLeastOneImage
	InOneOtherImage
	Query
	Choose
	ChooseRel
	Compare
	FindNum
	FindDate
	FindMaxNum
	FindMinNum
	CompareNumLess
	CompareNumGreater
	CompareDateLess
	CompareDateGreater
	TimeDiff
)

// ReturnKind says what a module returns.
type ReturnKind uint8

// The kinds: a set of objects, an amount, whether something holds, a likelihood
// per option of an open question, an attention over a passage, and dates in it.
const (
	NoKind ReturnKind = iota
	Objects
	Amount
	Truth
	Options
	Tokens
	Dates
)

// Signature holds what a module takes and returns. Not returns what it takes, a set or a truth; Equal
// takes amounts, or options of one category.
type Signature struct {
	Takes   int        // number of arguments
	Of      ReturnKind // kind of its arguments
	Returns ReturnKind
	// Learned modules are computed by a network; Macro modules run their inputs once per image.
	Learned, Macro bool
	// Argued modules need an argument in words; the arguments of those that commute have no order.
	Argued, Commutes bool
	// Neural network programs over pictures, Passage programs and first-order Logic have the
	// module.
	Neural, Passage, Logic bool
}

// moduleNames is a module's names in runs, in faithful-nmn's code, in DFOL-VQA's programs as the last
// operator, and others in runs and that people type; "" for none.
type moduleNames struct {
	name, nlvr2, dfol, more string
	Signature
}

// table has a header and a line per module, in order, of tab-separated cells; missing cells at
// the end are left out.
//
//go:embed modules.tsv
var table string

// kinds are the names of the kinds in the table.
var kinds = strings.Split(" objects amount truth options tokens dates", " ")

var modules = func() []moduleNames {
	all := make([]moduleNames, TimeDiff+1)
	for i, line := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
		cells := append(strings.Split(line, "\t"), "", "", "")
		has := func(flag string) bool { return slices.Contains(strings.Fields(cells[4]), flag) }
		all[i+1] = moduleNames{cells[0], cells[5], cells[6], cells[7], Signature{
			Takes: int(cells[1][0] - '0'), Of: ReturnKind(slices.Index(kinds, cells[2])), Returns: ReturnKind(slices.Index(kinds, cells[3])),
			Learned: has("learned"), Macro: has("macro"), Argued: has("argued"), Commutes: has("commutes"),
			Neural: cells[5] != "", Passage: has("passage"), Logic: has("logic"),
		}}
	}
	return all
}()

// keptNames are other names that runs keep, because their own language has them: logic selects and
// relates where a neural program finds and relocates.
var keptNames = []string{"select", "relate", "scene"}

// ops are the modules by every name in runs and that people type, nlvr2 by faithful-nmn's names.
var ops, nlvr2 = func() (byName, byCode map[string]ModuleOp) {
	byName, byCode = map[string]ModuleOp{}, map[string]ModuleOp{}
	for op, row := range modules {
		for _, name := range append(strings.Fields(row.more), row.name) {
			byName[name] = ModuleOp(op)
		}
		byCode[row.nlvr2] = ModuleOp(op)
	}
	byCode[""] = Unknown
	return byName, byCode
}()

// Of returns the module with this name in runs, or another that people type; [Unknown] if the table
// lacks it.
func Of(moduleName string) ModuleOp { return ops[moduleName] }

// Signature returns what a module takes and returns; zero for [Unknown].
func (op ModuleOp) Signature() Signature { return modules[op].Signature }

// Computed reports whether a module over a passage is a formula of its arguments, not learned.
func (op ModuleOp) Computed() bool {
	s := op.Signature()
	return s.Passage && !s.Learned
}

// String returns the module's name in runs, "" for [Unknown].
func (op ModuleOp) String() string { return modules[op].name }

// Alike returns the other modules with the same arguments and result, which can replace op, in the
// table's order from op on, then from its start. It returns nil for a module with an argument in
// words, and for [Unknown].
func (op ModuleOp) Alike() (list []ModuleOp) {
	kind := func(op ModuleOp) Signature {
		s := op.Signature()
		s.Neural, s.Passage, s.Logic, s.Commutes = false, false, false, false // any executor's
		return s
	}
	for n := 1; n < len(modules) && op != Unknown && !op.Signature().Argued; n++ {
		if other := ModuleOp((int(op) + n) % len(modules)); kind(other) == kind(op) {
			list = append(list, other)
		}
	}
	return list
}

// Typed returns the name in runs of a module as people type it: any case, underscores or hyphens,
// any of its names. A name that the table lacks, or that runs keep (select, relate, scene), is
// returned in lower case with hyphens.
func Typed(typedName string) string {
	name := strings.ReplaceAll(strings.ToLower(typedName), "_", "-")
	if op := Of(name); op != Unknown && !slices.Contains(keptNames, name) {
		return op.String()
	}
	return name
}
