package opening

import (
	"errors"
	"fmt"
	"path/filepath"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/pages"
)

// OwnPages reads the person's own pages of formats from the folder formats of the configuration,
// and returns what is wrong with those that cannot be used. Without the folder there are none.
func OwnPages() ([]pages.Page, []*pages.Flaw) {
	folder := Config.File("formats")
	return pages.ReadOwn(folder, Formats)
}

// reportPages reads the person's pages of formats and adds those that cannot be used to the
// problems of a run.
func reportPages(run *loaders.Run) {
	_, broken := OwnPages()
	for _, flaw := range broken {
		run.Problems.Add(loaders.Problem{File: flaw.File, Line: flaw.Line}.Worded("%s; the page is not used", flaw.What))
	}
}

// namePages adds the person's pages that cannot be used to the error for a file of no known format,
// which one of them may have been written for.
func namePages(err error) error {
	if errors.Is(err, files.ErrFormat) {
		_, broken := OwnPages()
		for _, flaw := range broken {
			err = errors.Join(err, fmt.Errorf("%w; the page is not used", flaw))
		}
	}
	return err
}

func pagePath(name string) string { return filepath.Join(Config.File("formats"), name+".toml") }
