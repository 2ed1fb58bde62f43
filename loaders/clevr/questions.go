package clevr

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

// Questions reads CLEVR's questions.
var Questions = record.NewFormat(loaders.Format{
	Name:   "clevr",
	About:  "CLEVR's questions with their functional programs, and scenes beside them",
	Boxes:  convention,
	Sign:   "questions, a list with question, image_filename and program, of functions with inputs",
	Keys:   "questions image_filename program",
	Detect: areQuestions,
}, record.Codec{Dataset: "CLEVR", Gold: "in the file", Pictures: true, At: "questions.*", Decode: record.As((*question).example),
	Beside: []record.Companion{sceneFiles}})

// sceneFiles are those that come with questions.
var sceneFiles = record.Companion{
	What: "scenes of CLEVR", Flag: loaders.SceneFile, Missing: "scenes of CLEVR", Is: areScenes,
	Entries: record.At("scenes.*", record.KeyOf("image_filename")), Asks: record.KeyOf("image_filename"),
}

var areQuestions = record.KeyedAt("questions.*", `question:", image_filename:"`, "questions.*.program.*", `inputs:[, function:"|type:"`)

// question is one of questions. Files that the generator wrote have type and
// side_inputs instead of function and value_inputs.
type question struct {
	Index    record.Text `json:"question_index"`
	Picture  string      `json:"image_filename"`
	Question string      `json:"question"`
	Answer   record.Text `json:"answer"`
	Split    string      `json:"split"`
	Family   record.Text `json:"question_family_index"`
	Program  []step      `json:"program"`
}

func (q *question) example(rec *record.Record) *loaders.Example {
	switch q.Answer { // as the generator writes it
	case "true":
		q.Answer = "yes"
	case "false":
		q.Answer = "no"
	}
	ex := &loaders.Example{ID: string(q.Index), Question: q.Question, Answer: loaders.Answer{Gold: string(q.Answer)}}
	ex.Describe("image", q.Picture, "split", q.Split, "question family", string(q.Family))
	ex.Program = rec.Tree("program", len(q.Program), func(i int) (loaders.Module, []int) {
		m := q.Program[i].module()
		if m.Op == "" {
			rec.Problem(`program[%d] has no function; called "unknown"`, i)
			m.Op = "unknown"
		}
		return m, q.Program[i].Inputs
	})
	if len(ex.Program) > 0 {
		ex.Kind = cmp.Or(ex.Program[0].Name, ex.Program[0].Op)
	}
	scenes := rec.Beside()
	if scenes == nil {
		ex.Images = []loaders.Image{{Path: rec.Picture(q.Picture), Width: width, Height: height, Units: loaders.Pixels}}
		return ex
	}
	var s *scene
	if !scenes.Read(q.Picture, func(entry *record.Record) (err error) {
		s, err = decodeScene(entry)
		return err
	}) {
		scenes.Misses(rec, "picture", q.Picture, "shown without objects and gold")
		return ex
	}
	ex.Images = []loaders.Image{s.image(rec)}
	if len(ex.Program) > 0 {
		ground(rec, ex, q.Program, string(q.Answer), s, filepath.Base(scenes.Path))
	}
	return ex
}

type step struct {
	Function string       `json:"function"`
	Type     string       `json:"type"`
	Inputs   []int        `json:"inputs"`
	Values   record.Texts `json:"value_inputs"`
	Side     record.Texts `json:"side_inputs"`
}

// name is that of the function, value its argument.
func (s *step) name() string { return cmp.Or(s.Function, s.Type) }

func (s *step) value() string { return strings.Join(append(s.Values, s.Side...), ",") }

// module is a function as the executors know it.
func (s *step) module() loaders.Module {
	m := loaders.Module{Op: s.name(), Text: s.value()}
	op, category := language.FromCLEVR(m.Op)
	switch op {
	case "query":
		m.Text = category
	case "relate":
		if category != "" {
			m.Text = "same " + category
		}
	}
	if op != m.Op {
		m.Op, m.Name = op, m.Op
	}
	return m
}

// value is what a function returns: objects, a number, or a word.
type value struct {
	objects []int // sorted, not nil for a set or an object
	number  *float64
	text    string
}

