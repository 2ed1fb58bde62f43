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
	return groupCommand(newCommand("make", "Make the data of a paper's task", ""),
		makeOddEvenCommand(), makeGroundingCommand(), makeQuackieCommand())
}

type oddEven struct {
	*commandLine
	mcd.Slice
	evenOdd    bool
	seed       uint64
	validation float64
}

func makeOddEvenCommand() *cobra.Command {
	o := &oddEven{commandLine: newCommand("odd-even TRAIN TEST", "Change the distribution of counts between training and test",
		"The three sets of odd-even-p% (Dancette et al. 2020) are written from counting questions, TallyQA's or of any other format: "+
			"training and validation keep every odd count, and of each even count 100 - p %; the test set the other way round. "+
			"TallyQA's questions are written as they are, others in faithscope's own format.\n\n"+
			"The authors' draw of the pictures for validation depends on the process, so they "+
			"are drawn here from the sorted names.\n\n"+
			"It prints the paper's Tables 3 to 5: how many questions each set has, and how alike the training set is to the original one "+
			"(Bhattacharyya coefficients; stop words are NLTK's).",
		"make odd-even train.json test.json --p 90 -o odd-even-90",
		"make odd-even train.json test.json --p 50 --even-odd --seed 7 -o even-odd-50"),
		Slice: mcd.Slice{Percent: 90}, seed: 1337, validation: .1}
	o.addFlags(
		&o.Percent, "p", "percent of the questions of the other parity to remove",
		&o.evenOdd, "even-odd", "train on even counts and test on odd ones",
		&o.seed, "seed", "of the draws",
		&o.validation, "validation", "share of TRAIN's pictures for validation")
	o.addOut("folder to write")
	o.addFormat()
	return o.runWith(o.run)
}

// run moves a share of the training pictures to a validation set, and reduces all three sets by the
// parity of their counts. It fails for a percentage or share out of bounds, and unless there are
// two runs.
func (o *oddEven) run() error {
	switch {
	case !(o.Percent >= 0 && o.Percent <= 100):
		return fmt.Errorf("--p %g is not a percentage", o.Percent)
	case !(o.validation >= 0 && o.validation < 1):
		return fmt.Errorf("--validation %g is not a share below 1", o.validation)
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
		return errors.New("make odd-even takes files of one run each")
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
	sets := []*questions{train, validation, test}
	reduced := make([]*questions, len(sets))
	for i, name := range []string{"train", "validation", "test"} {
		o.Training = i < 2
		reduced[i] = sets[i].reduceTo(o.Slice, o.seed)
		to, err := o.Inside(name)
		if err != nil {
			return err
		}
		if err := o.writeQuestions(reduced[i], to); err != nil {
			return err
		}
	}
	return o.printDocument(&table.Document{Parts: []table.Part{{
		Name: o.String(), Path: o.Path, Tables: []*table.Table{sizesOf(o.Slice, sets, reduced)},
	}}})
}

type questions struct {
	run  *loaders.Run
	rows []int
	all  []counted
}

type counted struct {
	mcd.Question
	image  string
	counts bool
	occur  [2][]string // words and detected categories
}

// questionsOf lists the counting questions with a gold count in rows; none is an error. An example
// without a program is a counting question. Only entries of rows have words (without stop words),
// labels and the path of the last picture.
func questionsOf(ctx context.Context, run *loaders.Run) (*questions, error) {
	q := &questions{run: run}
	err := loaders.Pass(ctx, run, func(_ int, ex *loaders.Example) (a counted, _ error) {
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
		a.occur[0] = slices.DeleteFunc(strings.Fields(strings.Map(wordsOnly, strings.ToLower(ex.Question))), alignment.IsStopWord)
		return a, nil
	}, func(a counted) error {
		if q.all = append(q.all, a); a.counts {
			q.rows = append(q.rows, len(q.all)-1)
		}
		return nil
	})
	if err == nil && q.rows == nil {
		err = fmt.Errorf("%s: no counting question with a gold count", run.Path)
	}
	return q, err
}

func wordsOnly(r rune) rune {
	if strings.ContainsRune("?!.,;:()\"", r) {
		return ' '
	}
	return r
}

// splitByPicture moves the questions of a share of the pictures (rounded down, drawn by seed from
// their sorted names) to apart.
func (q *questions) splitByPicture(share float64, seed uint64) (rest, apart *questions) {
	images := loaders.Map(q.rows, func(i int) string { return q.all[i].image })
	slices.Sort(images)
	images = slices.Compact(images)
	drawn := map[string]bool{}
	for _, image := range mcd.Draw(images, int(share*float64(len(images))), seed) {
		drawn[image] = true
	}
	in := func(i int) bool { return drawn[q.all[i].image] }
	out := func(i int) bool { return !in(i) }
	return &questions{q.run, loaders.Filter(q.rows, out), q.all}, &questions{q.run, loaders.Filter(q.rows, in), q.all}
}

func (q *questions) reduceTo(s mcd.Slice, seed uint64) *questions {
	kept := s.Select(loaders.Map(q.rows, func(i int) mcd.Question { return q.all[i].Question }), seed)
	return &questions{q.run, loaders.Map(kept, func(k int) int { return q.rows[k] }), q.all}
}

// writeQuestions writes TallyQA's questions unchanged as a JSON list in .json, others in the native
// format in .jsonl.
func (o *oddEven) writeQuestions(q *questions, to *output.Target) error {
	if q.run.Format != "tallyqa" {
		to.Path += ".jsonl"
		e := writing.Export{Scored: session.New(q.run, nil), Settings: scoring.Defaults()}
		return o.writeExamples(&e, &writing.Options{Target: *to}, q.rows)
	}
	to.Path += ".json"
	return to.Write(o.Context(), nil, func(w io.Writer) error {
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

func (q *questions) countOccurring(kind int) map[string]int {
	n := map[string]int{}
	for _, i := range q.rows {
		for _, what := range q.all[i].occur[kind] {
			n[what]++
		}
	}
	return n
}

// sizesOf has the odd and even counts of each set, and how alike the training sets are in words and
// categories (0 to 1).
func sizesOf(s mcd.Slice, before, after []*questions) *table.Table {
	t := &table.Table{Name: "sizes", Title: "questions of each set, by the parity of their counts",
		Columns: table.Columns("removed", table.Count, "train_odd=training odd", "train_even=training even", "validation_odd=validation odd",
			"validation_even=validation even", "test_odd=test odd", "test_even=test even", table.Number, "words", "concepts=visual concepts")}
	for _, sets := range [][]*questions{before, after} {
		cells := []any{fmt.Sprintf("%g %%", s.Percent)}
		if len(t.Rows) == 0 {
			cells[0] = "0 %"
		}
		for _, q := range sets {
			even := loaders.CountFunc(q.rows, func(i int) bool { return q.all[i].Count%2 == 0 })
			cells = append(cells, len(q.rows)-even, even)
		}
		for kind := range 2 {
			cells = append(cells, mcd.Likeness(before[0].countOccurring(kind), sets[0].countOccurring(kind)))
		}
		t.Add(cells...)
	}
	return t
}
