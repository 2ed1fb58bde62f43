package vqa

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/tabular"
)

// Set reads annotations, with their questions beside, Questions questions alone, and
// Results answers in the form of VQA's evaluation.
var (
	Set = tabular.Preset{
		Format: loaders.Format{
			Name:   "vqa",
			About:  "VQA's and VQAv2's annotations, ten answers a question",
			Sign:   "annotations with question_id and answers",
			Keys:   "annotations question_id answers",
			Detect: annotationFiles.Is,
		},
		Dataset: "VQA", Map: "rows=annotations," + columns, Pictures: true,
		Beside: []tabular.Beside{{As: "questions", Companion: questionFiles}}, Open: opening(false),
	}.Reads()
	Questions = tabular.Preset{
		Format: loaders.Format{
			Name:   "vqa-questions",
			About:  "VQA's and VQAv2's questions, with the annotations if they are beside them",
			Sign:   "questions with question_id, image_id and question",
			Keys:   "questions question_id image_id",
			Detect: questionFiles.Is,
		},
		Dataset: "VQA", Map: "rows=questions," + columns, Pictures: true,
		Beside: []tabular.Beside{{As: "annotations", Done: ungolden, Companion: annotationFiles}}, Open: opening(false),
	}.Reads()
	Results = tabular.Preset{
		Format: loaders.Format{
			Name:  "vqa-results",
			About: "results in the form of VQA's evaluation, with the annotations beside them",
			Sign:  "a list of objects with question_id and answer, beside annotations or questions that have them",
			Keys:  "question_id answer",
			Confirm: func(ctx context.Context, src *loaders.Source, o loaders.Options) bool {
				return record.KeyedAt("[*", "question_id, answer")(src.Head) &&
					(annotationFiles.Answers(ctx, src, "*") || questionFiles.Answers(ctx, src, "*") || o.Of(loaders.GoldFile) != "")
			},
		},
		Dataset: "VQA", Map: "rows=*," + columns, Right: "VQA's accuracy over the annotators, which gives partial credit", Pictures: true,
		Beside: []tabular.Beside{{As: "annotations", Done: ungolden, Companion: func() record.Companion {
			c := annotationFiles
			c.Missing, c.Without, c.Left, c.Official = c.What, "gold", "question", "; VQA's evaluation refuses such a file"
			return c
		}()}, {As: "questions", Companion: questionFiles}}, Open: opening(true),
	}.Reads()
)

// columns are those of all three kinds of files, and of what is beside them.
const columns = "id=question_id,question=questions.question|question,predicted=answer,right=none," +
	"gold=annotations.multiple_choice_answer|multiple_choice_answer,kind=annotations.question_type|question_type," +
	"meta.image=image_id|annotations.image_id|questions.image_id,meta.answer type=annotations.answer_type|answer_type"

// ungolden is what is done about a question without annotations.
const ungolden = "kept as an example without gold"

// annotationFiles and questionFiles come with results, and each with the other.
var (
	byID            = record.KeyOf("question_id")
	annotationFiles = record.Companion{
		What: "annotations of VQA", Flag: loaders.GoldFile, Is: record.KeyedAt("annotations.*", "question_id, answers:["),
		Entries: record.At("annotations.*", byID), Asks: byID, Blank: record.BlankOf("question_id"),
	}
	questionFiles = record.Companion{
		What: "questions of VQA", Is: record.KeyedAt("questions.*", `question_id, image_id, question:"`),
		Entries: record.At("questions.*", byID), Asks: byID,
	}
)

// subtype matches the part of COCO in a file's name.
var subtype = regexp.MustCompile(`(?:train|val|test)20\d\d`)

// partOf is the part of COCO that a file belongs to, "" if it does not say.
func partOf(path string, head []byte) string {
	return cmp.Or(subtype.FindString(filepath.Base(path)), subtype.FindString(gjson.GetBytes(head, "data_subtype").String()))
}

// pictureOf is the file of a picture as COCO named it in 2014, without a part
// as it names it now.
func pictureOf(id, part string) string {
	n, err := strconv.ParseUint(id, 10, 63)
	switch {
	case err != nil:
		return id
	case strings.HasSuffix(part, "2014"), strings.HasSuffix(part, "2015"):
		return fmt.Sprintf("COCO_%s_%012d.jpg", part, n)
	}
	return fmt.Sprintf("%012d.jpg", n)
}

// opening returns what adds to questions their pictures and annotators, and judges them
// where they are a model's answers.
func opening(answered bool) func(o *record.Opening, beside []*record.Table) tabular.Finish {
	return func(o *record.Opening, beside []*record.Table) tabular.Finish {
		part := partOf(o.Source.Path, o.Source.Head)
		for _, t := range beside {
			if part == "" && t != nil {
				part = partOf(t.Path, o.HeadOf(t.Path))
			}
		}
		return func(rec *record.Record, row tabular.Row, ex *loaders.Example) {
			if id := ex.Meta["image"]; id != "" {
				ex.Images = []loaders.Image{{Path: pictureOf(id, part), Units: loaders.Pixels}}
			}
			list := annotations(rec, row)
			if len(list) == 0 {
				return
			}
			ex.Answer.Gold = cmp.Or(ex.Answer.Gold, list[0].answer)
			said := loaders.Map(list, func(a annotation) string { return a.answer })
			if ex.Describe("annotators", record.Listed(said, mostAnswers)); answered {
				judge(rec, row["answer"], &ex.Answer, list)
			}
		}
	}
}

// mostAnswers bounds the annotators of one question, all of whom are compared.
const mostAnswers = 100

// annotations are the answers to a question, each with its other fields.
func annotations(rec *record.Record, row tabular.Row) (list []annotation) {
	all, ok := row["answers"].([]any)
	if !ok {
		all, _ = tabular.At(row, "annotations.answers").([]any)
	}
	if len(all) > mostAnswers {
		rec.Problem("%d answers to one question; only the first %d count", len(all), mostAnswers)
		all = all[:mostAnswers]
	}
	for _, v := range all {
		of, _ := v.(tabular.Row)
		if of["answer"] == nil {
			rec.Problem("%.60s is not an annotator's answer; left out", fmt.Sprint(v))
			continue
		}
		list = append(list, annotation{tabular.Text(of["answer"]), tabular.Text(of["answer_id"]) + " " + tabular.Text(of["answer_confidence"])})
	}
	return list
}

// judge judges the answer that a row has, nil for none.
func judge(rec *record.Record, said any, a *loaders.Answer, list []annotation) {
	if said != nil && strings.TrimSpace(a.Gold) != "" {
		x := accuracy(a.Predicted, list)
		a.Score("vqa_accuracy", x)
		if x == 0 || x == 1 {
			a.Correct = loaders.VerdictOf(x == 1)
		} else {
			a.Credit = &x
		}
	}
	rec.CountMissing(a, "vqa_accuracy")
}

// annotation is one annotator's answer.
type annotation struct {
	answer string
	rest   string // other fields of the file
}

// accuracy is the accuracy of an answer, 0..1, by the official evaluation; list is not
// empty.
func accuracy(predicted string, list []annotation) float64 {
	predicted = flat(predicted)
	golds := loaders.Map(list, func(a annotation) annotation { return annotation{flat(a.answer), a.rest} })
	if slices.ContainsFunc(golds, func(a annotation) bool { return a.answer != golds[0].answer }) {
		predicted = normalize(predicted)
		golds = loaders.Map(golds, func(a annotation) annotation { return annotation{normalize(a.answer), a.rest} })
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
