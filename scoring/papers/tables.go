package papers

const (
	nmn       = "Subramanian et al. 2020"
	scn       = "Dancette et al. 2020"
	alignment = "Prasad et al. 2021"
	quackie   = "Rychener et al. 2020 (QUACKIE)"
	fol       = "Amizadeh et al. 2020"
)

// Tables lists the tables, paper by paper.
func Tables() []Table {
	return []Table{
		{ID: "nmn-1", Paper: nmn, Number: 1, Title: "faithfulness over boxes, averaged over examples", Set: map[string]string{"average": "example"}, UpperBound: true, Columns: overBoxes},
		{ID: "nmn-2", Paper: nmn, Number: 2, Title: "faithfulness over text, the loss of the modules", Columns: overText},
		{ID: "nmn-4", Paper: nmn, Number: 4, Title: "as Table 1, cumulative counts", Set: map[string]string{"average": "cumulative"}, UpperBound: true, Columns: overBoxes},
		{ID: "nmn-5", Paper: nmn, Number: 5, Title: "as Table 1, averaged over occurrences of modules", Set: map[string]string{"average": "occurrence"}, UpperBound: true, Columns: overBoxes},
		{ID: "nmn-6", Paper: nmn, Number: 6, Title: "as Table 1, with a negative IoU of 1e-8", Set: map[string]string{"average": "example", "negative_iou": "1e-8"}, UpperBound: true, Columns: overBoxes},
		{ID: "scn-1", Paper: scn, Number: 1, Title: "counting, under the shift of parities", Columns: counting},
		{ID: "scn-2", Paper: scn, Number: 2, Title: "grounding of the counts", Columns: grounding},
		{ID: "alignment-2", Paper: alignment, Number: 2, Title: "alignment with the hard oracle, beyond a random explanation", Columns: hard},
		{ID: "alignment-3", Paper: alignment, Number: 3, Title: "alignment with each oracle, and the rank correlation of C with one and with another", Columns: oracles},
		{ID: "quackie-4", Paper: quackie, Number: 4, Title: "IoU of the best sentence with the gold one", Columns: iou, Published: random("IoU", .2464, .2538)},
		{ID: "quackie-5", Paper: quackie, Number: 5, Title: "HPD, the precision down to the gold sentence", Columns: hpd, Published: random("as published", .4028, .4071)},
		{ID: "quackie-6", Paper: quackie, Number: 6, Title: "SNR of the gold sentence", Columns: snr, Published: random("as published", .377, .3734)},
		{ID: "fol-1", Paper: fol, Number: 1, Title: "accuracy by the type of question", Columns: byType, Published: []Published{
			{Name: "∇-FOL, golden oracle, GQA validation", Values: map[string]float64{"accuracy": .96}},
		}},
		{ID: "fol-2", Paper: fol, Number: 2, Title: "visual and reasoning difficulty: the hard and the easy set", Columns: bySet},
		{ID: "fol-3", Paper: fol, Number: 3, Title: "consistency", Columns: consistency},
	}
}

var overBoxes = []Column{
	{"accuracy", "answers", "accuracy", "overall"},
	{"P", "module-boxes", "precision", "overall"}, {"R", "module-boxes", "recall", "overall"}, {"F1", "module-boxes", "f1", "overall"},
	{"find", "module-boxes", "f1", "find"}, {"filter", "module-boxes", "f1", "filter"},
	{"with-relation", "module-boxes", "f1", "with-relation"}, {"relocate", "module-boxes", "f1", "relocate"},
}

var overText = []Column{
	{"answer F1", "answers", "f1", "overall"}, {"overall ↓", "module-spans", "loss", "micro"},
	{"find ↓", "module-spans", "loss", "find"}, {"filter ↓", "module-spans", "loss", "filter"}, {"relocate ↓", "module-spans", "loss", "relocate"},
	{"min-max ↓", "module-spans", "loss", "min-max"}, {"find-arg ↓", "module-spans", "loss", "find-arg"},
}

