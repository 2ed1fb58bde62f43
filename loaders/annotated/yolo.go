package annotated

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// YOLO reads a picture's annotations or detections.
var YOLO = record.NewFormat(loaders.Format{
	Name:  "yolo",
	About: "a picture's boxes in YOLO's text, annotations or detections with confidences",
	Boxes: "middle, width and height, 0..1",
	Sign: "lines of a class and four shares, a confidence or a polygon, of a file in a folder called labels or with a picture of its " +
		"name beside it",
	Takes: []loaders.Taken{{Flag: loaders.GoldFile, What: "a folder of annotations, or one of its files"}, {Flag: loaders.ImageFolder}},
	Confirm: func(_ context.Context, src *loaders.Source, o loaders.Options) bool {
		return isYOLO(src.Head) && (o.Of(loaders.ImageFolder) != "" || o.ImageFiles != nil || hasPicture(src) ||
			filepath.Base(filepath.Dir(src.Path)) == "labels")
	},
}, record.Codec{Gold: "in the file", Open: openYOLO})

// isYOLO reports whether head has lines and all of them, blank ones and one that may be cut off
// apart, are lines of YOLO.
func isYOLO(head []byte) bool {
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 && len(head) >= loaders.HeadSize {
		head = head[:i] // the last line may be cut off
	}
	n := 0
	for line := range bytes.Lines(head) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if _, err := parseLine(string(line)); err != nil {
			return false
		}
		n++
	}
	return n > 0
}

// hasPicture reports whether a picture of the file's name is in its folder, in a folder images in
// that or beside it, or in a folder of the same name in a folder images one above.
func hasPicture(src *loaders.Source) bool {
	own := filepath.Dir(src.Path)
	dirs := []string{own, filepath.Join(own, "..", "images"), filepath.Join(own, "..", "..", "images", filepath.Base(own)),
		filepath.Join(own, "images")}
	return slices.ContainsFunc(dirs, func(dir string) bool { return picturedIn(src, dir) })
}

// line is one of a file.
type line struct {
	class int
	record.Boxed
	scored bool
}

// parseLine returns a line of YOLO: a class, and a box by its middle, width and height or a
// polygon, all as fractions of the picture, and perhaps a confidence. A polygon becomes the box
// around it. It fails for any other line, and for fractions below -0.5 or above 1.5.
func parseLine(text string) (l line, err error) {
	fields := strings.Fields(text)
	if len(fields) < 5 {
		return line{}, loaders.Errorf("%d numbers where a class and a box belong", len(fields))
	}
	if l.class, err = strconv.Atoi(fields[0]); err != nil || l.class < 0 {
		return line{}, loaders.Errorf("%.20q is not a class", fields[0])
	}
	var x []float64
	for _, f := range fields[1:] {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil || !(v >= -0.5 && v <= 1.5) {
			return line{}, loaders.Errorf("%.20q is not a fraction of the picture", f)
		}
		x = append(x, v)
	}
	switch {
	case len(x) <= 5:
		l.Box = loaders.Box{X0: x[0] - x[2]/2, Y0: x[1] - x[3]/2, X1: x[0] + x[2]/2, Y1: x[1] + x[3]/2}
		if len(x) == 5 {
			l.Score, l.scored = x[4], true
		}
		return l, nil
	case len(x)%2 == 1: // a polygon, and a confidence
		l.Score, l.scored = x[len(x)-1], true
		x = x[:len(x)-1]
	}
	l.Box = loaders.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	for i := 0; i < len(x); i += 2 {
		l.Box.X0, l.Box.X1 = min(l.Box.X0, x[i]), max(l.Box.X1, x[i])
		l.Box.Y0, l.Box.Y1 = min(l.Box.Y0, x[i+1]), max(l.Box.Y1, x[i+1])
	}
	return l, nil
}

// classFiles returns the paths of files that may name classes, in the nearest of the file's folder
// and the two above that has any.
func classFiles(src *loaders.Source) []string {
	return files.Beside(src, func(_ string, e fs.DirEntry) bool {
		name := strings.ToLower(e.Name())
		return !e.IsDir() && (name == "classes.txt" || name == "data.yaml" || name == "data.yml" || strings.HasSuffix(name, ".names"))
	})
}

// classes names classes by their numbers.
type classes []string

// nameOf returns the name of class k, or its number if it has none.
func (c classes) nameOf(k int) string {
	if k < len(c) && c[k] != "" {
		return c[k]
	}
	return strconv.Itoa(k)
}

// mostClasses bounds the numbers of classes.
const mostClasses = 1 << 16

// readClasses returns the names of classes in a file: one a line, or of a YAML file those under
// names, a list or a map by number, in which numbers without a name are "". It fails for YAML
// without these, and for numbers that are below 0 or too large.
func readClasses(path string, text []byte) (c classes, err error) {
	if ext := strings.ToLower(filepath.Ext(path)); ext != ".yaml" && ext != ".yml" {
		for name := range strings.Lines(string(text)) {
			c = append(c, strings.TrimSpace(name))
		}
		return c, nil
	}
	var whole struct{ Names yaml.Node }
	if err := yaml.Unmarshal(text, &whole); err != nil {
		return nil, err
	}
	if list := []string(nil); whole.Names.Decode(&list) == nil {
		return list, nil
	}
	var byNumber map[int]string
	if err := whole.Names.Decode(&byNumber); err != nil {
		return nil, errors.New("names is neither a list nor names by number")
	}
	for k, name := range byNumber {
		if k < 0 || k > mostClasses {
			return nil, loaders.Errorf("the class %d", k)
		}
		for k >= len(c) {
			c = append(c, "")
		}
		c[k] = name
	}
	return c, nil
}

