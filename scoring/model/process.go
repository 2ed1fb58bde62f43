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

type modelProcess struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      chan []byte
	ended    chan struct{}
	read     chan struct{}
	failed   error
	stderr   outputTail
	declared *Declaration
}

func spawnProcess(commandWords []string, maxLineBytes int) (*modelProcess, error) {
	p := &modelProcess{cmd: exec.Command(commandWords[0], commandWords[1:]...), out: make(chan []byte), ended: make(chan struct{}),
		read: make(chan struct{})}
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
	go p.readLines(out, maxLineBytes)
	return p, nil
}

func (p *modelProcess) readLines(processOutput io.Reader, maxLineBytes int) {
	defer close(p.read)
	defer close(p.out)
	r := bufio.NewReaderSize(processOutput, 1<<16)
	for {
		var line []byte
		for more := true; more; {
			part, err := r.ReadSlice('\n')
			line = append(line, part...)
			more = errors.Is(err, bufio.ErrBufferFull)
			switch {
			case len(line) > maxLineBytes:
				p.failed = fmt.Errorf("it wrote a line of more than %d bytes", maxLineBytes)
				return
			case err != nil && !more:
				p.failed = errors.New("it exited")
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

func (p *modelProcess) readLine(ctx context.Context, timeLimit time.Duration) ([]byte, error) {
	timer := time.NewTimer(timeLimit)
	defer timer.Stop()
	select {
	case line, ok := <-p.out:
		if !ok {
			return nil, p.failed
		}
		return line, nil
	case <-timer.C:
		return nil, fmt.Errorf("it wrote nothing for %s", timeLimit)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// The request gets "id" first; the next line must have that id.
func (p *modelProcess) exchangeRequest(ctx context.Context, requestID int, requestLine []byte, timeLimit time.Duration) (*reply, error) {
	line := fmt.Appendf(nil, "{\"id\":%d,%s\n", requestID, requestLine[1:])
	go func() { _, _ = p.in.Write(line) }()
	answer, err := p.readLine(ctx, timeLimit)
	if err != nil {
		return nil, err
	}
	var r reply
	if json.Unmarshal(answer, &r) != nil {
		return nil, fmt.Errorf("it wrote %.80q, which is not an answer", answer)
	}
	if r.ID == nil || *r.ID != requestID {
		return nil, fmt.Errorf("it wrote %.80q, but no request with that id is waiting", answer)
	}
	return &r, nil
}

func (p *modelProcess) endGroup(maxWait time.Duration) {
	p.in.Close()
	close(p.ended)
	select {
	case <-p.read:
	case <-time.After(maxWait):
	}
	killGroup(p.cmd)
	_ = p.cmd.Wait()
}

func (p *modelProcess) explainError(err error) error {
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
