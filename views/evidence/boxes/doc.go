// Package boxes shows an example's pictures under the boxes that a module chose and those that it
// should have chosen.
package boxes
