package reasoning

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// The types of GQA's questions, in the order in which its evaluation lists them.
var (
	structural = [...]string{"verify", "query", "choose", "logical", "compare"}
	semantic   = [...]string{"global", "obj", "attr", "rel", "cat"}
)

// scope is a set of questions.
type scope int

const (
	overall scope = iota // the balanced ones
	hard
	easy
	scopes // the number of scopes that are scored
	all    = scopes
)

// groups are the sets of questions for which every scope is scored.
var groups = [...]string{"overall", "open", "binary"}

// evidence is one question.
type evidence struct {
	ID         string
	Structural int // index into structural, -1 for none of them
	Semantic   int // index into semantic, -1 for none of them
	Balanced   bool
	Known      bool // whether there is a verdict
	Unanswered bool
	Match      float64 // how far the model's answer is right, 0..1
	Base       *Match  // the base model's match, nil for a question in neither set
	Missing    bool    // whether there is a base run without a verdict on this question
	Entailed   []string
	Question   bool     // whether it is such a question, rather than only in a group
	Groups     []string // sorted, each once; nil for none
}

// Fields declares the evidence.
func (e *evidence) Fields(c *coding.Coder) {
	c.Struct(e)
	c.Check(e.Structural >= -1 && e.Structural < len(structural) && e.Semantic >= -1 && e.Semantic < len(semantic),
		"the types %d and %d", e.Structural, e.Semantic)
	if c.Reads() {
		e.Groups = groupsOf(e.Groups)
	}
}

// prepare returns nil for an example that is in no group and has nothing that marks
// it as one of these questions: a type of GQA, entailed questions, a set, or a tag.
func prepare(ex *loaders.Example, base Base) *evidence {
	e := &evidence{
		ID: ex.ID, Structural: slices.Index(structural[:], ex.Kind), Semantic: slices.Index(semantic[:], ex.Meta["semantic type"]),
		Balanced: !slices.Contains(ex.Tags, "unbalanced"),
	}
	if m, ok := set(ex, base); ok {
		e.Base = &m
	}
	e.Missing = base != nil && e.Base == nil
	e.Question = e.Structural >= 0 || len(ex.Entailed) > 0 || !e.Balanced || e.Base != nil
	if e.Groups = groupsOf(ex.Groups); !e.Question && e.Groups == nil && !e.Missing {
		return nil
	}
	var m Match
	m, e.Known = matchOf(ex)
	e.Unanswered = ex.Answer.Correct == loaders.Unanswered
	e.Match = m.Exact
	e.Entailed = loaders.Filter(ex.Entailed, func(id string) bool { return id != ex.ID })
	return e
}

// set returns the base model's match for the question; without a base model the
// tags decide. ok is false if the question is in neither set.
func set(ex *loaders.Example, base Base) (m Match, ok bool) {
	switch {
	case base != nil:
		m, ok = base[ex.ID]
		return m, ok
	case slices.Contains(ex.Tags, "hard"):
		return Match{}, true
	}
	return Match{1, 1}, slices.Contains(ex.Tags, "easy")
}

// right reports whether the model gave the right answer, and only that one.
func (e *evidence) right() bool { return e.Known && e.Match == 1 }

// known reports whether there is a verdict under the settings s.
func (e *evidence) known(s *scoring.Settings) bool {
	return e.Known && !(e.Unanswered && s.Missing == scoring.Omit)
}

// in reports whether the question belongs to a scope. An unbalanced one belongs only
// to the scope all.
func (e *evidence) in(s scope, substring bool) bool {
	switch s {
	case all:
		return true
	case overall:
		return e.Balanced
	case hard:
		return e.Balanced && e.Base != nil && !e.Base.Easy(substring)
	}
	return e.Balanced && e.Base != nil && e.Base.Easy(substring)
}

// group reports whether the question belongs to groups[g]: "overall" also includes
// questions without a type.
func (e *evidence) group(g int) bool {
	open := e.Structural >= 0 && structural[e.Structural] == "query"
	switch groups[g] {
	case "open":
		return open
	case "binary":
		return e.Structural >= 0 && !open
	}
	return true
}

// Sets reports whether the question of some evidence is in the hard or in the
// easy set; both are false if it is in neither, or if the evidence comes from
// another protocol.
func Sets(e scoring.Evidence, substring bool) (isHard, isEasy bool) {
	own, ok := e.(*evidence)
	return ok && own.in(hard, substring), ok && own.in(easy, substring)
}

// groupsOf returns the names of an example's groups, sorted and each once.
func groupsOf(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	names = slices.Clone(names)
	slices.Sort(names)
	return slices.Compact(names)
}

// fate says how the examples of a group were answered.
type fate struct {
	answered int // examples with a verdict
	right    int
}

