package tabular

import (
	"maps"
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// The names of what an object of a picture has, the first that is there counts.
var (
	categoryNames = strings.Fields("category categories category_id label labels name")
	scoreNames    = strings.Fields("score scores confidence")
)

// pictures fills the images: those in the file, and those that a column names.
func (d *reader) pictures(rec *record.Record, r *row, ex *loaders.Example, used taken) {
	for k, p := range r.pictures {
		switch {
		case p.embedded:
			ex.Images = append(ex.Images, loaders.Image{Path: files.EmbeddedPath(rec.Index, k)})
		case !p.missing:
			ex.Images = append(ex.Images, loaders.Image{Path: rec.Picture(p.path)})
		}
	}
	if len(r.pictures) > 0 {
		for _, name := range d.columns.paths("image") {
			if _, isStruct := r.values[name].(object); isStruct {
				used[name] = true // its path is shown above
			}
		}
	}
	more := loaders.Filter(slices.Sorted(maps.Keys(r.values)), func(name string) bool { return strings.HasSuffix(name, "_file_name") })
	for _, name := range loaders.Distinct(slices.Concat(d.columns.paths("image"), more)) {
		path, isText := r.at(name).(string)
		if isText && len(r.pictures) == 0 && pictured(path) {
			used[r.top(name)] = true
			ex.Images = append(ex.Images, loaders.Image{Path: rec.Picture(path)})
		}
	}
	if len(ex.Images) == 0 {
		return
	}
	im := &ex.Images[0]
	im.Units = loaders.Pixels
	im.Width, im.Height = sideOf(r.values["width"]), sideOf(r.values["height"])
	used["width"], used["height"] = im.Width > 0, im.Height > 0
}

// pictured reports whether a value is the name of a file.
func pictured(path string) bool {
	return path != "" && !strings.Contains(path, "://") && !strings.Contains(path, "\n")
}

// sideOf is a width or height in pixels, 0 for what is not one.
func sideOf(v any) int {
	x, _ := numberOf(v)
	return record.Real(x).Side()
}

// objects fills the boxes of the first image.
func (d *reader) objects(rec *record.Record, r *row, ex *loaders.Example, used taken) {
	v := d.of(r, "objects", used)
	if v == nil {
		return
	}
	list, err := d.objectsOf(v)
	if err != nil {
		rec.Problem("objects: %v; shown without boxes", err)
		return
	}
	if len(ex.Images) == 0 {
		ex.Images = []loaders.Image{{Units: loaders.Pixels, Width: sideOf(r.values["width"]), Height: sideOf(r.values["height"])}}
	}
	im := &ex.Images[0]
	var detected, gold []record.Boxed
	if slices.ContainsFunc(list, func(o record.Boxed) bool { return !math.IsNaN(o.Score) }) {
		detected = list
	} else {
		gold = list
	}
	ex.Program = rec.Objects(im, detected, gold, rec, [3]string{"objects", "scores of objects", "objects called "})
}

// objectsOf reads a list of structs, or a struct of lists.
func (d *reader) objectsOf(v any) (list []record.Boxed, err error) {
	if columns, ok := v.(object); ok {
		if v, err = elementsOf(columns); err != nil {
			return nil, err
		}
	}
	elements, ok := v.([]any)
	if !ok {
		return nil, loaders.Errorf("%.40v where a struct of lists belongs", v)
	}
	for _, element := range elements {
		fields, ok := element.(object)
		if !ok {
			return nil, loaders.Errorf("%.40v where a struct belongs", element)
		}
		list = append(list, d.object(fields["bbox"], d.field(fields, categoryNames), d.field(fields, scoreNames)))
	}
	return list, nil
}

// elementsOf are the structs of which a struct has the values in lists, one for each box.
func elementsOf(columns object) (any, error) {
	boxes, ok := columns["bbox"].([]any)
	if !ok {
		return nil, loaders.Errorf("no list called bbox")
	}
	elements := make([]any, len(boxes))
	for i := range elements {
		element := object{}
		for name, column := range columns {
			values, _ := column.([]any)
			if len(values) == len(boxes) {
				element[name] = values[i]
			} else if values != nil && slices.Contains(slices.Concat(categoryNames, scoreNames), name) {
				return nil, loaders.Errorf("%s has %d values, and bbox has %d", name, len(values), len(boxes))
			}
		}
		elements[i] = element
	}
	return elements, nil
}

// field is the first of names in a struct, its classes named.
func (d *reader) field(fields object, names []string) any {
	for _, name := range names {
		if v := fields[name]; v != nil {
			return d.classes.named("objects."+name, v)
		}
	}
	return nil
}

func (d *reader) object(box, category, score any) record.Boxed {
	o := record.Boxed{Label: Text(category), Score: realOf(score)}
	if o.Label == "" {
		o.Label = "unnamed"
	} else if _, isNumber := category.(int64); isNumber {
		o.Label = "category " + o.Label
	}
	list, _ := box.([]any)
	o.Box = record.Reals(loaders.Map(list, realOf)).Sized()
	return o
}
