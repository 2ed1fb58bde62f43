package session

import (
	"hash/crc32"
	"io"
	"reflect"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// evidenceArchive holds blocks' evidence on disk, in an entry of the run's cache or the draft of one. It
// is safe for concurrent use; a nil archive is empty.
type evidenceArchive struct {
	forget func() // removes the entry; nil for a draft

	mu     sync.Mutex
	body   io.ReaderAt
	draft  loaders.CacheDraft // nil for an entry, and after a failed write
	size   int64
	places []blockLocation // by block
}

// blockLocation locates a block's evidence; the zero place has none.
type blockLocation struct {
	At     int64
	Length int
	Sum    uint32
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// addBlock appends block n's bytes to the draft, unless they are there. If writing fails, it
// empties the archive, because the draft is then damaged.
func (a *evidenceArchive) addBlock(n int, b []byte) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.draft == nil || n < len(a.places) && a.places[n].Length > 0 {
		return
	}
	if _, err := a.draft.Write(b); err != nil {
		a.draft, a.places = nil, nil
		return
	}
	a.places = append(a.places, make([]blockLocation, max(0, n+1-len(a.places)))...)
	a.places[n] = blockLocation{a.size, len(b), crc32.Checksum(b, castagnoli)}
	a.size += int64(len(b))
}

func (a *evidenceArchive) placeOf(blockIndex int) (at blockLocation, ok bool) {
	if a == nil {
		return at, false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if blockIndex < len(a.places) {
		at = a.places[blockIndex]
	}
	return at, at.Length > 0
}

// blockAt returns block n's bytes; nil if there are none or they are damaged. It then removes the
// entry from the cache, so that the next opening makes a new one.
func (a *evidenceArchive) blockAt(n int) []byte {
	at, ok := a.placeOf(n)
	if !ok {
		return nil
	}
	b := make([]byte, at.Length)
	if _, err := a.body.ReadAt(b, at.At); err != nil || crc32.Checksum(b, castagnoli) != at.Sum {
		if a.forget != nil {
			a.forget()
		}
		return nil
	}
	return b
}

func (a *evidenceArchive) finishDraft(describeBlocks func(places []blockLocation) []byte) {
	a.mu.Lock()
	draft := a.draft
	a.draft = nil
	places := slices.Clone(a.places)
	a.mu.Unlock()
	if draft != nil {
		draft.Commit(describeBlocks(places))
	}
}

func (a *evidenceArchive) isOpen() bool {
	if a == nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.draft != nil
}

func (ps protocols) encodeEvidence(preparedExamples preparedList) (b []byte, memory int) {
	c := coding.Writer()
	ps.codeExamples(c, &preparedExamples)
	return c.Written(), c.Memory()
}

// decodeEvidence decodes a block into blockSize examples, nil beyond the run's end; examples is
// nil if b is damaged.
func (ps protocols) decodeEvidence(b []byte) (examples preparedList, memory int) {
	c := coding.Reader(b)
	if ps.codeExamples(c, &examples); c.End() != nil || len(examples) > blockSize {
		return nil, 0
	}
	return slices.Grow(examples, blockSize-len(examples))[:blockSize], c.Memory()
}

func (ps protocols) codeExamples(c *coding.Coder, preparedExamples *preparedList) {
	coding.List(c, preparedExamples, func(p **preparedExample) {
		if c.Reads() {
			*p = &preparedExample{evidence: make([]scoring.Evidence, len(ps))}
		}
		(*p).codeFields(c, ps)
	})
}

// codeFields writes or reads what is kept of an example. It finds the judge again on reading,
// because that follows from the evidence.
func (p *preparedExample) codeFields(c *coding.Coder, ps protocols) {
	c.AddMemory(reflect.TypeFor[preparedExample](), 1)
	c.AddMemory(reflect.TypeFor[scoring.Evidence](), len(ps))
	c.Text(&p.id)
	coding.Index(c, "verdict", &p.verdict, int(loaders.Unanswered)+1)
	c.Bool(&p.broken)
	p.shape.Fields(c)
	scoring.CodeEvidence(c, ps, p.evidence)
	if c.Reads() { // a written one may be read at the same time
		p.judge, p.by = scoring.JudgeOf(p.evidence)
	}
}
