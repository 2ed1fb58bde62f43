package rules

// The rules that are chosen by looking at values.
const (
	Equal    = "equal"
	Exact    = "exact"
	Caseless = "caseless"
	Majority = "majority"
	Number   = "number"
	Error    = "error"
	Greatest = "argmax"
	Half     = "half"
	Rounded  = "rounded"
	Contains = "contains"
	Relaxed  = "relaxed"
	SQuAD    = "squad"
	VQA      = "vqa"
	Letter   = "letter"
	Boxed    = "boxed"
	Letter1  = "letter_from_1"
	MME      = "mme"
	Set      = "set"
	// Entailment is for correct answers of two classes.
	Entailment = "entailment"
	None       = "none"
)
