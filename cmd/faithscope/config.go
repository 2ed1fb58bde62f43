package main

import (
	"errors"
	"fmt"
	"image"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"faithscope/loaders/files"
	"faithscope/themes"
	"faithscope/tui"
)

// wishes are the flags that say how things are shown. What no flag says, the
// configuration file may.
type wishes struct {
	tui.Wish
	theme  string // the name
	colors themes.Set
	config string // the file, "" for the one in its usual place
	where  string // a query: which examples of the first run are listed at once, "" for the overview
	set    *pflag.FlagSet
	keys   map[string][]string // of actions by their names, from the file
}

// configured are the flags that the file may set too, by the same names.
var configured = []string{"theme", "graphics", "cell", "blocks", "passthrough", "wait"}

func (w *wishes) addTo(set *pflag.FlagSet) {
	w.set = set
	set.StringVar(&w.theme, "theme", themes.DefaultName, "colours: "+orList(themes.Names())+"; or NAME for the file themes/NAME.toml beside the configuration file")
	set.Var(&oneOf{&w.Graphics, "way to show pictures", tui.Protocols()}, "graphics", "pictures: "+orList(tui.Protocols()))
	set.Var(&pixels{&w.Cell}, "cell", "pictures: a cell's size in pixels, where the terminal does not tell it or tells it wrong")
	set.Var(&oneOf{&w.Blocks, "kind of blocks", tui.Finenesses()}, "blocks", "pictures of blocks: "+orList(tui.Finenesses())+"; the font has to have them")
	set.BoolVar(&w.Passthrough, "passthrough", false, "pictures: through tmux to a kitty or Ghostty around it (tmux: set -g allow-passthrough on)")
	set.Var(&wait{&w.Wait}, "wait", "how long the terminal may take to say what it can")
	set.StringVar(&w.config, "config", "", "configuration file (default: "+configName+" in the folder for configurations)")
}

// configName is the file's place in the folder that XDG names.
const configName = "faithscope/config.toml"

// configPath is where the file is, or would be; given says that a person
// named it.
func (w *wishes) configPath() (path string, given bool) {
	if w.config != "" {
		return w.config, true
	}
	if path, err := xdg.SearchConfigFile(configName); err == nil {
		return path, false
	}
	return filepath.Join(xdg.ConfigHome, filepath.FromSlash(configName)), false
}

// wardrobe holds the themes: a person's own lie beside the configuration file.
func (w *wishes) wardrobe() wardrobe {
	path, _ := w.configPath()
	return wardrobe(filepath.Join(filepath.Dir(path), "themes"))
}

// read takes from the configuration file what no flag said, and opens the
// theme.
func (w *wishes) read() error {
	for name, with := range map[string][]string{"blocks": {"auto", "blocks"}, "passthrough": {"auto", "kitty"}} {
		if w.set.Changed(name) && w.set.Changed("graphics") && !slices.Contains(with, w.Graphics) {
			return fmt.Errorf("--%s contradicts --graphics %s", name, w.Graphics)
		}
	}
	if err := w.readFile(); err != nil {
		return err
	}
	var err error
	w.colors, err = w.wardrobe().open(w.theme)
	return err
}

// readFile takes from the configuration file what no flag said. A file that is
// not there is none, unless a person named it.
func (w *wishes) readFile() error {
	path, given := w.configPath()
	text, err := fs.ReadFile(files.Disk{}, path)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return nil
	}
	if err != nil {
		return err
	}
	values := map[string]any{}
	if err := toml.Unmarshal(text, &values); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			row, column := at.Position()
			return fmt.Errorf("%s:%d:%d: %s", path, row, column, strings.TrimPrefix(at.Error(), "toml: "))
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	if w.keys, err = keysOf(values["keys"]); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	delete(values, "keys")
	for _, name := range names(values) {
		if !slices.Contains(configured, name) {
			return fmt.Errorf("%s: %q is not a setting: %s", path, name, orList(append(slices.Clone(configured), "keys")))
		}
		flag := w.set.Lookup(name)
		if flag.Changed {
			continue
		}
		if err := flag.Value.Set(fmt.Sprint(values[name])); err != nil {
			return fmt.Errorf("%s: %s: %w", path, name, err)
		}
	}
	return nil
}

// names are the keys of values in order, so that one file gives one error.
func names(values map[string]any) []string {
	var all []string
	for name := range values {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// orList writes names as "a, b or c".
func orList(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// oneOf is a flag value: one of some words, the first by default.
type oneOf struct {
	word  *string
	what  string
	known []string
}

func (o *oneOf) String() string {
	if o.word == nil || *o.word == "" && len(o.known) == 0 {
		return ""
	}
	if *o.word == "" {
		return o.known[0]
	}
	return *o.word
}

func (o *oneOf) Set(word string) error {
	if !slices.Contains(o.known, word) {
		return fmt.Errorf("%q is no %s: %s", word, o.what, orList(o.known))
	}
	*o.word = word
	return nil
}

func (o *oneOf) Words() []string { return o.known }

func (o *oneOf) Type() string { return "name" }

// pixels is a flag value: a width and a height.
type pixels struct{ size *image.Point }

func (p *pixels) String() string {
	if p.size == nil || *p.size == (image.Point{}) {
		return ""
	}
	return fmt.Sprintf("%dx%d", p.size.X, p.size.Y)
}

func (p *pixels) Set(word string) error {
	const most = 200
	w, h, ok := strings.Cut(word, "x")
	x, errX := strconv.Atoi(w)
	y, errY := strconv.Atoi(h)
	if !ok || errX != nil || errY != nil || x < 1 || y < 1 || x > most || y > most {
		return fmt.Errorf("%q is not a size: WIDTHxHEIGHT in pixels, as 9x18, at most %dx%d", word, most, most)
	}
	*p.size = image.Pt(x, y)
	return nil
}

func (p *pixels) Type() string { return "WxH" }

// wait is a flag value: a time that a person may want to wait.
type wait struct{ time *time.Duration }

func (w *wait) String() string {
	if w.time == nil || *w.time == 0 {
		return tui.DefaultWait.String()
	}
	return w.time.String()
}

func (w *wait) Set(word string) error {
	const most = 10 * time.Second
	d, err := time.ParseDuration(word)
	if err != nil || d <= 0 || d > most {
		return fmt.Errorf("%q is not a time to wait: as 300ms or 1s, at most %v", word, most)
	}
	*w.time = d
	return nil
}

func (w *wait) Type() string { return "time" }
