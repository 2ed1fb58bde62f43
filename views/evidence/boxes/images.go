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
	below    bool // show the best few proposals below the threshold
	borrowed bool
	sum      *shownCountSum // built by boxes, nil unless the module counts
}

type markedImage struct {
	*loaders.Image
	photo     evidence.Photo
	words     string
	markCount int
}

func (im *markedImage) isBlank() bool {
	none := im.Path == "" || im.photo.Missing && len(im.Proposals)+len(im.Gold) == 0
	return none && im.markCount == 0
}

// describeImages leaves a pair's blank picture out.
func (b *markedImages) describeImages() []string {
	shown := loaders.Filter(b.images, func(im markedImage) bool { return !im.isBlank() })
	if len(shown) == 0 {
		shown = b.images
	}
	return loaders.Map(shown, func(im markedImage) string { return im.words })
}

func imageName(i int) string { return "image " + strconv.Itoa(i+1) }

// Boxes too weak for a sum aren't counted, because they aren't drawn.
func (b *markedImages) addMark(mark boxMark, markedBox loaders.Box) {
	im, number := &b.images[mark.image], mark.proposal
	if mark.kind.isGold() {
		number = mark.gold
	}
	mark.number = "#" + strconv.Itoa(number)
	mark.place, mark.name = b.side, cmp.Or(mark.name, kinds[mark.kind].word+" "+mark.number)
	mark.box, mark.placed = im.fractionsOf(markedBox)
	b.marks = append(b.marks, mark)
	if mark.kind.isGold() || b.sum == nil || mark.p >= leastStrength*b.sum.top {
		im.markCount++
	}
}

func (b *markedImages) MarkOf(imageIndex, proposalIndex int) int {
	return slices.IndexFunc(b.marks, func(m boxMark) bool { return m.image == imageIndex && m.proposal == proposalIndex && !m.kind.isGold() })
}

func (b *markedImages) addProposal(mark boxMark) {
	if im := &b.images[mark.image]; mark.proposal < len(im.Proposals) {
		mark.label = cmp.Or(mark.label, "#"+strconv.Itoa(mark.proposal)+" "+widget.Decimal(mark.p))
		b.addMark(mark, im.Proposals[mark.proposal])
	}
}

func (im *markedImage) fractionsOf(b loaders.Box) (_ loaders.Box, ok bool) {
	sized := loaders.Image{Units: im.Units, Width: im.Width, Height: im.Height}
	if sized.Width <= 0 || sized.Height <= 0 {
		sized.Width, sized.Height = im.photo.Size.X, im.photo.Size.Y
	}
	return sized.Fractions(b)
}

func countProposals(im *loaders.Image) int {
	return loaders.CountFunc(im.Proposals, func(b loaders.Box) bool { return b != (loaders.Box{}) })
}

func unmarkedImages(shownVersions *evidence.ShownVersions, modeOfDisplay *displayMode) *markedImages {
	images := shownVersions.CurrentLayer().Example.Images
	return &markedImages{displayMode: modeOfDisplay, perLayer: len(images), images: loaders.Fill(len(images), func(i int) markedImage {
		return markedImage{Image: &images[i], photo: shownVersions.PhotoAt(i)}
	})}
}

func (b *markedImages) describeImage(i int, description string) {
	im := &b.images[i]
	im.words = strings.Join(append([]string{b.side + imageName(i) + description}, im.photo.DescribeMissing(im.Image)...), evidence.Separator)
}

func (b *markedImages) boxLines(w int) (lines []evidence.EvidenceRow, columns []widget.Column) {
	if len(b.marks) == 0 {
		return nil, nil
	}
	named := loaders.CountFunc(b.images[:b.perLayer], func(im markedImage) bool { return !im.isBlank() })
	for _, c := range b.columns {
		if c.bars && w >= leastBars {
			c.Width += 1 + evidence.BarWidth
		}
		columns = append(columns, c.Column)
	}
	for k := range b.marks {
		m := &b.marks[k]
		row := loaders.Map(b.columns, func(c boxColumn) widget.TableCell { return c.entryOf(m) })
		line := evidence.EvidenceRow{Item: k, Place: m.place, Verdict: kinds[m.kind].good, Cells: row}
		if b.worded {
			line.Text, line.Cells = evidence.RowSentence(line.Cells, columns), nil
		}
		line.Place += widget.If(named > 1, imageName(m.image%b.perLayer)+"  ")
		lines = append(lines, line)
	}
	slices.SortStableFunc(lines, func(x, y evidence.EvidenceRow) int { return b.compareMarks(&b.marks[x.Item], &b.marks[y.Item]) })
	return lines, columns
}

func (b *markedImages) compareMarks(m, n *boxMark) int {
	kind := 0
	if b.counts != "" {
		kind = cmp.Compare(n.kind, m.kind)
	}
	return cmp.Or(cmp.Compare(m.input, n.input), cmp.Compare(m.step, n.step), cmp.Compare(m.image, n.image), kind, cmp.Compare(n.p, m.p))
}

const aFade, mostFade = .4, .8

// Missed gold never fades, except in a sum, so that it stays in view.
func (b *markedImages) fadeOf(m *boxMark, isAside bool) float64 {
	isFaded := m.kind == belowMark || m.kind == thereMark || b.borrowed || isAside
	switch {
	case b.sum != nil && !m.kind.isGold():
		return mostFade * (1 - m.p)
	case m.kind != missedMark && isFaded:
		return aFade
	}
	return 0
}