var counting = []Column{
	{"accuracy", "counting", "accuracy", "overall"}, {"RMSE ↓", "counting", "rmse", "overall"},
	{"simple", "counting", "accuracy", "simple"}, {"complex", "counting", "accuracy", "complex"},
	{"even", "counting", "accuracy", "even"}, {"odd", "counting", "accuracy", "odd"},
	{"odd-even-90%", "counting", "accuracy", "odd-even-90%"}, {"even-odd-90%", "counting", "accuracy", "even-odd-90%"},
}

var grounding = []Column{
	{"accuracy", "counting", "accuracy", "overall"},
	{"GroundP", "grounding", "groundp", "overall"}, {"without 0", "grounding", "groundp", "nonzero"}, {"AP", "grounding", "ap", "overall"},
}

var hard = []Column{
	{"accuracy", "answers", "accuracy", "overall"},
	{"ΔA", "alignment", "delta_a", "overall"}, {"C", "alignment", "c", "overall"}, {"C random", "alignment", "c_random", "overall"},
	{"t", "alignment", "t", "overall"}, {"p", "alignment", "p", "overall"},
}

var oracles = []Column{
	{"hard", "alignment", "c", "overall"}, {"soft", "alignment", "c", "soft"}, {"expert", "alignment", "c", "expert"},
	{"C hard-soft", "alignment", "spearman", "hard-soft"}, {"C hard-expert", "alignment", "spearman", "hard-expert"}, {"C soft-expert", "alignment", "spearman", "soft-expert"},
	{"oracles hard-soft", "alignment", "oracle_spearman", "hard-soft"}, {"oracles hard-expert", "alignment", "oracle_spearman", "hard-expert"},
	{"oracles soft-expert", "alignment", "oracle_spearman", "soft-expert"},
}

// What is "as published" is binarised before it is scored, as the authors' code
// does.
var (
	iou = []Column{{"IoU", "sentences", "iou", "overall"}, {"random", "sentences", "iou_random", "overall"}}
	hpd = []Column{
		{"HPD", "sentences", "hpd", "overall"}, {"random", "sentences", "hpd_random", "overall"},
		{"as published", "sentences", "hpd_published", "overall"}, {"random, as published", "sentences", "hpd_published_random", "overall"},
	}
	snr = []Column{
		{"SNR, median", "sentences", "snr_median", "overall"},
		{"as published", "sentences", "snr_published", "overall"}, {"random, as published", "sentences", "snr_published_random", "overall"},
	}
)

// random are the published numbers of a random ranking on SQuAD, of the questions
// that either model answers rightly.
func random(title string, classif, qa float64) []Published {
	return []Published{{"random, Classif, SQuAD", map[string]float64{title: classif}}, {"random, QA, SQuAD", map[string]float64{title: qa}}}
}

var byType = []Column{
	{"accuracy", "reasoning", "accuracy", "overall"}, {"open", "reasoning", "accuracy", "open"}, {"binary", "reasoning", "accuracy", "binary"},
	{"verify", "reasoning", "accuracy", "verify"}, {"query", "reasoning", "accuracy", "query"}, {"choose", "reasoning", "accuracy", "choose"},
	{"logical", "reasoning", "accuracy", "logical"}, {"compare", "reasoning", "accuracy", "compare"},
}

var bySet = []Column{
	{"hard", "reasoning", "acc_hard", "overall"}, {"easy, error ↓", "reasoning", "err_easy", "overall"},
	{"hard, open", "reasoning", "acc_hard", "open"}, {"easy, open ↓", "reasoning", "err_easy", "open"},
	{"hard, binary", "reasoning", "acc_hard", "binary"}, {"easy, binary ↓", "reasoning", "err_easy", "binary"},
}

var consistency = []Column{
	{"accuracy", "reasoning", "accuracy", "overall"}, {"consistency", "reasoning", "consistency", "overall"},
	{"on the hard set", "reasoning", "consistency_hard", "overall"}, {"on the easy set", "reasoning", "consistency_easy", "overall"},
}
