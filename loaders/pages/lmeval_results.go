package pages

import (
	"cmp"
	"errors"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/rows"
	"faithscope/loaders/tabular"
)

func openSamples(o *record.RunBuilder) tabular.ExampleFinisher {
	file := filepath.Base(o.Source.Path)
	o.Run.Dataset, o.Run.Model = taskOf(file), gjson.GetBytes(o.Source.Head, "args.model").String()
	for _, said := range []*string{&o.Run.Columns.Said, &o.Run.Note} { // prepareSample makes the struct
		*said = strings.ReplaceAll(*said, "metrics.", "")
	}
	if results := resultsOf(o.Source, file); results != "" && o.Run.Model == "" {
		describeRun(o.Run, o.Options.Part, o.Source, results)
	}
	return func(rec *record.Record, row rows.RowObject, ex *loaders.Example) {
		// A likelihood alone is an answer without a text.
		if _, texts := row["filtered_resps"]; texts && ex.Answer.Correct != loaders.Unknown {
			rec.CountMissing(&ex.Answer)
		}
	}
}

// dates are how the two programs write when a run began.
var dates = regexp.MustCompile(`\d{4}-\d{2}-\d{2}T[\d.-]*\d|\d{8}_\d{6}`)

func taskOf(fileName string) string {
	_, rest, ok := strings.Cut(fileName, "samples_")
	if !ok {
		return ""
	}
	rest, _, _ = strings.Cut(rest, ".json")
	if at := dates.FindStringIndex(rest); at != nil {
		rest = rest[:at[0]]
	}
	return strings.Trim(rest, "_")
}

func resultsOf(src *loaders.Source, fileName string) string {
	date := dates.FindString(fileName)
	found := (&record.CompanionFile{Name: func(name string) bool {
		return strings.Contains(name, "results") && strings.HasSuffix(name, ".json") && strings.Contains(name, strings.ToLower(date))
	}}).Beside(src)
	if len(found) != 1 && date == "" || len(found) == 0 {
		return ""
	}
	return found[0]
}

// maxResults bounds a file of results, in bytes.
const maxResults = 32 << 20

// describeRun leaves out standard errors and other filters' metrics, which aren't of these samples. A
// known model stays.
func describeRun(run *loaders.Run, filterName string, src *loaders.Source, resultsPath string) {
	b, err := record.ReadWhole(src, resultsPath, maxResults)
	if err == nil && !record.Valid(b) {
		err = errors.New("not JSON")
	}
	if err != nil {
		run.Problems.Report(resultsPath, "%w; shown without model or reported metrics", err)
		return
	}
	found := gjson.GetManyBytes(b, "model_name", "config.model_name", "config.model_args", "config.model", "results")
	for _, x := range found[:4] {
		run.Model = cmp.Or(run.Model, x.Str)
	}
	found[4].Get(gjson.Escape(run.Dataset)).ForEach(func(key, value gjson.Result) bool {
		metric, filter, _ := strings.Cut(key.String(), ",")
		if value.Type == gjson.Number && !strings.HasSuffix(metric, "_stderr") && metric != "sample_len" {
			isOther := filter != "" && filter != noFilter && filter != filterName
			if isOther && filterName == "" {
				metric += " (" + filter + ")"
			}
			if !isOther || filterName == "" {
				run.Reported = append(run.Reported, loaders.ReportedMean{Metric: metric, Value: value.Float()})
			}
		}
		return true
	})
}
