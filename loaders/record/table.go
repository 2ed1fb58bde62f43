package record

import (
	"context"
	"math"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// CompanionTable is a companion by id, such as gold or scene graphs. It keeps places and reads entries on
// demand. It is safe for concurrent use; nil has no entries.
type CompanionTable struct {
	Path     string
	elements *index.FileElements
	problems *loaders.Problems
	stop     context.CancelFunc
	done     chan struct{}

	found loaders.Growth
	mu    sync.Mutex
	at    map[string]int32
}

// Has reports whether an entry exists, once it or all are found.
func (t *CompanionTable) Has(entryID string) bool {
	_, ok := t.findEntry(entryID)
	return ok
}

func (t *CompanionTable) findEntry(entryID string) (i int, ok bool) {
	if t == nil {
		return 0, false
	}
	for {
		n, all := t.found.Len(), t.found.Complete()
		t.mu.Lock()
		at, ok := t.at[entryID]
		t.mu.Unlock()
		if ok || all || entryID == "" {
			return int(at), ok
		}
		_ = t.found.Wait(context.Background(), n+1) // it ends with the search
	}
}

// Len waits for all entries and counts them.
func (t *CompanionTable) Len() int {
	_ = t.found.Wait(context.Background(), math.MaxInt) // it ends with the search
	return len(t.at)
}

// Close ends the search for entries and closes the file.
func (t *CompanionTable) Close() error {
	t.stop()
	<-t.done
	return t.elements.Close()
}
