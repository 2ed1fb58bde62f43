package commands

import (
	"cmp"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime/pprof"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders/files/writer"
	"faithscope/views"
)

// pageText returns the command that writes text, which must have no control characters, to a
// read-only file of its own, and hands the terminal to the person's pager with it: $PAGER, else
// $EDITOR, else less. Then the file is removed and [views.Redraw] sent; what fails is shown as an
// error.
func pageText(text string) tea.Cmd {
	return func() tea.Msg {
		file, err := writer.Temporary("", "record-*.json")
		if err != nil {
			return views.ErrorFlash("not shown: " + err.Error())
		}
		_, err = file.WriteString(text + "\n")
		return pageFile(file.Name(), errors.Join(err, file.Chmod(0o400), file.Close()))()
	}
}

// pageFile returns the command that hands the terminal to the person's pager with a file, and removes
// the file when that has ended. written is why the file may be incomplete, nil for no reason.
func pageFile(path string, written error) tea.Cmd {
	words := append(strings.Fields(cmp.Or(strings.TrimSpace(os.Getenv("PAGER")), strings.TrimSpace(os.Getenv("EDITOR")), "less")), path)
	reader := pager{exec.Command(words[0], words[1:]...)}
	reader.Stdin, reader.Stdout, reader.Stderr = os.Stdin, os.Stdout, os.Stderr // the program's come between
	return tea.Exec(reader, func(failed error) tea.Msg {
		redraw := views.Send(views.Redraw{})
		if err := errors.Join(written, failed, os.Remove(path)); err != nil {
			return tea.BatchMsg{redraw, views.Send(views.ErrorFlash("not shown: " + err.Error()))}
		}
		return redraw()
	})
}

// pager is a program that has the terminal for a while.
type pager struct{ *exec.Cmd }

// Run runs the pager to its end when Bubble Tea has stopped drawing. That (2.0.10, 2.1.1) does not
// wait for it, and where the pager ends sooner it starts to draw again and then stops for good.
func (p pager) Run() error {
	for isDrawing() {
		time.Sleep(time.Millisecond)
	}
	return p.Cmd.Run()
}

// isDrawing reports whether Bubble Tea's renderer, of any program in this process, is running.
func isDrawing() bool {
	var stacks strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&stacks, 1) // a builder takes all
	return strings.Contains(stacks.String(), "(*Program).startRenderer")
}

// SetStdin, SetStdout and SetStderr leave the pager the terminal itself.
func (pager) SetStdin(io.Reader)  {}
func (pager) SetStdout(io.Writer) {}
func (pager) SetStderr(io.Writer) {}
