package session

import (
	"context"
	"slices"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
)

// evidenceLedger holds the evidence and rows of a run's examples under one settings, in blocks. Guarded by
// Scored.mu.
type evidenceLedger struct {
	protocols protocols
	settings  scoring.Settings   // of rows and sums
	turn      int                // counts changes of settings
	interrupt context.CancelFunc // ends a pass under other settings; nil without one

	blocks  []*evidenceBlock
	limit   int              // bytes of evidence kept at most
	held    int              // bytes of evidence, in whole blocks
	archive *evidenceArchive // nil if nothing is kept on disk

	read       int
	current    int    // of them, those whose row is under settings
	first      int    // the first example not read
	unreadable int    // of those read
	scored     []bool // by protocol: it has scored a module

	rows    rowDictionary
	news    int             // counts changes of rows
	answers *Summaries      // last returned
	stored  []scoring.Score // an earlier session's, under settings
}

// aimAt sets the settings. If they differ, rows are outdated, and a pass is interrupted, because
// it scores under the old ones.
func (l *evidenceLedger) aimAt(settings scoring.Settings) {
	if settings == l.settings {
		return
	}
	l.settings = settings
	l.turn++
	l.news++
	l.current = 0
	l.stored = nil
	for _, b := range l.blocks {
		b.sums, b.current = nil, 0
		if b.page != nil {
			b.page, b.lent = b.page.outdatedCopy(), false
		}
	}
	if l.interrupt != nil {
		l.interrupt()
	}
}

// promptly is the number of examples that are scored again at once, because they take no
// noticeable time.
const promptly = 4096

func (l *evidenceLedger) isPrompt() bool {
	return l.read <= promptly && !slices.ContainsFunc(l.blocks, (*evidenceBlock).isGone)
}

func (l *evidenceLedger) isBehind() bool { return l.current < l.read && !l.isPrompt() }

func (l *evidenceLedger) blockAt(n int) *evidenceBlock {
	for n >= len(l.blocks) {
		l.blocks = append(l.blocks, &evidenceBlock{})
	}
	return l.blocks[n]
}

// countRead counts example k of block b, read for the first time. It drops the block's sums,
// because they lack the example.
func (l *evidenceLedger) countRead(b *evidenceBlock, k int, p *preparedExample) {
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

func (l *evidenceLedger) placeRow(b *evidenceBlock, k int, p *preparedExample, exampleScore *scoring.ExampleScore) {
	page := b.ownPage()
	l.rows.writeRow(page, k, p, exampleScore)
	page.State[k] |= uint8(l.settings.Verdict(p.verdict)) << answerAt
	b.current++
	l.current++
	l.news++
}

func (l *evidenceLedger) listTypes() []string {
	var types []string
	for k, protocol := range l.protocols {
		if l.scored[k] {
			types = scoring.AppendNew(types, protocol.Types...)
		}
	}
	return append(types, l.rows.types[l.rows.first:]...)
}

// snapshotRows lends the pages, so that a snapshot takes no copies. Rows are scored again first if
// that is prompt.
func (l *evidenceLedger) snapshotRows(exampleCount int) *Summaries {
	if l.current < l.read && l.isPrompt() {
		for _, b := range l.blocks {
			if b.current < b.read {
				l.placeAll(b, b.examples, scoresOf(b.examples, l.settings))
			}
		}
	}
	n := max(l.first, exampleCount)
	if last := l.answers; last != nil && last.news == l.news && last.n == n {
		return last
	}
	types := l.listTypes()
	snapshot := &Summaries{
		types: types, at: loaders.Map(types, l.rows.kindIndex), metrics: l.rows.metrics,
		pages: make([]*blockRows, len(l.blocks)), n: n, news: l.news,
	}
	for k, b := range l.blocks {
		snapshot.pages[k], b.lent = b.page, true
	}
	l.answers = snapshot
	return snapshot
}

func (l *evidenceLedger) placeAll(b *evidenceBlock, preparedExamples preparedList, exampleScores []scoring.ExampleScore) {
	for k, p := range preparedExamples {
		if p != nil && b.hasFlag(k, rowRead) && !b.hasFlag(k, rowCurrent) {
			l.placeRow(b, k, p, &exampleScores[k])
		}
	}
}

// scoresOf returns the examples' scores, computed on all cores, without Images because rows don't
// need them.
func scoresOf(preparedExamples preparedList, settings scoring.Settings) []scoring.ExampleScore {
	const apart = blockSize / 16
	scores := make([]scoring.ExampleScore, len(preparedExamples))
	var all sync.WaitGroup
	for from := 0; from < len(scores); from += apart {
		all.Go(func() {
			for k := from; k < min(from+apart, len(scores)); k++ {
				scores[k], _ = preparedExamples[k].scoreBy(&settings, scoring.Judge.Outline)
			}
		})
	}
	all.Wait()
	return scores
}

// evidenceBlock holds the evidence and rows of blockSize consecutive examples. Guarded by Scored.mu.
type evidenceBlock struct {
	examples preparedList // nil if not read; nil as a whole once dropped
	bytes    int          // of evidence; 0 until the whole block is read
	read     int
	current  int // rows under the current settings
	// sums has an aggregate per protocol, nil without evidence. The slice is nil unless all
	// examples read are current and added up.
	sums []scoring.Aggregate
	page *blockRows
	lent bool // page is in a snapshot, so it is copied before it changes
}

func (b *evidenceBlock) isGone() bool { return b.examples == nil && b.read > 0 }

func (b *evidenceBlock) hasFlag(k int, stateFlag uint8) bool {
	return b.page != nil && b.page.State[k]&stateFlag != 0
}

// ownPage returns the block's page for a change: new if there is none, a copy if lent, because
// snapshots never change.
func (b *evidenceBlock) ownPage() *blockRows {
	switch {
	case b.page == nil:
		b.page = &blockRows{}
	case b.lent:
		b.page = b.page.clone()
	}
	b.lent = false
	return b.page
}
