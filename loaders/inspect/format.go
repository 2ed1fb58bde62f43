package inspect

import (
	"context"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// Format reads logs of inspect_ai.
var Format = loaders.Format{
	Name:   formatName,
	About:  "logs of inspect_ai: .eval archives and .json",
	Sign:   "a ZIP that begins with samples/, summaries.json, header.json or _journal/; or the keys status and eval, with task and model in eval",
	Keys:   []string{"status", "eval", "samples"},
	Detect: func(head []byte) bool { return isArchive(head) || isLog(head) },
	Open: func(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
		if isArchive(src.Head) {
			return openArchive(ctx, src, o)
		}
		return openLog(ctx, src, o)
	},
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
	run, err := record.OpenElements(ctx, src, formatName, "samples.*", func(rec *record.Record) (*loaders.Example, error) {
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
