package opening

import (
	"os"
	"path/filepath"

	"faithscope/loaders"
	"faithscope/loaders/pages"
)

// OwnPages returns the person's own pages of formats, and what is wrong with those that
// cannot be used.
func OwnPages() ([]pages.Page, []*pages.Flaw) {
	folder := Config.File("formats")
	return pages.ReadOwn(os.DirFS(folder), folder, Formats)
}

// reportPages reports the pages that cannot be used on a run.
func reportPages(run *loaders.Run) {
	_, broken := OwnPages()
	for _, flaw := range broken {
		run.Problems.Add(loaders.Problem{File: flaw.File, Line: flaw.Line}.Worded("%s; the page is not used", flaw.What))
	}
}

// pagePath returns where the person's page of a name is.
func pagePath(name string) string { return filepath.Join(Config.File("formats"), name+".toml") }
