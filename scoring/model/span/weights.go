package span

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

//go:embed qa.bin.zst
var packed []byte

// Width is a word vector's.
const Width = 64

const (
	wordCount = 7782
	hidden    = 128 // after mixing
	kindWidth = 16  // of a kind of question's vector
	numbers   = 736458

	featureCount = 9
)

// Network is safe for concurrent use.
type Network struct {
	rows                             map[string]int
	words, frequency, kinds          *mat.Dense
	align, attend, input, mix, asked layer
	start, end                       layer
	near, noneHidden, none           layer
	wide                             [3]layer
}

// Unpack decompresses a model's embedded weights.
func Unpack(packedWeights []byte) []byte {
	z, _ := zstd.NewReader(nil) // only options fail
	defer z.Close()
	b, err := z.DecodeAll(packedWeights, nil)
	if err != nil {
		panic("weights: " + err.Error())
	}
	return b
}

// Load decodes the weights, once.
var Load = sync.OnceValue(func() *Network {
	b, next := Unpack(packed), 0
	read := func(rows, columns int, scale float64) *mat.Dense {
		list := make([]float64, rows*columns)
		for i := range list {
			zigzag := int(b[next]) | int(b[numbers+next])<<8
			list[i] = float64(zigzag>>1^-(zigzag&1)) / scale
			next++
		}
		return mat.NewDense(rows, columns, list)
	}
	matrix := func(rows, columns int) *mat.Dense { return read(rows, columns, 1<<12) }
	n := &Network{rows: map[string]int{}, words: read(wordCount, Width, 1<<7), frequency: matrix(wordCount, 1), kinds: matrix(11, kindWidth)}
	var startWeight, endWeight layer // of scores; they join the layers before them
	for _, l := range []struct {
		*layer
		out, in, taps int
	}{
		{&n.align, Width, Width, 1}, {&n.attend, 1, Width, 1}, {&n.input, Width, 2*Width + featureCount + kindWidth, 1},
		{&n.mix, hidden, 2*Width + kindWidth, 1}, {&n.start, hidden, Width + kindWidth, 1}, {&n.end, hidden, Width + kindWidth, 1},
		{&startWeight, 1, hidden, 1}, {&endWeight, 1, hidden, 1}, {&n.asked, Width, Width, 3}, {&n.near, kindWidth, featureCount, 21},
		{&n.wide[0], hidden, hidden, 3}, {&n.wide[1], hidden, hidden, 3}, {&n.wide[2], hidden, hidden, 3},
		{&n.noneHidden, 48, 2*hidden + kindWidth + featureCount, 1}, {&n.none, 1, 48, 1},
	} {
		*l.layer = layer{weights: matrix(l.out, l.in*l.taps), taps: l.taps, dilation: 1}
		l.bias = matrix(1, l.out).RawRowView(0)
	}
	n.wide[1].dilation, n.wide[2].dilation = 2, 4
	for side, weights := range map[*layer]*layer{&n.start: &startWeight, &n.end: &endWeight} {
		for k, w := range weights.weights.RawRowView(0) {
			floats.Scale(w, side.weights.RawRowView(k))
			side.bias[k] *= w
		}
		n.none.bias[0] -= weights.bias[0]
	}
	for i, word := range strings.Split(string(b[2*numbers:]), "\n") {
		n.rows[word] = i
	}
	return n
})
