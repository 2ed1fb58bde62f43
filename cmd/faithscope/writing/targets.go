package writing

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/faithfulnmn"
	"faithscope/scoring/table"
)

type target struct {
	name              string
	converts, exports bool
	open              func(j *job) (*sink, error)
}

// The usual one comes first.
var targets = []target{
	{toNative, true, true, (*job).openNative},
	{toCOCO, true, false, (*job).openCOCO},
	{toRows, true, false, func(j *job) (*sink, error) { return goldSink(faithfulnmn.NewRows(j.w)) }},
	{"faithful-nmn-json", true, false, func(j *job) (*sink, error) {
		return goldSink(faithfulnmn.NewRecords(j.w), nil)
	}},
	{"drop", true, false, (*job).openDROP},
	{"quackie", true, false, (*job).openQuackie},
	{toHTML, false, false, (*job).openPage},
	{toSite, false, true, nil},
}

func targetNames(listed func(t target) bool) []string {
	return loaders.Map(loaders.Filter(targets, listed), func(t target) string { return t.name })
}

// ConvertFormats lists the formats of convert; of those for tables, only the ones for scripts.
func ConvertFormats() []string {
	scripts := table.Names(func(f *table.Format) bool { return f.Rows != nil })
	return append(targetNames(func(t target) bool { return t.converts }), scripts...)
}

// ExportFormats lists the formats of export.
func ExportFormats() []string {
	return append(targetNames(func(t target) bool { return t.exports }), table.Names(nil)...)
}

func (j *job) openSink() (*sink, error) {
	at := slices.IndexFunc(targets, func(t target) bool { return t.name == j.options.To })
	return targets[max(at, 0)].open(j)
}
