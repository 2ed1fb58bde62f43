package pages

import (
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/tabular"
)

// preparationHooks holds what a page names under prepare, for what a page cannot say.
type preparationHooks struct {
	Row    func(rec *record.Record, row rows.RowObject) // changes a row before its columns are read
	Finish tabular.ExampleFinisher
	Open   func(o *record.RunBuilder) tabular.ExampleFinisher // see [tabular.Preset.Open]
}

// functions has the functions that pages can name.
var functions = map[string]preparationHooks{
	"helm":      {Row: readState},
	"counted":   {Open: addRegions},
	"drop":      {Finish: fillDROP},
	"lmeval":    {Row: prepareSample, Open: openSamples},
	"marked":    {Finish: markedPair},
	"evalplus":  {Row: readTests},
	"mt-bench":  {Row: readJudgment},
	"atif":      {Row: joinSubagents, Open: readReward},
	"tau-bench": {Row: readTrial},
	"promptfoo": {Finish: countFailedCall},
	"swe-agent": {Open: nameAfterFile},
}
