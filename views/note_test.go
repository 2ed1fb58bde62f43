package views_test

import (
	"fmt"
	"strings"
	"testing"

	"faithscope/views/viewtest"
)

func TestNoteScrollsAndWraps(t *testing.T) {
	session := viewtest.Sample(t)
	words := make([]string, 400)
	for i := range words {
		words[i] = fmt.Sprintf("word%d", i)
	}
	note := session.NewNote("Problem", [][2]string{{"what", strings.Join(words, " ")}, {"done", ""}})
	s := viewtest.New(t, 80, 12, session, note)
	s.Want("what      word0 word1")
	s.Press("G")
	s.Want("word399")
	s.Without("done")
}
