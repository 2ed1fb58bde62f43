package opening

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// nameApart gives every run a unique name: the file's own if unique, otherwise its file or folder,
// preceded by as many folders as distinguish it. A file opened twice gets (2), since folders can't
// distinguish it.
func nameApart(runs []*loaders.Run) {
	words, used := make([][]string, len(runs)), make([]int, len(runs))
	for i, run := range runs {
		words[i], used[i] = runWords(run), 1
		if run.Name == run.Path || run.Name == "" {
			run.Name = lastOf(words[i], 1)
		}
	}
	for again := true; again; {
		again = false
		for _, twins := range sameName(runs) {
			// Folders cannot distinguish a file from itself.
			if !slices.ContainsFunc(twins, func(i int) bool { return runs[i].Path != runs[twins[0]].Path }) {
				continue
			}
			for _, i := range twins {
				if used[i] <= len(words[i]) {
					runs[i].Name = lastOf(words[i], used[i])
					used[i]++
					again = true
				}
			}
		}
	}
	for _, twins := range sameName(runs) { // one file opened twice
		for n, i := range twins[1:] {
			runs[i].Name += " (" + strconv.Itoa(n+2) + ")"
		}
	}
}

func sameName(runs []*loaders.Run) (groups [][]int) {
	by := map[string][]int{}
	for i, run := range runs {
		by[run.Name] = append(by[run.Name], i)
	}
	for i, run := range runs {
		if twins := by[run.Name]; len(twins) > 1 && twins[0] == i {
			groups = append(groups, twins)
		}
	}
	return groups
}

func lastOf(nameWords []string, n int) string { return strings.Join(nameWords[len(nameWords)-n:], "/") }

// emptyStems are file names that every run of a program has.
var emptyStems = []string{"predictions", "prediction", "predict_best", "output", "outputs", "samples"}

// extensions are letters only, so that the version in model-v1.5.jsonl.gz and a hidden file's name
// stay.
var extensions = regexp.MustCompile(`(.)(?:\.\pL+)+$`)

// runWords leaves out a file's name that every such run has, like predictions, because it tells no run
// from another. The nearest word is last; there is at least one.
func runWords(run *loaders.Run) []string {
	path := run.Path
	if run.Part != "" {
		path = strings.TrimSuffix(path, "#"+run.Part)
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	dir, file := filepath.Split(path)
	words, stem := strings.FieldsFunc(filepath.ToSlash(dir), func(r rune) bool { return r == '/' }), extensions.ReplaceAllString(file, "$1")
	if len(words) == 0 || !slices.Contains(emptyStems, stem) {
		words = append(words, stem)
	}
	if run.Part != "" {
		words = append(words, run.Part)
	}
	return words
}
