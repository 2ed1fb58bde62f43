package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/writing"
	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/mcd"
	"faithscope/scoring/protocols/alignment"
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

func makeCommand() *cobra.Command {
	return groupCommand(newCommand("make", "Generate the data for a paper's task", ""),
		makeOddEvenCommand(), makeGroundingCommand(), makeQuackieCommand())
}

type oddEvenOptions struct {
	*commandLine
	mcd.ParitySplit
	evenOdd    bool
	seed       uint64
	validation float64
}

func makeOddEvenCommand() *cobra.Command {
	o := &oddEvenOptions{commandLine: newCommand("odd-even TRAIN TEST", "Make training and test sets whose counts are distributed differently",
		"Writes the three sets of odd-even-p% (Dancette et al. 2020) from counting questions in TallyQA's or any other format: "+
			"training and validation keep all odd counts and 100 - p % of each even count; the test set does the opposite. "+
			"TallyQA's questions are written unchanged, others in faithscope's own format.\n\n"+
			"The authors' script picks different validation pictures each time; this command "+
			"draws them from the sorted names, with --seed.\n\n"+
			"Prints the paper's Tables 3 to 5: how many questions each set has, and how similar the training set is to the original "+
			"(Bhattacharyya coefficients; stop words are NLTK's).",
		"make odd-even train.json test.json --p 90 -o odd-even-90",
		"make odd-even train.json test.json --p 50 --even-odd --seed 7 -o even-odd-50"),
		ParitySplit: mcd.ParitySplit{Percent: 90}, seed: 1337, validation: .1}
	o.addFlags(
		&o.Percent, "p", "percentage of unwanted-parity questions to remove",
		&o.evenOdd, "even-odd", "train on even counts and test on odd ones",
		&o.seed, "seed", "random seed",
		&o.validation, "validation", "share of TRAIN's pictures for validation")
	o.addOut("folder to write")
	o.addFormat()
	return o.runWith(o.run)
}

// run moves a share of the training pictures, with all their questions, to a validation set, so that
// no picture is in both. It reduces all three sets by the parity of their counts.
func (o *oddEvenOptions) run() error {
	switch {
	case !(o.Percent >= 0 && o.Percent <= 100):
		return fmt.Errorf("--p %g is not a percentage", o.Percent)
	case !(o.validation >= 0 && o.validation < 1):
		return fmt.Errorf("--validation must be at least 0 and below 1, not %g", o.validation)
	}
	if o.evenOdd {
		o.Strategy = mcd.EvenOdd
	}
	j, err := o.JoinAll(o.args)
	if err != nil {
		return err
	}
	defer j.Close()
	if len(j.Runs) != 2 {
		return errors.New("make odd-even needs files with a single run each")
	}
	train, err := questionsOf(o.Context(), j.Runs[0])
	if err != nil {
		return err
	}
	test, err := questionsOf(o.Context(), j.Runs[1])
	if err != nil {
		return err
	}
	train, validation := train.splitByPicture(o.validation, o.seed)
	sets := []*answeredQuestions{train, validation, test}
	reduced := make([]*answeredQuestions, len(sets))
	for i, name := range []string{"train", "validation", "test"} {
		o.Training = i < 2
		reduced[i] = sets[i].reduceTo(o.ParitySplit, o.seed)
		to, err := o.Inside(name)
		if err != nil {
			return err
		}
		if err := o.writeQuestions(reduced[i], to); err != nil {
			return err
		}
	}
	return o.printDocument(&table.Document{Parts: []table.DocumentPart{{
		Name: o.String(), Path: o.Path, Tables: []*table.Table{sizesOf(o.ParitySplit, sets, reduced)},
	}}})
}

type answeredQuestions struct {
	run  *loaders.Run
	rows []int
	all  []countQuestion
}

type countQuestion struct {
	mcd.Question
	image  string
	counts bool
	occur  [2][]string // words and detected categories
}

