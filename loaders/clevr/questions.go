package clevr

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/loaders/record"
)

// Questions reads CLEVR's questions.
var Questions = record.NewFormat(loaders.Format{
	Name:   "clevr",
	About:  "CLEVR questions with their functional programs and the scenes beside them",
	Boxes:  convention,
	Sign:   "a questions list with question, image_filename and program (functions with inputs)",
	Keys:   "questions image_filename program",
	Detect: areQuestions,
}, record.RecordFormat{Dataset: "CLEVR", Gold: "in the file", Pictures: true, At: "questions.*", Decode: record.As((*question).exampleOf),
	Beside: []record.CompanionFile{sceneFiles}})

var sceneFiles = record.CompanionFile{
	What: "CLEVR scenes", Flag: loaders.SceneFile, Missing: "CLEVR scenes", Is: areScenes,
	Entries: record.At("scenes.*", record.KeyOf("image_filename")), Asks: record.KeyOf("image_filename"),
}

var areQuestions = record.KeyedAt("questions.*", `question:", image_filename:"`, "questions.*.program.*", `inputs:[, function:"|type:"`)

// question is an entry of questions. The generator's own files have type and side_inputs instead of
// function and value_inputs.
type question struct {
	Index    record.LenientText `json:"question_index"`
	Picture  string             `json:"image_filename"`
	Question string             `json:"question"`
	Answer   record.LenientText `json:"answer"`
	Split    string             `json:"split"`
	Family   record.LenientText `json:"question_family_index"`
	Program  []programStep      `json:"program"`
}

// exampleOf turns the generator's true and false into the yes and no of data sets. A picture without a
// scene is a problem only if there are scenes.
func (q *question) exampleOf(rec *record.Record) *loaders.Example {
	switch q.Answer { // as the generator writes it
	case "true":
		q.Answer = "yes"
	case "false":
		q.Answer = "no"
	}
	ex := &loaders.Example{ID: string(q.Index), Question: q.Question, Answer: loaders.Answer{Gold: string(q.Answer)}}
	ex.Describe("image", q.Picture, "split", q.Split, "question family", string(q.Family))
	ex.Program = rec.Tree("program", len(q.Program), func(i int) (loaders.Module, []int) {
		m := q.Program[i].asModule()
		if m.Op == "" {
			rec.Problem(`program[%d] has no function; shown as "unknown"`, i)
			m.Op = "unknown"
		}
		return m, q.Program[i].Inputs
	})
	if len(ex.Program) > 0 {
		ex.Kind = cmp.Or(ex.Program[0].Name, ex.Program[0].Op)
	}
	s, scenes := &scene{File: q.Picture}, rec.Beside()
	if scenes != nil && !scenes.Read(q.Picture, func(entry *record.Record) (err error) {
		s, err = decodeScene(entry)
		return err
	}) {
		scenes.Misses(rec, "picture", q.Picture, "shown without objects or gold")
		return ex
	}
	ex.Images = []loaders.Image{s.imageOf(rec)}
	if scenes != nil && len(ex.Program) > 0 {
		q.groundModules(rec, ex, s, filepath.Base(scenes.Path))
	}
	return ex
}

type programStep struct {
	Function string              `json:"function"`
	Type     string              `json:"type"`
	Inputs   []int               `json:"inputs"`
	Values   record.LenientTexts `json:"value_inputs"`
	Side     record.LenientTexts `json:"side_inputs"`
}

func (s *programStep) functionName() string { return cmp.Or(s.Function, s.Type) }

func (s *programStep) argumentOf() string { return strings.Join(append(s.Values, s.Side...), ",") }

func (s *programStep) asModule() loaders.Module {
	m := loaders.Module{Op: s.functionName(), Text: s.argumentOf()}
	op, category := language.FromCLEVR(m.Op)
	switch op {
	case "query":
		m.Text = category
	case "relate":
		if category != "" {
			m.Text = "same " + category
		}
	}
	m.SetOp(op)
	return m
}

type stepResult struct {
	objects []int // sorted, not nil for a set or an object
	number  *float64
	text    string
}

// groundModules sets gold to what the program returns on the scene, up to a failing step; if the
// answer differs from the question's no step has gold, because any may be wrong.
func (q *question) groundModules(rec *record.Record, ex *loaders.Example, s *scene, goldSource string) {
	program, answer := q.Program, string(q.Answer)
	values := make([]stepResult, len(program))
	for i := range program {
		var err error
		if values[i], err = s.runFunction(&program[i], values[:i]); err != nil {
			rec.Problem("program[%d] %s %v; no gold for this module or the modules that read its output", i, program[i].functionName(), err)
			values = values[:i]
			break
		}
	}
	if len(values) == len(program) {
		if last := values[len(values)-1].asWord(); last != "" && answer != "" && last != answer {
			rec.Problem("the program answers %q on the scene, but the file says %q; the file's answer is used, and no step has gold", last, answer)
			values = nil
		}
	}
	for i := range ex.Program {
		if m := &ex.Program[i]; m.Place < len(values) {
			m.Gold = values[m.Place].asGold(s, goldSource)
		}
	}
}

