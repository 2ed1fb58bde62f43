package ending

import (
	"errors"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
)

// Each error has one line, whatever name it quotes.
func TestAnErrorIsOneLine(t *testing.T) {
	var out strings.Builder
	PrintError(&out, ExitCodeError{Code: 2, Err: errors.Join(errors.New("a\nb\x1b[31m: is not there"), ExitCodeError{Code: 3},
		errors.New("and this"))})
	programtest.Equal(t, "printed", out.String(), "faithscope: a b\uFFFD[31m: is not there\nfaithscope: and this\n")
}
