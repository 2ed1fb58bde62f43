package facts

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/counting"
	"faithscope/scoring/query"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/session"
)

// structure is what an example's record says, whatever the settings.
type structure struct {
	modules    []query.Module // without scores
	shape      scoring.Shape
	program    string // its operators: "exist(filter(find))"
	depth      int    // of the program, 0 without one
	ops        []string
	arguments  []string
	words      []string // of the arguments
	tags       []string
	groups     []string
	answerType string
	parity     string // of a gold answer that is a whole number
	counted    counted
	image      string // path of the first picture
	// probability is [loaders.Answer.Probability], NaN where absent.
	probability float64
	scores      map[string]float64 // the file's own
	meta        map[string]string
}

// counted is the gold count of a counting question and the predicted one, as the
// protocol compares them; NaN for none.
type counted struct{ gold, predicted float64 }

func countedOf(ex *loaders.Example) counted {
	q, ok := counting.Question(ex)
	if !ok {
		return counted{math.NaN(), math.NaN()}
	}
	predicted, ok := counting.Prediction(ex)
	if !ok {
		predicted = math.NaN()
	}
	return counted{float64(q.Count), counting.Rounded(predicted)}
}

// Bounds of what is kept of an example.
const (
	maxArgument = 60  // bytes
	maxProgram  = 200 // bytes
	maxMeta     = 200 // bytes
	maxKeys     = 40  // of metadata and of scores, per example
)

// cut is a text for a table: cleaned, and of at most n bytes or so.
func cut(text string, n int) string {
	text = loaders.Clean(text)
	if len(text) > n {
		text = strings.ToValidUTF8(text[:n], "") + "…"
	}
	return strings.Clone(text)
}

func structureOf(ex *loaders.Example) *structure {
	s := &structure{shape: scoring.ShapeOf(ex.Program), answerType: answerType(ex), counted: countedOf(ex)}
	s.keep(&ex.Answer)
	depths := make([]int, len(ex.Program))
	for i, m := range ex.Program {
		argument := cut(strings.ToLower(strings.Join(strings.Fields(m.Text), " ")), maxArgument)
		s.modules = append(s.modules, query.Module{Op: m.Op, Argument: argument, F1: math.NaN(), Precision: math.NaN(), Recall: math.NaN(), Depth: depths[i]})
		s.depth = max(s.depth, depths[i]+1)
		s.ops = appendNew(s.ops, m.Op)
		if argument != "" {
			s.arguments = appendNew(s.arguments, argument)
			for word := range strings.FieldsSeq(argument) {
				s.words = appendNew(s.words, word)
			}
		}
		for _, c := range m.Children {
			if c > i && c < len(depths) {
				depths[c] = depths[i] + 1
			}
		}
	}
	s.program = cut(programText(ex.Program), maxProgram)
	if len(ex.Images) > 0 {
		s.image = cut(ex.Images[0].Path, maxMeta)
	}
	for _, tag := range ex.Tags {
		s.tags = appendNew(s.tags, cut(tag, maxMeta))
	}
	for _, group := range ex.Groups {
		s.groups = appendNew(s.groups, cut(group, maxMeta))
	}
	if n, err := strconv.Atoi(strings.TrimSpace(ex.Answer.Gold)); err == nil {
		s.parity = []string{"even", "odd"}[n&1]
	}
	for key, value := range ex.Meta {
		if s.meta == nil {
			s.meta = map[string]string{}
		}
		if len(s.meta) < maxKeys {
			s.meta[cut(key, maxArgument)] = cut(value, maxMeta)
		}
	}
	return s
}

// keep keeps the numbers of an answer.
func (s *structure) keep(a *loaders.Answer) {
	s.probability = math.NaN()
	if p := a.Probability; p != nil {
		s.probability = *p
	}
	for _, name := range slices.Sorted(maps.Keys(a.Scores))[:min(len(a.Scores), maxKeys)] {
		if s.scores == nil {
			s.scores = map[string]float64{}
		}
		s.scores[cut(name, maxArgument)] = a.Scores[name]
	}
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// programText writes a program's operators, its arguments left out.
func programText(program []loaders.Module) string {
	if len(program) == 0 {
		return ""
	}
	var b strings.Builder
	var write func(node, level int)
	write = func(node, level int) {
		b.WriteString(program[node].Op)
		inner := 0
		for _, c := range program[node].Children {
			if c <= node || c >= len(program) || b.Len() > maxProgram || level > maxProgram {
				continue
			}
			b.WriteString([]string{"(", ", "}[min(inner, 1)])
			inner++
			write(c, level+1)
		}
		if inner > 0 {
			b.WriteString(")")
		}
	}
	write(0, 0)
	return b.String()
}

// answerType says what kind of answer an example asks for: by its gold answer,
// else by the model's.
func answerType(ex *loaders.Example) string {
	answer := ex.Answer.Gold
	if answer == "" {
		answer = ex.Answer.Predicted
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	_, err := strconv.ParseFloat(answer, 64)
	switch {
	case answer == "":
		return "none"
	case slices.Contains([]string{"true", "false", "yes", "no"}, answer):
		return "yes or no"
	case err == nil:
		return "number"
	}
	return "words"
}

// grades are the scores of an example's modules under one settings.
type grades struct {
	modules  []query.Module
	types    []string // per module, "" without a score
	argument string   // of the culprit
	hard     bool     // in the set of questions that a base model gets wrong
	easy     bool     // or right
}

// grade scores the modules of example i.
func (s *structure) grade(scored *session.Scored, i int, settings scoring.Settings) *grades {
	g := &grades{modules: slices.Clone(s.modules), types: make([]string, len(s.modules))}
	held := scored.Hold(i)
	g.hard, g.easy = slices.Contains(s.tags, "hard"), slices.Contains(s.tags, "easy")
	if e := held.Evidence(reasoning.Protocol.Name); e != nil {
		g.hard, g.easy = reasoning.Sets(e, settings.Substring)
	}
	score, ok := held.Score(settings)
	if !ok {
		return g
	}
	bar := settings.Bar(score.Metric)
	for _, m := range score.Modules {
		if m.Node < 0 || m.Node >= len(g.modules) {
			continue
		}
		own := &g.modules[m.Node]
		own.F1, own.Precision, own.Recall = number(m.Value), number(m.Precision), number(m.Recall)
		own.Cause, g.types[m.Node] = m.Cause.String(), m.Type
		own.Scored = own.F1 == own.F1
		own.Faithful = own.F1 >= bar
		if own.Culprit = m.First; m.First {
			g.argument = own.Argument
		}
	}
	return g
}

// number is a value as a query compares it, NaN where it is undefined.
func number(v scoring.Value) float64 {
	if x, ok := v.Float(); ok {
		return x
	}
	return math.NaN()
}

// mean is the mean of what the scored modules of a type have, NaN for none.
func (g *grades) mean(moduleType string, of func(m *query.Module) float64) float64 {
	var mean scoring.Mean
	for i := range g.modules {
		if g.types[i] == moduleType {
			mean.Add(scoring.Defined(of(&g.modules[i])))
		}
	}
	return number(mean.Value(""))
}
