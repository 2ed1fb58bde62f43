package loaders

import "github.com/hashicorp/golang-lru/v2/simplelru"

// Bounds of the decoded examples that a run keeps. An NLVR2 example is some
// 30 KB decoded; a hostile one can be many megabytes.
const (
	cachedExamples = 256
	cachedBytes    = 64 << 20 // of their records
	cachedAtLeast  = 2        // whatever their size: the example shown, and one beside it
)

// cache keeps the examples used last. It is not safe for concurrent use.
type cache struct {
	lru   *simplelru.LRU[int, cached]
	bytes int
}

type cached struct {
	example *Example
	bytes   int
}

func newCache() cache {
	lru, err := simplelru.NewLRU[int, cached](cachedExamples+1, nil)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return cache{lru: lru}
}

func (c *cache) get(i int) *Example {
	entry, _ := c.lru.Get(i)
	return entry.example
}

func (c *cache) peek(i int) *Example {
	entry, _ := c.lru.Peek(i)
	return entry.example
}

func (c *cache) add(i int, ex *Example, bytes int) {
	if old, ok := c.lru.Peek(i); ok {
		c.bytes -= old.bytes
	}
	c.lru.Add(i, cached{ex, bytes})
	c.bytes += bytes
	for n := c.lru.Len(); n > cachedExamples || n > cachedAtLeast && c.bytes > cachedBytes; n = c.lru.Len() {
		_, oldest, _ := c.lru.RemoveOldest()
		c.bytes -= oldest.bytes
	}
}
