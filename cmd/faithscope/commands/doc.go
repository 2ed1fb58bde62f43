// Package commands holds the commands of the program, one file each, their flags
// and help, and what opens the screen.
//
// No command scores or draws by itself: it opens, checks and hands on.
package commands
