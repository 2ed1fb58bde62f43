package boxes

import (
	"cmp"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/views/evidence"
	"faithscope/views/evidence/heat"
	"faithscope/views/widget"
)

// PicturePart draws an example's pictures under chosen and gold boxes.
type PicturePart struct {
	*markedImages
	subject  evidence.ShownVersions
	large    int // -1 for none
	lens     zoomLens
	room     evidence.PartSpace
	selected *boxMark // nil for none
	pictureLayout

	noGold, noPredicted, near bool
	// building limits a sum to the selected box and those before.
	building bool
	apart    bool // two layers side by side
	choose   func(mark int)
}

// New returns a part without pictures; chooseMark selects a mark's row of words.
func New(chooseMark func(mark int)) *PicturePart {
	return &PicturePart{markedImages: &markedImages{displayMode: &judgedMode}, subject: evidence.Nothing(), large: -1, choose: chooseMark}
}

// Find implements [evidence.EvidencePart]: the module's boxes, beside another layer's or as a sum; without
// any, its inputs' or the whole example's.
func (b *PicturePart) Find(shownVersions *evidence.ShownVersions, options evidence.Options) (findings evidence.PartContent) {
	ex, m := shownVersions.Example, shownVersions.ShownModule()
	if options.Fresh || shownVersions.IsNothing() {
		b.large, b.building = -1, false
	}
	if !shownVersions.IsNothing() && ex != b.subject.Example {
		b.lens = zoomLens{}
	}
	b.subject = *shownVersions
	switch b.markedImages = moduleBoxes(shownVersions, b.near, ""); {
	case b.isComparison():
		if findings.Title = shownVersions.ComparisonTitle(); b.apart {
			b.markedImages = comparedSideBySide(shownVersions, b.near)
		}
	case m == nil && len(ex.Images) > 0:
		b.markedImages, findings.Title = wholeBoxes(shownVersions), cmp.Or(shownVersions.Name, "the picture"+widget.If(len(ex.Images) > 1, "s"))
	case m != nil && len(b.images) == 0 && !shownVersions.AttendsAlone():
		var from string
		if b.markedImages, from = substituteBoxes(shownVersions); len(b.marks) > 0 {
			findings.Facts = []string{"this module has no boxes; shown instead: boxes from " + from}
		}
	}
	if b.large >= len(b.images) {
		b.large = -1
	}
	findings.Words = b.describeImages()
	if b.sum != nil {
		findings.Words = append(findings.Words, b.sum.sumWords(len(b.sum.steps)))
	}
	findings.Rows, findings.Columns = b.boxLines(options.Width)
	return findings
}

// Layer returns a function that closes the innermost open thing; nil for none.
func (b *PicturePart) Layer() (leave func()) {
	switch {
	case b.lens.power > 0:
		return func() { b.lens.power = 0 }
	case b.large >= 0:
		return func() { b.large = -1 }
	}
	return nil
}

// Scroller returns an enlarged picture's lens or nil.
func (b *PicturePart) Scroller() widget.Scroller {
	if b.lens.power > 0 && b.zoomedImage() >= 0 {
		return &b.lens
	}
	return nil
}

// Pan moves an enlarged picture sideways, left for negative d; it reports whether one is enlarged.
func (b *PicturePart) Pan(d int) bool {
	isZoomed := b.Scroller() != nil
	if isZoomed {
		b.lens.panBy(d, 0)
	}
	return isZoomed
}

// IsEnlarged reports whether a picture takes the whole screen.
func (b *PicturePart) IsEnlarged() bool { return b.large >= 0 }

// TargetOf returns a mark's image, proposal and gold box, -1 for none.
func (b *PicturePart) TargetOf(markIndex int) (image, proposal, gold int) {
	m := &b.marks[markIndex]
	image, gold = m.image%b.perLayer, -1
	if m.kind.isGold() {
		gold = m.gold
	}
	return image, m.proposal, gold
}

// HoldBox returns a function that finds a mark's box among later marks, first as a gold box, which may have been moved; -1
// without one.
func (b *PicturePart) HoldBox(markIndex int) (find func() int) {
	if markIndex < 0 {
		return func() int { return -1 }
	}
	held, areGold := b.marks[markIndex], b.countGold()
	isSame := func(m boxMark) bool { return m.image == held.image && m.box == held.box }
	return func() int {
		isMoved := held.kind.isGold() && b.countGold() == areGold
		k := slices.IndexFunc(b.marks, func(m boxMark) bool {
			return m.kind.isGold() && (isSame(m) || isMoved && m.image == held.image && m.gold == held.gold)
		})
		return loaders.IfElse(k >= 0, k, slices.IndexFunc(b.marks, isSame))
	}
}

func (b *PicturePart) countGold() int {
	return loaders.CountFunc(b.marks, func(m boxMark) bool { return m.kind.isGold() })
}

