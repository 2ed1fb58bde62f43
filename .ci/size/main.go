// Command size writes a large run that resembles real ones: the demo's NLVR records,
// repeated, each with an image_id of its own. .ci/bench-size uses it.
//
//	go run ./.ci/size [-n 132000] [-bytes 15200] predictions.json.zst… > large.jsonl
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"regexp"
	"slices"

	"github.com/klauspost/compress/zstd"
)

var imageID = regexp.MustCompile(`"image_id": "[^"]*"`)

func main() {
	n := flag.Int("n", 132_000, "how many examples")
	mean := flag.Int("bytes", 15_200, "the mean size of a record: the longest are left out until it fits")
	flag.Parse()
	log.SetFlags(0)
	var records [][]byte
	for _, path := range flag.Args() {
		more, err := read(path)
		if err != nil {
			log.Fatalf("%s: %v", path, err)
		}
		records = append(records, more...)
	}
	records = upTo(records, *mean)
	if len(records) == 0 {
		log.Fatal("no record is short enough")
	}
	if err := write(os.Stdout, records, *n); err != nil {
		log.Fatal(err)
	}
}

// read returns the lines of a file compressed by zstd.
func read(path string) ([][]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	b, err := io.ReadAll(z)
	return bytes.Split(bytes.TrimSpace(b), []byte("\n")), err
}

func upTo(records [][]byte, mean int) [][]byte {
	slices.SortStableFunc(records, func(a, b []byte) int { return len(a) - len(b) })
	sum := 0
	for i, r := range records {
		if sum += len(r) + 1; sum > mean*(i+1) {
			return records[:i]
		}
	}
	return records
}

// write writes n records, one a line, taking those given by turns in an order that mixes their
// sizes, each with an image_id of its own. It fails for a record without one.
func write(w io.Writer, records [][]byte, n int) error {
	out := bufio.NewWriterSize(w, 1<<20)
	for i := range n {
		// A prime step, so that neighbours differ in size.
		r := records[i*7919%len(records)]
		at := imageID.FindIndex(r)
		if at == nil {
			return fmt.Errorf("a record without an image_id")
		}
		out.Write(r[:at[0]])
		fmt.Fprintf(out, `"image_id": "dev-%d-0"`, i)
		out.Write(r[at[1]:])
		out.WriteByte('\n')
	}
	return out.Flush()
}
