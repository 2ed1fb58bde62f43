package reasoning

import (
	"faithscope/scoring"
	"faithscope/scoring/stats"
)

// OfAnswers are the metrics that only count right answers.
var OfAnswers = []string{"accuracy", "acc_hard", "err_easy"}

// AnswerRates counts right answers overall and in the hard and easy set, if only the answers are known.
type AnswerRates struct {
	All, Hard int // questions
	easy      int
	right     [3]int
}

// Add counts an answer, in neither set if it isn't known to be easy or hard.
func (r *AnswerRates) Add(right, isEasy, isKnown bool) {
	for set, has := range [...]bool{true, isKnown && !isEasy, isKnown && isEasy} {
		if has {
			*[...]*int{&r.All, &r.Hard, &r.easy}[set]++
			if right {
				r.right[set]++
			}
		}
	}
}

// Values returns accuracy, Acc_h and Err_e (Amizadeh et al. 2020, section 5), undefined for empty
// sets.
func (r *AnswerRates) Values() (accuracy, accHard, errEasy scoring.Value) {
	accuracy, _ = stats.Share(r.right[0], r.All)
	accHard, _ = stats.Share(r.right[1], r.Hard)
	errEasy, _ = stats.Share(r.easy-r.right[2], r.easy)
	return accuracy, accHard, errEasy
}
