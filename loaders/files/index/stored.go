package index

import (
	"faithscope/loaders/coding"

	"faithscope/loaders"
)

func (l *FileElements) cacheFound(hasIndex bool) {
	if !l.kept.Holds() {
		return
	}
	l.content.Commit()
	if !hasIndex {
		return
	}
	l.mu.Lock()
	p := linePlaces{l.at, l.cut}
	l.mu.Unlock()
	c := coding.Writer()
	p.codeFields(c, 0)
	l.kept.Store(linesKind, c.Written())
}

// linesKind changes with the form of an entry.
const linesKind = "lines3"

type linePlaces struct {
	at  []linePlace
	cut bool // the last line has no line end
}

// codeFields codes gaps between lines. While reading it checks order and size, because a cache may
// be damaged.
func (p *linePlaces) codeFields(c *coding.Coder, fileSize int64) {
	var last linePlace
	coding.List(c, &p.at, func(x *linePlace) {
		gap, step := x.start-last.start-int64(last.length), int64(x.number)-int64(last.number)
		coding.Int(c, "gap", &gap)
		coding.Int(c, "length", &x.length)
		coding.Int(c, "step", &step)
		c.Check(gap >= 0 && gap <= fileSize && step > 0 && step <= fileSize, "invalid gap of %d between lines", gap)
		if c.Reads() {
			x.start, x.number = last.start+int64(last.length)+gap, last.number+uint32(step)
			c.Check(x.start+int64(x.length) <= fileSize && x.number > last.number, "a line reaches beyond the end of the file")
		}
		last = *x
	})
	c.Bool(&p.cut)
}

func (l *FileElements) restorePlaces(fileSize int64) bool {
	about, ok := l.kept.Load(linesKind)
	if !ok {
		return false
	}
	var p linePlaces
	c := coding.Reader(about)
	if p.codeFields(c, fileSize); c.End() != nil {
		return false
	}
	l.examined.Store(l.src.Size)
	l.addFound(p.at, loaders.AllThere, p.cut)
	return true
}
