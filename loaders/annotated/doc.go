// Package annotated reads boxes that are kept in a file for each picture: the
// XML of Pascal VOC (Everingham et al. 2010), as labelImg and CVAT write it too,
// and the text of YOLO, annotations or detections.
//
// A file is one example. A folder whose files' names differ in digits is one
// run, and so are the files of a quoted pattern: faithscope 'labels/*.txt'.
//
// # VOC
//
// The boxes of the objects are the picture's gold, by name: corners in pixels,
// as in the file. VOC's own count from 1. Objects that are marked as difficult
// are gold as well; Meta has their number.
//
// # YOLO
//
// A line is a class, the middle of a box, its width and height, all as
// fractions of the picture; a polygon instead of these means the box around it.
// Lines that end with a confidence are detections. Their gold is a file of the
// same name without confidences: in the folder that --gold names, or in one
// called labels beside the file's folder or the one above. Classes have the
// names of data.yaml, classes.txt or a file that ends in .names, beside the
// file or in the two folders above, or else their numbers.
//
// # Pictures
//
// The picture has the file's name or, for VOC, the name that the file gives, and is in
// the folder of pictures or beside the file.
//
// It writes no annotations: package marks keeps a person's own.
package annotated
