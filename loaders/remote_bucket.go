//go:build !cloud

package loaders

import (
	"errors"
	"io/fs"
)

// openBucket opens a file of a bucket.
func openBucket(string) (fs.File, error) {
	return nil, errors.New("this program was built without s3 and gs: build it with `-tags cloud`, or use an https address")
}
