package commands

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"time"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

// TestServersAreNotHeard scores a run from a server that goes on talking after
// its answers, which Go's client logs.
func TestServersAreNotHeard(t *testing.T) {
	run := strings.Repeat(programtest.OneExample, 5000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s%s", len(run), run, "\x1b]0;over the screen\x07")
		time.Sleep(100 * time.Millisecond)
	}))
	defer server.Close()
	cmd := exec.Command("faithscope", "score", server.URL+"/run.jsonl", "--no-intervals", "--no-cache")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	check.Lacks(t, stderr.String()+stdout.String(), "over the screen")
}
