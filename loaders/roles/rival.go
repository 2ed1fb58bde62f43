package roles

import (
	"faithscope/loaders"
	"faithscope/loaders/rules"
)

// rival is another column with all classes of the correct answers, of which most predictions are none; or nil.
func (r answerColumns) rival() *column {
	g := r.gold
	if r.correct != nil || !g.isFew() || 3*len(g.times) > g.filled {
		return nil
	}
	isMostlyOf := func(c *column) bool {
		n := 0
		for text, times := range c.times {
			n += loaders.IfElse(g.times[text] > 0, times, 0)
		}
		return 2*n > c.filled
	}
	if r.predicted.lists > 0 || isMostlyOf(r.predicted) {
		return nil
	}
	return r.findColumn(func(c *column) bool {
		both, equal := r.newReading(c, g).countBy(rules.Equal) // a copy is the correct answer again
		return c != g && c.role != "predicted" && equal < both && c.countShared(g) == len(g.times) && isMostlyOf(c) && !c.isAnnotator() &&
			!hasWord(c.words, "id", "idx", "index", "check", "input", "source", "prompt", "question")
	})
}
