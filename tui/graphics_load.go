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

type pictureRequest struct {
	key   widget.PictureKey
	crop  loaders.Box
	cells image.Point
}

// PictureBudget limits the resources for pictures. Programs that share one share its photos and its slots
// for decoding.
type PictureBudget struct {
	each   int // bytes of pictures, scaled and encoded, that one program keeps in memory
	photos *recentStore[photoKey, *image.RGBA]
	slots  chan struct{}
}

type photoKey struct {
	widget.PictureKey
	ground color.RGBA
}

// NewRoom returns a room for photoBytes bytes of photos in total, decodeSlots concurrent decodings (at
// least 1), and bytesEach bytes of pictures per program. A photo scaled to a terminal takes some 2 MB
// with its encoding, a decoded one at most 16, and decoding it up to 512.
func NewRoom(photoBytes, bytesEach, decodeSlots int) *PictureBudget {
	return &PictureBudget{bytesEach, newStore[photoKey](photoBytes, pixelsOf), make(chan struct{}, decodeSlots)}
}

const patience = 120 * time.Millisecond

// pictureLoader prepares and keeps pictures. Only Update may call its methods; the returned commands run
// elsewhere.
type pictureLoader struct {
	paint  photoPainter // nil if all pictures are shown as words
	ground color.RGBA   // behind transparent parts
	kept   *recentStore[pictureRequest, preparedPhoto]
	broken *recentStore[widget.PictureKey, error]
	active map[pictureRequest]*pictureLoad
	room   *PictureBudget
}

type pictureLoad struct {
	cancel context.CancelFunc
	late   bool // loading takes longer than patience
}

type pictureLoaded struct {
	want  pictureRequest
	load  *pictureLoad
	ready preparedPhoto
	err   error
}

type slowLoading struct{ load *pictureLoad }

func newLoader(paintPhoto photoPainter, ground color.RGBA, pictureBudget *PictureBudget) *pictureLoader {
	return &pictureLoader{
		paint: paintPhoto, ground: ground, room: pictureBudget, active: map[pictureRequest]*pictureLoad{},
		kept:   newStore[pictureRequest](pictureBudget.each, preparedPhoto.Size),
		broken: newStore[widget.PictureKey](1<<20, func(err error) int { return len(err.Error()) + 64 }),
	}
}

// getReady returns nothing for failed pictures, so that no frame retries them, for areas too small,
// and words. recent means the picture was first requested a moment ago.
func (l *pictureLoader) getReady(w pictureRequest, p widget.Picture) (r preparedPhoto, recent bool, cmd tea.Cmd) {
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

func (l *pictureLoader) whyFailed(pictureKey widget.PictureKey) error {
	err, _ := l.broken.get(pictureKey)
	return err
}

// retryRun keeps prepared pictures.
func (l *pictureLoader) retryRun(runName string) {
	l.room.photos.drop(func(p photoKey) bool { return p.Run == runName })
	l.broken.drop(func(key widget.PictureKey) bool { return key.Run == runName })
}

func (l *pictureLoader) startLoading(w pictureRequest, p widget.Picture) tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	a := &pictureLoad{cancel: cancel}
	l.active[w] = a
	paint := l.paint // it may change while the command runs
	return tea.Batch(
		func() tea.Msg { return l.loadPicture(ctx, a, w, p, paint) },
		tea.Tick(patience, func(time.Time) tea.Msg {
			if ctx.Err() != nil {
				return nil
			}
			return slowLoading{a}
		}),
	)
}

// loadPicture runs as a command. It returns nil once the picture is no longer wanted, so that
// holding a key down loads only the last picture.
func (l *pictureLoader) loadPicture(ctx context.Context, a *pictureLoad, w pictureRequest, p widget.Picture,
	paintPhoto photoPainter) tea.Msg {
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
		return pictureLoaded{w, a, nil, err}
	}
	r := paintPhoto(img, p, w.cells)
	if ctx.Err() == nil {
		r.prepareMarks(p.Marks)
	}
	return pictureLoaded{w, a, r, nil}
}

// loadPhoto reads the shared memory first, because guests who look at one run share its photos. Errors
// are not kept.
func (l *pictureLoader) loadPhoto(ctx context.Context, p widget.Picture) (*image.RGBA, error) {
	key := photoKey{p.Key, l.ground}
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

// acceptLoaded drops a picture that is no longer wanted, because its file may have been replaced, and
// reports a failure once, not with every frame.
func (l *pictureLoader) acceptLoaded(m pictureLoaded) tea.Cmd {
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

func (l *pictureLoader) cancelOthers(wantedPictures []pictureRequest) {
	for w, a := range l.active {
		if !slices.Contains(wantedPictures, w) {
			a.cancel()
			delete(l.active, w)
		}
	}
}

func pixelsOf(photo *image.RGBA) int { return len(photo.Pix) }

// recentStore keeps the most recently used values, up to a total number of bytes. It is safe for
// concurrent use.
type recentStore[K comparable, V any] struct {
	sync.Mutex
	limit int
	size  func(v V) int // bytes, roughly
	bytes int
	list  *simplelru.LRU[K, V]
}

func newStore[K comparable, V any](byteLimit int, sizeOf func(v V) int) *recentStore[K, V] {
	s := &recentStore[K, V]{limit: byteLimit, size: sizeOf}
	s.list, _ = simplelru.NewLRU(math.MaxInt, func(_ K, v V) { s.bytes -= sizeOf(v) }) // it fails for a size below 1
	return s
}

func (s *recentStore[K, V]) get(k K) (V, bool) {
	s.Lock()
	defer s.Unlock()
	return s.list.Get(k)
}

func (s *recentStore[K, V]) drop(isDropped func(K) bool) {
	s.Lock()
	defer s.Unlock()
	for _, k := range s.list.Keys() {
		if isDropped(k) {
			s.list.Remove(k)
		}
	}
}

// add never drops v itself, even if it exceeds the limit: it is about to be drawn.
func (s *recentStore[K, V]) add(k K, v V) {
	s.Lock()
	defer s.Unlock()
	s.list.Remove(k) // frees its bytes, which replacing it would not
	s.list.Add(k, v)
	s.bytes += s.size(v)
	for s.bytes > s.limit && s.list.Len() > 1 {
		s.list.RemoveOldest()
	}
}
