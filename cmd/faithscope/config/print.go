package config

import (
	"context"
	"fmt"
	"io"

	"github.com/pelletier/go-toml/v2"

	"faithscope/views/screens"
)

// WriteConfig writes the configuration in force as TOML.
func WriteConfig(ctx context.Context, w io.Writer, o *Wishes) error {
	sections, err := KeySections(ctx)
	if err != nil {
		return err
	}
	path, _ := o.ConfigPath()
	fmt.Fprintf(w, "# The configuration of faithscope. It is read from\n# %s\n", path)
	line := func(set bool, name string, value any) error {
		text, err := toml.Marshal(map[string]any{name: value})
		if err != nil {
			return err
		}
		mark := "# "
		if set {
			mark = ""
		}
		_, err = fmt.Fprintf(w, "%s%s", mark, text)
		return err
	}
	for _, name := range configured {
		flag := o.set.Lookup(name)
		fmt.Fprintf(w, "\n# %s\n", flag.Usage)
		if flag.Value.String() == "" {
			fmt.Fprintf(w, "# %s is not set\n", name)
			continue
		}
		var value any = flag.Value.String()
		if flag.Value.Type() == "bool" {
			value = value == "true"
		}
		if err := line(flag.Value.String() != flag.DefValue, name, value); err != nil {
			return err
		}
	}
	return writeKeys(w, sections, o.Keys, line)
}

// writeKeys writes every action once, below the first screen that has it.
func writeKeys(w io.Writer, sections []screens.KeySection, keys map[string][]string, line func(set bool, name string, value any) error) error {
	fmt.Fprint(w, "\n# Keys of actions, by the names that : takes: \"x\", \"X\", \"ctrl+x\", \"f1\", \"space\", \"enter\", \"left\"; [] for none.\n# An action that several screens have gets its keys on all of them. A key that is given to one action is taken from the others of its screen.\n[keys]\n")
	seen := map[string]bool{}
	for _, s := range sections {
		head := "\n# " + s.Screen + "\n"
		for _, a := range s.Actions {
			if seen[a.Name] {
				continue
			}
			seen[a.Name] = true
			own, set := keys[a.Name]
			if !set {
				own = a.Keys
			}
			if own == nil {
				own = []string{}
			}
			fmt.Fprintf(w, "%s# %s\n", head, a.Help)
			head = ""
			if err := line(set, a.Name, own); err != nil {
				return err
			}
		}
	}
	return nil
}
