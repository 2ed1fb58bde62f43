package gqa

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// question is an entry of GQA's questions, or a line of DFOL-VQA's.
type question struct {
	ID         record.LenientText `json:"question_id"` // DFOL-VQA's
	Question   string             `json:"question"`
	Answer     string             `json:"answer"`
	FullAnswer string             `json:"fullAnswer"`
	Image      record.LenientText `json:"imageId"`
	Balanced   record.LenientText `json:"isBalanced"`
	Groups     map[string]string  `json:"groups"`
	Types      struct {
		Structural string `json:"structural"`
		Semantic   string `json:"semantic"`
		Detailed   string `json:"detailed"`
	} `json:"types"`
	Names struct {
		Question   map[string]string `json:"question"`
		Answer     map[string]string `json:"answer"`
		FullAnswer map[string]string `json:"fullAnswer"`
	} `json:"annotations"`
	Semantic   []semanticStep      `json:"semantic"`
	Logical    string              `json:"semanticStr"`
	Entailed   record.LenientTexts `json:"entailed"`
	Equivalent record.LenientTexts `json:"equivalent"`
	Program    *program            `json:"program"` // DFOL-VQA's

	// Of POPE or MME.
	Text     string `json:"text"`
	Label    string `json:"label"` // POPE's
	Picture  string `json:"image"`
	Category string `json:"category"` // MME's
}

func (q *question) exampleOf(rec *record.Record, questionID string) *loaders.Example {
	ex := &loaders.Example{
		ID: questionID, Question: q.Question, Kind: q.Types.Structural, Logical: q.Logical,
		Answer: loaders.Answer{Gold: q.Answer}, Entailed: q.Entailed, Groups: q.equivalentGroup(questionID),
	}
	ex.Describe("full answer", q.FullAnswer, "image", string(q.Image), "semantic type", q.Types.Semantic, "detailed type", q.Types.Detailed,
		"global group", q.Groups["global"], "local group", q.Groups["local"])
	if record.Truth(string(q.Balanced)) == loaders.Wrong {
		ex.Tags = []string{"unbalanced"}
	}
	switch {
	case q.Program != nil:
		ex.Program = q.Program.writeModules(rec)
	case len(q.Semantic) > 0:
		ex.Program = programOf(rec, q.Semantic)
	}
	return ex
}

func (q *question) equivalentGroup(questionID string) []string {
	others := loaders.Without(q.Equivalent, []string{questionID})
	if others == nil {
		return nil
	}
	return []string{"equivalent to " + min(questionID, slices.Min(others))}
}

func (q *question) namedObjects() []string {
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

func (q *question) turnPolar(rec *record.Record, ex *loaders.Example, setName string) bool {
	picture := q.Picture
	switch {
	case q.Label != "":
		ex.Question, ex.Answer.Gold, ex.Kind = q.Text, q.Label, setName
	case q.Category != "" && q.Answer != "":
		ex.Answer.Gold, ex.Kind, picture = strings.ToLower(q.Answer), "MME "+q.Category, ex.ID
	default:
		return false
	}
	ex.Images = []loaders.Image{{Path: rec.Picture(picture), Units: loaders.Pixels}}
	return true
}

// setGold sets gold boxes of the objects that annotations and steps' arguments name: none for "(-)",
// because there should be none. An argument without ids has no gold, nor has a logical form's module,
// because its steps name no objects. Missing objects are one problem.
func (q *question) setGold(rec *record.Record, ex *loaders.Example, im *loaders.Image, objects map[string]object, goldSource string) {
	missing := map[string]bool{}
	boxes := func(what string, ids []string) []loaders.Box {
		list := []loaders.Box{}
		for _, id := range ids {
			if o, ok := objects[id]; ok {
				list = append(list, o.cornersOf())
			} else {
				missing[id] = true
			}
		}
		return rec.Boxes(what, im, list)
	}
	im.Gold = boxes("annotations", q.namedObjects())
	for i := range ex.Program {
		m := &ex.Program[i]
		if q.Program != nil || !slices.Contains(groundedOps, m.Op) {
			continue
		}
		if _, ids, named := splitIDs(q.Semantic[m.Place].Argument); named {
			what := fmt.Sprintf("semantic[%d] %s", m.Place, m.Op)
			m.Gold = &loaders.Gold{Boxes: [][]loaders.Box{boxes(what, ids)}, Source: goldSource}
		}
	}
	if len(missing) > 0 {
		rec.Problem("object %s is not in the scene graph of picture %s; no gold box for it", strings.Join(objectIDs(missing), ", "), q.Image)
	}
}

var groundedOps = []string{"select", "relate", "verify-rel", "choose-rel"}

func setOf(path string, setNames ...string) string {
	words := strings.FieldsFunc(strings.ToLower(filepath.Base(path)), func(r rune) bool { return r == '_' || r == '.' || r == '-' })
	return loaders.ElementAt(loaders.Shared(setNames, words), 0)
}

func popeSet(fileName string) string {
	return strings.TrimSpace("POPE " + setOf(fileName, "adversarial", "popular", "random"))
}

var areQuestions = record.KeyedAt("{*", `imageId, question:", semantic:[|types:{|isBalanced`)

var arePreprocessed = record.KeyedAt("", "question_id, program:{", "program", "last_op:{")

var arePOPE = record.Keyed(`question_id, image:", text:", label:"`)

// areListed recognises questions that aren't an object by id.
var areListed = record.Either(arePreprocessed, arePOPE, areMMEQuestions)

// areMMEQuestions recognises the questions of MME as Hugging Face has them.
var areMMEQuestions = record.Keyed(`question_id:", question:", answer:", category:"`)
