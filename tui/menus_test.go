package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/loadertest/check"
)

// Also in 80 columns, where the footer has little room.
func TestMenusKeepTheirVerbs(t *testing.T) {
	d := drive(t, twoRuns(2), 80, 24)
	d.keys("g")
	check.Contains(t, d.screen(), "r  run", "a  annotators", "t  annotator agreement", "w  work", "h  guide to the run     not now: only")
	if !strings.HasSuffix(strings.TrimSpace(d.screen()), "q back") {
		t.Errorf("the footer has room for more:\n%s", d.screen())
	}
}

// A terminal that isn't raw yet turns enter into a line feed.
func TestEnterTypedAheadOpens(t *testing.T) {
	d := drive(t, twoRuns(2), 80, 24)
	d.keys("2")
	d.send(tea.KeyPressMsg{Code: 'j', Mod: tea.ModCtrl})
	if len(d.views) != 2 {
		t.Errorf("%q:\n%s", d.crumbs(), d.screen())
	}
}
