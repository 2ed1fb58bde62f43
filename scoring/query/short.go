package query

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Errors are at the word's place, because its expression was not typed.
func shortClause(w word, fields Fields) (clause, *Error) {
	text, negated := strings.CutPrefix(w.text, "-")
	if text == "" {
		return clause{}, &Error{w.at, w.end, "a minus needs a word after it"}
	}
	long, err := shortExpression(text, w, fields)
	if err != nil {
		return clause{}, err
	}
	if negated {
		long = "not (" + long + ")"
	}
	p, err := compileCondition(long, fields)
	if err != nil {
		return clause{}, &Error{w.at, w.end, err.What}
	}
	return clause{text: w.text, short: true, long: long, program: p}, nil
}

func shortExpression(text string, w word, fields Fields) (string, *Error) {
	name, op, value := cutComparison(text)
	if op == "" {
		if f, ok := fields.Find(text); ok && f.Kind == Truth {
			return Reference(f.Name), nil
		}
		return "has(text, " + strconv.Quote(withoutQuotes(text)) + ")", nil
	}
	f, ok := fields.Find(name)
	if !ok {
		return "", fields.unknownName(name, w.at, w.end)
	}
	if value == "" {
		return "", &Error{w.at, w.end, "what is " + name + " compared with?"}
	}
	compares, what := compareField(f, op, value, fields)
	if what != "" {
		return "", &Error{w.at, w.end, what}
	}
	return compares, nil
}

// what says why f can't be compared. ":" is equality for a number and containment for texts, which
// otherwise allow only = and !=; truths and modules only compare with fields.
func compareField(f Field, op, value string, fields Fields) (expression, what string) {
	if op == "=" || op == ":" && f.Kind == Number {
		op = "=="
	}
	equals := slices.Contains([]string{"==", "!="}, op)
	other, named := f.namedField(value, fields)
	with := strconv.Quote(withoutQuotes(value))
	if named {
		with = Reference(other.Name)
	}
	switch f.Kind {
	case Number:
		if !named && !decimal.MatchString(value) {
			return "", value + " is neither a number nor the name of one"
		} else if !named {
			with = value
		}
	case Truth, Modules, Others:
		if !named || !equals {
			return "", f.Name + " is " + f.Kind.String() + " and is not compared"
		}
	default:
		if op == ":" {
			return containsPart(f, with), ""
		}
		if !equals {
			return "", f.Name + " is a text: only = != and : compare it"
		}
	}
	return Reference(f.Name) + " " + op + " " + with, ""
}

var decimal = regexp.MustCompile(`^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$`)

func containsPart(f Field, part string) string {
	if f.Kind == Set {
		return "any(" + Reference(f.Name) + ", has(#, " + part + "))"
	}
	return "has(" + Reference(f.Name) + ", " + part + ")"
}

func (f Field) namedField(value string, fields Fields) (Field, bool) {
	other, ok := fields.Find(value)
	return other, ok && f.Kind < Modules && other.Kind != Set && (f.Kind == other.Kind || f.Kind == Set && other.Kind == Text)
}

// A comparison at the beginning or after a double quote belongs to the value; without one, op is
// "".
func cutComparison(text string) (name, op, value string) {
	for i := range len(text) {
		if text[i] == '"' {
			break
		}
		for _, c := range comparisons {
			if i > 0 && strings.HasPrefix(text[i:], c) {
				return text[:i], c, text[i+len(c):]
			}
		}
	}
	return text, "", ""
}

func withoutQuotes(text string) string {
	if plain, err := strconv.Unquote(text); err == nil && strings.HasPrefix(text, `"`) {
		return plain
	}
	return strings.ReplaceAll(text, `"`, "")
}
