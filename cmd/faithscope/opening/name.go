package opening

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"faithscope/loaders"
)

// NameApart gives every run a name of its own. A name from the file is kept if no other
// run has it. Otherwise a run is named after its file or, if that says nothing, after its
// folder, preceded by as many folders as it takes to distinguish the run.
func NameApart(runs []*loaders.Run) {
	words, used := make([][]string, len(runs)), make([]int, len(runs))
	for i, run := range runs {
		words[i], used[i] = runWords(run), 1
		if run.Name == run.Path || run.Name == "" {
			run.Name = words[i][0]
		}
	}
	for {
		again := false
		for _, twins := range sameName(runs) {
			// Folders cannot distinguish a file from itself.
			if !slices.ContainsFunc(twins, func(i int) bool { return runs[i].Path != runs[twins[0]].Path }) {
				continue
			}
			for _, i := range twins {
				if used[i] <= len(words[i]) {
					run := runs[i]
					run.Name = nameOf(words[i], used[i])
					used[i]++
					again = true
				}
			}
		}
		if !again {
			break
		}
	}
	for _, twins := range sameName(runs) { // one file opened twice
		for n, i := range twins[1:] {
			runs[i].Name += " (" + strconv.Itoa(n+2) + ")"
		}
	}
}

// sameName lists the runs, by index, that share a name with another, the
// groups in the order of their first run.
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

func nameOf(words []string, n int) string {
	last := slices.Clone(words[:n])
	slices.Reverse(last)
	return strings.Join(last, "/")
}

// emptyStems are file names that every run of a program has.
var emptyStems = []string{"predictions", "prediction", "predict_best", "output", "outputs", "samples"}

// runWords returns what a run can be called after: its part of a file that
// holds several, and what the file can be called after.
func runWords(run *loaders.Run) []string {
	if run.Part == "" {
		return pathWords(run.Path)
	}
	return slices.Insert(pathWords(strings.TrimSuffix(run.Path, "#"+run.Part)), 0, run.Part)
}

// pathWords returns what a run can be called after, the nearest first: its
// file's name without its extensions, unless that says nothing, and the
// folders around it.
func pathWords(path string) []string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	dir, file := filepath.Split(path)
	stem := stemOf(file)
	words := strings.FieldsFunc(filepath.ToSlash(dir), func(r rune) bool { return r == '/' })
	slices.Reverse(words)
	if slices.Contains(emptyStems, stem) && len(words) > 0 {
		return words
	}
	return slices.Insert(words, 0, stem)
}

// stemOf is a file's name without its extensions, which are letters alone: the
// version in model-v1.5.jsonl.gz stays.
func stemOf(file string) string {
	for {
		extension := filepath.Ext(file)
		letters := strings.IndexFunc(extension[min(1, len(extension)):], func(r rune) bool { return !unicode.IsLetter(r) }) < 0
		if len(extension) < 2 || extension == file || !letters {
			return file
		}
		file = strings.TrimSuffix(file, extension)
	}
}
