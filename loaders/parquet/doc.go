// Package parquet reads rows of Parquet files that may be hostile.
//
// The library trusts sizes in the file. Before it sees a file, the footer has to fit in it and have
// at most 16 MB, and every column has to lie within it; a panic of the library is an error of that
// row. Rows are read in blocks when one is needed. The bytes of pictures (the Image feature of the
// datasets library: a struct of bytes and path) stay in the file until a picture is shown, so that
// nothing is unpacked to a disk. The features in its metadata (key "huggingface") name the classes of
// ClassLabel columns.
package parquet
