package nlvr

import (
	"bytes"
	"regexp"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

const (
	nlvrName  = "nlvr"
	nlvr2Name = "nlvr2"
)

const boxesOfNLVR = "left, top and size in pixels of a box of 100 by 100"

// Statements reads NLVR's statements with their structured representation.
var Statements = record.NewFormat(loaders.Format{
	Name:   nlvrName,
	About:  "NLVR's statements (JSON Lines) with the objects of their pictures",
	Boxes:  boxesOfNLVR,
	Sign:   "the keys sentence, identifier and structured_rep",
	Keys:   "sentence identifier structured_rep",
	Detect: areStatements,
}, record.Codec{Dataset: "NLVR", Gold: "in the file", Pictures: true, Decode: decode})

// Pairs reads NLVR2's statements, official or LXMERT's.
var Pairs = record.NewFormat(loaders.Format{
	Name:   nlvr2Name,
	About:  "NLVR2's statements: the official JSON Lines or LXMERT's list",
	Sign:   "the keys identifier, sentence, left_url and right_url, or a list with identifier, sent, img0 and img1",
	Keys:   "identifier sentence left_url right_url",
	Detect: arePairs,
}, record.Codec{Dataset: "NLVR2", Gold: "in the file", Pictures: true, Decode: decode})

// Predictions reads lines of identifier,prediction on either.
var Predictions = record.NewFormat(loaders.Format{
	Name:   "nlvr-predictions",
	About:  "predictions on NLVR or NLVR2 (identifier,prediction), with the statements beside them",
	Boxes:  boxesOfNLVR + "; none for NLVR2",
	Sign:   "a first line identifier,prediction or like dev-850-0-0,True",
	Keys:   "identifier prediction",
	Detect: arePredictions,
}, record.Codec{Pictures: true, Beside: []record.Companion{statementFiles}, Open: openPredictions})

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

// openPredictions opens predictions with the statements beside them.
func openPredictions(o *record.Opening) {
	first := 0
	if header.Match(bytes.TrimSpace(record.First(o.Source.Head).Bytes)) {
		first = 1
	}
	o.Lines(first, predicted)
	o.Run.Boxes = ""
	statements := o.Join(statementFiles)
	if statements == nil {
		return
	}
	kind := kindOf(o.HeadOf(statements.Path))
	if o.Run.Dataset = strings.ToUpper(kind); kind == nlvrName {
		o.Run.Boxes = boxesOfNLVR
	}
}

// statementFiles are those that come with predictions.
var statementFiles = record.Companion{
	What: "statements of NLVR or NLVR2", Flag: loaders.GoldFile, Missing: "statements of NLVR or NLVR2",
	Without: "statements and without gold",
	Name:    func(name string) bool { return strings.Contains(name, ".json") },
	Is:      func(head []byte) bool { return kindOf(head) != "" },
	Entries: record.At("", record.KeyOf("identifier")), Left: "statement",
	Blank: func(name string) []byte { return []byte(name + ",") },
	Asks: func(rec *record.Record) string {
		if cells := predictionLine.FindSubmatch(bytes.TrimSpace(rec.Bytes)); cells != nil {
			return string(cells[1])
		}
		return ""
	},
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
