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
	"faithscope/loaders/language"
	"faithscope/loaders/photo"
	"faithscope/loaders/record"
)

// Run reads every example and picture header of a run, and returns all problems, also from opening,
// sorted by file and line. It shows progress if stderr is a terminal. With replayCheck it counts
// answered questions and reports the others. It fails if the run can't be read.
func Run(ctx context.Context, stderr io.Writer, run *loaders.Run, replayCheck ReplayCheck) (*CheckedRun, error) {
	run.Problems.CollectAll()
	c := &runChecker{
		CheckedRun:    CheckedRun{run: run, answer: replayCheck},
		pictureFolder: pictureFolder{files: run.Pictures},
		seen:          map[string]int{},
		foreign:       map[string]int{},
		told:          map[string]bool{},
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

type runChecker struct {
	CheckedRun
	pictureFolder
	seen        map[string]int // the first example with an id
	told        map[string]bool
	boxes       boxConventionCheck
	named       int
	absent      int // without any of their pictures
	known       int
	unknown     []int          // answers without a verdict
	unjudged    int            // of them, those with a prediction
	explained   int            // with an attribution
	unexplained []int          // without
	foreign     map[string]int // modules with gold boxes by a name that no protocol knows
}

func (c *runChecker) addProblem(exampleIndex int, id, messagePattern string, args ...any) {
	p := loaders.Problem{File: c.run.Path, Line: c.run.Line(exampleIndex), Example: loaders.Clean(id)}
	c.Problems = append(c.Problems, p.Worded(messagePattern, args...))
}

// lookAt checks an example concurrently and returns what must be called in the order of the run,
// because ids and pictures repeat: the first of them isn't reported.
func (c *runChecker) lookAt(exampleIndex int, ex *loaders.Example) (count func()) {
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
		if !loaders.Unnamed(ex.ID, exampleIndex) {
			c.checkOnce(exampleIndex, ex.ID)
		}
		c.countAnswer(exampleIndex, ex, runs, unanswered)
		c.countModules(ex.Program)
		if named {
			c.named++
		}
		if named && !there {
			c.absent++
		}
		for _, p := range wrong {
			if !c.told[p.File] { // once per picture
				c.told[p.File] = true
				c.addProblem(exampleIndex, ex.ID, "%s; %s", p.What, p.Done)
			}
		}
		c.boxes.addExample(ex)
	}
}

func (c *runChecker) countModules(program []loaders.Module) {
	for i := range program {
		m := &program[i]
		areBoxes := m.Gold.Kind() == loaders.BoxKind && m.Output.Kind() == loaders.BoxKind
		if areBoxes && language.Of(m.Op) == language.Unknown {
			c.foreign[m.Op]++
		}
	}
}

func (c *runChecker) countAnswer(exampleIndex int, ex *loaders.Example, hasRun bool, answerErr error) {
	if answerErr != nil {
		c.addProblem(exampleIndex, ex.ID, "%w; question left unanswered", answerErr)
	} else {
		c.answered++
	}
	if hasRun {
		c.runnable++
	}
	switch {
	case ex.Answer.Correct != loaders.Unknown || ex.Answer.Credit != nil:
		c.known++
	default:
		c.unknown = append(c.unknown, exampleIndex)
		c.unjudged += loaders.IfElse(ex.Answer.Predicted != "", 1, 0)
	}
	if len(ex.Attributions) > 0 {
		c.explained++
	} else {
		c.unexplained = append(c.unexplained, exampleIndex)
	}
}

// checkOnce says whether the questions differ: if they do, the id lacks a number; if not, the example
// is there twice.
func (c *runChecker) checkOnce(exampleIndex int, id string) {
	first, twice := c.seen[id]
	if !twice {
		c.seen[id] = exampleIndex
		return
	}
	what := loaders.Sentencef("the id %.80q also belongs to %s", id, c.run.Locate(first))
	if c.run.Row(first).Question != c.run.Row(exampleIndex).Question {
		what = loaders.Sentencef("%s, which has a different question: ids should end in a sentence or question number", what)
	}
	c.addProblem(exampleIndex, id, "%s; both are counted, and both get this id's gold annotations", what)
}

// reportLack reports examples that lack what others have.
func (c *runChecker) reportLack(others int, exampleIndices []int, messagePattern string) {
	for _, at := range exampleIndices {
		if others > 0 {
			c.addProblem(at, c.run.Row(at).ID, messagePattern)
		}
	}
}

// endCheck makes one problem of verdicts that all answers lack, and of boxes in another convention,
// which would be a line per example. A data set often comes without its pictures, so their problems
// are left out if no example has any.
func (c *runChecker) endCheck() *CheckedRun {
	if c.known == 0 && c.unjudged > 0 {
		c.reportFile("none of the %d answers has a verdict; accuracy is undefined, and no example counts as right but unfaithful", c.unjudged)
	}
	for _, name := range loaders.SortedKeys(c.foreign) {
		c.reportFile("modules called %.40q with gold boxes and an output: %d; not scored, because no protocol knows this name",
			name, c.foreign[name])
	}
	c.reportLack(c.known, c.unknown, "the answer has no verdict; left out of accuracy")
	c.reportLack(c.explained, c.unexplained, "no attribution, unlike other examples; left out of attribution scores")
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
	return &c.CheckedRun
}

func (c *runChecker) reportFile(messagePattern string, args ...any) {
	c.Problems = append(c.Problems, loaders.Problem{File: c.run.Path}.Worded(messagePattern, args...))
}

// boxConventionCheck detects boxes written in another convention than they are read in. Such a run opens
// without an error, and looks like an unfaithful model.
type boxConventionCheck struct {
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

func (c *boxConventionCheck) addExample(ex *loaders.Example) {
	for i := range ex.Images {
		im := &ex.Images[i]
		for _, b := range slices.Concat(im.Proposals, im.Gold) {
			c.addBox(im, b)
		}
	}
}

// addBox counts, by reading, boxes that would be inverted or reach more than a hundredth outside
// the picture. Boxes of zeros are padding.
func (c *boxConventionCheck) addBox(im *loaders.Image, b loaders.Box) {
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

// suggestProblem suspects fractions if all boxes lie within one pixel, and xywh or xyxy if more
// than one in twenty is wrong as read and less than a tenth as many would be otherwise; nothing for
// fewer than fewBoxes boxes.
func (c *boxConventionCheck) suggestProblem(otherConvention string) (p loaders.Problem, found bool) {
	if c.boxes < fewBoxes {
		return p, false
	}
	p.Done = loaders.Sentencef("read as %s", otherConvention)
	// Bad boxes are fewer than one in twenty, and another reading has to explain nearly all.
	explains := func(reading int) bool {
		return 20*c.wrong[asRead] > c.boxes && 10*c.wrong[reading] < c.wrong[asRead]
	}
	switch {
	case c.tiny == c.boxes:
		p.What = loaders.Sentencef("all %d boxes fit in one pixel: they look like fractions of the picture's size", c.boxes)
	case explains(asSizes):
		p.What = loaders.Sentencef("%d of %d boxes are inverted or outside the picture, but only %d if read as left, top, width, height: "+
			"they look like xywh", c.wrong[asRead], c.boxes, c.wrong[asSizes])
	case explains(asCorners):
		p.What = loaders.Sentencef("%d of %d boxes are inverted or outside the picture, but only %d if read as left, top, right, bottom: "+
			"they look like xyxy", c.wrong[asRead], c.boxes, c.wrong[asCorners])
	default:
		return p, false
	}
	return p, true
}

type pictureFolder struct {
	files fs.FS // nil if no folder is known
	found sync.Map
}

type pictureHeader struct {
	size  image.Point      // in pixels
	wrong loaders.Sentence // nil if it can be read
}

func (p *pictureFolder) headerOf(path string) pictureHeader {
	h, ok := p.found.Load(path)
	if !ok {
		h, _ = p.found.LoadOrStore(path, readHeader(p.files, path))
	}
	return h.(pictureHeader)
}

// readHeader reads only a picture's size, because decoding every picture of a data set takes long.
// wrong is record.NotInFolder for a missing file, else the reason.
func readHeader(fsys fs.FS, path string) (h pictureHeader) {
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

// checkPictures returns problems with the picture as their file.
func (p *pictureFolder) checkPictures(ex *loaders.Example) (list []loaders.Problem) {
	if p.files == nil {
		return nil
	}
	for i := range ex.Images {
		im := &ex.Images[i]
		if im.Path == "" {
			continue
		}
		h, found := p.headerOf(im.Path), loaders.Problem{File: im.Path}
		switch {
		case h.wrong.Kind != "":
			list = append(list, found.Worded("%s; shown without it", record.PictureWrong(im.Path, h.wrong)))
		case im.Width > 0 && im.Height > 0 && h.size != image.Pt(im.Width, im.Height):
			list = append(list, found.Worded("the picture %.80q is %d by %d pixels, but the run says %d by %d; "+
				"boxes are drawn for the run's size", im.Path, h.size.X, h.size.Y, im.Width, im.Height))
		}
	}
	return list
}
