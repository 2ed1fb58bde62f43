package native

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of a line of the format.
func Schema() []byte { return bytes.Clone(schema) }

//go:embed faithscope.py
var python []byte

// Python returns a module, for Python 3.8 or later and without dependencies,
// that writes the format.
func Python() []byte { return bytes.Clone(python) }

// Format reads the format of this package.
var Format = record.NewFormat(loaders.Format{
	Name:   "native",
	About:  "faithscope's own JSON Lines: one example a line, `faithscope schema` describes it",
	Boxes:  "xyxy or xywh, 0..1 or pixels, as the header says; xyxy, 0..1 of the image without one",
	Sign:   "a key faithscope, or id with one of program, steps, answer, attributions and rationales, or with question and images or passage",
	Keys:   "id question program",
	Detect: detect,
	Takes:  []loaders.Taken{{Flag: loaders.ImageFolder}},
	Parts: func(_ context.Context, src *loaders.Source, _ loaders.Options) ([]string, error) {
		h, _, err := readHeader(src.Head)
		if err == nil && len(h.Scored) > maxScored {
			err = loaders.Errorf("the header scores %d attributions; it can score %d", len(h.Scored), maxScored)
		}
		return h.parts(), err
	},
}, record.Codec{Open: open})

// maxScored bounds the runs that a file is opened as.
const maxScored = 100

// parts names the runs of a file in which several attributions are scored: by
// the file's name and the attribution's, each once. Nil for one run.
func (h *Header) parts() []string {
	return loaders.Distinct(loaders.Map(h.Scored, h.part))
}

func (h *Header) part(attribution string) string {
	return strings.TrimSpace(h.Name + " " + attribution)
}

// HeaderOf returns the header for writing a run.
func HeaderOf(run *loaders.Run) Header {
	h := Header{Name: run.Name, Model: run.Model, Dataset: run.Dataset, Note: run.Note, Gold: run.Gold}
	for name, value := range run.Facts {
		put(&h.Facts, name, text(value))
	}
	return h
}

// detect wants an id and a key that no other format has in this shape, or a
// header.
var detect = record.Either(
	record.Keyed("faithscope"),
	record.Keyed("id, question, images:[|passage:{"),
	record.Keyed("id, answer:{|attributions:[|rationales:["),
	func(head []byte) bool { return record.Keyed("id, program:[|steps:[")(head) && hasModules(head) },
)

// hasModules reports whether the first record has a program of modules, or an
// empty one: many files have steps that are texts, or objects of other kinds.
func hasModules(head []byte) bool {
	return slices.ContainsFunc([]string{"program", "steps"}, func(key string) bool {
		list := gjson.GetBytes(head, key)
		return list.IsArray() && (len(list.Array()) == 0 || len(list.Get("#.op").Array()) > 0)
	})
}

func open(o *record.Opening) {
	h, rec, err := readHeader(o.Source.Head)
	o.Fail(err)
	d, err := newDecoder(h)
	if o.Fail(err) {
		return
	}
	if i := slices.IndexFunc(h.Scored, func(name string) bool { return h.part(name) == o.Options.Part }); i >= 0 && o.Options.Part != "" {
		d.scored = h.Scored[i]
	}
	d.predicts = o.Mentions("predicted")
	first := 0
	if rec != nil {
		first = 1
		rec.Report(&o.Run.Problems, o.Source.Path, "")
	}
	if o.Lines(first, d.example); o.Failed() {
		return
	}
	run := o.Run
	run.Name = cmp.Or(h.Name, run.Name)
	run.Model, run.Dataset, run.Note, run.Gold = h.Model, h.Dataset, h.Note, h.Gold
	for name, value := range h.Facts {
		put(&run.Facts, name, string(value))
	}
	if run.Gold == "" && o.Mentions("gold") {
		run.Gold = "in the file"
	}
	run.Boxes = ""
	if h.BoxFormat != "" || h.BoxUnits != "" || o.Mentions("proposals") {
		run.Boxes = d.convention()
	}
	openPictures(o, h.ImageRoot)
}

// readHeader reads the header from the file's first bytes; the record is nil if there is
// none.
func readHeader(head []byte) (Header, *record.Record, error) {
	rec := record.First(head)
	if record.Keys(rec.Bytes)["faithscope"] == 0 {
		return Header{}, nil, nil
	}
	var h header
	if err := rec.DecodeKnown(&h); err != nil {
		rec.Problem("the header: %v; read as if it were not there", err)
		return Header{}, rec, nil
	}
	if h.Version != Version {
		return Header{}, nil, loaders.Errorf("version %d of the native format; this program reads version %d", h.Version, Version)
	}
	return h.Run, rec, nil
}

