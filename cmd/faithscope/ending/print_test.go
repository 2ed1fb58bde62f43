package ending

import (
	"errors"
	"strings"
	"testing"
)

// Each error has one line, whatever name it quotes.
func TestAnErrorIsOneLine(t *testing.T) {
	var out strings.Builder
	PrintError(&out, ExitCodeError{Code: 2, Err: errors.Join(errors.New("a\nb\x1b[31m: is not there"), ExitCodeError{Code: 3},
		errors.New("and this"))})
	if want := "faithscope: a b\uFFFD[31m: is not there\nfaithscope: and this\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
}
