package roles

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/rows"
	"faithscope/loaders/rules"
)

// column is a column of a table, or what is within one.
type column struct {
	columnNameMeaning
	*columnProfile
	name  string
	words []string
}

func (c *column) hasWord(wordList []string) bool { return hasWord(wordList, c.words...) }

// columnProfile holds what the values of a column have in common, in the rows looked at.
type columnProfile struct {
	filled    int            // with a value
	numbers   int            // of the values, those that are numbers
	fractions int            // of the numbers, those that are not whole
	unit      int            // and those in 0..1
	least     float64        // of the numbers
	lists     int            // values that are several
	repeated  int            // of the lists, those with a value twice
	tens      int            // and those of ten values
	minus     int            // lists with -1
	judged    int            // lists of verdicts
	structs   int            // values with names in them
	results   int            // texts that end with a number behind ####, as GSM8K's solutions do
	letters   int            // of all texts
	spaced    int            // words of all texts; two signs are one where no blanks are between words
	files     int            // texts that are the name of a file
	times     map[string]int // how often each of the first values occurs
	verdicts  int            // of the values; see counted
	counted   bool
}

// Bounds of what values say.
const (
	mostClasses   = 20  // values of a closed vocabulary
	fewestRows    = 20  // from which one is known to be closed
	fewestNumbers = 3   // from which they are known to be measurements
	mostLetters   = 256 // of a text that are looked at, at either end
	longAnswer    = 25  // letters of one that is prose, on average
	longSentence  = 5   // and its words
)

// profileOf reads texts as answers are compared, and only their ends if they are long, which takes a
// third of the time. Lists of one count as single values.
func profileOf(tableRows []rows.Row, columnPath string) *columnProfile {
	p := &columnProfile{times: map[string]int{}}
	for _, r := range tableRows {
		v := r.ValueAt(columnPath)
		text := strings.TrimSpace(rows.Text(v))
		p.judged += min(1, len(verdictsIn(v)))
		list := rows.ListOf(v)
		elements := loaders.Map(list, rows.Text)
		if slices.Contains(elements, "-1") {
			p.minus++
		}
		if len(list) > 1 {
			if p.lists++; len(loaders.Distinct(elements)) < len(list) {
				p.repeated++
				p.tens += loaders.IfElse(len(list) == 10, 1, 0)
			}
		} else if _, isStruct := v.(rows.RowObject); isStruct {
			p.structs++
		}
		if text == "" {
			continue
		}
		p.filled++
		start, end := text[:min(len(text), mostLetters)], text[max(0, len(text)-mostLetters):]
		p.letters += len(start)
		p.spaced += len(strings.Fields(start)) + loaders.CountFunc([]rune(start), isUnspaced)/2
		if file.MatchString(start) {
			p.files++
		}
		if solution.MatchString(end) {
			p.results++
		}
		if x, ok := rows.NumberOf(v); ok {
			if p.numbers++; p.numbers == 1 {
				p.least = x
			}
			if p.least = min(p.least, x); x != float64(int64(x)) {
				p.fractions++
			}
			if x >= 0 && x <= 1 {
				p.unit++
			}
		}
		text = rules.CanonicalText(text)
		p.times[text]++
	}
	return p
}

// solution matches the texts of GSM8K's solutions.
var (
	solution = regexp.MustCompile(`#### *\$?-?[\d,.]+$`)
	file     = regexp.MustCompile(`^\S+\.[a-z][a-z0-9]{1,3}$`)
)

func isUnspaced(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

func (p *columnProfile) isSigned() bool { return p.times["-1"]+p.minus > 0 }

// isClosed takes values for a closed vocabulary if at most 20 different ones fill at least 20 rows,
// each twice or more: fewer could be chance.
func (p *columnProfile) isClosed() bool {
	if p.filled < fewestRows || len(p.times) > mostClasses {
		return false
	}
	for _, n := range p.times {
		if n < 2 {
			return false
		}
	}
	return true
}

func (p *columnProfile) isFew() bool { return len(p.times) > 1 && len(p.times) <= mostClasses }

func (p *columnProfile) isMeasured() bool {
	return (p.filled >= fewestNumbers || p.filled > 1 && p.fractions == p.filled) && p.isNumeric() && 5*p.fractions >= p.filled &&
		len(p.times) > min(mostClasses, p.filled/2)
}

func (p *columnProfile) isNumeric() bool { return p.numbers == p.filled }

func (p *columnProfile) isOfNumbers() bool { return p.filled > 0 && p.isNumeric() }

func (p *columnProfile) isOpenNumber() bool { return p.isNumeric() && p.hasMany() }

func (p *columnProfile) hasMany() bool {
	return len(p.times) > mostClasses || 5*len(p.times) >= 4*p.filled
}

func (p *columnProfile) isProse() bool {
	return p.filled > 0 && p.letters >= longAnswer*p.filled && p.spaced >= longSentence*p.filled
}

func (p *columnProfile) countShared(other *column) (n int) {
	for text := range p.times {
		if other.times[text] > 0 {
			n++
		}
	}
	return n
}

// isOfTen reports whether most values are ten annotators' answers, as in VQA.
func (p *columnProfile) isOfTen() bool { return 2*p.tens > p.filled && p.numbers == 0 }

// hasClassesOf reports whether all values are the other's.
func (p *columnProfile) hasClassesOf(other *column) bool {
	return len(p.times) > 1 && p.countShared(other) == len(p.times)
}

func (p *columnProfile) sharesValues(other *column) bool { return p.countShared(other) > 0 }

func (p *columnProfile) isOf(allowedValues ...string) bool {
	for text := range p.times {
		if !slices.Contains(allowedValues, strings.ToLower(text)) {
			return false
		}
	}
	return p.filled > 0
}

func (p *columnProfile) matchesTruths(other *column) bool {
	truth, bit := []string{"true", "false"}, []string{"0", "1", "null"}
	areOf := func(allowedValues ...string) bool { return p.isOf(allowedValues...) && other.isOf(allowedValues...) }
	return areOf(slices.Concat(truth, bit)...) && !areOf(bit...) && !areOf(truth...)
}

// isDelimited reports whether a fifth of the values are several labels with a delimiter between, of few in all.
func (p *columnProfile) isDelimited() bool {
	labels, several := map[string]bool{}, 0
	for text, n := range p.times {
		parts := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(",;|", c) })
		several += loaders.IfElse(len(parts) > 1, n, 0)
		for _, part := range parts {
			labels[strings.TrimSpace(part)] = true
		}
	}
	return 5*several >= p.filled && len(labels) <= mostClasses && 2*len(labels) <= p.filled
}