func (v *stepResult) asWord() string {
	if v.number != nil {
		return loaders.FormatNumber(*v.number)
	}
	return v.text
}

func (v *stepResult) asGold(s *scene, goldSource string) *loaders.Gold {
	switch {
	case v.number != nil:
		return &loaders.Gold{Value: v.number, Source: goldSource}
	case v.objects == nil:
		return &loaders.Gold{Text: &v.text, Source: goldSource}
	}
	boxes := loaders.Map(v.objects, func(k int) loaders.Box { return s.Objects[k].squareAround() })
	return &loaders.Gold{Boxes: [][]loaders.Box{boxes}, Source: goldSource}
}

// runFunction fails for arguments that don't fit, because files are unchecked.
func (s *scene) runFunction(f *programStep, stepResults []stepResult) (stepResult, error) {
	var in []stepResult
	for _, i := range f.Inputs {
		if i < 0 || i >= len(stepResults) {
			return stepResult{}, fmt.Errorf("reads step %d, which isn't an earlier step", i)
		}
		in = append(in, stepResults[i])
	}
	switch {
	case f.functionName() == "scene" && len(in) == 0:
		return s.objectsWhere(func(int) bool { return true }), nil
	case len(in) == 1 && in[0].objects != nil:
		return s.applyToSet(f, in[0].objects)
	case len(in) == 2:
		return s.applyToTwo(f.functionName(), in[0], in[1])
	}
	return stepResult{}, fmt.Errorf("can't take these arguments (%d given)", len(in))
}

func (s *scene) objectsWhere(matchesObject func(k int) bool) stepResult {
	v := stepResult{objects: []int{}}
	for k := range s.Objects {
		if matchesObject(k) {
			v.objects = append(v.objects, k)
		}
	}
	return v
}

// applyToSet fails for a set that isn't one object if one is needed, as the generator's programs do.
func (s *scene) applyToSet(f *programStep, objectIndices []int) (stepResult, error) {
	name, argument := f.functionName(), f.argumentOf()
	verb, category, _ := strings.Cut(name, "_")
	switch {
	case verb == "filter":
		return s.objectsWhere(func(k int) bool {
			return slices.Contains(objectIndices, k) && s.Objects[k].attributeOf(category) == argument
		}), nil
	case name == "count":
		return stepResult{number: new(float64(len(objectIndices)))}, nil
	case name == "exist":
		return yesOrNo(len(objectIndices) > 0), nil
	case len(objectIndices) != 1:
		return stepResult{}, fmt.Errorf("takes one object, not %d", len(objectIndices))
	case name == "unique":
		return stepResult{objects: objectIndices}, nil
	case name == "relate", verb == "same":
		list := s.relatedTo(argument, objectIndices[0])
		if verb == "same" {
			list = s.sharingAttribute(category, objectIndices[0])
		}
		return s.objectsWhere(func(k int) bool { return slices.Contains(list, k) }), nil
	case verb == "query":
		return stepResult{text: s.Objects[objectIndices[0]].attributeOf(category)}, nil
	}
	return stepResult{}, fmt.Errorf("can't take a set of objects")
}

func yesOrNo(isTrue bool) stepResult {
	return stepResult{text: loaders.IfElse(isTrue, "yes", "no")}
}

func (s *scene) applyToTwo(functionName string, a, b stepResult) (stepResult, error) {
	verb, _, _ := strings.Cut(functionName, "_")
	areSets, areNumbers := a.objects != nil && b.objects != nil, a.number != nil && b.number != nil
	switch {
	case areSets && functionName == "union":
		return s.objectsWhere(func(k int) bool { return slices.Contains(a.objects, k) || slices.Contains(b.objects, k) }), nil
	case areSets && functionName == "intersect":
		isAlone := func(k int) bool { return !slices.Contains(b.objects, k) }
		return stepResult{objects: slices.DeleteFunc(slices.Clone(a.objects), isAlone)}, nil
	case areNumbers && functionName == "less_than":
		return yesOrNo(*a.number < *b.number), nil
	case areNumbers && functionName == "greater_than":
		return yesOrNo(*a.number > *b.number), nil
	case verb == "equal" && a.objects == nil && b.objects == nil:
		return yesOrNo(a.asWord() == b.asWord()), nil
	}
	return stepResult{}, fmt.Errorf("can't take these two arguments")
}

const convention = "squares in pixels around pixel_coords, sized by the object's size and distance"

const (
	width, height = 480, 320
	focal         = 525
)

var radii = map[string]float64{"large": 0.7, "small": 0.35}

var categories = []string{"size", "color", "material", "shape"}

// Concepts returns the categories and values of CLEVR's objects as JSON for the executor of
// first-order logic.
func Concepts() []byte {
	return []byte(`{"categories": {
		"size": ["small", "large"], "material": ["rubber", "metal"], "shape": ["cube", "sphere", "cylinder"],
		"color": ["gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow"]}, "object": "thing"}`)
}

type scene struct {
	File      string             `json:"image_filename"`
	Objects   []sceneObject      `json:"objects"`
	Relations map[string][][]int `json:"relationships"` // by object, those in this relation to it
}

