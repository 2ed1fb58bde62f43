// Package tree shows an example's program as a tree.
//
// It sets its own branches: lipgloss/tree renders whole trees, and needs depth × nodes of memory for
// that, but a file can nest a hundred thousand modules, of which a screen shows forty.
package tree
