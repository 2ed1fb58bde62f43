// Package checking finds problems in run files that opening does not find.
package checking

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"slices"
	"sync"

	"faithscope/cmd/faithscope/progress"
	"faithscope/loaders"
	"faithscope/loaders/photo"
	"faithscope/loaders/record"
)

// Run reads every example and picture header of a run, and returns all problems, also from opening,
// sorted by file and line. It shows progress if stderr is a terminal. With answer it counts
// answered questions and reports the others. It fails if the run can't be read.
func Run(ctx context.Context, stderr io.Writer, run *loaders.Run, answer Answering) (*Found, error) {
	run.Problems.CollectAll()
	c := &checker{
		Found:    Found{run: run, answer: answer},
		pictures: pictures{files: run.Pictures},
		seen:     map[string]int{},
		told:     map[string]bool{},
	}
	told := progress.New(stderr, "checking", run)
	defer told.End()
	look := func(i int, ex *loaders.Example) (count func(), _ error) { return c.lookAt(i, ex), nil }
	err := loaders.Pass(ctx, run, look, func(count func()) error {
		told.Step()
		count()
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", run.Path, err)
	}
	return c.endCheck(), nil
}

type checker struct {
	Found
	pictures
	seen    map[string]int // the first example with an id
	told    map[string]bool
	boxes   boxCount
	named   int
	absent  int // without any of their pictures
	known   int
	unknown []int // answers without a verdict
}

func (c *checker) addProblem(index int, id, kind string, args ...any) {
	p := loaders.Problem{File: c.run.Path, Line: c.run.Line(index), Example: loaders.Clean(id)}
	c.Problems = append(c.Problems, p.Worded(kind, args...))
}

// lookAt checks an example concurrently, and returns a function to call in the order of the run,
// which reports repeated ids and, once per picture, wrong pictures.
func (c *checker) lookAt(index int, ex *loaders.Example) (count func()) {
	var boxes boxCount
	boxes.addExample(ex)
	wrong, named, there := c.checkPictures(ex), false, c.files == nil
	var unanswered error
	runs := false
	if c.answer != nil {
		runs, unanswered = c.answer(ex)
	}
	for _, im := range ex.Images {
		named = named || im.Path != ""
		there = there || im.Path != "" && !c.headerOf(im.Path).wrong.Equal(record.NotInFolder)
	}
	return func() {
		c.Examples++
		if ex.Broken != "" {
			c.Unreadable++
			return
		}
		if !loaders.Unnamed(ex.ID, index) {
			c.checkOnce(index, ex.ID)
		}
		c.countAnswer(index, ex, runs, unanswered)
		if named {
			c.named++
		}
		if named && !there {
			c.absent++
		}
		for _, f := range wrong {
			if !c.told[f.path] { // once per picture
				c.told[f.path] = true
				c.addProblem(index, ex.ID, "%s; %s", f.problem.What, f.problem.Done)
			}
		}
		c.boxes.mergeCounts(&boxes)
	}
}

// countAnswer counts the oracle's result for a question, and the recorded verdict.
func (c *checker) countAnswer(index int, ex *loaders.Example, runs bool, unanswered error) {
	if unanswered != nil {
		c.addProblem(index, ex.ID, "%w; the question is not answered", unanswered)
	} else {
		c.answered++
	}
	if runs {
		c.runnable++
	}
	switch {
	case ex.Answer.Correct != loaders.Unknown:
		c.known++
	case ex.Answer.Predicted != "":
		c.unknown = append(c.unknown, index)
	}
}

// checkOnce adds a problem for a repeated id, which names the first example and says if the
// questions differ.
func (c *checker) checkOnce(index int, id string) {
	first, twice := c.seen[id]
	if !twice {
		c.seen[id] = index
		return
	}
	what := loaders.Sentencef("the id %.80q also belongs to %s", id, c.run.Locate(first))
	if c.run.Row(first).Question != c.run.Row(index).Question {
		what = loaders.Sentencef("%s, which asks something else: the id lacks the number of a sentence or question", what)
	}
	c.addProblem(index, id, "%s; both count as examples, and gold by id goes to both", what)
}

// endCheck sorts and counts all problems. Missing verdicts are one problem if no answer has one;
// boxes in another convention are one. If no example has its pictures, their problems are left out.
func (c *checker) endCheck() *Found {
	if n := len(c.unknown); n > 0 && c.known == 0 {
		c.reportFile("none of %d answers has a verdict; there is no accuracy, and no example is right for the wrong reasons", n)
	} else {
		for _, at := range c.unknown {
			c.addProblem(at, c.run.Row(at).ID, "the answer has no verdict; it does not count towards accuracy")
		}
	}
	// A data set often comes without its pictures.
	without := c.named > 0 && (c.run.Pictures == nil || c.absent == c.named)
	if p, ok := c.boxes.suggestProblem(c.run.Boxes); ok {
		c.reportFile("%s; %s", p.What, p.Done)
	}
	reported, _ := c.run.Problems.All()
	for _, p := range reported {
		if c.run.Pictures == nil && !without || !record.OfPicture(p) {
			c.Problems = append(c.Problems, p)
		}
	}
	loaders.SortBy(c.Problems, func(p loaders.Problem) string { return p.What.String() })
	loaders.SortProblems(c.Problems)
	if without {
		c.Problems = slices.DeleteFunc(c.Problems, record.OfPicture)
		c.bare = c.named
	}
	c.kinds = kindsOf(c.Problems)
	c.convention = loaders.IfElse(c.boxes.boxes > 0, c.run.Boxes, "")
	return &c.Found
}

func (c *checker) reportFile(kind string, args ...any) {
	c.Problems = append(c.Problems, loaders.Problem{File: c.run.Path}.Worded(kind, args...))
}

// boxCount detects boxes written in another convention than they are read in. Such a run opens
// without an error, and looks like an unfaithful model.
type boxCount struct {
	boxes int
	wrong [readings]int // by reading
	tiny  int           // within one pixel
}

// A reading is a meaning of four numbers that were read as corners.
const (
	asRead    = iota
	asSizes   // read as corners
	asCorners // read as left, top, width, height
	readings
)

const fewBoxes = 20

func (c *boxCount) addExample(ex *loaders.Example) {
	for i := range ex.Images {
		im := &ex.Images[i]
		for _, b := range slices.Concat(im.Proposals, im.Gold) {
			c.addBox(im, b)
		}
	}
}

// addBox counts, by reading, boxes that would be inverted or reach more than a hundredth outside
// the picture. Boxes of zeros are padding.
func (c *boxCount) addBox(im *loaders.Image, b loaders.Box) {
	if b == (loaders.Box{}) { // padding
		return
	}
	c.boxes++
	w, h := 1.0, 1.0
	if im.Units == loaders.Pixels {
		w, h = float64(im.Width), float64(im.Height)
		if max(b.X0, b.Y0, b.X1, b.Y1) <= 1 {
			c.tiny++
		}
	}
	for reading, r := range [readings]loaders.Box{
		asRead:    b,
		asSizes:   {X0: b.X0, Y0: b.Y0, X1: b.X0 + b.X1, Y1: b.Y0 + b.Y1},
		asCorners: {X0: b.X0, Y0: b.Y0, X1: b.X1 - b.X0, Y1: b.Y1 - b.Y0},
	} {
		// A hundredth beyond the edge is rounding.
		isOutside := r.X1 <= r.X0 || r.Y1 <= r.Y0 || w > 0 && h > 0 && (r.X1 > 1.01*w || r.Y1 > 1.01*h)
		if isOutside {
			c.wrong[reading]++
		}
	}
}

func (c *boxCount) mergeCounts(o *boxCount) {
	c.boxes += o.boxes
	c.tiny += o.tiny
	for i, n := range o.wrong {
		c.wrong[i] += n
	}
}

// suggestProblem suspects fractions if all boxes lie within one pixel, and xywh or xyxy if more
// than one in twenty is wrong as read and less than a tenth as many would be otherwise; nothing for
// fewer than fewBoxes boxes.
func (c *boxCount) suggestProblem(convention string) (p loaders.Problem, found bool) {
	if c.boxes < fewBoxes {
		return p, false
	}
	p.Done = loaders.Sentencef("read as %s", convention)
	// Bad boxes are fewer than one in twenty, and another reading has to explain nearly all.
	explains := func(reading int) bool {
		return 20*c.wrong[asRead] > c.boxes && 10*c.wrong[reading] < c.wrong[asRead]
	}
	switch {
	case c.tiny == c.boxes:
		p.What = loaders.Sentencef("all %d boxes are within one pixel: they look like fractions of the picture", c.boxes)
	case explains(asSizes):
		p.What = loaders.Sentencef("%d of %d boxes are turned inside out or outside the picture, and %d would be as left, top, width, height: "+
			"they look like xywh", c.wrong[asRead], c.boxes, c.wrong[asSizes])
	case explains(asCorners):
		p.What = loaders.Sentencef("%d of %d boxes are turned inside out or outside the picture, and %d would be as left, top, right, bottom: "+
			"they look like xyxy", c.wrong[asRead], c.boxes, c.wrong[asCorners])
	default:
		return p, false
	}
	return p, true
}

type pictures struct {
	files fs.FS // nil if no folder is known
	found sync.Map
}

type header struct {
	size  image.Point      // in pixels
	wrong loaders.Sentence // nil if it can be read
}

func (p *pictures) headerOf(path string) header {
	h, ok := p.found.Load(path)
	if !ok {
		h, _ = p.found.LoadOrStore(path, readHeader(p.files, path))
	}
	return h.(header)
}

// readHeader reads a picture's size or sets wrong: to record.NotInFolder for a missing file, else
// to the reason.
func readHeader(fsys fs.FS, path string) (h header) {
	f, err := fsys.Open(path)
	if err == nil {
		defer f.Close()
		h.size, err = photo.Size(bufio.NewReader(f))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		h.wrong = record.NotInFolder
	case err != nil:
		h.wrong = loaders.SentenceOf(err)
	}
	return h
}

// checkPictures returns a problem for each picture that can't be read or has another size than
// recorded; nil without a folder.
func (p *pictures) checkPictures(ex *loaders.Example) (list []finding) {
	if p.files == nil {
		return nil
	}
	for i := range ex.Images {
		im := &ex.Images[i]
		if im.Path == "" {
			continue
		}
		h := p.headerOf(im.Path)
		switch {
		case h.wrong.Kind != "":
			list = append(list, finding{im.Path, loaders.Problem{}.Worded("%s; shown without it", record.PictureWrong(im.Path, h.wrong))})
		case im.Width > 0 && im.Height > 0 && h.size != image.Pt(im.Width, im.Height):
			list = append(list, finding{im.Path, loaders.Problem{}.Worded("the picture %.80q is %d by %d pixels, the run says %d by %d; its "+
				"boxes are drawn to the run's size", im.Path, h.size.X, h.size.Y, im.Width, im.Height)})
		}
	}
	return list
}

type finding struct {
	path    string
	problem loaders.Problem
}
