// Package commands holds the commands of the program, one file each, their flags
// and help, and what opens the screen.
package commands
