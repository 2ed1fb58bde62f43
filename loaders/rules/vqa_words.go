package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// normalizeVQA follows VQA's evaluation (processPunctuation and processDigitArticle), because
// published accuracies do: without marks and articles, in lower case, numerals as digits, contractions
// with their apostrophe, single blanks.
func normalizeVQA(s string) string {
	var words []string
	for word := range strings.FieldsSeq(strings.ToLower(withoutMarks(s))) {
		if n := slices.Index(numerals, word); n >= 0 {
			word = strconv.Itoa(max(0, n-1))
		}
		if !isArticle(word) {
			words = append(words, cmp.Or(contractions[word], word))
		}
	}
	return strings.Join(words, " ")
}

var (
	marks = strings.Split(`; / [ ] " { } ( ) = + \ _ - > < @ `+"` , ? !", " ")
	comma = regexp.MustCompile(`[0-9],[0-9]`)
)

// withoutMarks removes a mark everywhere if s has it beside a blank, or has a comma in a number;
// otherwise it becomes a blank. Only the first 32 full stops are removed, because the evaluation
// passes a flag as a count.
func withoutMarks(s string) string {
	out := s
	number := comma.MatchString(s)
	for _, mark := range marks {
		with := " "
		if number || strings.Contains(s, mark+" ") || strings.Contains(s, " "+mark) {
			with = ""
		}
		out = strings.ReplaceAll(out, mark, with)
	}
	var b strings.Builder
	const mostPoints = 32
	removed := 0
	for i := range len(out) {
		endsWord := out[i] == '.' && removed < mostPoints && (i+1 == len(out) || out[i+1] < '0' || out[i+1] > '9')
		if endsWord {
			removed++
			continue
		}
		b.WriteByte(out[i])
	}
	return b.String()
}

// numerals become digits: none is 0, and so on.
var numerals = strings.Fields("none zero one two three four five six seven eight nine ten")

// contractions restores apostrophes; the evaluation puts some in odd places.
var contractions = func() map[string]string {
	table := map[string]string{
		"let's": "let's", "she's": "she's", "ow's'at": "'ow's'at", "'ows'at": "'ow's'at", "'ow'sat": "'ow's'at",
		"somebody'd": "somebodyd", "oclock": "o'clock", "maam": "ma'am", "twas": "'twas", "yall": "y'all",
		"yall'll": "y'all'll", "y'allll": "y'all'll", "y'alld've": "y'all'd've",
	}
	for _, word := range strings.Fields(`ain't aren't can't could've couldn't didn't doesn't don't hadn't hasn't haven't he'd he's how'd how'll
		how's isn't it'd it'll mightn't might've mustn't must've needn't not've oughtn't shan't should've shouldn't somebody'll somebody's
		someone'd someone'll someone's something'd something'll that's there'd there're there's they'd they'll they're they've wasn't we've
		weren't what'll what're what's what've when's where'd where's where've who'd who'll who's who've why'll why're why's won't would've
		wouldn't you'd you'll you're you've couldn't've hadn't've he'd've it'd've mightn't've she'd've shouldn't've somebody'd've someone'd've
		something'd've there'd've they'd've we'd've who'd've wouldn't've y'all'd've you'd've`) {
		for i, letter := range word {
			if letter == '\'' {
				table[word[:i]+word[i+1:]] = word
			}
		}
	}
	return table
}()
