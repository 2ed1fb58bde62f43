// Package opening opens the runs that a command line names: with their companions, the base
// run they are measured against, the examples that a query selects, and their marks.
package opening

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/session"
)

// Flags are what every command that scores runs takes.
type Flags struct {
	Options  Options
	Settings scoring.Settings
	// protocols are the names of those that a command is restricted to, none
	// for all.
	Protocols []string
	Where     string // a query, "" for all examples
	By        string // an expression whose values cut each run into runs; "" for none
	Sample    uint64 // how many examples are kept of each run, or of each of those; 0 for all
	Base      string // the run of a base model, "" for none
	Demo      bool   // the demo's runs, and none that are named
	// Annotator is whose annotations are gold, or on screen who annotates; "" for the files'
	// gold, and for the person.
	Annotator string
	Format    string // of [table.Formats], in which tables are printed; "" for the first
	// asks are the fields that Where asks for, once it was read.
	asks []string
	// baseProblems are the problems of the base run, once it has been read.
	baseProblems []loaders.Problem
}

// NewFlags returns the flags under the default settings, for runs anywhere.
func NewFlags() *Flags {
	return &Flags{Settings: scoring.Defaults(), Options: Options{Files: files.NewAnywhere(os.Stdin)}}
}

// AddTo adds the flags that move a score. Help lists them in this order, by topic.
func (f *Flags) AddTo(set *pflag.FlagSet) {
	f.AddFiles(set)
	for _, s := range scoring.AllSettings() {
		if s.Help != "" && s.Name != "trials" { // which commands that print numbers have
			f.AddSetting(set, s.Name)
		}
	}
	value.Declare(set, &f.Base, "base", "reasoning: run of a base model; the questions it answers right are the easy set (default: the tags "+
		"easy and hard)")
}

// AddSetting adds the flag of a setting.
func (f *Flags) AddSetting(set *pflag.FlagSet, name string) {
	s := scoring.SettingOf(name)
	flag := set.VarPF(s.In(&f.Settings), s.Flag(), "", s.Help)
	if flag.Value.Type() == "bool" {
		flag.NoOptDefVal = "true"
	}
}

// AddFiles adds the flags that say how runs are opened.
func (f *Flags) AddFiles(set *pflag.FlagSet) {
	set.SortFlags = false
	o := &f.Options
	for _, flag := range Formats.Flags() {
		set.Var(&value.Parsed[string]{Into: new(string), Kind: flag.Value, Text: strings.Clone, Parse: func(text string) (string, error) {
			o.Options = o.With(flag, text)
			return text, nil
		}}, flag.Name, flag.Help)
	}
	o.AddTo(set)
	value.Declare(set,
		&o.Outside, "allow-outside", "let a run name pictures outside its image folder, and an image folder outside its own",
		&o.NoCache, "no-cache", "neither read nor write the cache of large runs",
		&f.Annotator, "annotator", "a name: what its bearer annotated is gold in the place of the files' gold, \"me\" for your own; on screen, "+
			"annotate under it, apart from others")
}

// gild makes a person's annotations the gold of runs.
func (f *Flags) gild(runs []*loaders.Run) {
	if f.Annotator == "" || f.Options.Ask { // on screen nobody's annotations are gold
		return
	}
	for _, run := range runs {
		book := BookOf(run, f.Demo, f.Annotator)
		run.Cache, run.Gold = nil, "annotations of "+f.Annotator
		run.Extend(func(as *loaders.Run) (loaders.Records, loaders.Decoder) {
			return as.Records, func(i int) (*loaders.Example, error) {
				ex, err := as.Decode(i)
				if err != nil || ex.Broken != "" {
					return ex, err
				}
				return book.Gild(ex, f.Annotator), nil
			}
		})
	}
}

// AddReport adds the flags of commands that print numbers.
func (f *Flags) AddReport(set *pflag.FlagSet) {
	var known []string
	for _, protocol := range session.Protocols() {
		known = append(known, protocol.Name)
	}
	set.Var(&value.OneOf{Several: &f.Protocols, What: "a protocol", Known: known}, "protocol",
		"only the scores of this protocol; repeat it for several")
	f.AddSetting(set, "trials")
}

