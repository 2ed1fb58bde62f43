package screentest

import (
	"io"
	"sync"
	"time"
)

// SlowLink is a slow line between the program and the terminal, such as SSH over a bad network. The
// zero Link is a direct connection.
type SlowLink struct {
	Rate  int           // bytes a second towards the terminal, 0 for no limit
	Delay time.Duration // of each direction
}

const (
	packet = 1460
	// queue is how many packets wait before writing blocks: 256 KB, as much as sockets on the way
	// would hold.
	queue = 180
)

// delayedData is data and its time of arrival at the line or, later, the terminal.
type delayedData struct {
	data []byte
	at   time.Time
}

func (l SlowLink) down(r io.Reader) io.Reader {
	if l == (SlowLink{}) {
		return r
	}
	waiting, travelling := make(chan delayedData, queue), make(chan delayedData, 1<<16)
	go func() {
		defer close(waiting)
		for {
			buf := make([]byte, packet)
			n, err := r.Read(buf)
			waiting <- delayedData{buf[:n], time.Now()}
			if err != nil {
				return
			}
		}
	}()
	go l.carry(waiting, travelling)
	out, in := io.Pipe()
	go func() {
		for p := range travelling {
			time.Sleep(time.Until(p.at))
			_, _ = in.Write(p.data) // its reader reads to the end
		}
		_ = in.Close() // of a pipe in memory
	}()
	return out
}

// carry adds up times, so that a sleep that is too long makes the line no slower.
func (l SlowLink) carry(waitingData <-chan delayedData, travellingData chan<- delayedData) {
	var free time.Time
	for p := range waitingData {
		if free.Before(p.at) {
			free = p.at
		}
		if l.Rate > 0 {
			free = free.Add(time.Duration(len(p.data)) * time.Second / time.Duration(l.Rate))
			time.Sleep(time.Until(free))
		}
		travellingData <- delayedData{p.data, free.Add(l.Delay)}
	}
	close(travellingData)
}

// uplink has only a delay, because keys and answers are short.
type uplink struct {
	delay time.Duration
	to    io.Writer
	queue chan delayedData

	mu     sync.Mutex
	closed bool
}

func newUplink(delay time.Duration, destination io.Writer) *uplink {
	u := &uplink{delay: delay, to: destination, queue: make(chan delayedData, 1<<12)}
	go func() {
		for p := range u.queue {
			time.Sleep(time.Until(p.at))
			_, _ = u.to.Write(p.data) // fails once the program has gone
		}
	}()
	return u
}

// send writes at once without a delay, else later, in order; after close it then returns
// [io.ErrClosedPipe].
func (u *uplink) send(s string) error {
	if u.delay == 0 {
		_, err := io.WriteString(u.to, s)
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return io.ErrClosedPipe
	}
	u.queue <- delayedData{[]byte(s), time.Now().Add(u.delay)}
	return nil
}

func (u *uplink) close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closed = true
	close(u.queue)
}
