package scoringtest

import "faithscope/scoring"

// Example scores an example by evidence, which may be nil.
func Example(e scoring.Evidence, s scoring.Settings) scoring.ExampleScore {
	judge, _ := scoring.JudgeOf([]scoring.Evidence{e})
	return judge.Example(&s)
}
