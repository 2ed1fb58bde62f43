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

// pageCollector keeps what runs share once.
type pageCollector struct {
	*pageData
	into                      *output.Target
	runs                      int
	pictures, texts, examples distinctValues
	copies                    distinctValues // by content and ending
}

type distinctValues map[string]int

func (p distinctValues) placeOf(indexedValue any) (index int, isNew bool) {
	key, _ := json.Marshal(indexedValue)
	index, ok := p[string(key)]
	if !ok {
		index = len(p)
		p[string(key)] = index
	}
	return index, !ok
}

// collectRun gives an example the row of the others with its id, so that runs can be compared; the
// second of an id goes with the second ones.
func (c *pageCollector) collectRun(ctx context.Context, i int, s *siteRun) error {
	type half struct {
		*exampleAnswer
		ex   *loaders.Example
		kept [][]int
	}
	seen, copied := map[string]int{}, map[string]string{}
	rows := loaders.Indices(min(s.scored.Run.Len(), mostExamples))
	return loaders.PassOver(ctx, s.scored.Run, rows, func(_ int, ex *loaders.Example) (half, error) {
		ex = WithImageSizes(s.scored.Run, ex)
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
			t := passageText{ownTokens(p.Words()), p.Sentences}
			at, isNew := c.texts.placeOf(t)
			if isNew {
				c.Texts = append(c.Texts, t)
			}
			h.Text = &at
		}
		seen[h.ex.ID]++
		at, isNew := c.examples.placeOf([]any{h.ex.ID, seen[h.ex.ID]})
		if isNew {
			c.Examples = append(c.Examples, make([]*exampleAnswer, c.runs))
		}
		c.Examples[at][i] = h.exampleAnswer
		return nil
	})
}

// WithImageSizes reads sizes from files where the record lacks them, because boxes are written in
// pixels. It returns a copy, because examples are shared.
func WithImageSizes(run *loaders.Run, ex *loaders.Example) *loaders.Example {
	own := *ex
	own.Images = slices.Clone(ex.Images)
	for i := range own.Images {
		im := &own.Images[i]
		isKnown := im.Width > 0 && im.Height > 0 || run.Pictures == nil || im.Path == ""
		if isKnown {
			continue
		}
		if f, err := run.Pictures.Open(im.Path); err == nil {
			size, _ := photo.Size(f) // zero if broken
			im.Width, im.Height = size.X, size.Y
			f.Close()
		}
	}
	return &own
}

func (c *pageCollector) addPicture(run *loaders.Run, im loaders.Image, proposalIndices []int, copiedFiles map[string]string) (int, error) {
	file, ok := copiedFiles[im.Path]
	if !ok {
		var err error
		if file, err = c.copyPicture(run, im.Path); err != nil {
			return 0, err
		}
		copiedFiles[im.Path] = file
	}
	there := loaders.CountFunc(im.Proposals, func(b loaders.Box) bool { return b.Area() > 0 })
	shown := pagePicture{File: file, Width: im.Width, Height: im.Height, Left: there - len(proposalIndices), Gold: cornersOf(&im, im.Gold)}
	shown.Boxes = cornersOf(&im, loaders.Map(proposalIndices, func(k int) loaders.Box { return im.Proposals[k] }))
	for _, k := range proposalIndices {
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

// copyPicture copies equal content once, so that runs of one data set share files. "" for a picture
// that is missing, over 64 MB or none, which a page can do without; only writing is an error.
func (c *pageCollector) copyPicture(run *loaders.Run, pictureName string) (file string, err error) {
	if run.Pictures == nil || pictureName == "" {
		return "", nil
	}
	from, missing := run.Pictures.Open(pictureName)
	if missing != nil {
		return "", nil
	}
	defer from.Close()
	content, unread := io.ReadAll(io.LimitReader(from, mostBytes+1))
	_, foreign := photo.Size(bytes.NewReader(content))
	if unread != nil || foreign != nil || len(content) > mostBytes {
		return "", nil
	}
	ending := strings.ToLower(path.Ext(pictureName))
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
	index        = "index.html"
	pictures     = "pictures"
	mostExamples = 10_000
)
