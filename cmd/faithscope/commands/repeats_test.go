package commands

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// In every command, a flag that is given twice keeps both values or refuses the second.
func TestRepeatedFlagsLoseNoValue(t *testing.T) {
	candidates := []string{"true", "false", "1", "2", "0.25", "0.5", "30x20", "40x30", "1s", "2s", "1/2", "2/3", "1,2,3,4", "2,3,4,5",
		"a.png", "b.png", "table", "json", "answers", "reasoning"}
	checked := map[string]bool{}
	check := func(cmd *cobra.Command, f *pflag.Flag) {
		first := ""
		for _, word := range candidates {
			before := f.Value.String()
			err := f.Value.Set(word)
			switch after := f.Value.String(); {
			case f.Changed && err == nil && after != before && !strings.Contains(after, first):
				t.Errorf("%s --%s %s --%s %s sets %q and says nothing", cmd.CommandPath(), f.Name, first, f.Name, word, after)
			case err == nil && !f.Changed:
				first, f.Changed = strings.Trim(after, "[]"), true
			case f.Changed:
				checked[f.Name] = true
			}
		}
	}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) { check(cmd, f) })
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(rootCommand())
	for _, name := range []string{"example", "seed", "iou", "size", "out", "shard", "where"} {
		if !checked[name] {
			t.Errorf("--%s was not given twice", name)
		}
	}
}
