package gqa

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// question is an entry of GQA's questions, or a line of DFOL-VQA's.
type question struct {
	ID         text            `json:"question_id"` // DFOL-VQA's
	Question   text            `json:"question"`
	Answer     text            `json:"answer"`
	FullAnswer text            `json:"fullAnswer"`
	Image      text            `json:"imageId"`
	Balanced   *bool           `json:"isBalanced"`
	Groups     map[string]text `json:"groups"`
	Types      types           `json:"types"`
	Names      struct {
		Question   map[string]text `json:"question"`
		Answer     map[string]text `json:"answer"`
		FullAnswer map[string]text `json:"fullAnswer"`
	} `json:"annotations"`
	Semantic   []step   `json:"semantic"`
	Logical    text     `json:"semanticStr"`
	Entailed   []text   `json:"entailed"`
	Equivalent []text   `json:"equivalent"`
	Program    *program `json:"program"` // DFOL-VQA's
}

type types struct {
	Structural text `json:"structural"`
	Semantic   text `json:"semantic"`
	Detailed   text `json:"detailed"`
}

// text is a string; a number is taken as it is written, null as "".
type text string

// UnmarshalJSON implements [json.Unmarshaler].
func (t *text) UnmarshalJSON(b []byte) error {
	switch b[0] {
	case '"':
		return json.Unmarshal(b, (*string)(t))
	case 'n':
		*t = ""
	default:
		*t = text(b)
	}
	return nil
}

func stringsOf(list []text) []string {
	if len(list) == 0 {
		return nil
	}
	all := make([]string, len(list))
	for i, t := range list {
		all[i] = string(t)
	}
	return all
}

// example fills an example from the question called id. Its answer has no
// prediction, and its picture no boxes, yet.
func (q *question) example(rec *record.Record, id string) *loaders.Example {
	ex := &loaders.Example{
		ID: id, Question: string(q.Question), Kind: string(q.Types.Structural), Logical: string(q.Logical),
		Answer: loaders.Answer{Gold: string(q.Answer)}, Entailed: stringsOf(q.Entailed), Groups: q.equivalents(id), Meta: q.meta(),
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
		if string(other) != id {
			first, alone = min(first, string(other)), false
		}
	}
	if alone {
		return nil
	}
	return []string{"equivalent to " + first}
}

func (q *question) meta() map[string]string {
	meta := map[string]string{}
	for key, value := range map[string]text{
		"full answer": q.FullAnswer, "image": q.Image, "semantic type": q.Types.Semantic, "detailed type": q.Types.Detailed,
		"global group": q.Groups["global"], "local group": q.Groups["local"],
	} {
		if value != "" {
			meta[key] = string(value)
		}
	}
	if len(meta) == 0 {
		return nil
	}
	return meta
}

// objects are the ids that the words of question and answer name, sorted.
func (q *question) objects() []string {
	seen := map[string]bool{}
	for _, named := range []map[string]text{q.Names.Question, q.Names.Answer, q.Names.FullAnswer} {
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

// step is an operation of a program.
type step struct {
	Operation    text  `json:"operation"`
	Argument     text  `json:"argument"`
	Dependencies []int `json:"dependencies"`
}

// namesObjects matches the object ids that end an argument: (17), (3,5), (-).
var namesObjects = regexp.MustCompile(`\s*\(((?:\d+(?:\s*,\s*\d+)*)|-)\)\s*$`)

// split takes the object ids off an argument; named is false where it has
// none, and ids is empty for "(-)".
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

// opOf names an operation as DFOL-VQA does: "filter color" is a filter, and
// "choose healthier" a comparison.
func opOf(operation string) string {
	verb, category, _ := strings.Cut(operation, " ")
	switch {
	case verb == "same" || verb == "different":
		if category == "" {
			return "all-" + verb
		}
		return "two-" + verb
	case (verb == "verify" || verb == "choose") && category == "rel":
		return verb + "-rel"
	case verb == "choose" && (strings.HasSuffix(category, "er") && category != "weather" && category != "gender" || strings.HasPrefix(category, "less ") || strings.HasPrefix(category, "more ")):
		return "compare"
	}
	return verb
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
