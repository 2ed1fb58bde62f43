package loaders

import "github.com/hashicorp/golang-lru/v2/simplelru"

// Recent keeps the values that were used last, up to a number and a sum of
// bytes. It is not safe for concurrent use, and not copied after first use.
type Recent[K comparable, V any] struct {
	Most  int // values kept, 1 at least
	Bytes int // that they may have in sum; 0 for no bound
	Least int // values kept whatever their size

	kept  *simplelru.LRU[K, sized[V]] // nil before the first
	bytes int
}

type sized[V any] struct {
	value V
	bytes int
}

// Use returns the value of key, which becomes the one used last; ok is false if it is not kept.
func (r *Recent[K, V]) Use(key K) (value V, ok bool) {
	if r.kept != nil {
		r.kept.Get(key)
	}
	return r.Peek(key)
}

// Peek returns the value of key as [Recent.Use] does, but leaves the order of use as it is.
func (r *Recent[K, V]) Peek(key K) (value V, ok bool) {
	if r.kept == nil {
		return value, false
	}
	of, ok := r.kept.Peek(key)
	return of.value, ok
}

// Add keeps a value that takes this many bytes, in place of an older one of its key, as the one
// used last. Then it drops those used longest ago while there are more than Most, or while their
// bytes exceed Bytes and there are more than Least.
func (r *Recent[K, V]) Add(key K, value V, bytes int) {
	if r.kept == nil {
		r.kept, _ = simplelru.NewLRU(max(r.Most, 1), func(_ K, old sized[V]) { r.bytes -= old.bytes }) // it fails below 1
	}
	r.kept.Remove(key)
	r.kept.Add(key, sized[V]{value, bytes})
	for r.bytes += bytes; r.Bytes > 0 && r.bytes > r.Bytes && r.kept.Len() > r.Least; {
		r.kept.RemoveOldest()
	}
}
