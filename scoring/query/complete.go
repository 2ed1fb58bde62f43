package query

import (
	"slices"
	"strconv"
	"strings"
)

// Completion holds what the last word may become.
type Completion struct {
	// of the word, in bytes
	From int
	// whole words, the likeliest first
	Choices []string
}

const mostChoices = 200

// Complete completes the last word: fields, members of a list's elements, or after a comparison the
// field's values. valuesOf lists a text field's values, the most frequent
// first; nil if they are unknown.
func Complete(text string, queryFields Fields, valuesOf func(field string) []string) Completion {
	from := strings.LastIndexAny(text, " (,!|&") + 1
	if quote := openQuote(text); quote >= 0 {
		from = strings.LastIndexAny(text[:quote], " (,!|&") + 1
		if from == quote {
			from = strings.LastIndexByte(strings.TrimRight(text[:quote], " =!<>:"), ' ') + 1
			return completeQuoted(text, from, quote, queryFields, valuesOf)
		}
	}
	word := text[from:]
	sign := ""
	if rest, ok := strings.CutPrefix(word, "-"); ok {
		sign, word = "-", rest
	}
	name, op, value := cutComparison(word)
	c := Completion{From: from}
	if op == "" {
		for _, known := range append(queryFields.Names(), queryFields.listMembers(text[:from])...) {
			if strings.HasPrefix(known, word) {
				c.addChoice(sign + Reference(known))
			}
		}
		return c
	}
	f, ok := queryFields.Find(name)
	hasNoValues := !ok || f.Kind != Text && f.Kind != Set
	if hasNoValues {
		return c
	}
	for _, v := range valuesOf(f.Name) {
		if isCompletion(v, value) {
			written := quotedIfNeeded(v)
			if _, named := f.namedField(written, queryFields); named {
				written = strconv.Quote(v)
			}
			c.addChoice(sign + name + op + written)
		}
	}
	return c
}

func completeQuoted(text string, wordStart, quoteStart int, queryFields Fields, valuesOf func(field string) []string) Completion {
	c := Completion{From: quoteStart}
	words := strings.FieldsFunc(text[:quoteStart], func(r rune) bool { return strings.ContainsRune(" (=!<>:", r) })
	if len(words) == 0 {
		return c
	}
	name := words[len(words)-1]
	if slices.Contains(longWords, name) && len(words) > 1 {
		name = words[len(words)-2]
	}
	f, ok := queryFields.Find(name)
	if !ok || wordStart > quoteStart {
		return c
	}
	for _, v := range valuesOf(f.Name) {
		if isCompletion(v, text[quoteStart:]) {
			c.addChoice(strconv.Quote(v))
		}
	}
	return c
}

func (c *Completion) addChoice(choice string) {
	if len(c.Choices) < mostChoices && !slices.Contains(c.Choices, choice) {
		c.Choices = append(c.Choices, choice)
	}
}

func isCompletion(candidate, typed string) bool {
	typed = strings.ToLower(strings.TrimPrefix(typed, `"`))
	return strings.HasPrefix(strings.ToLower(candidate), typed)
}

func quotedIfNeeded(v string) string {
	if v == "" || strings.ContainsAny(v, " \t\n\"\\()[]{}'`#;<>=!:") || slices.Contains(longWords, v) {
		return strconv.Quote(v)
	}
	return v
}

func openQuote(text string) int {
	at := -1
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && at >= 0:
			i++
		case text[i] == '"' && at >= 0:
			at = -1
		case text[i] == '"':
			at = i
		}
	}
	return at
}
