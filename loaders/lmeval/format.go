package lmeval

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/tabular"
)

// preset is how the samples are read.
var preset = tabular.Preset{
	Format: loaders.Format{
		Name:   "lm-eval",
		About:  "samples of lm-evaluation-harness and lmms-eval (JSON Lines), and what their earlier versions wrote",
		Sign:   "the keys doc_id, target and filtered_resps; or doc_id, prompt_0 and truth",
		Keys:   "doc_id target filtered_resps",
		Detect: record.Either(record.Keyed(`doc_id, prompt_0:", truth|logit_0`), record.Keyed("doc_id, target, filtered_resps")),
	},
	Map: "id=doc_id,question=prompt_0|doc." + strings.Join(strings.Fields(record.QuestionKeys), "|doc.") +
		"|input|arguments.gen_args_0.arg_0|arguments[0][0],gold=target|truth,predicted=filtered_resps,right=none,kind=filter," +
		"correct=agrees|metrics.exact_match|metrics.acc|metrics.*,score=metrics,image=doc.image|doc.image_path|doc.file_name",
	Prepare: prepare, Pictures: true,
	Open: func(o *record.Opening, _ []*record.Table) tabular.Finish {
		file := filepath.Base(o.Source.Path)
		o.Run.Dataset, o.Run.Model = taskOf(file), gjson.GetBytes(o.Source.Head, "args.model").String()
		for _, said := range []*string{&o.Run.Columns.Said, &o.Run.Note} { // prepare makes the struct
			*said = strings.ReplaceAll(*said, "metrics.", "")
		}
		if results := resultsOf(o.Source, file); results != "" && o.Run.Model == "" {
			describe(o.Run, o.Source, results)
		}
		return func(rec *record.Record, row tabular.Row, ex *loaders.Example) {
			// A likelihood alone is an answer without a text.
			if _, texts := row["filtered_resps"]; texts && ex.Answer.Correct != loaders.Unknown {
				rec.CountMissing(&ex.Answer)
			}
		}
	},
}

// Format and Logs read the samples of lm-evaluation-harness and lmms-eval; in Logs one
// object has those of a task, as earlier versions of lmms-eval wrote them.
var (
	Format = preset.Reads()
	Logs   = func() loaders.Format {
		p := preset
		p.Name, p.Keys, p.Map, p.Detect = "lmms-eval-logs", "args logs", "rows=logs,"+p.Map, record.KeyedAt("{", "args:{, logs:[")
		p.About, p.Sign = "samples of a task in one object, as earlier versions of lmms-eval wrote them", "the keys args and logs"
		return p.Reads()
	}()
)

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
		run.Note = strings.TrimPrefix(run.Note+"; ", "; ") + "the harness reports " + strings.Join(reported, ", ")
	}
}
