package gqa

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// scene is a picture's graph.
type scene struct {
	Width    record.Real       `json:"width"`
	Height   record.Real       `json:"height"`
	Location record.Text       `json:"location"`
	Weather  record.Text       `json:"weather"`
	Objects  map[string]object `json:"objects"`
}

type object struct {
	Name       record.Text  `json:"name"`
	X          record.Real  `json:"x"`
	Y          record.Real  `json:"y"`
	W          record.Real  `json:"w"`
	H          record.Real  `json:"h"`
	Attributes record.Texts `json:"attributes"`
	Relations  []relation   `json:"relations"`
}

type relation struct {
	Name   record.Text `json:"name"`
	Object record.Text `json:"object"`
}

// box turns x, y, width and height into corners.
func (o *object) box() loaders.Box {
	return record.Reals{float64(o.X), float64(o.Y), float64(o.W), float64(o.H)}.Sized()
}

// label is the name with the attributes: "wall (white, wooden)".
func label(o *loaders.Object) string {
	if len(o.Attributes) == 0 {
		return o.Name
	}
	return fmt.Sprintf("%s (%s)", o.Name, strings.Join(o.Attributes, ", "))
}

// graph is the scene with its objects in the order of their ids. dangling is
// how many relations lead to objects that are not there; they are left out.
func (s *scene) graph() (g *loaders.Scene, dangling int) {
	g = &loaders.Scene{Width: s.Width.Side(), Height: s.Height.Side()}
	ids := objectIDs(s.Objects)
	at := make(map[string]int, len(ids))
	for i, id := range ids {
		at[id] = i
		o := s.Objects[id]
		g.Objects = append(g.Objects, loaders.Object{ID: id, Name: string(o.Name), Attributes: o.Attributes, Box: o.box()})
	}
	for i, id := range ids {
		for _, r := range s.Objects[id].Relations {
			to, ok := at[string(r.Object)]
			if !ok {
				dangling++
				continue
			}
			g.Relations = append(g.Relations, loaders.Relation{Name: string(r.Name), Subject: i, Object: to})
		}
	}
	return g, dangling
}

// DecodeScene decodes the scene graph of a picture.
func DecodeScene(rec *record.Record) (*loaders.Scene, error) {
	var s scene
	if err := rec.Decode(&s); err != nil {
		return nil, err
	}
	g, dangling := s.graph()
	if dangling > 0 {
		rec.Problem(loaders.Say("%d relations lead to objects that are not there", dangling), loaders.Say("left out"))
	}
	return g, nil
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

// openScenes opens scene graphs as a run of pictures.
func openScenes(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	var run *loaders.Run
	decode := func(rec *record.Record) (*loaders.Example, error) {
		var s scene
		if err := rec.Decode(&s); err != nil {
			return nil, err
		}
		return s.example(rec, rec.Key, run), nil
	}
	return openPictures(ctx, src, o, scenesName, "*", &run, decode)
}

// openPictures opens a run of pictures with objects; run is set before decode
// is called.
func openPictures(ctx context.Context, src *loaders.Source, o loaders.Options, format, path string, run **loaders.Run, decode func(rec *record.Record) (*loaders.Example, error)) (*loaders.Run, error) {
	opened, err := record.OpenElements(ctx, src, format, path, decode)
	if err != nil {
		return nil, err
	}
	*run = opened
	opened.Boxes, opened.Gold = pictureBoxes, "in the file"
	if err := files.FindPictures(opened, src, o); err != nil {
		return opened, loaders.Errorf("pictures: %w", err)
	}
	return opened, nil
}

// example shows a scene graph: its objects are the picture's gold, and the
// proposals of a detector that sees everything.
func (s *scene) example(rec *record.Record, id string, run *loaders.Run) *loaders.Example {
	im := s.image(id)
	im.Path = rec.Picture(run, im.Path)
	g, dangling := s.graph()
	boxes := make([]loaders.Box, 0, len(g.Objects))
	var names, relations []string
	for _, o := range g.Objects {
		boxes = append(boxes, o.Box)
		im.Labels = append(im.Labels, label(&o))
		names = append(names, o.Name)
	}
	for _, r := range g.Relations {
		relations = append(relations, fmt.Sprintf("%s %s %s", names[r.Subject], r.Name, names[r.Object]))
	}
	if dangling > 0 {
		rec.Problem(loaders.Say("%d relations lead to objects that are not there", dangling), loaders.Say("left out"))
	}
	im.Proposals = rec.Boxes("objects", &im, boxes)
	im.Gold = slices.Clone(im.Proposals)
	ex := &loaders.Example{ID: id, Question: record.Listed(names, mostListed), Images: []loaders.Image{im}}
	ex.Meta = record.Meta("objects", fmt.Sprint(len(names)), "relations", record.Listed(relations, mostListed), "location", string(s.Location), "weather", string(s.Weather))
	return ex
}

// mostListed bounds how many names stand in one text.
const mostListed = 200

// ground gives an example the picture of its question with gold boxes from
// the scene graph, nil where there is none.
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
			rec.Problem(loaders.Say("object %s is not in the scene graph of picture %s", strings.Join(objectIDs(missing), ", "), q.Image), loaders.Say("no gold box for it"))
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
		if _, ids, named := split(string(steps[m.Place].Argument)); named {
			what := fmt.Sprintf("semantic[%d] %s", m.Place, m.Op)
			m.Gold = &loaders.Gold{Boxes: [][]loaders.Box{boxes(what, ids)}, Source: source}
		}
	}
}

// Scenes reads GQA's scene graphs: a dictionary by picture.
var Scenes = loaders.Format{
	Name:   scenesName,
	About:  "GQA's scene graphs: pictures with labelled boxes, attributes and relations",
	Boxes:  pictureBoxes,
	Sign:   "an object of objects with the key objects, an object of boxes",
	Keys:   []string{"objects", "name", "x", "w"},
	Detect: areScenes,
	Open:   openScenes,
}
