package gqa

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// pictureBoxes is the convention of scene graphs.
const pictureBoxes = "xywh, pixels"

// scene is a picture's graph.
type scene struct {
	Width    record.Real       `json:"width"`
	Height   record.Real       `json:"height"`
	Location string            `json:"location"`
	Weather  string            `json:"weather"`
	Objects  map[string]object `json:"objects"`
}

type object struct {
	Name       string       `json:"name"`
	X          record.Real  `json:"x"`
	Y          record.Real  `json:"y"`
	W          record.Real  `json:"w"`
	H          record.Real  `json:"h"`
	Attributes record.Texts `json:"attributes"`
	Relations  []relation   `json:"relations"`
}

type relation struct {
	Name   string      `json:"name"`
	Object record.Text `json:"object"`
}

// box turns x, y, width and height into corners.
func (o *object) box() loaders.Box {
	return record.Reals{float64(o.X), float64(o.Y), float64(o.W), float64(o.H)}.Sized()
}

// labelOf is the name with the attributes: "wall (white, wooden)".
func labelOf(o *loaders.Object) string {
	if len(o.Attributes) == 0 {
		return o.Name
	}
	return fmt.Sprintf("%s (%s)", o.Name, strings.Join(o.Attributes, ", "))
}

// graph is the scene with its objects in the order of their ids. Relations that lead to
// objects that do not exist are a problem and left out.
func (s *scene) graph(rec *record.Record) *loaders.Scene {
	g, dangling := &loaders.Scene{Width: s.Width.Side(), Height: s.Height.Side()}, 0
	ids := objectIDs(s.Objects)
	at := make(map[string]int, len(ids))
	for i, id := range ids {
		at[id] = i
		o := s.Objects[id]
		g.Objects = append(g.Objects, loaders.Object{ID: id, Name: o.Name, Attributes: o.Attributes, Box: o.box()})
	}
	for i, id := range ids {
		for _, r := range s.Objects[id].Relations {
			to, ok := at[string(r.Object)]
			if !ok {
				dangling++
				continue
			}
			g.Relations = append(g.Relations, loaders.Relation{Name: r.Name, Subject: i, Object: to})
		}
	}
	if dangling > 0 {
		rec.Problem("%d relations lead to objects that do not exist; left out", dangling)
	}
	return g
}

// DecodeScene decodes the scene graph of a picture.
func DecodeScene(rec *record.Record) (*loaders.Scene, error) {
	var s scene
	if err := rec.Decode(&s); err != nil {
		return nil, err
	}
	return s.graph(rec), nil
}

// image is the picture called id without boxes.
func (s *scene) image(id string) loaders.Image {
	im := loaders.Image{Path: pictureOf(id), Units: loaders.Pixels}
	if s != nil {
		im.Width, im.Height = s.Width.Side(), s.Height.Side()
	}
	return im
}

// pictureOf is the file of a picture, "" for none.
func pictureOf(id string) string {
	if id == "" {
		return ""
	}
	return id + ".jpg"
}

// example shows a scene graph: its objects are the picture's gold, and the
// proposals of a detector that sees everything.
func (s *scene) example(rec *record.Record, id string) *loaders.Example {
	im := s.image(id)
	im.Path = rec.Picture(im.Path)
	g := s.graph(rec)
	boxes := make([]loaders.Box, 0, len(g.Objects))
	var names []string
	for _, o := range g.Objects {
		boxes = append(boxes, o.Box)
		im.Labels = append(im.Labels, labelOf(&o))
		names = append(names, o.Name)
	}
	relations := loaders.Map(g.Relations, func(r loaders.Relation) string {
		return fmt.Sprintf("%s %s %s", names[r.Subject], r.Name, names[r.Object])
	})
	im.Proposals = rec.Boxes("objects", &im, boxes)
	im.Gold = slices.Clone(im.Proposals)
	ex := &loaders.Example{ID: id, Question: record.Listed(names, mostListed), Images: []loaders.Image{im}}
	ex.Describe("objects", fmt.Sprint(len(names)), "relations", record.Listed(relations, mostListed), "location", s.Location,
		"weather", s.Weather)
	return ex
}

