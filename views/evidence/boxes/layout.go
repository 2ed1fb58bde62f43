package boxes

import (
	"image"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

const (
	leastPicture = 4
	// leastPhoto is a picture's height before words get more than a line.
	leastPhoto = 9
)

// Lay implements [evidence.Part]. The words shrink to a line if pictures would get too low.
func (b *Part) Lay(room evidence.Room) (rest image.Rectangle) {
	b.room, b.layout, b.selected = room, pictureLayout{}, nil
	if room.Selected >= 0 && room.Selected < len(b.marks) {
		b.selected = &b.marks[room.Selected]
	}
	rest = room.Area
	if len(b.images) == 0 {
		return rest
	}
	p := &b.layout
	if p.words = b.wrapWords(rest.Dx()); b.large >= 0 {
		p.words = nil
	} else if rest.Dy()-len(p.words)-2 < leastPhoto && len(p.words) > 1 && room.Above.Empty() {
		p.words = append(p.words[:0:0], ansi.Truncate(strings.Join(p.words, " "), rest.Dx(), "…"))
	}
	if !room.WordsOnly && !b.subject.NoPictures {
		b.placePictures(rest, len(p.words)+1)
		for _, s := range p.shown {
			if s.area.In(rest) {
				rest.Min.Y = max(rest.Min.Y, s.area.Max.Y)
			}
		}
	}
	p.notes, rest = widget.SplitTop(rest, len(p.words))
	if len(p.shown) > 0 {
		p.legend, rest = widget.SplitTop(rest, 1)
	}
	if b.sum != nil {
		p.sum, rest = widget.SplitTop(rest, 1)
	}
	return rest
}

const (
	wideShape = 2.5
	// mostAbove and mostPair bound the share of the screen's height above, for one picture and two
	// side by side.
	mostAbove = 0.45
	mostPair  = 0.5
)

// Above returns how many of h lines wide pictures, w cells wide, want above everything else; 0 for
// others, for an enlarged one, and for fewer than leastPicture lines.
func (b *Part) Above(w, h int) (used int) {
	shown, shapes := b.shownImages()
	most := mostAbove
	if len(shown) > 1 {
		most = mostPair
	}
	lines := int(most * float64(h))
	hasRoom := b.large < 0 && lines >= leastPicture
	if b.subject.NoPictures || !hasRoom || loaders.Sum(shapes) < wideShape {
		return 0
	}
	for _, r := range arrangePictures(shapes, image.Rect(0, 0, w, lines)) {
		used = max(used, r.Max.Y)
	}
	return used
}

// More than two images would be too small.
func (b *Part) shownImages() (shown []int, shapes []float64) {
	for i := range b.images {
		isOfPair := len(b.images) == b.perLayer || i%b.perLayer == b.zoomedImage()%b.perLayer
		isWanted := b.large < 0 && isOfPair || b.large == i
		if isWanted && !b.images[i].isBlank() && len(shown) < 2 {
			shown, shapes = append(shown, i), append(shapes, b.images[i].photo.AspectRatio())
		}
	}
	return shown, shapes
}

func (b *Part) wrapWords(w int) (lines []string) {
	shown, _ := b.shownImages()
	for i := range b.images {
		// In a pair with one picture, only that one is worth a line.
		if b.images[i].isBlank() && len(shown) > 0 {
			continue
		}
		facts := strings.Split(b.images[i].words, evidence.Separator)
		line := facts[0]
		for _, fact := range facts[1:] {
			if ansi.StringWidth(line+evidence.Separator+fact) > w {
				lines, line = append(lines, line), "  "+fact
			} else {
				line += evidence.Separator + fact
			}
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil
	}
	return strings.Split(ansi.Wrap(strings.Join(lines, "\n"), w, ""), "\n")
}

func (b *Part) placePictures(area image.Rectangle, below int) {
	top, p := b.room.Above, &b.layout
	if top.Empty() {
		words := 0
		if b.large < 0 {
			words = max(1, min(b.room.Lines+1, area.Dy()/3, area.Dy()-below-leastPhoto))
		}
		top, _ = widget.SplitTop(area, max(0, area.Dy()-below-words))
	}
	shown, shapes := b.shownImages()
	if top.Dy() < leastPicture || top.Dx() < 2*leastPicture || len(shown) == 0 {
		return
	}
	for k, area := range arrangePictures(shapes, top) {
		s := shownPicture{image: shown[k], area: area}
		if len(shown) == 1 {
			area = top // an enlarged image uses all room
		}
		if b.lens.power > 0 && b.lens.image == s.image {
			s.area, s.part = b.lens.fillRoom(shapes[k], area)
		}
		p.shown = append(p.shown, s)
	}
}

// HasPictures reports whether any picture is shown.
func (b *Part) HasPictures() bool {
	shown, _ := b.shownImages()
	return len(shown) > 0
}
