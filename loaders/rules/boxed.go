package rules

import (
	"regexp"
	"strings"
)

// InBox returns what the last \boxed{} of a solution has, or else the solution and false.
func InBox(solution string) (inside string, ok bool) {
	at := strings.LastIndex(solution, `\boxed{`)
	depth := 0
	for i := max(at, 0); at >= 0 && i < len(solution); i++ {
		switch solution[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return solution[at+len(`\boxed{`) : i], true
			}
		}
	}
	return solution, false
}

var (
	// unsized maps the ways to write one formula to one, as MATH's math_equivalence.py does.
	unsized = strings.NewReplacer(`\left`, "", `\right`, "", `\dfrac`, `\frac`, `\tfrac`, `\frac`, `^{\circ}`, "", `^\circ`, "", `\!`, "",
		"{,}", "", `\$`, "", `\%`, "", "$", "", "%", "", " ", "", "\n", "")
	texted    = regexp.MustCompile(`\\(?:text|textbf|mathrm|mbox)\{([^{}]*)\}`)
	unbraced  = regexp.MustCompile(`\\frac(\w)(\w)`)
	thousands = regexp.MustCompile(`^\d{1,3}(,\d{3})+$`)
)

func formulaIn(answerText string) string {
	text, _ := InBox(answerText)
	text = unbraced.ReplaceAllString(texted.ReplaceAllString(unsized.Replace(text), "$1"), `\frac{$1}{$2}`)
	if text = strings.TrimSuffix(text, "."); thousands.MatchString(text) {
		text = strings.ReplaceAll(text, ",", "")
	}
	return CanonicalText(text)
}
