package commands

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/answering"
	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/scoring/facts"
	"faithscope/scoring/table"
)

type commandLine struct {
	*opening.Flags
	output.Target // of what -o names
	args          []string
	must          string // required kind of -o: "file", "folder"; "" if optional
	code          int    // the exit code of an error, 0 for 1
}

// newCommand returns a command without flags or a run function. use lists its arguments for
// checkArgs; examples are given without the program's name.
func newCommand(use, short, long string, examples ...string) *commandLine {
	for i, example := range examples {
		examples[i] = strings.TrimSpace("faithscope " + example)
	}
	if long != "" {
		long = short + ".\n\n" + long
	}
	c := &commandLine{Flags: opening.NewFlags()}
	c.Command = &cobra.Command{Use: use, Short: short, Long: long, Example: strings.Join(examples, "\n"), Args: cobra.ArbitraryArgs}
	c.Set = c.Command.Flags()
	c.Set.SortFlags = false // help lists them by topic
	return c
}

// runWith checks arguments and takes the steps until one fails. Errors get the command's exit code.
func (c *commandLine) runWith(steps ...func() error) *cobra.Command {
	c.Command.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return c.failWith(suggestFlag(cmd, err)) })
	c.Command.RunE = func(_ *cobra.Command, args []string) error {
		c.args = args
		err := c.checkArgs()
		for _, step := range steps {
			if err == nil {
				err = step()
			}
		}
		return c.failWith(err)
	}
	return c.Command
}

func (c *commandLine) failWith(err error) error {
	code := c.code
	if _, ok := errors.AsType[opening.Mistake](err); ok {
		code = 2
	}
	if _, ok := errors.AsType[ending.Exit](err); ok || err == nil || code == 0 {
		return err
	}
	return ending.Exit{Code: code, Err: err}
}

// checkArgs reads the usage, where brackets enclose optional words and … follows repeated ones.
// With --demo, arguments are an error.
func (c *commandLine) checkArgs() error {
	words := strings.Fields(c.Command.Use)[1:]
	least := loaders.CountFunc(words, func(word string) bool { return word[0] != '[' })
	endless := slices.ContainsFunc(words, func(word string) bool { return strings.Contains(word, "…") })
	usage := strings.Join(append([]string{c.Command.CommandPath()}, words...), " ")
	switch n := len(c.args); {
	case n < least && c.Set.Lookup("demo") == nil:
		return fmt.Errorf("too few arguments: %s", usage)
	case n > len(words) && !endless:
		return fmt.Errorf("too many arguments: %s", usage)
	case c.must != "" && c.Path == "":
		return fmt.Errorf("name the %s to write with -o", c.must)
	}
	return nil
}

func groupCommand(c *commandLine, below ...*cobra.Command) *cobra.Command {
	c.Command.AddCommand(below...)
	c.Command.Args = cobra.NoArgs // with an error that speaks of commands
	return c.runWith(c.Command.Help)
}

func (c *commandLine) addFlags(flags ...any) { value.Declare(c.Set, flags...) }

func (c *commandLine) addOut(help string) {
	c.must, _, _ = strings.Cut(help, " ")
	c.AddOut(c.Set, "", help)
}

func (c *commandLine) addFormat() {
	known := table.Names(nil)
	c.Format = known[0]
	c.addFlags(value.Word(&c.Format, "a format of a report", known), "format", loaders.OrList(known))
}

func (c *commandLine) addQuery() {
	c.AddQuery()
	answering.Ask(c.Flags)
}

// printDocument prints d as --format says, or in the first format. It refuses to write a binary
// format to a terminal.
func (c *commandLine) printDocument(d *table.Document) error {
	f, out := table.Find(cmp.Or(c.Format, table.Formats[0].Name)), c.Command.OutOrStdout()
	if file, ok := out.(*os.File); ok && f.Binary && term.IsTerminal(file.Fd()) {
		return fmt.Errorf("--format %s is not for a terminal: send it to a file", c.Format)
	}
	return d.Write(out, f)
}

func (c *commandLine) writeFile(work func(w io.Writer) error) error {
	return c.Write(c.Context(), c.Command.OutOrStdout(), work)
}

// printEach lets build add each named run to a document. On the first error nothing is printed.
func (c *commandLine) printEach(build func(d *table.Document, run *loaders.Run, t *facts.Table) error) error {
	return c.EachRun(c.args, func(j *opening.OpenedRuns) error {
		tables, err := c.Tables(j.Runs)
		d := &table.Document{List: "runs"}
		for i := 0; i < len(tables) && err == nil; i++ {
			err = build(d, j.Runs[i], tables[i])
		}
		if err != nil {
			return err
		}
		return c.printDocument(d)
	})
}
