package tui

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
)

// The comforts of a terminal, which are used where the terminal is known or says that it has
// them.
const (
	inTab      = "progress" // long work is shown in its tab or on the taskbar (OSC 9;4)
	notified   = "notify"   // a notification says that long work is done
	withScheme = "scheme"   // it reports when the desktop becomes dark or light (mode 2031)
	withLinks  = "links"    // paths lead to their files (OSC 8)
	underMouse = "hover"    // a text that is cut is shown whole under the mouse (mode 1003)
)

// Comforts returns the names that [Wish] accepts as Without.
func Comforts() []string { return []string{inTab, notified, withScheme, withLinks, underMouse} }

// comforts uses what a terminal offers beside its screen.
type comforts struct {
	without []string // those that the user does without
	name    string   // the terminal's name and version, as it reports them; "" if it has not
	asked   bool     // whether it has mode 2031
	scheme  bool     // it has, and reports
	away    bool     // the terminal has lost the focus
	began   time.Time
	now     time.Time         // both of the work under way, by ticks; zero without work
	leads   map[string]string // where paths lead to, "" for nowhere
	over    hover
}

// isOn reports whether the user wants the comfort of a name, which is so unless they do without it.
func (c *comforts) isOn(name string) bool { return !slices.Contains(c.without, name) }

// isKnown reports whether the user wants a comfort and the terminal has reported a name: every such
// terminal either has the comfort or takes no notice of it.
func (c *comforts) isKnown(name string) bool { return c.name != "" && c.isOn(name) }

// fileLink returns the absolute file: address of path with the name of this machine, since the
// terminal may be on another; "" if there is no such file or the machine has no name. The answers,
// "" too, are kept in c.leads, which is emptied when it holds more than mostLeads.
func (c *comforts) fileLink(path string) string {
	to, found := c.leads[path]
	if found {
		return to
	}
	if c.leads == nil || len(c.leads) > mostLeads {
		c.leads = map[string]string{}
	}
	whole, err := filepath.Abs(path)
	if err == nil {
		_, err = os.Stat(whole)
	}
	if host, unknown := os.Hostname(); err == nil && unknown == nil {
		to = (&url.URL{Scheme: "file", Host: host, Path: filepath.ToSlash(whole)}).String()
	}
	c.leads[path] = to
	return to
}

// mostLeads bounds the paths whose files are known.
const mostLeads = 1000

const (
	// leastShown is how long work must have gone on to be shown in the tab, and
	// leastNotified for its end to be worth a notification.
	leastShown    = time.Second
	leastNotified = 30 * time.Second
)

// Update takes a message before the program does: it notes the focus, the terminal's name and when
// work begins and ends, and returns what to send to the terminal, such as a notification or a
// question about the desktop's scheme; nil for nothing.
func (c *comforts) Update(msg tea.Msg, of *watch) tea.Cmd {
	switch msg := msg.(type) {
	case tea.BlurMsg:
		c.away = true
	case tea.FocusMsg:
		c.away = false
	case tea.TerminalVersionMsg:
		if c.name == "" { // in tmux a later one is of the terminal around it
			c.name = loaders.Clean(msg.Name)
		}
		return c.askScheme()
	case tick:
		return c.watchWork(msg.at, of)
	case scored:
		return c.watchWork(c.now, of)
	}
	return c.followScheme(msg)
}

// followScheme turns on the reports about the desktop's scheme when the terminal says that it has
// them, and again when the program resumes. At a report it asks for the background's colour. It
// returns nil for other messages.
func (c *comforts) followScheme(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.ModeReportMsg:
		saysScheme := msg.Mode == ansi.ModeLightDark && c.isOn(withScheme) && (msg.Value.IsSet() || msg.Value == ansi.ModeReset)
		if saysScheme {
			c.scheme = true
			return tea.Raw(ansi.SetModeLightDark)
		}
	case tea.ResumeMsg:
		if c.scheme {
			return tea.Raw(ansi.SetModeLightDark)
		}
	case uv.DarkColorSchemeEvent, uv.LightColorSchemeEvent:
		if c.scheme { // its theme may have another background than the desktop
			return tea.RequestBackgroundColor
		}
	}
	return nil
}

// askScheme returns the question whether the terminal reports the desktop's scheme, once, and only
// for a terminal that has a name: others may print the question. Else it returns nil.
func (c *comforts) askScheme() tea.Cmd {
	if c.asked || c.name == "" || !c.isOn(withScheme) {
		return nil
	}
	c.asked = true
	return tea.Raw(ansi.RequestModeLightDark)
}

// endReports returns the sequence that ends the reports about the scheme, to be written before the
// terminal is somebody else's; "" if they are not on.
func (c *comforts) endReports() string {
	if c.scheme {
		return ansi.ResetModeLightDark
	}
	return ""
}

// watchWork notes when work begins and ends. When work of 30 seconds or more ends while the
// terminal has no focus, it returns the notification, if the terminal is known to have any and the
// user wants them; else nil.
func (c *comforts) watchWork(now time.Time, of *watch) tea.Cmd {
	c.now = now
	if len(of.describePending()) > 0 {
		if c.began.IsZero() {
			c.began = now
		}
		return nil
	}
	took := now.Sub(c.began)
	long := !c.began.IsZero() && took >= leastNotified
	c.began = time.Time{}
	format := knownOf(c.name).notify
	isUnwanted := !long || !c.away || format == "" || !c.isOn(notified)
	if isUnwanted {
		return nil
	}
	names := strings.Join(of.session.Names(), ", ")
	return tea.Raw(fmt.Sprintf(format, loaders.Clean(fmt.Sprintf("scored in %v: %.200s", took.Round(time.Second), names))))
}

// progressBar returns the completed share of the work, to show in the tab. It returns nil without
// work, in its first second, if its extent is unknown, and if the terminal is not known to show it.
func (c *comforts) progressBar(of *watch) *tea.ProgressBar {
	k := knownOf(c.name)
	showsNone := k.progress == nil || !k.version.atLeast(k.progress...) || !c.isOn(inTab) ||
		c.began.IsZero() || c.now.Sub(c.began) < leastShown
	if showsNone {
		return nil
	}
	share, ok := of.completedShare()
	if !ok {
		return nil
	}
	return tea.NewProgressBar(tea.ProgressBarDefault, int(100*share))
}
