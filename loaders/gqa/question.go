package gqa

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
	"faithscope/loaders/tabular"
)

// question is an entry of GQA's questions, or a line of DFOL-VQA's.
type question struct {
	ID         record.Text       `json:"question_id"` // DFOL-VQA's
	Question   string            `json:"question"`
	Answer     string            `json:"answer"`
	FullAnswer string            `json:"fullAnswer"`
	Image      record.Text       `json:"imageId"`
	Balanced   *bool             `json:"isBalanced"`
	Groups     map[string]string `json:"groups"`
	Types      types             `json:"types"`
	Names      struct {
		Question   map[string]string `json:"question"`
		Answer     map[string]string `json:"answer"`
		FullAnswer map[string]string `json:"fullAnswer"`
	} `json:"annotations"`
	Semantic   []step       `json:"semantic"`
	Logical    string       `json:"semanticStr"`
	Entailed   record.Texts `json:"entailed"`
	Equivalent record.Texts `json:"equivalent"`
	Program    *program     `json:"program"` // DFOL-VQA's
	polar
}

type types struct {
	Structural string `json:"structural"`
	Semantic   string `json:"semantic"`
	Detailed   string `json:"detailed"`
}

// polar is the gold of a question of POPE or MME.
type polar struct {
	Text     string `json:"text"`
	Label    string `json:"label"` // POPE's
	Picture  string `json:"image"`
	Category string `json:"category"` // MME's
}

// example fills an example from the question called id. Its answer has no
// prediction, and its picture no boxes, yet.
func (q *question) example(rec *record.Record, id string) *loaders.Example {
	ex := &loaders.Example{
		ID: id, Question: q.Question, Kind: q.Types.Structural, Logical: string(q.Logical),
		Answer: loaders.Answer{Gold: q.Answer}, Entailed: q.Entailed, Groups: q.equivalents(id),
	}
	ex.Describe("full answer", q.FullAnswer, "image", string(q.Image), "semantic type", q.Types.Semantic, "detailed type", q.Types.Detailed,
		"global group", q.Groups["global"], "local group", q.Groups["local"])
	if q.Balanced != nil && !*q.Balanced {
		ex.Tags = []string{"unbalanced"}
	}
	switch {
	case q.Program != nil:
		ex.Program = q.Program.modules(rec)
	case len(q.Semantic) > 0:
		ex.Program = programOf(rec, q.Semantic)
	}
	return ex
}

// equivalents is the group of questions that ask the same, named after the
// first of them; nil for a question without another.
func (q *question) equivalents(id string) []string {
	others := loaders.Filter(q.Equivalent, func(other string) bool { return other != id })
	if others == nil {
		return nil
	}
	return []string{"equivalent to " + min(id, slices.Min(others))}
}

// objects are the ids that the words of question and answer name, sorted.
func (q *question) objects() []string {
	seen := map[string]bool{}
	for _, named := range []map[string]string{q.Names.Question, q.Names.Answer, q.Names.FullAnswer} {
		for _, ids := range named {
			for id := range strings.SplitSeq(ids, ",") {
				if id = strings.TrimSpace(id); id != "" && id != "-" {
					seen[id] = true
				}
			}
		}
	}
	return objectIDs(seen)
}

// polarly turns an example into a question of POPE, whose set the file's name gives, or
// of MME. It reports whether it is one.
func (q *question) polarly(ex *loaders.Example, set string) bool {
	switch {
	case q.Label != "":
		ex.Question, ex.Answer.Gold, ex.Kind = q.Text, q.Label, set
		ex.Images = []loaders.Image{{Path: q.Picture, Units: loaders.Pixels}}
	case q.Category != "" && q.Answer != "":
		ex.Kind = "MME " + q.Category
		ex.Answer.Gold = strings.ToLower(q.Answer)
		ex.Images = []loaders.Image{{Path: ex.ID, Units: loaders.Pixels}}
	default:
		return false
	}
	return true
}

