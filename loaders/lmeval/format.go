package lmeval

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Format reads samples of lm-evaluation-harness and lmms-eval.
var Format = record.NewFormat(loaders.Format{
	Name:   "lm-eval",
	About:  "samples of lm-evaluation-harness and lmms-eval (JSON Lines), and what their earlier versions wrote",
	Sign:   "the keys doc_id, target and filtered_resps; doc_id, prompt_0 and truth; or args and logs",
	Keys:   "doc_id target filtered_resps",
	Detect: detect,
}, record.Codec{Gold: "in the file", Pictures: true, Open: open})

var detect = record.Either(logs,
	record.Keyed(`doc_id, prompt_0:", truth|logit_0`),
	record.Keyed("doc_id, target, filtered_resps"),
)

// logs reports whether head begins what earlier versions of lmms-eval wrote: one
// object with the samples of a task as its logs.
var logs = record.KeyedAt("{", "args:{, logs:[")

func open(o *record.Opening) {
	file := filepath.Base(o.Source.Path)
	o.Run.Dataset = taskOf(file)
	if results := resultsOf(o.Source, file); results != "" {
		describe(o.Run, o.Source, results)
	}
	graded := sync.OnceValue(func() map[string]bool { return gradedIn(o.Context(), o.Source) })
	decode := record.As(func(in *wire, rec *record.Record) *loaders.Example { return in.example(rec, graded) })
	if logs(o.Source.Head) {
		o.Elements("logs.*", decode)
	} else {
		o.Lines(0, decode)
	}
}

// dates are how the two programs write when a run began.
var dates = regexp.MustCompile(`\d{4}-\d{2}-\d{2}T[\d.-]*\d|\d{8}_\d{6}`)

// taskOf is the task that a file of samples is named after, "" for none.
func taskOf(file string) string {
	_, rest, ok := strings.Cut(file, "samples_")
	if !ok {
		return ""
	}
	rest, _, _ = strings.Cut(rest, ".json")
	if at := dates.FindStringIndex(rest); at != nil {
		rest = rest[:at[0]]
	}
	return strings.Trim(rest, "_")
}

// resultsOf finds the results that were written with the samples: those of the
// same date, "" for none. Without a date in the name it takes a single file.
func resultsOf(src *loaders.Source, file string) string {
	date := dates.FindString(file)
	found := (&record.Companion{Name: func(name string) bool {
		return strings.Contains(name, "results") && strings.HasSuffix(name, ".json") && strings.Contains(name, strings.ToLower(date))
	}}).Beside(src)
	if len(found) != 1 && date == "" || len(found) == 0 {
		return ""
	}
	return found[0]
}

// maxResults bounds a file of results, in bytes.
const maxResults = 32 << 20

// maxReported bounds the numbers of a note.
const maxReported = 6

// describe takes the model and the reported metrics from a file of results.
func describe(run *loaders.Run, src *loaders.Source, path string) {
	b, err := record.ReadWhole(src, path, maxResults)
	if err == nil && !record.Valid(b) {
		err = loaders.Errorf("%s: not JSON", path)
	}
	if err != nil {
		run.Problems.Report(path, "%w; shown without model and reported metrics", err)
		return
	}
	found := gjson.GetManyBytes(b, "model_name", "config.model_name", "config.model_args", "config.model", "results")
	for _, x := range found[:4] {
		if run.Model == "" && x.Type == gjson.String {
			run.Model = x.String()
		}
	}
	var reported []string
	found[4].Get(gjson.Escape(run.Dataset)).ForEach(func(key, value gjson.Result) bool {
		metric, filter, _ := strings.Cut(key.String(), ",")
		if value.Type == gjson.Number && !strings.HasSuffix(metric, "_stderr") && metric != "sample_len" {
			if filter != "" && filter != noFilter {
				metric += " (" + filter + ")"
			}
			reported = append(reported, fmt.Sprintf("%s %.4g", metric, value.Float()))
		}
		return len(reported) < maxReported
	})
	if len(reported) > 0 {
		run.Note = "the harness reports " + strings.Join(reported, ", ")
	}
}
