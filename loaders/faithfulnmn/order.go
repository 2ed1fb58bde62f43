package faithfulnmn

import (
	"hash/maphash"
	"sync"

	"github.com/tidwall/gjson"
)

// recordNumbering numbers records with the same image_id, which does not name the sentence, in file order, so
// that a number never depends on what was viewed first.
type recordNumbering struct {
	raw func(i int) ([]byte, error)

	sync.Mutex
	seed maphash.Seed
	// seen counts by a hash of image_id, and ordinal stops at 65,535: a run has millions of
	// records.
	seen    map[uint64]uint16
	ordinal []uint16 // by record, from 1
}

// ordinalOf keeps hashes, because a run may have a million ids. It counts from 1 up to 65,535, and
// fails if a record before i can't be read.
func (o *recordNumbering) ordinalOf(i int) (int, error) {
	o.Lock()
	defer o.Unlock()
	for n := len(o.ordinal); n <= i; n++ {
		b, err := o.raw(n)
		if err != nil {
			return 0, err
		}
		id := maphash.String(o.seed, gjson.GetBytes(b, "image_id").String())
		o.seen[id] = max(o.seen[id], o.seen[id]+1)
		o.ordinal = append(o.ordinal, o.seen[id])
	}
	return int(o.ordinal[i]), nil
}