// ground gives an example the picture of its question with gold boxes from the scene
// graph, nil if there is none.
func (q *question) ground(rec *record.Record, ex *loaders.Example, s *scene, source string) {
	if q.Image == "" {
		return
	}
	im := s.image(string(q.Image))
	if s != nil {
		missing := map[string]bool{}
		boxes := func(what string, ids []string) []loaders.Box {
			list := []loaders.Box{}
			for _, id := range ids {
				if o, ok := s.Objects[id]; ok {
					list = append(list, o.box())
				} else {
					missing[id] = true
				}
			}
			return rec.Boxes(what, &im, list)
		}
		im.Gold = boxes("annotations", q.objects())
		if q.Program == nil {
			groundModules(ex.Program, q.Semantic, source, boxes)
		}
		if len(missing) > 0 {
			rec.Problem("object %s is not in the scene graph of picture %s; no gold box for it", strings.Join(objectIDs(missing), ", "), q.Image)
		}
	}
	ex.Images = []loaders.Image{im}
}

// groundModules gives gold to the modules whose argument names objects.
func groundModules(program []loaders.Module, steps []step, source string, boxes func(what string, ids []string) []loaders.Box) {
	for i := range program {
		m := &program[i]
		switch m.Op {
		case "select", "relate", "verify-rel", "choose-rel":
		default:
			continue
		}
		if _, ids, named := split(steps[m.Place].Argument); named {
			what := fmt.Sprintf("semantic[%d] %s", m.Place, m.Op)
			m.Gold = &loaders.Gold{Boxes: [][]loaders.Box{boxes(what, ids)}, Source: source}
		}
	}
}

// setOf returns the tag in the name of a file: "hard" for hard_query.json, "tail" for
// ood_testdev_tail.json; "" for none.
func setOf(path string, sets ...string) string {
	words := strings.FieldsFunc(strings.ToLower(filepath.Base(path)), func(r rune) bool { return r == '_' || r == '.' || r == '-' })
	for _, set := range sets {
		if slices.Contains(words, set) {
			return set
		}
	}
	return ""
}

// popeSet is the kind of POPE's questions, by the file's name: how the absent
// objects that it asks for were chosen.
func popeSet(file string) string {
	return strings.TrimSpace("POPE " + setOf(file, "adversarial", "popular", "random"))
}

var areQuestions = record.KeyedAt("{*", `imageId, question:", semantic:[|types:{|isBalanced`)

var arePreprocessed = record.KeyedAt("", "question_id, program:{", "program", "last_op:{")

var arePOPE = record.Keyed(`question_id, image:", text:", label:"`)

// areMMEQuestions reports whether head begins lines with the questions of MME,
// as Hugging Face has them.
var areMMEQuestions = record.Keyed(`question_id:", question:", answer:", category:"`)

// Questions reads GQA's and GQA-OOD's questions: a dictionary by id.
var Questions = record.NewFormat(loaders.Format{
	Name:   "gqa-questions",
	About:  "questions of GQA and GQA-OOD with their programs, and scene graphs beside them",
	Boxes:  conventionOfBoxes,
	Sign:   "an object of objects with the keys question, imageId and one of semantic, types and isBalanced",
	Keys:   "question imageId semantic",
	Detect: areQuestions,
}, questionsOf(func(o *record.Opening, decode record.Decode) { o.Elements("*", decode) }))

// Preprocessed reads DFOL-VQA's questions, one per line, and its hard and easy sets.
var Preprocessed = record.NewFormat(loaders.Format{
	Name:   "dfol-questions",
	About:  "questions as DFOL-VQA prepares them (JSON Lines), also its hard and easy sets",
	Boxes:  conventionOfBoxes,
	Sign:   "the keys question_id and program, an object with branches and last_op",
	Keys:   "question_id program last_op",
	Detect: arePreprocessed,
	Takes: []loaders.Taken{{
		Flag: loaders.Flag{Name: "oracle", Value: loaders.OneFile}, What: "likelihoods of what is in pictures", Detect: areLikelihoods,
	}},
}, questionsOf(func(o *record.Opening, decode record.Decode) { o.Unique(idIn, decode) }))

// areLikelihoods reports whether head begins lines of what an oracle says about
// pictures, on which questions are answered.
var areLikelihoods = record.Keyed("imageId, objects:[, attributes:{")

