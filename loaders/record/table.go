package record

import (
	"context"
	"math"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// Table is a companion by id: gold, questions, scene graphs of an example or a picture. It keeps
// ids and places and reads entries on demand. It is safe for concurrent use; nil has no entries.
type Table struct {
	Path     string
	elements *index.Elements
	problems *loaders.Problems
	stop     context.CancelFunc
	done     chan struct{}

	found loaders.Growth // ids
	mu    sync.Mutex
	at    map[string]int32
}

// Has reports whether an entry exists. It waits until that is found or all are.
func (t *Table) Has(id string) bool {
	_, ok := t.findEntry(id)
	return ok
}

// findEntry waits for the element called id.
func (t *Table) findEntry(id string) (i int, ok bool) {
	if t == nil {
		return 0, false
	}
	for {
		n, all := t.found.Len(), t.found.Complete()
		t.mu.Lock()
		at, ok := t.at[id]
		t.mu.Unlock()
		if ok || all || id == "" {
			return int(at), ok
		}
		_ = t.found.Wait(context.Background(), n+1) // it ends with the search
	}
}

// Len waits for all entries and counts them.
func (t *Table) Len() int {
	_ = t.found.Wait(context.Background(), math.MaxInt) // it ends with the search
	return len(t.at)
}

// Close stops the search for entries, waits for its end and closes the file.
func (t *Table) Close() error {
	t.stop()
	<-t.done
	return t.elements.Close()
}
