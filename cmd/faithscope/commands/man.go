package commands

import (
	"context"
	"fmt"
	"strings"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/views/widget"
)

// manCommand returns the hidden command man, which prints the manual page in roff: the commands and
// flags, then keys, formats, files, environment and exit codes. It has no date.
func manCommand() *cobra.Command {
	c := newCommand("man", "Print the manual page", "")
	c.Hidden = true
	return c.runWith(func() error {
		page, err := mango.NewManPage(1, c.Root())
		if err != nil {
			return err
		}
		keys, err := manKeys(c.Context())
		if err != nil {
			return err
		}
		page = page.WithSection("Keys", keys).
			WithSection("Formats", manFormats()).
			WithSection("Files", manFiles).
			WithSection("Environment", manEnvironment).
			WithSection("Exit status", manExit)
		_, text, _ := strings.Cut(page.Build(roff.NewDocument()), "\n") // its title has today's date, and what the program does
		_, err = fmt.Fprintf(c.OutOrStdout(), ".TH FAITHSCOPE 1 \"\" \"faithscope %s\" \"User Commands\"\n%s", output.Version, text)
		return err
	})
}

// manFiles and what follows are sections of the manual. A line that begins with
// a star is an item of a list.
const (
	manFiles = `
* $XDG_CONFIG_HOME/faithscope/config.toml: the configuration: --theme, --graphics, --cell, --blocks, --wait and others; a flag wins.
* $XDG_CONFIG_HOME/faithscope/themes/NAME.toml: themes of your own.
* $XDG_CACHE_HOME/faithscope: what was computed for large runs; --no-cache does without it.
`
	manEnvironment = `
* NO_COLOR: set to anything, it turns colours off.
* COLORTERM, TERM: how many colours the terminal has.
`
	manExit = `
* 0: success.
* 1: a run did not open or could not be read; with check, a run has problems; with gate, run B is worse.
* 2: with check, a run did not open; with gate, the runs could not be compared.
* 128 and the number of a signal: the signal ended the program.
`
)

// manKeys returns a list of the keys of every screen of the demo, with the name and help of each
// action.
func manKeys(ctx context.Context) (string, error) {
	sections, err := config.KeySections(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, section := range sections {
		fmt.Fprintf(&b, "\n%s:", section.Screen)
		for _, a := range section.Actions {
			fmt.Fprintf(&b, "\n* %s (:%s): %s", widget.KeysText(a), a.Name, a.Help)
		}
	}
	return b.String() + "\n", nil
}

// manFormats returns a list of the built-in formats, a line each.
func manFormats() string {
	var b strings.Builder
	for _, f := range opening.Formats {
		fmt.Fprintf(&b, "\n* %s: %s", f.Name, f.About)
	}
	return b.String() + "\n"
}
