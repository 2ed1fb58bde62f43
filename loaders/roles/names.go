package roles

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"faithscope/loaders"
)

// wordsOf returns the words of a name, split at signs and before capitals, in lower case, the
// singular and English, so that "PredictedLabels" and "predicted label" are the same.
func wordsOf(name string) (words []string) {
	var word []rune
	isAsked := strings.HasSuffix(name, "?") // whether an answer is correct
	end := func() {
		if len(word) > 0 {
			own := singularOf(string(word))
			// y1 and y_hat1, of several
			if letter := strings.TrimRight(own, "0123456789"); letter == "y" || letter == "hat" {
				own = letter
			}
			english := cmp.Or(englishWords[own], joinedWords[own], own)
			words = append(words, strings.Fields(loaders.IfElse(isAsked && english == "expected", "correct", english))...)
		}
		word = nil
	}
	runes := []rune(apartWords.Replace(explainedValues.ReplaceAllString(name, "")))
	for i, c := range runes {
		after := i+1 < len(runes) && unicode.IsLower(runes[i+1])
		beginsWord := unicode.IsUpper(c) && i > 0 && (!unicode.IsUpper(runes[i-1]) || after)
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			end()
			continue
		case beginsWord:
			end()
		}
		word = append(word, unicode.ToLower(c))
	}
	end()
	return words
}

// explainedValues matches what a heading says of its cells: "Correct (Y/N)", "Score (0-5)", "Accuracy (%)".
var explainedValues = regexp.MustCompile(`(?i)\s*[(\[](?:%|\d+ ?[-–/] ?\d+|y(?:es)? ?/ ?no?|true ?/ ?false|t ?/ ?f|pass ?/ ?fail)[)\]]$`)

// singularOf cuts a plural's ending: -sses and -ches lose es, -ies becomes -y, any other loses its
// s. Words of three letters, and on ss, us and is, stay, because they aren't plurals.
func singularOf(word string) string {
	stem, plural := strings.CutSuffix(word, "s")
	switch {
	case !plural || len(word) < 4 || strings.ContainsAny(stem[len(stem)-1:], "sui"):
		return word
	case strings.HasSuffix(stem, "sse") || strings.HasSuffix(stem, "che"):
		return stem[:len(stem)-1]
	case strings.HasSuffix(stem, "ie"):
		return stem[:len(stem)-2] + "y"
	}
	return stem
}

// englishWords translates headings. "Respuesta correcta" is an expected answer: "answer correct" would be a verdict.
var englishWords = func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(`question pregunta frage pergunta domanda énoncé 问题 题目 質問 질문
answer respuesta antwort réponse resposta risposta 答案 回答 답변
model modelo modell modèle modello 模型 모델
prediction predicción vorhersage prédiction previsão previsione 预测 予測 예측
predicted predicho prédit prédite vorhergesagt vorhergesagte
label etiqueta étiquette rótulo etichetta 标签 ラベル 라벨
class klasse kategorie classe catégorie clase categoría 클래스
evaluation bewertung évaluation evaluación avaliação 评价 評価 채점
correct correcto richtig korrekt correto corretto acierto acertou 是否正确 判定 정확
expected correcta esperada esperado erwartet erwartete attendue attendu correcte correta corretta richtige korrekte
true réel réelle verdadera verdadero wahr
identifier identifiant
the del de la le der die des du da di の
gold_answer 标准答案 正确答案 参考答案 正解 정답 musterlösung gabarito
model_answer 模型回答 模型答案 模型输出 modellantwort
expected_value sollwert`) {
		words := strings.Fields(line)
		for _, word := range words[1:] {
			m[word] = strings.ReplaceAll(words[0], "_", " ")
		}
	}
	return m
}()

// joinedWords has two words for those that are written as one: goldlabel.
var joinedWords = func() map[string]string {
	m := map[string]string{}
	for _, first := range strings.Fields("gold true correct expected reference gt groundtruth pred predicted model") {
		for _, second := range strings.Fields("label answer class value category") {
			m[first+second] = first + " " + second
		}
	}
	return m
}()

// apartWords puts blanks around known words of languages that have none, of which longer ones come first.
var apartWords = func() *strings.Replacer {
	words := loaders.Filter(slices.Collect(maps.Keys(englishWords)), func(word string) bool { return word > "⺀" })
	loaders.SortBy(words, func(word string) int { return -len(word) })
	pairs := []string{"[0]", "", "여부", ""} // whether
	for _, word := range words {
		pairs = append(pairs, word, " "+word+" ")
	}
	return strings.NewReplacer(pairs...)
}()

func foldName(name string) string { return strings.Join(wordsOf(name), "_") }

