package boxes

import (
	"fmt"
	"image"
	"path"
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

// Lay implements [evidence.EvidencePart]. The words shrink to a line if pictures would get too low.
func (b *PicturePart) Lay(partSpace evidence.PartSpace) (rest image.Rectangle) {
	b.room, b.pictureLayout, b.selected = partSpace, pictureLayout{}, nil
	if partSpace.Selected >= 0 {
		b.selected = &b.marks[partSpace.Selected]
	}
	rest = partSpace.Area
	if len(b.images) == 0 {
		return rest
	}
	if b.words = b.wrapWords(rest.Dx()); b.large >= 0 {
		b.words = nil
	} else if rest.Dy()-len(b.words)-2 < leastPhoto && len(b.words) > 1 && partSpace.Above.Empty() {
		b.words = []string{ansi.Truncate(strings.Join(b.words, " "), rest.Dx(), "…")}
	}
	if !partSpace.WordsOnly && !b.subject.NoPictures {
		b.placePictures(rest, len(b.words)+1)
		for _, s := range b.shown {
			if s.area.In(rest) {
				rest.Min.Y = max(rest.Min.Y, s.area.Max.Y)
			}
		}
	}
	b.notes, rest = widget.SplitTop(rest, len(b.words))
	if len(b.shown) > 0 {
		b.legend, rest = widget.SplitTop(rest, 1)
	}
	if b.sum != nil {
		b.sumLine, rest = widget.SplitTop(rest, 1)
	}
	return rest
}

const (
	wideShape = 2.5
	// leastAbove and leastPair are a picture's and a pair's share of the height, mostAbove is what
	// they can have of it if the rest needs less.
	leastAbove, leastPair, mostAbove = .45, .5, .7
)

// CountNotes returns the lines below the pictures: words, legend and titles.
func (b *PicturePart) CountNotes() int { return len(b.words) + 2 }

// Above returns how many of h lines wide pictures, w cells wide, want above everything else, which
// needs otherLines; 0 for others.
func (b *PicturePart) Above(w, h, otherLines int) (used int) {
	shown, shapes := b.shownImages()
	share := loaders.IfElse(len(shown) > 1, leastPair, leastAbove)
	if loaders.Sum(shapes) < wideShape {
		return 0
	}
	return b.SizeIn(w, max(int(share*float64(h)), min(h-otherLines, int(mostAbove*float64(h))))).Y
}

// Beside returns how many of w columns pictures want beside everything else, h lines high: at least four
// fifths, because what is left of a high one looks better on both sides of it.
func (b *PicturePart) Beside(w, h int) (used int) {
	if used = b.SizeIn(w, h).X; used > 0 {
		used = max(used, w*4/5)
	}
	return used
}

// SizeIn returns the cells of the pictures in w × h, none for an enlarged one and for fewer than leastPicture lines.
func (b *PicturePart) SizeIn(w, h int) (size image.Point) {
	_, shapes := b.shownImages()
	if b.subject.NoPictures || b.large >= 0 || h < leastPicture || len(shapes) == 0 {
		return size
	}
	for _, r := range arrangePictures(shapes, image.Rect(0, 0, w, h)) {
		size = image.Pt(max(size.X, r.Max.X), max(size.Y, r.Max.Y))
	}
	return size
}

// More than two images would be too small.
func (b *PicturePart) shownImages() (shown []int, shapes []float64) {
	for i := range b.images {
		isOfPair := len(b.images) == b.perLayer || i%b.perLayer == b.zoomedImage()%b.perLayer
		isWanted := b.large < 0 && isOfPair || b.large == i
		if isWanted && !b.images[i].isBlank() && len(shown) < 2 {
			shown, shapes = append(shown, i), append(shapes, shapeOf(b.images[i].photo, b.subject.Cell))
		}
	}
	return shown, shapes
}

// PictureNames returns the shown pictures' files, and their sizes in pixels if known; "" without any.
func (b *PicturePart) PictureNames() string {
	shown, _ := b.shownImages()
	return strings.Join(loaders.Map(shown, func(i int) string {
		size, side := b.images[i].photo.Size, ""
		if other := b.subject.ComparedLayer(); other != nil && len(b.images) > b.perLayer {
			side = comparisonMode(other).sides[min(i/b.perLayer, 1)] + " "
		}
		side += widget.If(b.images[i].Path != "", path.Base(b.images[i].Path))
		return side + widget.If(size.X > 0, fmt.Sprintf(" %d×%d", size.X, size.Y))
	}), evidence.Separator)
}

func (b *PicturePart) wrapWords(w int) (lines []string) {
	for _, words := range b.describeImages() {
		lines = append(lines, evidence.SetFacts(words, evidence.Separator, "  ", w)...)
	}
	if b.subject.NoPictures {
		lines = append(lines, inWords)
	}
	return strings.Split(ansi.Wrap(strings.Join(lines, "\n"), w, ""), "\n")
}

func (b *PicturePart) placePictures(area image.Rectangle, linesBelow int) {
	top := b.room.Above
	top.Min.X += (top.Dx() - b.SizeIn(top.Dx(), top.Dy()).X) / 2
	if top.Empty() {
		words := 0
		if b.large < 0 {
			words = max(1, min(b.room.Lines+1, area.Dy()/3, area.Dy()-linesBelow-leastPhoto))
		}
		top, _ = widget.SplitTop(area, max(0, area.Dy()-linesBelow-words))
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
		b.shown = append(b.shown, s)
	}
}

// HasPictures reports whether any picture is shown.
func (b *PicturePart) HasPictures() bool {
	shown, _ := b.shownImages()
	return len(shown) > 0
}
