package tui

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"faithscope/loaders"
	"faithscope/themes"
	"faithscope/views"
)

type wardrobe struct {
	session *views.Session
	theme   themes.Set
	find    func(name string) (themes.Set, error) // nil if there are only the built-in ones
	dark    bool
	colors  int // as [themes.Set.On] takes them
	// unseen is set until the background is known or groundWait has passed: meanwhile text has its
	// own colour, which is readable on any.
	unseen bool
}

type backgroundUnknown struct{}

// groundWait is how long a terminal may take to report its background: few never do, and a slow
// line needs more than the questions at the start.
const groundWait = 2 * time.Second

func (w *wardrobe) askBackground() tea.Cmd {
	w.unseen = true
	w.dressSession()
	return tea.Batch(tea.RequestBackgroundColor, tea.Tick(groundWait, func(time.Time) tea.Msg { return backgroundUnknown{} }))
}

type dressed struct {
	set themes.Set
	err error
}

// handleMessage keeps the old theme if a requested one does not open.
func (w *wardrobe) handleMessage(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch msg := msg.(type) {
	case tea.ColorProfileMsg:
		w.colors = cmp.Or(colorCounts[msg.Profile], 2)
	case tea.BackgroundColorMsg:
		w.dark, w.unseen = msg.IsDark(), false
	case backgroundUnknown:
		if !w.unseen {
			return nil, true
		}
		w.unseen = false
	case views.Dress:
		return func() tea.Msg {
			set, err := w.themeNamed(msg.Theme)
			return dressed{set, err}
		}, true
	case dressed:
		if msg.err != nil {
			return w.session.ShowError(msg.err.Error()), true
		}
		w.theme = msg.set
		w.session.ShowText("theme: " + msg.set.Name)
	default:
		return nil, false
	}
	w.dressSession()
	return w.session.Post(views.Refresh{}), true
}

func (w *wardrobe) themeNamed(name string) (themes.Set, error) {
	if w.find != nil {
		return w.find(name)
	}
	set, ok := themes.Named(name)
	if !ok {
		return set, fmt.Errorf("%q is not a theme", name)
	}
	return set, nil
}

var colorCounts = map[colorprofile.Profile]int{colorprofile.TrueColor: 1 << 24, colorprofile.ANSI256: 256, colorprofile.ANSI: 16}

func (w *wardrobe) dressSession() {
	w.session.Theme = w.theme.On(w.dark, loaders.IfElse(w.unseen, 2, w.colors))
}

// colorsOf returns at most ASCII, without colours, if NO_COLOR is set, or if the terminal's name
// belongs to those without colours and COLORTERM is not set.
func colorsOf(out *os.File, environ uv.Environ) colorprofile.Profile {
	p, term := colorprofile.Detect(out, environ), environ.Getenv("TERM")
	old := environ.Getenv("COLORTERM") == "" && (slices.Contains(colourless, term) || strings.HasSuffix(term, "-m"))
	if p > colorprofile.ASCII && (old || environ.Getenv("NO_COLOR") != "") { // https://no-color.org
		return colorprofile.ASCII
	}
	return p
}

var colourless = []string{"vt52", "vt100", "vt102", "vt220", "vt320", "vt420", "xterm-mono"}

func asciiOf(environ uv.Environ) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := environ.Getenv(name); locale != "" {
			return locale == "C" || locale == "POSIX"
		}
	}
	return false
}
