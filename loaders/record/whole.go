package record

import (
	"faithscope/loaders"
	"faithscope/loaders/files"
)

// ReadWhole returns a companion's unpacked bytes; more than maxBytes are an error.
func ReadWhole(src *loaders.Source, path string, maxBytes int) ([]byte, error) {
	file, err := files.OpenSource(src.Files, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r, err := files.Reader(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return files.ReadAll(r, int64(maxBytes))
}
