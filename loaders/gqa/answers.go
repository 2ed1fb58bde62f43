package gqa

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
)

// answer is what a file of predictions says on a question.
type answer struct {
	question string   // id
	options  []string // the answer, or all that tie; nil where the file has none
	prompt   string   // what the model was asked, "" where the file does not say
	meta     []string // keys and values in turn
	// says reports whether an option is the gold answer.
	says func(option, gold string) bool
}

// join brings a run together with questions and scene graphs.
type join struct {
	run       *loaders.Run
	questions *record.Table            // nil for none; the run may be the questions itself
	scenes    *record.Table            // nil for none
	tags      []string                 // of every example, from the files' names
	set       string                   // of POPE's questions, as their kind; "" for others'
	mme       bool                     // the questions are MME's, and named by what they ask too
	sets      func() map[string]string // per question "hard" or "easy", as folders beside the run say
}

// openAnswers opens predictions with the questions and scene graphs beside.
func openAnswers(ctx context.Context, src *loaders.Source, o loaders.Options, format string, decode func(rec *record.Record) (*answer, error)) (*loaders.Run, error) {
	j := &join{}
	each := func(rec *record.Record) (*loaders.Example, error) {
		a, err := decode(rec)
		if err != nil {
			j.skip(rec)
			return nil, err
		}
		return j.answered(rec, a), nil
	}
	var err error
	if j.run, err = record.OpenJSONL(ctx, src, format, 0, each); err != nil {
		return nil, err
	}
	return j.run, j.open(ctx, src, o)
}

// open finds and opens the questions and what goes with them.
func (j *join) open(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	sets := questionFiles
	sets.Fits = record.AskedBy(ctx, src, "", func(rec *record.Record) (string, func(*record.Record) bool) {
		found := gjson.GetManyBytes(rec.Bytes, "questionId", "question_id")
		return cmp.Or(found[0].String(), found[1].String()), asks(gjson.GetBytes(rec.Bytes, "prompt").String())
	}).Fits(ctx, src, byID)
	path, err := sets.Find(src, j.run, o.Gold)
	if err != nil {
		return err
	}
	j.run.Dataset = "GQA"
	if path != "" {
		if j.questions, err = openQuestionTable(ctx, src, path, j.run); err != nil {
			return err
		}
		j.run.Gold = path
		if err := j.of(src, path); err != nil {
			return err
		}
	}
	j.findSets(ctx, src)
	return j.openScenes(ctx, src, o)
}

// of notes whose questions are in a file.
func (j *join) of(src *loaders.Source, path string) error {
	head, err := record.HeadOf(src, path)
	switch {
	case err != nil:
		return err
	case arePOPE(head):
		j.run.Dataset, j.set = "POPE", popeSet(path)
	case areMMEQuestions(head):
		j.run.Dataset, j.mme = "MME", true
	default:
		j.tag(path)
	}
	return nil
}

func (j *join) tag(path string) {
	for _, set := range []string{setOf(path, "head", "tail"), setOf(path, "hard", "easy")} {
		if set != "" {
			j.tags = append(j.tags, set)
		}
	}
}

// openQuestionTable opens questions, GQA's or DFOL-VQA's, as a table by id.
func openQuestionTable(ctx context.Context, src *loaders.Source, path string, run *loaders.Run) (*record.Table, error) {
	head, err := record.HeadOf(src, path)
	if err != nil {
		return nil, err
	}
	within, id := questionsIn(head)
	return questionFiles.Table(ctx, src, run, path, within, "question", id)
}

// questionsIn says where questions are in a file, and what names one: nil for
// its key. Two questions of MME have one id.
func questionsIn(head []byte) (within string, id func(rec *record.Record) string) {
	if areMMEQuestions(head) {
		return "", func(rec *record.Record) string {
			found := gjson.GetManyBytes(rec.Bytes, "question_id", "question")
			return mmeKey(found[0].String(), found[1].String())
		}
	}
	return byID(head)
}

// byID is [questionsIn] by ids alone.
func byID(head []byte) (within string, id func(rec *record.Record) string) {
	if arePreprocessed(head) || arePOPE(head) || areMMEQuestions(head) {
		return "", record.KeyOf("question_id")
	}
	return "*", nil
}

