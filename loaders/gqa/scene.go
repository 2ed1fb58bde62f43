package gqa

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const pictureBoxes = "xywh, pixels"

type scene struct {
	Width    record.LenientNumber `json:"width"`
	Height   record.LenientNumber `json:"height"`
	Location string               `json:"location"`
	Weather  string               `json:"weather"`
	Objects  map[string]object    `json:"objects"`
}

type object struct {
	Name       string               `json:"name"`
	X          record.LenientNumber `json:"x"`
	Y          record.LenientNumber `json:"y"`
	W          record.LenientNumber `json:"w"`
	H          record.LenientNumber `json:"h"`
	Attributes record.LenientTexts  `json:"attributes"`
	Relations  []sceneRelation      `json:"relations"`
}

type sceneRelation struct {
	Name   string             `json:"name"`
	Object record.LenientText `json:"object"`
}

func (o *object) cornersOf() loaders.Box {
	return record.LenientNumbers{float64(o.X), float64(o.Y), float64(o.W), float64(o.H)}.Sized()
}

// asGraph sorts objects by id, because JSON objects have no order. Relations to missing objects are
// left out.
func (s *scene) asGraph(rec *record.Record) *loaders.Scene {
	g, dangling := &loaders.Scene{Width: s.Width.Side(), Height: s.Height.Side(), Location: s.Location, Weather: s.Weather}, 0
	ids := objectIDs(s.Objects)
	at := make(map[string]int, len(ids))
	for i, id := range ids {
		at[id] = i
		o := s.Objects[id]
		g.Objects = append(g.Objects, loaders.Object{Name: o.Name, Attributes: o.Attributes, Box: o.cornersOf()})
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
		rec.Problem("relations to objects that don't exist: %d; left out", dangling)
	}
	return g
}

// DecodeScene returns the scene graph of a picture. It fails for a record that can't be decoded.
func DecodeScene(rec *record.Record) (*loaders.Scene, error) {
	var s scene
	if err := rec.Decode(&s); err != nil {
		return nil, err
	}
	return s.asGraph(rec), nil
}

func (s *scene) imageOf(rec *record.Record, pictureID string) loaders.Image {
	if pictureID != "" {
		pictureID += ".jpg"
	}
	return loaders.Image{Path: rec.Picture(pictureID), Units: loaders.Pixels, Width: s.Width.Side(), Height: s.Height.Side()}
}

// exampleOf gives the objects as gold and as proposals, so that a scene graph opens as a detector that
// sees everything. The question lists their names.
func (s *scene) exampleOf(rec *record.Record, questionID string) *loaders.Example {
	im := s.imageOf(rec, questionID)
	g := s.asGraph(rec)
	boxes := make([]loaders.Box, 0, len(g.Objects))
	var names []string
	for _, o := range g.Objects {
		label := o.Name
		if len(o.Attributes) > 0 {
			label += " (" + strings.Join(o.Attributes, ", ") + ")"
		}
		boxes, im.Labels, names = append(boxes, o.Box), append(im.Labels, label), append(names, o.Name)
	}
	relations := loaders.Map(g.Relations, func(r loaders.Relation) string {
		return fmt.Sprintf("%s %s %s", names[r.Subject], r.Name, names[r.Object])
	})
	im.Proposals = rec.Boxes("objects", &im, boxes)
	im.Gold = slices.Clone(im.Proposals)
	ex := &loaders.Example{ID: questionID, Question: record.Listed(names, mostListed), Images: []loaders.Image{im}}
	ex.Describe("objects", fmt.Sprint(len(names)), "relations", record.Listed(relations, mostListed), "location", s.Location,
		"weather", s.Weather)
	return ex
}

// mostListed bounds how many names one text lists.
const mostListed = 200

func objectIDs[T any](objectsByID map[string]T) []string {
	return slices.SortedFunc(maps.Keys(objectsByID), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}

// Scenes reads GQA's scene graphs: a dictionary by picture.
var Scenes = record.NewFormat(loaders.Format{
	Name:   "gqa-scenes",
	About:  "GQA scene graphs: pictures with labelled boxes, attributes and relations",
	Boxes:  pictureBoxes,
	Sign:   "an object of objects, each with boxes by id under the key objects",
	Keys:   "objects name x w",
	Detect: areScenes,
}, record.RecordFormat{Gold: "in the file", Pictures: true, At: "*", Decode: record.As(func(s *scene, rec *record.Record) *loaders.Example {
	return s.exampleOf(rec, rec.Key)
})})

func areScenes(head []byte) bool {
	if record.FirstByte(head) != '{' || record.ElementKeys(head, "*")["objects"] != '{' {
		return false
	}
	// The first pictures may have no object at all.
	box := record.ElementKeys(head, "*.objects.*")
	return box == nil || box["name"] != 0 && box["x"] != 0 && box["w"] != 0
}
