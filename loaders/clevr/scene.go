package clevr

import (
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const convention = "squares around pixel_coords, as large as a ball of the object's size at its distance; pixels"

// Size of CLEVR's pictures, and how its camera shows an object.
const (
	width, height = 480, 320
	focal         = 525
)

// radii are those of objects, by size.
var radii = map[string]float64{"large": 0.7, "small": 0.35}

// categories are the attributes of an object.
var categories = []string{"size", "color", "material", "shape"}

// Concepts are the categories and values of CLEVR's objects, in the form that
// the executor of first-order logic reads.
func Concepts() []byte {
	return []byte(`{"categories": {
		"size": ["small", "large"], "material": ["rubber", "metal"], "shape": ["cube", "sphere", "cylinder"],
		"color": ["gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow"]}, "object": "thing"}`)
}

// scene is a picture as CLEVR has it.
type scene struct {
	Index     record.Text        `json:"image_index"`
	File      string             `json:"image_filename"`
	Objects   []object           `json:"objects"`
	Relations map[string][][]int `json:"relationships"` // per object, the objects in this relation to it
}

type object struct {
	Color    string       `json:"color"`
	Size     string       `json:"size"`
	Shape    string       `json:"shape"`
	Material string       `json:"material"`
	Pixels   record.Reals `json:"pixel_coords"`
}

// is returns the attribute of a category, "" for none of [categories].
func (o *object) is(category string) string {
	if k := slices.Index(categories, category); k >= 0 {
		return [...]string{o.Size, o.Color, o.Material, o.Shape}[k]
	}
	return ""
}

func (o *object) label() string {
	return strings.Join(loaders.Map(categories, o.is), " ")
}

// box is the square around the object, without area where its place is unknown.
func (o *object) box() loaders.Box {
	if len(o.Pixels) != 3 || !(o.Pixels[2] > 0) {
		return loaders.Box{}
	}
	x, y, r := o.Pixels[0], o.Pixels[1], focal*radii[o.Size]/o.Pixels[2]
	return loaders.Box{X0: max(x-r, 0), Y0: max(y-r, 0), X1: min(x+r, width), Y1: min(y+r, height)}
}

// mostObjects bounds a scene, whose pairs are listed; CLEVR's have ten.
const mostObjects = 500

func decodeScene(rec *record.Record) (*scene, error) {
	var s scene
	if err := rec.Decode(&s); err != nil {
		return nil, err
	}
	if len(s.Objects) > mostObjects {
		return nil, fmt.Errorf("%d objects, more than %d", len(s.Objects), mostObjects)
	}
	dangling := 0
	for name, lists := range s.Relations {
		if len(lists) > len(s.Objects) {
			dangling += len(lists) - len(s.Objects)
			s.Relations[name] = lists[:len(s.Objects)]
		}
		for i, list := range s.Relations[name] {
			s.Relations[name][i] = slices.DeleteFunc(list, func(k int) bool {
				if k >= 0 && k < len(s.Objects) {
					return false
				}
				dangling++
				return true
			})
		}
	}
	if dangling > 0 {
		rec.Problem("%d relations lead to objects that do not exist; left out", dangling)
	}
	return &s, nil
}

// DecodeScene decodes a scene as a graph: an object's name is its shape, its
// attributes are size, colour and material. Besides its relations, where the
// subject of "left" is the object to the left, there are "same color" and its
// kin.
func DecodeScene(rec *record.Record) (*loaders.Scene, error) {
	s, err := decodeScene(rec)
	if err != nil {
		return nil, err
	}
	g := &loaders.Scene{Width: width, Height: height}
	for i := range s.Objects {
		o := &s.Objects[i]
		g.Objects = append(g.Objects, loaders.Object{ID: fmt.Sprint(i), Name: o.Shape,
			Attributes: []string{o.Size, string(o.Color), string(o.Material)}, Box: o.box()})
	}
	relate := func(name string, to func(i int) []int) {
		for i := range s.Objects {
			for _, k := range to(i) {
				g.Relations = append(g.Relations, loaders.Relation{Name: name, Subject: k, Object: i})
			}
		}
	}
	for _, name := range []string{"left", "right", "front", "behind"} {
		relate(name, func(i int) []int { return s.related(name, i) })
	}
	for _, category := range categories {
		relate("same "+category, func(i int) []int { return s.same(category, i) })
	}
	return g, nil
}

// related are the objects in a relation to object i.
func (s *scene) related(name string, i int) []int {
	if lists := s.Relations[name]; i < len(lists) {
		return lists[i]
	}
	return nil
}

// same are the other objects with the attribute that object i has.
func (s *scene) same(category string, i int) (list []int) {
	for k := range s.Objects {
		if k != i && s.Objects[k].is(category) == s.Objects[i].is(category) {
			list = append(list, k)
		}
	}
	return list
}

// image is the picture with all objects as proposals.
func (s *scene) image(rec *record.Record) loaders.Image {
	im := loaders.Image{Path: rec.Picture(s.File), Width: width, Height: height, Units: loaders.Pixels}
	for i := range s.Objects {
		im.Proposals, im.Labels = append(im.Proposals, s.Objects[i].box()), append(im.Labels, s.Objects[i].label())
	}
	return im
}

// Scenes reads CLEVR's scenes.
var Scenes = record.NewFormat(loaders.Format{
	Name:   "clevr-scenes",
	About:  "CLEVR's scenes: pictures with their objects",
	Boxes:  convention,
	Sign:   "scenes, a list with image_index, image_filename and objects that have shape, color, material and pixel_coords",
	Keys:   "scenes objects pixel_coords",
	Detect: areScenes,
}, record.Codec{Dataset: "CLEVR", Gold: "in the file", Pictures: true, At: "scenes.*", Decode: func(rec *record.Record) *loaders.Example {
	s, err := decodeScene(rec)
	if err != nil {
		return rec.Broken(err)
	}
	im := s.image(rec)
	im.Gold = slices.Clone(im.Proposals)
	return &loaders.Example{ID: s.File, Question: strings.Join(im.Labels, ", "), Images: []loaders.Image{im}}
}})

var areScenes = record.KeyedAt("scenes.*.objects.*", `shape:", color:", material:", pixel_coords:[`)
