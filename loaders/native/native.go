package native

import (
	"bytes"
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
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
	Keys:   []string{"id", "question", "program"},
	Detect: detect,
	Parts: func(src *loaders.Source) ([]string, error) {
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
	var names []string
	for _, attribution := range h.Scored {
		if name := h.part(attribution); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (h *Header) part(attribution string) string {
	return strings.TrimSpace(h.Name + " " + attribution)
}

// HeaderOf returns the header of a run that is to be written.
func HeaderOf(run *loaders.Run) Header {
	return Header{Name: run.Name, Model: run.Model, Dataset: run.Dataset, Note: run.Note, Gold: run.Gold}
}

// detect wants an id and a key that no other format has in this shape, or a
// header.
var detect = record.Either(
	record.Keyed("", "faithscope"),
	record.Keyed("", "id, question, images:[|passage:{"),
	record.Keyed("", "id, program:[|steps:[|answer:{|attributions:[|rationales:["),
)

func open(o *record.Opening) error {
	h, rec, err := readHeader(o.Source.Head)
	if err != nil {
		return err
	}
	d, err := newDecoder(h)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(h.Scored, func(name string) bool { return h.part(name) == o.Options.Part }); i >= 0 && o.Options.Part != "" {
		d.scored = h.Scored[i]
	}
	first := 0
	if rec != nil {
		first = 1
		rec.Report(&o.Run.Problems, o.Source.Path, "")
	}
	if err := o.Lines(first, d.example); err != nil {
		return err
	}
	run := o.Run
	run.Name = cmp.Or(h.Name, run.Name)
	run.Model, run.Dataset, run.Note, run.Gold = h.Model, h.Dataset, h.Note, h.Gold
	if run.Gold == "" && bytes.Contains(o.Source.Head, []byte(`"gold"`)) {
		run.Gold = "in the file"
	}
	run.Boxes = ""
	if h.BoxFormat != "" || h.BoxUnits != "" || bytes.Contains(o.Source.Head, []byte(`"proposals"`)) {
		run.Boxes = d.convention()
	}
	openPictures(o, h.ImageRoot)
	return nil
}

// readHeader reads the header from the file's first bytes; the record is nil
// where there is none.
func readHeader(head []byte) (Header, *record.Record, error) {
	if record.FirstByte(head) == '[' {
		return headerAt(head, "*", 1)
	}
	number := 0
	for line := range bytes.Lines(head) {
		number++
		if files.Blank(line) {
			continue
		}
		if _, ok := record.Keys(line)["faithscope"]; !ok {
			return headerAt(head, "", number)
		}
		return decodeHeader(&record.Record{Bytes: line, Line: number})
	}
	return Header{}, nil, nil
}

// headerAt is readHeader for the first element at a path: of a list, or a value
// over several lines, which begins in this one.
func headerAt(head []byte, path string, line int) (Header, *record.Record, error) {
	first, ok := index.First(head, path)
	if _, is := record.Keys(first.Bytes)["faithscope"]; !ok || !is || path == "" && !record.Valid(first.Bytes) {
		return Header{}, nil, nil
	}
	return decodeHeader(&record.Record{Bytes: first.Bytes, Line: line})
}

// decodeHeader reads the record of a header.
func decodeHeader(rec *record.Record) (Header, *record.Record, error) {
	var h header
	if err := rec.DecodeKnown(&h); err != nil {
		rec.Problem(loaders.Say("the header: %v", err), loaders.Say("read as if it were not there"))
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
	if o.Options.ImageFiles != nil || o.Options.Images != "" {
		if err := files.FindPictures(o.Run, o.Source, o.Options); err != nil {
			o.Run.Problems.Add(loaders.Problem{File: o.Options.Images, What: loaders.Because(err), Done: loaders.Say("no picture is shown")})
		}
		return
	}
	folder, err := files.Inside(o.Source, cmp.Or(root, "."), o.Options)
	if err != nil {
		o.Run.Problems.Add(loaders.Problem{File: o.Source.Path, Line: 1, What: loaders.Say("image_root: %v", err), Done: loaders.Say("no picture is shown; name the folder with --images")})
		return
	}
	files.SetPictures(o.Run, folder)
}
