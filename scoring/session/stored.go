package session

import (
	"context"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// storedKind is the cache's kind for a run's scores. It must change with what is stored.
const storedKind = "scored-causes"

// cacheEntry holds what the cache keeps of a run besides the evidence. The entry continues with the
// row that a list shows of each record, without its Text.
type cacheEntry struct {
	Settings       scoring.Settings
	Places         []blockLocation
	Unreadable     int
	Scored         []bool // by protocol
	Scores         []scoring.Score
	Problems       []loaders.Problem
	Count          int // of problems, kept or not
	Examples       int
	Types, Metrics []string // the rowSpace's
	Pages          []*blockRows
}

// storeArchive completes the archive's draft for the next opening, if the run is completely read
// and scored. It leaves the draft open if anything changes meanwhile, because its parts would not
// fit each other.
func (s *ScoredRun) storeArchive(ctx context.Context) {
	if !s.archive.isOpen() {
		return
	}
	s.mu.Lock()
	if !s.complete || s.current < s.read || s.read == 0 {
		s.mu.Unlock()
		return
	}
	out, turn, blocks := cacheEntry{Settings: s.settings, Unreadable: s.unreadable, Scored: slices.Clone(s.scored), Examples: s.read}, s.turn,
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
		s.archive.finishDraft(func(places []blockLocation) []byte {
			out.Places = places
			return out.encodeContents(s.Run)
		})
	}
}

func (in *cacheEntry) encodeContents(run *loaders.Run) []byte {
	c := coding.Writer()
	c.Struct(in)
	for i := range in.Examples {
		row := run.Row(i)
		row.Text = ""
		c.Struct(&row)
	}
	return c.Written()
}

// restoreArchive restores the run from its cache once all records are found, for which it waits.
// Otherwise it opens a draft, so that this session can store one.
func (s *ScoredRun) restoreArchive(ctx context.Context) {
	s.mu.Lock()
	known := s.archive != nil
	s.mu.Unlock()
	version, cache := s.protocols.versionOf(), s.Run.Cache
	if known || cache == nil {
		return
	}
	body, about, ok := cache.Load(storedKind, version)
	if ok && s.Run.Wait(ctx, math.MaxInt) == nil &&
		s.parseContents(about, &evidenceArchive{body: body, forget: func() { cache.Forget(storedKind, version) }},
			body.Size()) {
		return
	}
	if draft := cache.Create(storedKind, version); draft != nil && ctx.Err() == nil {
		defer lockRun(s)()
		s.archive = &evidenceArchive{body: draft, draft: draft}
	}
}

// parseContents restores rows, problems and scores from the contents of an archive of archiveSize bytes, in
// place of what was read meanwhile. It returns false if they don't fit the run, because the file may have
// changed. Other settings than the stored are aimed at again, so that rows count as outdated.
func (s *ScoredRun) parseContents(storedContents []byte, a *evidenceArchive, archiveSize int64) bool {
	c := coding.Reader(storedContents)
	var in cacheEntry
	c.Struct(&in)
	fits := c.Err() == nil && in.fitsSize(newRowSpace(s.protocols), archiveSize)
	if !fits || in.Examples != s.Run.Len() || len(in.Scored) != len(s.protocols) {
		return false
	}
	if !s.Run.RestoreRows(in.Examples, func(int) (row loaders.ListedExample, ok bool) {
		c.Struct(&row)
		return row, c.Err() == nil && row.Correct <= loaders.Unanswered && row.Modules >= 0
	}) {
		return false
	}
	s.Run.Problems.Restore(in.Problems, in.Count)
	a.places = in.Places
	defer lockRun(s)()
	s.archive, s.held, s.blocks, s.rows = a, 0, nil, newRowSpace(s.protocols)
	s.rows.metrics = in.Metrics
	for _, t := range in.Types[len(s.rows.types):] {
		s.rows.addLast(t)
	}
	for n, p := range in.Pages {
		read := min(blockSize, in.Examples-n*blockSize)
		s.blocks = append(s.blocks, &evidenceBlock{page: p, read: read, current: read})
	}
	s.read, s.current, s.first = in.Examples, in.Examples, in.Examples
	s.unreadable, s.scored = in.Unreadable, in.Scored
	s.complete, s.stored = true, in.Scores
	s.news++
	if aimed := s.settings; aimed != in.Settings {
		s.settings = in.Settings
		s.aimAt(aimed)
	}
	return true
}

func (in *cacheEntry) fitsSize(dictionary rowDictionary, archiveSize int64) bool {
	return in.Examples > 0 && len(in.Pages) == (in.Examples+blockSize-1)/blockSize &&
		len(in.Types) >= len(dictionary.types) && len(in.Types) <= mostTypes+1 && slices.Equal(in.Types[:len(dictionary.types)],
		dictionary.types) &&
		len(in.Metrics) > 0 &&
		!slices.ContainsFunc(in.Places, func(p blockLocation) bool { return p.At < 0 || p.Length <= 0 || p.At > archiveSize-int64(p.Length) }) &&
		!slices.ContainsFunc(in.Pages, func(p *blockRows) bool { return p == nil || !p.isValid(len(in.Types), len(in.Metrics)) })
}
