package commands

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders/nearest"
)

// givenFlags returns the flags that the person gave, as arguments, of those whose names like
// accepts.
func givenFlags(set *pflag.FlagSet, like func(flag string) bool) (args []string) {
	set.Visit(func(flag *pflag.Flag) {
		if like(flag.Name) {
			args = append(args, "--"+flag.Name+"="+flag.Value.String())
		}
	})
	return args
}

// suggestFlag adds the nearest flag of cmd to an error about one that it does
// not have.
func suggestFlag(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok || len(unknown.GetSpecifiedName()) < 2 {
		return err
	}
	var known []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { known = append(known, "--"+flag.Name) })
	return fmt.Errorf("%w%s", err, nearest.Hint("--"+unknown.GetSpecifiedName(), known))
}

// suggestCommand adds the nearest command of cmd to the error about a run that does not
// exist and looks like a mistyped command: scroe for score.
func suggestCommand(cmd *cobra.Command, failed []opening.Unopened) {
	cmd.SuggestionsMinimumDistance = 2 // which swapping two letters takes
	for i, f := range failed {
		if strings.ContainsAny(f.Path, "./") || !errors.Is(f.Err, fs.ErrNotExist) {
			continue
		}
		if words := cmd.SuggestionsFor(f.Path); len(words) > 0 {
			failed[i].Err = fmt.Errorf("%w; did you mean `%s %s`?", f.Err, cmd.Name(), words[0])
		}
	}
}

// addWishes adds the flags of the theme, and others that the program has on a terminal.
func addWishes(set *pflag.FlagSet, w *config.Wishes, more ...string) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	w.AddTo(all)
	for _, name := range append([]string{"theme", "config"}, more...) {
		set.AddFlag(all.Lookup(name))
	}
}
