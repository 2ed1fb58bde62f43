package faithfulnmn

import (
	"errors"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
)

// TestNoProgram: what the authors' parser rejects, and what would hang or
// exhaust one that trusts its input.
func TestNoProgram(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		b.WriteString("exist")
		for i := range n {
			b.WriteString("\n" + strings.Repeat(".", i+1) + "filter")
		}
		return b.String() + "\n" + strings.Repeat(".", n+1) + "find"
	}
	if _, err := parseDotted(chain(10)); err != nil {
		t.Errorf("a chain of ten filters: %v", err)
	}
	for why, program := range map[string]string{
		"empty":                             "",
		"only white space":                  " \n\n",
		"a set of objects is not an answer": "find[1]",
		"union is not in the language":      "exist\n.union\n..find\n..find",
		"ten is not a constant":             "equal\n.count\n..find\n.10[0]",
		"count where objects belong":        "exist\n.count\n..find",
		"an argument too few":               "equal\n.count\n..find",
		"an argument too many":              "exist\n.find\n.find",
		"a leaf with an argument":           "exist\n.find\n..find",
		"a level left out":                  "exist\n..find",
		"two roots":                         "exist\n.find\nexist\n.find",
		"the first line indented":           ".exist\n..find",
		"deeper than any program":           chain(record.MaxDepth + 1),
		"written with the code's spaces":    "equal \n.count x\n..find\n.1",
	} {
		if nodes, err := parseDotted(program); !errors.Is(err, errProgram) {
			t.Errorf("%s: %v, %v", why, nodes, err)
		}
	}
	for why, form := range map[string]string{
		"empty":                   "",
		"no end":                  "(exist find",
		"too many ends":           "(exist find))",
		"two forms":               "(exist find) (exist find)",
		"no name":                 "((exist find))",
		"empty brackets":          "()",
		"a bare module":           "find",
		"deeper than any program": strings.Repeat("(filter ", 100_000),
	} {
		if nodes, err := parseLisp(form); !errors.Is(err, errProgram) {
			t.Errorf("%s: %v, %v", why, nodes, err)
		}
	}
	const unary, filter = "ObjectSet -> [<ObjectSet:ObjectSet>, ObjectSet]", "<ObjectSet:ObjectSet> -> filter"
	deep := []string{"@start@ -> ObjectSet"}
	for range record.MaxDepth + 2 {
		deep = append(deep, unary, filter)
	}
	for why, actions := range map[string][]string{
		"empty":                    {},
		"no start":                 {"Answer -> find"},
		"no arrow":                 {"@start@ Answer"},
		"nothing behind the arrow": {"@start@ -> "},
		"ends too early":           {"@start@ -> ObjectSet", unary, filter},
		"another symbol":           {"@start@ -> ObjectSet", unary, filter, "Number -> 1"},
		"left over":                {"@start@ -> ObjectSet", "ObjectSet -> find", "ObjectSet -> find"},
		"empty list":               {"@start@ -> ObjectSet", "ObjectSet -> []"},
		"deeper than any program":  append(deep, "ObjectSet -> find"),
	} {
		if nodes, err := parseActions(actions); !errors.Is(err, errProgram) {
			t.Errorf("%s: %v, %v", why, nodes, err)
		}
	}
}

// TestSecondReadings: what the language allows and data rarely has.
func TestSecondReadings(t *testing.T) {
	nodes, err := parseDotted("and\n.exist\n..in_left_image\n...find[2, " +
		"3]\n.or\n..less\n...number[1]\n...9\n..in_each_image\n...exist\n....find")
	check.NoError(t, err)
	check.Equal(t, "the logical form", logicalForm(nodes, 0),
		"(bool_and (exist (in_left_image find)) (bool_or (less number 9) (in_each_image (exist find))))")
	if got := nodes[3].words; len(got) != 2 || got[0] != 2 || got[1] != 3 {
		t.Errorf("find attends to %v", got)
	}
	check.Equal(t, "the family", programFamily(nodes), "and(exist, or)")
}

// TestAttended: the text of a module is what it attends to.
func TestAttended(t *testing.T) {
	tokens := []string{"[CLS]", "stand", "##ing", "dogs", "run", "[SEP]"}
	for _, test := range []struct {
		why       string
		attention []float64
		want      string
	}{
		{"annotated: all words alike", []float64{0, 1. / 3, 1. / 3, 1. / 3, 0, 0}, "standing dogs"},
		{"predicted: the peaks", []float64{.01, .05, .05, .6, .28, .01}, "dogs"},
		{"the marks of the ends are not words", []float64{.9, 0, 0, .1, 0, 0}, "dogs"},
		{"nothing but marks", []float64{.5, 0, 0, 0, 0, .5}, ""},
		{"none", nil, ""},
	} {
		check.Equal(t, test.why, attendedText(tokens, test.attention), test.want)
	}
}
