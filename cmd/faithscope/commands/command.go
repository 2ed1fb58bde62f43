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
	"github.com/spf13/pflag"

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
	reporting     reportOptions
	must          string // required kind of -o: "file", "folder"; "" if optional
	code          int    // the exit code of an error, 0 for 1
}

type reportOptions struct{ noIntervals, arguments bool }

func newCommand(usageLine, briefHelp, longHelp string, usageExamples ...string) *commandLine {
	for i, example := range usageExamples {
		usageExamples[i] = strings.TrimSpace("faithscope " + example)
	}
	if longHelp != "" {
		longHelp = briefHelp + ".\n\n" + longHelp
	}
	c := &commandLine{Flags: opening.NewFlags()}
	c.Command = &cobra.Command{Use: usageLine, Short: briefHelp, Long: longHelp, Example: strings.Join(usageExamples, "\n"),
		Args: cobra.ArbitraryArgs}
	c.Set = c.Command.Flags()
	c.Set.SortFlags = false // help lists them by topic
	return c
}

func (c *commandLine) runWith(commandSteps ...func() error) *cobra.Command {
	c.Command.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return c.failWith(suggestFlag(cmd, err)) })
	c.Command.RunE = func(_ *cobra.Command, args []string) error {
		c.args = args
		err := cmp.Or(c.checkArgs(), c.checkOutput())
		for _, step := range commandSteps {
			if err == nil {
				err = step()
			}
		}
		return c.failWith(err)
	}
	return c.Command
}

// checkOutput refuses to replace one of the command's own files, which --force isn't meant for.
func (c *commandLine) checkOutput() error {
	outputs, inputs := map[string]string{}, c.args
	c.Set.Visit(func(flag *pflag.Flag) {
		if slices.Contains([]string{"out", "partial", "markdown"}, flag.Name) {
			outputs[flag.Name] = flag.Value.String()
		} else {
			inputs = slices.Concat(inputs, valuesOf(flag))
		}
	})
	for _, name := range loaders.SortedKeys(outputs) {
		out, err := os.Stat(outputs[name])
		isInput := func(path string) bool {
			in, missing := os.Stat(path)
			if at := strings.LastIndexByte(path, '#'); missing != nil && at > 0 { // a part
				in, missing = os.Stat(path[:at])
			}
			return err == nil && missing == nil && out.Mode().IsRegular() && os.SameFile(in, out)
		}
		if slices.ContainsFunc(inputs, isInput) {
			return fmt.Errorf("--%s %s is a file that the command reads; write to another", name, outputs[name])
		}
	}
	return nil
}

func (c *commandLine) failWith(err error) error {
	code := c.code
	if _, ok := errors.AsType[opening.UsageError](err); ok {
		code = 2
	}
	if _, ok := errors.AsType[ending.ExitCodeError](err); ok || err == nil || code == 0 {
		return err
	}
	return ending.ExitCodeError{Code: code, Err: err}
}

// checkArgs counts the words of the usage, so that help and check can't differ: brackets enclose
// optional words and … follows repeated ones.
func (c *commandLine) checkArgs() error {
	words := strings.Fields(c.Command.Use)[1:]
	least := loaders.CountFunc(words, func(word string) bool { return word[0] != '[' })
	endless := slices.ContainsFunc(words, func(word string) bool { return strings.Contains(word, "…") })
	usage := strings.Join(append([]string{c.Command.CommandPath()}, words...), " ")
	switch n := len(c.args); {
	case n < least && c.Set.Lookup("demo") == nil:
		return fmt.Errorf("too few arguments; usage: %s", usage)
	case n > len(words) && !endless:
		return fmt.Errorf("too many arguments; usage: %s", usage)
	case c.must != "" && c.Path == "":
		return fmt.Errorf("use -o to name the %s to write", c.must)
	}
	return nil
}

func groupCommand(c *commandLine, subcommands ...*cobra.Command) *cobra.Command {
	c.Command.AddCommand(subcommands...)
	c.Command.Args = cobra.NoArgs // with an error that speaks of commands
	return c.runWith(c.Command.Help)
}

func (c *commandLine) addFlags(flagVariables ...any) { value.Declare(c.Set, flagVariables...) }

func (c *commandLine) addOut(help string) {
	c.must, _, _ = strings.Cut(help, " ")
	c.AddOut(c.Set, "", help)
}

func (c *commandLine) addFormat() {
	known := table.Names(nil)
	c.Format = known[0]
	c.addFlags(value.Word(&c.Format, "a report format", known), "format", loaders.OrList(known))
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
		return fmt.Errorf("--format %s is binary: send it to a file, not a terminal", c.Format)
	}
	return d.Write(out, f)
}

func (c *commandLine) writeFile(writeContent func(w io.Writer) error) error {
	return c.Write(c.Context(), c.Command.OutOrStdout(), writeContent)
}

// printEach prints nothing after an error, because a document without some of its runs would look
// whole.
func (c *commandLine) printEach(buildPart func(d *table.Document, run *loaders.Run, t *facts.Table) error) error {
	return c.EachRun(c.args, func(j *opening.OpenedRuns) error {
		tables, err := c.Tables(j.Runs)
		d := &table.Document{List: "runs"}
		for i := 0; i < len(tables) && err == nil; i++ {
			err = buildPart(d, j.Runs[i], tables[i])
		}
		if err != nil {
			return err
		}
		return c.printDocument(d)
	})
}