// openPictures opens the image folder: the user's choice, or the one that
// the file names, which must not lead out of the file's own folder.
func openPictures(o *record.Opening, root string) {
	if o.Options.ImageFiles != nil || o.Options.Of(loaders.ImageFolder) != "" {
		if err := files.FindPictures(o.Run, o.Source, o.Options); err != nil {
			o.Run.Problems.Report(o.Options.Of(loaders.ImageFolder), "%w; no picture is shown", err)
		}
		return
	}
	folder, err := files.Inside(o.Source, cmp.Or(root, "."), o.Options)
	if err != nil {
		o.Run.Problems.Add(loaders.Problem{File: o.Source.Path,
			Line: 1}.Worded("image_root: %v; no picture is shown; name the folder with --images", err))
		return
	}
	files.SetPictures(o.Run, folder)
}

// decoder turns lines into examples. It does not change once the run is open.
type decoder struct {
	sizes bool // boxes are written as left, top, width, height
	units loaders.Units
	// predicts says that an answer without a prediction lacks it: in a data set none has one.
	predicts bool
	// scored is the attribution that comes first, "" for the file's first.
	scored string
}

func newDecoder(h Header) (*decoder, error) {
	d := &decoder{}
	switch h.BoxFormat {
	case "", "xyxy":
	case "xywh":
		d.sizes = true
	default:
		// An error and not a default: boxes read in a wrong way look like an
		// unfaithful model.
		return nil, loaders.Errorf(`the header's box_format is %q; it can be "xyxy" or "xywh"`, h.BoxFormat)
	}
	units, ok := unitsOf(h.BoxUnits, loaders.Fraction)
	if !ok {
		return nil, loaders.Errorf(`the header's box_units is %q; it can be "fraction" or "pixels"`, h.BoxUnits)
	}
	d.units = units
	return d, nil
}

func unitsOf(name string, otherwise loaders.Units) (_ loaders.Units, ok bool) {
	switch name {
	case "":
		return otherwise, true
	case loaders.Fraction.String():
		return loaders.Fraction, true
	case loaders.Pixels.String():
		return loaders.Pixels, true
	}
	return otherwise, false
}

// convention says how boxes are read, in words.
func (d *decoder) convention() string {
	format, units := "xyxy", "0..1 of the image"
	if d.sizes {
		format = "xywh"
	}
	if d.units == loaders.Pixels {
		units = "pixels"
	}
	return format + ", " + units
}

// line is one line while it is decoded.
type line struct {
	*decoder
	*record.Record
	ex *loaders.Example
	// shared are how many proposals of each image are shared by all modules:
	// those of the image itself, before the boxes of modules' own.
	shared []int
	own    map[int][][]float64 // by node: per image, a probability per proposal
}

// boxes reads boxes in the convention of the file. One that does not have
// four numbers keeps its place, so that probabilities still fit.
func (l *line) boxes(what string, im *loaders.Image, list []record.Reals) []loaders.Box {
	corners := record.Reals.Corners
	if l.sizes {
		corners = record.Reals.Sized
	}
	return l.Boxes(what, im, loaders.Map(list, corners))
}

// lengthOver is how many scores an attribution or rationale over part of the
// example has, -1 where that is not known.
func (l *line) lengthOver(over string) int {
	switch over {
	case "", "question":
		if l.ex.Tokens != nil {
			return len(l.ex.Tokens)
		}
	case "tokens": // an attribution's own, where one brings them
		for _, a := range l.ex.Attributions {
			if a.Over == over && a.Tokens != nil {
				return len(a.Tokens)
			}
		}
		return l.lengthOver("question")
	case "passage":
		if l.ex.Passage != nil && l.ex.Passage.Tokens != nil {
			return len(l.ex.Passage.Tokens)
		}
	default:
		var i int
		if _, err := fmt.Sscanf(over, "image %d", &i); err == nil && i >= 0 && i < len(l.ex.Images) {
			return l.proposals(i)
		}
	}
	return -1
}

// proposals is how many proposals of image i all modules share.
func (l *line) proposals(i int) int {
	if l.shared != nil {
		return l.shared[i]
	}
	return len(l.ex.Images[i].Proposals)
}

// padded is a list over the shared proposals of image i, with 0 for the boxes
// of modules' own that follow.
func (l *line) padded(list []float64, i int) []float64 {
	if more := len(l.ex.Images[i].Proposals) - len(list); list != nil && more > 0 {
		return append(slices.Clip(list), make([]float64, more)...)
	}
	return list
}
