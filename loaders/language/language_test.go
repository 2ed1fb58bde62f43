package language

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// TestTable holds what the rest relies on: every module has a name and a kind,
// no name belongs to two, and each name leads to its module.
func TestTable(t *testing.T) {
	owner := map[string]ModuleOp{}
	for op := Find; int(op) < len(modules); op++ {
		row, has := modules[op], op.Signature()
		if row.name == "" || has.Returns == NoKind || !has.Neural && !has.Passage && !has.Logic ||
			(has.Takes > 0) != (has.Of != NoKind) && op != Find {
			t.Errorf("module %d, %q: %+v", op, row.name, has)
		}
		check.Equal(t, "neural and in the authors' code", has.Neural, row.nlvr2 != "", op, row.nlvr2)
		for _, name := range append(strings.Fields(row.more), row.name) {
			if other, twice := owner[name]; twice {
				t.Errorf("%q is %s and %s", name, other, op)
			}
			owner[name] = op
			check.Equal(t, name+" is", Of(name), op)
		}
		if row.nlvr2 != "" && NLVR2(row.nlvr2) != op {
			t.Errorf("%q of NLVR2 is %q, want %s", row.nlvr2, NLVR2(row.nlvr2), op)
		}
	}
	for _, name := range []string{"", "relocate", "bool-and", "10"} {
		check.Equal(t, name+" of NLVR2 is", NLVR2(name), Unknown)
	}
}

// TestOrderOfTable holds that each line of the table is about the module of its place.
func TestOrderOfTable(t *testing.T) {
	check.Equal(t, "lines of the table", strings.Count(table, "\n"), len(modules)) // with the titles
	for op, want := range map[ModuleOp]string{
		Find: "find", Filter: "filter", Relocate: "relocate", WithRelation: "with-relation", Not: "not", Intersect: "intersect",
		Union: "union", Discard: "discard", InLeftImage: "in-left-image", InRightImage: "in-right-image", InOneImage: "in-one-image",
		InOtherImage: "in-other-image", Unique: "unique", Number: "number", Count: "count", Sum: "sum", Difference: "difference",
		Division: "division", Exist: "exist", ForAll: "forall", None: "none", Verify: "verify", VerifyRel: "verify-rel",
		AllSame: "all-same", AllDifferent: "all-different", TwoSame: "two-same", TwoDifferent: "two-different", Equal: "equal",
		Less: "less", LessEqual: "less-equal", Greater: "greater", GreaterEqual: "greater-equal", And: "and", Or: "or",
		InEachImage: "in-each-image", InAtLeastOneImage: "in-at-least-one-image", InOneOtherImage: "in-one-other-image",
		Query: "query", Choose: "choose", ChooseRel: "choose-rel", Compare: "compare", FindNum: "find-num", FindDate: "find-date",
		FindMaxNum: "find-max-num", FindMinNum: "find-min-num", CompareNumLess: "compare-num-lt", CompareNumGreater: "compare-num-gt",
		CompareDateLess: "compare-date-lt", CompareDateGreater: "compare-date-gt", TimeDiff: "time-diff",
	} {
		check.Equal(t, "module", op.String(), want, op)
	}
	words := strings.Fields("learned macro argued commutes passage logic")
	for line := range strings.Lines(table[strings.Index(table, "\n")+1:]) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		isUnknown := func(flag string) bool { return !slices.Contains(words, flag) }
		if slices.ContainsFunc(strings.Fields(cells[4]), isUnknown) || !slices.Contains(kinds, cells[2]) || !slices.Contains(kinds, cells[3]) {
			t.Errorf("a word that nothing reads in %q", line)
		}
	}
}

// TestFromGQA compares with DFOL-VQA's map of operations (op_map.json of
// microsoft/DFOL-VQA, MIT), one of each kind and every comparative.
func TestFromGQA(t *testing.T) {
	for operation, want := range map[string]string{
		"select": "select", "relate": "relate", "filter": "filter", "filter color": "filter", "query": "query", "exist": "exist", "and": "and",
		"or":     "or",
		"verify": "verify", "verify face expression": "verify", "verify rel": "verify-rel", "verify weather": "verify",
		"choose": "choose", "choose weather": "choose", "choose gender": "choose", "choose sportActivity": "choose", "choose rel": "choose-rel",
		"same": "all-same", "different": "all-different", "same color": "two-same", "different shape": "two-different",
		"choose younger": "compare", "choose older": "compare", "choose less healthy": "compare", "choose healthier": "compare",
		"choose shorter": "compare",
		"choose longer":  "compare", "choose smaller": "compare", "choose lower": "compare", "choose higher": "compare",
		"choose taller": "compare", "choose larger": "compare",
		"choose thinner": "compare", "choose wider": "compare", "choose newer": "compare", "choose darker": "compare",
		"common": "common",
	} {
		check.Equal(t, operation+" is", FromGQA(operation), want)
	}
}

