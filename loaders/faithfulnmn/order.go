package faithfulnmn

import (
	"fmt"
	"hash/maphash"
	"sync"

	"github.com/tidwall/gjson"
)

// order numbers the records that share an image_id, which does not say which
// sentence about the pair of images is meant. It reads ahead of the decoder,
// in file order, so that a record's number never depends on what was looked
// at first.
type order struct {
	raw func(i int) ([]byte, error)

	mu   sync.Mutex
	seed maphash.Seed
	// seen counts by a hash of image_id, and ordinal stops at 65,535: a run
	// has millions of records.
	seen    map[uint64]uint16
	ordinal []uint16 // of record i among those with its image_id, from 1
}

// of returns the ordinal of record i, and has read all records up to it.
func (o *order) of(i int) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.seen == nil {
		o.seed, o.seen = maphash.MakeSeed(), map[uint64]uint16{}
	}
	for len(o.ordinal) <= i {
		b, err := o.raw(len(o.ordinal))
		if err != nil {
			return 0, err
		}
		id := maphash.String(o.seed, gjson.GetBytes(b, "image_id").String())
		o.seen[id] = max(o.seen[id], o.seen[id]+1)
		o.ordinal = append(o.ordinal, o.seen[id])
	}
	return int(o.ordinal[i]), nil
}

// id makes image_id unique: the second record of dev-788-3 is dev-788-3#2.
func (o *order) id(i int, imageID string) string {
	n, err := o.of(i)
	if err != nil || n < 2 || imageID == "" {
		return imageID
	}
	return fmt.Sprintf("%s#%d", imageID, n)
}
