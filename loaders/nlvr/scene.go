package nlvr

import (
	"errors"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// The words of a structured representation as a scene graph.
var (
	sizes     = map[float64]string{10: "small", 20: "medium", 30: "large"}
	positions = []string{"left", "middle", "right"}
)

// DecodeScene decodes the structured representation of a statement as a scene
// graph. An object's attributes are its colour, its size, which of the three
// grey boxes it is in (left, middle, right), and "touching the wall" and
// "touching the bottom" of that box. Relations hold in one box, but for
// touching, which goes by distance: "above" and "below", where the one ends
// before the other begins, as "to the left of" and "to the right of";
// "touching" at a distance of at most a pixel; "in the same box as".
func DecodeScene(rec *record.Record) (*loaders.Scene, error) {
	var s statement
	if err := rec.Decode(&s); err != nil {
		return nil, err
	}
	if s.Boxes == nil {
		return nil, errors.New("the statement has no structured representation")
	}
	g := &loaders.Scene{Width: pictureWidth, Height: pictureHeight}
	var in []int // the grey box of each object
	for i, box := range s.Boxes {
		for _, o := range box {
			g.Objects = append(g.Objects, o.object(i))
			in = append(in, i)
		}
	}
	for i := range g.Objects {
		for j := range g.Objects {
			if i != j {
				for _, name := range relate(&g.Objects[i].Box, &g.Objects[j].Box, in[i] == in[j]) {
					g.Relations = append(g.Relations, loaders.Relation{Name: name, Subject: i, Object: j})
				}
			}
		}
	}
	return g, nil
}

func (o *object) object(i int) loaders.Object {
	b := o.pixel(i)
	out := loaders.Object{Name: o.Shape, Box: b}
	color, _, _ := strings.Cut(o.label(), " ")
	out.Attributes = append(out.Attributes, color)
	if size, ok := sizes[float64(o.Size)]; ok {
		out.Attributes = append(out.Attributes, size)
	}
	if i < len(positions) {
		out.Attributes = append(out.Attributes, positions[i])
	}
	left := float64(i * boxStep)
	if b.X0 <= left || b.Y0 <= 0 || b.X1 >= left+pictureHeight || b.Y1 >= pictureHeight {
		out.Attributes = append(out.Attributes, "touching the wall")
	}
	if b.Y1 >= pictureHeight {
		out.Attributes = append(out.Attributes, "touching the bottom")
	}
	return out
}

// relate are the relations in which a stands to b.
func relate(a, b *loaders.Box, together bool) (names []string) {
	for _, r := range []struct {
		name  string
		holds bool
	}{
		{"above", together && a.Y1 <= b.Y0}, {"below", together && b.Y1 <= a.Y0},
		{"to the left of", together && a.X1 <= b.X0}, {"to the right of", together && b.X1 <= a.X0},
		{"touching", max(a.X0-b.X1, b.X0-a.X1, a.Y0-b.Y1, b.Y0-a.Y1) <= 1},
		{"in the same box as", together},
	} {
		if r.holds {
			names = append(names, r.name)
		}
	}
	return names
}
