package views

import (
	"fmt"
	"strings"
	"testing"
)

func TestNoteScrollsAndWraps(t *testing.T) {
	session := sampleSession(t)
	words := make([]string, 400)
	for i := range words {
		words[i] = fmt.Sprintf("word%d", i)
	}
	s := newScreen(t, 80, 12, session, NewNote(session, "Problem", [][2]string{{"what", strings.Join(words, " ")}, {"done", ""}}))
	s.want("what      word0 word1")
	s.press("G")
	s.want("word399")
	if strings.Contains(s.text(), "done") {
		t.Errorf("a paragraph without text is shown:\n%s", s.text())
	}
}
