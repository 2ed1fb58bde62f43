package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/tui"
	"faithscope/tui/screen/screentest"
	"faithscope/views"
)

// crashing is the program with a mistake in it: choosing a theme panics.
func crashing() { os.Exit(crash()) }

func crash() int {
	ctx, release := untilSignal(context.Background())
	defer release()
	runs, err := openDemo(ctx)
	if err == nil {
		s := &views.Session{Settings: scoring.Defaults(), Themes: []string{"other"}}
		for _, run := range runs {
			s.Runs = append(s.Runs, session.New(run, session.Protocols()))
		}
		err = tui.Run(ctx, tui.Options{Session: s, OpenTheme: func(string) (themes.Set, error) { panic("a mistake made on purpose") }})
	}
	return exitCode(ctx, os.Stderr, err)
}

func TestCrashLeavesAReport(t *testing.T) {
	dir := t.TempDir()
	script := `echo before it; a=$(stty -g); faithscope-crashing; echo "code $?"; b=$(stty -g); [ "$a" = "$b" ] && echo line is restored; read x`
	cmd := exec.Command("sh", "-c", script)
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	term := screentest.Start(t, wide, cmd)
	term.WaitFor("lexical-wide")
	term.Type(":theme other")
	time.Sleep(100 * time.Millisecond)
	term.Type("\r")
	term.WaitFor("line is restored")
	text := term.Text()
	for _, says := range []string{"before it", "code 2", "a mistake made on purpose", "faithscope-crash-"} {
		if !strings.Contains(text, says) {
			t.Errorf("%q is not on screen afterwards:\n%s", says, text)
		}
	}
	if strings.Contains(text, "goroutine") || strings.Contains(text, "Overview") {
		t.Errorf("the screen afterwards:\n%s", text)
	}
	reports, err := filepath.Glob(filepath.Join(dir, "faithscope-crash-*.txt"))
	if err != nil || len(reports) != 1 {
		t.Fatalf("reports: %v, %v", reports, err)
	}
	report, err := os.ReadFile(reports[0])
	if err != nil || !strings.Contains(string(report), "crash_test.go") || !strings.Contains(string(report), "a mistake made on purpose") {
		t.Errorf("the report does not say where: %v\n%s", err, report)
	}
}
