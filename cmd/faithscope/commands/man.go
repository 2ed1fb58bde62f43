package commands

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/loaders"
	"faithscope/views/screens"
	"faithscope/views/widget"
)

// manCommand prints no date, so that two builds of a version have the same page.
func manCommand() *cobra.Command {
	c := newCommand("man", "Print the manual page", "")
	c.Command.Hidden = true
	return c.runWith(func() error {
		sections, err := config.KeySections(c.Context())
		if err != nil {
			return err
		}
		var m manualWriter
		fmt.Fprintf(&m, ".TH FAITHSCOPE 1 \"\" \"faithscope %s\" \"User Commands\"\n", output.Version)
		m.addCommands(c.Command.Root())
		m.addKeys(sections)
		m.addItems("Formats", loaders.Map(opening.Formats, func(f loaders.Format) string { return f.Name + "\n" + f.About })...)
		m.addItems("Files", "$XDG_CONFIG_HOME/faithscope/config.toml\nthe configuration (see `faithscope config`); flags override it",
			"$XDG_CONFIG_HOME/faithscope/themes/NAME.toml\nyour own themes",
			"$XDG_CACHE_HOME/faithscope\ncached results for large runs; --no-cache ignores them")
		m.addItems("Environment", "NO_COLOR\nif set, turns colours off", "COLORTERM, TERM\nhow many colours the terminal supports")
		m.addItems("Exit status", "0\nsuccess", "1\na run can't be opened or read; check: a run has problems; gate: run B is worse",
			"2\ncheck: a run can't be opened; gate: the runs can't be compared", "128 + N\nterminated by signal N")
		_, err = fmt.Fprint(c.Command.OutOrStdout(), &m)
		return err
	})
}

type manualWriter struct{ strings.Builder }

func plain(text string) string {
	return `\&` + strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", "\n\\&").Replace(text)
}

func (m *manualWriter) addItems(title string, items ...string) {
	fmt.Fprintf(m, ".SH %s\n", strings.ToUpper(title))
	for _, item := range items {
		name, text, _ := strings.Cut(item, "\n")
		m.addItem(name, text)
	}
}

func (m *manualWriter) addItem(itemName, text string) {
	fmt.Fprintf(m, ".TP\n\\fB%s\\fP\n%s\n", plain(itemName), plain(text))
}

func (m *manualWriter) addFlag(flag *pflag.Flag) {
	value, help := pflag.UnquoteUsage(flag)
	m.addItem(strings.TrimSpace("--"+flag.Name+" "+value), help)
}

// addCommands prints shared flags once, at the end: most commands have them.
func (m *manualWriter) addCommands(topCommand *cobra.Command) {
	m.WriteString(".SH NAME\n" + plain(strings.Replace(sentence, " is", " -", 1)) + "\n.SH DESCRIPTION\n" + plain(topCommand.Long) + "\n")
	m.addItems("Commands")
	known, shared := map[string]int{}, []*pflag.Flag{}
	key := func(flag *pflag.Flag) string { return flag.Name + flag.Usage }
	walk(topCommand, func(c *cobra.Command) {
		c.Flags().VisitAll(func(flag *pflag.Flag) {
			if flag.Hidden {
				return
			}
			if known[key(flag)]++; known[key(flag)] == 2 {
				shared = append(shared, flag)
			}
		})
	})
	walk(topCommand, func(c *cobra.Command) {
		if c == topCommand {
			return // the description introduces it, and all its flags are shared
		}
		m.addItem(c.UseLine(), c.Short)
		m.WriteString(".RS\n")
		for _, part := range strings.Split(c.Long, "\n\n")[1:] {
			m.addPart(part)
		}
		c.Flags().VisitAll(func(flag *pflag.Flag) {
			if known[key(flag)] == 1 && !flag.Hidden {
				m.addFlag(flag)
			}
		})
		if c.Example != "" {
			m.addPart(" " + strings.ReplaceAll(c.Example, "\n", "\n "))
		}
		m.WriteString(".RE\n")
	})
	m.addItems("Options shared by commands")
	for _, flag := range shared {
		m.addFlag(flag)
	}
}

func walk(c *cobra.Command, visitCommand func(c *cobra.Command)) {
	visitCommand(c)
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() && c.Name() != "completion" {
			walk(below, visitCommand)
		}
	}
}

func (m *manualWriter) addPart(text string) {
	if text = plain(text); strings.Contains(text, "\n\\& ") || strings.HasPrefix(text, `\& `) {
		text = ".nf\n" + text + "\n.fi"
	}
	m.WriteString(".PP\n" + text + "\n")
}

// addKeys prints shared actions once, because every screen has them.
func (m *manualWriter) addKeys(sections []screens.KeySection) {
	of := func(a widget.Action) string {
		return strings.TrimSpace(widget.KeysText(a)+" :"+a.Name) + "\n" + a.Help
	}
	times, several := map[string]int{}, []string{}
	for _, s := range sections {
		for _, a := range s.Actions {
			if times[of(a)]++; times[of(a)] == 2 {
				several = append(several, of(a))
			}
		}
	}
	m.addItems("Keys shared by screens", several...)
	for _, s := range sections {
		own := slices.DeleteFunc(loaders.Map(s.Actions, of), func(item string) bool { return times[item] > 1 })
		m.addItems("Keys: "+s.Screen, own...)
	}
}
