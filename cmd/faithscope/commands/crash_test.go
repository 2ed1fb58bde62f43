package commands

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/demo"
	"faithscope/cmd/faithscope/ending"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/output"
	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/themes"
	"faithscope/tui"
	"faithscope/tui/screen/screentest"
	"faithscope/views"
)

// No machine has as much memory.
var (
	enormous     []byte
	enormousSize = 1 << 46
)

// crashing is the program with a bug: choosing a theme panics.
func crashing() { os.Exit(crash()) }

func crash() int {
	if os.Getenv(ending.Monitoring) != "" {
		return ending.Monitor(output.Version)
	}
	ctx, release := ending.UntilSignal(context.Background())
	defer release()
	runs, err := demo.Open(ctx, opening.Formats)
	if err == nil {
		themed := views.Console{Themes: []string{"other", "goroutine", "memory"}}
		s := &views.Session{Data: views.Data{Settings: scoring.Defaults()}, Console: themed}
		for _, run := range runs[:1] {
			s.Runs = append(s.Runs, session.New(run, session.Protocols()))
		}
		mistake := func(how string) (themes.AdaptiveTheme, error) {
			switch how {
			case "goroutine":
				go panic("a mistake made on purpose")
				select {}
			case "memory":
				enormous = make([]byte, enormousSize)
			}
			panic("a mistake made on purpose")
		}
		ending.Monitored()()
		err = tui.Run(ctx, tui.Options{Session: s, OpenTheme: mistake})
	}
	return exitCode(ctx, os.Stderr, err)
}

func crashTerminal() screentest.TerminalConfig {
	c := programtest.Wide
	c.Crash = true
	return c
}

func TestCrashLeavesAReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := `echo before it; a=$(stty -g); faithscope-crashing; echo "code $?"; b=$(stty -g); [ "$a" = "$b" ] && echo line is ` +
		`restored; read x`
	cmd := exec.Command("sh", "-c", script)
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	term := screentest.Start(t, crashTerminal(), cmd)
	term.WaitFor("5 Results")
	term.Walk(":theme other", ":theme other", "\r", "line is restored")
	text := term.Text()
	check.Contains(t, text, "before it", "code 2", "a mistake made on purpose", "faithscope-crash-")
	if strings.Contains(text, "goroutine") || strings.Contains(text, "5 Results") {
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

// What Bubble Tea cannot recover from leaves the terminal as it was, too.
func TestFatalCrashRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	for how, says := range map[string]string{"goroutine": "a mistake made on purpose",
		"memory": "\n\nout of memory, in faithscope/cmd/faithscope/commands.crash"} {
		t.Run(how, func(t *testing.T) {
			dir := t.TempDir()
			script := `echo before it; a=$(stty -g); faithscope-crashing 2>trace; echo $? >code; for i in $(seq 200); do b=$(stty -g); if [ "$a" ` +
				`= "$b" ]; then echo line is restored; break; fi; sleep .1; done; read x`
			cmd := exec.Command("sh", "-c", script)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+dir)
			term := screentest.Start(t, crashTerminal(), cmd)
			term.WaitFor("5 Results")
			term.Walk(":theme "+how, ":theme "+how, "\r", "line is restored")
			check.Contains(t, term.Text(), "before it")
			// What the shell prints before the screen is back goes with the other one.
			if code, err := os.ReadFile(filepath.Join(dir, "code")); string(code) != "2\n" {
				t.Errorf("it ends with %q, %v", code, err)
			}
			term.Wait("a report that says what and where", func() bool {
				reports, err := filepath.Glob(filepath.Join(dir, "faithscope-crash-*.txt"))
				if err != nil || len(reports) > 1 {
					t.Fatalf("reports: %v, %v", reports, err)
				}
				if len(reports) == 0 {
					return false
				}
				report, err := os.ReadFile(reports[0])
				return err == nil && strings.Contains(string(report), says) && strings.Contains(string(report), "crash_test.go")
			})
		})
	}
}