func (p *columnProfile) sharesClasses(other *column) bool {
	return p.isClosed() && other.isClosed() && p.numbers == 0 && p.sharesValues(other)
}

func (p *columnProfile) sharesOneOfPair(gold *column) bool {
	return p.isClosed() && len(p.times) > 1 && gold.isPair() && p.countShared(gold) == 1
}

func (p *columnProfile) isPair() bool { return p.isClosed() && len(p.times) == 2 }

// isBoxed reports whether every text has its answer in LaTeX's \boxed.
func (p *columnProfile) isBoxed() bool {
	for text := range p.times {
		if !strings.Contains(text, `\boxed{`) {
			return false
		}
	}
	return p.filled > 0
}

func (p *columnProfile) isSolved() bool { return p.filled > 0 && p.results == p.filled }

// isOutspoken reports whether the values are verdicts in words that mean nothing else; right and
// wrong only together, because either may be an answer.
func (p *columnProfile) isOutspoken() bool {
	known := "correct incorrect pass fail passed failed 正确 错误 ✓ ✔ ✅ ✗ ✘ ❌ "
	if len(p.times) > 1 {
		known += "right wrong richtig falsch 对 错 是 否 unknown unanswered " + unattempted
	}
	for text := range p.times {
		if !slices.Contains(strings.Fields(known), leadingSign(strings.ToLower(text))) {
			return false
		}
	}
	return p.areVerdicts()
}

// areVerdicts wants verdicts in nine tenths of the values, none a list, with one word for right and
// one for wrong, because answers may be yes and true; not_attempted may occur besides.
func (p *columnProfile) areVerdicts() bool {
	return p.lists == 0 && 10*len(p.times) <= p.filled+10*mostClasses && p.hasVerdicts(9)
}

// verdictText returns the word or sign that says a verdict; 0 and 1 among truth values, as a failure's default, are theirs.
func (p *columnProfile) verdictText(text string) string {
	text = leadingSign(strings.ToLower(strings.TrimSpace(text)))
	isTruth := func(spelling string) bool { return p.times[spelling] > 0 }
	if slices.ContainsFunc([]string{"true", "false", "True", "False", "TRUE", "FALSE"}, isTruth) {
		text = cmp.Or(map[string]string{"0": "false", "0.0": "false", "1": "true", "1.0": "true"}[text], text)
	}
	return cmp.Or(map[string]string{"tn": "tp", "fn": "fp"}[text], text)
}

func (p *columnProfile) hasVerdicts(leastTenths int) bool {
	if !p.counted {
		p.verdicts, p.counted = p.countVerdicts(), true
	}
	return p.lists == 0 && p.verdicts > 0 && 10*p.verdicts >= leastTenths*p.filled
}

func (p *columnProfile) countVerdicts() int {
	said, times, silent := map[loaders.Verdict]string{}, 0, 0
	for _, text := range loaders.SortedKeys(p.times) {
		n := p.times[text]
		verdict, known := VerdictOf(text, p.isSigned())
		if text = p.verdictText(text); !known {
			silent += loaders.IfElse(text == "unknown" || text == "unanswered", n, 0) // our own tables' words beside right and wrong
			continue
		} else if said[verdict] != "" && said[verdict] != text && text != unattempted && !(text == "n" && p.times["I"] > 0) {
			return 0
		}
		if times += n; text != unattempted && text != "n" {
			said[verdict] = text
		}
	}
	isOwn := map[string]bool{"": true, "right": true, "wrong": true}
	if isOwn[said[loaders.Right]] && isOwn[said[loaders.Wrong]] {
		times += silent
	}
	return times
}
