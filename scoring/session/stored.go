package session

import (
	"context"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// storedKind is the cache's kind for the scores of a run. When what is stored changes,
// so must the name.
const storedKind = "scored-types"

// stored holds what the cache keeps of a run besides the evidence: where that is, and the
// scores, problems and rows under the settings with which the run was read. The cached
// entry continues with the row that a list shows of each record, without its Text.
type stored struct {
	Settings       scoring.Settings
	Places         []place
	Unreadable     int
	Scored         []bool // per protocol
	Scores         []scoring.Score
	Problems       []loaders.Problem
	Count          int // of problems, including those that were not kept
	Examples       int
	Types, Metrics []string // those of the rowSpace
	Pages          []*page
}

// storeArchive completes the draft of the run's archive for the next opening: it adds the blocks
// that the archive lacks, then commits it with the scores, problems and rows under the current
// settings. It does nothing without an open draft, or unless the run is completely read and scored
// and not empty, and leaves the draft open if the settings or the examples read change meanwhile,
// or if a block cannot be loaded.
func (s *Scored) storeArchive(ctx context.Context) {
	if !s.archive.isOpen() {
		return
	}
	s.mu.Lock()
	if !s.complete || s.current < s.read || s.read == 0 {
		s.mu.Unlock()
		return
	}
	out, turn, blocks := stored{Settings: s.settings, Unreadable: s.unreadable, Scored: slices.Clone(s.scored), Examples: s.read}, s.turn,
		len(s.blocks)
	out.Types, out.Metrics, out.Pages = slices.Clone(s.rows.types), slices.Clone(s.rows.metrics), s.snapshotRows(s.read).pages
	s.mu.Unlock()
	out.Scores = s.Scores(out.Settings)
	out.Problems, out.Count = s.Run.Problems.All()
	for n := range blocks {
		if _, there := s.archive.placeOf(n); !there {
			examples, err := s.loadBlock(ctx, n)
			if err != nil {
				return
			}
			evidence, _ := s.protocols.encodeEvidence(examples[:min(blockSize, out.Examples-n*blockSize)])
			s.archive.addBlock(n, evidence)
		}
	}
	s.mu.Lock()
	moved := s.turn != turn || s.read != out.Examples
	s.mu.Unlock()
	if !moved {
		s.archive.finishDraft(func(places []place) []byte {
			out.Places = places
			return out.encodeContents(s.Run)
		})
	}
}

func (in *stored) encodeContents(run *loaders.Run) []byte {
	c := coding.Writer()
	c.Struct(in)
	for i := range in.Examples {
		row := run.Row(i)
		row.Text = ""
		c.Struct(&row)
	}
	return c.Written()
}

// restoreArchive opens the archive in the run's cache, if it was made by the same protocols, and
// restores the run from it once all records are found, for which it waits. If there is none or it
// does not fit the run (parseContents), s gets a new archive with a draft to be filled. It does
// nothing without a cache or if s has an archive, and makes no draft once ctx has ended.
func (s *Scored) restoreArchive(ctx context.Context) {
	s.mu.Lock()
	known := s.archive != nil
	s.mu.Unlock()
	version, cache := s.protocols.versionOf(), s.Run.Cache
	if known || cache == nil {
		return
	}
	body, about, ok := cache.Load(storedKind, version)
	if ok && s.Run.Wait(ctx, math.MaxInt) == nil &&
		s.parseContents(about, &archive{body: body, forget: func() { cache.Forget(storedKind, version) }},
			body.Size()) {
		return
	}
	if draft := cache.Create(storedKind, version); draft != nil && ctx.Err() == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.archive = &archive{body: draft, draft: draft}
	}
}

// parseContents restores rows, problems and scores of the run from about, the table of contents of
// an archive of size bytes, and makes a the run's archive, as adoptStored does. It returns false if
// the contents are damaged or have another number of examples or protocols than the run.
func (s *Scored) parseContents(about []byte, a *archive, size int64) bool {
	c := coding.Reader(about)
	var in stored
	c.Struct(&in)
	fits := c.Err() == nil && in.fitsSize(newRowSpace(s.protocols), size)
	if !fits || in.Examples != s.Run.Len() || len(in.Scored) != len(s.protocols) {
		return false
	}
	if !s.Run.RestoreRows(in.Examples, func(int) (row loaders.Row, ok bool) {
		c.Struct(&row)
		return row, c.Err() == nil && row.Correct <= loaders.Unanswered && row.Modules >= 0
	}) {
		return false
	}
	s.Run.Problems.Restore(in.Problems, in.Count)
	a.places = in.Places
	s.adoptStored(&in, a)
	return true
}

func (in *stored) fitsSize(rows rowSpace, size int64) bool {
	return in.Examples > 0 && len(in.Pages) == (in.Examples+blockSize-1)/blockSize &&
		len(in.Types) >= len(rows.types) && len(in.Types) <= mostTypes+1 && slices.Equal(in.Types[:len(rows.types)], rows.types) &&
		len(in.Metrics) > 0 &&
		!slices.ContainsFunc(in.Places, func(p place) bool { return p.At < 0 || p.Length <= 0 || p.At > size-int64(p.Length) }) &&
		!slices.ContainsFunc(in.Pages, func(p *page) bool { return p == nil || !p.isValid(len(in.Types), len(in.Metrics)) })
}

// adoptStored replaces all that was read of the run meanwhile with what was stored: every example
// read and scored under the stored settings, complete, with the stored scores and the evidence left
// in a. If s is aimed at other settings than those stored, it is aimed at them again, which makes
// the rows outdated and drops the stored scores.
func (s *Scored) adoptStored(in *stored, a *archive) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.archive, s.held, s.blocks, s.rows = a, 0, nil, newRowSpace(s.protocols)
	s.rows.metrics = in.Metrics
	for _, t := range in.Types[len(s.rows.types):] {
		s.rows.addLast(t)
	}
	for n, p := range in.Pages {
		read := min(blockSize, in.Examples-n*blockSize)
		s.blocks = append(s.blocks, &block{page: p, read: read, current: read})
	}
	s.read, s.current, s.first = in.Examples, in.Examples, in.Examples
	s.unreadable, s.scored = in.Unreadable, in.Scored
	s.complete, s.stored = true, in.Scores
	s.news++
	if aimed := s.settings; aimed != in.Settings {
		s.settings = in.Settings
		s.aimAt(aimed)
	}
}
