// Package boxes draws an example's pictures under chosen and gold boxes.
package boxes