func TestOtherNames(t *testing.T) {
	for _, tt := range []struct{ of, name, got, want string }{
		{"DFOL-VQA", "query_attr", FromDFOL("query_attr"), "query"},
		{"DFOL-VQA", "verify_attrs", FromDFOL("verify_attrs"), "verify"},
		{"DFOL-VQA", "all_same", FromDFOL("all_same"), "all-same"},
		{"DFOL-VQA", "select", FromDFOL("select"), "select"},
		{"DFOL-VQA", "of_tomorrow", FromDFOL("of_tomorrow"), "of_tomorrow"},
		{"a person", "Project", Typed("Project"), "relocate"},
		{"a person", "Verify_Attr", Typed("Verify_Attr"), "verify"},
		{"a person", "select", Typed("select"), "select"},
		{"a person", "exists", Typed("exists"), "exist"},
		{"a person", "no", Typed("no"), "none"},
		{"a person", "of_tomorrow", Typed("of_tomorrow"), "of-tomorrow"},
		{"logic", "verify", Verify.DFOL(), "verify_attrs"},
		{"logic", "union", Union.DFOL(), ""},
	} {
		check.Equal(t, tt.name+" of "+tt.of+" is", tt.got, tt.want)
	}
	for function, want := range map[string][2]string{
		"scene": {"select", ""}, "filter_color": {"filter", "color"}, "query_shape": {"query", "shape"}, "same_size": {"relate", "size"},
		"relate": {"relate", ""}, "equal_integer": {"equal", "integer"}, "less_than": {"less", ""}, "greater_than": {"greater", ""},
		"unique": {"unique", ""},
	} {
		if op, category := FromCLEVR(function); op != want[0] || category != want[1] {
			t.Errorf("%q of CLEVR is %q by %q, want %q", function, op, category, want)
		}
	}
}

func TestAlike(t *testing.T) {
	for op, want := range map[ModuleOp][]ModuleOp{
		Equal: {Less, LessEqual, Greater, GreaterEqual}, GreaterEqual: {Equal, Less, LessEqual, Greater}, Union: {Discard, Intersect},
		Exist: {ForAll, None}, And: {Or}, Sum: {Difference, Division}, Find: nil, Filter: nil, Verify: nil, Count: nil, Unknown: nil,
		InEachImage: {InAtLeastOneImage, InOneOtherImage}, InLeftImage: {InRightImage, InOneImage, InOtherImage, Unique},
	} {
		check.EqualLists(t, "like", op.Alike(), want, op)
	}
}

func TestUnfold(t *testing.T) {
	reads := [][]int{{}, {0}, {0, 1}} // step 0 is read twice, the second time by step 1
	got, err := Unfold(2, func(step int) (loaders.Module, []int) { return loaders.Module{Place: step}, reads[step] })
	var places []int
	for _, m := range got {
		places = append(places, m.Place)
	}
	if err != nil || !slices.Equal(places, []int{2, 0, 1, 0}) || !slices.Equal(got[0].Children, []int{1, 2}) ||
		!slices.Equal(got[2].Children, []int{3}) {
		t.Errorf("%v with children %v, error %v", places, got, err)
	}
	double := func(step int) (loaders.Module, []int) {
		if step == 0 {
			return loaders.Module{}, nil
		}
		return loaders.Module{}, []int{step - 1, step - 1}
	}
	if got, err := Unfold(200, double); !errors.Is(err, ErrTooLong) || got != nil {
		t.Errorf("2^200 modules: %d of them, error %v", len(got), err)
	}
}

func TestComputed(t *testing.T) {
	a, b := [][]float64{{.5, 1}, {.25}}, [][]float64{{.25, 1}, {.5}}
	if got := Combine(Intersect, a, b); !slices.Equal(got[0], []float64{.125, 1}) || !slices.Equal(got[1], []float64{.125}) {
		t.Errorf("intersect is %v", got)
	}
	if got := Combine(Discard, a, b); !slices.Equal(got[0], []float64{.25, 0}) || !slices.Equal(got[1], []float64{0}) {
		t.Errorf("discard is %v", got)
	}
	if got := Combine(Union, a, b); got != nil {
		t.Errorf("union has a closed form: %v", got)
	}
	if got := Confine(a, 1); !slices.Equal(got[0], []float64{0, 0}) || !slices.Equal(got[1], []float64{.25}) || a[0][0] != .5 {
		t.Errorf("the right image is %v of %v", got, a)
	}
	six, two := loaders.Number{Mean: 6, Var: .25}, loaders.Number{Mean: 2, Var: .25}
	for op, want := range map[ModuleOp]loaders.Number{
		Sum: {Mean: 8, Var: .5}, Difference: {Mean: 4, Var: .5},
		Division: {Mean: 3 + .25*6/8, Var: 9 * (.25/36 + .25/4)},
	} {
		if got, ok := Calculate(op, six, two); !ok || got != want {
			t.Errorf("%s is %+v, want %+v", op, got, want)
		}
	}
	if got, ok := Calculate(Division, six, loaders.Number{Var: .25}); !ok ||
		!math.IsNaN(got.Mean+got.Var) && !math.IsInf(got.Mean+got.Var, 0) {
		t.Errorf("6 / 0 is %+v", got)
	}
	if _, ok := Calculate(Equal, six, two); ok {
		t.Error("equal is arithmetic")
	}
}
