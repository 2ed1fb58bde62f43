package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"faithscope/loaders/nearest"
	"faithscope/views/screens"
	"faithscope/views/widget"
)

func configCommand() *cobra.Command {
	w := &wishes{}
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the configuration, with comments",
		Long: "Print the configuration file as it is in force: every setting with what it means, and the keys of every action. What the " +
			"file does not set stands behind a #, as the default. The output can be the file.",
		Example: "faithscope config > ~/.config/faithscope/config.toml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := w.read(); err != nil {
				return err
			}
			if err := checkKeys(cmd.Context(), w.keys); err != nil {
				return err
			}
			return writeConfig(cmd.Context(), cmd.OutOrStdout(), w)
		},
	}
	w.addTo(cmd.Flags())
	return cmd
}

// keysOf reads the table of keys: an action's name, and a key or a list of
// keys.
func keysOf(table any) (map[string][]string, error) {
	if table == nil {
		return nil, nil
	}
	values, ok := table.(map[string]any)
	if !ok {
		return nil, errors.New("keys is a table: [keys], and below it NAME = \"KEY\"")
	}
	keys := map[string][]string{}
	for _, name := range names(values) {
		list, ok := values[name].([]any)
		if !ok {
			list = []any{values[name]}
		}
		keys[name] = []string{}
		for _, value := range list {
			key, ok := value.(string)
			if !ok || key == "" || len(key) > 20 || strings.TrimSpace(key) != key {
				return nil, fmt.Errorf("keys: %s = %v: a key is a text, as \"x\", \"ctrl+x\", \"f1\", \"space\"", name, values[name])
			}
			keys[name] = append(keys[name], key)
		}
	}
	return keys, nil
}

// checkKeys fails for names that no action has, and where a screen would have
// one key twice.
func checkKeys(ctx context.Context, keys map[string][]string) error {
	if len(keys) == 0 {
		return nil
	}
	sections, err := keySections(ctx)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, s := range sections {
		of := map[string]string{}
		for _, a := range widget.Rebind(s.Actions, keys) {
			known[a.Name] = true
			if keys[a.Name] == nil {
				continue
			}
			for _, key := range a.Keys {
				if other := of[key]; other != "" && other != a.Name {
					return fmt.Errorf("keys: %s and %s would both have %q on the screen %s", other, a.Name, key, s.Screen)
				}
				of[key] = a.Name
			}
		}
	}
	for name := range keys {
		if !known[name] {
			var all []string
			for k := range known {
				all = append(all, k)
			}
			slices.Sort(all)
			return fmt.Errorf("keys: no action is called %s%s", name, nearest.Hint(name, all))
		}
	}
	return nil
}

// writeConfig writes the configuration in force as TOML.
func writeConfig(ctx context.Context, w io.Writer, o *wishes) error {
	sections, err := keySections(ctx)
	if err != nil {
		return err
	}
	path, _ := o.configPath()
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
	return writeKeys(w, sections, o.keys, line)
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
