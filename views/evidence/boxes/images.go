package boxes

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type markedImages struct {
	*displayMode
	images   []markedImage
	perLayer int
	side     string // the layer's name beside another
	marks    []boxMark
	below    bool           // show the best few proposals below the threshold
	sum      *shownCountSum // built by boxes, nil unless the module counts
}

type markedImage struct {
	loaders.Image // as large as its photo
	photo         evidence.Photo
	words         string
	markCount     int
}

func (im *markedImage) isBlank() bool {
	none := im.Path == "" || im.photo.Missing && len(im.Proposals)+len(im.Gold) == 0
	return none && im.markCount == 0
}

// describeImages leaves a pair's blank picture out, and the name of an image without another.
func (b *markedImages) describeImages() []string {
	shown := loaders.Filter(b.images, func(im markedImage) bool { return !im.isBlank() })
	if len(shown) == 0 {
		shown = b.images
	}
	return loaders.Map(shown, func(im markedImage) string {
		return strings.TrimPrefix(im.words, widget.If(len(shown) == 1, imageName(0)+": "))
	})
}

func imageName(i int) string { return "image " + strconv.Itoa(i+1) }

func (b *markedImages) addMark(mark boxMark, markedBox loaders.Box) {
	im := &b.images[mark.image]
	word := kinds[mark.kind].word
	switch mark.kind {
	case hereMark:
		word = b.sides[0]
	case thereMark:
		word = b.sides[1]
	}
	mark.place, mark.name = b.side, cmp.Or(mark.name, word+" "+mark.boxNumber())
	mark.box, mark.placed = im.Fractions(markedBox)
	b.marks = append(b.marks, mark)
	if b.sum == nil || !b.isFaint(&mark) {
		im.markCount++
	}
}

// isFaint reports whether a box is only drawn while selected: an object without attention, or one that adds little.
func (b *markedImages) isFaint(m *boxMark) bool {
	if b.sum != nil {
		return !m.kind.isGold() && !(m.p >= leastAddend*loaders.ElementAt(b.sum.steps, 0).Score)
	}
	return m.thin && m.kind == objectMark
}

func (b *markedImages) MarkOf(imageIndex, proposalIndex int) int {
	return slices.IndexFunc(b.marks, func(m boxMark) bool { return m.image == imageIndex && m.proposal == proposalIndex && !m.kind.isGold() })
}

// rowOf returns the mark on whose row mark k is.
func (b *markedImages) rowOf(k int) int {
	m := &b.marks[k]
	if !m.folded {
		return k
	}
	return slices.IndexFunc(b.marks, func(n boxMark) bool {
		return n.image == m.image && n.input == m.input && n.proposal == m.proposal && !n.kind.isGold()
	})
}

func (b *markedImages) addProposal(mark boxMark) {
	mark.label = cmp.Or(mark.label, "#"+strconv.Itoa(mark.proposal)+" "+widget.Decimal(mark.p))
	b.addMark(mark, b.images[mark.image].Proposals[mark.proposal])
}

func (im *markedImage) countProposals() int {
	return loaders.CountFunc(im.Proposals, func(b loaders.Box) bool { return b != (loaders.Box{}) })
}

func unmarkedImages(shownVersions *evidence.ShownVersions, modeOfDisplay *displayMode) *markedImages {
	images := shownVersions.Example.Images
	return &markedImages{displayMode: modeOfDisplay, perLayer: len(images), images: loaders.Fill(len(images), func(i int) markedImage {
		im := markedImage{Image: images[i], photo: shownVersions.PhotoAt(i)}
		im.Width, im.Height = im.photo.Size.X, im.photo.Size.Y
		return im
	})}
}

func (b *markedImages) describeImage(i int, description string) {
	im := &b.images[i]
	im.words = strings.Join(loaders.NonEmpty([]string{b.side + imageName(i) + description, im.photo.Words}), evidence.Separator)
}

func (b *markedImages) boxLines(w int) (lines []evidence.EvidenceRow, columns []widget.Column) {
	if len(b.marks) == 0 {
		return nil, nil
	}
	named := loaders.CountFunc(b.images[:b.perLayer], func(im markedImage) bool { return !im.isBlank() })
	bars := loaders.CountFunc(b.columns, func(c boxColumn) bool { return c.bars != nil })
	for _, c := range b.columns {
		if c.bars != nil && w >= leastBars+(bars-1)*evidence.BarWidth*2 {
			c.Width = evidence.ProbabilityWidth + 1 + evidence.BarWidth + min(mostStretch, max(0, w-wideTable)/(2*bars))
		}
		columns = append(columns, c.Column)
	}
	for k, m := range b.marks {
		if m.folded {
			continue
		}
		row := loaders.Map(b.columns, func(c boxColumn) widget.TableCell { return c.entryOf(&m) })
		line := evidence.EvidenceRow{Item: k, Place: m.place, Verdict: kinds[m.kind].good, Gold: m.kind == goldMark, Cells: row,
			Faint: m.thin && m.kind == objectMark}
		line.Place += widget.If(named > 1, imageName(m.image%b.perLayer)+"  ")
		lines = append(lines, line)
	}
	slices.SortStableFunc(lines, func(x, y evidence.EvidenceRow) int {
		m, n, kind := &b.marks[x.Item], &b.marks[y.Item], 0
		if b.isComparison() {
			kind = cmp.Compare(n.kind, m.kind)
		}
		return cmp.Or(cmp.Compare(m.input, n.input), cmp.Compare(m.step, n.step), cmp.Compare(m.image, n.image), kind, cmp.Compare(n.p, m.p))
	})
	return lines, columns
}
