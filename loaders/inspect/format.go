package inspect

import (
	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// Format reads logs of inspect_ai.
var Format = record.NewFormat(loaders.Format{
	Name:   "inspect",
	About:  "logs of inspect_ai: .eval archives and .json",
	Sign:   "a ZIP that begins with samples/, summaries.json, header.json or _journal/; or the keys status and eval, with task and model in eval",
	Keys:   []string{"status", "eval", "samples"},
	Detect: func(head []byte) bool { return isArchive(head) || isLog(head) },
}, record.Codec{Gold: "in the file", Open: func(o *record.Opening) error {
	if isArchive(o.Source.Head) {
		return openArchive(o)
	}
	return openLog(o)
}})

var isLog = record.Keyed("{", `status:", eval:{`, "eval", `task:", model:"`)

// openLog opens a .json log.
func openLog(o *record.Opening) error {
	d := &decoder{run: o.Run, epochs: gjson.GetBytes(o.Source.Head, "eval.config.epochs").Int() > 1}
	if err := o.Elements("samples.*", func(rec *record.Record) (*loaders.Example, error) { return d.example(rec, nil) }); err != nil {
		return err
	}
	d.describe(o.Source.Head)
	if err := o.FindPictures(); err != nil {
		return err
	}
	files.EmbedPictures(o.Run, func(i, k int) ([]byte, error) {
		b, err := o.Run.Raw(i)
		if err != nil {
			return nil, err
		}
		return pictureOf(b, nil, k)
	})
	return nil
}
