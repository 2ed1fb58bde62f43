package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"faithscope/cmd/faithscope/output"
	"faithscope/loaders"
	"faithscope/loaders/files/writer"
	"faithscope/loaders/photo"
)

// collector puts the answers of several runs side by side. What several examples share,
// it keeps once.
type collector struct {
	*data
	into                      *output.Target // the folder of pictures
	runs                      int
	pictures, texts, examples shelf
	copies                    shelf // of pictures, by their content and ending
}

// shelf has the places of different values in a list, by their JSON.
type shelf map[string]int

// placeOf returns the place of a value, and whether it is new, so that it belongs at the end; it
// then has that place from now on.
func (p shelf) placeOf(value any) (at int, isNew bool) {
	key, _ := json.Marshal(value) // of texts and numbers
	at, ok := p[string(key)]
	if !ok {
		at = len(p)
		p[string(key)] = at
	}
	return at, !ok
}

// collectRun adds the first mostExamples examples of run i to the data, with their pictures, which
// it copies, and passages; what is there already is referred to by its place. An example stands in
// one row with those of other runs that have its id; the second of an id stands with the second
// ones of the others.
func (c *collector) collectRun(ctx context.Context, i int, s *source) error {
	type half struct {
		*answer
		ex   *loaders.Example
		kept [][]int
	}
	seen, copied := map[string]int{}, map[string]string{}
	rows := loaders.Indices(min(s.scored.Run.Len(), mostExamples))
	return loaders.PassOver(ctx, s.scored.Run, rows, func(_ int, ex *loaders.Example) (half, error) {
		ex = withImageSizes(s.scored.Run, ex)
		a, kept := s.makeAnswer(ex)
		return half{a, ex, kept}, nil
	}, func(h half) error {
		for k, im := range h.ex.Images {
			at, err := c.addPicture(s.scored.Run, im, h.kept[k], copied)
			if err != nil {
				return err
			}
			h.Pictures = append(h.Pictures, at)
		}
		if p := h.ex.Passage; p != nil {
			t := text{ownTokens(p.Words()), p.Sentences}
			at, isNew := c.texts.placeOf(t)
			if isNew {
				c.Texts = append(c.Texts, t)
			}
			h.Text = &at
		}
		seen[h.ex.ID]++
		at, isNew := c.examples.placeOf([]any{h.ex.ID, seen[h.ex.ID]})
		if isNew {
			c.Examples = append(c.Examples, make([]*answer, c.runs))
		}
		c.Examples[at][i] = h.answer
		return nil
	})
}

// withImageSizes returns a copy of an example with the sizes of its pictures, read from the files
// where the record does not say them; a picture that cannot be read keeps none.
func withImageSizes(run *loaders.Run, ex *loaders.Example) *loaders.Example {
	own := *ex
	own.Images = slices.Clone(ex.Images)
	for i := range own.Images {
		im := &own.Images[i]
		isKnown := im.Width > 0 && im.Height > 0 || run.Pictures == nil || im.Path == ""
		if isKnown {
			continue
		}
		if f, err := run.Pictures.Open(im.Path); err == nil {
			size, _ := photo.Size(f) // zero for a broken one
			im.Width, im.Height = size.X, size.Y
			f.Close()
		}
	}
	return &own
}

// addPicture returns the place in the data of a picture with the kept proposals on it, their
// labels, its gold, and how many proposals are not shown, and adds it if it is new. The picture
// itself is copied into the folder unless copied, which has the run's pictures that are there by
// their names, has it; then it is added to that.
func (c *collector) addPicture(run *loaders.Run, im loaders.Image, kept []int, copied map[string]string) (int, error) {
	file, ok := copied[im.Path]
	if !ok {
		var err error
		if file, err = c.copyPicture(run, im.Path); err != nil {
			return 0, err
		}
		copied[im.Path] = file
	}
	there := loaders.CountFunc(im.Proposals, func(b loaders.Box) bool { return b.Area() > 0 })
	shown := picture{File: file, Width: im.Width, Height: im.Height, Left: there - len(kept), Gold: cornersOf(&im, im.Gold)}
	shown.Boxes = cornersOf(&im, loaders.Map(kept, func(k int) loaders.Box { return im.Proposals[k] }))
	for _, k := range kept {
		if k < len(im.Labels) {
			shown.Labels = append(shown.Labels, loaders.Clean(im.Labels[k]))
		}
	}
	at, isNew := c.pictures.placeOf(shown)
	if isNew {
		c.Pictures = append(c.Pictures, shown)
	}
	return at, nil
}

// mostBytes bounds a picture.
const mostBytes = 64 << 20

// copyPicture copies a picture of a run into the folder, under a number, once for all of the same
// content, and returns the file's name. It returns "" for one that is missing, over 64 MB or not a
// picture; an error is one of writing.
func (c *collector) copyPicture(run *loaders.Run, name string) (file string, err error) {
	if run.Pictures == nil || name == "" {
		return "", nil
	}
	from, missing := run.Pictures.Open(name)
	if missing != nil {
		return "", nil
	}
	defer from.Close()
	content, unread := io.ReadAll(io.LimitReader(from, mostBytes+1))
	_, foreign := photo.Size(bytes.NewReader(content))
	if unread != nil || foreign != nil || len(content) > mostBytes {
		return "", nil
	}
	ending := strings.ToLower(path.Ext(name))
	if !slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"}, ending) {
		ending = ".png" // browsers look at the content
	}
	at, isNew := c.copies.placeOf([]any{sha256.Sum256(content), ending})
	file = strconv.Itoa(at+1) + ending
	if !isNew {
		return file, nil
	}
	to, err := writer.Beside(filepath.Join(c.into.Path, file), c.into.Force, 0o666)
	if err != nil {
		return "", err
	}
	_, err = to.Write(content)
	return file, to.Commit(err)
}

const (
	index    = "index.html"
	pictures = "pictures"
	// mostExamples bounds the examples of a run on the page.
	mostExamples = 10_000
)
