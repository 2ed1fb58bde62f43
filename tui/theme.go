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

type themeChoice struct {
	session *views.Session
	theme   themes.AdaptiveTheme
	find    func(name string) (themes.AdaptiveTheme, error) // nil if there are only the built-in ones
	dark    bool
	colors  int // as [themes.AdaptiveTheme.On] takes them
	// unseen is set until the background is known or groundWait has passed: meanwhile text has its
	// own colour, which is readable on any.
	unseen bool
}

type backgroundUnknown struct{}

// groundWait is how long a terminal may take to report its background: few never do, and a slow
// line needs more than the questions at the start.
const groundWait = 2 * time.Second

func (w *themeChoice) askBackground() tea.Cmd {
	w.unseen = true
	w.dressSession()
	return tea.Batch(tea.RequestBackgroundColor, tea.Tick(groundWait, func(time.Time) tea.Msg { return backgroundUnknown{} }))
}

type themeLoaded struct {
	set themes.AdaptiveTheme
	err error
}

func (w *themeChoice) handleMessage(msg tea.Msg) (cmd tea.Cmd, known bool) {
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
	case views.ChangeTheme:
		return func() tea.Msg {
			set, err := w.themeNamed(msg.Theme)
			return themeLoaded{set, err}
		}, true
	case themeLoaded:
		if msg.err != nil {
			return w.session.ShowError(msg.err.Error()), true
		}
		w.theme = msg.set
		w.session.ShowText("theme: " + msg.set.Name)
	default:
		return nil, false
	}
	w.dressSession()
	return w.session.Refresh(), true
}

func (w *themeChoice) themeNamed(themeName string) (themes.AdaptiveTheme, error) {
	if w.find != nil {
		return w.find(themeName)
	}
	set, ok := themes.Named(themeName)
	if !ok {
		return set, fmt.Errorf("%q is not a theme", themeName)
	}
	return set, nil
}

var colorCounts = map[colorprofile.Profile]int{colorprofile.TrueColor: 1 << 24, colorprofile.ANSI256: 256, colorprofile.ANSI: 16}

func (w *themeChoice) dressSession() {
	w.session.Theme = w.theme.On(w.dark, loaders.IfElse(w.unseen, 2, w.colors))
}

// colorsOf returns at most ASCII, without colours, if NO_COLOR is set, or if the terminal's name
// belongs to those without colours and COLORTERM is not set.
func colorsOf(terminalOut *os.File, environment uv.Environ) colorprofile.Profile {
	p, term := colorprofile.Detect(terminalOut, environment), environment.Getenv("TERM")
	old := environment.Getenv("COLORTERM") == "" && (slices.Contains(colourless, term) || strings.HasSuffix(term, "-m"))
	if p > colorprofile.ASCII && (old || environment.Getenv("NO_COLOR") != "") { // https://no-color.org
		return colorprofile.ASCII
	}
	return p
}

var colourless = []string{"vt52", "vt100", "vt102", "vt220", "vt320", "vt420", "xterm-mono"}

func asciiOf(environment uv.Environ) bool {
	locale := cmp.Or(environment.Getenv("LC_ALL"), environment.Getenv("LC_CTYPE"), environment.Getenv("LANG"))
	return locale == "C" || locale == "POSIX"
}
