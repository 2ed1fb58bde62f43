package rules

import (
	"regexp"
	"strings"
)

// inBox returns what the last \boxed{} of a solution has, or else the last \fbox{}, or else the solution. `\boxed 7` ends
// at a dollar sign.
func inBox(solution string) string {
	if at := strings.LastIndex(solution, `\boxed `); at >= 0 {
		text, _, _ := strings.Cut(solution[at+len(`\boxed `):], "$")
		return text
	}
	open, depth := `\boxed{`, 0
	at := strings.LastIndex(solution, open)
	if at < 0 {
		open = `\fbox{`
		at = strings.LastIndex(solution, open)
	}
	for i := max(at, 0); at >= 0 && i < len(solution); i++ {
		switch solution[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return solution[at+len(open) : i]
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
	rooted    = regexp.MustCompile(`\\sqrt([^{\s])`)
	pointed   = regexp.MustCompile(`(^|[ {])\.`)
	named     = regexp.MustCompile(`^.{0,2}=([^=]*)$`)
	divided   = regexp.MustCompile(`^(\d+)/(\d+)$`)
	thousands = regexp.MustCompile(`^\d{1,3}(,\d{3})+$`)
)

// formulaIn writes equal formulas alike: 3/4, .5, \sqrt2, x=5 and units, as MATH's math_equivalence.py does.
func formulaIn(answerText string) string {
	text, _, _ := strings.Cut(inBox(answerText), `\text{ `) // the unit
	text = pointed.ReplaceAllString(strings.TrimSpace(text), "${1}0.")
	text = texted.ReplaceAllString(unsized.Replace(strings.Join(strings.Fields(text), "")), "$1")
	text = named.ReplaceAllString(text, "$1")
	text = rooted.ReplaceAllString(text, `\sqrt{$1}`)
	text = unbraced.ReplaceAllString(text, `\frac{$1}{$2}`)
	text = divided.ReplaceAllString(text, `\frac{$1}{$2}`)
	if text = strings.TrimSuffix(text, "."); thousands.MatchString(text) {
		text = strings.ReplaceAll(text, ",", "")
	}
	if text = CanonicalText(text); text == "0.5" {
		return `\frac{1}{2}`
	}
	return text
}
