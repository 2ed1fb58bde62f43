// Package config reads display settings from flags, the configuration file and themes.
package config

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/explaining"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/nearest"
	"faithscope/loaders/retired"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/tui"
	"faithscope/views"
	"faithscope/views/screens"
	"faithscope/views/widget"
)

// DisplayFlags are the display flags. The configuration file may set them too.
type DisplayFlags struct {
	tui.Preferences
	Theme  string
	Colors themes.AdaptiveTheme
	config string // "": the usual place
	Where  string // a query for the first list of examples; "": overview
	set    *pflag.FlagSet
	Keys   map[string][]string // by action
	Model  explaining.SessionModel
}

var configured = append([]string{
	"theme", "graphics", "cell", "blocks", "passthrough", "without", "wait", "theta", "counting", "spread", "as", "facts",
}, explaining.Flags()...)

// AddTo sets the defaults and adds all flags to set, which Read consults later.
func (w *DisplayFlags) AddTo(set *pflag.FlagSet) {
	w.set = set
	graphics, blocks := tui.Protocols(), tui.Finenesses()
	w.Theme, w.Graphics, w.Blocks, w.Wait = themes.DefaultName, graphics[0], blocks[0], tui.DefaultWait
	value.Declare(set,
		&w.Theme, "theme", "colours: "+loaders.OrList(themes.Names())+"; or NAME for themes/NAME.toml beside the configuration file",
		value.Word(&w.Graphics, "a way to show pictures", graphics), "graphics", "pictures: "+loaders.OrList(graphics),
		value.Size(&w.Cell, "WIDTHxHEIGHT in pixels, such as 9x18", image.Pt(1, 1), 200), "cell",
		"pictures: cell size in pixels, if the terminal reports none or the wrong size",
		value.Word(&w.Blocks, "a kind of block", blocks), "blocks", "block characters: "+loaders.OrList(blocks)+"; the font must include them",
		&w.Passthrough, "passthrough", "pictures: send through tmux to kitty or Ghostty (tmux: set -g allow-passthrough on)",
		&value.OneOf{Several: &w.Without, What: "a terminal feature", Known: tui.Comforts()}, "without",
		"turn off terminal features: progress (in the tab), notify (when done), links (on paths)",
		waitFlag(&w.Wait), "wait", "longest wait for the terminal to reply",
		&w.config, "config", "configuration file (default: faithscope/config.toml in your configuration folder)")
	w.Model.AddTo(set)
}

// ConfigPath returns the path of --config, or the usual one, which need not exist.
func (w *DisplayFlags) ConfigPath() string {
	return cmp.Or(w.config, opening.Config.File("config.toml"))
}

// Wardrobe returns the source of themes: built-in ones, and files in the folder themes beside the
// configuration.
func (w *DisplayFlags) Wardrobe() themeFolder {
	return themeFolder(filepath.Join(filepath.Dir(w.ConfigPath()), "themes"))
}

// Read sets flags that were not given, and Keys, from the configuration file, and opens the theme.
// It fails for contradicting flags, and for a wrong file or theme.
func (w *DisplayFlags) Read() error {
	for name, with := range map[string][]string{"blocks": {"auto", "blocks"}, "passthrough": {"auto", "kitty"}} {
		if w.set.Changed(name) && w.set.Changed("graphics") && !slices.Contains(with, w.Graphics) {
			return fmt.Errorf("--%s contradicts --graphics %s", name, w.Graphics)
		}
	}
	if err := w.readFile(); err != nil {
		return err
	}
	var err error
	w.Colors, err = w.Wardrobe().Open(w.Theme)
	return err
}

