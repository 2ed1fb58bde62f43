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

// FactSources says where facts about runs come from, besides their files.
type FactSources struct {
	As        string // pattern of names: "{model+}-{method}"
	FactsFile string // path of a CSV file
}

// AddTo adds --as and --facts to set.
func (f *FactSources) AddTo(set *pflag.FlagSet) {
	value.Declare(set,
		&f.As, "as", "read facts from run names, like '{model+}-{method}'; only a fact with + may contain -",
		&f.FactsFile, "facts", "CSV file of facts about runs; the first column is run, or a fact that identifies runs")
}

var fact = regexp.MustCompile(`\{([a-z_]+)(\+?)\}`)

// patternOf compiles the pattern of --as, with a group named after each fact. A fact matches no "-"
// unless "+" follows its name, because "-" separates facts; p, seed and samples match digits.
func patternOf(namePattern string) (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString("^")
	from := 0
	for _, at := range fact.FindAllStringSubmatchIndex(namePattern, -1) {
		name, of := namePattern[at[2]:at[3]], "[^-]+"
		switch {
		case at[4] < at[5]:
			of = ".+"
		case slices.Contains([]string{"p", "seed", "samples"}, name):
			of = "[0-9]+"
		}
		fmt.Fprintf(&b, "%s(?P<%s>%s)", regexp.QuoteMeta(namePattern[from:at[0]]), name, of)
		from = at[1]
	}
	b.WriteString(regexp.QuoteMeta(namePattern[from:]) + "$")
	exp, err := regexp.Compile(b.String())
	if err != nil || from == 0 || strings.ContainsAny(fact.ReplaceAllString(namePattern, ""), "{}") {
		return nil, fmt.Errorf("--as %s: put each fact in braces, once, like {model+}-{method}", namePattern)
	}
	return exp, nil
}

func (f *FactSources) addFacts(runs []*loaders.Run) error {
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
func (f *FactSources) readNames(runs []*loaders.Run) error {
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
			run.ReportProblem("the run's name doesn't match %s (p, seed and samples must be digits)", f.As)
			continue
		}
		for k, name := range exp.SubexpNames()[1:] {
			putFact(run, name, found[k+1])
		}
	}
	return nil
}

func putFact(run *loaders.Run, factName, factValue string) {
	run.Facts = maps.Collect(maps.All(run.Facts))
	run.Facts[factName] = factValue
}

// mostFacts bounds a file of facts, in bytes.
const mostFacts = 1 << 20

// readFacts adds the first CSV row about each run. The first column is run (names of runs or files) or
// a fact that runs already have.
func (f *FactSources) readFacts(runs []*loaders.Run) error {
	text, err := files.ReadStored(files.DiskFiles{}, f.FactsFile, mostFacts)
	if err != nil {
		return err
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff")))).ReadAll()
	switch {
	case err != nil:
		return err
	case len(rows) < 2 || len(rows[0]) < 2:
		return errors.New("no facts: expected a CSV file like\nmodel,size\nbow,small")
	}
	for _, run := range runs {
		words := runWords(run)
		own := []string{run.Fact(rows[0][0])}
		if rows[0][0] == "run" {
			own = []string{run.Name, words[len(words)-1]}
		}
		at := slices.IndexFunc(rows[1:], func(row []string) bool { return slices.Contains(own, row[0]) })
		if at < 0 {
			run.ReportProblem("%w", fmt.Errorf("%s has no row for the %s %q", f.FactsFile, rows[0][0], cmp.Or(own[0], "(no value)")))
			continue
		}
		isOther := func(row []string) bool { return slices.Contains(own, row[0]) && !slices.Equal(row, rows[at+1]) }
		if slices.ContainsFunc(rows[1:], isOther) {
			run.ReportProblem("%s has several rows for the %s %q; the first is used", f.FactsFile, rows[0][0], rows[at+1][0])
		}
		for k, name := range rows[0][1:] {
			putFact(run, name, rows[at+1][k+1])
		}
	}
	return nil
}