// goldOf returns the path of the annotations of detections, "" for none: the named file, or the one
// of the run file's name in the named folder or, if named is "", in a folder called labels, not its
// own, in the nearest of its folder and the two above. It fails if named does not exist.
func goldOf(src *loaders.Source, named string) (string, error) {
	name := filepath.Base(src.Path)
	if named != "" {
		info, err := fs.Stat(src.Files, named)
		if err != nil {
			return "", loaders.Errorf("gold: %w", err)
		}
		if info.IsDir() {
			named = filepath.Join(named, name)
		}
		return named, nil
	}
	found := files.Beside(src, func(path string, e fs.DirEntry) bool {
		if !e.IsDir() || e.Name() != "labels" || filepath.Clean(path) == filepath.Dir(filepath.Clean(src.Path)) {
			return false
		}
		_, err := fs.Stat(src.Files, filepath.Join(path, name))
		return err == nil
	})
	if len(found) == 0 {
		return "", nil
	}
	return filepath.Join(found[0], name), nil
}

// labels holds what a picture's file is read with.
type labels struct {
	run   *loaders.Run
	src   *loaders.Source
	names classes
	gold  []record.Boxed // of detections, nil unknown
}

// openYOLO opens a file as one example, with the names of its classes and, if it has confidences,
// its gold, and finds its picture. It fails if gold is named and cannot be read.
func openYOLO(o *record.Opening) {
	l := &labels{src: o.Source, run: o.Run}
	o.Whole(mostBytes, l.decodeLabels)
	l.readClasses()
	if _, detected := readLines(&record.Record{Bytes: l.src.Head}); detected {
		l.run.Gold = ""
		if err := l.readGold(o.Options.Of(loaders.GoldFile)); err != nil {
			o.Fail(loaders.Errorf("gold: %w", err))
		}
	}
	findPictures(o)
}

// decodeLabels returns the example of a file: its boxes are detections if some have a confidence,
// and then it has the gold that was read, or else they are gold.
func (l *labels) decodeLabels(rec *record.Record) *loaders.Example {
	list, detected := readLines(rec)
	own := objectsOf(list, l.names)
	im := loaders.Image{Path: pictureOf(rec, l.src.Path, namesOf(l.src.Path)), Units: loaders.Fraction}
	if detected {
		return exampleOf(rec, im, fileStem(l.src.Path), l.gold, own)
	}
	return exampleOf(rec, im, fileStem(l.src.Path), own, nil)
}

// readClasses sets the names of classes from the first file beside that can be read; others are
// problems. Without one, classes are named by their numbers.
func (l *labels) readClasses() {
	for _, path := range classFiles(l.src) {
		text, err := record.ReadWhole(l.src, path, mostBytes)
		if err == nil {
			l.names, err = readClasses(path, text)
		}
		if err == nil {
			return
		}
		l.run.Problems.Report(path, "%w; classes are named by their numbers", err)
	}
}

// readGold sets the gold boxes from a picture's file of lines in YOLO's form, the one named or one
// found beside it, and the run's Gold to its path; none from an empty file. Lines that cannot be
// read are problems. Without a name it does nothing where no file is found; a named file that is
// missing is an error.
func (l *labels) readGold(named string) error {
	path, err := goldOf(l.src, named)
	if err != nil || path == "" {
		return err
	}
	text, err := record.ReadWhole(l.src, path, mostBytes)
	if err != nil && !errors.Is(err, files.ErrEmpty) { // a picture without objects
		return err
	}
	rec := &record.Record{Bytes: text, Line: 1}
	list, _ := readLines(rec)
	rec.Report(&l.run.Problems, path, fileStem(path))
	l.gold, l.run.Gold = objectsOf(list, l.names), path
	return nil
}

// readLines returns the lines of a file, empty but not nil for none; detected reports whether some
// have a confidence. Lines that cannot be read, and those after the first 10,000, are problems and
// left out.
func readLines(rec *record.Record) (list []line, detected bool) {
	n := 0
	list = []line{}
	for text := range strings.Lines(string(rec.Bytes)) {
		if n++; strings.TrimSpace(text) == "" {
			continue
		}
		l, err := parseLine(text)
		if err != nil {
			rec.Problem("line %d: %v; left out", n, err)
			continue
		}
		if len(list) == mostObjects {
			rec.Problem("more than %d boxes in one picture; the others are left out", mostObjects)
			break
		}
		list, detected = append(list, l), detected || l.scored
	}
	return list, detected
}

// objectsOf returns the boxes of lines, labelled with the names of their classes.
func objectsOf(list []line, names classes) []record.Boxed {
	return loaders.Map(list, func(l line) record.Boxed {
		l.Label = names.nameOf(l.class)
		return l.Boxed
	})
}
