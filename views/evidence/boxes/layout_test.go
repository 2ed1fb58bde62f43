package boxes

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// Notes break between words, and a path that is longer than a line is seen whole.
func TestNotesWrapAPath(t *testing.T) {
	b := &PicturePart{markedImages: &markedImages{perLayer: 1, images: []markedImage{{Image: loaders.Image{},
		words: "image 1: a gold box · no photo found: tried /data/a-long-way-down/2407890.jpg"}}}}
	want := []string{"a gold box", "  no photo found: tried", "/data/a-long-way-", "down/2407890.jpg"}
	check.EqualLists(t, "notes", b.wrapWords(24), want)
}
