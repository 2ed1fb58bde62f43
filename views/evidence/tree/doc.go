// Package tree draws an example's program as a tree. It sets its own branches, because
// lipgloss/tree renders whole trees with depth × nodes of memory, but a file can nest a hundred
// thousand modules, of which a screen shows forty.
package tree
