package boxes

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// Thumbnails returns an example's photos side by side, in pixels with the module's gold boxes, found or missed; nil for none.
func Thumbnails(shownVersions *evidence.ShownVersions, roomArea image.Rectangle, look widget.Look) (all []widget.PlacedPicture) {
	photos := shownVersions.Photos
	marked := &markedImages{}
	if shownVersions.Cell != (image.Point{}) { // half blocks are too coarse
		marked = moduleBoxes(shownVersions, aboveBar, "")
	}
	there := loaders.Filter(loaders.Indices(len(photos)), func(i int) bool { return !photos[i].Missing })
	for k, i := range there {
		at, w := roomArea, roomArea.Dx()/len(there)
		at.Min.X += k * w
		at.Max.X = at.Min.X + w
		shape := shapeOf(photos[i], shownVersions.Cell)
		_, h := largestSize(shape, at)
		at.Max.Y = min(at.Max.Y, at.Min.Y+max(1, int(h+.6))) // no line for less than .4 of one
		picture := widget.Picture{Key: widget.PictureKey{Run: shownVersions.Run.Path, Path: shownVersions.Example.Images[i].Path},
			Files: shownVersions.Run.Pictures}
		for _, mark := range marked.marks {
			if mark.image == i && mark.placed && mark.kind.isGold() {
				drawn := mark.drawnMark(look)
				drawn.Label, drawn.Number = "", ""
				drawn.Thin, drawn.Dash = true, widget.Solid // or the frame is as large as what is in it
				picture.Marks = append(picture.Marks, drawn)
			}
		}
		all = append(all, widget.PlacedPicture{Area: fitShape(shape, at), Picture: picture})
	}
	return all
}
