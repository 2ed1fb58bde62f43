package tabular

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Folder reads the metadata of a folder of pictures.
var Folder = Preset{
	Format: loaders.Format{
		Name:   "imagefolder",
		About:  "metadata.jsonl or metadata.csv in a Hugging Face image folder",
		Boxes:  convention,
		Sign:   "file_name or *_file_name with a picture's name",
		Detect: isFolder,
	},
	PresetTraits: PresetTraits{Pictures: true},
	Open: func(o *record.RunBuilder) ExampleFinisher {
		if o.Options.Of(loaders.ImageFolder) == "" && o.Options.ImageFiles == nil { // the pictures are beside the file
			o.Options = o.Options.With(loaders.ImageFolder, filepath.Dir(o.Source.Path))
		}
		return nil
	},
}.Reads()

func namesPicture(fileName string) bool {
	return fileName == "file_name" || strings.HasSuffix(fileName, "_file_name")
}

// isFolder lets keys decide if no row can be read, because the first record may be cut off.
func isFolder(head []byte) bool {
	t := tableSample{}
	if record.FirstByte(head) != '{' {
		named := slices.ContainsFunc(record.CSVHeader(head), namesPicture)
		if named {
			t.readCells(head)
		}
		return named && (len(t.rows) == 0 || t.namesPictures())
	} else if t.readLines(head); len(t.rows) > 0 {
		return t.namesPictures()
	}
	for name, value := range record.ElementKeys(head, "") {
		if namesPicture(name) && value == '"' && record.IsPicture(gjson.GetBytes(head, gjson.Escape(name)).String()) {
			return true
		}
	}
	return false
}

// namesPictures reports whether most of the files that rows name are pictures, because sounds and
// documents have metadata of this form too.
func (t *tableSample) namesPictures() bool {
	surplus := 0
	for _, r := range t.rows {
		for name, v := range r.Values {
			if file, _ := v.(string); file != "" && namesPicture(name) {
				surplus += loaders.IfElse(record.IsPicture(file), 1, -1)
			}
		}
	}
	return surplus > 0
}