type sceneObject struct {
	Color    string                `json:"color"`
	Size     string                `json:"size"`
	Shape    string                `json:"shape"`
	Material string                `json:"material"`
	Pixels   record.LenientNumbers `json:"pixel_coords"`
}

func (o *sceneObject) attributeOf(attributeName string) string {
	if k := slices.Index(categories, attributeName); k >= 0 {
		return [...]string{o.Size, o.Color, o.Material, o.Shape}[k]
	}
	return ""
}

func (o *sceneObject) squareAround() loaders.Box {
	if len(o.Pixels) != 3 || !(o.Pixels[2] > 0) {
		return loaders.Box{}
	}
	x, y, r := o.Pixels[0], o.Pixels[1], focal*radii[o.Size]/o.Pixels[2]
	return loaders.Box{X0: max(x-r, 0), Y0: max(y-r, 0), X1: min(x+r, width), Y1: min(y+r, height)}
}

// mostObjects bounds a scene, whose pairs are listed; CLEVR's have ten.
const mostObjects = 500

// decodeScene leaves out relations of and to missing objects, so that indices are safe.
func decodeScene(rec *record.Record) (*scene, error) {
	var s scene
	if err := rec.Decode(&s); err != nil {
		return nil, err
	}
	n, dangling := len(s.Objects), 0
	if n > mostObjects {
		return nil, fmt.Errorf("%d objects exceed the limit of %d", n, mostObjects)
	}
	for name, lists := range s.Relations {
		dangling += max(0, len(lists)-n)
		lists = lists[:min(len(lists), n)]
		for i, list := range lists {
			lists[i] = slices.DeleteFunc(list, func(k int) bool { return k < 0 || k >= n })
			dangling += len(list) - len(lists[i])
		}
		s.Relations[name] = lists
	}
	if dangling > 0 {
		rec.Problem("relations to objects that don't exist: %d; left out", dangling)
	}
	return &s, nil
}

// DecodeScene decodes a scene as a graph: an object's name is its shape, its attributes are size,
// colour and material. Besides its relations, where the subject of "left" is the object to the
// left, there are "same color" and the like.
func DecodeScene(rec *record.Record) (*loaders.Scene, error) {
	s, err := decodeScene(rec)
	if err != nil {
		return nil, err
	}
	g := &loaders.Scene{Width: width, Height: height}
	for i := range s.Objects {
		o := &s.Objects[i]
		g.Objects = append(g.Objects, loaders.Object{
			Name: o.Shape, Attributes: []string{o.Size, o.Color, o.Material}, Box: o.squareAround(),
		})
	}
	relate := func(name string, to func(i int) []int) {
		for i := range s.Objects {
			for _, k := range to(i) {
				g.Relations = append(g.Relations, loaders.Relation{Name: name, Subject: k, Object: i})
			}
		}
	}
	for _, name := range []string{"left", "right", "front", "behind"} {
		relate(name, func(i int) []int { return s.relatedTo(name, i) })
	}
	for _, category := range categories {
		relate("same "+category, func(i int) []int { return s.sharingAttribute(category, i) })
	}
	return g, nil
}

func (s *scene) relatedTo(relationName string, i int) []int {
	if lists := s.Relations[relationName]; i < len(lists) {
		return lists[i]
	}
	return nil
}

func (s *scene) sharingAttribute(attributeName string, i int) (list []int) {
	for k := range s.Objects {
		if k != i && s.Objects[k].attributeOf(attributeName) == s.Objects[i].attributeOf(attributeName) {
			list = append(list, k)
		}
	}
	return list
}

func (s *scene) imageOf(rec *record.Record) loaders.Image {
	im := loaders.Image{Path: rec.Picture(s.File), Width: width, Height: height, Units: loaders.Pixels}
	for i := range s.Objects {
		o := &s.Objects[i]
		im.Proposals, im.Labels = append(im.Proposals, o.squareAround()),
			append(im.Labels, strings.Join(loaders.Map(categories, o.attributeOf), " "))
	}
	return im
}

// Scenes reads CLEVR's scenes.
var Scenes = record.NewFormat(loaders.Format{
	Name:   "clevr-scenes",
	About:  "CLEVR scenes: pictures with their objects",
	Boxes:  convention,
	Sign:   "a scenes list with image_index, image_filename and objects (shape, color, material, pixel_coords)",
	Keys:   "scenes objects pixel_coords",
	Detect: areScenes,
}, record.RecordFormat{Dataset: "CLEVR", Gold: "in the file", Pictures: true, At: "scenes.*",
	Decode: func(rec *record.Record) *loaders.Example {
		s, err := decodeScene(rec)
		if err != nil {
			return rec.Broken(err)
		}
		im := s.imageOf(rec)
		im.Gold = slices.Clone(im.Proposals)
		return &loaders.Example{ID: s.File, Question: strings.Join(im.Labels, ", "), Images: []loaders.Image{im}}
	}})

var areScenes = record.KeyedAt("scenes.*.objects.*", `shape:", color:", material:", pixel_coords:[`)