// questionsOf takes an example without a program, which nothing has answered yet, for a counting
// question. Only entries of rows have words (without stop words), labels and the path of the last
// picture. No question is an error.
func questionsOf(ctx context.Context, run *loaders.Run) (*answeredQuestions, error) {
	q := &answeredQuestions{run: run}
	err := loaders.Pass(ctx, run, func(_ int, ex *loaders.Example) (a countQuestion, _ error) {
		own := *ex
		if own.Program == nil { // not answered yet
			own.Program = []loaders.Module{{Op: "count"}}
		}
		if a.Question, a.counts = counting.Question(&own); !a.counts {
			return a, nil
		}
		for _, image := range ex.Images {
			a.image = image.Path
			a.occur[1] = append(a.occur[1], image.Labels...)
		}
		a.occur[0] = slices.DeleteFunc(strings.FieldsFunc(strings.ToLower(ex.Question), isBetweenWords), alignment.IsStopWord)
		return a, nil
	}, func(a countQuestion) error {
		if q.all = append(q.all, a); a.counts {
			q.rows = append(q.rows, len(q.all)-1)
		}
		return nil
	})
	if err == nil && q.rows == nil {
		err = fmt.Errorf("%s: no counting question has a correct answer", run.Path)
	}
	return q, err
}

func isBetweenWords(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("?!.,;:()\"", r) }

// splitByPicture draws from sorted names, so that a seed gives the same pictures whatever the order of
// the questions. The share is rounded down.
func (q *answeredQuestions) splitByPicture(pictureShare float64, seed uint64) (rest, apart *answeredQuestions) {
	drawn := map[string]bool{}
	for _, i := range q.rows {
		drawn[q.all[i].image] = false
	}
	for _, image := range mcd.Draw(loaders.SortedKeys(drawn), int(pictureShare*float64(len(drawn))), seed) {
		drawn[image] = true
	}
	in := func(i int) bool { return drawn[q.all[i].image] }
	out := func(i int) bool { return !in(i) }
	return &answeredQuestions{q.run, loaders.Filter(q.rows, out), q.all}, &answeredQuestions{q.run, loaders.Filter(q.rows, in), q.all}
}

func (q *answeredQuestions) reduceTo(s mcd.ParitySplit, seed uint64) *answeredQuestions {
	kept := s.Select(loaders.Map(q.rows, func(i int) mcd.Question { return q.all[i].Question }), seed)
	return &answeredQuestions{q.run, loaders.Map(kept, func(k int) int { return q.rows[k] }), q.all}
}

// writeQuestions writes TallyQA's questions unchanged, so that the authors' code reads them: a JSON
// list. Others become native .jsonl.
func (o *oddEvenOptions) writeQuestions(q *answeredQuestions, outputTarget *output.Target) error {
	if q.run.Format != "tallyqa" {
		outputTarget.Path += ".jsonl"
		e := writing.Export{Scored: session.New(q.run, nil), Settings: scoring.Defaults()}
		return o.writeExamples(&e, &writing.Options{Target: *outputTarget}, q.rows)
	}
	outputTarget.Path += ".json"
	return outputTarget.Write(o.Context(), nil, func(w io.Writer) error {
		list := make([]json.RawMessage, len(q.rows))
		for i, row := range q.rows {
			raw, err := q.run.Raw(row)
			if err != nil {
				return err
			}
			list[i] = bytes.TrimSpace(raw)
		}
		return loaders.EncodeJSON(w, list)
	})
}

func (q *answeredQuestions) countOccurring(moduleKind int) map[string]int {
	n := map[string]int{}
	for _, i := range q.rows {
		for _, what := range q.all[i].occur[moduleKind] {
			n[what]++
		}
	}
	return n
}

func sizesOf(s mcd.ParitySplit, questionsBefore, questionsAfter []*answeredQuestions) *table.Table {
	t := &table.Table{Name: "sizes", Title: "questions in each set, by parity of the count",
		Columns: table.Columns("removed", table.Count, "train_odd=training odd", "train_even=training even", "validation_odd=validation odd",
			"validation_even=validation even", "test_odd=test odd", "test_even=test even", table.Number, "words", "concepts=visual concepts")}
	for _, sets := range [][]*answeredQuestions{questionsBefore, questionsAfter} {
		cells := []any{fmt.Sprintf("%g %%", s.Percent)}
		if len(t.Rows) == 0 {
			cells[0] = "0 %"
		}
		for _, q := range sets {
			even := loaders.CountFunc(q.rows, func(i int) bool { return q.all[i].Count%2 == 0 })
			cells = append(cells, len(q.rows)-even, even)
		}
		for kind := range 2 {
			cells = append(cells, mcd.Likeness(questionsBefore[0].countOccurring(kind), sets[0].countOccurring(kind)))
		}
		t.Add(cells...)
	}
	return t
}
