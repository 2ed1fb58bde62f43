package tabular

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
)

// The names of what an object of a picture has, the first that is there counts.
var (
	categoryNames = strings.Fields("category categories category_id label labels name")
	scoreNames    = strings.Fields("score scores confidence conf")
)

// fillPictures sets the example's images. Those in the file come first, because other columns only
// repeat their paths.
func (d *exampleFiller) fillPictures() {
	add := func(path string) { d.Images = append(d.Images, loaders.Image{Path: path}) }
	for k, p := range d.Pictures {
		switch {
		case p.Embedded:
			add(files.EmbeddedPath(d.rec.Index, k))
		case !p.Missing:
			add(d.rec.Picture(p.Path))
		}
	}
	if len(d.Pictures) > 0 {
		for _, name := range d.columns.PathsOf("image") {
			if _, isStruct := d.Values[name].(rows.RowObject); isStruct {
				d.used[name] = true // its path is shown above
			}
		}
	}
	more := loaders.Filter(loaders.SortedKeys(d.Values), func(name string) bool { return strings.HasSuffix(name, "_file_name") })
	for _, name := range loaders.Distinct(slices.Concat(d.columns.PathsOf("image"), more)) {
		path, _ := d.ValueAt(name).(string)
		isPicture := path != "" && !strings.Contains(path, "://") && !strings.Contains(path, "\n")
		if len(d.Pictures) == 0 && isPicture {
			d.used[d.TopColumn(name)] = true
			if name == rows.OwnKey {
				path = d.rec.PictureName(append([]string{path}, record.PictureNames(path)...)...)
			}
			add(d.rec.Picture(path))
		}
	}
	if len(d.Images) == 0 {
		return
	}
	im := &d.Images[0]
	im.Units = loaders.Pixels
	im.Width, im.Height = sideOf(d.Values["width"]), sideOf(d.Values["height"])
	d.used["width"], d.used["height"] = im.Width > 0, im.Height > 0
}

func (d *exampleFiller) namePicture() {
	if name := d.Meta["image"]; name != "" && d.preset.Picture != "" {
		if n, err := strconv.ParseUint(name, 10, 63); err == nil {
			name = fmt.Sprintf(d.preset.Picture, n)
		}
		d.Images = []loaders.Image{{Path: name, Units: loaders.Pixels}}
	}
}

func sideOf(v any) int {
	return record.LenientNumber(rows.RealOf(v)).Side()
}

// fillObjects takes objects for detections if one has a score, because annotators give none, and for
// gold if not.
func (d *exampleFiller) fillObjects() {
	v, words := d.valueOf("objects"), record.BoxTerms{Boxes: "objects", Scores: "scores of objects", GoldOf: "objects called "}
	found := d.valueOf("detections")
	if found != nil {
		v, words = found, record.InDetections
	}
	if v == nil {
		return
	}
	list, err := d.objectsOf(v)
	if err != nil {
		d.rec.Problem("objects: %v; shown without boxes", err)
		return
	}
	if len(d.Images) == 0 {
		d.Images = []loaders.Image{{Units: loaders.Pixels, Width: sideOf(d.Values["width"]), Height: sideOf(d.Values["height"])}}
	}
	im := &d.Images[0]
	var detected, gold []record.LabelledBox
	if found != nil || slices.ContainsFunc(list, func(o record.LabelledBox) bool { return !math.IsNaN(o.Score) }) {
		detected = append([]record.LabelledBox{}, list...)
	} else {
		gold = list
	}
	d.Program = d.rec.Objects(im, detected, gold, d.rec, words)
}

// objectsOf returns the boxes in a list of structs, or a struct of lists: bbox (left, top, width,
// height) or box_xyxy (corners), with a label ("unnamed" without one, "category N" for a number) and
// a score, NaN without one. It fails for another value.
func (d *rowReader) objectsOf(v any) (list []record.LabelledBox, err error) {
	if columns, ok := v.(rows.RowObject); ok {
		if v, err = elementsOf(columns); err != nil {
			return nil, err
		}
	}
	elements, ok := v.([]any)
	if !ok {
		return nil, loaders.Errorf("%.40s instead of a struct of lists", fmt.Sprint(v))
	}
	for _, element := range elements {
		fields, ok := element.(rows.RowObject)
		if !ok {
			return nil, loaders.Errorf("%.40s instead of a struct", fmt.Sprint(element))
		}
		category := d.fieldOf(fields, categoryNames)
		o := record.LabelledBox{Label: cmp.Or(rows.Text(category), "unnamed"), Score: rows.RealOf(d.fieldOf(fields, scoreNames)),
			Box: rows.Reals(fields["bbox"]).Sized()}
		if _, isNumber := category.(int64); isNumber {
			o.Label = "category " + o.Label
		}
		if corners := fields["box_xyxy"]; corners != nil {
			o.Box = rows.Reals(corners).Corners()
		}
		list = append(list, o)
	}
	return list, nil
}

// elementsOf returns the structs, one per box, of a struct of lists. It fails for labels or scores
// of another length, because they would belong to other boxes.
func elementsOf(listColumns rows.RowObject) (any, error) {
	boxes, ok := listColumns["bbox"].([]any)
	if !ok {
		return nil, loaders.Errorf("no list called bbox")
	}
	elements := make([]any, len(boxes))
	for i := range elements {
		element := rows.RowObject{}
		for name, column := range listColumns {
			values := rows.ListOf(column)
			if len(values) == len(boxes) {
				element[name] = values[i]
			} else if values != nil && slices.Contains(slices.Concat(categoryNames, scoreNames), name) {
				return nil, loaders.Errorf("%s has %d values, but bbox has %d", name, len(values), len(boxes))
			}
		}
		elements[i] = element
	}
	return elements, nil
}

func (d *rowReader) fieldOf(objectFields rows.RowObject, fieldNames []string) any {
	for _, name := range fieldNames {
		if v := objectFields[name]; v != nil {
			return d.classes.NameClass("objects."+name, v)
		}
	}
	return nil
}
