package stats

import (
	"context"
	"math/rand/v2"

	"faithscope/scoring"
)

const wordBits = 64

// batch is how many trials are computed together: their sums fit into a cache with one block of the
// table.
const batch = 512

// swapPatterns are all ways to swap, or randomly drawn trials. Example e is swapped by bit e%64 of a
// trial's word e/64.
type swapPatterns struct {
	seed   uint64
	trials int
	exact  bool
	// mirrored trials are the half of all ways in which the last example isn't swapped; the other
	// half are their complements.
	mirrored bool
}

func (w swapPatterns) countBatches() int { return (w.trials + batch - 1) / batch }

// tossBits returns a function that fills words, one per trial of the batch, for the next 64 examples.
// Bits follow from the seed and batchIndex, so that goroutines don't matter.
func (w swapPatterns) tossBits(batchIndex int) func(words []uint64) {
	if w.exact {
		return func(words []uint64) {
			for i := range words {
				words[i] = uint64(batchIndex*batch + i)
			}
		}
	}
	random := rand.NewPCG(w.seed, uint64(batchIndex))
	return func(words []uint64) {
		for i := range words {
			words[i] = random.Uint64()
		}
	}
}

func (w swapPatterns) batchSize(batchIndex int) int { return min(batch, w.trials-batchIndex*batch) }

func shareWork(n int, workOn func(k int)) {
	_ = scoring.Parallel(context.Background(), n, func(_ context.Context, k int) error {
		workOn(k)
		return nil
	}) // none fails
}

// subsetSums holds the sums of every subset of every blockBits rows: a trial then costs a look-up and an
// addition per block instead of eight coin tosses and additions.
type subsetSums struct {
	width  int
	blocks [][]float64 // subset s at s*width
}

const (
	blockBits = 8
	subsets   = 1 << blockBits
)

func newTable(r TermRows) *subsetSums {
	t := &subsetSums{width: r.Width}
	for from := 0; from < r.Len(); from += blockBits {
		block := make([]float64, subsets*r.Width)
		// Subsets with row i and no later one are those of earlier rows, plus row i. After the last
		// row the coins are tossed nonetheless.
		for i := range blockBits {
			size := 1 << i * r.Width
			copy(block[size:2*size], block[:size])
			for at := size; at < 2*size && from+i < r.Len(); at += r.Width {
				addRow(block[at:at+r.Width], r.Row(from+i))
			}
		}
		t.blocks = append(t.blocks, block)
	}
	return t
}

// walkSwaps calls visitTrial concurrently, once per batch, with its trials' sums of swapped rows,
// t.width numbers each, end to end.
func walkSwaps(t *subsetSums, w swapPatterns, visitTrial func(moved []float64)) {
	shareWork(w.countBatches(), func(k int) {
		words, moved := make([]uint64, w.batchSize(k)), make([]float64, w.batchSize(k)*t.width)
		toss := w.tossBits(k)
		for from := 0; from < len(t.blocks); from += wordBits / blockBits {
			toss(words)
			for b, block := range t.blocks[from:min(from+wordBits/blockBits, len(t.blocks))] {
				t.gatherSubset(moved, block, words, uint(b*blockBits))
			}
		}
		visitTrial(moved)
	})
}

func (t *subsetSums) gatherSubset(movedSums, blockSums []float64, swapWords []uint64, bitShift uint) {
	if t.width == 1 {
		sums := (*[subsets]float64)(blockSums)
		movedSums = movedSums[:len(swapWords)]
		for i, word := range swapWords {
			movedSums[i] += sums[word>>bitShift&(subsets-1)]
		}
		return
	}
	for i, word := range swapWords {
		at := int(word>>bitShift&(subsets-1)) * t.width
		addRow(movedSums[i*t.width:(i+1)*t.width], blockSums[at:at+t.width])
	}
}
