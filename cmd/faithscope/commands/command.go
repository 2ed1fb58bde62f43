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

// commandLine is a command of the program with its flags, and what it was called with.
type commandLine struct {
	*opening.Flags
	output.Target // of what -o names
	args          []string
	must          string // what -o has to name: "file", "folder"; "" where it may be left out
	code          int    // the exit code of an error, 0 for 1
}

// newCommand returns a command without flags. use has its arguments, as checkArgs reads
// them. Help shows short, long behind it, and examples, which follow the program's name.
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

// runWith returns the command, which takes the steps of its work, until one fails, once its
// arguments are checked.
func (c *commandLine) runWith(steps ...func() error) *cobra.Command {
	c.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return c.failWith(suggestFlag(cmd, err)) })
	c.RunE = func(_ *cobra.Command, args []string) error {
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

// failWith gives an error the command's exit code, unless it has its own.
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

// checkArgs fails for too few and too many arguments, and where -o is missing. In a usage
// brackets stand around what may be left out, and … behind what may be repeated. The demo
// may take the place of all.
func (c *commandLine) checkArgs() error {
	words := strings.Fields(c.Use)[1:]
	least := loaders.CountFunc(words, func(word string) bool { return word[0] != '[' })
	endless := slices.ContainsFunc(words, func(word string) bool { return strings.Contains(word, "…") })
	usage := strings.Join(append([]string{c.CommandPath()}, words...), " ")
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

// groupCommand returns a command that has only commands below it.
func groupCommand(c *commandLine, below ...*cobra.Command) *cobra.Command {
	c.AddCommand(below...)
	c.Args = cobra.NoArgs // with an error that speaks of commands
	return c.runWith(c.Help)
}

// addFlags adds flags, as [value.Declare] does.
func (c *commandLine) addFlags(flags ...any) { value.Declare(c.Set, flags...) }

// addOut adds -o, without which the command fails, and --force. The help of -o begins with
// what it names.
func (c *commandLine) addOut(help string) {
	c.must, _, _ = strings.Cut(help, " ")
	c.AddOut(c.Set, "", help)
}

// addFormat adds the flag of the format that tables are printed in.
func (c *commandLine) addFormat() {
	known := table.Names(nil)
	c.Format = known[0]
	c.addFlags(value.Word(&c.Format, "a format of a report", known), "format", value.OrList(known))
}

// addQuery adds the flags of commands that score the examples which a query selects.
func (c *commandLine) addQuery() {
	c.AddQuery()
	answering.Ask(c.Flags)
}

// printDocument prints tables. A format that no terminal shows is not written to one.
func (c *commandLine) printDocument(d *table.Document) error {
	f, out := table.Find(cmp.Or(c.Format, table.Formats[0].Name)), c.OutOrStdout()
	if file, ok := out.(*os.File); ok && f.Binary && term.IsTerminal(file.Fd()) {
		return fmt.Errorf("--format %s is not for a terminal: send it to a file", c.Format)
	}
	return d.Write(out, f)
}

// writeFile writes what -o names by work, whole or not at all.
func (c *commandLine) writeFile(work func(w io.Writer) error) error {
	return c.Write(c.Context(), c.OutOrStdout(), work)
}

// printEach prints what build adds to a document for each of the runs that are named.
func (c *commandLine) printEach(build func(d *table.Document, run *loaders.Run, t *facts.Table) error) error {
	return c.EachRun(c.args, func(j *opening.Joined) error {
		tables, err := c.Tables(j.Runs)
		d := &table.Document{List: "runs"}
		for i, t := range tables {
			err = cmp.Or(err, build(d, j.Runs[i], t))
		}
		return cmp.Or(err, c.printDocument(d))
	})
}
