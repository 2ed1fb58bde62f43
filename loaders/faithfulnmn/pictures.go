package faithfulnmn

import (
	"fmt"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// namePictures gives the images of an example their files. NLVR2 has
// <image_id>-img0.png and -img1.png; NLVR has one picture, called by the
// identifier, and its second image is blank. What exists in the folder
// decides, and without a folder what the proposals say.
func (r *reader) namePictures(rec *record.Record, imageID string, images []loaders.Image) {
	if imageID == "" || len(images) == 0 {
		return
	}
	single := []string{imageID + "-0.png"}
	pair := make([]string, len(images))
	for i := range images {
		pair[i] = fmt.Sprintf("%s-img%d.png", imageID, i)
	}
	expected := pair
	if len(images) == 2 && isBlank(&images[1]) {
		expected = single
	}
	if r.run.Pictures != nil && !r.run.HasPicture(expected[0]) {
		for _, other := range [][]string{pair, single} {
			if r.run.HasPicture(other[0]) {
				expected = other
				break
			}
		}
	}
	for i := range images {
		if i < len(expected) && (i == 0 || !isBlank(&images[i])) {
			images[i].Path = rec.Picture(expected[i])
		}
	}
}

// isBlank holds for the authors' padding: nothing but zero boxes.
func isBlank(im *loaders.Image) bool {
	for _, b := range im.Proposals {
		if b != (loaders.Box{}) {
			return false
		}
	}
	return true
}
