package commands

import (
	"cmp"
	"context"
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

// pageText sends [views.Redraw] afterwards, because a pager leaves the screen changed. text must have
// no control characters.
func pageText(ctx context.Context, text string) tea.Cmd {
	words := strings.Fields(cmp.Or(strings.TrimSpace(os.Getenv("PAGER")), strings.TrimSpace(os.Getenv("EDITOR")), "less"))
	reader := outputPager{exec.CommandContext(ctx, words[0], words[1:]...), text}
	reader.Stdin, reader.Stdout, reader.Stderr = os.Stdin, os.Stdout, os.Stderr // the program's would come between
	return tea.Exec(reader, func(failed error) tea.Msg {
		redraw := views.Send(views.Redraw{})
		if failed != nil {
			return tea.BatchMsg{redraw, views.Send(views.ErrorFlash("the pager failed: " + failed.Error()))}
		}
		return redraw()
	})
}

type outputPager struct {
	*exec.Cmd
	text string
}

// Run first waits until Bubble Tea has stopped drawing: Bubble Tea (2.0.10, 2.1.1) doesn't wait
// itself, and if the pager ends sooner it starts to draw again and then stops for good.
func (p outputPager) Run() error {
	for isDrawing() {
		time.Sleep(time.Millisecond)
	}
	file, err := writer.Temporary("", "record-*.json")
	if err != nil {
		return err
	}
	_, err = file.WriteString(p.text + "\n")
	if err = errors.Join(err, file.Chmod(0o400), file.Close()); err == nil {
		p.Args = append(p.Args, file.Name())
		err = p.Cmd.Run()
	}
	return errors.Join(err, os.Remove(file.Name()))
}

func isDrawing() bool {
	var stacks strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&stacks, 1) // a builder takes all
	return strings.Contains(stacks.String(), "(*Program).startRenderer")
}

// SetStdin, SetStdout and SetStderr leave the pager the terminal itself.
func (outputPager) SetStdin(io.Reader)  {}
func (outputPager) SetStdout(io.Writer) {}
func (outputPager) SetStderr(io.Writer) {}
