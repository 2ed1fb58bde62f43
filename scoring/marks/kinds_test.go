package marks

import (
	"reflect"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
)

// Boxes, tokens and counts are annotated: their gold becomes an annotation, and that the same gold.
func TestWhatIsAnnotatedOfEveryKind(t *testing.T) {
	want := [loaders.Kinds]loaders.Kind{loaders.NoKind: loaders.TokenKind,
		loaders.BoxKind: loaders.BoxKind, loaders.TokenKind: loaders.TokenKind}
	for kind, m := range loadertest.OfEveryKind(t) {
		ex := &loaders.Example{Passage: &loaders.Passage{Tokens: []string{"a", "b"}}, Program: []loaders.Module{*m}}
		if got := KindOf(ex, 0); got != want[kind] {
			t.Errorf("a module of kind %d is annotated by kind %d, want %d", kind, got, want[kind])
		}
		images := []loaders.Image{{Path: "a.png"}}
		if m.Gold.Kind() == loaders.NumberKind {
			m.Gold.Value = new(2.) // a count
		}
		a, ok := AnnotationOf(m.Gold, images)
		if says := m.Gold != nil && m.Gold.Kind() <= loaders.NumberKind; ok != says {
			t.Errorf("gold of kind %d is an annotation: %v", kind, ok)
		}
		if ok && !reflect.DeepEqual(a.asGold("", 1), m.Gold) {
			t.Errorf("gold of kind %d comes back as %+v", kind, a.asGold("", 1))
		}
	}
}
