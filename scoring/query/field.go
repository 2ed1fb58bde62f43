package query

import (
	"slices"
	"strings"

	"faithscope/loaders/nearest"
)

// Kind is what a field holds of an example.
type Kind uint8

// The kinds, with the type that a [Column] returns.
const (
	Number  Kind = iota // float64, NaN where it is undefined
	Truth               // bool, false where nobody knows
	Text                // string, "" for none
	Set                 // []string, several texts of which each counts; nil for none
	Modules             // []Module, in program order
)

// String is the kind in one word.
func (k Kind) String() string {
	return [...]string{"number", "yes or no", "text", "texts", "modules"}[k]
}

// zero is a value of the kind, for the type checker.
func (k Kind) zero() any {
	return [...]any{0.0, false, "", []string(nil), []Module(nil)}[k]
}

// Module is one module of an example's program, as any(modules, …) sees it.
type Module struct {
	Op        string  `expr:"op"`       // "find", as in the program
	Argument  string  `expr:"argument"` // its text, "" for none
	F1        float64 `expr:"f1"`       // its score: F1 with boxes, attention on gold with spans; NaN for none
	Precision float64 `expr:"p"`        // NaN for none
	Recall    float64 `expr:"r"`        // NaN for none
	Cause     string  `expr:"cause"`    // why it is wrong, "" where it is not
	Faithful  bool    `expr:"faithful"` // its score is not below the bar
	Scored    bool    `expr:"scored"`   // it has a score
	Culprit   bool    `expr:"culprit"`  // it is the first that is wrong although its inputs are right
	Depth     int     `expr:"depth"`    // modules above it, 0 for the root
}

// Field is one thing that a query can ask of an example.
type Field struct {
	Name    string   // "f1.with-relation"
	Aliases []string // other names: "with-relation"
	Kind    Kind
	Help    string // what it is, in a few words
	Group   string // heads it in help: "Answer", "Scores"
	// Facet says that its values are few and worth counting.
	Facet bool
}

// Fields are those of a run, in the order of its help.
type Fields []Field

// Find returns the field of a name or an alias. An underscore stands for a
// hyphen.
func (fs Fields) Find(name string) (_ Field, ok bool) {
	for _, f := range fs {
		if same(f.Name, name) || slices.ContainsFunc(f.Aliases, func(a string) bool { return same(a, name) }) {
			return f, true
		}
	}
	return Field{}, false
}

func same(name, typed string) bool {
	return name == typed || strings.Contains(name, "-") && strings.ReplaceAll(name, "-", "_") == typed
}

// Names lists every name and alias.
func (fs Fields) Names() []string {
	var names []string
	for _, f := range fs {
		names = append(append(names, f.Name), f.Aliases...)
	}
	return names
}

// unknown is the error of a name that no field has, at a place of the text.
func (fs Fields) unknown(name string, at, end int) *Error {
	return &Error{at, end, "there is no field " + oneLine(name) + nearest.Hint(name, fs.Names())}
}
