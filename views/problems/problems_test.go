package problems

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/viewtest"
)

func TestProblemsListsAndReads(t *testing.T) {
	session := viewtest.Sample(t)
	s := viewtest.New(t, 132, 21, session, New(&session.Data, &session.Console, nil))
	s.Want("no problems so far")
	session.Run(1).Problems.Add(
		loaders.Problem{File: "data/lexical.json", Line: 7, Example: "p-9"}.Worded("no key \x1b[2Jpassage_id; kept without a passage"))
	viewtest.ReadAll(t, session)
	s.Send(views.RefreshViews{})
	s.Want("▸ layer_count  layer_count.json", "a record without", "  lexical      lexical.json         7  p-9", "kept without a passage")
	if got := s.View.Status(); !strings.HasPrefix(got, "2 problems · layer_count · file layer_count.json") {
		t.Errorf("status is %q", got)
	}
	s.Press("j", "yt", "enter")
	if len(s.Copied) != 1 || !strings.HasPrefix(s.Copied[0].Text, "data/lexical.json:7: no key") {
		t.Errorf("copied %v", s.Copied)
	}
	note := viewtest.New(t, 80, 22, session, s.Pushed[0])
	note.Want("path      data/lexical.json", "line      7", "example   p-9", "done      kept without a passage")
	note.Press("q")
	check.Equal(t, "screens closed by q", note.Pops, 1)
}
