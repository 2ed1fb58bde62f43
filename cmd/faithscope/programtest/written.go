package programtest

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/kitty"

	"faithscope/loaders"
)

// Loot is what attacks try to have the terminal do or show by a sequence of
// their own; no sequence of the program's has it.
const Loot = "PWNED"

// The strings that the program may write, and the CSI sequences by their
// prefix, intermediates and final byte.
var (
	ownOSC = regexp.MustCompile(`^(2;(faithscope)?|1[012];\?|11[012]|52;c;[A-Za-z0-9+/=]*|1337;File=[a-zA-Z0-9=;]*:[A-Za-z0-9+/=]*)$`)
	ownDCS = regexp.MustCompile(`^([0-9;]*q["#!$\-0-9;?-~]*|\+q[0-9a-fA-F;]*)$`)
	ownAPC = regexp.MustCompile(`^G[a-zA-Z0-9=,]*(;[A-Za-z0-9+/=]*)?$`)
	ownCSI = regexp.MustCompile(`^[?>=<]?[0-9;:]*( q|\$p|[A-HJKLMPSTWXZ@bcdfghlmnqrtu])$`)
	ownESC = regexp.MustCompile(`^\x1b([78M=>]|\\)$`)
)

// CheckWritten decodes what the program wrote to a terminal, and returns how
// often it put something into the clipboard.
func CheckWritten(t *testing.T, written []byte) (copies int) {
	t.Helper()
	faults := 0
	fault := func(format string, args ...any) {
		if faults++; faults < 20 {
			t.Errorf(format, args...)
		}
	}
	p := ansi.NewParser()
	p.SetDataSize(1 << 24)
	own := map[string]*regexp.Regexp{"\x1b]": ownOSC, "\x1bP": ownDCS, "\x1b_": ownAPC}
	for len(written) > 0 {
		seq, width, n, _ := ansi.DecodeSequence(written, ansi.NormalState, p)
		at := string(written[:min(n+40, len(written))])
		written = written[n:]
		text := string(seq)
		head := text[:min(2, len(text))]
		switch {
		case width > 0:
			if r, _ := utf8.DecodeRuneInString(text); r != kitty.Placeholder && text != loaders.Clean(text) {
				fault("text that is not clean: %q", at)
			}
		case head == "\x1b[":
			if !ownCSI.MatchString(text[2:]) {
				fault("a control sequence of another: %q", at)
			}
		case own[head] != nil:
			data := strings.TrimSuffix(strings.TrimSuffix(text[2:], "\x1b\\"), "\x07")
			if !own[head].MatchString(data) || strings.Contains(data, Loot) {
				fault("a string of another: %.200q", at)
			}
			if copied, ok := strings.CutPrefix(data, "52;c;"); ok {
				copies++
				checkCopied(t, copied)
			}
		case text == "\x1b" && len(written) == 0:
			// The rest of a sequence was still on its way.
		case text[0] == 0x1b:
			if !ownESC.MatchString(text) {
				fault("an escape sequence of another: %q", at)
			}
		case text[0] >= utf8.RuneSelf: // marks behind a letter, which is a cluster by itself here
			if loaders.Clean("a"+text) != "a"+text {
				fault("marks that are not clean: %q", at)
			}
		case !slices.Contains([]string{"\r", "\n", "\b", "\t"}, text):
			fault("a control character: %q", at)
		}
	}
	return copies
}

// maxCopied bounds what goes to the clipboard, in bytes.
const maxCopied = 100_000

// checkCopied decodes what went to the clipboard: text of whole lines, of
// which none has anything but clean text.
func checkCopied(t *testing.T, encoded string) {
	t.Helper()
	text, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(text) > maxCopied {
		t.Errorf("%d bytes were copied: %v", len(text), err)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if line != loaders.Clean(line) {
			t.Errorf("copied: %q", line)
		}
	}
}
