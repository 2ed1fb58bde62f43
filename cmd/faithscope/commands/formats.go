package commands

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/nearest"
	"faithscope/loaders/pages"
	"faithscope/loaders/retired"
	"faithscope/loaders/tabular"
)

func formatsCommand() *cobra.Command {
	c := newCommand("formats [TABLE]", "List the formats that faithscope reads",
		"Formats with a row per example are defined by TOML pages. Put your own in "+opening.Config.File("formats")+
			"/*.toml: --preset prints a page to start from; --save-preset writes a page for tables like TABLE.",
		"formats --preset ragas > ~/.config/faithscope/formats/mine.toml",
		"formats results.csv --map question=q,predicted=out,gold=label --save-preset mine")
	var preset, save, reasons string
	c.addFlags(&reasons, "reasons", "explain how this table's columns are read",
		&preset, "preset", "print this format's page", &save, "save-preset", "save a page with this name for tables like TABLE")
	c.AddFiles("as", "facts", "allow-outside", "no-cache", "annotator")
	return c.runWith(func() error {
		switch {
		case (save == "") != (len(c.args) == 0):
			return errors.New("--reasons TABLE explains how a table is read; --save-preset NAME TABLE saves a page for such tables")
		case reasons != "":
			return c.printReasons(reasons)
		case save != "":
			return c.savePreset(save)
		case preset != "":
			return c.printPreset(preset)
		}
		return c.printFormats()
	})
}

func (c *commandLine) printFormats() error {
	own, broken := opening.OwnPages()
	t := tabwriter.NewWriter(c.Command.OutOrStdout(), 0, 0, 2, ' ', 0)
	ours := loaders.Map(opening.Formats, func(f loaders.Format) pages.DocumentedFormat { return pages.DocumentedFormat{Format: f} })
	for _, f := range append(own, ours...) {
		fmt.Fprintf(t, "%s\t%s\n\trecognised by %s\n\tboxes: %s\n", f.Name, loaders.Clean(f.About), loaders.Clean(f.Sign),
			loaders.Clean(cmp.Or(f.Boxes, "none")))
		if f.Origin != "" {
			fmt.Fprintf(t, "\tfrom %s\n", loaders.Clean(f.Origin))
		}
		for _, taken := range f.Takes {
			fmt.Fprintf(t, "\t%s %s: %s\n", taken.Flag, taken.Value, loaders.Clean(cmp.Or(taken.What, taken.Help)))
		}
	}
	for _, err := range broken {
		fmt.Fprintf(t, "not used\t%s\n", loaders.Clean(err.Error()))
	}
	return t.Flush()
}

func (c *commandLine) printPreset(presetName string) error {
	own, _ := opening.OwnPages()
	own = append(own, pages.Ours...)
	names := loaders.Map(own, func(p pages.DocumentedFormat) string { return p.Name })
	at := slices.Index(names, presetName)
	if at < 0 {
		return cmp.Or(retired.Error(presetName),
			fmt.Errorf("no format page is called %q%s; choose from %s", presetName, nearest.Hint(presetName, names), strings.Join(names, ", ")))
	}
	_, err := fmt.Fprint(c.Command.OutOrStdout(), pages.Grammar(), string(own[at].Text))
	return err
}

func (c *commandLine) savePreset(presetName string) error {
	j, err := c.JoinAll(c.args)
	if err != nil {
		return err
	}
	defer j.Close()
	run := j.Runs[0]
	if run.Columns.Map == "" {
		return fmt.Errorf("%s is read as %s, not as a table with unknown columns", run.Path, run.Format)
	}
	saved, err := c.Options.SavePage(c.Context(), presetName, c.args[0], run.Columns.Map)
	if err == nil {
		fmt.Fprintln(c.Command.OutOrStdout(), saved)
	}
	return err
}

// formatOf returns the format that reads a file, nil for a table or none.
func (c *commandLine) formatOf(path string) *loaders.Format {
	opener := c.Options.Opener()
	runs, _ := opener.OpenAll(c.Context(), path, loaders.Options{})
	isTable := len(runs) == 0
	for _, run := range runs {
		isTable = isTable || run.Columns.Shape != ""
		run.Close()
	}
	return opener.Formats.Find(func(f loaders.Format) bool { return !isTable && f.Name == runs[0].Format })
}

func (c *commandLine) printReasons(path string) error {
	out := c.Command.OutOrStdout()
	if format := c.formatOf(path); format != nil {
		_, err := fmt.Fprintf(out, "%s, recognised by %s\n", format.Name, loaders.Clean(format.Sign))
		return err
	}
	src, err := files.OpenSource(files.DiskFiles{}, path)
	if err != nil {
		return err
	}
	defer src.Close()
	by := tabular.Decided(c.Context(), src)
	for _, r := range by.Readings {
		fmt.Fprintln(out, loaders.Clean(r.Map.String()))
		for _, check := range r.Checks {
			fmt.Fprintln(out, "  "+loaders.IfElse(check.Failed == "", "passed  "+check.Name, "failed  "+loaders.Clean(check.Failed)))
		}
	}
	_, err = fmt.Fprintln(out, loaders.Clean(cmp.Or(by.Doubt, by.String(), "not a table")))
	return err
}
