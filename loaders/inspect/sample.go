package inspect

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// sampleJSON is a sample, or the summary of one.
type sampleJSON struct {
	ID          record.LenientText         `json:"id"`
	Epoch       record.LenientNumber       `json:"epoch"`
	Input       json.RawMessage            `json:"input"`
	Choices     record.LenientTexts        `json:"choices"`
	Target      record.LenientTexts        `json:"target"`
	Scores      orderedScores              `json:"scores"`
	Score       *scorerResult              `json:"score"` // of the first version
	Output      sampleOutput               `json:"output"`
	Messages    json.RawMessage            `json:"messages"`
	Metadata    map[string]json.RawMessage `json:"metadata"`
	Attachments map[string]string          `json:"attachments"`
	Error       *json.RawMessage           `json:"error"` // nil for null
	Limit       *json.RawMessage           `json:"limit"`
}

type sampleOutput struct {
	Completion string `json:"completion"`
	Choices    []struct {
		Message message `json:"message"`
	} `json:"choices"`
}

func (in *sampleJSON) attachmentsIn(findAttachment attachmentLookup) attachmentLookup {
	if findAttachment != nil {
		return findAttachment
	}
	return func(ref string) (string, bool) {
		text, ok := in.Attachments[ref]
		return text, ok
	}
}

func (in *sampleJSON) inputMessages() []message {
	var list []message
	err := json.Unmarshal(in.Input, &list)
	if record.FirstByte(in.Input) != '[' {
		list = []message{{Role: "user"}}
		err = json.Unmarshal(in.Input, &list[0].Content)
	}
	if err != nil {
		return nil
	}
	return list
}

func (in *sampleJSON) inputPictures() []string {
	parts := slices.Concat(loaders.Map(in.inputMessages(), func(m message) messageContent { return m.Content })...)
	return loaders.NonEmpty(loaders.Map(parts, func(p contentPart) string { return p.Image }))
}

// maxPictures bounds the pictures of a sample.
const maxPictures = 64

// exampleOf returns the example of a sample or its summary. With several epochs the ID has the
// epoch, because otherwise several examples would share it.
func (d *sampleDecoder) exampleOf(rec *record.Record, findAttachment attachmentLookup) *loaders.Example {
	var in sampleJSON
	if err := rec.Decode(&in); err != nil {
		return rec.Broken(err)
	}
	find := in.attachmentsIn(findAttachment)
	ex := &loaders.Example{ID: string(in.ID), Answer: loaders.Answer{Gold: strings.Join(in.Target, " or ")}}
	if in.ID != "" && (d.epochs || in.Epoch > 1) {
		ex.Groups = []string{ex.ID}
		ex.ID += fmt.Sprintf(" (epoch %d)", int(in.Epoch))
	}
	messages := in.inputMessages()
	for _, m := range slices.Backward(messages) {
		if m.Role == "user" || len(messages) == 1 {
			ex.Question = m.Content.joinTexts(find)
			break
		}
	}
	d.fillAnswer(&in, rec, ex, find)
	steps, _ := record.StepsOf(gjson.ParseBytes(in.Messages), find.resolveText)
	if len(steps) > 2 || len(steps) > 1 && !steps[1].Output.Empty() {
		ex.Program = steps
	}
	in.setMetadata(ex)
	for k, name := range in.inputPictures() {
		if k == maxPictures {
			rec.Problem("more than %d pictures; the rest aren't shown", maxPictures)
			break
		}
		ex.Images = append(ex.Images, loaders.Image{Path: picturePath(rec, find, name, k)})
	}
	return ex
}

// picturePath returns the path of picture k of the input, an embedded one for data. Missing
// attachments and addresses elsewhere are problems, because nothing is downloaded.
func picturePath(rec *record.Record, findAttachment attachmentLookup, pictureName string, k int) string {
	whole := findAttachment.resolveText(pictureName)
	switch {
	case strings.HasPrefix(whole, "data:"):
		return files.EmbeddedPath(rec.Index, k)
	case strings.HasPrefix(whole, attachmentMark):
		rec.Problem("no attachment %.60q; shown without the picture", pictureName)
		return ""
	case strings.Contains(whole, "://"):
		rec.Problem("the picture %.200q is remote; shown without it", whole)
		return ""
	}
	return rec.Picture(whole)
}

// pictureOf fails for anything but data in base64, because a log must not make the program fetch an
// address.
func pictureOf(sampleBytes []byte, findAttachment attachmentLookup, k int) ([]byte, error) {
	rec := record.Record{Bytes: sampleBytes}
	var in sampleJSON
	if err := rec.Decode(&in); err != nil {
		return nil, err
	}
	list := in.inputPictures()
	if k < 0 || k >= min(len(list), maxPictures) {
		return nil, errors.New("no such picture")
	}
	head, data, ok := strings.Cut(in.attachmentsIn(findAttachment).resolveText(list[k]), ",")
	if !ok || !strings.HasPrefix(head, "data:") || !strings.HasSuffix(head, ";base64") {
		return nil, errors.New("not a base64 picture")
	}
	return base64.StdEncoding.DecodeString(data)
}