// ground gives the modules what the program returns on the scene, and compares
// that with the file's answer.
func ground(rec *record.Record, ex *loaders.Example, program []step, answer string, s *scene, source string) {
	values := make([]value, len(program))
	for i := range program {
		var err error
		if values[i], err = s.run(&program[i], values[:i]); err != nil {
			rec.Problem("program[%d] %s: %v; its gold and that of the modules that read it are unknown", i, program[i].name(), err)
			values = values[:i]
			break
		}
	}
	if len(values) == len(program) {
		if last := values[len(values)-1].word(); last != "" && answer != "" && last != answer {
			rec.Problem("the program answers %q on the scene, the file %q; the file's answer counts", last, answer)
		}
	}
	for i := range ex.Program {
		if m := &ex.Program[i]; m.Place < len(values) {
			m.Gold = values[m.Place].gold(s, source)
		}
	}
}

// word is a value as an answer, "" for objects.
func (v *value) word() string {
	if v.number != nil {
		return strconv.FormatFloat(*v.number, 'g', -1, 64)
	}
	return v.text
}

func (v *value) gold(s *scene, source string) *loaders.Gold {
	switch {
	case v.number != nil:
		return &loaders.Gold{Value: v.number, Source: source}
	case v.objects == nil:
		return &loaders.Gold{Text: &v.text, Source: source}
	}
	boxes := loaders.Map(v.objects, func(k int) loaders.Box { return s.Objects[k].box() })
	return &loaders.Gold{Boxes: [][]loaders.Box{boxes}, Source: source}
}

// run returns what a function returns on the scene, given the values of earlier
// steps.
func (s *scene) run(f *step, before []value) (value, error) {
	var in []value
	for _, i := range f.Inputs {
		if i < 0 || i >= len(before) {
			return value{}, fmt.Errorf("it reads step %d, which does not come before it", i)
		}
		in = append(in, before[i])
	}
	name := f.name()
	verb, category, _ := strings.Cut(name, "_")
	switch {
	case name == "scene" && len(in) == 0:
		return s.where(func(int) bool { return true }), nil
	case len(in) == 1 && in[0].objects != nil:
		return s.applyToSet(name, verb, category, f.value(), in[0].objects)
	case len(in) == 2:
		return applyToTwo(name, verb, in[0], in[1])
	}
	return value{}, fmt.Errorf("it has %d arguments that do not fit", len(in))
}

// where are the objects for which is holds.
func (s *scene) where(is func(k int) bool) value {
	v := value{objects: []int{}}
	for k := range s.Objects {
		if is(k) {
			v.objects = append(v.objects, k)
		}
	}
	return v
}

// applyToSet applies a function of one set, or of one object.
func (s *scene) applyToSet(name, verb, category, argument string, set []int) (value, error) {
	switch {
	case verb == "filter":
		return s.where(func(k int) bool { return slices.Contains(set, k) && s.Objects[k].is(category) == argument }), nil
	case name == "count":
		return value{number: new(float64(len(set)))}, nil
	case name == "exist":
		return yes(len(set) > 0), nil
	case len(set) != 1:
		return value{}, fmt.Errorf("it takes one object, not %d", len(set))
	case name == "unique":
		return value{objects: set}, nil
	case name == "relate":
		list := s.related(argument, set[0])
		return s.where(func(k int) bool { return slices.Contains(list, k) }), nil
	case verb == "same":
		list := s.same(category, set[0])
		return s.where(func(k int) bool { return slices.Contains(list, k) }), nil
	case verb == "query":
		return value{text: s.Objects[set[0]].is(category)}, nil
	}
	return value{}, fmt.Errorf("not a function of objects")
}

func yes(holds bool) value {
	if holds {
		return value{text: "yes"}
	}
	return value{text: "no"}
}

// applyToTwo applies a function of two values of the same kind.
func applyToTwo(name, verb string, a, b value) (value, error) {
	switch {
	case a.objects != nil && b.objects != nil && (name == "union" || name == "intersect"):
		both := slices.DeleteFunc(slices.Clone(a.objects), func(k int) bool { return !slices.Contains(b.objects, k) })
		if name == "union" {
			both = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(a.objects), b.objects...))))
		}
		return value{objects: both}, nil
	case a.number != nil && b.number != nil && name == "less_than":
		return yes(*a.number < *b.number), nil
	case a.number != nil && b.number != nil && name == "greater_than":
		return yes(*a.number > *b.number), nil
	case verb == "equal" && a.objects == nil && b.objects == nil:
		return yes(a.word() == b.word()), nil
	}
	return value{}, fmt.Errorf("not a function of these two")
}
