// Package heat draws numbers over tokens as heat. A text set in lines is kept while its width is
// the same, because setting it is expensive.
package heat
