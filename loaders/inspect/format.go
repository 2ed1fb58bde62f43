package inspect

import (
	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Format reads logs of inspect_ai.
var Format = record.NewFormat(loaders.Format{
	Name:  "inspect",
	About: "inspect_ai logs: .eval archives and .json",
	Sign: "a ZIP file whose first entry is header.json, summaries.json or in samples/ or _journal/; or the keys status and eval, with " +
		"task and model in eval",
	Keys:   "status eval samples",
	Takes:  []loaders.FormatFlag{{Flag: loaders.ImageFolder}},
	Detect: record.Either(isArchive, isLog),
}, record.RecordFormat{Gold: "in the file", Open: func(o *record.RunBuilder) {
	if isArchive(o.Source.Head) {
		openArchive(o)
	} else {
		openLog(o)
	}
}})

var isLog = record.KeyedAt("{", `status:", eval:{`, "eval", `task:", model:"`)

func openLog(o *record.RunBuilder) {
	d := &sampleDecoder{run: o.Run, epochs: gjson.GetBytes(o.Source.Head, "eval.config.epochs").Int() > 1, grades: map[string]gradeScale{}}
	gjson.GetBytes(o.Source.Head, "samples").ForEach(func(_, sample gjson.Result) bool {
		d.findGrades([]byte(sample.Raw))
		return true
	})
	o.Elements("samples.*", func(rec *record.Record) *loaders.Example { return d.exampleOf(rec, nil) })
	d.describeRun(o.Source.Head)
	embedPictures(o, func(int) attachmentLookup { return nil })
}
