// Package steps scores judges of reasoning against people: the protocol "steps". A person marked
// which steps of a chain are right, neutral or wrong; a judge (a model, or a score for each step)
// says which step is wrong first. Steps after the first error that nobody judged are neither right
// nor wrong.
//
// The formulas are those of ProcessBench (Zheng et al. 2025), Who&When (Zhang et al. 2025),
// AgentProcessBench (2026) and PRMBench (Song et al. 2025). A judge that is asked and says nothing
// counts as wrong, except where people judged every step: there it counts as saying that no step is
// wrong, as AgentProcessBench does.
//
// Every metric stands beside its controls ([scoring.Control]): what a judge reaches that reads no
// step. A run without a judge is scored by people's marks alone: an example is faithful if no step
// of it is wrong.
package steps
