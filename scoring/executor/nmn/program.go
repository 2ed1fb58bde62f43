package nmn

import (
	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

// Executor runs the programs of faithful-nmn's models. The zero value reads numbers like the
// authors' code and leaves counting to the network.
type Executor struct {
	Spread   Spread
	Counting Counting
	// Counter has the weights of graph-count; nil is untrained.
	Counter *Counter
	// Network is asked if a network would have to look again.
	Network *executor.Network
}

// Counting is a way to count a set of objects.
type Counting uint8

// The ways of counting: by a network, whose counts are those that the run
// logged (layer-count, and graph-count with unknown weights); by the sum of
// probabilities; by the Counter.
const (
	Network Counting = iota
	Sum
	Graph
)

// Program is an example's program with its networks' outputs. It does not change and is safe for
// concurrent use.
type Program struct {
	executor *Executor
	example  *loaders.Example
	modules  []loaders.Module
	nodes    []node
	boxes    [][]loaders.Box // per image
	most     int             // the greatest count
	counter  *Counter
}

type node struct {
	language.Signature
	op       language.Op
	children []int
	constant *loaders.Number // of a number module
	logged   loaders.Output
	own      *networkOutput // nil if only the logged output is known
	why      string         // why own is nil
}

type networkOutput struct {
	p [][]float64 // per image and proposal; NaN if unknown
	// best has per proposal the related proposal of the last argument; nil if any other would do as
	// well.
	best [][]int
}
