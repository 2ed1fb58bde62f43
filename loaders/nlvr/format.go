package nlvr

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
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
	Detect: areStatements,
	Open:   open(nlvrName, boxesOfNLVR),
}

// Pairs reads NLVR2's statements, official or LXMERT's.
var Pairs = loaders.Format{
	Name:   nlvr2Name,
	About:  "NLVR2's statements: the official JSON Lines or LXMERT's list",
	Sign:   "the keys identifier, sentence, left_url and right_url, or a list with identifier, sent, img0 and img1",
	Detect: arePairs,
	Open:   open(nlvr2Name, ""),
}

// Predictions reads lines of identifier,prediction on either.
var Predictions = loaders.Format{
	Name:   predictionsName,
	About:  "predictions on NLVR or NLVR2 (identifier,prediction), with the statements beside them",
	Boxes:  boxesOfNLVR + "; none for NLVR2",
	Sign:   "a first line identifier,prediction or like dev-850-0-0,True",
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

func isList(head []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("[")) }

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
		if isList(src.Head) {
			r.run, err = record.OpenElements(ctx, src, name, "*", decode)
		} else {
			r.run, err = record.OpenJSONL(ctx, src, name, 0, decode)
		}
		if err != nil {
			return nil, err
		}
		r.run.Gold, r.run.Boxes, r.run.Dataset = "in the file", boxes, strings.ToUpper(name)
		if err := files.FindPictures(r.run, src, o); err != nil {
			r.run.Close()
			return nil, fmt.Errorf("pictures: %w", err)
		}
		return r.run, nil
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
	if err != nil {
		r.run.Close()
		return nil, err
	}
	return r.run, nil
}

// findStatements opens the statements that are named, or found beside the
// run.
func (r *reader) findStatements(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	path := o.Gold
	if path == "" {
		found := files.Beside(src, func(e fs.DirEntry) bool { return !e.IsDir() && strings.Contains(strings.ToLower(e.Name()), ".json") })
		found = keep(found, func(path string) bool { kind, _ := kindOf(src.Files, path); return kind != "" })
		if len(found) == 0 {
			r.run.Problems.Add(loaders.Problem{File: r.run.Path, What: "no statements of NLVR or NLVR2 beside it", Done: "shown without statements and without gold; --gold names the file"})
			return nil
		}
		if path = found[0]; len(found) > 1 {
			r.run.Problems.Add(loaders.Problem{File: r.run.Path, What: fmt.Sprintf("%d files of statements beside it", len(found)), Done: "joined with " + path + "; --gold names another"})
		}
	}
	kind, list := kindOf(src.Files, path)
	if kind == "" {
		if _, err := fs.Stat(src.Files, path); err != nil {
			return fmt.Errorf("statements: %w", err)
		}
		return fmt.Errorf("statements: %s holds none of NLVR or NLVR2", path)
	}
	within := ""
	if list {
		within = "*"
	}
	var err error
	if r.statements, err = record.OpenTable(ctx, src.Files, path, within, &r.run.Problems, identifierOf); err != nil {
		return fmt.Errorf("statements: %w", err)
	}
	r.run.Own(r.statements)
	r.statements.ReportLeft(ctx, r.run, "statement")
	r.run.Gold, r.run.Dataset = path, strings.ToUpper(kind)
	if kind == nlvrName {
		r.run.Boxes = boxesOfNLVR
	}
	return nil
}

// kindOf names the format of a file of statements, "" for another, and says
// whether it is a list.
func kindOf(fsys fs.FS, path string) (kind string, list bool) {
	src, err := files.OpenSource(fsys, path)
	if err != nil {
		return "", false
	}
	defer src.Close()
	switch head := src.Head; {
	case areStatements(head):
		kind = nlvrName
	case arePairs(head):
		kind = nlvr2Name
	}
	return kind, isList(src.Head)
}

func keep(paths []string, good func(path string) bool) (kept []string) {
	for _, path := range paths[:min(len(paths), 64)] {
		if good(path) {
			kept = append(kept, path)
		}
	}
	return kept
}

func identifierOf(rec *record.Record) string {
	var s statement
	if rec.Decode(&s) != nil {
		return ""
	}
	return s.ID
}

// picture is the first of names that is in the image folder; where none is,
// the first of all.
func (r *reader) picture(rec *record.Record, names []string) string {
	if r.run.Pictures != nil {
		for _, name := range names {
			path, ok := loaders.ImagePath(name)
			if !ok {
				continue
			}
			if _, err := fs.Stat(r.run.Pictures, path); err == nil {
				return path
			}
		}
	}
	return rec.Picture(r.run, names[0])
}