// POPEQuestions reads the questions of POPE with their labels.
var POPEQuestions = tabular.Preset{
	Format: loaders.Format{
		Name:   "pope",
		About:  "questions of POPE with their labels (JSON Lines), the gold of answers in LLaVA's form, or with answers",
		Sign:   "the keys question_id, image, text and label",
		Keys:   "question_id image text label",
		Detect: arePOPE,
	},
	Dataset: "POPE", Pictures: true, Map: "id=question_id,question=text,gold=label,predicted=answer,image=image,right=none",
	Right: "the yes or no that POPE's evaluation finds in it",
	Open: func(o *record.Opening, _ []*record.Table) tabular.Finish {
		answered := o.Mentions("answer")
		return func(rec *record.Record, _ tabular.Row, ex *loaders.Example) {
			if ex.Kind = popeSet(o.Source.Path); answered {
				judgePolar(rec, ex, ex.Answer.Predicted, inPOPE)
			}
		}
	},
}.Reads()

// questionsOf are questions in a file of their own, with the scene graphs beside.
func questionsOf(open func(o *record.Opening, decode record.Decode)) record.Codec {
	beside := []record.Companion{sceneFiles}
	return record.Codec{Dataset: "GQA", Gold: "in the file", Pictures: true, Beside: beside, Open: func(o *record.Opening) {
		j := &join{}
		open(o, record.As(j.asked))
		j.tag(o.Source.Path)
		j.openScenes(o)
	}}
}

// programOf writes a program in pre-order. A module's Place is the index of
// its step.
func programOf(rec *record.Record, steps []step) []loaders.Module {
	return rec.Tree("semantic", len(steps), func(i int) (loaders.Module, []int) {
		s := steps[i]
		m := loaders.Module{Op: language.FromGQA(s.Operation)}
		m.Text, _, _ = split(s.Argument)
		if m.Op != s.Operation {
			m.Name = s.Operation
		}
		return m, s.Dependencies
	})
}

// program is DFOL-VQA's: branches of select, filter and relate, and the
// operator that joins them.
type program struct {
	Branches [][]operation `json:"branches"`
	Last     *operation    `json:"last_op"`
}

type operation struct {
	Operator  string    `json:"operator"`
	Arguments arguments `json:"arguments"`
}

// arguments are strings, truth values (whether the argument is the relation's
// subject) and lists of strings.
type arguments []string

// UnmarshalJSON implements [json.Unmarshaler]. It never fails: what is not a
// list has no arguments.
func (a *arguments) UnmarshalJSON(b []byte) error {
	var list []record.Texts
	_ = json.Unmarshal(b, &list)
	*a = loaders.Map(list, func(argument record.Texts) string { return strings.Join(argument, "|") })
	return nil
}

// modules writes the program in pre-order: the last operator, and below it
// each branch from its end to its select. Places are post-order.
func (p *program) modules(rec *record.Record) []loaders.Module {
	if p.Last == nil || p.Last.Operator == "" {
		rec.Problem("program: no last_op; shown without a program")
		return nil
	}
	var steps []operation
	var reads [][]int
	var ends []int // of the branches
	for _, branch := range p.Branches {
		for i, o := range branch {
			var before []int
			if i > 0 {
				before = []int{len(steps) - 1}
			}
			steps, reads = append(steps, o), append(reads, before)
		}
		if len(branch) > 0 {
			ends = append(ends, len(steps)-1)
		}
	}
	steps, reads = append(steps, *p.Last), append(reads, ends)
	return rec.Tree("program", len(steps), func(i int) (loaders.Module, []int) { return steps[i].module(), reads[i] })
}

func (o *operation) module() loaders.Module {
	m := loaders.Module{Op: o.Operator, Text: strings.Join(o.Arguments, ",")}
	if op := language.FromDFOL(m.Op); op != m.Op {
		m.Op, m.Name = op, m.Op
	}
	return m
}

// step is an operation of a program.
type step struct {
	Operation    string `json:"operation"`
	Argument     string `json:"argument"`
	Dependencies []int  `json:"dependencies"`
}

// namesObjects matches the object ids that end an argument: (17), (3,5), (-).
var namesObjects = regexp.MustCompile(`\s*\(((?:\d+(?:\s*,\s*\d+)*)|-)\)\s*$`)

// split takes the object ids off an argument; named is false if it has none, and ids is
// empty for "(-)".
func split(argument string) (rest string, ids []string, named bool) {
	at := namesObjects.FindStringSubmatchIndex(argument)
	if at == nil {
		return strings.TrimSpace(argument), nil, false
	}
	ids = []string{}
	for id := range strings.SplitSeq(argument[at[2]:at[3]], ",") {
		if id = strings.TrimSpace(id); id != "-" {
			ids = append(ids, id)
		}
	}
	return strings.TrimSpace(argument[:at[0]]), ids, true
}
