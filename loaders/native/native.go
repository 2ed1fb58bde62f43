package native

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of a line.
func Schema() []byte { return bytes.Clone(schema) }

//go:embed faithscope.py
var python []byte

// Python returns a module that writes the format, for Python 3.8 or later and without dependencies.
func Python() []byte { return bytes.Clone(python) }

// Format reads the native format.
var Format = record.NewFormat(loaders.Format{
	Name:   "native",
	About:  "faithscope's own JSON Lines: one example per line; `faithscope schema` describes the format",
	Boxes:  "xyxy or xywh, 0..1 or pixels, as the header says; without a header: xyxy, 0..1 of the image",
	Sign:   "the key faithscope; or id with program, steps, answer, attributions or rationales; or id with question and images or passage",
	Keys:   "id question program",
	Detect: detect,
	Takes:  []loaders.FormatFlag{{Flag: loaders.ImageFolder}},
	Parts: func(_ context.Context, src *loaders.Source, _ loaders.Options) ([]string, error) {
		h, _, err := readHeader(src.Head)
		if err == nil && len(h.Scored) > maxScored {
			err = loaders.Errorf("the header lists %d attributions to score; at most %d are allowed", len(h.Scored), maxScored)
		}
		// One run for each method; an oracle's attribution is what they are compared with.
		methods := loaders.Filter(h.Scored, func(name string) bool { return !loaders.IsOracle(name) })
		return loaders.Distinct(loaders.Map(methods, h.partName)), err
	},
}, record.RecordFormat{Open: openRun})

// maxScored bounds the runs that a file is opened as.
const maxScored = 100

func (h *Header) partName(attributionName string) string {
	return strings.TrimSpace(h.Name + " " + attributionName)
}

// HeaderOf returns the header for writing a run: its name, model, data set, note, gold and facts,
// without box format and image folder.
func HeaderOf(run *loaders.Run) Header {
	return Header{Name: run.Name, Model: run.Model, Dataset: run.Dataset, Note: run.Note, Gold: run.Gold,
		Facts: textsAs[lenientText](run.Facts)}
}

// detect wants a header, or an id and a key that no other format has in this shape.
var detect = record.Either(
	record.Keyed("faithscope"),
	record.Keyed("id, question, images:[|passage:{"),
	record.Keyed("id, answer:{|attributions:[|rationales:["),
	func(head []byte) bool { return record.Keyed("id, program:[|steps:[")(head) && hasModules(head) },
)

func hasModules(head []byte) bool {
	return slices.ContainsFunc([]string{"program", "steps"}, func(key string) bool {
		list := gjson.GetBytes(head, key)
		return list.IsArray() && (len(list.Array()) == 0 || len(list.Get("#.op").Array()) > 0)
	})
}

// openRun opens a run: a header, if there is one, and an example per line. The run's part picks the
// attribution that is scored. Gold and the box convention are also set if the first lines mention
// them, because a header is optional.
func openRun(o *record.RunBuilder) {
	h, rec, err := readHeader(o.Source.Head)
	o.Fail(err)
	d, err := newDecoder(h)
	if o.Fail(err) {
		return
	}
	if i := slices.IndexFunc(h.Scored, func(name string) bool { return h.partName(name) == o.Options.Part }); i >= 0 && o.Options.Part != "" {
		d.scored = h.Scored[i]
	}
	d.predicts = o.Mentions("predicted")
	first := 0
	if rec != nil {
		first = 1
		rec.Report(&o.Run.Problems, o.Source.Path, "")
	}
	if o.Lines(first, d.decodeExample); o.Failed() {
		return
	}
	run := o.Run
	run.Name = cmp.Or(h.Name, run.Name)
	run.RunDescription = loaders.RunDescription{Model: h.Model, Dataset: h.Dataset, Note: h.Note, Gold: h.Gold,
		Facts: textsAs[string](h.Facts)}
	if run.Gold == "" && o.Mentions("gold") {
		run.Gold = "in the file"
	}
	if h.BoxFormat != "" || h.BoxUnits != "" || o.Mentions("proposals") {
		run.Boxes = d.boxConvention()
	}
	openPictures(o, h.ImageRoot)
}

// readHeader returns the header in the file's first bytes and its record, nil without one. A header
// that can't be decoded is a problem and empty; another version is an error, because its lines may
// mean something else.
func readHeader(head []byte) (Header, *record.Record, error) {
	rec := record.First(head)
	if record.Keys(rec.Bytes)["faithscope"] == 0 {
		return Header{}, nil, nil
	}
	var h header
	if err := rec.DecodeKnown(&h); err != nil {
		rec.Problem("the header is ignored: %v", err)
		return Header{}, rec, nil
	}
	if h.Version != version {
		return Header{}, nil, loaders.Errorf("version %d of the native format; faithscope only reads version %d", h.Version, version)
	}
	return h.Run, rec, nil
}

// openPictures sets the run's pictures: the folder or files that the user names, or else folderPath,
// which must not lead out of the file's own folder. If they can't be opened that is a problem and
// the run has none.
func openPictures(o *record.RunBuilder, folderPath string) {
	if o.Options.ImageFiles != nil || o.Options.Of(loaders.ImageFolder) != "" {
		if err := files.FindPictures(o.Run, o.Source, o.Options); err != nil {
			o.Run.Problems.Report(o.Options.Of(loaders.ImageFolder), "%w; no pictures are shown", err)
		}
		return
	}
	folder, err := files.Inside(o.Source, cmp.Or(folderPath, "."), o.Options)
	switch {
	case err == nil:
		files.SetPictures(o.Run, folder)
	case folderPath != "": // otherwise the examples may have none
		o.Run.Problems.Add(loaders.Problem{File: o.Source.Path,
			Line: 1}.Worded("image_root: %v; no pictures are shown; name the folder with --images", err))
	}
}
