package vqa

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const (
	inAnnotations = "annotations.*"
	inQuestions   = "questions.*"
)

// Set reads annotations, with their questions beside, or questions alone.
var Set = record.NewFormat(loaders.Format{
	Name:   "vqa",
	About:  "VQA's and VQAv2's annotations, ten answers a question, or their questions",
	Sign:   "annotations with question_id and answers, or questions with question_id, image_id and question",
	Keys:   "annotations question_id answers",
	Detect: record.Either(areAnnotations, areQuestions),
}, record.Codec{Dataset: "VQA", Pictures: true, Beside: []record.Companion{annotationFiles}, Open: openSet})

// Results reads answers in the form of VQA's evaluation.
var Results = record.NewFormat(loaders.Format{
	Name:  "vqa-results",
	About: "results in the form of VQA's evaluation, with the annotations beside them",
	Sign:  "a list of objects with question_id and answer, beside annotations or questions that have them",
	Keys:  "question_id answer",
	Confirm: func(ctx context.Context, src *loaders.Source, o loaders.Options) bool {
		return record.KeyedAt("[*", "question_id, answer")(src.Head) &&
			(annotationFiles.Answers(ctx, src, "*") || questionFiles.Answers(ctx, src, "*") || o.Of(loaders.GoldFile) != "")
	},
}, record.Codec{Dataset: "VQA", Pictures: true, Beside: []record.Companion{annotationFiles}, Open: openResults})

var areAnnotations = record.KeyedAt(inAnnotations, "question_id, answers:[")

var areQuestions = record.KeyedAt(inQuestions, `question_id, image_id, question:"`)

// annotationFiles and questionFiles come with results, and each with the other.
var (
	annotationFiles = record.Companion{
		What: "annotations of VQA", Flag: loaders.GoldFile, Missing: "annotations of VQA", Without: "gold", Is: areAnnotations,
		Entries: record.At(inAnnotations, record.KeyOf("question_id")), Asks: record.KeyOf("question_id"),
	}
	questionFiles = record.Companion{
		What: "questions of VQA", Is: areQuestions,
		Entries: record.At(inQuestions, record.KeyOf("question_id")), Asks: record.KeyOf("question_id"),
	}
)

// question is what the files say about one: an annotation, a question, or a
// result.
type question struct {
	ID         record.Text       `json:"question_id"`
	Image      record.Text       `json:"image_id"`
	Question   string            `json:"question"`
	Type       string            `json:"question_type"`
	AnswerType string            `json:"answer_type"`
	Most       string            `json:"multiple_choice_answer"`
	Answers    []json.RawMessage `json:"answers"`
}

// mostAnswers bounds the annotators of one question, all of whom are compared.
const mostAnswers = 100

// annotations are the answers, each with its other fields.
func (q *question) annotations(rec *record.Record) (list []annotation) {
	if len(q.Answers) > mostAnswers {
		rec.Problem("%d answers to one question; only the first %d count", len(q.Answers), mostAnswers)
		q.Answers = q.Answers[:mostAnswers]
	}
	for _, raw := range q.Answers {
		var own struct {
			Answer     *record.Text `json:"answer"`
			ID         record.Text  `json:"answer_id"`
			Confidence record.Text  `json:"answer_confidence"`
		}
		if json.Unmarshal(raw, &own) != nil || own.Answer == nil {
			rec.Problem("%.60s is not an annotator's answer; left out", raw)
			continue
		}
		list = append(list, annotation{string(*own.Answer), string(own.ID) + " " + string(own.Confidence)})
	}
	return list
}

// example is a question without an answer of a model.
func (q *question) example(list []annotation, pictures string) *loaders.Example {
	ex := &loaders.Example{ID: string(q.ID), Question: q.Question, Kind: q.Type, Answer: loaders.Answer{Gold: string(q.Most)}}
	if ex.Answer.Gold == "" && len(list) > 0 {
		ex.Answer.Gold = list[0].answer
	}
	said := loaders.Map(list, func(a annotation) string { return a.answer })
	ex.Describe("image", string(q.Image), "answer type", q.AnswerType, "annotators", record.Listed(said, mostAnswers))
	if q.Image != "" {
		ex.Images = []loaders.Image{{Path: pictureOf(string(q.Image), pictures), Units: loaders.Pixels}}
	}
	return ex
}

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

// join is what examples are assembled from.
type join struct {
	annotations, questions *record.Table // nil for none
	pictures               string        // the part of COCO
}

// table joins a companion, and records its part of COCO.
func (j *join) table(o *record.Opening, c record.Companion) *record.Table {
	t := o.Join(c)
	if t != nil && j.pictures == "" {
		j.pictures = partOf(t.Path, o.HeadOf(t.Path))
	}
	return t
}

func openSet(o *record.Opening) {
	j := &join{pictures: partOf(o.Source.Path, o.Source.Head)}
	if !areQuestions(o.Source.Head) {
		o.Run.Gold = "in the file"
		o.Elements(inAnnotations, record.As(j.decodeQuestion))
		j.questions = j.table(o, questionFiles)
		return
	}
	o.Elements(inQuestions, record.As(j.decodeQuestion))
	gold := annotationFiles
	gold.Without = "" // questions often come without them
	j.annotations = j.table(o, gold)
}

// decodeQuestion returns the example of a data set's question.
func (j *join) decodeQuestion(q *question, rec *record.Record) *loaders.Example {
	j.fill(rec, q)
	return q.example(q.annotations(rec), j.pictures)
}

// fill adds what the other files say about a question.
func (j *join) fill(rec *record.Record, q *question) {
	id := string(q.ID)
	var annotated, asked question
	if j.annotations.Decode(id, &annotated) {
		q.Type, q.AnswerType, q.Most, q.Answers = annotated.Type, annotated.AnswerType, annotated.Most, annotated.Answers
	} else {
		j.annotations.Misses(rec, "question", id, "kept as an example without gold")
	}
	if j.questions.Decode(id, &asked) {
		q.Question = asked.Question
	}
	q.Image = cmp.Or(q.Image, annotated.Image, asked.Image)
}

func openResults(o *record.Opening) {
	j := &join{}
	o.Elements("*", record.As(j.result))
	gold := annotationFiles
	gold.Left, gold.Blank, gold.Official = "question", record.BlankOf("question_id"), "; VQA's evaluation refuses such a file"
	j.annotations = j.table(o, gold)
	j.questions = j.table(o, questionFiles)
}

type result struct {
	ID     record.Text  `json:"question_id"`
	Answer *record.Text `json:"answer"`
}

// result is a question with a model's answer.
func (j *join) result(in *result, rec *record.Record) *loaders.Example {
	q := question{ID: in.ID}
	j.fill(rec, &q)
	list := q.annotations(rec)
	ex := q.example(list, j.pictures)
	a := &ex.Answer
	switch {
	case in.Answer == nil && len(list) > 0:
		rec.Unanswered(a, "vqa_accuracy")
		return ex
	case in.Answer == nil:
		return ex
	}
	if a.Predicted = string(*in.Answer); len(list) == 0 {
		return ex
	}
	x := accuracy(a.Predicted, list)
	a.Score("vqa_accuracy", x)
	if x == 0 || x == 1 {
		a.Correct = loaders.VerdictOf(x == 1)
	} else {
		a.Credit = &x
	}
	return ex
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
