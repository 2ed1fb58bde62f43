package lmeval

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const formatName = "lm-eval"

// Format reads samples of lm-evaluation-harness and lmms-eval.
var Format = loaders.Format{
	Name:   formatName,
	About:  "samples of lm-evaluation-harness and lmms-eval (JSON Lines), and what their earlier versions wrote",
	Sign:   "the keys doc_id, target and filtered_resps; doc_id, prompt_0 and truth; or args and logs",
	Keys:   []string{"doc_id", "target", "filtered_resps"},
	Detect: detect,
	Open:   open,
}

func detect(head []byte) bool {
	if logs(head) {
		return true
	}
	keys := record.Keys(head)
	_, target := keys["target"]
	return keys["doc_id"] != 0 && keys["prompt_0"] == '"' && (keys["truth"] != 0 || keys["logit_0"] != 0) || keys["doc_id"] != 0 && target && keys["filtered_resps"] != 0
}

// logs reports whether head begins what earlier versions of lmms-eval wrote: one
// object with the samples of a task as its logs.
func logs(head []byte) bool {
	keys := record.ElementKeys(head, "")
	return keys["args"] == '{' && keys["logs"] == '['
}

func open(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	var run *loaders.Run
	graded := sync.OnceValue(func() map[string]bool { return gradedIn(ctx, src) })
	decode := func(rec *record.Record) (*loaders.Example, error) { return example(run, rec, graded) }
	var err error
	if logs(src.Head) {
		run, err = record.OpenElements(ctx, src, formatName, "logs.*", decode)
	} else {
		run, err = record.OpenJSONL(ctx, src, formatName, 0, decode)
	}
	if err != nil {
		return nil, err
	}
	run.Gold = "in the file"
	file := filepath.Base(src.Path)
	run.Dataset = taskOf(file)
	if results := resultsOf(src, file); results != "" {
		describe(run, src, results)
	}
	return run, files.FindPictures(run, src, o)
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
	b, err := read(src.Files, path)
	if err == nil && !record.Valid(b) {
		err = loaders.Errorf("%s: not JSON", path)
	}
	if err != nil {
		run.Problems.Add(loaders.Problem{File: path, What: loaders.Because(err), Done: loaders.Say("shown without model and reported metrics")})
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

func read(fsys fs.FS, path string) ([]byte, error) {
	r, err := files.OpenReader(fsys, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxResults+1))
	if err == nil && len(b) > maxResults {
		err = loaders.Errorf("%s: more than %d MB", path, maxResults>>20)
	}
	return b, err
}
