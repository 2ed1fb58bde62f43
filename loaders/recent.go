package loaders

import "container/list"

// RecentValues keeps the values used last, up to a number and a sum of bytes. It isn't safe for
// concurrent use; don't copy it.
type RecentValues[K comparable, V any] struct {
	Most  int
	Bytes int // of all values; 0 for no bound
	Least int // values kept whatever their size

	used  list.List // of *recentEntry, the last used first
	at    map[K]*list.Element
	bytes int
}

type recentEntry[K comparable, V any] struct {
	key   K
	value V
	bytes int
}

// Use returns cacheKey's value and makes it the last used; ok is false if it isn't kept.
func (r *RecentValues[K, V]) Use(cacheKey K) (value V, ok bool) {
	if e, ok := r.at[cacheKey]; ok {
		r.used.MoveToFront(e)
	}
	return r.Peek(cacheKey)
}

// Peek is [RecentValues.Use] without changing the order of use.
func (r *RecentValues[K, V]) Peek(cacheKey K) (value V, ok bool) {
	e, ok := r.at[cacheKey]
	if !ok {
		return value, false
	}
	return e.Value.(*recentEntry[K, V]).value, true
}

// Add keeps or replaces a value as the last used. It then drops those used longest ago while there
// are more than Most, or their bytes exceed Bytes and there are more than Least.
func (r *RecentValues[K, V]) Add(cacheKey K, cachedValue V, byteCount int) {
	if e, ok := r.at[cacheKey]; ok {
		r.remove(e)
	}
	if r.at == nil {
		r.at = map[K]*list.Element{}
	}
	r.at[cacheKey] = r.used.PushFront(&recentEntry[K, V]{cacheKey, cachedValue, byteCount})
	r.bytes += byteCount
	for n := r.used.Len(); n > r.Most || n > r.Least && r.Bytes > 0 && r.bytes > r.Bytes; n-- {
		r.remove(r.used.Back())
	}
}

func (r *RecentValues[K, V]) remove(e *list.Element) {
	old := r.used.Remove(e).(*recentEntry[K, V])
	delete(r.at, old.key)
	r.bytes -= old.bytes
}
