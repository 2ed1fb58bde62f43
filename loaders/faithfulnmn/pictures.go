package faithfulnmn

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

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
	if r.run.Pictures != nil && !r.exists(expected[0]) {
		for _, other := range [][]string{pair, single} {
			if r.exists(other[0]) {
				expected = other
				break
			}
		}
	}
	for i := range images {
		if i < len(expected) && (i == 0 || !isBlank(&images[i])) {
			images[i].Path = r.picture(rec, expected[i])
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

func (r *reader) exists(name string) bool {
	path, ok := loaders.ImagePath(name)
	if !ok {
		return false
	}
	_, err := fs.Stat(r.run.Pictures, path)
	return err == nil
}

// picture returns name as a path in the image folder, "" where it leads out
// of it, and reports one that is not there.
func (r *reader) picture(rec *record.Record, name string) string {
	path, ok := loaders.ImagePath(name)
	if !ok {
		rec.Problem(fmt.Sprintf("the picture's name %.80q leads out of the image folder", name), "shown without its picture")
		return ""
	}
	if r.run.Pictures == nil {
		return path
	}
	if _, err := fs.Stat(r.run.Pictures, path); err != nil {
		reason := err.Error()
		if errors.Is(err, fs.ErrNotExist) {
			reason = "not in the image folder"
		}
		r.missing.report(rec, path, reason)
	}
	return path
}

// missingPictures bounds the problems of a folder that is the wrong one.
type missingPictures struct {
	mu   sync.Mutex
	seen map[string]bool
}

// maxMissing is how many missing pictures are listed by name.
const maxMissing = 50

func (m *missingPictures) report(rec *record.Record, path, reason string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.seen == nil {
		m.seen = map[string]bool{}
	}
	if !m.seen[path] && len(m.seen) >= maxMissing {
		rec.FileProblem(fmt.Sprintf("more than %d pictures are missing", maxMissing), "only the first are listed")
		return
	}
	m.seen[path] = true
	rec.Problem(fmt.Sprintf("the picture %.80q: %s", path, reason), "shown without it")
}
