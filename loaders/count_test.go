package loaders

import "testing"

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		n          int
		noun, want string
	}{
		{0, "problem", "0 problems"},
		{1, "gold box", "1 gold box"},
		{2, "gold box", "2 gold boxes"},
		{1000, "token", "1000 tokens"},
	} {
		if got := Count(tt.n, tt.noun); got != tt.want {
			t.Errorf("%d of %q: %q, want %q", tt.n, tt.noun, got, tt.want)
		}
	}
}
