package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"faithscope/loaders"
	"faithscope/scoring"
)

// flags are what every command that scores runs takes.
type flags struct {
	options  loaders.Options
	settings scoring.Settings
}

func newFlags() *flags { return &flags{settings: scoring.Defaults()} }

func (f *flags) addTo(set *pflag.FlagSet) {
	s := &f.settings
	set.StringVar(&f.options.Gold, "gold", "", "file of gold annotations (default: searched beside the run)")
	set.StringVar(&f.options.Programs, "programs", "", "file of programs, for faithful-nmn (default: searched beside the run)")
	set.StringVar(&f.options.Images, "images", "", "folder of pictures (default: searched beside the run)")
	set.Var(&s.Average, "average", "average of module scores: example, cumulative or occurrence")
	set.Var(&between{&s.IoU, 0, 1}, "iou", "a proposal is aligned with gold above this IoU")
	set.Var(&between{&s.NegativeIoU, 0, 1}, "negative-iou", "a predicted box counts as bad below this IoU; 0: as --iou")
	set.Var(&between{&s.Threshold, 0, 1}, "threshold", "a box is predicted above this probability")
	set.BoolVar(&s.UpperBound, "upper-bound", false, "score the best that any model could do with the proposals")
	set.BoolVar(&s.Inclusive, "inclusive", false, "count a predicted box at exactly the negative IoU as bad (the paper's reading)")
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

// graphicsFlag is how pictures are shown.
type graphicsFlag string

func (g *graphicsFlag) String() string { return string(*g) }

func (g *graphicsFlag) Set(word string) error {
	switch word {
	case "auto", "sixel", "blocks", "none":
		*g = graphicsFlag(word)
		return nil
	}
	return fmt.Errorf("%q is no way to show pictures: auto, sixel, blocks or none", word)
}

func (g *graphicsFlag) Type() string { return "graphics" }
