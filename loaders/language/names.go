package language

import "strings"

// NLVR2 returns the module of a name in faithful-nmn's code, constants of one digit included, since
// larger ones don't parse there; [Unknown] if the code lacks it.
func NLVR2(moduleName string) ModuleOp {
	if IsConstant(moduleName) {
		return Number
	}
	return nlvr2[moduleName]
}

// IsConstant reports whether a name in faithful-nmn's code is a number.
func IsConstant(constantName string) bool {
	return len(constantName) == 1 && constantName[0] >= '0' && constantName[0] <= '9'
}

// FromDFOL returns the name in runs of an operator of DFOL-VQA's programs: "verify_attrs" is
// verify. One that the table lacks, or without an underscore, is returned unchanged.
func FromDFOL(dfolOperator string) string {
	if op := Of(strings.ReplaceAll(dfolOperator, "_", "-")); op != Unknown && strings.Contains(dfolOperator, "_") {
		return op.String()
	}
	return dfolOperator
}

// DFOL returns DFOL-VQA's name of a module as the last operator of a program; "" if it can't be the
// last.
func (op ModuleOp) DFOL() string { return modules[op].dfol }

// FromGQA returns the name in runs of an operation of GQA's programs, by DFOL-VQA's map of
// operations: "filter color" is a filter, "different" all-different, "same color" two-same, and
// "choose healthier" a comparison.
func FromGQA(gqaOperation string) string {
	verb, category, _ := strings.Cut(gqaOperation, " ")
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

func isComparative(category string) bool {
	return strings.HasPrefix(category, "less ") || strings.HasPrefix(category, "more ") ||
		strings.HasSuffix(category, "er") && category != "weather" && category != "gender"
}

// FromCLEVR returns the name in runs of a function of CLEVR's programs, and the category in its
// name: "filter_color" is a filter by color, "same_size" relates by size, "scene" selects, and
// "less_than" is less, without a category. Functions that begin with none of scene, same, filter,
// query, equal, less and greater are returned unchanged, without a category.
func FromCLEVR(clevrFunction string) (op, category string) {
	verb, category, _ := strings.Cut(clevrFunction, "_")
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
	return clevrFunction, ""
}
