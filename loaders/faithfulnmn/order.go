package faithfulnmn

import (
	"hash/maphash"
	"sync"

	"github.com/tidwall/gjson"
)

// order numbers the records that share an image_id, which does not say which
// sentence about the pair of images is meant. It counts in file order, and reads
// what no decoder has come to yet, so that a record's number never depends on what
// was looked at first.
type order struct {
	raw func(i int) ([]byte, error)

	mu   sync.Mutex
	seed maphash.Seed
	// seen counts by a hash of image_id, and ordinal stops at 65,535: a run
	// has millions of records.
	seen    map[uint64]uint16
	ordinal []uint16 // of record i among those with its image_id, from 1
	// ahead are the hashes of records behind those, which their decoders noted.
	ahead map[int]uint64
}

func newOrder(raw func(i int) ([]byte, error)) order {
	return order{raw: raw, seed: maphash.MakeSeed(), seen: map[uint64]uint16{}, ahead: map[int]uint64{}}
}

// note takes the identity of record i from its bytes, so that they need not be
// read again.
func (o *order) note(i int, record []byte) {
	o.mu.Lock()
	known := i < len(o.ordinal)
	o.mu.Unlock()
	if known {
		return
	}
	id := o.hash(record)
	o.mu.Lock()
	defer o.mu.Unlock()
	if i >= len(o.ordinal) {
		o.ahead[i] = id
	}
}

func (o *order) hash(record []byte) uint64 {
	return maphash.String(o.seed, gjson.GetBytes(record, "image_id").String())
}

// of returns the ordinal of record i, and has read all records up to it.
func (o *order) of(i int) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for n := len(o.ordinal); n <= i; n++ {
		id, noted := o.ahead[n]
		if delete(o.ahead, n); !noted {
			b, err := o.raw(n)
			if err != nil {
				return 0, err
			}
			id = o.hash(b)
		}
		o.seen[id] = max(o.seen[id], o.seen[id]+1)
		o.ordinal = append(o.ordinal, o.seen[id])
	}
	return int(o.ordinal[i]), nil
}
