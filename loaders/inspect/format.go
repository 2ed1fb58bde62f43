package inspect

import (
	"bytes"
	"context"
	"encoding/binary"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const name = "inspect"

// Format reads logs of inspect_ai.
var Format = loaders.Format{
	Name:   name,
	About:  "logs of inspect_ai: .eval archives and .json",
	Sign:   "a ZIP that begins with samples/, summaries.json, header.json or _journal/; or the keys status and eval, with task and model in eval",
	Detect: func(head []byte) bool { return isArchive(head) || isLog(head) },
	Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		if isArchive(src.Head) {
			return openArchive(ctx, src, o)
		}
		return openLog(ctx, src, o)
	},
}

// isArchive looks at the name of a ZIP's first entry.
func isArchive(head []byte) bool {
	const fixed = 30 // of a local header, with the name behind it
	if len(head) < fixed || !bytes.HasPrefix(head, []byte(localSign)) {
		return false
	}
	n := int(binary.LittleEndian.Uint16(head[26:]))
	first := string(head[fixed:min(len(head), fixed+n)])
	switch first {
	case headerEntry, summariesEntry, "reductions.json":
		return true
	}
	return strings.HasPrefix(first, journal) || strings.HasPrefix(first, samples) && strings.Contains(first, epochMark)
}

func isLog(head []byte) bool {
	keys := record.ElementKeys(head, "")
	if keys["status"] != '"' || keys["eval"] != '{' {
		return false
	}
	eval := record.ElementKeys(head, "eval")
	return eval["task"] == '"' && eval["model"] == '"'
}

// openLog opens a .json log.
func openLog(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	d := &decoder{epochs: gjson.GetBytes(src.Head, "eval.config.epochs").Int() > 1}
	run, err := record.OpenElements(ctx, src, name, "samples.*", func(rec *record.Record) (*loaders.Example, error) {
		return d.example(rec, nil)
	})
	if err != nil {
		return nil, err
	}
	d.run = run
	d.describe(src.Head)
	if err := files.FindPictures(run, src, o); err != nil {
		return run, err
	}
	files.EmbedPictures(run, func(i, k int) ([]byte, error) {
		b, err := run.Raw(i)
		if err != nil {
			return nil, err
		}
		return pictureOf(b, nil, k)
	})
	return run, nil
}

// decoder turns samples into examples.
type decoder struct {
	run    *loaders.Run
	epochs bool // more than one
}

// describe fills the run from the log's header, or from its beginning.
func (d *decoder) describe(header []byte) {
	found := gjson.GetManyBytes(header, "eval.model", "eval.dataset.name", "eval.task", "status", "error.message")
	d.run.Model, d.run.Dataset, d.run.Gold = found[0].String(), found[1].String(), "in the file"
	if d.run.Dataset == "" {
		d.run.Dataset = found[2].String()
	}
	switch status := found[3].String(); status {
	case "success", "":
	case "started":
		d.run.Problems.Add(loaders.Problem{File: d.run.Path, What: "the evaluation has not ended: its status is started", Done: "shown with the samples that are there"})
	default:
		what := "the evaluation ended with the status " + status
		if message := found[4].String(); message != "" {
			what += ": " + message
		}
		d.run.Problems.Add(loaders.Problem{File: d.run.Path, What: what, Done: "shown with the samples that are there"})
	}
}
