package writing

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/faithfulnmn"
	"faithscope/scoring/table"
)

type exportFormat struct {
	name              string
	converts, exports bool
	open              func(j *exportJob) (*exampleWriter, error)
}

// The usual one comes first.
var targets = []exportFormat{
	{toNative, true, true, (*exportJob).openNative},
	{toCOCO, true, false, (*exportJob).openCOCO},
	{toRows, true, false, func(j *exportJob) (*exampleWriter, error) { return goldSink(faithfulnmn.NewRows(j.w)) }},
	{"faithful-nmn-json", true, false, func(j *exportJob) (*exampleWriter, error) {
		return goldSink(faithfulnmn.NewRecords(j.w), nil)
	}},
	{"drop", true, false, (*exportJob).openDROP},
	{"quackie", true, false, (*exportJob).openQuackie},
	{toHTML, false, false, (*exportJob).openPage},
	{toSite, false, true, nil},
}

func targetNames(isListed func(t exportFormat) bool) []string {
	return loaders.Map(loaders.Filter(targets, isListed), func(t exportFormat) string { return t.name })
}

// ConvertFormats lists the formats of convert; of those for tables, only the ones for scripts.
func ConvertFormats() []string {
	scripts := table.Names(func(f *table.Format) bool { return f.Rows != nil })
	return append(targetNames(func(t exportFormat) bool { return t.converts }), scripts...)
}

// ExportFormats lists the formats of export.
func ExportFormats() []string {
	return append(targetNames(func(t exportFormat) bool { return t.exports }), table.Names(nil)...)
}

func (j *exportJob) openSink() (*exampleWriter, error) {
	at := slices.IndexFunc(targets, func(t exportFormat) bool { return t.name == j.options.To })
	return targets[max(at, 0)].open(j)
}
