package language

import (
	"errors"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Op is a module of the table; the zero value is one that the table lacks.
type Op uint8

// The modules. Find, Filter, Relocate and WithRelation are those that faithful-nmn
// learns; in first-order logic Find is select and Relocate relate.
const (
	Unknown Op = iota
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

// Kind holds what a module returns.
type Kind uint8

// The kinds: a set of objects, an amount, whether something holds, a likelihood
// per option of an open question, an attention over a passage, and dates in it.
const (
	NoKind Kind = iota
	Objects
	Amount
	Truth
	Options
	Tokens
	Dates
)

// Signature holds what a module takes and returns. Not returns what it takes, a
// set or a truth; Equal takes amounts, or options of one category.
type Signature struct {
	Takes   int  // how many arguments
	Of      Kind // of its arguments
	Returns Kind
	// Learned says that in a neural program a network computes the module, and
	// Macro that it runs what is below it once for each image.
	Learned, Macro bool
	// Argued says that the module has an argument in words, without which it
	// means nothing.
	Argued bool
	// Neural says that a neural module network over pictures has the module, Passage
	// that one over passages has it, and Logic that first-order logic has it.
	Neural, Passage, Logic bool
}

// row is a line of the table.
type row struct {
	name        string // in runs
	takes       int    // how many arguments
	of, returns Kind   // of its arguments; of what it returns
	is          int    // flags
	nlvr2       string // in the code of faithful-nmn, "" if it lacks the module
	dfol        string // in DFOL-VQA's programs as the last operator, "" if it cannot be last
	more        string // other names in runs, and those that people type
}

const (
	learned = 1 << iota
	macro
	argued
	neural
	passage
	logic
)

// signatures are the modules' by their numbers.
var signatures = func() (all [len(modules)]Signature) {
	for op, r := range modules {
		has := func(flag int) bool { return r.is&flag != 0 }
		all[op] = Signature{
			Takes: r.takes, Of: r.of, Returns: r.returns,
			Learned: has(learned), Macro: has(macro), Argued: has(argued),
			Neural: has(neural), Passage: has(passage), Logic: has(logic),
		}
	}
	return all
}()

var modules = [...]row{
	Find: {
		name: "find", of: Objects, returns: Objects,
		is: learned | argued | neural | logic, nlvr2: "find", more: "select scene",
	},
	Filter: {name: "filter", takes: 1, of: Objects, returns: Objects, is: learned | argued | neural | logic, nlvr2: "filter"},
	Relocate: {
		name: "relocate", takes: 1, of: Objects, returns: Objects,
		is: learned | argued | neural | logic, nlvr2: "project", more: "relate project",
	},
	WithRelation: {
		name: "with-relation", takes: 2, of: Objects, returns: Objects,
		is: learned | argued | neural | logic, nlvr2: "with_relation",
	},

	Not:          {name: "not", takes: 1, of: Truth, returns: Truth, is: logic},
	Intersect:    {name: "intersect", takes: 2, of: Objects, returns: Objects, is: neural | logic, nlvr2: "intersect"},
	Union:        {name: "union", takes: 2, of: Objects, returns: Objects, is: logic},
	Discard:      {name: "discard", takes: 2, of: Objects, returns: Objects, is: neural | logic, nlvr2: "discard"},
	InLeftImage:  {name: "in-left-image", takes: 1, of: Objects, returns: Objects, is: neural, nlvr2: "in_left_image"},
	InRightImage: {name: "in-right-image", takes: 1, of: Objects, returns: Objects, is: neural, nlvr2: "in_right_image"},
	InOneImage:   {name: "in-one-image", takes: 1, of: Objects, returns: Objects, is: neural, nlvr2: "in_one_image"},
	InOtherImage: {name: "in-other-image", takes: 1, of: Objects, returns: Objects, is: neural, nlvr2: "in_other_image"},
	Unique:       {name: "unique", takes: 1, of: Objects, returns: Objects, is: logic},

	Number:     {name: "number", returns: Amount, is: argued | neural, nlvr2: "number"},
	Count:      {name: "count", takes: 1, of: Objects, returns: Amount, is: neural | logic, nlvr2: "count"},
	Sum:        {name: "sum", takes: 2, of: Amount, returns: Amount, is: neural | passage, nlvr2: "sum"},
	Difference: {name: "difference", takes: 2, of: Amount, returns: Amount, is: neural | passage, nlvr2: "difference"},
	Division:   {name: "division", takes: 2, of: Amount, returns: Amount, is: neural, nlvr2: "division"},

	Exist: {
		name: "exist", takes: 1, of: Objects, returns: Truth,
		is: neural | logic, nlvr2: "exist", dfol: "exist", more: "exists",
	},
	ForAll: {name: "forall", takes: 1, of: Objects, returns: Truth, is: logic, more: "all"},
	None:   {name: "none", takes: 1, of: Objects, returns: Truth, is: logic, more: "no"},
	Verify: {
		name: "verify", takes: 1, of: Objects, returns: Truth,
		is: argued | logic, dfol: "verify_attrs", more: "verify-attrs verify-attr",
	},
	VerifyRel:    {name: "verify-rel", takes: 1, of: Objects, returns: Truth, is: argued | logic, dfol: "verify_rel"},
	AllSame:      {name: "all-same", takes: 1, of: Objects, returns: Truth, is: argued | logic, dfol: "all_same"},
	AllDifferent: {name: "all-different", takes: 1, of: Objects, returns: Truth, is: argued | logic, dfol: "all_different"},
	TwoSame:      {name: "two-same", takes: 2, of: Objects, returns: Truth, is: argued | logic, dfol: "two_same"},
	TwoDifferent: {name: "two-different", takes: 2, of: Objects, returns: Truth, is: argued | logic, dfol: "two_different"},
	Equal:        {name: "equal", takes: 2, of: Amount, returns: Truth, is: neural | logic, nlvr2: "equal"},
	Less:         {name: "less", takes: 2, of: Amount, returns: Truth, is: neural | logic, nlvr2: "less", more: "less-than"},
	LessEqual:    {name: "less-equal", takes: 2, of: Amount, returns: Truth, is: neural, nlvr2: "less_equal"},
	Greater:      {name: "greater", takes: 2, of: Amount, returns: Truth, is: neural | logic, nlvr2: "greater", more: "greater-than"},
	GreaterEqual: {name: "greater-equal", takes: 2, of: Amount, returns: Truth, is: neural, nlvr2: "greater_equal"},
	And: {
		name: "and", takes: 2, of: Truth, returns: Truth,
		is: neural | logic, nlvr2: "bool_and", dfol: "and", more: "bool-and",
	},
	Or: {name: "or", takes: 2, of: Truth, returns: Truth, is: neural | logic, nlvr2: "bool_or", dfol: "or", more: "bool-or"},

	InEachImage: {name: "in-each-image", takes: 1, of: Truth, returns: Truth, is: macro | neural, nlvr2: "in_each_image"},
	InAtLeastOneImage: {
		name: "in-at-least-one-image", takes: 1, of: Truth, returns: Truth,
		is: macro | neural, nlvr2: "in_at_least_one_image",
	},
	InOneOtherImage: {name: "in-one-other-image", takes: 1, of: Truth, returns: Truth, is: macro | neural, nlvr2: "in_one_other_image"},

	Query:     {name: "query", takes: 1, of: Objects, returns: Options, is: argued | logic, dfol: "query_attr", more: "query-attr"},
	Choose:    {name: "choose", takes: 1, of: Objects, returns: Options, is: argued | logic, dfol: "choose_attr", more: "choose-attr"},
	ChooseRel: {name: "choose-rel", takes: 1, of: Objects, returns: Options, is: argued | logic, dfol: "choose_rel"},
	Compare:   {name: "compare", takes: 2, of: Objects, returns: Options, is: argued | logic, dfol: "compare"},

	FindNum:            {name: "find-num", takes: 1, of: Tokens, returns: Amount, is: learned | passage},
	FindDate:           {name: "find-date", takes: 1, of: Tokens, returns: Dates, is: learned | passage},
	FindMaxNum:         {name: "find-max-num", takes: 1, of: Amount, returns: Tokens, is: passage},
	FindMinNum:         {name: "find-min-num", takes: 1, of: Amount, returns: Tokens, is: passage},
	CompareNumLess:     {name: "compare-num-lt", takes: 2, of: Amount, returns: Tokens, is: passage},
	CompareNumGreater:  {name: "compare-num-gt", takes: 2, of: Amount, returns: Tokens, is: passage},
	CompareDateLess:    {name: "compare-date-lt", takes: 2, of: Dates, returns: Tokens, is: passage},
	CompareDateGreater: {name: "compare-date-gt", takes: 2, of: Dates, returns: Tokens, is: passage},
	TimeDiff:           {name: "time-diff", takes: 2, of: Dates, returns: Amount, is: passage},
}

// kept are other names of a module that runs keep, because their own language
// has them: logic selects and relates where a neural program finds and
// relocates.
var kept = []string{"select", "relate", "scene"}

// ops are the modules by every name that runs have and people type, nlvr2 by
// those of faithful-nmn's code.
var ops, nlvr2 = func() (byName, byCode map[string]Op) {
	byName, byCode = map[string]Op{}, map[string]Op{}
	for op, row := range modules {
		for _, name := range append(strings.Fields(row.more), row.name) {
			byName[name] = Op(op)
		}
		byCode[row.nlvr2] = Op(op)
	}
	byName[""], byCode[""] = Unknown, Unknown
	return byName, byCode
}()

// Of returns the module of a name as runs have it, [Unknown] for one that the
// table lacks.
func Of(name string) Op { return ops[name] }

// Signature returns what a module takes and returns, nothing for [Unknown].
func (op Op) Signature() Signature { return signatures[op] }

// Computed reports whether a module over a passage is a formula of its arguments.
func (op Op) Computed() bool {
	s := op.Signature()
	return s.Passage && !s.Learned
}

// String returns the module's name in runs, "" for [Unknown].
func (op Op) String() string { return modules[op].name }

// Alike returns the other modules that take and return the same, in the order of
// the table from op on, after its end from its start. None for a module with an
// argument in words, and for [Unknown].
func (op Op) Alike() (list []Op) {
	kind := func(op Op) Signature {
		s := op.Signature()
		s.Neural, s.Passage, s.Logic = false, false, false // any executor's
		return s
	}
	for n := 1; n < len(modules) && op != Unknown && !op.Signature().Argued; n++ {
		if other := Op((int(op) + n) % len(modules)); kind(other) == kind(op) {
			list = append(list, other)
		}
	}
	return list
}

// Typed returns the name in runs of a module as people type it: in any case,
// with underscores or hyphens, by any of its names. A name that the table lacks
// stays itself.
func Typed(word string) string {
	name := strings.ReplaceAll(strings.ToLower(word), "_", "-")
	if op := Of(name); op != Unknown && !slices.Contains(kept, name) {
		return op.String()
	}
	return name
}

// NLVR2 returns the module of a name in faithful-nmn's code, a constant of one
// digit included: larger ones do not parse there. It is [Unknown] for a name that
// the code lacks.
func NLVR2(name string) Op {
	if IsConstant(name) {
		return Number
	}
	return nlvr2[name]
}

// IsConstant reports whether a name in faithful-nmn's code is a number.
func IsConstant(name string) bool { return len(name) == 1 && name[0] >= '0' && name[0] <= '9' }

// FromDFOL returns the name in runs of an operator of DFOL-VQA's programs. One
// that the table lacks stays itself.
func FromDFOL(operator string) string {
	if op := Of(strings.ReplaceAll(operator, "_", "-")); op != Unknown && strings.Contains(operator, "_") {
		return op.String()
	}
	return operator
}

// DFOL returns DFOL-VQA's name of the last operator of a program, "" for a module
// that cannot be the last.
func (op Op) DFOL() string { return modules[op].dfol }

// FromGQA returns the name in runs of an operation of GQA's programs, as
// DFOL-VQA's map of operations has it: "filter color" is a filter, "different" is
// all-different, "same color" two-same, and "choose healthier" a comparison.
func FromGQA(operation string) string {
	verb, category, _ := strings.Cut(operation, " ")
	switch {
	case verb == "same" || verb == "different":
		if category == "" {
			return "all-" + verb
		}
		return "two-" + verb
	case (verb == "verify" || verb == "choose") && category == "rel":
		return verb + "-rel"
	case verb == "choose" && isComparative(category):
		return Compare.String()
	}
	return verb
}

// isComparative reports whether what GQA chooses by is a comparative and not a
// category: "healthier", "less healthy", "thinner", but not "weather".
func isComparative(category string) bool {
	return strings.HasPrefix(category, "less ") || strings.HasPrefix(category, "more ") ||
		strings.HasSuffix(category, "er") && category != "weather" && category != "gender"
}

// FromCLEVR returns the name in runs of a function of CLEVR's programs and the
// category that it has in its name: "filter_color" is a filter by color,
// "same_size" relates by the same size. A function that the table lacks stays
// itself.
func FromCLEVR(function string) (op, category string) {
	verb, category, _ := strings.Cut(function, "_")
	switch verb {
	case "scene":
		return "select", ""
	case "same":
		return "relate", category
	case "filter", "query", "equal":
		return verb, category
	case "less", "greater":
		return verb, ""
	}
	return function, ""
}

// Variance is the fixed spread of a count and of a constant in faithful-nmn,
// whose code hands it to the normal distribution as its standard deviation.
const Variance = 0.25

// Combine is [Intersect] or [Discard] of two sets of objects, each a probability
// per image and proposal: their product, and what the first has above the
// second. What one of them lacks is left out. It is nil for other modules.
func Combine(op Op, a, b [][]float64) [][]float64 {
	var of func(x, y float64) float64
	switch op {
	case Intersect:
		of = func(x, y float64) float64 { return x * y }
	case Discard:
		of = func(x, y float64) float64 { return max(x-y, 0) }
	default:
		return nil
	}
	out := make([][]float64, min(len(a), len(b)))
	for image := range out {
		out[image] = make([]float64, min(len(a[image]), len(b[image])))
		for k := range out[image] {
			out[image][k] = of(a[image][k], b[image][k])
		}
	}
	return out
}

// Confine keeps the objects of one image of a set, by its index, and gives
// those of the others the probability 0. The set itself is not changed.
func Confine(set [][]float64, to int) [][]float64 {
	out := make([][]float64, len(set))
	for image, list := range set {
		if out[image] = list; image != to {
			out[image] = make([]float64, len(list))
		}
	}
	return out
}

// Calculate is [Sum], [Difference] or [Division] of two normally distributed
// numbers; a quotient is computed to second order, as faithful-nmn does, and has
// a spread of NaN where a mean is 0. ok is false for other modules.
func Calculate(op Op, a, b loaders.Number) (_ loaders.Number, ok bool) {
	switch op {
	case Sum:
		return loaders.Number{Mean: a.Mean + b.Mean, Var: a.Var + b.Var}, true
	case Difference:
		return loaders.Number{Mean: a.Mean - b.Mean, Var: a.Var + b.Var}, true
	case Division:
		aa, bb := a.Mean*a.Mean, b.Mean*b.Mean
		return loaders.Number{
			Mean: a.Mean/b.Mean + float64(b.Var*a.Mean/(bb*b.Mean)),
			Var:  aa / bb * (a.Var/aa + float64(b.Var/bb)),
		}, true
	}
	return loaders.Number{}, false
}

// MaxModules bounds a program. The papers' have some thirty modules at most, an
// agent's log has thousands of steps; a step that several others read is shown
// below each of them, which doubles per level.
const MaxModules = 10_000

// ErrTooLong says that a program has more than [MaxModules] modules.
var ErrTooLong = loaders.Errorf("the program has more than %d modules", MaxModules)

// Unfold writes a program as modules in pre-order, from its root. read returns
// the module of a step, whose Children are filled in, and the steps that it
// reads, in their order. A step that several read is written below each. The
// error is [ErrTooLong].
func Unfold[S any](root S, read func(step S) (loaders.Module, []S)) ([]loaders.Module, error) {
	var modules []loaders.Module
	var add func(step S) int
	add = func(step S) int {
		at := len(modules)
		m, inputs := read(step)
		m.Children = nil
		modules = append(modules, m)
		for _, input := range inputs {
			if len(modules) > MaxModules {
				break
			}
			child := add(input)
			modules[at].Children = append(modules[at].Children, child)
		}
		return at
	}
	if add(root); len(modules) > MaxModules {
		return nil, ErrTooLong
	}
	return modules, nil
}

// parentheses sets them apart from names.
var parentheses = strings.NewReplacer("(", " ( ", ")", " ) ")

// ReadForm reads a logical form, an S-expression whose lists begin with a
// function: (equal (count find) 2). It calls add for each name, in order, with its
// depth in the tree, 0 for the first. The error of add ends the reading.
func ReadForm(form string, add func(depth int, name string) error) error {
	lists, opened, begun := 0, false, false
	for token := range strings.FieldsSeq(parentheses.Replace(form)) {
		switch {
		case opened && strings.ContainsAny(token, "()"):
			return errors.New("a list does not begin with a function")
		case begun && lists == 0:
			return loaders.Errorf("%q follows its end", token)
		case token == ")" && !begun:
			return errors.New("a parenthesis closes that never opened")
		case token == ")":
			lists--
		case token == "(":
			lists, opened = lists+1, true
		default:
			depth := lists
			if opened {
				depth--
			}
			if err := add(depth, token); err != nil {
				return err
			}
			opened, begun = false, true
		}
	}
	if !begun || lists > 0 {
		return errors.New("it ends too early")
	}
	return nil
}
