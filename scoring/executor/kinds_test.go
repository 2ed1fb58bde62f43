package executor

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

// Boxes and tokens can be set to gold and to none; every other kind says that it cannot.
func TestOnlyBoxesAndTokensBecomeGoldOrNone(t *testing.T) {
	can := [loaders.Kinds]bool{loaders.BoxKind: true, loaders.TokenKind: true}
	for kind, m := range loadertest.OfEveryKind(t) {
		ex := &loaders.Example{Passage: &loaders.Passage{Tokens: []string{"a", "b"}}, Program: []loaders.Module{*m},
			Images: []loaders.Image{{Proposals: []loaders.Box{{X1: .5, Y1: .5}, {X1: 1, Y1: 1}}}}}
		gold, ok := Gold(ex, 0, .5)
		none, err := None(&m.Output)
		if ok != can[kind] || (err == nil) != can[kind] {
			t.Errorf("kind %d: gold %v, none %v", kind, ok, err)
		}
		if ok && (gold.Kind() != loaders.Kind(kind) || none.Kind() != loaders.Kind(kind)) {
			t.Errorf("kind %d becomes %v and %v", kind, gold, none)
		}
	}
}
