package record_test

import (
	"fmt"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/record"
)

// wide has as many fields as a format, and a record of n keys that it does not have.
type wide struct {
	A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T string
	ID                                                         string `json:"id"`
}

func unknown(n int) []byte {
	text := []byte(`{"id": "1"`)
	for i := range n {
		text = fmt.Appendf(text, `, "k%06d": 1`, i)
	}
	return append(text, '}')
}

func decodeKnown(tb testing.TB, text []byte) {
	var fields wide
	if err := (&record.Record{Bytes: text}).DecodeKnown(&fields); err != nil || fields.ID != "1" {
		tb.Fatal(err)
	}
}

// A record of four megabytes of keys that the format does not have.
func BenchmarkUnknownKeys(b *testing.B) {
	text := unknown(300_000)
	for b.Loop() {
		decodeKnown(b, text)
	}
}

// The fields of a format are listed once for an object, not for each of its keys.
func TestAnUnknownKeyIsCheap(t *testing.T) {
	few, many := unknown(100), unknown(1100)
	own := testing.AllocsPerRun(3, func() { decodeKnown(t, many) }) - testing.AllocsPerRun(3, func() { decodeKnown(t, few) })
	if own > 10*1000 {
		t.Errorf("%v allocations for 1000 unknown keys", own)
	}
}

// The first hundred unknown keys are named, in their order, and then said to be more.
func TestUnknownKeysAreNamed(t *testing.T) {
	var problems loaders.Problems
	var fields wide
	rec := &record.Record{Bytes: unknown(150), Line: 7}
	check.NoError(t, rec.DecodeKnown(&fields))
	rec.Report(&problems, "f", "1")
	kept, _ := problems.All()
	if len(kept) != 101 || kept[0].What.String() != `unknown key "k000000"` || kept[99].What.String() != `unknown key "k000099"` ||
		kept[100].What.String() != "more problems in this record: 50" {
		t.Errorf("%d problems: %v", len(kept), kept)
	}
}
