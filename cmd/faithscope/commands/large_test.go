package commands

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/tui/screen/screentest"
)

// largeRun returns a run of 132,000 examples, which .ci/bench-size makes and names.
func largeRun(b *testing.B) string {
	b.Helper()
	path := os.Getenv("FAITHSCOPE_LARGE")
	if path == "" {
		b.Skip("FAITHSCOPE_LARGE names no run; .ci/bench-size makes one")
	}
	return path
}

// BenchmarkFirstScreen is the time from the start of the process until the
// overview with the run's first numbers is on a terminal: without a cache, and
// with the one of an earlier opening.
func BenchmarkFirstScreen(b *testing.B) {
	path := largeRun(b)
	for _, cache := range []string{"none", "second opening"} {
		b.Run("cache="+cache, func(b *testing.B) {
			args := []string{path}
			if cache == "none" {
				args = append(args, "--no-cache")
			} else if err := exec.Command("faithscope", "score", "--no-intervals", path).Run(); err != nil {
				b.Fatal(err)
			}
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				cmd := exec.Command("faithscope", args...)
				term := screentest.Start(b, programtest.Wide, cmd)
				term.WaitFor("5 Results")
				if cache != "none" {
					term.WaitFor("132000")
				}
				took = append(took, time.Since(start))
				b.StopTimer()
				_ = cmd.Process.Kill()
				time.Sleep(100 * time.Millisecond) // until it is gone
				b.StartTimer()
			}
			reportTimes(b, took)
		})
	}
}

// BenchmarkScrollWhileScoring is the time from a key to the moved selection on
// the terminal while all examples are being scored.
func BenchmarkScrollWhileScoring(b *testing.B) {
	cmd := exec.Command("faithscope", "--no-cache", largeRun(b))
	term := screentest.Start(b, programtest.Wide, cmd)
	term.WaitFor("5 Results")
	term.Walk("2", "▸ dev-0-0")
	selected := func() string {
		_, rest, _ := strings.Cut(term.Text(), "▸")
		id, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		return id
	}
	var took []time.Duration
	b.ResetTimer()
	for b.Loop() {
		before := selected()
		start := time.Now()
		term.Type("j")
		term.Wait("another selection", func() bool { return selected() != before })
		took = append(took, time.Since(start))
	}
	if !strings.Contains(term.Text(), "scoring") {
		b.Log("the scoring ended before the scrolling did")
	}
	reportTimes(b, took)
}

// reportTimes tells the fastest, the median and what one in twenty is above:
// a mean says little on a machine that does other things too.
func reportTimes(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(0, "ns/op")
	for name, at := range map[string]int{"fastest": 0, "median": len(took) / 2, "p95": len(took) * 95 / 100} {
		b.ReportMetric(float64(took[at].Microseconds())/1000, "ms-"+name)
	}
}
