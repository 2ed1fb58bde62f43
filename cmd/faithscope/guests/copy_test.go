package guests

import (
	"bytes"
	"encoding/base64"
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
	term.WaitFor("you are alice")
	term.Type("2")
	term.WaitFor("60 of 60")
	term.Type("yi")
	term.WaitFor("copied: 1 id")
	sent := []byte("\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte("dev-3125-1")))
	term.Wait("the id on the clipboard", func() bool { return bytes.Contains(term.Recorded(), sent) })
	term.Type("gj")
	term.WaitFor("there is no record to copy")
}
