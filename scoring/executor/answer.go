package executor

import (
	"slices"
	"strings"
)

// Says reports whether an answer is the gold one: the same text, its singular
// where the gold answer is a plural, or the relation of which the gold answer
// has the direction alone ("left" of "to the left of"), as GQA answers questions
// for a relation. DFOL-VQA does so by putting gold answers in the singular and
// taking any option that contains them, "woman" for "man" too.
func Says(answer, gold string) bool {
	return answer == gold || answer != "" && (slices.Contains(Singulars(gold), answer) || answer == "to the "+gold+" of")
}

// endings turn a plural into what it may be the plural of.
var endings = [][2]string{
	{"people", "person"}, {"men", "man"}, {"children", "child"}, {"ies", "y"}, {"ves", "f"}, {"ves", "fe"},
	{"shes", "sh"}, {"ches", "ch"}, {"xes", "x"}, {"ses", "s"}, {"s", ""},
}

// Singulars are what an English plural may be the plural of, the likeliest
// first; nil for what does not look like one.
func Singulars(name string) []string {
	var list []string
	for _, end := range endings {
		if stem, ok := strings.CutSuffix(name, end[0]); ok && !(end[0] == "s" && (stem == "" || strings.HasSuffix(stem, "s"))) {
			list = append(list, stem+end[1])
		}
	}
	return list
}
