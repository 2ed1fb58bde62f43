// Package check compares what tests get with what they want.
package check

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// NoError ends the test for an error.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Error fails the test unless the error contains part; with part "", unless there is none.
func Error(t testing.TB, what string, err error, part string, context ...any) {
	t.Helper()
	if (err == nil) != (part == "") || err != nil && !strings.Contains(err.Error(), part) {
		differ(t, what, err, part, context)
	}
}

// Fails fails the test unless there is an error.
func Fails(t testing.TB, what string, err error, context ...any) {
	t.Helper()
	if err == nil {
		differ(t, what, err, "an error", context)
	}
}

// Is fails the test unless the error is or wraps target.
func Is(t testing.TB, what string, err, target error, context ...any) {
	t.Helper()
	if !errors.Is(err, target) {
		differ(t, what, err, target, context)
	}
}

// Equal fails the test unless two values are equal. The message begins with what they are and with
// the context.
func Equal[T comparable](t testing.TB, what string, got, want T, context ...any) {
	t.Helper()
	if got != want {
		differ(t, what, got, want, context)
	}
}

// EqualLists is [Equal] for lists in one order; nil is an empty list.
func EqualLists[T comparable](t testing.TB, what string, got, want []T, context ...any) {
	t.Helper()
	if !slices.Equal(got, want) {
		differ(t, what, got, want, context)
	}
}

// DeepEqual is [Equal] for values of any type. A nil list differs from an empty one.
func DeepEqual(t testing.TB, what string, got, want any, context ...any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		differ(t, what, got, want, context)
	}
}

// Near fails the test unless two numbers differ by at most tolerance.
func Near(t testing.TB, what string, got, want, tolerance float64, context ...any) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		differ(t, what, got, want, context)
	}
}

// NearLists is [Near] for lists of one length.
func NearLists(t testing.TB, what string, got, want []float64, tolerance float64, context ...any) {
	t.Helper()
	near := func(x, y float64) bool { return math.Abs(x-y) <= tolerance }
	if !slices.EqualFunc(got, want, near) {
		differ(t, what, got, want, context)
	}
}

// Has fails the test unless a text contains part.
func Has(t testing.TB, what, text, part string, context ...any) {
	t.Helper()
	if !strings.Contains(text, part) {
		differ(t, what, text, part, context)
	}
}

// Contains fails the test for each part that a text lacks.
func Contains(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in %s", part, shown(text))
		}
	}
}

// Lacks fails the test for each part that a text contains.
func Lacks(t testing.TB, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("%q in %s", part, shown(text))
		}
	}
}

func differ(t testing.TB, what string, got, want any, context []any) {
	t.Helper()
	t.Errorf("%s: %s, want %s", strings.TrimSpace(what+" "+fmt.Sprintln(context...)), shown(got), shown(want))
}

// shown quotes strings, so that spaces and control characters are seen; lines of text stay lines.
func shown(x any) string {
	text, ok := x.(string)
	if ok && strings.Contains(text, "\n") && !strings.Contains(text, "\x1b") {
		return "\n" + text + "\n"
	}
	if _, list := x.([]string); ok || list {
		return fmt.Sprintf("%q", x)
	}
	return fmt.Sprintf("%+v", x)
}
