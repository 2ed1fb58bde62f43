package vqa

import (
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
)

// annotation is one annotator's answer.
type annotation struct {
	answer string
	rest   string // other fields of the file
}

// accuracy is that of an answer, 0..1, by the official evaluation; list is not
// empty.
func accuracy(predicted string, list []annotation) float64 {
	predicted = flat(predicted)
	golds := make([]annotation, len(list))
	differ := false
	for i, a := range list {
		golds[i] = annotation{flat(a.answer), a.rest}
		differ = differ || golds[i].answer != golds[0].answer
	}
	if differ {
		predicted = normalize(predicted)
		for i := range golds {
			golds[i].answer = normalize(golds[i].answer)
		}
	}
	sum := 0.0
	for _, left := range golds {
		n := loaders.CountFunc(golds, func(other annotation) bool { return other != left && other.answer == predicted })
		sum += min(1, float64(n)/3)
	}
	return sum / float64(len(golds))
}

func flat(s string) string {
	return strings.TrimSpace(strings.NewReplacer("\n", " ", "\t", " ").Replace(s))
}

// normalize is processPunctuation and processDigitArticle of the evaluation.
func normalize(s string) string {
	var words []string
	for _, word := range strings.Fields(strings.ToLower(withoutPunctuation(s))) {
		if digit, ok := numerals[word]; ok {
			word = digit
		}
		if word == "a" || word == "an" || word == "the" {
			continue
		}
		if whole, ok := contractions[word]; ok {
			word = whole
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

var (
	marks = strings.Split(`; / [ ] " { } ( ) = + \ _ - > < @ `+"` , ? !", " ")
	comma = regexp.MustCompile(`[0-9],[0-9]`)
)

// withoutPunctuation removes a mark where a blank is beside it, or where the
// text has a comma in a number, and replaces it by a blank elsewhere. Points
// are removed where no digit follows; the evaluation, which passes a flag as a
// count, removes only the first 32 of these.
func withoutPunctuation(s string) string {
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
	taken := 0
	for i := range len(out) {
		if out[i] == '.' && taken < mostPoints && (i+1 == len(out) || out[i+1] < '0' || out[i+1] > '9') {
			taken++
			continue
		}
		b.WriteByte(out[i])
	}
	return b.String()
}

var numerals = map[string]string{
	"none": "0", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
	"six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
}

// contractions puts apostrophes back. The table of the evaluation puts some in
// odd places, or removes them.
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
		wouldn't you'd you'll you're you've`) {
		table[strings.ReplaceAll(word, "'", "")] = word
	}
	for _, word := range strings.Fields(`couldn't've hadn't've he'd've it'd've mightn't've she'd've shouldn't've somebody'd've someone'd've
		something'd've there'd've they'd've we'd've who'd've wouldn't've y'all'd've you'd've`) {
		short := []rune(word)
		first, last := slices.Index(short, '\''), len(short)-3
		table[string(slices.Delete(slices.Clone(short), first, first+1))] = word
		table[string(slices.Delete(short, last, last+1))] = word
	}
	return table
}()
