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

// readReply returns up to 1024 bytes as soon as there are any. A read error comes with the bytes
// read. ctx must have a deadline.
func readReply(ctx context.Context, in *os.File) ([]byte, error) {
	fds := []unix.PollFd{{Fd: int32(in.Fd()), Events: unix.POLLIN}}
	end, _ := ctx.Deadline()
	for ctx.Err() == nil {
		// Short, because a cancelled context does not wake the poll.
		n, err := unix.Poll(fds, int(min(max(time.Until(end), 0), 20*time.Millisecond)/time.Millisecond)+1)
		if err != nil && !errors.Is(err, unix.EINTR) {
			return nil, err
		}
		if n > 0 && err == nil {
			buf := make([]byte, 1024)
			n, err := in.Read(buf)
			return buf[:n], err
		}
	}
	return nil, ctx.Err()
}

func windowOf(out *os.File) Window {
	ws, err := unix.IoctlGetWinsize(int(out.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return Window{}
	}
	return Window{image.Pt(int(ws.Col), int(ws.Row)), image.Pt(int(ws.Xpixel), int(ws.Ypixel))}
}
