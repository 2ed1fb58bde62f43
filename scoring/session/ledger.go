package session

import (
	"context"
	"slices"
	"sync"

	"faithscope/loaders"
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

// aimAt sets the settings: if they differ, it marks all rows as outdated, drops sums and stored
// scores, and interrupts a pass that is under way. Equal settings change nothing.
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

// isPrompt reports whether a change of settings takes effect without a Read: at most 4096 examples
// were read, and the evidence of all is in memory.
func (l *ledger) isPrompt() bool {
	return l.read <= promptly && !slices.ContainsFunc(l.blocks, (*block).isGone)
}

func (l *ledger) isBehind() bool { return l.current < l.read && !l.isPrompt() }

func (l *ledger) blockAt(n int) *block {
	for n >= len(l.blocks) {
		l.blocks = append(l.blocks, &block{})
	}
	return l.blocks[n]
}

// countRead counts an example, the k-th of block b, that is read for the first time, in the block
// and in the run: marks it as read, drops the block's sums, counts it as unreadable if broken,
// notes that its protocol has scored something, and moves first past all leading examples that are
// read. It does not write its row.
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

func (l *ledger) placeRow(b *block, k int, p *prepared, score *scoring.ExampleScore) {
	page := b.ownPage()
	l.rows.writeRow(page, k, p, score)
	page.State[k] |= uint8(l.settings.Verdict(p.verdict)) << answerAt
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

// snapshotRows returns the rows as they are. If some are outdated and scoring them is prompt
// (isPrompt), it scores those of the blocks in memory first. found is how many examples the run is
// known to have; the snapshot has as many rows, or more if more were read from the start. The pages
// are lent: they are copied before they change. Without news it returns the last snapshot again.
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
	types := l.listTypes()
	snapshot := &Summaries{
		types: types, at: loaders.Map(types, l.rows.kindIndex), metrics: l.rows.metrics,
		pages: make([]*page, len(l.blocks)), n: n, news: l.news,
	}
	for k, b := range l.blocks {
		snapshot.pages[k], b.lent = b.page, true
	}
	l.answers = snapshot
	return snapshot
}

func (l *ledger) placeAll(b *block, examples []*prepared, scores []scoring.ExampleScore) {
	for k, p := range examples {
		if p != nil && b.hasFlag(k, rowRead) && !b.hasFlag(k, rowCurrent) {
			l.placeRow(b, k, p, &scores[k])
		}
	}
}

// scoresOf returns the scores of a block's examples under settings, by the judges' Outline, which
// leaves out the Images, computed on all cores; one that is nil, or that nothing judges, has the
// zero score.
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

func (b *block) isGone() bool { return b.examples == nil && b.read > 0 }

func (b *block) hasFlag(k int, flag uint8) bool { return b.page != nil && b.page.State[k]&flag != 0 }

func (b *block) markOutdated() {
	b.sums, b.current = nil, 0
	if b.page != nil {
		b.page, b.lent = b.page.outdatedCopy(), false
	}
}

// ownPage returns the block's page so that it may be changed: a new one if there is none, a copy if
// it is lent to a snapshot; the block then keeps the copy, which is not lent.
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
