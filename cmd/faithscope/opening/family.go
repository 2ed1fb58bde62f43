package opening

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/files"
)

// RunFacts says what facts of runs are, besides those of their files.
type RunFacts struct {
	As        string // reads them from names: "{model+}-{method}"; "" for none
	FactsFile string // path of a CSV file of them, "" for none
}

// AddTo adds --as and --facts to set.
func (f *RunFacts) AddTo(set *pflag.FlagSet) {
	value.Declare(set,
		&f.As, "as", "facts in runs' names, like '{model+}-{method}'; only with + may one contain -",
		&f.FactsFile, "facts", "CSV file of facts of runs; the first column is run, or a fact that selects runs")
}

// fact is a fact in a pattern of names.
var fact = regexp.MustCompile(`\{([a-z_]+)(\+?)\}`)

// patternOf returns the regular expression for the pattern of --as, with a group for each fact, of
// its name. A fact matches no "-" unless "+" follows its name; p, seed and samples match digits. A
// pattern without facts, with other braces or with a fact named twice is an error.
func patternOf(as string) (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString("^")
	from := 0
	for _, at := range fact.FindAllStringSubmatchIndex(as, -1) {
		name, of := as[at[2]:at[3]], "[^-]+"
		switch {
		case at[4] < at[5]:
			of = ".+"
		case slices.Contains([]string{"p", "seed", "samples"}, name):
			of = "[0-9]+"
		}
		fmt.Fprintf(&b, "%s(?P<%s>%s)", regexp.QuoteMeta(as[from:at[0]]), name, of)
		from = at[1]
	}
	b.WriteString(regexp.QuoteMeta(as[from:]) + "$")
	exp, err := regexp.Compile(b.String())
	if err != nil || from == 0 || strings.ContainsAny(fact.ReplaceAllString(as, ""), "{}") {
		return nil, fmt.Errorf("--as %s: name facts in braces, each once, as in {model+}-{method}", as)
	}
	return exp, nil
}

// addFacts gives runs the facts that their names and a file have of them, the file's in place of
// the names'. A run whose name has another form, or that the file lacks, has a problem; it fails if
// the pattern or the file cannot be read.
func (f *RunFacts) addFacts(runs []*loaders.Run) error {
	if f.As != "" {
		if err := f.readNames(runs); err != nil {
			return err
		}
	}
	if f.FactsFile != "" {
		if err := f.readFacts(runs); err != nil {
			return fmt.Errorf("--facts %s: %w", f.FactsFile, err)
		}
	}
	return nil
}

// readNames adds to runs the facts in the names of their files or, where those do not match --as,
// in their own names. A run where neither does has a problem.
func (f *RunFacts) readNames(runs []*loaders.Run) error {
	exp, err := patternOf(f.As)
	if err != nil {
		return err
	}
	for _, run := range runs {
		words := runWords(run)
		found := exp.FindStringSubmatch(words[len(words)-1])
		if found == nil {
			found = exp.FindStringSubmatch(run.Name)
		}
		if found == nil {
			run.ReportProblem("%w", errors.New("its name is not of the form "+f.As))
			continue
		}
		for k, name := range exp.SubexpNames()[1:] {
			putFact(run, name, found[k+1])
		}
	}
	return nil
}

func putFact(run *loaders.Run, name, value string) {
	run.Facts = maps.Collect(maps.All(run.Facts))
	run.Facts[name] = value
}

// mostFacts bounds a file of facts, in bytes.
const mostFacts = 1 << 20

// readFacts adds to each run the facts of the first row of the CSV file that is about it; its first
// line names them. The first column holds names of runs or of their files if it is called run, else
// the values of a fact that the runs already have. A run without a row has a problem; a file
// without rows or without a second column is an error.
func (f *RunFacts) readFacts(runs []*loaders.Run) error {
	text, err := files.ReadStored(files.Disk{}, f.FactsFile, mostFacts)
	if err != nil {
		return err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	switch {
	case err != nil:
		return err
	case len(rows) < 2 || len(rows[0]) < 2:
		return errors.New("no facts: write a CSV file such as\nmodel,size\nbow,small")
	}
	for _, run := range runs {
		words := runWords(run)
		own := []string{run.Fact(rows[0][0])}
		if rows[0][0] == "run" {
			own = []string{run.Name, words[len(words)-1]}
		}
		at := slices.IndexFunc(rows[1:], func(row []string) bool { return slices.Contains(own, row[0]) })
		if at < 0 {
			run.ReportProblem("%w", fmt.Errorf("%s has no row of the %s %q", f.FactsFile, rows[0][0], cmp.Or(own[0], "without a value")))
			continue
		}
		for k, name := range rows[0][1:] {
			putFact(run, name, rows[at+1][k+1])
		}
	}
	return nil
}
