package ask

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/executor/dfol"
)

type question struct {
	words    []string
	scene    *dfol.Scene
	concepts *dfol.ConceptCategories
	sets     map[int][]phraseReading
	known    map[int]bool // words
}

// phraseReading is a phrase up to a word, as a program or an argument.
type phraseReading struct {
	end  int
	text string
}

var (
	small    = strings.Fields("a an the this that these those which who of in on is")
	articles = small[:9]
	places   = strings.Fields("box side part")
)

func (q *question) skipWords(wordIndex int, skippedWords []string) int {
	for wordIndex < len(q.words) && slices.Contains(skippedWords, q.words[wordIndex]) {
		wordIndex++
	}
	return wordIndex
}

func (q *question) nameOf(phrase string) string {
	return loaders.IfElse(q.scene.Speaks(q.concepts, phrase, false), phrase, "")
}

// Without lists of classes, only a shape is both an attribute and a noun.
func (q *question) nounOf(phrase string) string {
	category := q.concepts.CategoryOf(phrase)
	return loaders.IfElse(category == "" || category == "shape" || q.concepts.IsNoun(phrase), q.nameOf(phrase), "")
}

func (q *question) relationOf(phrase string) string {
	for _, name := range []string{phrase + " of", phrase} {
		if q.scene.Speaks(q.concepts, name, true) {
			return name
		}
	}
	return ""
}

// readNames returns what meaningOf makes of the next words, the most words first.
func (q *question) readNames(wordIndex int, meaningOf func(phrase string) string) (list []phraseReading) {
	for end := min(wordIndex+5, len(q.words)); end > wordIndex; end-- {
		if text := meaningOf(strings.Join(q.words[wordIndex:end], " ")); text != "" {
			list = append(list, phraseReading{end, text})
			for k := wordIndex; k < end; k++ {
				q.known[k] = true
			}
		}
	}
	return list
}

func (q *question) readAttributes(wordIndex int) (list []phraseReading) {
	start := q.skipWords(wordIndex, small)
	placed := start > q.skipWords(wordIndex, articles)
	negated := start < len(q.words) && q.words[start] == "not"
	if negated {
		start++
	}
	relation := loaders.ElementAt(q.readNames(start, q.relationOf), 0)
	for _, r := range q.readNames(start, q.nameOf) {
		if r.end < relation.end || placed && q.concepts.CategoryOf(r.text) == "" { // "standing under", "on a bike"
			continue
		}
		list = append(list, phraseReading{q.skipWords(r.end, places), loaders.IfElse(negated, "not("+r.text+")", r.text)})
	}
	return list
}

// readSets returns a noun phrase's readings, one for each end, the longest first.
func (q *question) readSets(wordIndex int) []phraseReading {
	if list, ok := q.sets[wordIndex]; ok {
		return list
	}
	var list []phraseReading
	add := func(end int, parts ...string) {
		if !slices.ContainsFunc(list, func(r phraseReading) bool { return r.end == end }) {
			list = append(list, phraseReading{end, strings.Join(parts, "")})
		}
	}
	start := q.skipWords(wordIndex, small)
	for _, noun := range q.readNames(start, q.nounOf) {
		add(noun.end, "select[", noun.text, "]")
	}
	for _, attribute := range q.readNames(start, q.nameOf) {
		if q.skipWords(attribute.end, small) > attribute.end { // "top of the pizza"
			continue
		}
		for _, rest := range q.readSets(attribute.end) {
			add(rest.end, "filter[", attribute.text, "](", rest.text, ")")
		}
	}
	for i := 0; i < len(list); i++ {
		q.readClauses(list[i], add)
	}
	slices.SortFunc(list, func(a, b phraseReading) int { return b.end - a.end })
	q.sets[wordIndex] = list
	return list
}

// readClauses adds what follows a set: "that is not black", "in the left box", "above the circle",
// "the woman is holding".
func (q *question) readClauses(setReading phraseReading, addReading func(end int, parts ...string)) {
	before, after := "intersect("+setReading.text+", relate[_,", "))"
	if noun, ok := strings.CutPrefix(setReading.text, "select["); ok {
		before, after = "relate["+strings.TrimSuffix(noun, "]")+",", ")"
	}
	from := q.skipWords(setReading.end, small)
	for _, attribute := range q.readAttributes(setReading.end) {
		addReading(attribute.end, "filter[", attribute.text, "](", setReading.text, ")")
	}
	for start := setReading.end; start <= from; start++ {
		for _, relation := range q.readNames(start, q.relationOf) {
			for _, other := range q.readSets(relation.end) {
				addReading(other.end, before, relation.text, ",s](", other.text, after)
			}
		}
	}
	if from == setReading.end {
		return
	}
	for _, other := range q.readSets(from) {
		for _, relation := range q.readNames(q.skipWords(other.end, small[len(small)-1:]), q.relationOf) {
			addReading(relation.end, before, relation.text, ",o](", other.text, after)
		}
	}
}
