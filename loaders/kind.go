package loaders

import "slices"

// Kind says what an output or a gold consists of. Each layer has one table, indexed by it, of what it
// does with evidence of that kind.
type Kind uint8

// The kinds. NoKind is that of an output which the file does not carry, and of a missing gold.
const (
	NoKind Kind = iota
	BoxKind
	TokenKind
	NumberKind
	TruthKind
	OptionKind
	TextKind
	Kinds // the length of a table
)

// firstKind returns the kind of the first field that is set, in the order of the kinds.
func firstKind(set ...bool) Kind { return Kind(1 + slices.Index(set, true)) }
