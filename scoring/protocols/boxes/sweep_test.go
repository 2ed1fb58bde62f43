package boxes

import (
	"fmt"
	"testing"

	"golang.org/x/sync/errgroup"

	"faithscope/scoring"
)

// places holds the places of a screen's curve.
func places(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = float64(i) / float64(n)
	}
	return list
}

func sweepOf(evidence []scoring.Evidence, s scoring.Settings, axis Axis, at []float64) *Sweep {
	whole, half := NewSweep(s, axis, at), NewSweep(s, axis, at)
	for i, e := range evidence {
		if i%2 == 0 {
			whole.Add(e)
		} else {
			half.Add(e)
		}
	}
	whole.Merge(half)
	return whole
}

// TestSweepEqualsTheAggregate compares every place with a pass of its own.
func TestSweepEqualsTheAggregate(t *testing.T) {
	var evidence []scoring.Evidence
	for _, ex := range generated(40) {
		evidence = append(evidence, Protocol.Prepare(ex))
	}
	at := places(20)
	for average := scoring.OverExamples; average <= scoring.OverOccurrences; average++ {
		for k := range 8 {
			s := scoring.Defaults()
			s.Average, s.Inclusive, s.UpperBound = average, k&1 != 0, k&2 != 0
			if k&4 != 0 {
				s.NegativeIoU = 0.25
			}
			for axis := OverThreshold; axis <= OverIoU; axis++ {
				t.Run(fmt.Sprint(average, k, axis), func(t *testing.T) {
					curves := sweepOf(evidence, s, axis, at).Curves()
					for i, x := range at {
						aggregate := Protocol.Aggregate(axis.Move(s, x))
						for _, e := range evidence {
							aggregate.Add(e)
						}
						for j, want := range aggregate.Scores()[:3*len(curves)] {
							c := curves[j/3]
							got := [][]scoring.Value{c.Precision, c.Recall, c.F1}[j%3][i]
							if c.Of != want.Of || got != want.Value || c.Count != want.Count {
								t.Fatalf("%s of %s at %v: %v of %d, want %v of %d", want.Metric, want.Of, x, got, c.Count, want.Value, want.Count)
							}
						}
					}
				})
			}
		}
	}
}

// However scores are averaged, a place has the predictions that count there.
func TestSweepCountsPredictions(t *testing.T) {
	var evidence []scoring.Evidence
	for _, ex := range generated(40) {
		evidence = append(evidence, Protocol.Prepare(ex))
	}
	at := places(20)
	s := scoring.Defaults()
	s.Average = scoring.Cumulative
	want := sweepOf(evidence, s, OverThreshold, at).Curves()
	for _, average := range []scoring.Average{scoring.OverExamples, scoring.OverOccurrences} {
		s.Average = average
		for k, c := range sweepOf(evidence, s, OverThreshold, at).Curves() {
			for i, n := range c.Predicted {
				if n != want[k].Predicted[i] || i > 0 && n > c.Predicted[i-1] {
					t.Fatalf("%s of %s at %v: %d predicted, want %d", average, c.Of, at[i], n, want[k].Predicted[i])
				}
			}
		}
	}
	if n := want[0].Predicted[0]; n == 0 {
		t.Error("nothing is predicted over 0")
	}
}

func TestEmptySweepIsUndefined(t *testing.T) {
	for _, c := range NewSweep(scoring.Defaults(), OverIoU, places(3)).Curves() {
		for _, v := range c.F1 {
			if _, ok := v.Float(); ok || v.Why() == "" {
				t.Errorf("%s: %v of no example", c.Of, v)
			}
		}
	}
}

// BenchmarkSweep computes 100 places of each axis over the 2,000 examples of
// [BenchmarkModuleScores], whose warm pass is one place.
func BenchmarkSweep(b *testing.B) {
	examples := benchExamples(b)
	evidence := make([]scoring.Evidence, len(examples))
	for i, ex := range examples {
		evidence[i] = Protocol.Prepare(ex)
	}
	for axis := OverThreshold; axis <= OverIoU; axis++ {
		for average := scoring.OverExamples; average <= scoring.OverOccurrences; average++ {
			b.Run(axis.String()+"/"+average.String(), func(b *testing.B) {
				b.ReportAllocs()
				s := scoring.Defaults()
				s.Average = average
				for b.Loop() {
					sweep := NewSweep(s, axis, places(100))
					for _, e := range evidence {
						sweep.Add(e)
					}
					sweep.Curves()
				}
			})
			b.Run(axis.String()+"/"+average.String()+"/two cores", func(b *testing.B) {
				s := scoring.Defaults()
				s.Average = average
				for b.Loop() {
					halves := [2]*Sweep{}
					var g errgroup.Group
					for k := range halves {
						g.Go(func() error {
							halves[k] = NewSweep(s, axis, places(100))
							for _, e := range evidence[k*len(evidence)/2 : (k+1)*len(evidence)/2] {
								halves[k].Add(e)
							}
							return nil
						})
					}
					_ = g.Wait() // no half fails
					halves[0].Merge(halves[1])
					halves[0].Curves()
				}
			})
		}
	}
}
