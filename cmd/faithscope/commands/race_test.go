package commands

import (
	"context"
	"errors"
	"image"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/tui"
	"faithscope/tui/screen/screentest"
	"faithscope/views"
)

// opens are the keys that open a screen from the runs.
var opens = []string{"5", "5jjj\r", "3", "3jj\r", "4", "!", "2", "2=", "2f", "2\r", "2\rv", "2\rww", "2\rz", "?", "x"}

// handful are keys of all screens, without those that quit faithscope or open
// a line to type on.
const handful = "jklhjj\r\t}{][nNJKLHcfwvgGzsxyuU=+-.<>2345 "

// keysOf returns so many of them, by a seed.
func keysOf(seed uint32, n int) string {
	var b strings.Builder
	for range n {
		seed = seed*1664525 + 1013904223
		b.WriteByte(handful[int(seed>>16)%len(handful)])
	}
	return b.String()
}

// Every screen, and under the race detector every one of every kind of run, with keys typed faster than commands end,
// while the terminal is resized and runs are opened again: what a command reads
// and the screen changes is found by the race detector. Without it, a mistake
// ends the program.
func TestScreensAreWalkedWhileAllChanges(t *testing.T) {
	t.Parallel()
	each, among := 8, 7 // keys on a screen, and of so many screens of a kind of run one is walked: each screen of one kind
	if programtest.Long || screentest.Raced {
		among = 1
	}
	if programtest.Long {
		each = 16
	}
	answers := newPath(t, "answers.jsonl") // of the one kind that the demo lacks
	const text = `{"faithscope":1,"run":{"name":"answers"}}
{"id":"a","question":"who","answer":{"predicted":"x","gold":"y","correct":false}}
`
	writeFile(t, answers, text)
	open := func(ctx context.Context) ([]*loaders.Run, error) {
		runs, err := demo.Open(ctx, opening.Formats)
		run, wrong := opening.Options{}.OpenOne(ctx, answers)
		return append(runs, run), errors.Join(err, wrong)
	}
	runs, err := open(t.Context())
	check.NoError(t, err)
	s := &views.Session{Data: views.Data{Settings: scoring.Defaults()}}
	s.Host.Reopen = func(ctx context.Context, run *loaders.Run, _ bool) (*loaders.Run, error) {
		again, err := open(ctx)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(again, func(r *loaders.Run) bool { return r.Name == run.Name })
		opened := again[i]
		opening.CloseAll(slices.Delete(again, i, i+1)) // or every reload reads the whole demo
		return opened, nil
	}
	defer (&screenSession{s: s}).fillSession(t.Context(), &opening.OpenedRuns{Runs: runs}, &config.DisplayFlags{})()
	s.Books, s.Host.Write, s.Host.Export = nil, nil, nil // nothing is kept of this
	ended := make(chan error, 1)
	term := screentest.Run(
		t,
		screentest.TerminalConfig{Cols: 80, Rows: 24, Cell: image.Pt(4, 8), Sixel: true},
		func(ctx context.Context, tty *os.File) {
			ended <- tui.Run(ctx, tui.Options{Session: s, In: tty, Out: tty, Resized: screentest.Resized(ctx), Mouse: true, Guest: true})
		},
	)
	term.WaitFor("layer_count")
	back := strings.Repeat("\x1b[27u", 4) + "11" // esc, of which no other sequence begins
	kinds := []string{"layer_count", "lexical-narrow", "scn-normal", "bilstm-lime", "qa-occlusion", "fol-weak", "answers"}
	for _, name := range kinds {
		term.Walk(back+":run "+name+"\r2", name+"\n")
	}
	for kind, name := range kinds {
		for i, open := range opens {
			if (kind+i)%among > 0 {
				continue
			}
			term.Type(back + ":run " + name + "\r" + open + keysOf(uint32(100*kind+i), each) + ":reload\r")
			term.Resize(80+(13*i)%40, 23+(7*i)%12)
			select {
			case err := <-ended:
				t.Fatalf("the program ends at %q of %s: %v", open, name, err)
			case <-time.After(time.Millisecond):
			}
		}
	}
	term.Type("\x03")
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(4 * screentest.Patience): // thousands of keys, under the race detector
		t.Error("the program does not end")
	}
}
