package model

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"faithscope/loaders"
)

type process struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      chan []byte
	ended    chan struct{}
	read     chan struct{}
	failed   error
	stderr   outputTail
	declared *Declaration
}

func spawnProcess(words []string, most int) (*process, error) {
	p := &process{cmd: exec.Command(words[0], words[1:]...), out: make(chan []byte), ended: make(chan struct{}), read: make(chan struct{})}
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = time.Second
	ownGroup(p.cmd)
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		p.in, err = p.cmd.StdinPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	go p.readLines(out, most)
	return p, nil
}

func (p *process) readLines(out io.Reader, most int) {
	defer close(p.read)
	defer close(p.out)
	r := bufio.NewReaderSize(out, 1<<16)
	for {
		var line []byte
		for more := true; more; {
			part, err := r.ReadSlice('\n')
			line = append(line, part...)
			more = errors.Is(err, bufio.ErrBufferFull)
			switch {
			case len(line) > most:
				p.failed = fmt.Errorf("it wrote a line of more than %d bytes", most)
				return
			case err != nil && !more:
				p.failed = errors.New("it ended")
				return
			}
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		select {
		case p.out <- line:
		case <-p.ended:
		}
	}
}

func (p *process) readLine(ctx context.Context, limit time.Duration) ([]byte, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case line, ok := <-p.out:
		if !ok {
			return nil, p.failed
		}
		return line, nil
	case <-timer.C:
		return nil, fmt.Errorf("it wrote nothing for %s", limit)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// The request gets "id" first; the next line must have that id.
func (p *process) exchangeRequest(ctx context.Context, id int, request []byte, limit time.Duration) (*reply, error) {
	line := fmt.Appendf(nil, "{\"id\":%d,%s\n", id, request[1:])
	go func() { _, _ = p.in.Write(line) }()
	answer, err := p.readLine(ctx, limit)
	if err != nil {
		return nil, err
	}
	var r reply
	if json.Unmarshal(answer, &r) != nil {
		return nil, fmt.Errorf("it wrote %.80q, which is not an answer", answer)
	}
	if r.ID == nil || *r.ID != id {
		return nil, fmt.Errorf("it wrote %.80q, which answers no request that is open", answer)
	}
	return &r, nil
}

func (p *process) endGroup(within time.Duration) {
	p.in.Close()
	close(p.ended)
	select {
	case <-p.read:
	case <-time.After(within):
	}
	killGroup(p.cmd)
	_ = p.cmd.Wait()
}

func (p *process) explainError(err error) error {
	if said := loaders.Clean(strings.TrimSpace(p.stderr.String())); said != "" {
		return fmt.Errorf("%w; it wrote: %s", err, said)
	}
	return err
}

// outputTail keeps the end of what was written. It is safe for concurrent use.
type outputTail struct {
	mu   sync.Mutex
	kept []byte
}

const mostTail = 4 << 10

// Write keeps the last mostTail bytes and never fails.
func (t *outputTail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b[max(0, len(b)-mostTail):]...)
	t.kept = t.kept[max(0, len(t.kept)-mostTail):]
	return len(b), nil
}

func (t *outputTail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}
