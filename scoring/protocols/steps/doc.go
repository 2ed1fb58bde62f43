// Package steps scores judges of reasoning against people, who marked the steps of a chain as
// right, neutral or wrong; a judge (a model, or a score for each step) says which step is wrong
// first. Steps after the first error that nobody judged are neither right nor wrong.
//
// The formulas are those of ProcessBench (Zheng et al. 2025), Who&When (Zhang et al. 2025),
// AgentProcessBench (2026) and PRMBench (Song et al. 2025). A judge that is asked and says nothing
// counts as wrong; if people judged every step, it counts as finding none wrong, like in
// AgentProcessBench.
//
// Every metric stands beside its controls ([scoring.Control]), which read no step. Without a judge,
// an example is faithful if people marked no step as wrong.
package steps