// asks returns whether an entry asks what a prompt does: where ids are small
// numbers, another data set has them too. Nil without a prompt.
func asks(prompt string) func(entry *record.Record) bool {
	if prompt == "" {
		return nil
	}
	return func(entry *record.Record) bool {
		found := gjson.GetManyBytes(entry.Bytes, "question", "text")
		_, question, _ := strings.Cut(mmeKey("", cmp.Or(found[0].String(), found[1].String())), "\n")
		return strings.Contains(strings.ToLower(prompt), strings.ToLower(question))
	}
}

// openScenes finds the scene graphs and pictures that go with questions.
func (j *join) openScenes(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	path, err := sceneFiles.Find(src, j.run, o.Scenes)
	if err != nil {
		return err
	}
	if path != "" {
		if j.scenes, err = sceneFiles.Table(ctx, src, j.run, path, "*", "", nil); err != nil {
			return err
		}
		j.run.Boxes = conventionOfBoxes
	}
	if err := files.FindPictures(j.run, src, o); err != nil {
		return loaders.Errorf("pictures: %w", err)
	}
	return nil
}

// skip says that a record asks for no question.
func (j *join) skip(rec *record.Record) {
	if j.questions != nil {
		j.questions.Has(rec, "")
	}
}

// answered is the example of a prediction.
func (j *join) answered(rec *record.Record, a *answer) *loaders.Example {
	var q question
	found := false
	switch {
	case a.question == "":
		rec.Problem(loaders.Say("no id of a question"), loaders.Say("it cannot be joined"))
		j.skip(rec)
	case j.questions != nil:
		name := a.question
		if j.mme {
			name = mmeKey(a.question, a.prompt)
		}
		if found = j.questions.Decode(rec, name, &q); !found {
			rec.Problem(loaders.Say("question %q is not in %s", a.question, filepath.Base(j.questions.Path)), loaders.Say("kept as an example without gold"))
		}
	}
	ex := q.example(rec, a.question)
	if found && q.polarly(ex, j.set) {
		return j.polar(rec, ex, a)
	}
	if found {
		ex.Tags = append(ex.Tags, j.tags...)
		j.ground(rec, ex, &q)
	}
	if ex.Question == "" {
		ex.Question = a.prompt
	}
	if set := j.sets()[a.question]; set != "" && !slices.Contains(ex.Tags, set) {
		ex.Tags = append(ex.Tags, set)
	}
	a.judge(&ex.Answer)
	if n := len(a.options); n > 1 {
		a.meta = append(a.meta, "tied", fmt.Sprint(n))
	}
	if own := record.Meta(a.meta...); ex.Meta == nil {
		ex.Meta = own
	} else {
		maps.Copy(ex.Meta, own)
	}
	return ex
}

// judge fills in the prediction and whether it is right.
func (a *answer) judge(out *loaders.Answer) {
	out.Predicted = strings.Join(a.options, " | ")
	if a.options != nil && len(a.options) == 0 {
		out.Predicted = "[]" // the model said that nothing fits, which matches no gold
	}
	if out.Gold == "" || a.options == nil {
		return
	}
	match := slices.ContainsFunc(a.options, func(option string) bool { return a.says(option, out.Gold) })
	out.Correct = loaders.VerdictOf(match && len(a.options) == 1)
	if len(a.options) > 1 {
		share := 0.0
		if match {
			share = 1 / float64(len(a.options))
		}
		out.Scores = map[string]float64{"match": share}
	}
}

// ground joins the example with the scene graph of its picture.
func (j *join) ground(rec *record.Record, ex *loaders.Example, q *question) {
	var s *scene
	source := ""
	if j.scenes != nil && q.Image != "" {
		s = &scene{}
		if !j.scenes.Decode(rec, string(q.Image), s) {
			rec.Problem(loaders.Say("picture %q is not in %s", q.Image, filepath.Base(j.scenes.Path)), loaders.Say("shown without gold boxes"))
			s = nil
		}
		source = filepath.Base(j.scenes.Path)
	}
	q.ground(rec, ex, s, source)
	for i := range ex.Images {
		ex.Images[i].Path = rec.Picture(j.run, ex.Images[i].Path)
	}
}

// prediction is an element of the official form, or DFOL-VQA's.
type prediction struct {
	Question   record.Text  `json:"questionId"`
	Prediction record.Texts `json:"prediction"` // one, or all that tie
	Type       record.Text  `json:"type"`
	Options    record.Texts `json:"options"`
}

