package nlvr

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const boxesOfNLVR = "left, top and size, in pixels of a 100 by 100 box"

// Statements reads NLVR's statements with their structured representation.
var Statements = record.NewFormat(loaders.Format{
	Name:   "nlvr",
	About:  "NLVR statements (JSON Lines) with the objects in their pictures",
	Boxes:  boxesOfNLVR,
	Sign:   "the keys sentence, identifier and structured_rep",
	Keys:   "sentence identifier structured_rep",
	Detect: areStatements,
}, record.RecordFormat{Dataset: "NLVR", Gold: "in the file", Pictures: true, Decode: decode})

// Pairs reads NLVR2's statements, official or LXMERT's.
var Pairs = record.NewFormat(loaders.Format{
	Name:   "nlvr2",
	About:  "NLVR2 statements: the official JSON Lines or LXMERT's list",
	Sign:   "the keys identifier, sentence, left_url and right_url, or a list with identifier, sent, img0 and img1",
	Keys:   "identifier sentence left_url right_url",
	Detect: arePairs,
}, record.RecordFormat{Dataset: "NLVR2", Gold: "in the file", Pictures: true, Decode: decode})

// Predictions reads lines of identifier,prediction on either.
var Predictions = record.NewFormat(loaders.Format{
	Name:   "nlvr-predictions",
	About:  "predictions on NLVR or NLVR2 (identifier,prediction), with the statements beside them",
	Boxes:  boxesOfNLVR + "; none for NLVR2",
	Sign:   "a first line like identifier,prediction or dev-850-0-0,True",
	Keys:   "identifier prediction",
	Detect: arePredictions,
}, record.RecordFormat{Pictures: true, Beside: []record.CompanionFile{statementFiles}, Open: openPredictions})

var areStatements = record.Keyed(`sentence:", identifier:", structured_rep:[`)

var arePairs = record.Either(
	record.KeyedAt("[*", `identifier:", sent:", img0:", img1:"`),
	record.KeyedAt("{", `identifier:", sentence:", left_url:", right_url:"`),
)

var (
	header         = regexp.MustCompile(`(?i)^"?identifier"?\s*,\s*"?prediction"?$`)
	predictionLine = regexp.MustCompile(`(?i)^"?([\w]+(?:-[\w]+)*-\d+)(?:\.png)?"?\s*,\s*"?(true|false|[01])"?$`)
)

func arePredictions(head []byte) bool {
	first := bytes.TrimSpace(record.First(head).Bytes)
	return header.Match(first) || predictionLine.Match(first)
}

// openPredictions tells the data set from the statements, because predictions of NLVR and NLVR2 look
// alike.
func openPredictions(o *record.RunBuilder) {
	hasHeader := header.Match(bytes.TrimSpace(record.First(o.Source.Head).Bytes))
	o.Lines(loaders.IfElse(hasHeader, 1, 0), decodePrediction)
	o.Run.Boxes = ""
	statements := o.Join(statementFiles)
	if statements == nil {
		return
	}
	if o.Run.Dataset = "NLVR2"; areStatements(o.HeadOf(statements.Path)) {
		o.Run.Dataset, o.Run.Boxes = "NLVR", boxesOfNLVR
	}
}

var statementFiles = record.CompanionFile{
	What: "NLVR or NLVR2 statements", Flag: loaders.GoldFile, Missing: "NLVR or NLVR2 statements",
	Without: "statements or gold",
	Name:    func(name string) bool { return strings.Contains(name, ".json") },
	Is:      record.Either(areStatements, arePairs),
	Entries: record.At("", record.KeyOf("identifier")), Left: "statement",
	Blank: func(name string) []byte { return []byte(name + ",") },
	Asks: func(rec *record.Record) string {
		id, _ := splitPrediction(rec)
		return id
	},
}

type statement struct {
	ID        string                        `json:"identifier"`
	Sentence  string                        `json:"sentence"`
	Sent      string                        `json:"sent"` // LXMERT's
	Label     record.LenientText            `json:"label"`
	Directory record.LenientText            `json:"directory"` // number or string
	Evals     map[string]record.LenientText `json:"evals"`
	Valid     map[string]record.LenientText `json:"validation"`
	Extra     map[string]record.LenientText `json:"extra_validations"`
	Synset    string                        `json:"synset"`
	Query     string                        `json:"query"`
	Left      string                        `json:"left_url"`
	Right     string                        `json:"right_url"`
	Image0    string                        `json:"img0"`
	Image1    string                        `json:"img1"`
	Boxes     [][]sceneObject               `json:"structured_rep"`
}

