package value

import (
	"fmt"

	"github.com/spf13/pflag"
)

// RefuseRepeats makes each single-valued flag of a set fail when it is given another value.
func RefuseRepeats(set *pflag.FlagSet) {
	set.VisitAll(func(flag *pflag.Flag) {
		switch known := flag.Value.(type) {
		case pflag.SliceValue, *singleValueFlag:
		case *OneOf:
			if known.Several == nil {
				flag.Value = &singleValueFlag{known, flag}
			}
		default:
			flag.Value = &singleValueFlag{known, flag}
		}
	})
}

type singleValueFlag struct {
	pflag.Value
	flag *pflag.Flag
}

func (s *singleValueFlag) Set(text string) error {
	before := s.String()
	err := s.Value.Set(text)
	if err == nil && s.flag.Changed && s.String() != before {
		return fmt.Errorf("already set to %q; the flag accepts only one value", before)
	}
	return err
}
