package dfol

import (
	"regexp"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/language"
)

// α and β are arguments, φ and ψ these filtered, ρ the last of them related, ω the options.
var attentions = map[language.ModuleOp]string{
	language.Find: "φ", language.Unique: "α", language.Filter: "φ", language.Relocate: "ρ", language.WithRelation: "α · ρ",
	language.Not: "Neg[α]", language.Intersect: "α · β", language.And: "α · β", language.Discard: "α · Neg[β]",
	language.Union: "Neg[Neg[α] · Neg[β]]", language.Or: "Neg[Neg[α] · Neg[β]]",
	language.Exist: "A∃(α)", language.ForAll: "A∀(α)", language.None: "A∄(α)", language.Verify: "A∃(φ)", language.VerifyRel: "A∃(ρ)",
	language.AllSame: "A∃ω A∀(Neg[α · Neg[Filter_o[1]]])", language.AllDifferent: "A∄ω A∀(Neg[α · Neg[Filter_o[1]]])",
	language.TwoSame: "A∃ω A∃(Filter_o[α]) · A∃(Filter_o[β])", language.TwoDifferent: "A∄ω A∃(Filter_o[α]) · A∃(Filter_o[β])",
	language.Query: "argmaxω A∃(Filter_o[α])", language.Choose: "argmaxω A∃(Filter_o[α])", language.ChooseRel: "argmaxω A∃(ρ)",
	language.Compare: "A∃(φ) > A∃(ψ)",
}

// AttentionFormula writes a program in the paper's operators on attentions (Table 4), of which 1 is
// on every object: "A∃(Filter_yellow[Filter_square[1]])". Errors are those of [Formula].
func AttentionFormula(programModules []loaders.Module, c *ConceptCategories) (string, error) {
	if _, err := Formula(programModules, c); err != nil {
		return "", err
	}
	p, err := Compile(programModules, c)
	if err != nil {
		return "", err
	}
	return p.writeTruth(0), nil
}

func (l literal) writeSubscript() string {
	return loaders.IfElse(l.negated, "_¬", "_") + loaders.IfElse(strings.Contains(l.name, " "), "{"+l.name+"}", l.name)
}

func filterAttention(literals []literal, attentionFormula string) string {
	for _, l := range literals {
		attentionFormula = "Filter" + l.writeSubscript() + "[" + attentionFormula + "]"
	}
	return attentionFormula
}

func (p *Program) writeTruth(i int) string {
	if p.nodes[i].kind == language.Objects {
		return "A∃(" + p.writeAttention(i) + ")"
	}
	return p.writeAttention(i)
}

// The paper's Relate takes ∀ of what is related to every object.
var relatedToAll = regexp.MustCompile(`^Neg\[Relate_¬([^[]*),∃\[1\]\]$`)

func (p *Program) writeAttention(i int) string {
	n := &p.nodes[i]
	arguments := []string{"1", "1"}
	for k, child := range n.children {
		write := p.writeAttention
		if n.kind == language.Truth && n.op.Signature().Of == language.Truth {
			write = p.writeTruth
		}
		arguments[k] = write(child)
	}
	last := arguments[max(len(n.children)-1, 0)]
	relation, about := literal{name: "o"}, n.about
	if n.op != language.ChooseRel && len(about) > 0 {
		relation = about[0]
	}
	inverse := loaders.IfElse(n.subject || n.op == language.WithRelation, "", "⁻¹")
	text := strings.NewReplacer("α", arguments[0], "β", arguments[1],
		"φ", filterAttention(about, arguments[0]), "ψ", filterAttention(about, arguments[1]),
		"ρ", filterAttention(n.other, "Relate"+relation.writeSubscript()+inverse+",∃["+last+"]"),
		"ω", "{o ∈ "+strings.Join(namesOf(about), ", ")+"}",
	).Replace(attentions[n.op])
	if n.less {
		text = strings.Replace(text, " > ", " < ", 1)
	}
	return relatedToAll.ReplaceAllString(text, "Relate_$1,∀[1]")
}
