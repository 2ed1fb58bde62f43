package config

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders/nearest"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/views"
	"faithscope/views/screens"
	"faithscope/views/widget"
)

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
	for _, name := range slices.Sorted(maps.Keys(values)) {
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

// CheckKeys fails for names that no action has, and where a screen would have
// one key twice.
func CheckKeys(ctx context.Context, keys map[string][]string) error {
	if len(keys) == 0 {
		return nil
	}
	sections, err := KeySections(ctx)
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
			return fmt.Errorf("keys: no action is called %s%s", name, nearest.Hint(name, slices.Sorted(maps.Keys(known))))
		}
	}
	return nil
}

// KeySections are the actions of every screen, as the demo has them.
func KeySections(ctx context.Context) ([]screens.KeySection, error) {
	runs, err := demo.Open(ctx, opening.Formats())
	if err != nil {
		return nil, err
	}
	defer opening.CloseAll(runs)
	if err := runs[0].Wait(ctx, math.MaxInt); err != nil {
		return nil, err
	}
	return screens.KeyTable(&views.Session{
		Data:     views.Data{Runs: []*session.Scored{session.New(runs[0], session.Protocols())}},
		Settings: scoring.Defaults(), Look: widget.Look{Theme: themes.Default().On(true, 256)},
	}), nil
}

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
