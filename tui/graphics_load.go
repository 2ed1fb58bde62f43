package tui

import (
	"context"
	"image"
	"image/color"
	"math"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"faithscope/loaders"
	"faithscope/tui/picture"
	"faithscope/tui/screen"
	"faithscope/views"
	"faithscope/views/widget"
)

type want struct {
	key   widget.PictureKey
	crop  loaders.Box
	cells image.Point
}

// Room limits the resources for pictures. Programs that share one share its photos and its slots
// for decoding.
type Room struct {
	each   int // bytes of pictures, scaled and encoded, that one program keeps in memory
	photos *store[photo, *image.RGBA]
	slots  chan struct{}
}

type photo struct {
	widget.PictureKey
	ground color.RGBA
}

// NewRoom returns a room for photos bytes of photos in total, atOnce concurrent decodings (at least
// 1), and each bytes of pictures per program. A photo scaled to a terminal takes some 2 MB with its
// encoding, a decoded one at most 16, and decoding it up to 512.
func NewRoom(photos, each, atOnce int) *Room {
	return &Room{each, newStore[photo](photos, pixelsOf), make(chan struct{}, atOnce)}
}

const patience = 120 * time.Millisecond

// loader prepares and keeps pictures. Only Update may call its methods; the returned commands run
// elsewhere.
type loader struct {
	paint  painter    // nil if all pictures are shown as words
	ground color.RGBA // behind transparent parts
	kept   *store[want, ready]
	broken *store[widget.PictureKey, error]
	active map[want]*load
	room   *Room
}

type load struct {
	cancel context.CancelFunc
	late   bool // loading takes longer than patience
}

type loaded struct {
	want  want
	load  *load
	ready ready
	err   error
}

type slow struct{ load *load }

func newLoader(paint painter, ground color.RGBA, room *Room) *loader {
	return &loader{
		paint: paint, ground: ground, room: room, active: map[want]*load{},
		kept:   newStore[want](room.each, ready.Size),
		broken: newStore[widget.PictureKey](1<<20, func(err error) int { return len(err.Error()) + 64 }),
	}
}

// getReady returns the picture if it is ready; otherwise whether it was first requested a moment
// ago, and the command that loads it unless it is loading. It returns nothing for failed pictures,
// areas too small, and words.
func (l *loader) getReady(w want, p widget.Picture) (r ready, recent bool, cmd tea.Cmd) {
	if l.paint == nil || w.cells.X < screen.MinWidth || w.cells.Y < 2 {
		return nil, false, nil
	}
	if r, ok := l.kept.get(w); ok {
		return r, false, nil
	}
	if l.whyFailed(w.key) != nil {
		return nil, false, nil
	}
	if p.Files == nil || p.Key.Path == "" {
		r := l.paint(nil, p, w.cells)
		l.kept.add(w, r)
		return r, false, nil
	}
	if a := l.active[w]; a != nil {
		return nil, !a.late, nil
	}
	return nil, true, l.startLoading(w, p)
}

func (l *loader) whyFailed(key widget.PictureKey) error {
	err, _ := l.broken.get(key)
	return err
}

// retryRun keeps prepared pictures.
func (l *loader) retryRun(run string) {
	l.room.photos.drop(func(p photo) bool { return p.Run == run })
	l.broken.drop(func(key widget.PictureKey) bool { return key.Run == run })
}

func (l *loader) startLoading(w want, p widget.Picture) tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	a := &load{cancel: cancel}
	l.active[w] = a
	paint := l.paint // it may change while the command runs
	return tea.Batch(
		func() tea.Msg { return l.loadPicture(ctx, a, w, p, paint) },
		tea.Tick(patience, func(time.Time) tea.Msg {
			if ctx.Err() != nil {
				return nil
			}
			return slow{a}
		}),
	)
}

// loadPicture runs as a command. It returns nil once the picture is no longer wanted, so that
// holding a key down loads only the last picture.
func (l *loader) loadPicture(ctx context.Context, a *load, w want, p widget.Picture, paint painter) tea.Msg {
	select {
	case l.room.slots <- struct{}{}:
		defer func() { <-l.room.slots }()
	case <-ctx.Done():
		return nil
	}
	img, err := l.loadPhoto(ctx, p)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return loaded{w, a, nil, err}
	}
	r := paint(img, p, w.cells)
	if ctx.Err() == nil {
		r.prepareMarks(p.Marks)
	}
	return loaded{w, a, r, nil}
}

// loadPhoto reads the shared memory first. Errors are not kept.
func (l *loader) loadPhoto(ctx context.Context, p widget.Picture) (*image.RGBA, error) {
	key := photo{p.Key, l.ground}
	if known, ok := l.room.photos.get(key); ok {
		return known, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	img, err := picture.Open(p.Files, p.Key.Path, l.ground)
	if err != nil {
		return nil, err
	}
	l.room.photos.add(key, img)
	return img, nil
}

// acceptLoaded drops a picture that is no longer wanted. It reports a failure only the first time.
func (l *loader) acceptLoaded(m loaded) tea.Cmd {
	if l.active[m.want] != m.load {
		return nil // no longer wanted: its file may have been replaced
	}
	delete(l.active, m.want)
	m.load.cancel()
	if m.err == nil {
		l.kept.add(m.want, m.ready)
		return nil
	}
	if l.whyFailed(m.want.key) != nil {
		return nil
	}
	l.broken.add(m.want.key, m.err)
	return views.Send(views.PictureProblem{Key: m.want.key, What: m.err.Error()})
}

func (l *loader) cancelOthers(wants []want) {
	for w, a := range l.active {
		if !slices.Contains(wants, w) {
			a.cancel()
			delete(l.active, w)
		}
	}
}

func pixelsOf(photo *image.RGBA) int { return len(photo.Pix) }

// store keeps the most recently used values, up to a total number of bytes. It is safe for
// concurrent use.
type store[K comparable, V any] struct {
	sync.Mutex
	limit int
	size  func(v V) int // bytes, roughly
	bytes int
	list  *simplelru.LRU[K, V]
}

func newStore[K comparable, V any](limit int, size func(v V) int) *store[K, V] {
	s := &store[K, V]{limit: limit, size: size}
	s.list, _ = simplelru.NewLRU(math.MaxInt, func(_ K, v V) { s.bytes -= size(v) }) // it fails for a size below 1
	return s
}

func (s *store[K, V]) get(k K) (V, bool) {
	s.Lock()
	defer s.Unlock()
	return s.list.Get(k)
}

func (s *store[K, V]) drop(is func(K) bool) {
	s.Lock()
	defer s.Unlock()
	for _, k := range s.list.Keys() {
		if is(k) {
			s.list.Remove(k)
		}
	}
}

// add never drops v itself, even if it exceeds the limit.
func (s *store[K, V]) add(k K, v V) {
	s.Lock()
	defer s.Unlock()
	s.list.Remove(k) // frees its bytes, which replacing it would not
	s.list.Add(k, v)
	s.bytes += s.size(v)
	for s.bytes > s.limit && s.list.Len() > 1 {
		s.list.RemoveOldest()
	}
}
