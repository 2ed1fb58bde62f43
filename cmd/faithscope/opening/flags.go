// Package opening opens the runs that a command line names: with their companions, the base
// run they are measured against, the examples that a query leaves, and what was said of them.
package opening

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring"
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
	Base      string // the run of a base model, "" for none
	Demo      bool   // the demo's runs, and none that are named
	Format    string // of [table.Formats], in which tables are printed; "" for the first
	// asks are the fields that Where asks for, once it was read.
	asks []string
	// baseProblems are those of the base run, once it was read.
	baseProblems []loaders.Problem
}

// NewFlags returns the flags under the default settings, for runs anywhere.
func NewFlags() *Flags {
	return &Flags{Settings: scoring.Defaults(), Options: Options{Files: files.NewAnywhere(os.Stdin)}}
}

// AddTo adds the flags that move a score. Help lists them in this order, by
// what they belong to.
func (f *Flags) AddTo(set *pflag.FlagSet) {
	f.AddFiles(set)
	for _, s := range scoring.AllSettings() {
		if s.Help != "" && s.Name != "trials" { // which commands that print numbers have
			f.AddSetting(set, s.Name)
		}
	}
	set.StringVar(&f.Base, "base", "", "reasoning: run of a base model; what it answers right is the easy set (default: the tags easy and hard)")
}

// AddSetting adds the flag of a setting.
func (f *Flags) AddSetting(set *pflag.FlagSet, name string) {
	s := scoring.SettingOf(name)
	flag := set.VarPF(s.In(&f.Settings), s.Flag(), "", s.Help)
	if flag.Value.Type() == "bool" {
		flag.NoOptDefVal = "true"
	}
}

// AddFiles adds the flags that say where files are that travel apart.
func (f *Flags) AddFiles(set *pflag.FlagSet) {
	set.SortFlags = false
	set.StringVar(&f.Options.Gold, "gold", "", "file of gold annotations (default: searched beside the run)")
	set.StringVar(&f.Options.Programs, "programs", "", "file of programs, for faithful-nmn (default: searched beside the run)")
	set.StringVar(&f.Options.Scenes, "scenes", "", "file of scene graphs, for GQA (default: searched beside the run)")
	set.StringVar(&f.Options.Images, "images", "", "folder of pictures (default: searched beside the run)")
	set.BoolVar(&f.Options.Outside, "allow-outside", false, "let a run name pictures outside its image folder, and an image folder outside its own")
	set.StringVar(&f.Options.Map, "map", "", "what the columns of a table hold, as question=text,predicted=pred,gold=label (default: by their names, or as the last table with these columns)")
	set.BoolVar(&f.Options.NoCache, "no-cache", false, "neither use nor keep what was worked out of large runs before")
}

// AddReport adds the flags of commands that print numbers.
func (f *Flags) AddReport(set *pflag.FlagSet) {
	var known []string
	for _, protocol := range session.Protocols() {
		known = append(known, protocol.Name)
	}
	set.Var(&value.OneOf{Several: &f.Protocols, What: "a protocol", Known: known}, "protocol", "only the scores of this protocol; repeat it for several")
	f.AddSetting(set, "trials")
}

// Asked returns the protocols that a command is restricted to, in the order
// of a report, with the sets of the base run.
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
		return nil, fmt.Errorf("--base %s: of none of its %d examples it is known whether it is right", f.Base, run.Len())
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

// Check holds the settings against each other.
func (f *Flags) Check() error {
	if s := f.Settings; s.Negative() > s.IoU {
		return fmt.Errorf("--negative-iou %g is above --iou %g: a box between them would count as good and as bad", s.NegativeIoU, s.IoU)
	}
	return nil
}
