package faithfulnmn

import (
	"context"
	"fmt"
	"hash/maphash"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
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

// carriesGold reports whether a record has a gold box list for any action.
func carriesGold(record []byte) bool {
	found := false
	gjson.GetBytes(record, "gold_box").ForEach(func(_, action gjson.Result) bool {
		found = action.IsArray() && strings.Trim(action.Raw, "[] \t\r\n") != "" || action.Get("#").Int() > 0
		return !found
	})
	return found
}

// survey reads the identity of every record in the background and, where
// gold is joined, reports the annotated identifiers that no record has.
func (r *reader) survey(ctx context.Context, joined bool) {
	matched := map[string]bool{}
	for i := 0; ; i++ {
		if r.run.Wait(ctx, i+1) != nil {
			return
		}
		if i >= r.run.Len() {
			break
		}
		if _, err := r.order.of(i); err != nil {
			return
		}
		if joined && r.match(i, matched) != nil {
			return
		}
	}
	if joined {
		addAll(&r.run.Problems, r.gold().unmatched(matched))
	}
}

func (r *reader) match(i int, matched map[string]bool) error {
	b, err := r.run.Raw(i)
	if err != nil {
		return err
	}
	id := gjson.GetBytes(b, "image_id").String()
	for _, c := range r.gold().byImage[id] {
		if !matched[c.identifier] && c.speaksOf(gjson.GetBytes(b, "utterance").String()) {
			matched[c.identifier] = true
		}
	}
	return nil
}

// listed bounds how many names one problem lists.
const listed = 20

func list(names []string) string {
	if len(names) <= listed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:listed], ", "), len(names)-listed)
}

// unmatched reports the identifiers that no record matches, a problem per
// file.
func (g *goldFiles) unmatched(matched map[string]bool) []loaders.Problem {
	var problems []loaders.Problem
	for _, f := range g.files {
		var names []string
		for _, id := range f.Identifiers {
			if !f.Incorrect[id] && !matched[id] {
				names = append(names, id)
			}
		}
		if len(names) > 0 {
			problems = append(problems, loaders.Problem{
				File: f.Path,
				What: fmt.Sprintf("%d of %d annotated identifiers match no record: %s", len(names), len(f.Identifiers), list(names)),
				Done: "their gold is not used",
			})
		}
	}
	return problems
}