// embedPictures finds the run's picture files, and decodes embedded pictures when asked. It keeps
// the records of now, because samples that the run leaves out later keep their numbers.
func embedPictures(o *record.RunBuilder, attachmentsOf func(i int) attachmentLookup) {
	all := o.Run.Records
	o.FindPictures()
	files.EmbedPictures(o.Run, func(i, k int) ([]byte, error) {
		if i < 0 || i >= all.Len() {
			return nil, errors.New("no such sample")
		}
		b, err := all.(loaders.RawRecords).Record(i)
		if err != nil {
			return nil, err
		}
		return pictureOf(b, attachmentsOf(i), k)
	})
}

// setMetadata keeps at most 64 values of the sample, and of its scores as "score.key", because a log
// may have any number. A sample that ended at a limit gets the tag "limit".
func (in *sampleJSON) setMetadata(ex *loaders.Example) {
	add := func(key string, value json.RawMessage) {
		if len(ex.Meta) < maxMeta {
			ex.Describe(key, record.TextOf(value))
		}
	}
	for _, key := range loaders.SortedKeys(in.Metadata) {
		add(key, in.Metadata[key])
	}
	for _, s := range in.Scores {
		for _, key := range loaders.SortedKeys(s.Value.Metadata) {
			add(s.Key+"."+key, s.Value.Metadata[key])
		}
	}
	ex.Describe("choices", strings.Join(in.Choices, " | "))
	if in.Limit != nil {
		ex.Tags = append(ex.Tags, "limit")
	}
}

// fillAnswer sets scores, verdict, prediction and explanation. The model's output is the prediction
// only if no scorer has one, because scorers extract the answer.
func (d *sampleDecoder) fillAnswer(parsedSample *sampleJSON, rec *record.Record, ex *loaders.Example, findAttachment attachmentLookup) {
	a := &ex.Answer
	if parsedSample.Score != nil && len(parsedSample.Scores) == 0 {
		parsedSample.Scores = orderedScores{{Key: "score", Value: *parsedSample.Score}}
	}
	for _, e := range parsedSample.Scores {
		s, known := e.Value, d.grades[e.Key]
		switch own := scaleOf(s.Value); {
		case own.letters && !known.letters:
			rec.FileProblem("the scorer %q also has grades such as %s, so its C may not mean correct", e.Key, s.Value)
		case own.numbers && !known.numbers:
			rec.FileProblem("the scorer %q also has grades such as %s, so its 1 may not mean correct", e.Key, s.Value)
		}
		s.addTo(a, e.Key, known)
		a.Predicted = cmp.Or(a.Predicted, findAttachment.resolveText(s.Answer))
		ex.Explanation = cmp.Or(ex.Explanation, findAttachment.resolveText(s.Explanation))
	}
	output := &parsedSample.Output
	a.Predicted = cmp.Or(a.Predicted, loaders.ElementAt(output.Choices, 0).Message.Content.joinTexts(findAttachment),
		findAttachment.resolveText(output.Completion))
	rec.CountMissing(a)
	if parsedSample.Error == nil {
		return
	}
	ex.Tags = append(ex.Tags, "error")
	message := cmp.Or(gjson.GetBytes(*parsedSample.Error, "message").String(), string(bytes.Trim(*parsedSample.Error, `"`)))
	rec.Problem("the sample ended with an error: %s; shown as logged", message)
}

// sampleDecoder turns samples into examples.
type sampleDecoder struct {
	run    *loaders.Run
	epochs bool                  // more than one
	grades map[string]gradeScale // by scorer, in the first samples
}

func (d *sampleDecoder) findGrades(sampleBytes []byte) {
	var in sampleJSON
	if (&record.Record{Bytes: sampleBytes}).Decode(&in) != nil {
		return // told when the sample is read
	}
	for _, e := range in.Scores {
		own, all := scaleOf(e.Value.Value), d.grades[e.Key]
		d.grades[e.Key] = gradeScale{all.letters || own.letters, all.numbers || own.numbers}
	}
}

func (d *sampleDecoder) describeRun(headerJSON []byte) {
	found := gjson.GetManyBytes(headerJSON, "eval.model", "eval.dataset.name", "eval.task", "status", "error.message", "results.scores")
	d.run.Model, d.run.Dataset = found[0].String(), cmp.Or(found[1].String(), found[2].String())
	for _, s := range found[5].Array() {
		for _, mean := range []string{"accuracy", "mean"} {
			if x := s.Get("metrics." + mean + ".value"); x.Type == gjson.Number {
				d.run.Reported = append(d.run.Reported, loaders.ReportedMean{Metric: s.Get("name").String(), Value: x.Float()})
				break
			}
		}
	}
	switch status := found[3].String(); status {
	case "success", "":
	case "started":
		d.run.ReportProblem("the evaluation hasn't finished; shown with the samples so far")
	default:
		kind, args := "the evaluation ended with status %s", []any{status}
		if message := found[4].String(); message != "" {
			kind, args = kind+": %s", append(args, message)
		}
		d.run.ReportProblem(kind+"; shown with the available samples", args...)
	}
}
