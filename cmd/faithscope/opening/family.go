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

// RunFacts says where facts about runs come from, besides their files.
type RunFacts struct {
	As        string // pattern of names: "{model+}-{method}"
	FactsFile string // path of a CSV file
}

// AddTo adds --as and --facts to set.
func (f *RunFacts) AddTo(set *pflag.FlagSet) {
	value.Declare(set,
		&f.As, "as", "facts in runs' names, like '{model+}-{method}'; only with + may one contain -",
		&f.FactsFile, "facts", "CSV file of facts of runs; the first column is run, or a fact that selects runs")
}

var fact = regexp.MustCompile(`\{([a-z_]+)(\+?)\}`)

// patternOf compiles the pattern of --as, with a group named after each fact. A fact matches no "-"
// unless "+" follows its name, because "-" separates facts; p, seed and samples match digits.
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

// readNames matches the names of files, otherwise the runs' own names, because a file may give its
// run another.
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

// readFacts adds the first CSV row about each run. The first column is run (names of runs or files)
// or a fact that runs already have.
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
