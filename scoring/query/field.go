package query

import (
	"reflect"
	"slices"
	"strings"

	"faithscope/loaders/nearest"
	"faithscope/scoring"
)

// FieldKind is the type of a field's value.
type FieldKind uint8

// with a [Column]'s type
const (
	Number  FieldKind = iota // float64, NaN if undefined
	Truth                    // bool, false if unknown
	Text                     // string, "" for none
	Set                      // []string, each of which counts; nil for none
	Modules                  // []Module, in program order
	Others                   // []Other, by run
)

func (k FieldKind) String() string {
	return [...]string{"number", "yes or no", "text", "texts", "modules", "runs"}[k]
}

func (k FieldKind) zeroValue() any {
	return [...]any{0.0, false, "", []string(nil), []ModuleRow(nil), []OtherRunExample(nil)}[k]
}

// KindOf returns the kind of fields of a Go type; ok is false if it has none.
func KindOf(t reflect.Type) (k FieldKind, ok bool) {
	for k = range Others + 1 {
		if reflect.TypeOf(k.zeroValue()) == t {
			return k, true
		}
	}
	return Number, t.Kind() == reflect.Int
}

// ModuleRow is an element of any(modules, …), and a row of the table of modules. Tags name a column's
// meaning, unit and direction. Missing numbers are NaN.
type ModuleRow struct {
	Op        string  `expr:"op" facet:"yes" help:"its operator, as in the program"`
	Argument  string  `expr:"argument" facet:"yes" help:"its text, in lower case"`
	Depth     int     `expr:"depth" unit:"modules" facet:"yes" help:"modules above it, 0 for the root"`
	Score     float64 `expr:"score" better:"higher" help:"F1 with boxes, attention on gold with spans, GroundP with a count"`
	Precision float64 `expr:"p" better:"higher" help:"share of its predicted boxes that are on gold"`
	Recall    float64 `expr:"r" better:"higher" help:"share of its gold boxes that are found"`
	Counted   int     `expr:"counted" unit:"boxes" help:"predicted boxes that count towards its precision"`
	Loss      float64 `expr:"loss" better:"lower" help:"with spans: -Σ ln of its attention on each gold span"`
	Scored    bool    `expr:"scored" help:"it has a score"`
	Faithful  bool    `expr:"faithful" known:"scored" better:"higher" help:"its score reaches the threshold"`
	Wrong     bool    `expr:"wrong" known:"scored" better:"lower" help:"its score is below the threshold"`
	Local     bool    `expr:"local" known:"scored" better:"lower" help:"it is wrong although its inputs are right"`
	Inherited bool    `expr:"inherited" known:"scored" better:"lower" help:"it is wrong, and so is an input"`
	Culprit   bool    `expr:"culprit" better:"lower" help:"it goes wrong first: the first wrong module whose inputs are right"`
	Cause     string  `expr:"cause" facet:"yes" help:"why it is wrong; empty if it isn't"`
	Gold      int     `expr:"gold" unit:"boxes" help:"gold boxes, or gold spans"`
	Area      float64 `expr:"area" help:"mean area of its gold boxes, as a share of their picture"`
	Proposals int     `expr:"proposals" unit:"boxes" help:"boxes in its pictures that it chooses from"`
}

// OtherRunExample is the example in another run: an element of all(others, …), tagged like [ModuleRow].
type OtherRunExample struct {
	Run          string  `expr:"run" help:"the run's name"`
	Predicted    string  `expr:"predicted" help:"its answer"`
	Right        bool    `expr:"right" better:"higher" help:"its answer is right"`
	Wrong        bool    `expr:"wrong" better:"lower" help:"its answer is wrong"`
	Faithful     bool    `expr:"faithful" better:"higher" help:"it is faithful"`
	Unfaithful   bool    `expr:"unfaithful" better:"lower" help:"it is scored, but not faithful"`
	Faithfulness float64 `expr:"faithfulness" better:"higher" help:"the number that decides whether it is faithful"`
}

// Field is one thing to ask about an example.
type Field struct {
	scoring.ColumnMeaning
	Aliases []string // other names: "with-relation"
	Kind    FieldKind
	Group   string
	Facet   bool
	// a query that is false where a Truth is unknown; "" for never
	Known  string
	Former map[string]string
}

// Fields are a run's fields, in the order of help.
type Fields []Field

// Find accepts aliases, and underscores for hyphens.
func (fs Fields) Find(fieldName string) (_ Field, ok bool) {
	for _, f := range fs {
		if sameName(f.Name, fieldName) || slices.ContainsFunc(f.Aliases, func(a string) bool { return sameName(a, fieldName) }) {
			return f, true
		}
	}
	return Field{}, false
}

func sameName(fieldName, typedName string) bool {
	return fieldName == typedName || strings.Contains(fieldName, "-") && strings.ReplaceAll(fieldName, "-", "_") == typedName
}

// Names includes aliases.
func (fs Fields) Names() []string {
	var names []string
	for _, f := range fs {
		names = append(append(names, f.Name), f.Aliases...)
	}
	return names
}

func (fs Fields) listMembers(text string) (names []string) {
	before := text[:max(0, strings.LastIndexByte(text, ','))]
	f, ok := fs.Find(before[strings.LastIndexAny(before, " (")+1:])
	if !ok || f.Kind < Modules {
		return nil
	}
	for member := range reflect.TypeOf(f.Kind.zeroValue()).Elem().Fields() {
		names = append(names, "."+member.Tag.Get("expr"))
	}
	return names
}

func (fs Fields) unknownName(typedName string, startOffset, endOffset int) *Error {
	return &Error{startOffset, endOffset, "there is no field " + strings.Join(strings.Fields(typedName), " ") + nearest.Hint(typedName,
		fs.Names())}
}
