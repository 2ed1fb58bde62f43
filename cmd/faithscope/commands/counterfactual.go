package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/loaders/native"
	"faithscope/views"
)

// mostSaved bounds the names that are tried for a file.
const mostSaved = 1000

// saveCounterfactual writes ex, which was changed by hand, to a run of its own in the current
// folder, and returns the file's name: that of the run, -what-if- and the first free number. Its
// header notes the change. It replaces no file, and fails after 1000 numbers.
func saveCounterfactual(ctx context.Context, run *loaders.Run, ex *loaders.Example) (path string, err error) {
	name := views.FileName(run.Name) + "-what-if"
	for n := 1; ; n++ {
		if path = fmt.Sprintf("%s-%d.jsonl", name, n); n > mostSaved {
			return "", fmt.Errorf("%s exists, and so do %d names before it", path, mostSaved)
		}
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	h := native.HeaderOf(run)
	h.Name, h.Note = runName(path), "Counterfactual: modules of "+run.Name+
		" were changed by hand, as the key \"what if\" of each example's meta says."
	h.ImageRoot = writing.ImageRoot(run, path)
	return path, (&output.Target{Path: path}).Write(ctx, nil, func(w io.Writer) error {
		return native.Write(w, h, slices.Values([]*loaders.Example{ex}))
	})
}
