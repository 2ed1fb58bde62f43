package opening

import (
	"errors"
	"fmt"
	"path/filepath"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/pages"
)

// OwnPages reads the person's own pages of formats, and returns what is wrong with the unusable
// ones. Without their folder there are none.
func OwnPages() ([]pages.DocumentedFormat, []*pages.PageError) {
	return pages.ReadOwn(Config.File("formats"), Formats)
}

func reportPages(run *loaders.Run) {
	_, broken := OwnPages()
	for _, flaw := range broken {
		run.Problems.Add(loaders.Problem{File: flaw.File, Line: flaw.Line}.Worded("%s; format page ignored", flaw.What))
	}
}

// namePages adds unusable pages to the error for an unknown format, because one may have been
// written for the file.
func namePages(err error) error {
	if errors.Is(err, files.ErrFormat) {
		_, broken := OwnPages()
		for _, flaw := range broken {
			err = errors.Join(err, fmt.Errorf("%w; format page ignored", flaw))
		}
	}
	return err
}

func pagePath(nameOfPage string) string {
	return filepath.Join(Config.File("formats"), nameOfPage+".toml")
}
