package commands

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders/nearest"
	"faithscope/loaders/retired"
)

func givenFlags(set *pflag.FlagSet, matches func(flag string) bool) (args []string) {
	set.Visit(func(flag *pflag.Flag) {
		if !matches(flag.Name) {
			return
		}
		for _, text := range valuesOf(flag) {
			args = append(args, "--"+flag.Name+"="+text)
		}
	})
	return args
}

func valuesOf(flag *pflag.Flag) []string {
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{flag.Value.String()}
}

func suggestFlag(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok || len(unknown.GetSpecifiedName()) < 2 {
		return err
	}
	var known []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { known = append(known, "--"+flag.Name) })
	typed := "--" + unknown.GetSpecifiedName()
	return cmp.Or(retired.Error(typed), fmt.Errorf("%w%s", err, nearest.Hint(typed, known)))
}

// suggestCommand suggests a command for a missing path, because a mistyped command reads as the path
// of a run. Paths with a dot or slash were meant as paths.
func suggestCommand(cmd *cobra.Command, unopenedRuns []opening.UnopenedRun) {
	cmd.SuggestionsMinimumDistance = 2 // like swapped letters
	for i, f := range unopenedRuns {
		if strings.ContainsAny(f.Path, "./") || !errors.Is(f.Err, fs.ErrNotExist) {
			continue
		}
		if words := cmd.SuggestionsFor(f.Path); len(words) > 0 {
			unopenedRuns[i].Err = fmt.Errorf("%w; did you mean `%s %s`?", f.Err, cmd.Name(), words[0])
		}
	}
}

func addWishes(set *pflag.FlagSet, w *config.DisplayFlags, flagNames ...string) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	w.AddTo(all)
	for _, name := range append([]string{"theme", "config"}, flagNames...) {
		set.AddFlag(all.Lookup(name))
	}
}
