// Package steps scores judges of reasoning against people, who marked steps as right, neutral or
// wrong; a judge (a model, or a score for each step) says which step is wrong first. Steps after
// the first error that nobody judged are neither.
//
// The formulas are from ProcessBench (Zheng et al. 2025), Who&When (Zhang et al. 2025),
// AgentProcessBench (2026) and PRMBench (Song et al. 2025). A silent judge counts as wrong; if
// people judged every step, it counts as finding none wrong, like in AgentProcessBench. In a run with a
// judge, an example without any verdict counts as silence.
//
// Every metric has controls ([scoring.BlindJudgeScore]), which read no step. Without a judge, an example is
// faithful if people marked no step as wrong.
package steps
