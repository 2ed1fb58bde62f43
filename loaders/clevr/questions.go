package clevr

import (
	"cmp"
	"path/filepath"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Questions reads CLEVR's questions.
var Questions = record.NewFormat(loaders.Format{
	Name:   "clevr",
	About:  "CLEVR's questions with their functional programs, and scenes beside them",
	Boxes:  convention,
	Sign:   "questions, a list with question, image_filename and program, of functions with inputs",
	Keys:   []string{"questions", "image_filename", "program"},
	Detect: areQuestions,
}, record.Codec{Dataset: "CLEVR", Gold: "in the file", Pictures: true, Open: openQuestions})

// sceneFiles are those that travel with questions.
var sceneFiles = record.Companion{
	What: "scenes of CLEVR", Flag: "--scenes", Missing: "scenes of CLEVR", Is: areScenes,
	Entries: record.At("scenes.*", record.KeyOf("image_filename")), Asks: record.KeyOf("image_filename"),
}

var areQuestions = record.Keyed("questions.*", `question:", image_filename:"`, "questions.*.program.*", `inputs:[, function:"|type:"`)

// question is one of questions. Files that the generator wrote have type and
// side_inputs in the place of function and value_inputs.
type question struct {
	Index    record.Text `json:"question_index"`
	Picture  record.Text `json:"image_filename"`
	Question record.Text `json:"question"`
	Answer   record.Text `json:"answer"`
	Split    record.Text `json:"split"`
	Family   record.Text `json:"question_family_index"`
	Program  []step      `json:"program"`
}

// join is questions with the scenes of their pictures.
type join struct {
	scenes *record.Table // nil for none
}

func openQuestions(o *record.Opening) (err error) {
	j := &join{}
	if err = o.Elements("questions.*", record.As(j.asked)); err == nil {
		j.scenes, err = o.Join(sceneFiles)
	}
	return err
}

// asked is the example of a question.
func (j *join) asked(q *question, rec *record.Record) (*loaders.Example, error) {
	switch q.Answer { // as the generator writes it
	case "true":
		q.Answer = "yes"
	case "false":
		q.Answer = "no"
	}
	ex := &loaders.Example{ID: string(q.Index), Question: string(q.Question), Answer: loaders.Answer{Gold: string(q.Answer)}}
	ex.Meta = record.Meta("image", string(q.Picture), "split", string(q.Split), "question family", string(q.Family))
	ex.Program = rec.Tree("program", len(q.Program), func(i int) (loaders.Module, []int) { return q.Program[i].module(), q.Program[i].Inputs })
	if len(ex.Program) > 0 {
		ex.Kind = cmp.Or(ex.Program[0].Name, ex.Program[0].Op)
	}
	if j.scenes == nil {
		ex.Images = []loaders.Image{{Path: rec.Picture(string(q.Picture)), Width: width, Height: height, Units: loaders.Pixels}}
		return ex, nil
	}
	var s *scene
	if !j.scenes.Read(string(q.Picture), func(entry *record.Record) (err error) {
		s, err = decodeScene(entry)
		return err
	}) {
		j.scenes.Misses(rec, "picture", string(q.Picture), "shown without objects and gold")
		return ex, nil
	}
	ex.Images = []loaders.Image{s.image(rec)}
	if len(ex.Program) > 0 {
		ground(rec, ex, q.Program, string(q.Answer), s, filepath.Base(j.scenes.Path))
	}
	return ex, nil
}
