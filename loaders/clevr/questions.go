package clevr

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const (
	questionsName = "clevr"
	scenesName    = "clevr-scenes"

	convention = "squares around pixel_coords, as large as a ball of the object's size at its distance; pixels"
)

// Questions reads CLEVR's questions.
var Questions = loaders.Format{
	Name:   questionsName,
	About:  "CLEVR's questions with their functional programs, and scenes beside them",
	Boxes:  convention,
	Sign:   "questions, a list with question, image_filename and program, of functions with inputs",
	Keys:   []string{"questions", "image_filename", "program"},
	Detect: areQuestions,
	Open:   openQuestions,
}

// sceneFiles are those that travel with questions.
var sceneFiles = record.Companion{What: "scenes of CLEVR", Flag: "--scenes", Missing: "scenes of CLEVR", Is: areScenes}

func areQuestions(head []byte) bool {
	keys, step := record.ElementKeys(head, "questions.*"), record.ElementKeys(head, "questions.*.program.*")
	return keys["question"] == '"' && keys["image_filename"] == '"' && step["inputs"] == '[' && (step["function"] == '"' || step["type"] == '"')
}

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

type step struct {
	Function record.Text  `json:"function"`
	Type     record.Text  `json:"type"`
	Inputs   []int        `json:"inputs"`
	Values   record.Texts `json:"value_inputs"`
	Side     record.Texts `json:"side_inputs"`
}

// name is that of the function, value its argument.
func (s *step) name() string { return string(cmp.Or(s.Function, s.Type)) }

func (s *step) value() string { return strings.Join(append(s.Values, s.Side...), ",") }

// operators are the executors' names of CLEVR's functions, by what stands before
// the category.
var operators = map[string]string{
	"scene": "select", "filter": "filter", "query": "query", "same": "relate", "equal": "equal",
	"less_than": "less", "greater_than": "greater",
}

// module is a function as the executors know it.
func (s *step) module() loaders.Module {
	m := loaders.Module{Op: s.name(), Text: s.value()}
	verb, category, of := strings.Cut(m.Op, "_")
	op, known := operators[m.Op]
	if !known && of {
		op, known = operators[verb]
	}
	switch {
	case !known:
	case verb == "query":
		m.Text = category
	case verb == "same":
		m.Text = "same " + category
	}
	if known && op != m.Op {
		m.Op, m.Name = op, m.Op
	}
	return m
}

type join struct {
	run    *loaders.Run
	scenes *record.Table // nil for none
}

func openQuestions(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{}
	run, err := record.OpenElements(ctx, src, questionsName, "questions.*", j.asked)
	if err != nil {
		return nil, err
	}
	j.run = run
	run.Dataset, run.Gold, run.Boxes = "CLEVR", "in the file", convention
	scenes := sceneFiles
	scenes.Fits = record.AskedBy(ctx, src, "questions.*", record.TextOfKey("image_filename")).
		Fits(ctx, src, func([]byte) (string, func(*record.Record) string) { return "scenes.*", record.KeyOf("image_filename") })
	path, err := scenes.Find(src, run, o.Scenes)
	if err != nil {
		return run, err
	}
	if path != "" {
		if j.scenes, err = scenes.Table(ctx, src, run, path, "scenes.*", "", record.KeyOf("image_filename")); err != nil {
			return run, err
		}
	}
	return run, pictures(run, src, o)
}

// asked is the example of a question.
func (j *join) asked(rec *record.Record) (*loaders.Example, error) {
	var q question
	if err := rec.Decode(&q); err != nil {
		return nil, err
	}
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
		ex.Images = []loaders.Image{{Path: rec.Picture(j.run, string(q.Picture)), Width: width, Height: height, Units: loaders.Pixels}}
		return ex, nil
	}
	var s *scene
	if !j.scenes.Read(rec, string(q.Picture), func(entry *record.Record) (err error) {
		s, err = decodeScene(entry)
		return err
	}) {
		rec.Problem(loaders.Say("picture %q is not in %s", q.Picture, filepath.Base(j.scenes.Path)), loaders.Say("shown without objects and gold"))
		return ex, nil
	}
	im := s.image(rec, j.run)
	ex.Images = []loaders.Image{im}
	if len(ex.Program) > 0 {
		q.ground(rec, ex, s, filepath.Base(j.scenes.Path))
	}
	return ex, nil
}
