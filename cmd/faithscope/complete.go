package main

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

// worded is a flag value that takes one of some words.
type worded interface{ Words() []string }

// complete lets the shell complete the values of every flag of cmd and of the
// commands in it: words, themes, folders; a number has nothing to complete,
// and all else is a file.
func complete(cmd *cobra.Command, w *config.Wishes) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		var offer cobra.CompletionFunc
		switch known, ok := flag.Value.(worded); {
		case flag.Name == "theme":
			offer = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				return w.Wardrobe().Names(), cobra.ShellCompDirectiveNoFileComp
			}
		case flag.Name == "images":
			offer = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
		case ok && known.Words() != nil:
			offer = cobra.FixedCompletions(known.Words(), cobra.ShellCompDirectiveNoFileComp)
		case flag.Value.Type() != "string":
			offer = cobra.NoFileCompletions
		default:
			return
		}
		if err := cmd.RegisterFlagCompletionFunc(flag.Name, offer); err != nil {
			panic(err) // the flag is one of cmd
		}
	})
	for _, sub := range cmd.Commands() {
		complete(sub, w)
	}
}

// meantFlag adds the nearest flag of cmd to an error about one that it does
// not have.
func meantFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || len(unknown.GetSpecifiedName()) < 2 {
		return err
	}
	var known []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { known = append(known, "--"+flag.Name) })
	return fmt.Errorf("%w%s", err, nearest.Hint("--"+unknown.GetSpecifiedName(), known))
}

// meantCommand adds the nearest command of cmd to errors about a run that is
// not there and that has the form of a command: scroe for score.
func meantCommand(cmd *cobra.Command, failed []opening.Unopened) {
	var known []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	for i, f := range failed {
		if strings.ContainsAny(f.Path, "./") || !errors.Is(f.Err, fs.ErrNotExist) {
			continue
		}
		if word := nearest.To(f.Path, known); word != "" {
			failed[i].Err = fmt.Errorf("%w; did you mean `%s %s`?", f.Err, cmd.Name(), word)
		}
	}
}
