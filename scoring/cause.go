package scoring

// Cause says why a module is wrong, in one word. It is this program's own
// reading, of no paper; the protocols of modules say where each applies, and
// every one of them is told from the module's own output and gold, whatever
// its inputs were.
type Cause uint8

// The causes. A module that is right, or has no score, has none.
//
// With boxes, in this order, the first that holds (T is the threshold of a
// predicted box, a box is aligned above the IoU in the settings, and a
// predicted box is bad where it counts against precision):
//
//   - from nothing: there is no gold box, and something is predicted;
//   - no proposal: at least half of the missed gold boxes have no aligned
//     proposal, whatever its probability: the detector's failure;
//   - nothing is predicted. It is low p where at least half of the other
//     missed gold boxes have an aligned proposal over [NearMiss] × T, else
//     empty;
//   - low p: no predicted box is bad, so that only a lower threshold would
//     find what is missed;
//   - too many: more predicted boxes are bad than gold boxes are missed, and
//     some gold box is found;
//   - elsewhere: the rest, whose predicted boxes lie on something else.
//
// With spans (attention over the tokens of a passage):
//
//   - diffuse: half of the attention takes more than [DiffuseTokens] tokens
//     and more than twice as many as are gold;
//   - elsewhere: less than [ElsewhereMass] of the attention is on gold;
//   - partial: the rest, in which some of it is and too little.
const (
	NoCause Cause = iota
	NoProposal
	LowProbability
	Elsewhere
	TooMany
	Empty
	FromNothing
	Diffuse
	Partial

	causeCount int = iota
)

// The thresholds of the causes.
const (
	// NearMiss is the share of the threshold over which a proposal that is not
	// predicted nearly was.
	NearMiss = 0.2
	// DiffuseTokens is how many tokens may share half of an attention that is
	// not called diffuse, where the gold has at most half as many.
	DiffuseTokens = 10
	// ElsewhereMass is the sum of an attention on gold below which it is
	// elsewhere.
	ElsewhereMass = 0.1
)

var causeNames = [causeCount]string{"", "no proposal", "low p", "elsewhere", "too many", "empty", "from nothing", "diffuse", "partial"}

// String returns the cause's word, "" for none.
func (c Cause) String() string { return causeNames[c] }

// Causes lists all of them, in the order of a bar or a table.
func Causes() []Cause {
	list := make([]Cause, 0, causeCount-1)
	for c := NoProposal; int(c) < causeCount; c++ {
		list = append(list, c)
	}
	return list
}

var causeSentences = [causeCount]string{
	"",
	"the detector proposes no box on it",
	"a proposal lies on it, with too low a probability",
	"what it attends to lies on something else",
	"it finds what is wanted and too much beside it",
	"nothing is predicted, though something is wanted",
	"something is predicted, though nothing is wanted",
	"its attention is spread over too many tokens",
	"only a part of its attention is on gold",
}

// Sentence says in a few words what the cause means, "" for none.
func (c Cause) Sentence() string { return causeSentences[c] }
