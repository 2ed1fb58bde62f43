package boxes

import (
	"image"

	"faithscope/loaders"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// Thumbnails returns an example's photos side by side, without boxes; nil for none.
func Thumbnails(run *loaders.Run, ex *loaders.Example, photos []evidence.Photo, roomArea image.Rectangle) (all []widget.PlacedPicture) {
	there := loaders.Filter(loaders.Indices(len(photos)), func(i int) bool { return !photos[i].Missing })
	for k, i := range there {
		at, w := roomArea, roomArea.Dx()/len(there)
		at.Min.X += k * w
		at.Max.X = at.Min.X + w
		_, h := largestSize(photos[i].AspectRatio(), at)
		at.Max.Y = min(at.Max.Y, at.Min.Y+max(1, int(h+.6))) // no line for less than .4 of one
		all = append(all, widget.PlacedPicture{Area: fitShape(photos[i].AspectRatio(), at), Picture: widget.Picture{
			Key: widget.PictureKey{Run: run.Path, Path: ex.Images[i].Path}, Files: run.Pictures,
		}})
	}
	return all
}