// Zoom enlarges a picture to the screen, then twice around the selected box, and then undoes that.
// A picture without a path isn't enlarged. It reports whether there is a picture.
func (b *PicturePart) Zoom() bool {
	shown := b.zoomedImage()
	switch {
	case b.subject.NoPictures || b.room.WordsOnly || shown < 0:
		return false
	case b.large < 0:
		b.large = shown
	case b.lens.power == mostPower || b.images[b.large].Path == "":
		b.large, b.lens.power = -1, 0
	default:
		b.lens.aimAt(b.large, b.selected)
	}
	return true
}

// Turn reports whether it went to the next non-blank picture in direction d, while one fills the
// screen unzoomed.
func (b *PicturePart) Turn(d int) bool {
	if b.large < 0 || b.lens.power != 0 {
		return false
	}
	for i := b.large + d; i >= 0 && i < len(b.images); i += d {
		if !b.images[i].isBlank() {
			b.large = i
			return true
		}
	}
	return false
}

// Actions returns the keys that hide boxes, show those below the threshold, and build a sum.
func (b *PicturePart) Actions() []widget.Action {
	return []widget.Action{
		widget.Switch("gold", b.noImages, &b.noGold), widget.Switch("predicted", b.noImages, &b.noPredicted),
		widget.Switch("below", b.noneBelow, &b.near), widget.Switch("beside", widget.When(func() bool {
			return b.subject.ComparedLayer() == nil || len(b.images) == 0
		}, "to compare boxes, pin a module with `v o`"), &b.apart),
		{Name: "count-on", Disabled: b.noSum, Run: widget.Do(b.buildNext), Footer: b.noSum() == ""},
	}
}

// inWords is shown where a terminal has no pictures: without colours, in ASCII, or if told so.
const inWords = "pictures are shown as text here"

func (b *PicturePart) noImages() string {
	return cmp.Or(widget.If(b.subject.NoPictures, inWords),
		widget.If(b.zoomedImage() < 0, "the selected module has no image to show"))
}

func (b *PicturePart) noneBelow() string {
	score := b.subject.ModuleScore()
	below := score != nil && slices.ContainsFunc(score.Images, func(im scoring.ImageScore) bool { return len(im.Below) > 0 })
	return widget.If(!below && b.subject.ComparedLayer() == nil &&
		!slices.ContainsFunc(b.marks, func(m boxMark) bool { return m.kind == objectMark }),
		"the selected module has no box below the threshold to compare with gold boxes")
}

func (b *PicturePart) noSum() string {
	return widget.If(b.sum == nil || len(b.sum.steps) == 0, "the selected module's answer is not a sum of boxes")
}

func (b *PicturePart) isBuilding() bool {
	return b.selected != nil && !b.selected.kind.isGold() && (b.building || b.room.Focused)
}

func (b *PicturePart) countAdded() int {
	if b.isBuilding() {
		return b.selected.step + 1
	}
	return len(b.sum.steps)
}

func (b *PicturePart) buildNext() {
	next := 0
	if b.isBuilding() {
		next = b.selected.step + 1
	}
	if b.building = next < len(b.sum.steps); !b.building {
		next = 0
	}
	if k := slices.IndexFunc(b.marks, func(m boxMark) bool { return !m.kind.isGold() && m.step == next }); k >= 0 {
		b.choose(k)
	}
}

func (b *PicturePart) zoomedImage() int {
	if b.large >= 0 {
		return b.large
	}
	if _, ok := b.selected.inImage(); ok && b.selected.image < len(b.images) {
		return b.selected.image
	}
	return slices.IndexFunc(b.images, func(im markedImage) bool { return !im.isBlank() })
}

// ExplainObjects shows the objects scored by the last attribution over a picture, as shares of the
// highest score, or does nothing.
func (b *PicturePart) ExplainObjects(shownVersions *evidence.ShownVersions) {
	ex := shownVersions.Example
	for _, a := range slices.Backward(ex.Attributions) {
		image, ok := ex.ImageOver(a.Over)
		if !ok {
			continue
		}
		b.subject, b.markedImages = *shownVersions, unmarkedImages(shownVersions, &explainedMode)
		im := &b.images[image]
		scores := a.Scores[:min(len(a.Scores), len(im.Proposals))]
		scale := heat.NewScale(scores, heat.Linear)
		for k, x := range scores {
			if im.Proposals[k] != (loaders.Box{}) {
				b.addProposal(boxMark{image: image, kind: objectMark, proposal: k, gold: -1, p: scale.Heat(math.Abs(x)),
					label: evidence.ObjectName(&im.Image, k) + " " + widget.Small(x)})
			}
		}
		b.describeImage(image, ": how much the answer depends on each object, by "+evidence.ExplainedName(&a))
		return
	}
}
