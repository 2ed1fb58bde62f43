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

// Loot is the text that attacks try to bring into a sequence; none of the program's has it.
const Loot = "PWNED"

// The strings that the program may write, and the CSI sequences by their prefix, intermediates and
// final byte.
var (
	ownOSC = regexp.MustCompile(`^(2;(faithscope)?|1[012];\?|11[012]|52;c;[A-Za-z0-9+/=]*|1337;File=[a-zA-Z0-9=;]*:[A-Za-z0-9+/=]*|` +
		`8;(id=[0-9a-z]+)?;(file://[!-~]*)?)$`)
	// fileLink allows no character that ends a sequence.
	fileLink = regexp.MustCompile(`^8;id=[0-9a-z]+;file://[!-~]*$`)

	ownDCS = regexp.MustCompile(`^([0-9;]*q["#!$\-0-9;?-~]*|\+q[0-9a-fA-F;]*)$`)
	ownAPC = regexp.MustCompile(`^G[a-zA-Z0-9=,]*(;[A-Za-z0-9+/=]*)?$`)
	ownCSI = regexp.MustCompile(`^[?>=<]?[0-9;:]*( q|\$p|[A-HJKLMPSTWXZ@bcdfghlmnqrtu])$`)
	ownESC = regexp.MustCompile(`^\x1b([78M=>]|\\)$`)
)

// CheckWritten fails the test for sequences and texts that the program should not write to a
// terminal, and counts copies to the clipboard.
func CheckWritten(t *testing.T, writtenOutput []byte) (copies int) {
	t.Helper()
	faults := 0
	p := ansi.NewParser()
	p.SetDataSize(1 << 24)
	for len(writtenOutput) > 0 {
		seq, width, n, _ := ansi.DecodeSequence(writtenOutput, ansi.NormalState, p)
		at := string(writtenOutput[:min(n+40, len(writtenOutput))])
		writtenOutput = writtenOutput[n:]
		if string(seq) == "\x1b" && len(writtenOutput) == 0 {
			break // the rest of a sequence is still to come
		}
		if why := foreign(string(seq), width); why != "" && faults < 20 {
			faults++
			t.Errorf("%s: %.200q", why, at)
		}
		if copied, ok := strings.CutPrefix(content(string(seq)), "52;c;"); ok {
			copies++
			checkCopied(t, copied)
		}
	}
	return copies
}

func content(seq string) string {
	return strings.TrimSuffix(strings.TrimSuffix(seq[min(2, len(seq)):], "\x1b\\"), "\x07")
}

// foreign returns why a decoded sequence, or text of a width in cells, can't be the program's: another
// form, unclean or with the [Loot]; "" if it can.
func foreign(seq string, width int) string {
	head := seq[:min(2, len(seq))]
	own := map[string]*regexp.Regexp{"\x1b]": ownOSC, "\x1bP": ownDCS, "\x1b_": ownAPC}[head]
	r, _ := utf8.DecodeRuneInString(seq)
	wrong, why := false, ""
	switch {
	case width > 0:
		wrong, why = r != kitty.Placeholder && seq != loaders.Clean(seq), "unsanitised text"
	case head == "\x1b[":
		wrong, why = !ownCSI.MatchString(seq[2:]), "a control sequence faithscope doesn't write"
	case own != nil:
		text := fileLink.ReplaceAllString(content(seq), "") // where the file has that name
		wrong, why = !own.MatchString(content(seq)) || strings.Contains(text, Loot), "an unexpected string"
	case seq[0] == 0x1b:
		wrong, why = !ownESC.MatchString(seq), "an unexpected escape sequence"
	case seq[0] >= utf8.RuneSelf: // marks after a letter, clustered alone here
		wrong, why = loaders.Clean("a"+seq) != "a"+seq, "unsanitised combining marks"
	default:
		wrong, why = !slices.Contains([]string{"\r", "\n", "\b", "\t"}, seq), "a control character"
	}
	if !wrong {
		return ""
	}
	return why
}

// maxCopied is in bytes.
const maxCopied = 100_000

func checkCopied(t *testing.T, base64Text string) {
	t.Helper()
	text, err := base64.StdEncoding.DecodeString(base64Text)
	if err != nil || len(text) > maxCopied {
		t.Errorf("%d bytes were copied: %v", len(text), err)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if line != loaders.Clean(line) {
			t.Errorf("copied: %q", line)
		}
	}
}
