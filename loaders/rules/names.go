package rules

// The rules that are chosen by looking at values.
const (
	Equal    = "equal"
	Majority = "majority"
	Number   = "number"
	Error    = "error"
	Greatest = "argmax"
	Half     = "half"
	Contains = "contains"
	SQuAD    = "squad"
	Letter   = "letter"
	Boxed    = "boxed"
	Letter1  = "letter_from_1"
	MME      = "mme"
	Set      = "set"
	None     = "none"
)
