package gqa

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// question is an entry of GQA's questions, or a line of DFOL-VQA's.
type question struct {
	ID         record.Text            `json:"question_id"` // DFOL-VQA's
	Question   record.Text            `json:"question"`
	Answer     record.Text            `json:"answer"`
	FullAnswer record.Text            `json:"fullAnswer"`
	Image      record.Text            `json:"imageId"`
	Balanced   *bool                  `json:"isBalanced"`
	Groups     map[string]record.Text `json:"groups"`
	Types      types                  `json:"types"`
	Names      struct {
		Question   map[string]record.Text `json:"question"`
		Answer     map[string]record.Text `json:"answer"`
		FullAnswer map[string]record.Text `json:"fullAnswer"`
	} `json:"annotations"`
	Semantic   []step       `json:"semantic"`
	Logical    record.Text  `json:"semanticStr"`
	Entailed   record.Texts `json:"entailed"`
	Equivalent record.Texts `json:"equivalent"`
	Program    *program     `json:"program"` // DFOL-VQA's
	polar
}

type types struct {
	Structural record.Text `json:"structural"`
	Semantic   record.Text `json:"semantic"`
	Detailed   record.Text `json:"detailed"`
}

// example fills an example from the question called id. Its answer has no
// prediction, and its picture no boxes, yet.
func (q *question) example(rec *record.Record, id string) *loaders.Example {
	ex := &loaders.Example{
		ID: id, Question: string(q.Question), Kind: string(q.Types.Structural), Logical: string(q.Logical),
		Answer: loaders.Answer{Gold: string(q.Answer)}, Entailed: q.Entailed, Groups: q.equivalents(id), Meta: q.meta(),
	}
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
// first of them; nil for a question that is alone.
func (q *question) equivalents(id string) []string {
	first, alone := id, true
	for _, other := range q.Equivalent {
		if other != id {
			first, alone = min(first, other), false
		}
	}
	if alone {
		return nil
	}
	return []string{"equivalent to " + first}
}

func (q *question) meta() map[string]string {
	return record.Meta("full answer", string(q.FullAnswer), "image", string(q.Image), "semantic type", string(q.Types.Semantic),
		"detailed type", string(q.Types.Detailed), "global group", string(q.Groups["global"]), "local group", string(q.Groups["local"]))
}

// objects are the ids that the words of question and answer name, sorted.
func (q *question) objects() []string {
	seen := map[string]bool{}
	for _, named := range []map[string]record.Text{q.Names.Question, q.Names.Answer, q.Names.FullAnswer} {
		for _, ids := range named {
			for id := range strings.SplitSeq(string(ids), ",") {
				if id = strings.TrimSpace(id); id != "" && id != "-" {
					seen[id] = true
				}
			}
		}
	}
	return objectIDs(seen)
}

// setOf is a tag that stands in the name of a file: "hard" of
// hard_query.json, "tail" of ood_testdev_tail.json; "" for none.
func setOf(path string, sets ...string) string {
	words := strings.FieldsFunc(strings.ToLower(filepath.Base(path)), func(r rune) bool { return r == '_' || r == '.' || r == '-' })
	for _, set := range sets {
		if slices.Contains(words, set) {
			return set
		}
	}
	return ""
}

// objectIDs are the ids of objects in the order of their numbers.
func objectIDs[T any](objects map[string]T) []string {
	return slices.SortedFunc(maps.Keys(objects), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}
