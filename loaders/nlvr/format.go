package nlvr

import (
	"bytes"
	"context"
	"regexp"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// The names of the formats.
const (
	nlvrName        = "nlvr"
	nlvr2Name       = "nlvr2"
	predictionsName = "nlvr-predictions"
)

const boxesOfNLVR = "left, top and size in pixels of a box of 100 by 100"

// Statements reads NLVR's statements with their structured representation.
var Statements = loaders.Format{
	Name:   nlvrName,
	About:  "NLVR's statements (JSON Lines) with the objects of their pictures",
	Boxes:  boxesOfNLVR,
	Sign:   "the keys sentence, identifier and structured_rep",
	Keys:   []string{"sentence", "identifier", "structured_rep"},
	Detect: areStatements,
	Open:   open(nlvrName, boxesOfNLVR),
}

// Pairs reads NLVR2's statements, official or LXMERT's.
var Pairs = loaders.Format{
	Name:   nlvr2Name,
	About:  "NLVR2's statements: the official JSON Lines or LXMERT's list",
	Sign:   "the keys identifier, sentence, left_url and right_url, or a list with identifier, sent, img0 and img1",
	Keys:   []string{"identifier", "sentence", "left_url", "right_url"},
	Detect: arePairs,
	Open:   open(nlvr2Name, ""),
}

// Predictions reads lines of identifier,prediction on either.
var Predictions = loaders.Format{
	Name:   predictionsName,
	About:  "predictions on NLVR or NLVR2 (identifier,prediction), with the statements beside them",
	Boxes:  boxesOfNLVR + "; none for NLVR2",
	Sign:   "a first line identifier,prediction or like dev-850-0-0,True",
	Keys:   []string{"identifier", "prediction"},
	Detect: arePredictions,
	Open:   openPredictions,
}

func areStatements(head []byte) bool {
	keys := record.Keys(head)
	return keys["sentence"] == '"' && keys["identifier"] == '"' && keys["structured_rep"] == '['
}

func arePairs(head []byte) bool {
	if isList(head) {
		keys := record.ElementKeys(head, "*")
		return keys["identifier"] == '"' && keys["sent"] == '"' && keys["img0"] == '"' && keys["img1"] == '"'
	}
	keys := record.Keys(head)
	return keys["identifier"] == '"' && keys["sentence"] == '"' && keys["left_url"] == '"' && keys["right_url"] == '"'
}

func isList(head []byte) bool { return record.FirstByte(head) == '[' }

var (
	header = regexp.MustCompile(`(?i)^"?identifier"?\s*,\s*"?prediction"?$`)
	line   = regexp.MustCompile(`(?i)^"?([\w]+(?:-[\w]+)*-\d+)(?:\.png)?"?\s*,\s*"?(true|false|[01])"?$`)
)

func arePredictions(head []byte) bool {
	first := firstLine(head)
	return header.Match(first) || line.Match(first)
}

// firstLine is the first line of head that is not blank.
func firstLine(head []byte) []byte {
	first, _, _ := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte("\n"))
	return bytes.TrimSpace(first)
}

// open opens statements: a data set to look at, without predictions.
func open(name, boxes string) func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	return func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		r := &reader{}
		decode := func(rec *record.Record) (*loaders.Example, error) {
			var s statement
			if err := rec.Decode(&s); err != nil {
				return nil, err
			}
			return r.example(rec, &s), nil
		}
		var err error
		if r.run, err = record.OpenJSONL(ctx, src, name, 0, decode); err != nil {
			return nil, err
		}
		r.run.Gold, r.run.Boxes, r.run.Dataset = "in the file", boxes, strings.ToUpper(name)
		return r.run, files.FindPictures(r.run, src, o)
	}
}

// openPredictions opens predictions with the statements beside them.
func openPredictions(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	r := &reader{}
	first := 0
	if header.Match(firstLine(src.Head)) {
		first = 1
	}
	var err error
	if r.run, err = record.OpenJSONL(ctx, src, predictionsName, first, r.predicted); err != nil {
		return nil, err
	}
	if err = r.findStatements(ctx, src, o); err == nil {
		err = files.FindPictures(r.run, src, o)
	}
	return r.run, err
}

// statementFiles are those that travel with predictions.
var statementFiles = record.Companion{
	What: "statements of NLVR or NLVR2", Flag: "--gold", Missing: "statements of NLVR or NLVR2", Without: "statements and without gold",
	Name: func(name string) bool { return strings.Contains(name, ".json") },
	Is:   func(head []byte) bool { return kindOf(head) != "" },
}

// findStatements opens the statements that are named, or found beside the
// run.
func (r *reader) findStatements(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	sets := statementFiles
	sets.Fits = record.AskedBy(ctx, src, "", func(rec *record.Record) (string, func(*record.Record) bool) {
		cells := line.FindSubmatch(bytes.TrimSpace(rec.Bytes))
		if cells == nil {
			return "", nil
		}
		return string(cells[1]), nil
	}).Fits(ctx, src, func([]byte) (string, func(*record.Record) string) { return "", record.KeyOf("identifier") })
	path, err := sets.Find(src, r.run, o.Gold)
	if err != nil || path == "" {
		return err
	}
	head, err := record.HeadOf(src, path)
	if err != nil {
		return err
	}
	kind := kindOf(head)
	if r.statements, err = statementFiles.Table(ctx, src, r.run, path, "", "statement", record.KeyOf("identifier")); err != nil {
		return err
	}
	r.run.Gold, r.run.Dataset = path, strings.ToUpper(kind)
	if kind == nlvrName {
		r.run.Boxes = boxesOfNLVR
	}
	return nil
}

// kindOf names the format of a file of statements, "" for another.
func kindOf(head []byte) string {
	switch {
	case areStatements(head):
		return nlvrName
	case arePairs(head):
		return nlvr2Name
	}
	return ""
}
