package faithfulnmn

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// openedAlone is a table without the run that it belongs to. A folder prefers the run.
func openedAlone(
	name, about, boxes string, table record.SeparatedTableSpec, takes []loaders.FormatFlag, open func(o *record.RunBuilder),
) loaders.Format {
	return record.NewFormat(loaders.Format{
		Name:  name,
		About: about,
		Boxes: boxes,
		Sign:  "the columns " + strings.ReplaceAll(table.Columns, " ", ", "),
		Keys:  table.Columns,
		Takes: takes,
		Confirm: func(_ context.Context, src *loaders.Source, _ loaders.Options) bool {
			return record.Columned(table.Columns)(src.Head)
		},
		Alone: true,
		Shape: func(context.Context, *loaders.Source) string { return "" },
	}, record.RecordFormat{Open: open})
}

// Programs opens annotated programs.
var Programs = openedAlone("faithful-nmn-programs", "annotated programs without a run: a table with sentence, annotation and tokens",
	"", programSheet, nil, func(o *record.RunBuilder) {
		o.Run.Dataset = "NLVR2"
		o.Rows(func(rec *record.Record, row record.RowCells) *loaders.Example {
			program := readSentence(row)
			if program.err != nil {
				rec.Problem("%w; shown without its program", program.err)
			}
			return draftProgram(rec, row["sentence"], program).ex
		})
	})

func draftProgram(rec *record.Record, sentence string, program annotatedSentence) *exampleDraft {
	d := &exampleDraft{rec: rec, nodes: program.nodes}
	d.ex = &loaders.Example{Question: sentence, Logical: program.text, Program: modulesOf(d.nodes), Kind: programFamily(d.nodes)}
	d.attendAnnotated(program)
	d.setTexts()
	return d
}

var statementFiles = record.CompanionFile{
	What: "NLVR or NLVR2 statements", Flag: loaders.GoldFile, Missing: "statements", Without: "programs",
	Is: record.Keyed(`sentence:", identifier:"`), Entries: record.At("", record.KeyOf("identifier")),
}

// Gold opens box annotations, with the programs of their statements if both files are found.
var Gold = openedAlone("faithful-nmn-gold", "box annotations without a run, with statements and programs beside them",
	"left, top, width, height, 0..1 of the image", boxSheet,
	[]loaders.FormatFlag{{Flag: programFile}, {Flag: loaders.GoldFile, What: statementFiles.What}, {Flag: loaders.ImageFolder}},
	func(o *record.RunBuilder) {
		run := o.Run
		gold, err := readBoxes(o.Source.Files, run.Path, &run.Problems)
		o.Fail(err)
		programs := joinPrograms(o)
		o.ScatteredRows("identifier", func(id string, rows []*record.Record) *loaders.Example {
			var statement struct{ Sentence string }
			rows[0].Beside().Decode(id, &statement)
			program, known := programs()[strings.ToLower(statement.Sentence)]
			d, err := draftProgram(rows[0], statement.Sentence, program), program.err
			d.ex.ID, d.ex.Images = id, make([]loaders.Image, 2)
			namePictures(d.rec, append(imagesOf(id), id)[0], d.ex.Images)
			a := cmp.Or(gold.byID[id], &sentenceAnnotation{identifier: id, path: run.Path})
			if !known {
				d.listModules(a.rows)
			}
			if a.isIncorrect {
				err = errors.New("the program is flagged as incorrect")
			}
			if err != nil {
				d.rec.Problem("%w; kept without gold, following the authors", err)
			} else {
				d.joinGold(a, &run.Problems)
			}
			return d.ex
		})
		run.Gold = inTheFile
		o.Join(statementFiles)
		o.FindPictures()
	})

// listModules puts all lines below a root, because rows don't say which module takes which.
func (d *exampleDraft) listModules(rows []annotatedRow) {
	d.nodes = []node{{name: "program"}}
	for _, row := range rows {
		for n := len(d.nodes); n <= row.Line; n++ {
			d.nodes[0].children = append(d.nodes[0].children, n)
			d.nodes = append(d.nodes, node{name: "not annotated", place: n})
		}
		d.nodes[row.Line].name = row.Module
	}
	d.ex.Program = modulesOf(d.nodes)
	for _, row := range rows {
		d.ex.Program[row.Line].Text = strings.Join(row.Words, " ")
	}
}
