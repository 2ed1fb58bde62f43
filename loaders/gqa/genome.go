package gqa

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// VisualGenome reads objects, attributes and relationships, of all pictures or of one.
var VisualGenome = record.NewFormat(loaders.Format{
	Name:   "visual-genome",
	About:  "Visual Genome objects, attributes or relationships: pictures with labelled boxes",
	Boxes:  pictureBoxes,
	Sign:   "lists under objects or attributes with object_id, or under relationships with predicate",
	Detect: func(head []byte) bool { _, ok := GenomePath(head); return ok },
}, record.RecordFormat{Dataset: "Visual Genome", Gold: "in the file", Pictures: true, Beside: []record.CompanionFile{objectFiles},
	Open: openGenome})

func openGenome(o *record.RunBuilder) {
	path, _ := GenomePath(o.Source.Head)
	if o.Elements(path, record.As((*genomePicture).exampleOf)); !areGenomeObjects(o.Source.Head) {
		o.Join(objectFiles)
	}
}

// genomeKeys are the lists of Visual Genome, and a key of their elements.
var genomeKeys = map[string]string{"objects": "object_id", "attributes": "object_id", "relationships": "predicate"}

// GenomePath returns the path of the pictures in a file of Visual Genome that begins with head: "*"
// for a list, "" for one picture. ok is false for other files.
func GenomePath(head []byte) (path string, ok bool) {
	for _, pictures := range []string{"*", ""} {
		for list, key := range genomeKeys {
			if record.ElementKeys(head, strings.TrimPrefix(pictures+"."+list+".*", "."))[key] != 0 {
				return pictures, true
			}
		}
	}
	return "", false
}

// genomePicture is an entry of objects.json, attributes.json or relationships.json.
type genomePicture struct {
	Image         record.LenientText `json:"image_id"`
	URL           string             `json:"image_url"`
	Objects       []genomeObject     `json:"objects"`
	Attributes    []genomeObject     `json:"attributes"`
	Relationships []relationship     `json:"relationships"`
}

type genomeObject struct {
	ID     record.LenientText  `json:"object_id"`
	Names  record.LenientTexts `json:"names"`
	Merged record.LenientTexts `json:"merged_object_ids"`
	object
}

type relationship struct {
	Predicate string       `json:"predicate"`
	Subject   genomeObject `json:"subject"`
	Object    genomeObject `json:"object"`
}

func (o *genomeObject) asNamed() object {
	if len(o.Names) > 0 {
		o.Name = o.Names[0]
	}
	return o.object
}

var objectFiles = record.CompanionFile{
	What: "objects", Flag: loaders.SceneFile,
	Is: record.KeyedAt("*.objects.*", "object_id"),
	Entries: record.At("*", func(rec *record.Record) string {
		var p genomePicture
		if rec.Decode(&p) == nil && p.Image != "" {
			return string(p.Image)
		}
		return rec.Key
	}),
}

var areGenomeObjects = record.Either(objectFiles.Is, record.KeyedAt("objects.*", "object_id"))

func (p *genomePicture) exampleOf(rec *record.Record) *loaders.Example {
	id := cmp.Or(string(p.Image), rec.Key)
	s := p.asScene(rec)
	reportDangling(rec, id, s.Objects)
	ex := s.exampleOf(rec, id)
	ex.Describe("url", p.URL)
	return ex
}

// DecodeGenome returns the scene graph of a picture of Visual Genome: its objects, and those of its
// attributes or relationships. It fails for a record that can't be decoded.
func DecodeGenome(rec *record.Record) (*loaders.Scene, error) {
	var p genomePicture
	if err := rec.Decode(&p); err != nil {
		return nil, err
	}
	return p.asScene(rec).asGraph(rec), nil
}

func (p *genomePicture) asScene(rec *record.Record) *scene {
	s := &scene{Objects: map[string]object{}}
	nameless := 0
	add := func(o *genomeObject) {
		if o.ID == "" {
			nameless++
		} else if _, there := s.Objects[string(o.ID)]; !there {
			s.Objects[string(o.ID)] = o.asNamed()
		}
	}
	listed := slices.Concat(p.Objects, p.Attributes)
	for _, o := range listed {
		add(&o)
	}
	if twice := len(listed) - nameless - len(s.Objects); twice > 0 {
		rec.Problem("objects that repeat another object's id: %d; only the first of each is shown", twice)
	}
	for _, r := range p.Relationships {
		add(&r.Subject)
		add(&r.Object)
		if from, there := s.Objects[string(r.Subject.ID)]; there {
			from.Relations = append(from.Relations, sceneRelation{Name: r.Predicate, Object: r.Object.ID})
			s.Objects[string(r.Subject.ID)] = from
		}
	}
	if nameless > 0 {
		rec.Problem("objects without an object_id: %d; left out", nameless)
	}
	return s
}

// reportDangling reports, as one problem, the ids of shownObjects that the joined file lacks and doesn't
// know as merged, or that it lacks the picture. The boxes are kept, because the relationships have
// their own.
func reportDangling(rec *record.Record, pictureID string, shownObjects map[string]object) {
	objects := rec.Beside()
	if objects == nil {
		return
	}
	var p genomePicture
	if !objects.Decode(pictureID, &p) {
		objects.Misses(rec, "picture", pictureID, "shown with its own boxes")
		return
	}
	known := map[string]bool{}
	for _, o := range p.Objects {
		known[string(o.ID)] = true
		for _, merged := range o.Merged {
			known[merged] = true
		}
	}
	lost := slices.DeleteFunc(objectIDs(shownObjects), func(id string) bool { return known[id] })
	if len(lost) > 0 {
		rec.Problem("%d of %d object ids are not in %s: %s; shown with their own boxes", len(lost), len(shownObjects),
			filepath.Base(objects.Path), record.Listed(lost, mostListed))
	}
}