// mostListed bounds how many names one text lists.
const mostListed = 200

// objectIDs are the ids of objects in the order of their numbers.
func objectIDs[T any](objects map[string]T) []string {
	return slices.SortedFunc(maps.Keys(objects), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}

// Scenes reads GQA's scene graphs: a dictionary by picture.
var Scenes = record.NewFormat(loaders.Format{
	Name:   "gqa-scenes",
	About:  "GQA's scene graphs: pictures with labelled boxes, attributes and relations",
	Boxes:  pictureBoxes,
	Sign:   "an object of objects with the key objects, an object of boxes",
	Keys:   "objects name x w",
	Detect: areScenes,
}, record.Codec{Gold: "in the file", Pictures: true, At: "*", Decode: record.As(func(s *scene, rec *record.Record) *loaders.Example {
	return s.example(rec, rec.Key)
})})

func areScenes(head []byte) bool {
	if record.FirstByte(head) != '{' || record.ElementKeys(head, "*")["objects"] != '{' {
		return false
	}
	// The first pictures may have no object at all.
	box := record.ElementKeys(head, "*.objects.*")
	return box == nil || box["name"] != 0 && box["x"] != 0 && box["w"] != 0
}

// VisualGenome reads its objects, attributes and relationships, of all
// pictures or of one.
var VisualGenome = record.NewFormat(loaders.Format{
	Name:   "visual-genome",
	About:  "Visual Genome's objects, attributes or relationships: pictures with labelled boxes",
	Boxes:  pictureBoxes,
	Sign:   "lists under objects or attributes with object_id, or under relationships with predicate",
	Detect: func(head []byte) bool { _, ok := genomePath(head); return ok },
}, record.Codec{Dataset: "Visual Genome", Gold: "in the file", Pictures: true, Beside: []record.Companion{objectFiles}, Open: openGenome})

func openGenome(o *record.Opening) {
	path, _ := genomePath(o.Source.Head)
	if o.Elements(path, record.As((*picture).example)); !areGenomeObjects(o.Source.Head) {
		o.Join(objectFiles)
	}
}

// genomePaths are the places of Visual Genome's lists, per picture: in a list
// or a dictionary of pictures, or in a file of one picture.
var genomePaths = []struct{ pictures, list, key string }{
	{"*", "*.objects.*", "object_id"},
	{"*", "*.attributes.*", "object_id"},
	{"*", "*.relationships.*", "predicate"},
	{"", "objects.*", "object_id"},
	{"", "attributes.*", "object_id"},
	{"", "relationships.*", "predicate"},
}

// genomePath is where a file of Visual Genome has its pictures.
func genomePath(head []byte) (path string, ok bool) {
	for _, p := range genomePaths {
		if record.ElementKeys(head, p.list)[p.key] != 0 {
			return p.pictures, true
		}
	}
	return "", false
}

// picture is an entry of objects.json, attributes.json or relationships.json.
type picture struct {
	Image         record.Text    `json:"image_id"`
	URL           string         `json:"image_url"`
	Objects       []genomeObject `json:"objects"`
	Attributes    []genomeObject `json:"attributes"`
	Relationships []relationship `json:"relationships"`
}

type genomeObject struct {
	ID     record.Text  `json:"object_id"`
	Names  record.Texts `json:"names"`
	Merged record.Texts `json:"merged_object_ids"`
	object
}

type relationship struct {
	Predicate string       `json:"predicate"`
	Subject   genomeObject `json:"subject"`
	Object    genomeObject `json:"object"`
}

// named is the object with the first of its names.
func (o *genomeObject) named() object {
	if len(o.Names) > 0 {
		o.Name = o.Names[0]
	}
	return o.object
}

var objectFiles = record.Companion{
	What: "objects", Flag: loaders.SceneFile,
	Is: record.KeyedAt("*.objects.*", "object_id"),
	Entries: record.At("*", func(rec *record.Record) string {
		var p picture
		if rec.Decode(&p) == nil && p.Image != "" {
			return string(p.Image)
		}
		return rec.Key
	}),
}

var areGenomeObjects = record.Either(objectFiles.Is, record.KeyedAt("objects.*", "object_id"))

func (p *picture) example(rec *record.Record) *loaders.Example {
	id := cmp.Or(string(p.Image), rec.Key)
	s := scene{Objects: map[string]object{}}
	nameless, twice := 0, 0
	add := func(o *genomeObject) {
		switch _, there := s.Objects[string(o.ID)]; {
		case o.ID == "":
			nameless++
		case there:
			twice++
		default:
			s.Objects[string(o.ID)] = o.named()
		}
	}
	for _, o := range slices.Concat(p.Objects, p.Attributes) {
		add(&o)
	}
	if twice > 0 {
		rec.Problem("%d objects have the id of another; the first is shown", twice)
	}
	for i := range p.Relationships {
		p.Relationships[i].addTo(&s, add)
	}
	if nameless > 0 {
		rec.Problem("%d objects have no object_id; left out", nameless)
	}
	reportDangling(rec, id, s.Objects)
	ex := s.example(rec, id)
	ex.Describe("url", p.URL)
	return ex
}

// addTo adds a relationship, and its two objects where they are new.
func (r *relationship) addTo(s *scene, add func(o *genomeObject)) {
	for _, o := range []*genomeObject{&r.Subject, &r.Object} {
		if _, there := s.Objects[string(o.ID)]; !there {
			add(o)
		}
	}
	if from, there := s.Objects[string(r.Subject.ID)]; there {
		from.Relations = append(from.Relations, relation{Name: r.Predicate, Object: r.Object.ID})
		s.Objects[string(r.Subject.ID)] = from
	}
}

// reportDangling reports ids that the objects of the picture do not have.
func reportDangling(rec *record.Record, id string, shown map[string]object) {
	objects := rec.Beside()
	if objects == nil {
		return
	}
	var p picture
	if !objects.Decode(id, &p) {
		objects.Misses(rec, "picture", id, "shown with its own boxes")
		return
	}
	known := map[string]bool{}
	for _, o := range p.Objects {
		known[string(o.ID)] = true
		for _, merged := range o.Merged {
			known[merged] = true
		}
	}
	lost := slices.DeleteFunc(objectIDs(shown), func(id string) bool { return known[id] })
	if len(lost) > 0 {
		rec.Problem("%d of %d object ids are not in %s: %s; shown with their own boxes", len(lost), len(shown),
			filepath.Base(objects.Path), record.Listed(lost, mostListed))
	}
}

// GenomeQuestions reads Visual Genome's questions: a list of pictures, each
// with a list of questions and answers.
var GenomeQuestions = record.NewFormat(loaders.Format{
	Name:   "visual-genome-questions",
	About:  "Visual Genome's questions and answers, with the boxes of the objects that they name",
	Boxes:  pictureBoxes,
	Sign:   "a list of objects with a list qas of objects with qa_id and question",
	Detect: areGenomeQuestions,
}, record.Codec{Dataset: "Visual Genome", Gold: "in the file", Pictures: true, At: genomeAnswers,
	Decode: record.As((*genomeQuestion).example)})

// genomeAnswers is where the questions are: one record each.
const genomeAnswers = "*.qas.*"

var areGenomeQuestions = record.KeyedAt(genomeAnswers, `qa_id, question:"`)

// genomeQuestion is an entry of qas. Its objects are often none.
type genomeQuestion struct {
	ID       record.Text    `json:"qa_id"`
	Image    record.Text    `json:"image_id"`
	Question string         `json:"question"`
	Answer   string         `json:"answer"`
	Asked    []genomeObject `json:"q_objects"`
	Answered []genomeObject `json:"a_objects"`
}

// decodeGenomeQuestion shows a question on its picture. The objects of
// question and answer are the picture's gold; there is no predicted answer, so
// the verdict is unknown.
func (q *genomeQuestion) example(rec *record.Record) *loaders.Example {
	s := scene{Objects: map[string]object{}}
	for _, o := range slices.Concat(q.Asked, q.Answered) {
		s.Objects[string(o.ID)] = o.named()
	}
	ex := s.example(rec, string(q.Image))
	ex.ID, ex.Question = string(q.ID), q.Question
	ex.Answer = loaders.Answer{Gold: q.Answer}
	return ex
}
