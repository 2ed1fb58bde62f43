package marks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"

	"faithscope/loaders"
)

// stamp orders lines: by a counter, which is one above the highest that the
// writer had seen in any file, and where two writers had not seen each other's
// lines, by their names.
type stamp struct {
	N  int64  `json:"n"` // 1 to mostCount
	By string `json:"by"`
}

// mostCount bounds a counter. A line from elsewhere may have it; from then on the
// line that is read last counts.
const mostCount = 1 << 53

func (s stamp) isBefore(t stamp) bool {
	return s.N < t.N || s.N == t.N && (s.N == mostCount || s.By <= t.By)
}

// said is the present state of a subject.
type said struct {
	stamp
	text string
	off  bool
}

// line is a change as a file has it.
type line struct {
	stamp
	Run string `json:"run,omitempty"`
	Who string `json:"who,omitempty"` // as [Book] has it
	Change
	Left int    `json:"left,omitempty"` // lines of the same step that follow
	At   string `json:"at"`

	bytes int // of a line that was read, with its line end
}

func sealLine(text []byte) string {
	return fmt.Sprintf(`,"sum":"%08x"}`, crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)))
}

// encodeLine returns the line as a file has it: one JSON object whose last member is a seal over
// the rest, with control characters escaped so that a terminal can show it, and a line end.
func (l *line) encodeLine() ([]byte, error) {
	text, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	text = loaders.EscapeJSON(text[:len(text)-1])
	return append(append(text, sealLine(text)...), '\n'), nil
}

// decodeLine reads a line, given without its line end, and notes its length with it. ok is false
// unless its seal is right, its numbers are in bounds and its change is valid.
func decodeLine(text []byte) (l line, ok bool) {
	l.Module, l.bytes = Whole, len(text)+1
	at := len(text) - len(sealLine(nil))
	if at < 0 || sealLine(text[:at]) != string(text[at:]) || json.Unmarshal(append(text[:at:at], '}'), &l) != nil {
		return l, false
	}
	return l, l.N >= 1 && l.N <= mostCount && l.Left >= 0 && l.checkValid() == nil
}

// parseLines reads lines from text, and returns those of whole steps, a step ending with the line
// of which none are Left. A last line without its end, and a last step that lacks lines, are left
// unread: whole is the number of bytes before them. bad counts the lines that cannot be read; such
// a line ends the step before it, whose lines are kept.
func parseLines(text []byte) (lines []line, whole int64, bad int) {
	var step []line
	for read := int64(0); ; {
		row, rest, found := bytes.Cut(text, []byte("\n"))
		if !found {
			return lines, whole, bad
		}
		text, read = rest, read+int64(len(row))+1
		l, ok := decodeLine(row)
		if ok {
			step = append(step, l)
		} else {
			bad++
		}
		if !ok || l.Left == 0 {
			lines, step, whole = append(lines, step...), nil, read
		}
	}
}

// dropReplaced returns, of the lines of each subject (per run), the one with the latest stamp, in
// the order of the lines, each a step by itself: it sets Left to 0 in lines too.
func dropReplaced(lines []line) []line {
	last := map[subject]int{}
	for i, l := range lines {
		of := l.subjectOf(l.Run)
		if k, ok := last[of]; !ok || lines[k].isBefore(l.stamp) {
			last[of] = i
		}
	}
	var kept []line
	for _, i := range slices.Sorted(maps.Values(last)) {
		lines[i].Left = 0
		kept = append(kept, lines[i])
	}
	return kept
}

// encodeAll returns lines as a file has them, one after the other; nil with the error of the first
// that cannot be encoded.
func encodeAll(lines []line) ([]byte, error) {
	var b bytes.Buffer
	for i := range lines {
		row, err := lines[i].encodeLine()
		if err != nil {
			return nil, err
		}
		b.Write(row)
	}
	return b.Bytes(), nil
}