// readFile skips settings that the command lacks, because one file serves all commands. An unknown
// setting or a wrong value is an error, and a missing file only if a person named it.
func (w *DisplayFlags) readFile() error {
	path := w.ConfigPath()
	text, err := files.ReadOwn(path)
	if errors.Is(err, fs.ErrNotExist) && w.config == "" {
		return nil
	}
	if err != nil {
		return err
	}
	values := map[string]any{}
	if err := toml.Unmarshal(text, &values); err != nil {
		if at, ok := errors.AsType[*toml.DecodeError](err); ok {
			row, column := at.Position()
			return fmt.Errorf("%s:%d:%d: %s", path, row, column, strings.TrimPrefix(at.Error(), "toml: "))
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	if w.Keys, err = keysOf(values["keys"]); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	delete(values, "keys")
	for _, name := range loaders.SortedKeys(values) {
		if !slices.Contains(configured, name) {
			return fmt.Errorf("%s: %q is not a setting; choose %s", path, name, loaders.OrList(append(slices.Clone(configured), "keys")))
		}
		flag := w.set.Lookup(name)
		if flag == nil || flag.Changed { // nil if the command lacks it
			continue
		}
		if err := flag.Value.Set(fmt.Sprint(values[name])); err != nil {
			return fmt.Errorf("%s: %s: %w", path, name, err)
		}
	}
	return nil
}

// waitFlag allows at most 10 seconds, because the program starts only after the wait, and more than 0.
func waitFlag(waitVariable *time.Duration) *value.ParsedFlag[time.Duration] {
	const most = 10 * time.Second
	return &value.ParsedFlag[time.Duration]{
		Into: waitVariable, Kind: "time", Text: time.Duration.String,
		Parse: func(word string) (time.Duration, error) {
			d, err := time.ParseDuration(word)
			if err != nil || d <= 0 || d > most {
				return 0, fmt.Errorf("%q is not a valid wait time: expected a duration such as 300ms or 1s, at most %v", word, most)
			}
			return d, nil
		},
	}
}

// themeFolder finds themes: built-in ones, and a person's files NAME.toml in this folder.
type themeFolder string

// themeName excludes names that lead out of the folder.
var themeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// Names lists the built-in themes and then at most a hundred of a person's other allowed names. An
// unreadable folder has none. The files are not opened.
func (w themeFolder) Names() []string {
	const most = 100
	names := themes.Names()
	entries, _ := files.DiskFiles{}.ReadDir(string(w))
	for _, e := range entries {
		name, isTheme := strings.CutSuffix(e.Name(), ".toml")
		if isTheme && len(names) < len(themes.Names())+most && themeName.MatchString(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Open returns the theme of that name: a built-in one, which can't be replaced, or the file
// NAME.toml. It fails for an invalid name, and for a missing or wrong file.
func (w themeFolder) Open(nameOfTheme string) (themes.AdaptiveTheme, error) {
	if set, ok := themes.Named(nameOfTheme); ok {
		return set, nil
	}
	path := filepath.Join(string(w), nameOfTheme+".toml")
	info, err := os.Stat(path)
	if !themeName.MatchString(nameOfTheme) || err != nil || !info.Mode().IsRegular() {
		return themes.AdaptiveTheme{}, fmt.Errorf("%q is not a theme; choose %s", nameOfTheme, loaders.OrList(w.Names()))
	}
	text, err := files.ReadStored(files.DiskFiles{}, path, themes.MaxSize)
	if err != nil {
		return themes.AdaptiveTheme{}, err
	}
	set, err := themes.Parse(nameOfTheme, text)
	if err != nil {
		return themes.AdaptiveTheme{}, fmt.Errorf("%s: %w", path, err)
	}
	return set, nil
}

// keyName matches a key as the terminal reports it, or two letters.
var keyName = regexp.MustCompile(`^((ctrl|alt|shift)\+)*(\S|[a-z]{2}|enter|tab|space|esc|backspace|delete|insert|home|end|pgup|pgdown|` +
	`up|down|left|right|f[0-9]{1,2})$`)

// keysOf doesn't check names, because screens have their actions only later. A key or a list of keys,
// which may be empty, by action.
func keysOf(keyTable any) (map[string][]string, error) {
	if keyTable == nil {
		return nil, nil
	}
	values, ok := keyTable.(map[string]any)
	if !ok {
		return nil, errors.New("keys must be a table: [keys], followed by NAME = \"KEY\" lines")
	}
	keys := map[string][]string{}
	for _, name := range loaders.SortedKeys(values) {
		list, ok := values[name].([]any)
		if !ok {
			list = []any{values[name]}
		}
		keys[name] = []string{}
		for _, value := range list {
			key, ok := value.(string)
			if !ok || !keyName.MatchString(key) {
				return nil, fmt.Errorf("keys: %s = %v, but a key must be a string like \"x\", \"ctrl+x\", \"f1\" or \"space\"", name, values[name])
			}
			keys[name] = append(keys[name], key)
		}
	}
	return keys, nil
}

const mostUnknown = 100

// CheckKeys returns an error if no action has a name in keysByVerb, or if on some screen of the demo
// such an action would share a key with another.
func CheckKeys(ctx context.Context, keysByVerb map[string][]string) error {
	if len(keysByVerb) == 0 {
		return nil
	}
	sections, err := KeySections(ctx)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, s := range sections {
		for _, a := range s.Actions {
			known[a.Name] = true
		}
		if err := checkScreen(s.Screen, keysOn(s.Actions, sections[0].Actions, keysByVerb), keysByVerb); err != nil {
			return err
		}
	}
	unknown := slices.DeleteFunc(loaders.SortedKeys(keysByVerb), func(name string) bool { return known[name] })
	if len(unknown) == 0 {
		return nil
	}
	name := unknown[0]
	hint := nearest.Hint(name, loaders.SortedKeys(known))
	if more := len(unknown) - mostUnknown; more > 0 {
		unknown = append(unknown[:mostUnknown], fmt.Sprintf("and %d more", more))
	}
	return fmt.Errorf("keys: %w", cmp.Or(retired.Error(":"+name), errors.New("no action is called "+strings.Join(unknown, ", ")+hint)))
}

// keysOn returns the keys of each action on a screen, by name, those that everything has included.
func keysOn(screenActions, everywhere []widget.Action, keysByVerb map[string][]string) map[string][]string {
	keys := map[string][]string{}
	for _, v := range widget.Grammar { // rows are moved over on every screen
		if v.Name == "open" {
			break
		}
		keys[v.Name] = v.Keys
	}
	for _, a := range slices.Concat(everywhere, screenActions) {
		keys[a.Name] = a.Keys
	}
	for name, own := range keysByVerb {
		if keys[name] != nil {
			keys[name] = own
		}
	}
	return keys
}

func checkScreen(screen string, keysByName, keysByVerb map[string][]string) error {
	owners := map[string]string{}
	for _, name := range loaders.SortedKeys(keysByName) {
		for _, key := range keysByName[name] {
			other := owners[key]
			isChosen := keysByVerb[name] != nil || keysByVerb[other] != nil
			if owners[key] = name; other != "" && isChosen {
				return fmt.Errorf("keys: %s and %s would both use %q (screen: %s); give one of them another key", other, name, key, screen)
			}
		}
	}
	return nil
}

// KeySections returns the actions of every screen with their usual keys, on the demo's first run.
func KeySections(ctx context.Context) ([]screens.KeySection, error) {
	runs, err := demo.Open(ctx, opening.Formats)
	if err != nil {
		return nil, err
	}
	defer opening.CloseAll(runs)
	if err := runs[0].Wait(ctx, math.MaxInt); err != nil {
		return nil, err
	}
	return screens.KeyTable(&views.Session{
		Data:    views.Data{Runs: []*session.ScoredRun{session.New(runs[0], session.Protocols())}, Settings: scoring.Defaults()},
		Console: views.Console{Look: widget.Look{Theme: themes.Default().On(themes.Dark, 256)}},
	}), nil
}

// WriteConfig writes the configuration in force as TOML, with explanations; defaults are commented
// out.
func WriteConfig(ctx context.Context, w io.Writer, o *DisplayFlags) error {
	sections, err := KeySections(ctx)
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# faithscope's configuration, read from\n# %s\n", o.ConfigPath())
	writeLine := func(set bool, name string, value any) {
		line, _ := toml.Marshal(map[string]any{name: value}) // only texts and truths
		text.WriteString(widget.If(!set, "# ") + string(line))
	}
	for _, name := range configured {
		flag := o.set.Lookup(name)
		fmt.Fprintf(&text, "\n# %s\n", flag.Usage)
		if flag.Value.String() == "" {
			fmt.Fprintf(&text, "# %s is not set\n", name)
			continue
		}
		var value any = flag.Value.String()
		if flag.Value.Type() == "bool" {
			value = value == "true"
		}
		writeLine(flag.Value.String() != flag.DefValue, name, value)
	}
	writeKeys(&text, sections, o.Keys, writeLine)
	_, err = io.WriteString(w, text.String())
	return err
}

func writeKeys(
	w io.Writer, keySections []screens.KeySection, keysByVerb map[string][]string, writeLine func(set bool, name string, value any),
) {
	fmt.Fprint(w, "\n# Key bindings by action name, as typed after \":\". Write \"x\", \"X\", \"ctrl+x\", \"f1\", \"space\", \"enter\", "+
		"\"left\", or [] for none.\n# Keys work on every screen that has the action. Assigning a key to an action removes it from any "+
		"other action on those screens.\n[keys]\n")
	seen := map[string]bool{}
	for _, s := range keySections {
		head := "\n# " + s.Screen + "\n"
		for _, a := range s.Actions {
			if seen[a.Name] {
				continue
			}
			seen[a.Name] = true
			own, set := keysByVerb[a.Name]
			if !set {
				own = a.Keys
			}
			if own == nil {
				own = []string{}
			}
			fmt.Fprintf(w, "%s# %s\n", head, a.Help)
			head = ""
			writeLine(set, a.Name, own)
		}
	}
}
