// Package panel stacks the parts that have evidence of a subject, and repeats it in words. Actions
// lay out a panel: see [Panel.Lay].
package panel
