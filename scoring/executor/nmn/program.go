package nmn

import (
	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

// Executor runs faithful-nmn's programs. The zero value reads numbers like the authors' code and
// leaves counting to the network.
type Executor struct {
	Spread   SpreadMethod
	Counting CountingMethod
	// graph-count's weights; nil is untrained
	Counter *ObjectCounter
	Network *executor.Network
}

// CountingMethod is a way to count a set.
type CountingMethod uint8

// By a network, with the logged counts (layer-count, and graph-count with unknown weights); by the
// sum of probabilities; by the Counter.
const (
	Network CountingMethod = iota
	Sum
	Graph
)

// Program is immutable and safe for concurrent use.
type Program struct {
	executor *Executor
	example  *loaders.Example
	modules  []loaders.Module
	nodes    []programNode
	boxes    [][]loaders.Box // per image
	most     int
	counter  *ObjectCounter
}

// objectSet is a probability per image and box.
type objectSet = [][]float64

type programNode struct {
	language.Signature
	op       language.ModuleOp
	children []int
	constant *loaders.Number
	logged   loaders.Output
	own      *networkOutput // nil if only the logged output is known
	why      string
}

type networkOutput struct {
	p objectSet // NaN if unknown
	// the last argument's related proposal per proposal; nil if any would do
	best [][]int
}
