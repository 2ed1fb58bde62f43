package value

import (
	"fmt"

	"github.com/spf13/pflag"
)

// RefuseRepeats makes each single-valued flag of a set fail when it is given another value.
func RefuseRepeats(set *pflag.FlagSet) {
	set.VisitAll(func(flag *pflag.Flag) {
		switch known := flag.Value.(type) {
		case pflag.SliceValue, *single:
		case *OneOf:
			if known.Several == nil {
				flag.Value = &single{known, flag}
			}
		default:
			flag.Value = &single{known, flag}
		}
	})
}

type single struct {
	pflag.Value
	flag *pflag.Flag
}

func (s *single) Set(text string) error {
	before := s.String()
	err := s.Value.Set(text)
	if err == nil && s.flag.Changed && s.String() != before {
		return fmt.Errorf("it was already %q and accepts one value", before)
	}
	return err
}
