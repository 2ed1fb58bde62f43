package heat

import (
	"fmt"
	"image"
	"slices"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// heatedText is a text with its numbers and gold.
type heatedText struct {
	widget.ScrollArea
	tokens  []string
	numbers []float64 // merged if their gold is
	gold    []loaders.Span
	scale   Scale

	// flow stays while its width and the hottest token's suffix are the same: bars take room that
	// colours do not.
	flow   *TokenFlow
	width  int
	suffix string
}

// Wrapping a long passage is slow.
func (t *heatedText) setLines(w int, look widget.Look) {
	if suffix := look.HeatSuffix(1); t.flow == nil || t.width != w || t.suffix != suffix {
		t.flow, t.width, t.suffix = NewFlow(t.tokens, loaders.Map(t.numbers, t.scale.Heat), t.gold, w, look), w, suffix
	}
	t.Count = t.flow.Lines()
}

func (t *heatedText) firstToken() int {
	if len(t.gold) == 0 {
		return peakOf(t.numbers)
	}
	return max(0, slices.Min(loaders.Map(t.gold, func(s loaders.Span) int { return s.Start })))
}

func (t *heatedText) quotedToken(i int) string {
	return fmt.Sprintf("token %d %s", i, quotedSpan(t.tokens, loaders.Span{Start: i, End: i + 1}))
}

func (t *heatedText) tokenAt(cellPoint image.Point) int {
	i, found := t.Top+cellPoint.Y-t.Area.Min.Y, -1
	if i < 0 || i >= t.flow.Lines() {
		return found
	}
	for s := t.flow.tokensOn(i); s.Start < s.End; s.Start++ {
		if t.flow.places[s.Start].x <= cellPoint.X-t.Area.Min.X {
			found = s.Start
		}
	}
	return found
}
