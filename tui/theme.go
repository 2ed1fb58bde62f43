package tui

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/themes"
	"faithscope/views"
)

// wardrobe is the theme that a person chose, adapted to the terminal's
// background and to how many colours it shows.
type wardrobe struct {
	session *views.Session
	theme   themes.Set
	find    func(name string) (themes.Set, error) // nil where there are only the built-in ones
	dark    bool
	colors  int // as [themes.Set.On] takes them
}

// dressed is a theme that was asked for, or why there is none.
type dressed struct {
	set themes.Set
	err error
}

// handle answers what the terminal says of its colours, and a wish for a theme.
func (w *wardrobe) handle(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		w.colors = cmp.Or(colorCounts[msg.Profile], 2)
	case tea.BackgroundColorMsg:
		w.dark = msg.IsDark()
	case views.Dress:
		return func() tea.Msg {
			set, err := w.named(msg.Theme)
			return dressed{set, err}
		}, true
	case dressed:
		if msg.err != nil {
			return w.session.Post(views.Flash{Text: msg.err.Error(), Bad: true}), true
		}
		w.theme = msg.set
		w.session.Post(views.Flash{Text: "theme: " + msg.set.Name})
	default:
		return nil, false
	}
	w.dress()
	return w.session.Post(views.Refresh{}), true
}

// named finds the theme of a name.
func (w *wardrobe) named(name string) (themes.Set, error) {
	if w.find != nil {
		return w.find(name)
	}
	set, ok := themes.Named(name)
	if !ok {
		return set, fmt.Errorf("%q is not a theme", name)
	}
	return set, nil
}

// colorCounts are how many colours a profile has; others have 2.
var colorCounts = map[colorprofile.Profile]int{colorprofile.TrueColor: 1 << 24, colorprofile.ANSI256: 256, colorprofile.ANSI: 16}

// dress gives the session the chosen theme, as this terminal can show it.
func (w *wardrobe) dress() { w.session.Theme = w.theme.On(w.dark, w.colors) }

// colorsOf is how many colours a terminal shows, by its name and environment.
func colorsOf(out *os.File, environ uv.Environ) colorprofile.Profile {
	p, term := colorprofile.Detect(out, environ), environ.Getenv("TERM")
	// Terminals that had no colours, where nothing else says that they have.
	old := environ.Getenv("COLORTERM") == "" && (slices.Contains(colourless, term) || strings.HasSuffix(term, "-m"))
	if p > colorprofile.ASCII && (old || refused(environ)) {
		return colorprofile.ASCII
	}
	return p
}

var colourless = []string{"vt52", "vt100", "vt102", "vt220", "vt320", "vt420", "xterm-mono"}

// refused reports whether NO_COLOR is set, to whatever: https://no-color.org.
func refused(environ uv.Environ) bool { return environ.Getenv("NO_COLOR") != "" }

// asciiOf reports whether the locale of an environment is one that knows only
// ASCII, by its name. Where none is named it is not: most who start a program
// without one have terminals in UTF-8.
func asciiOf(environ uv.Environ) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := environ.Getenv(name); locale != "" {
			return locale == "C" || locale == "POSIX"
		}
	}
	return false
}
