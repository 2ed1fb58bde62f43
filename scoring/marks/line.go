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
type lamportStamp struct {
	N  int64  `json:"n"` // 1 to mostCount
	By string `json:"by"`
}

// Foreign lines may have it; then the line read last counts.
const mostCount = 1 << 53

func (s lamportStamp) isBefore(t lamportStamp) bool {
	return s.N < t.N || s.N == t.N && (s.N == mostCount || s.By <= t.By)
}

type latestMark struct {
	lamportStamp
	text string
	off  bool
}

type marksLine struct {
	lamportStamp
	Run string `json:"run,omitempty"`
	Who string `json:"who,omitempty"`
	Change
	Left int    `json:"left,omitempty"`
	At   string `json:"at"`

	bytes int
}

func sealLine(lineText []byte) string {
	return fmt.Sprintf(`,"sum":"%08x"}`, crc32.Checksum(lineText, crc32.MakeTable(crc32.Castagnoli)))
}

// A seal over the rest comes last, escaped for terminals.
func (l *marksLine) encodeLine() ([]byte, error) {
	text, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	text = loaders.EscapeJSON(text[:len(text)-1])
	return append(append(text, sealLine(text)...), '\n'), nil
}

func decodeLine(lineText []byte) (l marksLine, ok bool) {
	l.Module, l.bytes = Whole, len(lineText)+1
	at := len(lineText) - len(sealLine(nil))
	if at < 0 || sealLine(lineText[:at]) != string(lineText[at:]) || json.Unmarshal(append(lineText[:at:at], '}'), &l) != nil {
		return l, false
	}
	return l, l.N >= 1 && l.N <= mostCount && l.Left >= 0 && l.checkValid() == nil
}

// whole is the length of whole steps in bytes. An unfinished last step stays, because it may still
// be being written. A damaged line ends a step.
func parseLines(fileText []byte) (lines []marksLine, whole int64, bad int) {
	var step []marksLine
	for read := int64(0); ; {
		row, rest, found := bytes.Cut(fileText, []byte("\n"))
		if !found {
			return lines, whole, bad
		}
		fileText, read = rest, read+int64(len(row))+1
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

func dropReplaced(marksLines []marksLine) []marksLine {
	last := map[markSubject]int{}
	for i, l := range marksLines {
		of := l.subjectOf(l.Run)
		if k, ok := last[of]; !ok || marksLines[k].isBefore(l.lamportStamp) {
			last[of] = i
		}
	}
	var kept []marksLine
	for _, i := range slices.Sorted(maps.Values(last)) {
		marksLines[i].Left = 0
		kept = append(kept, marksLines[i])
	}
	return kept
}

func encodeAll(marksLines []marksLine) ([]byte, error) {
	var b bytes.Buffer
	for i := range marksLines {
		row, err := marksLines[i].encodeLine()
		if err != nil {
			return nil, err
		}
		b.Write(row)
	}
	return b.Bytes(), nil
}
