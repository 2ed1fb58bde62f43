package opening

import (
	"path/filepath"

	"faithscope/loaders"
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

// pagePath returns the path of the person's page of a name, which need not exist.
func pagePath(name string) string { return filepath.Join(Config.File("formats"), name+".toml") }
