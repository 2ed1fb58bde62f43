package widget

import (
	"image"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/loadertest/check"
)

// A long text is scrolled to the lines that have what is searched for.
func TestNoteSearch(t *testing.T) {
	words := strings.Repeat("many words that say little ", 200)
	n := &NotePopup{Name: "a", Text: [][2]string{{"question", words + "NEEDLE " + words + "needle"}}, Close: func() tea.Cmd { return nil }}
	n.Resize(image.Rect(0, 0, 80, 20))
	press := func(keys ...string) {
		for _, key := range keys {
			for _, a := range Bind(n.Actions(), nil) {
				if !n.Typing() && len(a.Keys) > 0 && a.Keys[0] == key {
					a.Run()
				}
			}
		}
	}
	press("/")
	if !n.Typing() {
		t.Fatal("nothing can be typed")
	}
	for _, c := range "needle" {
		n.Update(tea.KeyPressMsg{Code: c, Text: string(c)})
	}
	n.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if n.Typing() || len(n.found) != 2 || n.top != n.found[0] {
		t.Fatalf("found %v, at %d", n.found, n.top)
	}
	last := n.found[1]
	press("enter")
	if top := n.top; last < top || last >= top+n.page {
		t.Errorf("the second match, in line %d, is not among those from %d on", last, top)
	}
	press("enter")
	check.Equal(t, "top line", n.top, n.found[0])
}
