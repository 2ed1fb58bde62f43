package value

import (
	"fmt"

	"github.com/spf13/pflag"
)

// RefuseRepeats makes each flag of a set that accepts one value fail when it is given another one.
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

// single is the value of a flag that accepts one.
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
