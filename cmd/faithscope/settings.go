package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/scoring"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/session"
)

// flags are what every command that scores runs takes.
type flags struct {
	options  opening
	settings scoring.Settings
	// protocols are the names of those that a command is restricted to, none
	// for all.
	protocols []string
	base      string // the run of a base model, "" for none
}

func newFlags() *flags {
	return &flags{settings: scoring.Defaults(), options: opening{files: files.NewAnywhere(os.Stdin)}}
}

// addTo adds the flags that move a score. Help lists them in this order, by
// what they belong to.
func (f *flags) addTo(set *pflag.FlagSet) {
	s := &f.settings
	f.addFiles(set)
	set.Var(&seed{&s.Seed}, "seed", "of what is drawn at random: one seed gives one result")

	set.Var(&s.Average, "average", "modules: average of their scores: example, cumulative or occurrence")
	set.Var(&between{&s.IoU, 0, 1}, "iou", "modules: a proposal is aligned with gold above this IoU")
	set.Var(&between{&s.NegativeIoU, 0, 1}, "negative-iou", "modules: a predicted box counts as bad below this IoU; 0: as --iou")
	set.Var(&between{&s.Threshold, 0, 1}, "threshold", "modules: a box is predicted above this probability")
	set.BoolVar(&s.UpperBound, "upper-bound", false, "modules: score the best that any model could do with the proposals")
	set.BoolVar(&s.Inclusive, "inclusive", false, "modules: count a predicted box at exactly the negative IoU as bad (the paper's reading)")

	set.BoolVar(&s.GeometricMean, "geometric-mean", false, "spans: judge a module by the geometric mean of its spans' masses, not by the mass on all of them")

	set.BoolVar(&s.CountCurve, "count-curve", false, "counting: every tenth of the odd-even and even-odd slices, not 90 percent alone")
	set.Var(&between{&s.DetectionIoU, 0, 1}, "detection-iou", "grounding: a detection counts for AP from this IoU on")
	set.BoolVar(&s.EmptyUngrounded, "empty-ungrounded", false, "grounding: a proposal without an area lies on no gold box (the authors' code: on one wholly)")

	set.Var(&s.NonFinite, "non-finite", "alignment: of a pair without a finite correlation: omit it, or zero")
	set.BoolVar(&s.DropPunctuation, "drop-punctuation", false, "alignment: leave punctuation tokens out")
	set.BoolVar(&s.Derangement, "derangement", false, "alignment: each explanation is the random partner of one example, none of its own")

	set.Var(&atLeast{&s.TopK, 1}, "top-k", "sentences: how many IoU selects")
	set.BoolVar(&s.TokenMax, "token-max", false, "sentences: a sentence has its highest token score, not the sum")

	set.StringVar(&f.base, "base", "", "reasoning: run of a base model; what it answers right is the easy set (default: the tags easy and hard)")
	set.BoolVar(&s.Substring, "substring", false, "reasoning: an answer that contains the gold answer is right (the authors' hard and easy sets)")
	set.BoolVar(&s.EntailedInSubset, "entailed-in-subset", false, "reasoning: consistency looks entailed questions up in the scored subset, not in the whole run")
}

// addFiles adds the flags that say where files are that travel apart.
func (f *flags) addFiles(set *pflag.FlagSet) {
	set.SortFlags = false
	set.StringVar(&f.options.Gold, "gold", "", "file of gold annotations (default: searched beside the run)")
	set.StringVar(&f.options.Programs, "programs", "", "file of programs, for faithful-nmn (default: searched beside the run)")
	set.StringVar(&f.options.Scenes, "scenes", "", "file of scene graphs, for GQA (default: searched beside the run)")
	set.StringVar(&f.options.Images, "images", "", "folder of pictures (default: searched beside the run)")
	set.BoolVar(&f.options.noCache, "no-cache", false, "neither use nor keep what was worked out of large runs before")
}

// addReport adds the flags of commands that print numbers.
func (f *flags) addReport(set *pflag.FlagSet) {
	set.Var(&protocolNames{&f.protocols}, "protocol", "only the scores of this protocol; repeat it for several")
	set.Var(&atLeast{&f.settings.Trials, 1}, "trials", "how often an interval or a test draws")
}

