package session

import (
	"context"
	"slices"
	"sync"

	"faithscope/scoring"
)

// ledger holds what is known of the examples of a run that have been read, in blocks:
// their evidence, or sums of its terms, and a row of numbers for each example, under
// one settings. Guarded by Scored.mu.
type ledger struct {
	protocols protocols
	settings  scoring.Settings   // those of rows and sums
	turn      int                // counts changes of settings
	interrupt context.CancelFunc // ends a pass under other settings; nil if there is none

	blocks  []*block
	limit   int      // bytes of evidence to keep at most
	held    int      // bytes of evidence, of whole blocks
	archive *archive // nil if nothing is kept on disk

	read       int    // examples read
	current    int    // those of them whose row is under settings
	first      int    // the first example not read; all before it are
	unreadable int    // of those read
	scored     []bool // per protocol: whether it has scored a module

	rows    rowSpace
	news    int             // counts changes of rows
	answers *Summaries      // those last asked for
	stored  []scoring.Score // the scores under settings that an earlier session stored
}

func (l *ledger) aimAt(settings scoring.Settings) {
	if settings == l.settings {
		return
	}
	l.settings = settings
	l.turn++
	l.news++
	l.current = 0
	l.stored = nil
	for _, b := range l.blocks {
		b.markOutdated()
	}
	if l.interrupt != nil {
		l.interrupt()
	}
}

// promptly is how many examples are scored again at once, without a Read, because they
// take no noticeable time.
const promptly = 4096

// isPrompt reports whether a change of settings takes effect without a Read.
func (l *ledger) isPrompt() bool {
	return l.read <= promptly && !slices.ContainsFunc(l.blocks, (*block).isGone)
}

func (l *ledger) isBehind() bool { return l.current < l.read && !l.isPrompt() }

// blockAt returns block n, and makes it if need be.
func (l *ledger) blockAt(n int) *block {
	for n >= len(l.blocks) {
		l.blocks = append(l.blocks, &block{})
	}
	return l.blocks[n]
}

// countRead counts an example that is read for the first time.
func (l *ledger) countRead(b *block, k int, p *prepared) {
	b.sums = nil
	b.ownPage().State[k] |= rowRead
	b.read++
	l.read++
	l.news++
	if p.broken {
		l.unreadable++
	}
	if p.by >= 0 {
		l.scored[p.by] = true
	}
	for l.first/blockSize < len(l.blocks) && l.blocks[l.first/blockSize].hasFlag(l.first%blockSize, rowRead) {
		l.first++
	}
}

// placeRow writes an example's row.
func (l *ledger) placeRow(b *block, k int, p *prepared, score *scoring.ExampleScore) {
	l.rows.writeRow(b.ownPage(), k, p, l.settings.Verdict(p.verdict), score)
	b.current++
	l.current++
	l.news++
}

func (l *ledger) listTypes() []string {
	var types []string
	for k, protocol := range l.protocols {
		if l.scored[k] {
			types = scoring.AppendNew(types, protocol.Types...)
		}
	}
	return append(types, l.rows.types[l.rows.first:]...)
}

// snapshotRows returns the rows as they are; found is how many examples the run has so far.
func (l *ledger) snapshotRows(found int) *Summaries {
	if l.current < l.read && l.isPrompt() {
		for _, b := range l.blocks {
			if b.current < b.read {
				l.placeAll(b, b.examples, scoresOf(b.examples, l.settings))
			}
		}
	}
	n := max(l.first, found)
	if last := l.answers; last != nil && last.news == l.news && last.n == n {
		return last
	}
	snapshot := &Summaries{
		types: l.listTypes(), metrics: l.rows.metrics,
		pages: make([]*page, len(l.blocks)), n: n, news: l.news,
	}
	for _, t := range snapshot.types {
		snapshot.at = append(snapshot.at, l.rows.kindIndex(t))
	}
	for k, b := range l.blocks {
		snapshot.pages[k], b.lent = b.page, true
	}
	l.answers = snapshot
	return snapshot
}

// placeAll writes the outdated rows of a block's examples.
func (l *ledger) placeAll(b *block, examples []*prepared, scores []scoring.ExampleScore) {
	for k, p := range examples {
		if p != nil && b.hasFlag(k, rowRead) && !b.hasFlag(k, rowCurrent) {
			l.placeRow(b, k, p, &scores[k])
		}
	}
}

// scoresOf scores a block's examples, on all cores.
func scoresOf(examples []*prepared, settings scoring.Settings) []scoring.ExampleScore {
	const apart = blockSize / 16
	scores := make([]scoring.ExampleScore, len(examples))
	var all sync.WaitGroup
	for from := 0; from < len(scores); from += apart {
		all.Go(func() {
			for k := from; k < min(from+apart, len(scores)); k++ {
				if examples[k] != nil {
					scores[k] = examples[k].scoreBy(&settings, scoring.Judge.Outline)
				}
			}
		})
	}
	all.Wait()
	return scores
}

// block holds what is known of blockSize consecutive examples. Guarded by Scored.mu.
type block struct {
	examples []*prepared // nil if not read; nil as a whole once dropped
	bytes    int         // of their evidence; 0 until the whole block is read
	read     int
	current  int // how many rows are under the current settings
	// sums has an aggregate per protocol, nil if the protocol says nothing. The slice is nil
	// unless all examples that were read are current and added up.
	sums []scoring.Aggregate
	page *page
	lent bool // page is in a snapshot: it is copied before it changes
}

// isGone reports whether evidence was dropped.
func (b *block) isGone() bool { return b.examples == nil && b.read > 0 }

func (b *block) hasFlag(k int, flag uint8) bool { return b.page != nil && b.page.State[k]&flag != 0 }

// markOutdated marks the rows as those of earlier settings.
func (b *block) markOutdated() {
	b.sums, b.current = nil, 0
	if b.page != nil {
		b.page, b.lent = b.page.outdatedCopy(), false
	}
}

// ownPage returns the block's page, copied if a snapshot has it, so that it may be changed.
func (b *block) ownPage() *page {
	switch {
	case b.page == nil:
		b.page = &page{}
	case b.lent:
		b.page = b.page.clone()
	}
	b.lent = false
	return b.page
}
