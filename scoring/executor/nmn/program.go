package nmn

import (
	"faithscope/loaders"
	"faithscope/loaders/language"
	"faithscope/scoring/executor"
)

// Executor runs the programs of faithful-nmn's models. The zero value reads
// numbers as the authors' code does and leaves counting to the network.
type Executor struct {
	// Spread is the reading of a number's spread.
	Spread Spread
	// Counting is how sets are counted.
	Counting Counting
	// Counter has the weights of graph-count; nil is an untrained one.
	Counter *Counter
	// Network is asked for what a network would have to look at again.
	Network *executor.Network
}

// Counting is how a set of objects is counted.
type Counting uint8

// The ways of counting: by a network, whose counts are those that the run
// logged (layer-count, and graph-count with unknown weights); by the sum of
// probabilities; by the Counter.
const (
	Network Counting = iota
	Sum
	Graph
)

// Program is an example's program with what its learned modules returned. It
// does not change and is safe for concurrent use.
type Program struct {
	executor *Executor
	example  *loaders.Example
	modules  []loaders.Module
	nodes    []node
	boxes    [][]loaders.Box // per image
	most     int             // the greatest count
	counter  *Counter
}

// node is one module, at its index in the example's program.
type node struct {
	language.Signature
	op       language.Op
	children []int
	constant *loaders.Number // a number that is in the program or was read
	logged   loaders.Output
	own      *learned // of a learned module that can be computed; nil where only its logged output is known
	why      string   // why own is nil
}

// learned holds what the network of a learned module returned before the module
// multiplied it by its arguments: for find the whole output.
type learned struct {
	p [][]float64 // per image and proposal; NaN if the run does not say
	// best has per proposal the proposal of the second set, or of the only one, that it was
	// related to; nil if any other would do as well.
	best [][]int
}
