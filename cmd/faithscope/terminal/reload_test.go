//go:build unix

package terminal

import (
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
)

// A replaced picture is shown as it is now once its run has been opened again.
func TestProgramReloadShowsReplacedPictures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	red, blue := color.RGBA{200, 30, 30, 255}, color.RGBA{30, 30, 200, 255}
	picture := filepath.Join(dir, "a.png")
	programtest.Paint(t, picture, red)
	run := filepath.Join(dir, "run.jsonl")
	line := `{"id":"ex-0","question":"is it red?","answer":{"predicted":"yes","gold":"yes"},"images":[{"path":"a.png","width":200,` +
		`"height":100,"proposals":[[0.1,0.1,0.2,0.2]]}],` +
		`"program":[{"op":"find","text":"it","output":{"boxes":[[0.9]]},"gold":{"boxes":[[[0.1,0.1,0.2,0.2]]]}}]}` + "\n"
	check.NoError(t, os.WriteFile(run, []byte(line), 0o600))
	term := programtest.Start(t, programtest.Wide, run)
	term.WaitFor("5 Results")
	term.Walk("2", "1 of 1")
	term.Type("\r")
	term.Wait("the red picture", func() bool { return programtest.Shows(term, red) })
	programtest.Paint(t, picture, blue)
	term.Walk("q:reload\r", "reopened")
	term.Type("\r")
	term.Wait("the blue picture", func() bool { return programtest.Shows(term, blue) })
}