// sceneObject lies in one of the three boxes of a picture of NLVR.
type sceneObject struct {
	X     record.LenientNumber `json:"x_loc"`
	Y     record.LenientNumber `json:"y_loc"`
	Size  record.LenientNumber `json:"size"`
	Shape string               `json:"type"`
	Color string               `json:"color"`
}

const (
	boxStep       = 150
	pictureWidth  = 400
	pictureHeight = 100
)

func (o *sceneObject) labelOf() string {
	color := strings.ToLower(o.Color)
	if color == "#0099ff" {
		color = "blue"
	}
	return strings.TrimSpace(color + " " + o.Shape)
}

func (o *sceneObject) pixelBox(i int) loaders.Box {
	x, y, size := float64(o.X)+float64(i*boxStep), float64(o.Y), float64(o.Size)
	return loaders.Box{X0: x, Y0: y, X1: x + size, Y1: y + size}
}

var decode = record.As((*statement).exampleOf)

func (s *statement) exampleOf(rec *record.Record) *loaders.Example {
	if s.ID == "" {
		rec.Problem("no identifier; its position is used instead")
	}
	ex := &loaders.Example{ID: s.ID, Question: cmp.Or(s.Sent, s.Sentence), Answer: loaders.Answer{Gold: string(s.Label)}}
	ex.Describe("synset", s.Synset, "query", s.Query, "left url", s.Left, "right url", s.Right, "directory", string(s.Directory),
		"validation", s.describeValidation())
	parts := strings.Split(s.ID, "-")
	if s.Boxes != nil {
		ex.Images = []loaders.Image{s.sceneImage(rec)}
		if n := len(parts); n > 1 {
			ex.Groups = []string{strings.Join(parts[:n-1], "-")}
		}
		return ex
	}
	if n := len(parts); n > 3 {
		ex.Groups = []string{strings.Join(append(slices.Clone(parts[:n-2]), parts[n-1]), "-")}
		ex.Images = s.pairImages(rec, strings.Join(parts[:n-1], "-"))
	} else {
		rec.Problem("identifier %q is not of the form split-set-pair-sentence; shown without pictures or group", s.ID)
	}
	return ex
}

// pairImages tries the subfolders that statement or split names, because NLVR2's training pictures lie
// in numbered ones.
func (s *statement) pairImages(rec *record.Record, pairID string) []loaders.Image {
	images := make([]loaders.Image, 2)
	for i, name := range []string{s.Image0, s.Image1} {
		name = cmp.Or(name, fmt.Sprintf("%s-img%d", pairID, i))
		if filepath.Ext(name) == "" {
			name += ".png"
		}
		split, _, _ := strings.Cut(pairID, "-")
		images[i].Path = rec.Picture(rec.PictureName(name, path.Join(string(s.Directory), name), path.Join(split, name),
			path.Join(split, string(s.Directory), name)))
	}
	return images
}

// sceneImage finds the picture by trying every split, because a statement doesn't say its own. Other
// than three grey boxes are a problem.
func (s *statement) sceneImage(rec *record.Record) loaders.Image {
	im := loaders.Image{Width: pictureWidth, Height: pictureHeight, Units: loaders.Pixels}
	var names []string
	for _, split := range []string{"dev", "test", "hidden", "train"} {
		name := split + "-" + s.ID + "-0.png"
		names = append(names, name, path.Join(string(s.Directory), name))
	}
	im.Path = rec.Picture(rec.PictureName(names...))
	boxes := []loaders.Box{}
	for i, box := range s.Boxes {
		for _, o := range box {
			boxes = append(boxes, o.pixelBox(i))
			im.Labels = append(im.Labels, o.labelOf())
		}
	}
	if len(s.Boxes) != 3 {
		rec.Problem("structured_rep has %d boxes instead of NLVR's 3; shown side by side", len(s.Boxes))
	}
	im.Proposals = rec.Boxes("structured_rep", &im, boxes)
	im.Gold = slices.Clone(im.Proposals)
	return im
}