// Asked returns the protocols to which a command is restricted, in the order of a report,
// with the sets of the base run.
func (f *Flags) Asked(ctx context.Context) ([]scoring.Protocol, error) {
	var list []scoring.Protocol
	for _, p := range session.Protocols() {
		if len(f.Protocols) > 0 && !slices.Contains(f.Protocols, p.Name) {
			continue
		}
		if p.Name == reasoning.Protocol.Name && f.Base != "" {
			base, err := f.ReadBase(ctx)
			if err != nil {
				return nil, err
			}
			p = reasoning.With(base)
		}
		list = append(list, p)
	}
	return list, nil
}

// ReadBase matches the answers of the base run.
func (f *Flags) ReadBase(ctx context.Context) (reasoning.Base, error) {
	run, err := f.Options.Opener().Open(ctx, f.Base, f.Options.Options)
	if err != nil {
		return nil, fmt.Errorf("--base: %w", err)
	}
	defer run.Close()
	if err := run.Wait(ctx, math.MaxInt); err != nil {
		return nil, fmt.Errorf("--base %s: %w", f.Base, err)
	}
	base := reasoning.Split(func(yield func(*loaders.Example) bool) {
		for i := range run.Len() {
			if !yield(run.Scan(i)) {
				return
			}
		}
	})
	f.baseProblems, _ = run.Problems.All()
	if len(base) == 0 {
		return nil, fmt.Errorf("--base %s: none of its %d examples has a verdict", f.Base, run.Len())
	}
	return base, nil
}

// AddBaseProblems adds to runs the problems of the base run that they are
// scored with.
func (f *Flags) AddBaseProblems(runs ...*loaders.Run) {
	for _, run := range runs {
		for _, p := range f.baseProblems {
			run.Problems.Add(p)
		}
	}
}

// Check compares the settings with each other.
func (f *Flags) Check() error {
	if s := f.Settings; s.Negative() > s.IoU {
		return fmt.Errorf("--negative-iou %g is above --iou %g: a box between them would count as good and as bad", s.NegativeIoU, s.IoU)
	}
	return nil
}

// AddWhere adds the flag that selects examples.
func (f *Flags) AddWhere(set *pflag.FlagSet) {
	value.Declare(set,
		&f.Where, "where", "only the examples for which this query holds: 'find<.3 wrong', 'not correct and f1.find < .5'",
		&f.Sample, "sample", "draw only so many examples of each run, or of each group of --by: runs of the same examples keep the same ones")
}

// AddBy adds the flag that cuts runs into groups.
func (f *Flags) AddBy(set *pflag.FlagSet) {
	value.Declare(set, &f.By, "by", "the examples of each value of a column or an expression separately: kind, 'depth > 3'. "+
		"By facts of runs (run.model, 'run.model, run.method'): means over the runs that share them, ± standard deviation; a semicolon adds "+
		"a further grouping: 'run.model; run.size'")
}

// AddQuery adds --where, followed by what AddTo adds.
func (f *Flags) AddQuery(set *pflag.FlagSet) {
	f.AddWhere(set)
	f.AddTo(set)
}

// Narrow reduces every run to the examples that --where selects and --sample draws, and
// prints how many there are. The second run of a pair keeps the examples whose ids the
// first one keeps. In a query, the other run is the first one, or the second for the
// first.
func (f *Flags) Narrow(cmd *cobra.Command, pair bool, runs ...*loaders.Run) error {
	sample := f.Sample > 0 && f.By == ""
	if f.Where == "" && !sample {
		return nil
	}
	tables, err := f.Tables(cmd.Context(), runs)
	if err != nil {
		return err
	}
	said := "drawn"
	if f.Where != "" {
		said = "where " + loaders.Clean(f.Where)
	}
	kept, ids := make([][]int, len(runs)), map[string]bool{}
	for i, run := range runs {
		if pair && i > 0 {
			for k := range run.Len() {
				if ids[run.Row(k).ID] {
					kept[i] = append(kept[i], k)
				}
			}
			continue
		}
		if kept[i], err = f.Selected(cmd.Context(), tables[i]); err != nil {
			return fmt.Errorf("%s: %w", run.Path, err)
		}
		if sample {
			kept[i] = f.drawn(run, kept[i])
		}
		for _, k := range kept[i] {
			ids[run.Row(k).ID] = true
		}
		cmd.PrintErrf("%s: %d of %s %s\n", loaders.Clean(run.Name), len(kept[i]), loaders.Count(run.Len(), "example"), said)
	}
	for i, run := range runs {
		run.Narrow(kept[i])
	}
	return nil
}

