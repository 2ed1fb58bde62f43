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

// saveForm writes ex, a form of an example of a run, to a run of its own in the current folder, and
// returns the file's name: those of the run and of the form, and the first free number. Its header
// says which form it is. It replaces no file, and fails after 1000 numbers.
func saveForm(ctx context.Context, run *loaders.Run, ex *loaders.Example, form string) (path string, err error) {
	name := views.FileName(run.Name) + "-" + views.FileName(form)
	for n := 1; ; n++ {
		if path = fmt.Sprintf("%s-%d.jsonl", name, n); n > mostSaved {
			return "", fmt.Errorf("%s exists, and so do %d names before it", path, mostSaved)
		}
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	h := native.HeaderOf(run)
	h.Name, h.Note = runName(path), "One example of "+run.Name+": "+form+". The key \"what if\" of its meta has changes by hand."
	h.ImageRoot = writing.ImageRoot(run, path)
	return path, (&output.Target{Path: path}).Write(ctx, nil, func(w io.Writer) error {
		return native.Write(w, h, slices.Values([]*loaders.Example{ex}))
	})
}
