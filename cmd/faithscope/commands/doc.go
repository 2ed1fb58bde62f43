// Package commands holds the program's commands, one file each, and what opens the screen.
//
// No command scores or draws by itself: it opens, checks and hands on.
package commands
