package stats

// Moments determine a mean and its variance.
type Moments struct{ N, Sum, Squares float64 }

// Add adds a number.
func (m *Moments) Add(x float64) {
	m.N++
	m.Sum += x
	m.Squares += float64(x * x)
}

// Less returns m without the numbers of o, which must be among m's.
func (m Moments) Less(o Moments) Moments {
	return Moments{m.N - o.N, m.Sum - o.Sum, m.Squares - o.Squares}
}

// Worth reduces m's weight by a design effect of at least 1: N dependent numbers weigh as much as N
// / effect independent ones (Rao and Scott, "A Simple Method for the Analysis of Clustered Binary
// Data", 1992).
func (m Moments) Worth(designEffect float64) Moments {
	return Moments{m.N / designEffect, m.Sum / designEffect, m.Squares / designEffect}
}

func (m Moments) mean() float64 { return m.Sum / m.N }

// The sample variance (n - 1) needs at least two numbers.
func (m Moments) variance() float64 {
	return max(0, (m.Squares-float64(m.Sum*m.Sum)/m.N)/(m.N-1))
}
