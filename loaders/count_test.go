package loaders

import (
	"testing"

	"faithscope/loaders/loadertest/check"
)

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
		check.Equal(t, tt.noun, Count(tt.n, tt.noun), tt.want, tt.n)
	}
}
