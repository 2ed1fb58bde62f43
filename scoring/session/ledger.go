package session

import (
	"context"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ledger holds the evidence and rows of a run's examples under one settings, in blocks. Guarded by
// Scored.mu.
type ledger struct {
	protocols protocols
	settings  scoring.Settings   // of rows and sums
	turn      int                // counts changes of settings
	interrupt context.CancelFunc // ends a pass under other settings; nil without one

	blocks  []*block
	limit   int              // bytes of evidence kept at most
	held    int              // bytes of evidence, in whole blocks
	archive *evidenceArchive // nil if nothing is kept on disk

	read       int
	current    int    // of them, those whose row is under settings
	first      int    // the first example not read
	unreadable int    // of those read
	scored     []bool // by protocol: it has scored a module

	rows    rowSpace
	news    int             // counts changes of rows
	answers *Summaries      // last returned
	stored  []scoring.Score // an earlier session's, under settings
}

// aimAt sets the settings. If they differ, rows are outdated, and a pass is interrupted, because
// it scores under the old ones.
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

// promptly is the number of examples that are scored again at once, because they take no
// noticeable time.
const promptly = 4096

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

// countRead counts example k of block b, read for the first time. It drops the block's sums,
// because they lack the example.
func (l *ledger) countRead(b *block, k int, p *preparedExample) {
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

func (l *ledger) placeRow(b *block, k int, p *preparedExample, score *scoring.ExampleScore) {
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

// snapshotRows returns the rows, scored again first if that is prompt. It lends the pages, so
// that a snapshot takes no copies.
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

func (l *ledger) placeAll(b *block, examples []*preparedExample, scores []scoring.ExampleScore) {
	for k, p := range examples {
		if p != nil && b.hasFlag(k, rowRead) && !b.hasFlag(k, rowCurrent) {
			l.placeRow(b, k, p, &scores[k])
		}
	}
}

// scoresOf returns the examples' scores, computed on all cores, without Images because rows don't
// need them.
func scoresOf(examples []*preparedExample, settings scoring.Settings) []scoring.ExampleScore {
	const apart = blockSize / 16
	scores := make([]scoring.ExampleScore, len(examples))
	var all sync.WaitGroup
	for from := 0; from < len(scores); from += apart {
		all.Go(func() {
			for k := from; k < min(from+apart, len(scores)); k++ {
				scores[k], _ = examples[k].scoreBy(&settings, scoring.Judge.Outline)
			}
		})
	}
	all.Wait()
	return scores
}

// block holds the evidence and rows of blockSize consecutive examples. Guarded by Scored.mu.
type block struct {
	examples []*preparedExample // nil if not read; nil as a whole once dropped
	bytes    int                // of evidence; 0 until the whole block is read
	read     int
	current  int // rows under the current settings
	// sums has an aggregate per protocol, nil without evidence. The slice is nil unless all
	// examples read are current and added up.
	sums []scoring.Aggregate
	page *page
	lent bool // page is in a snapshot, so it is copied before it changes
}

func (b *block) isGone() bool { return b.examples == nil && b.read > 0 }

func (b *block) hasFlag(k int, flag uint8) bool { return b.page != nil && b.page.State[k]&flag != 0 }

func (b *block) markOutdated() {
	b.sums, b.current = nil, 0
	if b.page != nil {
		b.page, b.lent = b.page.outdatedCopy(), false
	}
}

// ownPage returns the block's page for a change: new if there is none, a copy if lent, because
// snapshots never change.
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
