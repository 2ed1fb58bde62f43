package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/config"
	"faithscope/loaders/loadertest/check"
	"faithscope/themes"
)

// ownThemes returns a folder for configurations with a theme that is right, some
// that are not, and a configuration that names one.
func ownThemes(t *testing.T, chosen string) (config string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"config.toml":         "theme = \"" + chosen + "\"\n",
		"themes/mine.toml":    "[dark]\naccent = \"bold #ffb000\"\n",
		"themes/wrong.toml":   "[dark]\naccent = \"sparkling\"\n",
		"themes/dark.toml":    "[dark]\naccent = \"#ff0000\"\n",
		"themes/large.toml":   "# " + strings.Repeat("x", themes.MaxSize),
		"themes/a theme.toml": "",
		"themes/notes.txt":    "",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		check.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		writeFile(t, path, text)
	}
	check.NoError(t, os.Mkdir(filepath.Join(dir, "themes", "folder.toml"), 0o755))
	return filepath.Join(dir, "config.toml")
}

// wishesOf returns what flags say.
func wishesOf(t *testing.T, args ...string) *config.DisplayFlags {
	t.Helper()
	w := &config.DisplayFlags{}
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	w.AddTo(set)
	check.NoError(t, set.Parse(args))
	return w
}

func TestThemeOfThePerson(t *testing.T) {
	for _, tt := range []struct{ chosen, flag, want, err string }{
		{"mine", "", "mine", ""},
		{"mine", "tol", "tol", ""}, // a flag wins
		{"dark", "", "dark", ""},
		{"wrong", "", "", `wrong.toml: [dark] accent: "sparkling" is neither`},
		{"large", "", "", "large.toml: larger than 64 KB"},
		{"folder", "", "", `"folder" is not a theme; choose auto, dark`},
		{"../themes/mine", "", "", `"../themes/mine" is not a theme`},
		{"none", "", "", `"none" is not a theme`},
	} {
		args := []string{"--config", ownThemes(t, tt.chosen)}
		if tt.flag != "" {
			args = append(args, "--theme", tt.flag)
		}
		w := wishesOf(t, args...)
		err := w.Read()
		got := w.Colors
		switch {
		case tt.err != "":
			check.Error(t, tt.chosen, err, tt.err)
		case err != nil || got.Name != tt.want:
			t.Errorf("%s: got %s (%v), want %s", tt.chosen, got.Name, err, tt.want)
		}
	}
}

func TestThemeNames(t *testing.T) {
	w := wishesOf(t, "--config", ownThemes(t, "mine")).Wardrobe()
	got := w.Names()[len(themes.Names()):]
	check.EqualLists(t, "own themes", got, []string{"folder", "large", "mine", "wrong"})
	dark, err := w.Open("dark")
	check.NoError(t, err)
	builtin, _ := themes.Named("dark")
	check.Equal(t, "accent of the built-in theme", dark.On(themes.Dark, 256).Accent, builtin.On(themes.Dark, 256).Accent)
	alone := wishesOf(t, "--config", newPath(t, "config.toml")).Wardrobe().Names()
	check.EqualLists(t, "themes without a folder", alone, themes.Names())
}