// drawn keeps --sample of some examples of a run, in their order. Whether one is kept depends
// on its id and the seed, not on its place.
func (f *Flags) drawn(run *loaders.Run, rows []int) []int {
	if f.Sample == 0 || uint64(len(rows)) <= f.Sample {
		return rows
	}
	lots := map[int]uint64{}
	for _, k := range rows {
		id := fnv.New64a()
		_, _ = io.WriteString(id, run.Row(k).ID)
		lots[k] = rand.NewPCG(f.Settings.Seed, id.Sum64()).Uint64()
	}
	list := slices.Clone(rows)
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(lots[a], lots[b]) })
	list = list[:f.Sample]
	slices.Sort(list)
	return list
}

// Tables reads runs and returns the facts of each, as [facts.Tables] does.
func (f *Flags) Tables(ctx context.Context, runs []*loaders.Run) ([]*facts.Table, error) {
	every := *f
	every.Protocols = nil // a query may ask for what is not reported
	protocols, err := every.Asked(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]*facts.Run, len(runs))
	for i, run := range runs {
		s := session.New(run, protocols)
		s.Aim(f.Settings)
		if err := readAll(ctx, s); err != nil {
			return nil, err
		}
		all[i] = factsOf(s)
	}
	return facts.Tables(all, f.Settings), nil
}

// factsOf returns the tables of a run that was read, with its marks.
func factsOf(s *session.Scored) *facts.Run {
	r, book := facts.New(s), Book(s.Run, false, "")
	r.Marks = func(id string) ([]string, bool) { return book.TagsOf(id), book.Marked(id) }
	r.Probe()
	return r
}

// groups returns the groups of --by as runs of their own, the runs themselves without it.
func (f *Flags) groups(ctx context.Context, runs []*session.Scored) ([]*session.Scored, error) {
	if f.By == "" {
		return runs, nil
	}
	tables := facts.Tables(loaders.Map(runs, factsOf), f.Settings)
	groups, err := facts.Cut(ctx, tables, f.By, func(s *session.Scored, rows []int) []int { return f.drawn(s.Run, rows) })
	if err != nil {
		return nil, fmt.Errorf("--by %w", err)
	}
	return groups, nil
}

// Groups returns the groups of --by.
func (f *Flags) Groups(ctx context.Context, t *facts.Table) ([]facts.Group, error) {
	e, err := query.ParseExpression(f.By, t.Fields())
	if err != nil {
		return nil, fmt.Errorf("--by %s: %w", f.By, err)
	}
	return t.Groups(ctx, e, t.All())
}

// Selected returns the examples of a run for which --where holds, all without it.
func (f *Flags) Selected(ctx context.Context, t *facts.Table) ([]int, error) {
	q, err := query.Parse(f.Where, t.Fields())
	if err != nil {
		return nil, whereError(f.Where, err)
	}
	f.asks = q.Uses()
	s, err := t.Select(ctx, q)
	if err == nil && s.Failed > 0 {
		err = fmt.Errorf("--where fails on %s: %w", loaders.Count(s.Failed, "example"), s.Why)
	}
	return s.Rows, err
}

// ByAnswer reports whether --where, which was read, chooses examples by whether
// their answers are right, or by a comparison of the predicted answer with the right
// one: their accuracy says nothing.
func (f *Flags) ByAnswer() bool {
	return slices.Contains(f.asks, "answer.predicted") && slices.Contains(f.asks, "answer.gold") ||
		slices.ContainsFunc(f.asks, func(field string) bool {
			return slices.Contains([]string{"verdict", "right", "wrong", "quadrant", "failed", "count_error", "score.em", "score.f1"}, field)
		})
}

// whereError shows the place that an error of a query names.
func whereError(where string, err error) error {
	if at, ok := errors.AsType[*query.Error](err); ok {
		return fmt.Errorf("--where: %s\n%s", loaders.Clean(at.What), at.Point(loaders.Clean(where)))
	}
	return fmt.Errorf("--where: %w", err)
}