func (s *statement) describeValidation() string {
	agree, all := 0, 0
	for _, votes := range []map[string]record.LenientText{s.Evals, s.Valid, s.Extra} {
		for _, vote := range votes {
			all++
			if sameLabel(string(vote), string(s.Label)) {
				agree++
			}
		}
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d agree", agree, all)
}

// decodePrediction takes a prediction neither true nor false for wrong, because the official script
// compares texts. A missing statement is a problem and leaves the answer unjudged; an empty prediction
// is unanswered; a line without identifier or comma is Broken.
func decodePrediction(rec *record.Record) *loaders.Example {
	id, prediction := splitPrediction(rec)
	if id == "" {
		return rec.Broken(errors.New("expected identifier,prediction"))
	}
	var s statement
	if !rec.Beside().Decode(id, &s) {
		rec.Beside().Misses(rec, "", id, "kept as an example without gold")
	}
	if s.ID == "" {
		return &loaders.Example{ID: id, Answer: loaders.Answer{Predicted: prediction}}
	}
	ex := s.exampleOf(rec)
	a := &ex.Answer
	a.Predicted = prediction
	if prediction != "" && record.Truth(prediction) == loaders.Unknown {
		rec.Problem("prediction %.40q is neither true nor false; the answer counts as wrong", prediction)
	}
	a.Judge(sameLabel(prediction, a.Gold))
	rec.CountMissing(a)
	return ex
}

func splitPrediction(rec *record.Record) (id, prediction string) {
	if before, after, ok := strings.Cut(string(rec.Bytes), ","); ok {
		id, prediction = strings.TrimSuffix(withoutQuotes(before), ".png"), withoutQuotes(after)
	}
	return id, prediction
}

func withoutQuotes(s string) string { return strings.Trim(strings.TrimSpace(s), `"`) }

func sameLabel(a, b string) bool {
	return record.Truth(a) != loaders.Unknown && record.Truth(a) == record.Truth(b)
}

var (
	sizes     = map[float64]string{10: "small", 20: "medium", 30: "large"}
	positions = []string{"left", "middle", "right"}
)

// DecodeScene returns a statement's structured representation as a scene graph. Attributes are
// colour, size, grey box (left, middle, right), and "touching the wall" and "touching the bottom"
// of the box. Within one box a is "above", "below", "to the left of" or "to the right of" b if one
// ends before the other begins, and "in the same box as" b; "touching" is at most a pixel away. It
// fails without a representation.
func DecodeScene(rec *record.Record) (*loaders.Scene, error) {
	var s statement
	if err := rec.Decode(&s); err != nil {
		return nil, err
	}
	if s.Boxes == nil {
		return nil, errors.New("the statement has no structured representation")
	}
	g := &loaders.Scene{Width: pictureWidth, Height: pictureHeight}
	var in []int // each object's grey box
	for i, box := range s.Boxes {
		for _, o := range box {
			g.Objects = append(g.Objects, o.asObject(i))
			in = append(in, i)
		}
	}
	for i := range g.Objects {
		for j := range g.Objects {
			if i != j {
				for _, name := range relationsOf(&g.Objects[i].Box, &g.Objects[j].Box, in[i] == in[j]) {
					g.Relations = append(g.Relations, loaders.Relation{Name: name, Subject: i, Object: j})
				}
			}
		}
	}
	return g, nil
}

func (o *sceneObject) asObject(i int) loaders.Object {
	b := o.pixelBox(i)
	color, _, _ := strings.Cut(o.labelOf(), " ")
	left := float64(i * boxStep)
	isBeyondPicture := b.X0 <= left || b.Y0 <= 0 || b.X1 >= left+pictureHeight || b.Y1 >= pictureHeight
	further := loaders.NonEmpty([]string{
		sizes[float64(o.Size)],
		loaders.ElementAt(positions, i),
		loaders.IfElse(isBeyondPicture, "touching the wall", ""),
		loaders.IfElse(b.Y1 >= pictureHeight, "touching the bottom", ""),
	})
	return loaders.Object{Name: o.Shape, Attributes: append([]string{color}, further...), Box: b}
}

// relationsOf lets boxes touch with a gap of one pixel. Above, below, left and right hold only
// together in one grey box and without overlap.
func relationsOf(a, b *loaders.Box, inSameBox bool) (names []string) {
	for _, r := range []struct {
		name  string
		holds bool
	}{
		{"above", inSameBox && a.Y1 <= b.Y0}, {"below", inSameBox && b.Y1 <= a.Y0},
		{"to the left of", inSameBox && a.X1 <= b.X0}, {"to the right of", inSameBox && b.X1 <= a.X0},
		{"touching", max(a.X0-b.X1, b.X0-a.X1, a.Y0-b.Y1, b.Y0-a.Y1) <= 1},
		{"in the same box as", inSameBox},
	} {
		if r.holds {
			names = append(names, r.name)
		}
	}
	return names
}
