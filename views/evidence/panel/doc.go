// Package panel stacks the parts that have something to show of a subject, and says the same in
// words below them.
//
// A panel is laid out again after every action, and drawing only draws: see [Panel.Lay].
package panel