// The words of names of answers, as [wordsOf] has them.
var (
	predictedWords = strings.Fields("pred prediction predicted predict ypred hat yhat generated guess guessed estimated estimate " +
		"inferred executed est got")
	outputWords = strings.Fields("output response completion generation extracted parsed extraction reply classification classified")
	agentWords  = strings.Fields("classifier model llm ai bot assistant agent system chatbot candidate student")
	knownModels = strings.Fields("gpt chatgpt claude llama gemini bard mistral qwen deepseek vicuna bert roberta deberta")
	goldWords   = strings.Fields("gold golden true truth ytrue gt ground groundtruth target actual reference ref expected correct real " +
		"oracle canonical obs observed standard refr rui")
	peopleWords    = strings.Fields("manual human annotated annotation adjudicated majority consensus")
	referenceWords = strings.Fields("ref reference")
	// hypothesisWords name predictions of speech and translation beside a reference.
	hypothesisWords = strings.Fields("hyp hypothesis candidate translation mt")
	verdictWords    = strings.Fields("correct correctness right concordant match matched success successful pass passed solved resolved " +
		"em acc accuracy accurate hit verdict ex")
	// measuringWords name verdicts and metrics, but never answers.
	measuringWords = strings.Fields("em acc accuracy correctness")
	expectedWords  = strings.Fields("expected gold golden true actual target groundtruth")
	// meanWords name metrics of many examples.
	meanWords   = strings.Fields("acc accuracy f1 precision recall bleu auc loss")
	headWords   = strings.Fields("answer ans label class category value text result y idx index key option choice letter")
	workWords   = strings.Fields("solution patch code program")
	fillerWords = strings.Fields("is was the of final fine exact false test")
	// gradeWords name what may say whether an answer is right.
	gradeWords = strings.Fields("label score reward result outcome judge judgment judgement evaluation eval grade status success ok follow " +
		"agree rating passing mc1 utility")
	// attributeWords name what an answer has besides itself.
	attributeWords = strings.Fields("prob proba probability confidence conf score logit logprob id ids time date timestamp duration latency " +
		"created token length len count num total cost path file filename url reason reasoning explanation rationale error type format source " +
		"metadata name rank std mean weight loss entropy embedding hash grader status lang language version detail start end span unit scale " +
		"currency second ms usage voting similarity f1 bleu rouge perplexity uncertainty margin ok valid truncated has temp used called " +
		"flipped swapped shuffled exception stderr traceback dataset dir module")
	// placeWords name the place of a row, and another system, neither of which is a correct answer.
	placeWords = strings.Fields("row idx index line position baseline")
	faultWords = strings.Fields("hallucination hallucinated toxicity toxic bia refusal violation harmful unsafe risk security " +
		"false finding omission omitted failed missing unsupported abstained refused declined skipped")
	// reversedWords name verdicts that are true of wrong answers.
	reversedWords = strings.Fields("hallucinated hallucination hallucinate wrong incorrect")
	// flagWords begin the names of flags: mentions_the_target.
	flagWords       = strings.Fields("found mention contain")
	countWords      = strings.Fields("count freq frequency support")
	confidenceWords = strings.Fields("confidence conf probability prob proba")
	// The words of a status of the transport, of what stands beside one, and of verdicts that can
	// be nothing else.
	statusWords    = strings.Fields("success successful succeeded ok okay status state completed finished")
	transportWords = strings.Fields("error exception latency duration elapsed cached cache request http retry timeout ttft")
	readingWords   = strings.Fields("parse parsed parsing extraction extracted json format")
	judgingWords   = strings.Fields("correct correctness right accurate accuracy acc em exact")
	matchWords     = strings.Fields("match matched equal")
	// askedWords ask about an answer, before a question mark.
	askedWords = append(strings.Fields("acceptable valid appropriate"), judgingWords...)
	// parsedWords name answers that were read from a reply, which is then not the answer itself.
	parsedWords = strings.Fields("parsed extracted")
	// The words of columns that name a system, or how it was asked, and of those that only number repeated rows.
	modelWords = strings.Fields("model system run method checkpoint llm sampler decoder decoding approach algorithm engine framework " +
		"sheet")
	ofModels = strings.Fields("name id key label path or version tag short full target tested generator")
	wayWords = strings.Fields("arm strategy condition variant filter setting prompt template technique config configuration mode " +
		"profile")
	repeatWords    = strings.Fields("rep repetition seed epoch sample trial try attempt fold repeat iteration")
	stepWords      = strings.Fields("step turn hop")
	annotatorWords = strings.Fields("annotator ann anno rater worker judge")
	// The words of names of a word in a row of its own, and of what an explainer gives it.
	wordWords  = strings.Fields("word token feature term")
	shareWords = strings.Fields("shap attribution importance weight saliency score value contribution relevance gradient lime ig")
	// variantWords name forms of one answer, and numbered tries at it.
	variantWords = strings.Fields("raw normalized normalised clean cleaned parsed extracted full processed stripped lower " +
		"original first last mapped short long epoch seed step fold sample try trial attempt iteration iter run top k pass round")
)

// annotationOfCharts holds the correct answers beside "answer", a prediction, where Qwen-VL's programs evaluate ChartQA.
const annotationOfCharts = "annotation"

// knownPairs are names of a correct answer that mean it only beside one of a prediction: SAS's, RULER's and Qwen-VL's.
var knownPairs = []struct {
	gold, predicted string
	isList          bool // of correct answers
}{{"_FROM_", "_INTO_", false}, {"outputs", "pred", true}, {annotationOfCharts, "answer", true}}

// classOfSPSS matches a class that SPSS saved, of a logistic regression or a discriminant analysis, or that its Modeler predicts.
var classOfSPSS = regexp.MustCompile(`^(PGR|Dis)_\d+$|^\$[A-Z]-`)

func hasWord(nameWords []string, soughtWords ...string) bool {
	return slices.ContainsFunc(soughtWords, func(word string) bool { return slices.Contains(nameWords, word) })
}

// answerWords occur in names of answers, so they tell neither a task nor a model.
var answerWords = slices.Concat(verdictWords, predictedWords, outputWords, agentWords, goldWords, peopleWords, workWords,
	hypothesisWords)

func stemOf(nameWords []string, droppedWords ...[]string) []string {
	droppedWords = append(droppedWords, fillerWords, headWords)
	return loaders.Filter(nameWords, func(word string) bool { return !hasWord(slices.Concat(droppedWords...), word) })
}
