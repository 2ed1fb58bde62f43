package ask

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/executor/dfol"
)

// templates are GQA's, without words that change nothing, each followed by its program. N is a set
// of objects, W a noun, A an attribute, R a relation, M a comparative, C a category or a word of one.
var templates = []string{
	"how is the weather", "query[weather](select)",
	"what place is it", "", // no object is the answer
	"is there N or N", "or(exist($1), exist($2))",
	"is there N and N", "and(exist($1), exist($2))",
	"is there N", "exist($1)",
	"is N and N same C", "two-same[$3]($1, $2)",
	"is N and N different C", "two-different[$3]($1, $2)",
	"is N same C", "all-same[$2]($1)",
	"is not N same C", "all-different[$2]($1)",
	"is N different C", "all-different[$2]($1)",
	"is N A or A", "choose[$2|$3]($1)",
	"is N A and A", "verify[$2|$3]($1)",
	"is N A", "verify[$2]($1)",
	"is N R or R W", "choose-rel[$4,$2|$3,o]($1)",
	"is W R or R N", "choose-rel[$1,$2|$3,s]($4)",
	"is N R W", "verify-rel[$3,$2,o]($1)",
	"is N R N", "exist(with-relation[$2]($1, $3))",
	"what W is it", "query[name](select[$1])",
	"what W is R N", "query[name](relate[$1,$2,s]($3))",
	"what W is N R", "query[name](relate[$1,$3,o]($2))",
	"what C is N", "query[$1]($2)",
	"what is C of N", "query[$1]($2)",
	"what W is A", "query[name](filter[$2](select[$1]))",
	"what side is N", "query[hposition]($1)",
	"what side is N on", "query[hposition]($1)",
	"N what C", "query[$2]($1)",
	"what is N made of", "query[material]($1)",
	"what is N doing", "query[activity]($1)",
	"how C is N", "query[$1]($2)",
	"what is M N or N", "compare[$1,false]($2, $3)",
	"what is R N", "query[name](relate[_,$1,s]($2))",
	"what is N R", "query[name](relate[_,$2,o]($1))",
	"what is N", "query[name]($1)",
	"how is N", "query[name]($1)",
}

var (
	rewordPhrases = strings.NewReplacer(
		"?", "", ",", "", "'s ", " is ", "n't", " not", "kind of ", "", "type of ", "", "piece of ", "", "item of ", "",
		"article of ", "", "to be ", "", "do you think ", "", "the name of ", "",
		"do you see ", "is there ", "can one see ", "is there ", "the same ", "same ", "a different ", "different ", " not all ", " not ",
		"on which side", "what side", "on what side", "what side", "in which box", "what side", "in which part", "what side",
		" in the picture", "", " in the photo", "", " in the image", "", " in the scene", "",
		" in this picture", "", " in this photo", "", " in this image", "",
		" left of the picture", " left", " left of the photo", " left", " left of the image", " left",
		" right of the picture", " right", " right of the photo", " right", " right of the image", " right",
		" of the picture", "", " of the photo", "", " of the image", "",
		" to the left of ", " to the left of ", " to the right of ", " to the right of ", // not to be lengthened again
		" left of ", " to the left of ", " right of ", " to the right of ",
	)
	rewordings = map[string]string{
		"are": "is", "do": "is", "does": "is", "which": "what", "who": "what person", "any": "", "some": "", "either": "", "both": "",
		"all": "", "have": "", "has": "", "look": "", "looks": "", "seem": "", "appear": "", "called": "", "he": "person", "she": "person",
	}
)

const mostWords = 40

// translateQuestion returns an English question's program. The error names a word that is
// unknown, and the closest question.
func translateQuestion(questionText string, s *dfol.Scene, c *dfol.ConceptCategories) (string, error) {
	q := &question{scene: s, concepts: c, sets: map[int][]phraseReading{}, known: map[int]bool{}}
	for word := range strings.FieldsSeq(rewordPhrases.Replace(strings.ToLower(questionText))) {
		if other, ok := rewordings[word]; ok {
			word = other
		}
		q.words = append(q.words, strings.Fields(word)...)
	}
	if len(q.words) > mostWords {
		return "", errors.New("the question has more than 40 words")
	}
	for k := 0; k < len(templates); k += 2 {
		slots := q.matchPattern(strings.Fields(templates[k]), 0, []string{})
		switch {
		case slots == nil:
		case templates[k+1] == "":
			return "", q.suggestClosest()
		default:
			return strings.NewReplacer(slots...).Replace(templates[k+1]), nil
		}
	}
	return "", q.suggestClosest()
}

func (q *question) suggestClosest() error {
	closest, why := "", "no question template fits"
	for from := range q.words {
		q.readNames(from, q.relationOf)
		for _, set := range q.readSets(from) {
			if phrase := strings.Join(q.words[q.skipWords(from, small):set.end], " "); len(phrase) > len(closest) {
				closest = phrase
			}
		}
	}
	common := slices.Concat(small, places, strings.Fields(strings.Join(templates, " ")))
	for k, word := range slices.Backward(q.words) {
		if !q.known[k] && !slices.Contains(common, word) {
			why = "the oracle doesn't know " + strconv.Quote(word)
		}
	}
	if strings.HasPrefix(strings.Join(q.words, " "), "how many ") {
		why = "English questions can't count"
	}
	if closest == "" {
		closest = loaders.ElementAt(usualNouns, slices.IndexFunc(usualNouns, func(noun string) bool { return q.nounOf(noun) != "" }))
	}
	start := "is there a "
	switch {
	case closest == "":
		return errors.New(why)
	case strings.HasSuffix(closest, "s"):
		start = "are there any "
	case strings.ContainsAny(closest[:1], "aeiou"):
		start = "is there an "
	}
	return errors.New(why + "; try “" + start + closest + "?”")
}

// usualNouns are offered where the question has no noun that the oracle knows.
var usualNouns = strings.Fields("square person man woman car tree table dog object")

func (q *question) matchPattern(patternWords []string, wordIndex int, slotTexts []string) []string {
	if len(patternWords) == 0 {
		return loaders.IfElse(wordIndex == len(q.words), slotTexts, nil)
	}
	for _, r := range q.readSlot(patternWords[0], wordIndex) {
		more := slotTexts
		if r.text != "" {
			more = slices.Concat(slotTexts, []string{"$" + strconv.Itoa(len(slotTexts)/2+1), r.text})
		}
		if all := q.matchPattern(patternWords[1:], r.end, more); all != nil {
			return all
		}
	}
	return nil
}

func (q *question) readSlot(slotName string, wordIndex int) []phraseReading {
	meaning := q.nounOf
	switch slotName {
	case "N":
		return q.readSets(wordIndex)
	case "A":
		return q.readAttributes(wordIndex)
	case "R":
		return q.readNames(wordIndex, q.relationOf)
	case "M":
		meaning = func(phrase string) string { return q.nameOf(dfol.PositiveForm(strings.TrimSuffix(phrase, "er"))) }
	case "C":
		meaning = q.concepts.CategoryOf
	case "W":
	default:
		if wordIndex < len(q.words) && q.words[wordIndex] == slotName {
			return []phraseReading{{end: wordIndex + 1}}
		}
		return nil
	}
	return q.readNames(q.skipWords(wordIndex, small), meaning)
}
