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
	Letter   = "letter"
	MME      = "mme"
	Set      = "set"
	None     = "none"
)
