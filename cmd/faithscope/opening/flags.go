// Package opening opens the runs that a command line names, with their companions, the base run,
// the examples that a query selects, and their marks.
package opening

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/session"
)

// Flags holds what every command that scores runs takes.
type Flags struct {
	Command  *cobra.Command // not embedded, because its 200 methods would be compiled for each command
	Set      *pflag.FlagSet
	Options  Options
	Settings scoring.Settings
	// Protocols restrict a command; none for all.
	Protocols []string
	Where     string // query, "" for all examples
	By        string // expression whose values cut each run into runs
	Sample    uint64 // examples kept of each run or group; 0 for all
	Base      string // run of a base model
	Demo      bool   // instead of named runs
	// Annotator is whose annotations are gold, or on screen who annotates; "" for the files' gold,
	// and for the person.
	Annotator string
	Format    string // one of [table.Formats]; "" for the first
	selection struct {
		allowEmpty bool     // continue if Where selects nothing
		asks       []string // fields that Where uses, once read
	}
	base *loaders.Run // nil until it was read
}

// NewFlags returns flags with default settings, for runs on disk, on servers and on standard input.
// Set and Command are nil.
func NewFlags() *Flags {
	return &Flags{Settings: scoring.Defaults(), Options: Options{Files: files.NewAnywhere(os.Stdin)}}
}

// Context returns the command's context.
func (f *Flags) Context() context.Context { return f.Command.Context() }

// AddShared adds the flags that change a score: those of AddFiles, the settings except totals, and
// --base, in the order of the help.
func (f *Flags) AddShared(omittedFlags ...string) {
	f.AddFiles(omittedFlags...)
	for _, s := range scoring.AllSettings() {
		if s.Help != "" && !s.Totals {
			f.AddSetting(s.Name)
		}
	}
	value.Declare(f.Set, &f.Base, "base", "reasoning: base model's run, whose right answers form the easy set (default: the tag easy)")
}

// AddTotals adds the flags of settings that change only totals.
func (f *Flags) AddTotals() {
	for _, s := range scoring.AllSettings() {
		if s.Totals {
			f.AddSetting(s.Name)
		}
	}
}

// AddSetting adds the flag of a setting by its name in [scoring.AllSettings]. Switches need no
// value.
func (f *Flags) AddSetting(settingName string) {
	s := scoring.SettingOf(settingName)
	flag := f.Set.VarPF(s.In(&f.Settings), s.Flag(), "", s.Help)
	if flag.Value.Type() == "bool" {
		flag.NoOptDefVal = "true"
	}
}

// AddFiles adds the flags that say how runs are opened: the formats', --as, --facts,
// --allow-outside, --no-cache and --annotator, except omittedFlags, which don't affect the command.
func (f *Flags) AddFiles(omittedFlags ...string) {
	o, set := &f.Options, pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	for _, flag := range Formats.Flags() {
		set.Var(&value.ParsedFlag[string]{Into: new(string), Kind: flag.Value, Text: strings.Clone, Parse: func(text string) (string, error) {
			o.Options = o.With(flag, text)
			return text, nil
		}}, flag.Name, flag.Help)
	}
	o.AddTo(set)
	value.Declare(set,
		&o.Outside, "allow-outside", "read pictures outside the image folder, and image folders outside the run's folder",
		&o.NoCache, "no-cache", "don't use the cache for large runs",
		&o.Judges, "judge", "steps: `FILE` or folder with judges' verdicts or scores; repeatable",
		&f.Annotator, "annotator", "use `NAME`'s annotations as gold (me: your own); on screen, annotate as NAME")
	set.VisitAll(func(flag *pflag.Flag) {
		if !slices.Contains(omittedFlags, flag.Name) {
			f.Set.AddFlag(flag)
		}
	})
}

func (f *Flags) gildRuns(runs []*loaders.Run) {
	if f.Annotator == "" || f.Options.Ask { // on screen nobody's annotations are gold
		return
	}
	for _, run := range runs {
		book := BookOf(run, f.Demo, f.Annotator)
		if !book.HasGold() {
			people := cmp.Or(strings.Join(People(run, f.Demo), ", "), "nobody")
			run.ReportProblem("%s has annotated nothing in it; annotated by: %s", f.Annotator, people)
		}
		run.Cache, run.Gold = nil, "annotations of "+f.Annotator
		run.Alter(func(ex *loaders.Example) *loaders.Example { return book.Gild(ex, f.Annotator, &run.Problems) })
	}
}

// AddReport adds --protocol and the flags of AddTotals, for commands that print figures.
func (f *Flags) AddReport() {
	known := loaders.Map(session.Protocols(), func(p scoring.Protocol) string { return p.Name })
	f.Set.Var(&value.OneOf{Several: &f.Protocols, What: "a protocol", Known: known}, "protocol",
		"only this protocol; repeatable")
	f.AddTotals()
}

// Asked returns the protocols selected by --protocol, all without it, in report order. With --base
// it reads that run for the easy and hard sets, if their protocol is selected, and fails if it
// can't.
func (f *Flags) Asked() ([]scoring.Protocol, error) {
	var list []scoring.Protocol
	for _, p := range session.Protocols() {
		if len(f.Protocols) > 0 && !slices.Contains(f.Protocols, p.Name) {
			continue
		}
		if p.Name == reasoning.Protocol.Name && f.Base != "" {
			base, err := f.ReadBase()
			if err != nil {
				return nil, err
			}
			p = reasoning.With(base)
		}
		list = append(list, p)
	}
	return list, nil
}

// ReadBase reads the whole run of --base and returns, by id, which of its answers match. For
// "golden:…" it answers the questions of the first run. It keeps the run for AddBaseProblems and
// [OpenedRuns.Shown], and fails if no example has a verdict.
func (f *Flags) ReadBase() (reasoning.BaseModel, error) {
	run, err := f.base, error(nil)
	if run == nil {
		run, err = f.openBase()
	}
	if err != nil {
		return nil, fmt.Errorf("--base: %w", err)
	}
	f.base = run
	if err := run.Wait(f.Context(), math.MaxInt); err != nil {
		return nil, fmt.Errorf("--base %s: %w", f.Base, err)
	}
	base := reasoning.Split(run.ScanAll)
	if len(base) == 0 {
		return nil, fmt.Errorf("--base %s: none of its %d examples has a verdict", f.Base, run.Len())
	}
	return base, nil
}

func (f *Flags) openBase() (*loaders.Run, error) {
	isSimulated := strings.HasPrefix(f.Base, "golden:")
	path := loaders.IfElse(isSimulated, f.Set.Arg(0), f.Base)
	run, err := f.Options.Opener().Open(f.Context(), path, f.Options.Options)
	if err == nil && isSimulated && f.Options.Simulate != nil {
		err = f.Options.Simulate(f.Context(), run, f.Base)
	}
	return run, err
}

// AddBaseProblems adds the problems of the base run, if ReadBase has read one, to each run.
func (f *Flags) AddBaseProblems(runs ...*loaders.Run) {
	if f.base == nil {
		return
	}
	problems, _ := f.base.Problems.All()
	for _, run := range runs {
		for _, p := range problems {
			p.What.Kind = "the base run: " + p.What.Kind
			run.Problems.Add(p)
		}
	}
}

// Check returns an error for contradictory settings: --negative-iou above --iou.
func (f *Flags) Check() error {
	if s := f.Settings; s.Negative() > s.IoU {
		return fmt.Errorf("--negative-iou %g is above --iou %g: a box between them would count as both good and bad", s.NegativeIoU, s.IoU)
	}
	return nil
}
