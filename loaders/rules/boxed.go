package rules

import (
	"regexp"
	"strings"
)

// inBox returns what the last \boxed{} of a solution has, or else the solution.
func inBox(solution string) string {
	at, depth := strings.LastIndex(solution, `\boxed{`), 0
	for i := max(at, 0); at >= 0 && i < len(solution); i++ {
		switch solution[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return solution[at+len(`\boxed{`) : i]
			}
		}
	}
	return solution
}

var (
	// unsized maps the ways to write one formula to one, most to nothing, as MATH's math_equivalence.py does.
	unsized   = strings.NewReplacer(strings.Split(`\left  \right  \dfrac \frac \tfrac \frac ^{\circ}  ^\circ  \!  {,}  \$  \%  $  % `, " ")...)
	texted    = regexp.MustCompile(`\\(?:text|textbf|mathrm|mbox)\{([^{}]*)\}`)
	unbraced  = regexp.MustCompile(`\\frac(\w)(\w)`)
	thousands = regexp.MustCompile(`^\d{1,3}(,\d{3})+$`)
)

func formulaIn(answerText string) string {
	text := texted.ReplaceAllString(unsized.Replace(strings.Join(strings.Fields(inBox(answerText)), "")), "$1")
	text = unbraced.ReplaceAllString(text, `\frac{$1}{$2}`)
	if text = strings.TrimSuffix(text, "."); thousands.MatchString(text) {
		text = strings.ReplaceAll(text, ",", "")
	}
	return CanonicalText(text)
}
