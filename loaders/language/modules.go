package language

import (
	"slices"
	"strings"
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

// Of returns the module that runs know by this name, or by another that people type; [Unknown] for
// one that the table lacks.
func Of(name string) Op { return ops[name] }

// Signature returns what a module takes and returns; the zero value for [Unknown].
func (op Op) Signature() Signature { return signatures[op] }

// Computed reports whether a module is one over a passage and a formula of its arguments, not
// learned.
func (op Op) Computed() bool {
	s := op.Signature()
	return s.Passage && !s.Learned
}

// String returns the module's name in runs, "" for [Unknown].
func (op Op) String() string { return modules[op].name }

// Alike returns the other modules that take and return the same, in the order of the table from op
// on, then from its start: those that can stand in op's place. It is nil for a module with an
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

// Typed returns the name in runs of a module as people type it: in any case, with underscores or
// hyphens, by any of its names. A name that the table lacks, or that runs keep (select, relate,
// scene), is returned in lower case with hyphens.
func Typed(word string) string {
	name := strings.ReplaceAll(strings.ToLower(word), "_", "-")
	if op := Of(name); op != Unknown && !slices.Contains(kept, name) {
		return op.String()
	}
	return name
}