func decodePrediction(rec *record.Record) (*answer, error) {
	var p prediction
	if err := rec.Decode(&p); err != nil {
		return nil, err
	}
	a := &answer{question: string(p.Question), options: p.Prediction, says: func(option, gold string) bool { return option == gold },
		meta: []string{"type", string(p.Type), "options", record.Listed(p.Options, mostListed)}}
	if p.Prediction == nil {
		rec.Problem(loaders.Say("no prediction"), loaders.Say("the answer counts as neither right nor wrong"))
	}
	return a, nil
}

// lineOfLLaVA is a line of LLaVA's answers.
type lineOfLLaVA struct {
	Question record.Text  `json:"question_id"`
	Prompt   record.Text  `json:"prompt"`
	Text     *record.Text `json:"text"`
	Model    record.Text  `json:"model_id"`
}

func decodeLLaVA(rec *record.Record) (*answer, error) {
	var l lineOfLLaVA
	if err := rec.Decode(&l); err != nil {
		return nil, err
	}
	a := &answer{question: string(l.Question), prompt: string(l.Prompt), meta: []string{"prompt", string(l.Prompt), "model", string(l.Model)}, says: func(option, gold string) bool {
		return strings.EqualFold(strings.TrimRight(option, "."), gold)
	}}
	if l.Text == nil {
		rec.Problem(loaders.Say("no text"), loaders.Say("the answer counts as neither right nor wrong"))
	} else {
		a.options = []string{string(*l.Text)}
	}
	return a, nil
}

// Predictions reads answers to GQA: a list with questionId and prediction.
var Predictions = loaders.Format{
	Name:   predictionsName,
	About:  "predictions in the form of GQA's evaluation, or DFOL-VQA's with ties, and the questions beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "a list of objects with the keys questionId and prediction",
	Keys:   []string{"questionId", "prediction"},
	Detect: arePredictions,
	Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		return openAnswers(ctx, src, o, predictionsName, decodePrediction)
	},
}

// LLaVA reads the answers file of LLaVA's evaluation: JSON Lines with
// question_id, prompt and text.
var LLaVA = loaders.Format{
	Name:   llavaName,
	About:  "answers of LLaVA and its kin (JSON Lines), with GQA's questions beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "the keys question_id, prompt, text and model_id",
	Keys:   []string{"question_id", "prompt", "text", "model_id"},
	Detect: areLLaVA,
	Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		return openAnswers(ctx, src, o, llavaName, decodeLLaVA)
	},
}

// findSets takes the ids of DFOL-VQA's hard and easy sets from the folders
// hard and easy beside the run, if they are there.
func (j *join) findSets(ctx context.Context, src *loaders.Source) {
	j.sets = sync.OnceValue(func() map[string]string {
		sets := map[string]string{}
		for _, dir := range files.Beside(src, func(_ string, e fs.DirEntry) bool { return e.IsDir() && (e.Name() == "hard" || e.Name() == "easy") }) {
			entries, err := fs.ReadDir(src.Files, dir)
			if err != nil {
				j.run.Problems.Add(loaders.Problem{File: dir, What: loaders.Because(err), Done: loaders.Say("its questions are not known to be %s", filepath.Base(dir))})
			}
			for _, e := range entries {
				if e.Type().IsRegular() && setOf(e.Name(), filepath.Base(dir)) != "" {
					j.readSet(ctx, src, filepath.Join(dir, e.Name()), filepath.Base(dir), sets)
				}
			}
		}
		return sets
	})
}

func (j *join) readSet(ctx context.Context, src *loaders.Source, path, set string, sets map[string]string) {
	unknown := func(err error) {
		j.run.Problems.Add(loaders.Problem{File: path, What: loaders.Because(err), Done: loaders.Say("its questions are not known to be %s", set)})
	}
	file, err := files.OpenSource(src.Files, path)
	if err != nil {
		unknown(err)
		return
	}
	lines, err := index.OpenLines(ctx, file, &j.run.Problems)
	if err != nil {
		file.Close()
		unknown(err)
		return
	}
	defer func() { _ = lines.Close() }() // it was only read
	for i := 0; lines.Wait(ctx, i+1) == nil && i < lines.Len(); i++ {
		line, _, err := lines.Record(i)
		if err != nil {
			unknown(err)
			continue
		}
		if id := idIn(line); id != "" {
			sets[id] = set
		}
	}
}

// idIn is the question_id of a line, "" for none.
func idIn(line []byte) string { return gjson.GetBytes(line, "question_id").String() }
