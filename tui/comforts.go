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

	"faithscope/loaders"
)

// The comforts of a terminal, used only if the terminal is known to have them.
const (
	inTab     = "progress" // long work is shown in its tab or on the taskbar (OSC 9;4)
	notified  = "notify"   // a notification says that long work is done
	withLinks = "links"    // paths lead to their files (OSC 8)
)

// Comforts returns the names that [Preferences] accepts as Without.
func Comforts() []string { return []string{inTab, notified, withLinks} }

type terminalExtras struct {
	without []string // those that the user does without
	name    string   // the terminal's name and version, as it reports them; "" if it has not
	away    bool     // the terminal has lost the focus
	began   time.Time
	now     time.Time         // both of the work under way, by ticks; zero without work
	leads   map[string]string // where paths lead to, "" for nowhere
}

func (c *terminalExtras) isOn(comfortName string) bool {
	return !slices.Contains(c.without, comfortName)
}

// fileLink returns the absolute file: address of path with this machine's name, because the
// terminal may be on another; "" without such a file or name. c.leads caches the answers and is
// emptied above mostLeads.
func (c *terminalExtras) fileLink(path string) string {
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

const mostLeads = 1000

const (
	// leastShown is for the tab, leastNotified for notifications.
	leastShown    = time.Second
	leastNotified = 30 * time.Second
)

// Update sees a message before the program. It returns the notification to send, or nil.
func (c *terminalExtras) Update(msg tea.Msg, watchedWork *progressWatch) tea.Cmd {
	switch msg := msg.(type) {
	case tea.BlurMsg:
		c.away = true
	case tea.FocusMsg:
		c.away = false
	case tea.TerminalVersionMsg:
		if c.name == "" { // in tmux a later one is of the terminal around it
			c.name = loaders.Clean(msg.Name)
		}
	case clockTick:
		return c.watchWork(msg.at, watchedWork)
	case runScored:
		return c.watchWork(c.now, watchedWork)
	}
	return nil
}

// watchWork notifies only while the terminal has no focus: somebody who looks at it sees the end.
func (c *terminalExtras) watchWork(now time.Time, watchedWork *progressWatch) tea.Cmd {
	c.now = now
	if len(watchedWork.describePending()) > 0 {
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
	names := strings.Join(watchedWork.session.Names(), ", ")
	return tea.Raw(fmt.Sprintf(format, loaders.Clean(fmt.Sprintf("scored in %v: %.200s", took.Round(time.Second), names))))
}

// progressBar waits a second, because a bar for shorter work only flickers. nil if the extent is
// unknown or the terminal may not show it.
func (c *terminalExtras) progressBar(watchedWork *progressWatch) *tea.ProgressBar {
	k := knownOf(c.name)
	showsNone := k.progress == nil || !k.version.atLeast(k.progress...) || !c.isOn(inTab) ||
		c.began.IsZero() || c.now.Sub(c.began) < leastShown
	if showsNone {
		return nil
	}
	share, ok := watchedWork.completedShare()
	if !ok {
		return nil
	}
	return tea.NewProgressBar(tea.ProgressBarDefault, int(100*share))
}
