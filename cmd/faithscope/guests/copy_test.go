package guests

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"slices"
	"testing"

	"faithscope/cmd/faithscope/programtest"
)

// What a guest copies reaches their own terminal over SSH, and no pager of the server is started for them.
func TestGuestCopiesAndStartsNoProgram(t *testing.T) {
	t.Parallel()
	l := serveGuests(t)
	recorded := programtest.Wide
	recorded.Record = true
	term := l.visit(t, recorded)
	term.WaitFor("logged in as alice")
	term.Walk("2", "60 of 60", "yi", "copied: 1 id")
	sent := []byte("\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte("dev-3125-1")))
	term.Wait("the id on the clipboard", func() bool { return bytes.Contains(term.Recorded(), sent) })
	term.Walk("gj", "records can't be copied here", "1:export runs.csv\r", "copied: the table")
	taken := regexp.MustCompile("\x1b]52;c;([^\x07\x1b]*)")
	term.Wait("the table on the clipboard", func() bool {
		return slices.ContainsFunc(taken.FindAllSubmatch(term.Recorded(), -1), func(match [][]byte) bool {
			text, err := base64.StdEncoding.DecodeString(string(match[1]))
			return err == nil && bytes.HasPrefix(text, []byte("run,")) && bytes.Contains(text, []byte("\ngraph_count_decont_pretrain,"))
		})
	})
	term.Walk(":export runs.parquet\r", "not copied: ")
}