// share is what each answered example contributes: part is 1/n of its group, and
// consistent is part if the whole group is right, otherwise 0. ok is false if fewer than
// two examples have a verdict, since a single answer is neither consistent nor
// inconsistent.
func (f fate) share() (consistent, part float64, ok bool) {
	if f.answered < 2 {
		return 0, 0, false
	}
	part = 1 / float64(f.answered)
	if f.right == f.answered {
		consistent = part
	}
	return consistent, part, true
}

// Protocol is "reasoning" with the easy and hard sets that the examples' tags give.
var Protocol = With(nil)

// With returns the protocol with the hard and easy sets that a base model gives;
// With(nil) is [Protocol], which relies on tags.
func With(base Base) scoring.Protocol {
	return scoring.Protocol{
		Name:     "reasoning",
		Source:   "Amizadeh et al. 2020, section 4; Hudson and Manning 2019 (GQA)",
		Metrics:  scoring.MetricsOf(append(slices.Clip(columns), inGroups, notInBase)),
		Settings: []string{"substring", "entailed_in_subset", "missing"},
		Prepare: func(ex *loaders.Example) scoring.Evidence {
			if e := prepare(ex, base); e != nil {
				return e
			}
			return nil
		},
		Aggregate: func(s scoring.Settings) scoring.Aggregate { return &aggregate{settings: s} },
		New:       scoring.New[evidence],
		Version:   4,
		Given:     base.digest(),
	}
}

// Match is how far a base model answers a question right: 1 for a right answer,
// 1/n for a right one among n that are tied, 0 for none.
type Match struct {
	Exact     float64 // an answer is the gold one
	Substring float64 // an answer contains the gold one
}

// Easy reports whether the question is in the easy set rather than in the hard one.
func (m Match) Easy(substring bool) bool {
	if substring {
		return m.Substring == 1
	}
	return m.Exact == 1
}

// Base is a base model's match by question id.
type Base map[string]Match

// Split matches the answers of a base model's run. Of a repeated question only the
// first record counts; a question without a verdict is in neither set.
func Split(examples iter.Seq[*loaders.Example]) Base {
	base := Base{}
	for ex := range examples {
		if _, ok := base[ex.ID]; ok || ex.Broken != "" {
			continue
		}
		if m, ok := matchOf(ex); ok {
			base[ex.ID] = m
		}
	}
	return base
}

// matchOf matches an example's answers; ok is false if the match is unknown.
func matchOf(ex *loaders.Example) (m Match, ok bool) {
	answers, said := answersOf(ex)
	told := ex.Answer.Correct != loaders.Unknown && len(answers) < 2
	if told && ex.Answer.Correct == loaders.Right {
		return Match{1, 1}, true
	}
	gold := ex.Answer.Gold
	if gold == "" || !said {
		return m, told
	}
	for _, a := range answers {
		share := 1 / float64(len(answers))
		if a == gold && !told {
			m.Exact = share
		}
		if strings.Contains(a, gold) {
			m.Substring = share
		}
	}
	return m, true
}

// answersOf returns an example's predicted answers, several if they are tied; said
// is false if the file has none. An empty list counts as an answer.
func answersOf(ex *loaders.Example) (answers []string, said bool) {
	predicted := ex.Answer.Predicted
	if strings.HasPrefix(predicted, "[") && json.Unmarshal([]byte(predicted), &answers) == nil {
		return answers, true
	}
	if n := ex.Meta["tied"]; n != "" {
		if parts := strings.Split(predicted, " | "); strconv.Itoa(len(parts)) == n {
			return parts, true
		}
	}
	if tied := tiedOptions(ex); tied != nil && (predicted == "" || slices.Contains(tied, predicted)) {
		return tied, true
	}
	if predicted == "" {
		return nil, false
	}
	return []string{predicted}, true
}

// tiedOptions returns the root's most probable options. Their probabilities
// are compared in float32, as the authors do.
func tiedOptions(ex *loaders.Example) (names []string) {
	if len(ex.Program) == 0 {
		return nil
	}
	var greatest float32
	for _, o := range ex.Program[0].Output.Options {
		switch p := float32(o.Probability); {
		case names == nil || p > greatest:
			names, greatest = []string{o.Name}, p
		case p == greatest:
			names = append(names, o.Name)
		}
	}
	return names
}

// digest identifies a base model's answers; it is "" for a nil Base.
func (b Base) digest() string {
	if b == nil {
		return ""
	}
	h := sha256.New()
	for _, id := range slices.Sorted(maps.Keys(b)) {
		fmt.Fprintf(h, "%q %x %x\n", id, b[id].Exact, b[id].Substring)
	}
	return fmt.Sprintf("base %x", h.Sum(nil)[:8])
}
