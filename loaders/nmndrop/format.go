package nmndrop

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const name = "nmn-drop"

// Format reads the predictions of nmn-drop's interpret branch.
var Format = loaders.Format{
	Name:   name,
	About:  "JSON Lines of nmn-drop's interpret predictor, with drop_module_output_annotations.json",
	Sign:   "the keys query_id, predicted_logical_form and module_outputs",
	Detect: detect,
	Open:   open,
}

// detect looks for the three keys that only this predictor writes together.
func detect(head []byte) bool {
	keys := record.Keys(head)
	return keys["query_id"] == '"' && keys["predicted_logical_form"] == '"' && keys["module_outputs"] == '['
}

// open opens the run at once; the annotations are read when the first
// example is decoded.
func open(ctx context.Context, src *loaders.Source, o loaders.Options) (*loaders.Run, error) {
	j := &join{files: src.Files, path: o.Gold}
	var beside []string
	if o.Gold != "" {
		if _, err := fs.Stat(src.Files, o.Gold); err != nil {
			return nil, fmt.Errorf("annotations: %w", err)
		}
	} else if beside = files.Beside(src, isAnnotations); len(beside) > 0 {
		j.path = beside[0]
	}
	run, err := record.OpenJSONL(ctx, src, name, 0, j.decode)
	if err != nil {
		return nil, err
	}
	run.Dataset, run.Gold = "DROP", j.path
	switch {
	case j.path == "":
		run.Problems.Add(loaders.Problem{File: run.Path, What: "no *module_output_annotations*.json in its folder or the two above",
			Done: "shown without passages and without gold; --gold names the file"})
	case len(beside) > 1:
		run.Problems.Add(loaders.Problem{File: run.Path, What: fmt.Sprintf("%d annotations files beside it", len(beside)),
			Done: "joined with " + j.path + "; --gold names another"})
	}
	j.begin(ctx, run)
	return run, nil
}

func isAnnotations(e fs.DirEntry) bool {
	_, rest, ok := strings.Cut(strings.ToLower(e.Name()), "module_output_annotations")
	return ok && strings.Contains(rest, ".json") && !e.IsDir()
}
