package pages

import (
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/tabular"
)

// function holds what a page names under prepare, for what a page cannot say.
type function struct {
	Row    func(rec *record.Record, row rows.Object) // changes a row before its columns are read
	Finish tabular.Finish
	Open   func(o *record.Opening) tabular.Finish // see [tabular.Preset.Open]
}

// functions has the functions that pages can name.
var functions = map[string]function{
	"helm":    {Row: readState},
	"counted": {Open: addRegions},
	"drop":    {Finish: fillDROP},
	"lmeval":  {Row: prepareSample, Open: openSamples},
	"marked":  {Finish: markedPair},
}
