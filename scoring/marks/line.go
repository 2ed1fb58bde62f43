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

// A counter orders lines, then the writers' names if they hadn't seen each other's.
type stamp struct {
	N  int64  `json:"n"` // 1 to mostCount
	By string `json:"by"`
}

// Foreign lines may have it; then the line read last counts.
const mostCount = 1 << 53

func (s stamp) isBefore(t stamp) bool {
	return s.N < t.N || s.N == t.N && (s.N == mostCount || s.By <= t.By)
}

type subjectState struct {
	stamp
	text string
	off  bool
}

type line struct {
	stamp
	Run string `json:"run,omitempty"`
	Who string `json:"who,omitempty"`
	Change
	Left int    `json:"left,omitempty"`
	At   string `json:"at"`

	bytes int
}

func sealLine(text []byte) string {
	return fmt.Sprintf(`,"sum":"%08x"}`, crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)))
}

// A seal over the rest comes last, escaped for terminals.
func (l *line) encodeLine() ([]byte, error) {
	text, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	text = loaders.EscapeJSON(text[:len(text)-1])
	return append(append(text, sealLine(text)...), '\n'), nil
}

func decodeLine(text []byte) (l line, ok bool) {
	l.Module, l.bytes = Whole, len(text)+1
	at := len(text) - len(sealLine(nil))
	if at < 0 || sealLine(text[:at]) != string(text[at:]) || json.Unmarshal(append(text[:at:at], '}'), &l) != nil {
		return l, false
	}
	return l, l.N >= 1 && l.N <= mostCount && l.Left >= 0 && l.checkValid() == nil
}

// whole is the length of whole steps in bytes. An unfinished last step stays, because it may still
// be being written. A damaged line ends a step.
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
