package views

import lru "github.com/hashicorp/golang-lru/v2"

// mostRecent is small because a comparison of long runs takes megabytes.
const mostRecent = 32

// ResultCache keeps the last results that screens computed, by everything they depend on, for screens
// that are opened again. It may be used by several goroutines; nil keeps nothing.
type ResultCache struct{ results *lru.Cache[any, any] }

// NewRecent returns an empty one.
func NewRecent() *ResultCache {
	results, _ := lru.New[any, any](mostRecent) // fails only for a size below 1
	return &ResultCache{results}
}

// Result returns what [ResultCache.AddResult] kept under the key.
func (r *ResultCache) Result(cacheKey any) (result any, ok bool) {
	if r == nil {
		return nil, false
	}
	return r.results.Get(cacheKey)
}

// AddResult replaces the oldest result if there are too many.
func (r *ResultCache) AddResult(cacheKey, cachedResult any) {
	if r != nil {
		r.results.Add(cacheKey, cachedResult)
	}
}
