//go:build unix

package tui

import (
	"context"
	"errors"
	"image"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

func readReply(ctx context.Context, terminalIn *os.File) ([]byte, error) {
	fds := []unix.PollFd{{Fd: int32(terminalIn.Fd()), Events: unix.POLLIN}}
	end, _ := ctx.Deadline()
	for ctx.Err() == nil {
		// Short, because a cancelled context does not wake the poll.
		n, err := unix.Poll(fds, int(min(max(time.Until(end), 0), 20*time.Millisecond)/time.Millisecond)+1)
		if err != nil && !errors.Is(err, unix.EINTR) {
			return nil, err
		}
		if n > 0 && err == nil {
			buf := make([]byte, 1024)
			n, err := terminalIn.Read(buf)
			return buf[:n], err
		}
	}
	return nil, ctx.Err()
}

func windowOf(terminalOut *os.File) WindowSize {
	ws, err := unix.IoctlGetWinsize(int(terminalOut.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return WindowSize{}
	}
	return WindowSize{image.Pt(int(ws.Col), int(ws.Row)), image.Pt(int(ws.Xpixel), int(ws.Ypixel))}
}
