package query

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Errors are at the word's place, because its expression was not typed.
func shortClause(w queryWord, queryFields Fields) (queryClause, error) {
	text, negated := strings.CutPrefix(w.text, "-")
	if text == "" {
		return queryClause{}, &Error{w.at, w.end, "a minus needs a word after it"}
	}
	long, err := shortExpression(text, w, queryFields)
	if err != nil {
		return queryClause{}, err
	}
	if negated {
		long = "not (" + long + ")"
	}
	p, err := compileCondition(long, queryFields)
	if err != nil {
		return queryClause{}, &Error{w.at, w.end, err.Error()}
	}
	return queryClause{text: w.text, short: true, long: long, program: p}, nil
}

func shortExpression(text string, w queryWord, queryFields Fields) (string, error) {
	name, op, value := cutComparison(text)
	if op == "" {
		if f, ok := queryFields.Find(text); ok && f.Kind == Truth {
			return Reference(f.Name), nil
		}
		return "has(text, " + strconv.Quote(withoutQuotes(text)) + ")", nil
	}
	f, ok := queryFields.Find(name)
	if !ok {
		return "", queryFields.unknownName(name, w.at, w.end)
	}
	if value == "" {
		return "", &Error{w.at, w.end, "nothing to compare " + name + " with"}
	}
	compares, what := compareField(f, op, value, queryFields)
	if what != "" {
		return "", &Error{w.at, w.end, what}
	}
	return compares, nil
}

// what says why f can't be compared. ":" is equality for a number and containment for texts, which
// otherwise allow only = and !=; truths and modules only compare with fields.
func compareField(f Field, comparison, typedValue string, queryFields Fields) (expression, what string) {
	if comparison == "=" || comparison == ":" && f.Kind == Number {
		comparison = "=="
	}
	equals := slices.Contains([]string{"==", "!="}, comparison)
	other, named := f.namedField(typedValue, queryFields)
	with := strconv.Quote(withoutQuotes(typedValue))
	if named {
		with = Reference(other.Name)
	}
	switch f.Kind {
	case Number:
		if !named && !decimal.MatchString(typedValue) {
			return "", typedValue + " is neither a number nor a numeric field"
		} else if !named {
			with = typedValue
		}
	case Truth, Modules, Others:
		if !named || !equals {
			return "", f.Name + " is " + f.Kind.String() + ", so it can't be compared"
		}
	default:
		if comparison == ":" {
			return containsPart(f, with), ""
		}
		if !equals {
			return "", f.Name + " is text: compare it with =, != or :"
		}
	}
	return Reference(f.Name) + " " + comparison + " " + with, ""
}

var decimal = regexp.MustCompile(`^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$`)

func containsPart(f Field, soughtPart string) string {
	if f.Kind == Set {
		return "any(" + Reference(f.Name) + ", has(#, " + soughtPart + "))"
	}
	return "has(" + Reference(f.Name) + ", " + soughtPart + ")"
}

func (f Field) namedField(fieldName string, queryFields Fields) (Field, bool) {
	other, ok := queryFields.Find(fieldName)
	return other, ok && f.Kind < Modules && other.Kind != Set && (f.Kind == other.Kind || f.Kind == Set && other.Kind == Text)
}

// cutComparison leaves a comparison at the beginning or after a double quote to the value, which may
// be any text; without one, op is "".
func cutComparison(clauseText string) (name, op, value string) {
	for i := range len(clauseText) {
		if clauseText[i] == '"' {
			break
		}
		for _, c := range comparisons {
			if i > 0 && strings.HasPrefix(clauseText[i:], c) {
				return clauseText[:i], c, clauseText[i+len(c):]
			}
		}
	}
	return clauseText, "", ""
}

func withoutQuotes(clauseText string) string {
	if plain, err := strconv.Unquote(clauseText); err == nil && strings.HasPrefix(clauseText, `"`) {
		return plain
	}
	return strings.ReplaceAll(clauseText, `"`, "")
}
