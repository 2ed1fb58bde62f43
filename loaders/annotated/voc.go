package annotated

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// VOC reads the annotations of a picture.
var VOC = record.NewFormat(loaders.Format{
	Name:   "voc",
	About:  "a picture's boxes in the XML of Pascal VOC, as labelImg writes it too",
	Boxes:  "corners, pixels, as in the file",
	Sign:   "the XML element annotation with filename or size, and objects",
	Detect: isVOC,
	Takes:  []loaders.Taken{{Flag: loaders.ImageFolder}},
}, record.Codec{Gold: "in the file", Open: func(o *record.Opening) {
	o.Whole(mostBytes, func(rec *record.Record) *loaders.Example { return decodeVOC(rec, o.Source.Path) })
	findPictures(o)
}})

// annotates matches the beginning of the XML of an annotation.
var annotates = regexp.MustCompile(`^\s*(?:<\?xml(?s:.*?)\?>\s*)?<annotation[ >]`)

// isVOC reports whether head begins the XML of an annotation with a file's name or a size and, if
// it has objects, boxes.
func isVOC(head []byte) bool {
	has := func(tag string) bool { return bytes.Contains(head, []byte("<"+tag)) }
	return annotates.Match(head) && (has("filename>") || has("size>")) && (has("bndbox>") || !has("object>"))
}

// annotation is the file. Numbers may be anything.
type annotation struct {
	File    string `xml:"filename"`
	Width   string `xml:"size>width"`
	Height  string `xml:"size>height"`
	Objects []struct {
		Name      string `xml:"name"`
		Difficult string `xml:"difficult"`
		Box       *struct {
			X0 string `xml:"xmin"`
			Y0 string `xml:"ymin"`
			X1 string `xml:"xmax"`
			Y1 string `xml:"ymax"`
		} `xml:"bndbox"`
	} `xml:"object"`
}

// parseNumber returns the number that a text is, blanks apart; NaN for anything else.
func parseNumber(text string) record.Real {
	var x record.Real
	_ = x.UnmarshalJSON([]byte(strings.TrimSpace(text))) // it never fails
	return x
}

// mostObjects bounds the boxes of a picture.
const mostObjects = 10_000

// decodeVOC returns the example of an annotation in the XML of VOC: the boxes of its objects are
// gold, difficult ones included, and Meta has the number of both. What is not XML is Broken;
// objects without a box, and more than 10,000, are problems and left out. file is the path, which
// the example is named after; its picture is that of the annotation's filename or of the path's.
func decodeVOC(rec *record.Record, file string) *loaders.Example {
	var a annotation
	if err := xml.Unmarshal(rec.Bytes, &a); err != nil {
		return rec.Broken(loaders.Errorf("not XML: %w", err))
	}
	if len(a.Objects) > mostObjects {
		rec.Problem("%d objects in one picture; the first %d are read", len(a.Objects), mostObjects)
		a.Objects = a.Objects[:mostObjects]
	}
	gold, difficult := []record.Boxed{}, 0
	for i, o := range a.Objects {
		if o.Box == nil {
			rec.Problem("object %d, %s, has no bndbox; left out", i+1, o.Name)
			continue
		}
		if strings.TrimSpace(o.Difficult) == "1" {
			difficult++
		}
		corners := record.Reals{float64(parseNumber(o.Box.X0)), float64(parseNumber(o.Box.Y0)), float64(parseNumber(o.Box.X1)),
			float64(parseNumber(o.Box.Y1))}
		gold = append(gold, record.Boxed{Label: strings.TrimSpace(o.Name), Box: corners.Corners()})
	}
	names := namesOf(file)
	if name := strings.TrimSpace(a.File); name != "" {
		names = append([]string{name}, names...)
	}
	im := loaders.Image{Path: pictureOf(rec, file, names), Width: parseNumber(a.Width).Side(), Height: parseNumber(a.Height).Side(),
		Units: loaders.Pixels}
	ex := exampleOf(rec, im, fileStem(file), gold, nil)
	marked := ""
	if difficult > 0 {
		marked = strconv.Itoa(difficult)
	}
	ex.Describe("objects", fmt.Sprint(len(gold)), "difficult", marked)
	return ex
}

// mostBytes bounds a file of one picture.
const mostBytes = 16 << 20

// fileStem returns a file's name without folder and last extension.
func fileStem(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// exampleOf returns the example of a picture with its gold and detected boxes. Nil gold is unknown;
// nil detections were not made.
func exampleOf(rec *record.Record, im loaders.Image, name string, gold, detected []record.Boxed) *loaders.Example {
	program := rec.Objects(&im, detected, gold, rec, record.InDetections)
	return &loaders.Example{ID: name, Question: name, Images: []loaders.Image{im}, Program: program}
}

// findPictures sets the run's folder of pictures: its own folder if none is named and that has a
// picture of the file's name, or else the named one or one beside it.
func findPictures(o *record.Opening) {
	own := filepath.Dir(o.Source.Path)
	if o.Options.Of(loaders.ImageFolder) == "" && o.Options.ImageFiles == nil && picturedIn(o.Source, own) {
		o.Options = o.Options.With(loaders.ImageFolder, own)
	}
	o.FindPictures()
}

// picturedIn reports whether a folder has a picture of the run file's name.
func picturedIn(src *loaders.Source, dir string) bool {
	return slices.ContainsFunc(namesOf(src.Path), func(name string) bool {
		_, err := fs.Stat(src.Files, filepath.Join(dir, name))
		return err == nil
	})
}

// namesOf returns the possible names of the picture of a file: its stem with each ending of
// pictures, in lower and in upper case.
func namesOf(file string) (list []string) {
	for _, ending := range record.PictureEndings {
		list = append(list, fileStem(file)+ending, fileStem(file)+strings.ToUpper(ending))
	}
	return list
}

// pictureOf returns the first of the names that exists in the run's folder of pictures, or in a
// folder there called as the file's own; the first name, which is a problem, if none does.
func pictureOf(rec *record.Record, file string, names []string) string {
	inFolder := loaders.Map(names, func(name string) string { return path.Join(filepath.Base(filepath.Dir(file)), name) })
	return rec.Picture(rec.PictureName(slices.Concat(names, inFolder)...))
}