// asked returns the protocols that a command is restricted to, in the order
// of a report, with the sets of the base run.
func (f *flags) asked(ctx context.Context) ([]scoring.Protocol, error) {
	var list []scoring.Protocol
	for _, p := range session.Protocols() {
		if len(f.protocols) > 0 && !slices.Contains(f.protocols, p.Name) {
			continue
		}
		if p.Name == reasoning.Protocol.Name && f.base != "" {
			base, err := f.readBase(ctx)
			if err != nil {
				return nil, err
			}
			p = reasoning.With(base)
		}
		list = append(list, p)
	}
	return list, nil
}

// readBase matches the answers of the base run.
func (f *flags) readBase(ctx context.Context) (reasoning.Base, error) {
	run, err := f.options.opener().Open(ctx, f.base, f.options.Options)
	if err != nil {
		return nil, fmt.Errorf("--base: %w", err)
	}
	defer run.Close()
	if err := run.Wait(ctx, math.MaxInt); err != nil {
		return nil, fmt.Errorf("--base %s: %w", f.base, err)
	}
	base := reasoning.Split(func(yield func(*loaders.Example) bool) {
		for i := range run.Len() {
			if !yield(run.Scan(i)) {
				return
			}
		}
	})
	if len(base) == 0 {
		return nil, fmt.Errorf("--base %s: of none of its %d examples it is known whether it is right", f.base, run.Len())
	}
	return base, nil
}

// check holds the settings against each other.
func (f *flags) check() error {
	if s := f.settings; s.Negative() > s.IoU {
		return fmt.Errorf("--negative-iou %g is above --iou %g: a box between them would count as good and as bad", s.NegativeIoU, s.IoU)
	}
	return nil
}

// between is a flag value: a number from low up to, but without, high.
type between struct {
	value     *float64
	low, high float64
}

func (b *between) String() string {
	if b.value == nil { // pflag asks a zero value what its default reads
		return ""
	}
	return strconv.FormatFloat(*b.value, 'g', -1, 64)
}

func (b *between) Set(word string) error {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || !(b.low <= x && x < b.high) { // also refuses NaN
		return fmt.Errorf("must be a number from %g up to, but not including, %g", b.low, b.high)
	}
	*b.value = x
	return nil
}

func (b *between) Type() string { return "number" }

// atLeast is a flag value: a whole number from low on.
type atLeast struct {
	value *int
	low   int
}

func (a *atLeast) String() string {
	if a.value == nil {
		return ""
	}
	return strconv.Itoa(*a.value)
}

// most bounds trials and sentences: beyond it a digit too many is likelier
// than a wish.
const most = 10_000_000

func (a *atLeast) Set(word string) error {
	n, err := strconv.Atoi(word)
	if err != nil || n < a.low || n > most {
		return fmt.Errorf("must be a whole number from %d to %d", a.low, most)
	}
	*a.value = n
	return nil
}

func (a *atLeast) Type() string { return "count" }

// seed is a flag value: what random numbers begin with.
type seed struct{ value *uint64 }

func (s *seed) String() string {
	if s.value == nil {
		return ""
	}
	return strconv.FormatUint(*s.value, 10)
}

func (s *seed) Set(word string) error {
	n, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		return errors.New("must be a whole number from 0 to 2^64-1")
	}
	*s.value = n
	return nil
}

func (s *seed) Type() string { return "number" }

// protocolNames is a flag value that collects names of protocols.
type protocolNames struct{ names *[]string }

func (p *protocolNames) String() string {
	if p.names == nil {
		return ""
	}
	return strings.Join(*p.names, ", ")
}

func (p *protocolNames) Set(word string) error {
	var known []string
	for _, protocol := range session.Protocols() {
		known = append(known, protocol.Name)
	}
	if !slices.Contains(known, word) {
		return fmt.Errorf("%q is no protocol: %s", word, strings.Join(known, ", "))
	}
	*p.names = append(*p.names, word)
	return nil
}

func (p *protocolNames) Type() string { return "name" }
