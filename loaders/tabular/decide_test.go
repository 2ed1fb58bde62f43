package tabular

import (
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/roles"
)

// rowsOf repeats rows, each of cells with blanks between them, under a header.
func rowsOf(times int, header string, rows ...string) string {
	cells := func(line string) string { return strings.Join(strings.Fields(line), ",") + "\n" }
	body := strings.Join(loaders.Map(rows, cells), "")
	return cells(header) + strings.Repeat(body, times)
}

// What a table is read as, or what it leaves open, is decided by the names of
// its columns and by their values.
func TestDecide(t *testing.T) {
	const sentence = "this,answer_is_a_long_sentence with_many words_of_which some differ between two people who_mean the same"
	for _, c := range []struct{ why, text, want string }{
		{"whether models agree", rowsOf(4, "label a_pred b_pred all_agree", "x x x True", "y x y False", "z x z False"),
			"a: gold=label,predicted=a_pred,right=equal; b: gold=label,predicted=b_pred,right=equal"},
		{"names in title case", rowsOf(9, "True_Label Predicted_Label", "7 7", "2 3"),
			"gold=True_Label,predicted=Predicted_Label,right=equal"},
		{"affixes", rowsOf(9, "gold_answer pred_answer", "a a", "b c"), "gold=gold_answer,predicted=pred_answer,right=equal"},
		{"a namesake", rowsOf(9, "Sentiment PredictedSentiment", "good good", "bad good"),
			"gold=Sentiment,predicted=PredictedSentiment,right=equal"},
		{"a namesake called as an attribute", rowsOf(9, "Type Alcohol Predicted_Type", "1 9.5 1", "2 8.25 1", "2 8.5 2"),
			"gold=Type,predicted=Predicted_Type,right=equal"},
		{"measurements under such names", rowsOf(3, "score pred_score", "1.5 1.25", "2.25 2.5"), "? no column of predictions"},
		{"a vote of the neighbours", rowsOf(9, "predicted_labels over_clustering majority_voting", "T 4 T", "B 7 T", "B 9 B", "NK 4 NK"),
			"? majority_voting is not named like a correct answer"},
		{"a measurement that is cut", rowsOf(9, "mutant DMS_score DMS_score_bin", "A 1.5 1", "B .25 0"), "? no column of predictions"},
		{"a verdict", rowsOf(9, "answer generated_answer is_correct", "a b 1", "c c 1"),
			"gold=answer,predicted=generated_answer,correct=is_correct"},
		{"a verdict under a correct answer's name is one", rowsOf(9, "prediction label correct", "1 0 0", "0 0 1", "1 1 1"),
			"gold=label,predicted=prediction,correct=correct"},
		{"the correct answer under a verdict's name", rowsOf(9, "prediction correct", "A B", "B B", "C D", "D A"),
			"gold=correct,predicted=prediction,right=equal"},
		{"the correct answer, yes or no", rowsOf(9, "prediction correct", "yes no", "yes yes"), "gold=correct,predicted=prediction,right=equal"},
		{"measurements", rowsOf(1, "actual predicted", "1.5 1.25", "2.25 2.125", "7.1 7.3", "9.9 9.1", "4.2 4.4"),
			"gold=actual,predicted=predicted,right=error"},
		{"prices", rowsOf(1, "Price Predicted_Price", "1200 1100", "800 850", "99 102", "450 460", "3000 2990"),
			"gold=Price,predicted=Predicted_Price,right=error"},
		{"numbers that are answers", rowsOf(1, "answer prediction", "18 18", "3 3", "70 60", "540 540", "12 12"),
			"gold=answer,predicted=prediction,right=equal"},
		{"a probability beside a class", rowsOf(9, "label prediction", "0 .125", "1 .875", "0 .25", "1 .5", "0 .375", "1 .625"),
			"? prediction cannot be compared with label: the columns have no value in common"},
		{"codes beside names", rowsOf(10, "label predicted_label", "0 cat", "1 dog"),
			"? predicted_label cannot be compared with label: the columns have no value in common"},
		{"few codes beside names", rowsOf(3, "label predicted_label", "0 cat", "1 dog"),
			"? predicted_label never equals label in 6 rows checked"},
		{"solutions that end in a number", `answer,prediction` + strings.Repeat("\n\"Half of it. #### 1,018\",1018", 3) + "\n", // GSM8K's
			"gold=answer,predicted=prediction,right=number"},
		{"names with a rare one", rowsOf(10, "label predicted_label", "0 cat", "1 dog") + "2,fox\n",
			"? predicted_label never equals label in 21 rows checked"},
		{"whole numbers that are often wrong", rowsOf(1, "answer prediction", "18 18", "3 3", "70 60", "540 541", "12 13"),
			"gold=answer,predicted=prediction,right=equal"},
		{"prose", "reference,response\n" + strings.Repeat("\""+sentence+" one\",\""+sentence+" other\"\n", 4),
			"gold=reference,predicted=response,right=none"},
		{"a confidence beside it", rowsOf(9, "label pred_label pred_prob", "a a .5", "b a .6"),
			"gold=label,predicted=pred_label,right=equal"},
		{"a confidence of two classes", rowsOf(9, "label pred confidence_score", "a a .5", "b a .6", "b b .9"),
			"gold=label,predicted=pred,right=equal,probability=confidence_score"},
		{"the probability of one class of two", rowsOf(9, "label pred prob", "a a .9", "b a .6", "b b .2"),
			"gold=label,predicted=pred,right=equal"},
		{"a confidence of three classes", rowsOf(9, "label pred pred_prob", "a a .9", "b c .335", "b b .4"),
			"gold=label,predicted=pred,right=equal,probability=pred_prob"},
		{"a confidence of open answers", rowsOf(1, "answer pred prob", "Ann Ann .9", "Ben Cy .6"),
			"gold=answer,predicted=pred,right=equal"},
		{"a confidence in percent", rowsOf(9, "label pred confidence", "a a 90.5", "b b 60"), "gold=label,predicted=pred,right=equal"},
		{"two confidences", rowsOf(9, "label pred prob confidence", "a a .9 .9", "b b .6 .7"), "gold=label,predicted=pred,right=equal"},
		{"a confidence of something else", rowsOf(9, "label pred gold_confidence", "a a .9", "b b .6"), "gold=label,predicted=pred,right=equal"},
		{"forms of one answer", rowsOf(9, "target raw_prediction prediction", "a A a", "b a a"), "gold=target,predicted=prediction,right=equal"},
		{"answers in turn", rowsOf(9, "answer label prediction", "a,,a", ",b,a"), "gold=answer|label,predicted=prediction,right=equal"},
		{"two models", rowsOf(9, "true_labels nb_predictions lr_predictions", "0 0 1", "1 0 1"),
			"nb: gold=true_labels,predicted=nb_predictions,right=equal; lr: gold=true_labels,predicted=lr_predictions,right=equal"},
		{"a model that rarely answers", rowsOf(9, "gold nb_pred lr_pred", "x unknown x", "y unknown y", "x unknown y", "y y y", "x x x"),
			"nb: gold=gold,predicted=nb_pred,right=equal; lr: gold=gold,predicted=lr_pred,right=equal"},
		{"models with a dot in their names", rowsOf(9, "gold gpt-3.5_pred claude-2.1_pred", "0 0 1", "1 0 1"),
			"gpt-3.5: gold=gold,predicted=gpt-3.5_pred,right=equal; claude-2.1: gold=gold,predicted=claude-2.1_pred,right=equal"},
		{"two verdicts", rowsOf(9, "gold bert_pred bert_correct t5_pred t5_correct", "a a 1 b 0", "b a 0 b 1"),
			"bert: gold=gold,predicted=bert_pred,correct=bert_correct; t5: gold=gold,predicted=t5_pred,correct=t5_correct"},
		{"an answer that was parsed beside its reply", rowsOf(9, "expected_answer model_response parsed_answer", "a so:a a", "b b c"),
			"gold=expected_answer,predicted=parsed_answer,right=equal"},
		{"a list that was parsed beside its reply", "expected_answer,model_response,parsed_answer\n" +
			strings.Repeat("\"[\"\"a\"\",\"\"b\"\"]\",a,\"[\"\"a\"\",\"\"c\"\"]\"\n", 9),
			"gold=expected_answer,predicted=parsed_answer,right=none"},
		{"whether an answer was parsed", rowsOf(9, "answer response parsed", "a a true", "b c true", "c c false"),
			"gold=answer,predicted=response,right=equal"},
		{"a raw answer is a model's", rowsOf(9, "question raw_answer prediction", "q a a", "r b c"),
			"? no column of correct answers or verdicts"},
		{"the numbers of labels", rowsOf(10, "text label predicted_label label_id", "q no yes 0", "r yes yes 1", "s no no 0"),
			"gold=label,predicted=predicted_label,right=equal"},
		{"a classification beside a label", rowsOf(10, "sentence label classification", "s a a", "t b a", "u b b"),
			"gold=label,predicted=classification,right=equal"},
		{"a classification beside a prediction", rowsOf(10, "sentence classification prediction", "s a a", "t b a", "u b b"),
			"? no column of correct answers or verdicts"},
		{"a status that is always passed", rowsOf(5, "task completion status gen", "1 x Passed 5", "2 y Passed 6"),
			"predicted=completion,correct=status"},
		{"a side that is always right", rowsOf(5, "task completion side", "1 x right", "2 y right"),
			"? no column of correct answers or verdicts"},
		{"samplers", rowsOf(1, "item sampler gold pred", "1 greedy a a", "1 beam a b", "2 greedy b b", "2 beam b b"),
			"beam: gold=gold,predicted=pred,right=equal,model=sampler; greedy: gold=gold,predicted=pred,right=equal,model=sampler"},
		{"tries", rowsOf(9, "gold pred_1 pred_2", "a a b", "b a b"), "? several predictions for gold: pred_1, pred_2"},
		{"two tasks", rowsOf(9, "true_topic pred_topic true_mood pred_mood", "a a x y", "b a y y"),
			"? several predictions, each with its own correct answers"},
		{"a person's verdict", rowsOf(9, "gold_sql predicted_sql label", "a b true", "b c false"), "? label may say whether an answer is right"},
		{"expected and actual", rowsOf(9, "expected actual", "a a", "b c"), "gold=expected,predicted=actual,right=equal"},
		{"an answer beside the truth", rowsOf(9, "question answer ground_truth", "q a a", "r b c"),
			"gold=ground_truth,predicted=answer,right=equal"},
		{"a copy of the gold label", rowsOf(9, "text gold_label label", "q a a", "r b b"), "? no column of predictions"},
		{"the vocabulary of a prediction", rowsOf(10, "text mood prediction", "q good bad", "r bad bad", "s good good"),
			"? mood is not named like a correct answer"},
		{"words that are verdicts", rowsOf(9, "output reference review", "a b fail", "c c pass"),
			"gold=reference,predicted=output,correct=review"},
		{"a verdict against equal answers", rowsOf(9, "output reference review", "a b pass", "c c fail"),
			"? review marks answers wrong although they equal reference"},
		{"a score that says something else", rowsOf(9, "gold prediction score", "A (A) 1", "B B 1", "C A 0"),
			"? score may say whether an answer is right"},
		{"an answer and its letter", rowsOf(9, "true_label pred_label true_label_idx pred_label_idx", "a a 0 0", "b a 1 0"),
			"gold=true_label,predicted=pred_label,right=equal"},
		{"letters of options", `{"choices":["x","y"],"answer":"B","prediction":"y"}` + "\n" +
			`{"choices":["y","x"],"answer":"A","prediction":"(A)."}`, "gold=answer,predicted=prediction,right=letter"},
		{"numbers of options from 1", rowsOf(3, "opt_a opt_b answer prediction", "x y 2 y", "v w 1 w"),
			"gold=answer,predicted=prediction,right=letter_from_1"},
		{"numbers of options from 0 or 1", rowsOf(3, "opt_a opt_b opt_c answer prediction", "x y z 2 y", "v w u 1 w"),
			"? another rule finds more right answers than equality does"},
		{"stars", rowsOf(1, "stars predicted_stars", "1 1.25", "2 2.5", "5 4.75", "4 4.125", "4 3.5", "5 4.5"),
			"gold=stars,predicted=predicted_stars,right=error"},
		{"ages", rowsOf(1, "age predicted_age", "31 33", "40 40", "18 25", "55 50", "60 61", "70 66", "22 27"),
			"gold=age,predicted=predicted_age,right=error"},
		{"models by their names", rowsOf(9, "correct_answer gpt4_answer llama_answer", "a a b", "b a b"),
			"gpt4: gold=correct_answer,predicted=gpt4_answer,right=equal; llama: gold=correct_answer,predicted=llama_answer,right=equal"},
		{"rows of two models", "id,model,gold,prediction\n1,a,x,x\n1,b,x,y\n2,a,y,y\n2,b,y,y\n",
			"a: gold=gold,predicted=prediction,right=equal,model=model; b: gold=gold,predicted=prediction,right=equal,model=model"},
		{"rows of two tries", "id,seed,gold,prediction\n1,0,x,x\n1,1,x,y\n2,0,y,y\n2,1,y,y\n", "gold=gold,predicted=prediction,right=equal"},
		{"samples", "answer;predictions\na;['a','b','a']\nb;['a','b','b']\n", "gold=answer,predicted=predictions,right=majority"},
		{"a data set", rowsOf(9, "question answer", "why so"), "? no column of predictions"},
		{"predictions alone", rowsOf(9, "id predicted_state", "1 calm"), "? no column of correct answers or verdicts"},
		{"probabilities of a few", rowsOf(1, "label prediction", "0 .125", "1 .875", "0 .25", "1 .5"),
			"gold=label,predicted=prediction,right=none"},
		{"two measurements", rowsOf(1, "label prediction", "1.5 1.25", "2.25 2.125"), "gold=label,predicted=prediction,right=error"},
		{"one of two values is another", rowsOf(10, "Class prediction", "0 1", "1 -1", "0 1"),
			"? prediction cannot be compared with Class: the columns share only one of two values"},
		{"captions", "gt_caption,pred_caption\n" + strings.Repeat("a wooden boat on the peaceful sea,a large ship on some quiet water\n", 3),
			"gold=gt_caption,predicted=pred_caption,right=none"},
		{"prose without blanks", "reference,prediction\n" + strings.Repeat("他在城里有一座大房子,他有一座很大的房子在城里\n", 3),
			"gold=reference,predicted=prediction,right=none"},
		{"translations", "actual,predicted\n" + strings.Repeat("we never cross this wide river,we will cross a river\n", 9) +
			"he is not at home,he is not at home\n", "gold=actual,predicted=predicted,right=none"},
		{"files", rowsOf(9, "gt_mask pred_mask", "gold/1.png out/1.png"), "? no column of predictions"},
		{"a person beside the correct answer", rowsOf(9, "human_answer model_answer correct_answer", "a a b", "b c c"),
			"gold=correct_answer,predicted=model_answer,right=equal"},
		{"answers of people alone", rowsOf(9, "human_label gpt_label", "a a", "b c"), "gold=human_label,predicted=gpt_label,right=equal"},
		{"two references", rowsOf(9, "reference_1 reference_2 prediction", "a b a", "b b b"),
			"? several columns of correct answers: reference_1, reference_2"},
		{"a patch and a verdict", rowsOf(9, "model_patch resolved", "+a true", "+b false"), "predicted=model_patch,correct=resolved"},
		{"letters that are verdicts", rowsOf(9, "Response Reference Accurate?", "a b N", "c c Y"),
			"gold=Reference,predicted=Response,correct=Accurate?"},
		{"letters of one vocabulary", rowsOf(10, "answer response", "A A", "B A", "C B"), "gold=answer,predicted=response,right=equal"},
		{"rankings", "answer;predictions\na;['a','b']\nb;['b','a']\n", "gold=answer,predicted=predictions,right=none"},
		{"hits", rowsOf(9, "answer prediction hit", "A A. 1", "B C. 0"), "gold=answer,predicted=prediction,correct=hit"},
		{"a verdict on a model", rowsOf(9, "label gpt_correct gpt_A_prob", "A True .5", "B False .2"), "gold=label,correct=gpt_correct"},
		{"a verdict on a sentence", rowsOf(9, "sentence correct", "A 1", "B 0"), "? no column of predictions"},
		{"answers that were not attempted", rowsOf(9, "response reference grade", "a b CORRECT", "c d INCORRECT", "e f NOT_ATTEMPTED"),
			"gold=reference,predicted=response,correct=grade"},
		{"answers that are never the truth", rowsOf(9, "answer ground_truth", "a b", "b c"), "? no column of predictions"},
		{"answers that always are", rowsOf(9, "answer ground_truth", "a a", "b b"), "? no column of predictions"},
		{"something about correctness", rowsOf(9, "prediction grammar_correct", "a mostly", "b hardly"),
			"? no column of correct answers or verdicts"},
		{"a number for each class", `{"gold":1,"logits_epoch_0":[-1.5,0.5]}` + "\n" + `{"gold":0,"logits_epoch_0":[1.5,0.5]}`,
			"? no column of predictions"},
		{"numbers by class", `{"label":"b","probs":{"a":0.25,"b":0.75}}` + "\n" + `{"label":"a","probs":{"a":0.25,"b":0.75}}`,
			"? no column of predictions"},
		{"fewer numbers than classes", `{"gold":2,"logits":[-1.5,0.5]}` + "\n" + `{"gold":0,"logits":[1.5,0.5]}`, "? no column of predictions"},
		{"a list of whole numbers", `{"gold":1,"scores":[3,5]}` + "\n" + `{"gold":0,"scores":[1,2]}`, "? no column of predictions"},
		{"a probability", rowsOf(9, "target prob_1", "0 .25", "1 .75"), "? no column of predictions"},
		{"a probability of nobody knows which", rowsOf(9, "target prob_cat", "0 .25", "1 .75"), "? no column of predictions"},
		{"a probability above one half", rowsOf(9, "label prob", "0 .75", "1 .875"), "? no column of predictions"},
		{"a score", rowsOf(9, "label score", "0 .25", "1 .875"), "? no column of predictions"},
		{"a predicted score", rowsOf(9, "y_true y_score", "0 .25", "1 .875"), "? no column of predictions"},
		{"labels with scores", `{"label":"b","pred":[{"label":"a","score":0.25},{"label":"b","score":0.75}]}` + "\n" +
			`{"label":"a","pred":[[{"label":"b","score":0.75}]]}`, "gold=label,predicted=pred,right=equal"},
		{"a hypothesis", rowsOf(9, "ref hyp bleu", "a a 100", "b c 0"), "gold=ref,predicted=hyp,right=none"},
		{"a hypothesis that is a question", rowsOf(9, "premise hypothesis label", "a b 1", "c d 0"), "? no column of predictions"},
		{"an answer within an output", strings.Repeat(`{"gold":{"answer":"a"},"output":{"answer":"a","reasoning":"so"}}`+"\n", 2),
			"gold=gold.answer,predicted=output.answer,right=equal"},
		{"logits of two tries", `{"gold":1,"logits_1":[-1.5,0.5],"logits_2":[0.5,-1]}` + "\n" +
			`{"gold":0,"logits_1":[1.5,0.5],"logits_2":[0.5,1]}`, "? no column of predictions"},
		{"the probabilities of both", rowsOf(9, "target prob_0 prob_1", "0 .25 .75", "1 .75 .25"), "? no column of predictions"},
		{"counts that answer", rowsOf(9, "question gt_count pred_count", "dogs 2 3", "cats 1 1"),
			"gold=gt_count,predicted=pred_count,right=equal"},
		{"counts of boxes", rowsOf(9, "image gt_count pred_count", "a 2 3", "b 1 1"), "? no column of predictions"},
		{"a column for each class", rowsOf(9, "label pred_prob_no pred_prob_not_yet", "no .25 .75", "not_yet .75 .25"),
			"? no column of predictions"},
		{"a column that is of no class", rowsOf(9, "label prob_no prob_yes prob_sum", "no .25 .75 1", "yes .75 .25 1"),
			"? no column of predictions"},
		{"answers that could not be extracted", rowsOf(9, "expected_answer extracted_answer correct", "0 0 1", "1 1 1", "2 1 0") + "4,,0\n",
			"gold=expected_answer,predicted=extracted_answer,correct=correct"},
		{"actual answers", rowsOf(9, "expected_answer actual_answer", "a a", "b c"), "gold=expected_answer,predicted=actual_answer,right=equal"},
		{"a verdict on an answer beside the truth", rowsOf(9, "question answer ground_truth task_success", "q a a 1", "r b c 1", "s d e 0"),
			"gold=ground_truth,predicted=answer,correct=task_success"},
		{"classes without names", rowsOf(9, "label pred", "0 LABEL_0", "1 LABEL_0"), "gold=label,predicted=pred,right=equal"},
		{"the correct answer of a verdict", rowsOf(9, "gold_hit_any answer predicted_answer em", "True a a 1", "False b c 0"),
			"gold=answer,predicted=predicted_answer,correct=em"},
		{"documents by their ids", rowsOf(9, "gold_doc_ids prediction answer_correct", "d1 a 1", "d2 c 0"),
			"predicted=prediction,correct=answer_correct"},
		{"prose that is sometimes equal", "reference,response\n" + strings.Repeat("\""+sentence+" one\",\""+sentence+" other\"\n", 4) +
			strings.Repeat("\""+sentence+" one\",\""+sentence+" one\"\n", 2), "gold=reference,predicted=response,right=none"},
		{"a status of the transport", rowsOf(5, "question response success error latency_ms", "q a true x 5", "r b true y 6"),
			"? no column of correct answers or verdicts"},
		{"a status of the transport beside correct answers", rowsOf(5, "gold prediction ok cached", "a a true true", "b c true false"),
			"gold=gold,predicted=prediction,right=equal"},
		{"a status of a request", rowsOf(5, "output status request_time", "a pass 5", "b fail 6"), "? no column of correct answers or verdicts"},
		{"a success that differs beside correct answers", rowsOf(5, "gold prediction success error", "a a true x", "b c true y", "c c false z"),
			"? success may say whether an answer is right"},
		{"a success that is a verdict", rowsOf(5, "input output success score", "a b true .5", "b c false .2"),
			"predicted=output,correct=success"},
		{"a verdict that is always so", rowsOf(4, "question response passed", "q a true"),
			"? passed is true in every row checked, so it might not be a verdict"},
		{"a verdict that is never so", rowsOf(4, "question response resolved", "q a false"),
			"? resolved is false in every row checked, so it might not be a verdict"},
		{"a verdict by name that is always so", rowsOf(4, "question response is_correct", "q a true"), "predicted=response,correct=is_correct"},
		{"an accuracy that is never one", rowsOf(4, "question response acc", "q a 0"), "predicted=response,correct=acc"},
		{"a verdict in three rows", rowsOf(3, "question response passed", "q a true"), "predicted=response,correct=passed"},
		{"verdicts of 1 and -1", rowsOf(4, "question response correct", "q a 1", "r b -1"), "predicted=response,correct=correct"},
		{"verdicts of 1, 0 and -1", rowsOf(4, "question response correct", "q a 1.0", "r b -1.0", "s c 0.0"),
			"predicted=response,correct=correct"},
		{"rows of two models by another id", "engine,llm,item,gold,prediction\nx,a,i,x,x\nx,b,i,x,y\nx,a,j,y,y\nx,b,j,y,y\n",
			"a: gold=gold,predicted=prediction,right=equal,model=llm; b: gold=gold,predicted=prediction,right=equal,model=llm"},
		{"rows of two models with numbers of their own", "id,model_name,item,gold,prediction\n1,a,i,x,x\n2,b,i,x,y\n3,a,j,y,y\n4,b,j,y,y\n",
			"a: gold=gold,predicted=prediction,right=equal,model=model_name; b: gold=gold,predicted=prediction,right=equal,model=model_name"},
		{"rows of two models and two prompts", "id,model,prompt_type,gold,prediction\n" +
			"1,a,p,x,x\n1,b,p,x,y\n1,a,q,x,x\n1,b,q,x,y\n2,a,p,y,y\n2,b,p,y,y\n2,a,q,y,y\n2,b,q,y,y\n",
			"a, p: gold=gold,predicted=prediction,right=equal,model=model|prompt_type; " +
				"a, q: gold=gold,predicted=prediction,right=equal,model=model|prompt_type; " +
				"b, p: gold=gold,predicted=prediction,right=equal,model=model|prompt_type; " +
				"b, q: gold=gold,predicted=prediction,right=equal,model=model|prompt_type"},
		{"a model's predictions as numbers", "id,gold,LLM_Prediction\n1,0,1\n1,0,0\n2,1,1\n2,1,1\n3,1,1\n",
			"gold=gold,predicted=LLM_Prediction,right=equal"},
		{"rows that are repeated, with a number of steps", rowsOf(2, "id steps gold prediction", "q 4 x x", "r 1 x y", "s 4 y y"),
			"gold=gold,predicted=prediction,right=equal"},
		{"runs by their numbers", "id,run,gold,prediction\n1,0,x,x\n1,1,x,y\n2,0,y,y\n2,1,y,y\n",
			"0: gold=gold,predicted=prediction,right=equal,model=run; 1: gold=gold,predicted=prediction,right=equal,model=run"},
		{"cars of two models", "year,model,price,predicted_price\n2001,a,1200.5,1100\n2002,a,800,850\n2003,b,99.5,102\n2004,b,450,460.5\n",
			"gold=price,predicted=predicted_price,right=error"},
		{"verdicts under a name without a word", rowsOf(9, "question ?", "a correct", "b incorrect"), "? no column of predictions"},
		{"and beside predictions", rowsOf(9, "prediction ✓", "a correct", "b incorrect"), "predicted=prediction,correct=✓"},
		{"arms", "id,arm,latency_ms,gold,pred\n1,a,1.5,x,x\n2,a,2.5,y,x\n3,a,1,x,y\n1,b,1.5,x,x\n2,b,2.5,y,y\n",
			"a: gold=gold,predicted=pred,right=equal,model=arm; b: gold=gold,predicted=pred,right=equal,model=arm"},
		{"a product of two", "id,size,kind,gold,pred\n1,s,p,x,x\n2,s,p,y,x\n1,s,q,x,x\n2,s,q,y,y\n1,l,p,x,y\n2,l,p,y,y\n1,l,q,x,x\n2,l,q,y,x\n",
			"l, p: gold=gold,predicted=pred,right=equal,model=size|kind; l, q: gold=gold,predicted=pred,right=equal,model=size|kind; " +
				"s, p: gold=gold,predicted=pred,right=equal,model=size|kind; s, q: gold=gold,predicted=pred,right=equal,model=size|kind"},
		{"two ways to tell rows apart", "id,arm,way,gold,pred\n1,a,p,x,x\n2,a,q,y,x\n1,b,q,x,x\n2,b,p,y,y\n",
			"? several rows per example, distinguished by arm or by way"},
		{"repeats of two arms", "id,arm,fold,gold,pred\n1,a,0,x,x\n1,a,1,x,y\n2,a,0,y,y\n2,a,1,y,x\n1,b,0,x,x\n1,b,1,x,y\n2,b,0,y,y\n2,b,1,y,y\n",
			"a: gold=gold,predicted=pred,right=equal,model=arm; b: gold=gold,predicted=pred,right=equal,model=arm"},
		{"annotators", "id,annotator,output,is_correct\n1,a,x,1\n1,b,x,0\n2,a,y,1\n2,b,y,1\n",
			"? several rows per example, distinguished by annotator"},
		{"models without examples in common", "id,model,gold,pred\n1,a,x,x\n2,a,x,y\n3,b,x,x\n4,b,y,y\n",
			"? model may name several systems, but their examples do not pair up"},
		{"an arm with a row twice", "id,arm,gold,pred\n1,a,x,x\n1,a,x,x\n2,a,y,x\n1,b,x,x\n2,b,y,y\n",
			"? arm may name several systems, but their examples do not pair up"},
		{"a person beside the label", rowsOf(10, "label gpt_pred human", "a a b", "b a b"), "gold=label,predicted=gpt_pred,right=equal"},
		{"a lenient verdict beside numbers", rowsOf(9, "target output acc", "1 1 1", "2 3 0", "12 12. 1"),
			"gold=target,predicted=output,correct=acc"},
		{"columns of classes", rowsOf(10, "true_label bert gpt", "0 1 0", "1 0 1"),
			"bert: gold=true_label,predicted=bert,right=equal; gpt: gold=true_label,predicted=gpt,right=equal"},
		{"a column of classes", rowsOf(10, "true_label bert", "0 1", "1 1", "0 0"), "? bert is not named like a prediction"},
		{"a unit beside answers", rowsOf(9, "answer scale pred_answer pred_scale", "1 million 2 million", "3 million 3 million"),
			"gold=answer,predicted=pred_answer,right=equal"},
		{"a program beside its result", rowsOf(9, "question answer executed generated", "q 1 1 a=1", "r 2 3 a=3"),
			"gold=answer,predicted=executed,right=equal"},
		{"a reference solution", rowsOf(9, "question solution answer long_cot final_correct", "q so 5 hm 0", "r as 4 ah 1"),
			"? no column of predictions"},
		{"truth values of a spreadsheet", rowsOf(3, "prediction gold correct", "a a TRUE", "b c FALSE", "d e 1", "b c 0"),
			"gold=gold,predicted=prediction,correct=correct"},
		{"answers that differ by case", rowsOf(3, "question answer prediction", "p x x", "q Yes yes", "r No no", "s It it"),
			"? another rule finds more right answers than equality does"},
		{"a system that differs by case", "id,gold,gpt_pred,llama_pred\n1,Paris,paris,Paris\n2,Rome,rome,Milan\n" +
			"3,Oslo,oslo,Oslo\n4,Bern,bern,Bern\n",
			"? gpt_pred: another rule finds more right answers than equality does"},
		{"verdicts that nobody knows", rowsOf(4, "answer.predicted answer.gold verdict", "x x unknown", "y z unknown"),
			"gold=answer.gold,predicted=answer.predicted,correct=verdict"},
		{"true beside 1", rowsOf(3, "gold prediction", "TRUE TRUE", "FALSE 1", "TRUE 1"), "gold=gold,predicted=prediction,right=equal"},
		{"true as a number", rowsOf(3, "prediction answer", "1.0 true", "0.0 false", "1.0 False"),
			"gold=answer,predicted=prediction,right=equal"},
		{"true beside other numbers", rowsOf(3, "prediction answer", "1.0 true", "2.0 false"),
			"? prediction never equals answer in 6 rows checked"},
		{"the number of a wrong step", `{"q":"a","steps":["x","y"],"label":-1,"pred":1}` + "\n" + `{"q":"b","steps":["x"],"label":0,"pred":0}`,
			"? no column of correct answers or verdicts"},
		{"correct answers of half", "gold,prediction\na,a\n,b\nb,a\n,a\n", "? gold is empty in 2 of 4 rows checked"},
		{"steps of examples", "id,step,text,gold,pred\n1,0,so,x,x\n1,1,then,x,x\n2,0,hm,y,x\n", "gold=gold,predicted=pred,right=equal"},
		{"verdicts on steps", "id,step,output,is_correct\n1,0,so,1\n1,1,then,0\n2,0,hm,1\n", "steps=output,step_labels=is_correct"},
		{"answers within replies", "gold,prediction\nParis,It is Paris.\nLima,It is Rome.\n",
			"? another rule finds more right answers than equality does"},
		{"observed classes", rowsOf(9, "pred obs", "a a", "b a"), "gold=obs,predicted=pred,right=equal"},
		{"a verdict on one sample", rowsOf(9, "output pass@1", "a 1.0", "b 0.0"), "predicted=output,correct=pass@1"},
		{"a count in the last row", `{"output":"a"}` + "\n" + `{"output":"b"}` + "\n" + `{"passed":4,"output":"c"}`,
			"? no column of correct answers or verdicts"},
		{"names of many things", rowsOf(9, "input output label", "a b c"), "? output and label are ambiguous names"},
	} {
		src, err := files.OpenSource(fstest.MapFS{"table": {Data: []byte(c.text)}}, "table")
		if err != nil {
			t.Fatal(err)
		}
		s := sampleOf(t.Context(), src, nil)
		by := roles.Decide(s.columns, s.rows, roles.Guess([]string{"id"}, nil), false)
		got := by.Map.String()
		if by.Doubt != "" {
			got = "? " + by.Doubt
		} else if by.Models != nil {
			got = strings.Join(loaders.Map(by.Models, func(m roles.ModelColumns) string { return m.Name + ": " + m.Map.String() }), "; ")
		}
		if got = strings.ReplaceAll(got, "id=id,", ""); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

func TestOffers(t *testing.T) {
	const spec = `{"type":"spec","sample":0}` + "\n"
	for _, c := range []struct{ why, text, want string }{
		{"a reward", rowsOf(9, "cum_reward n_steps", "1.0 5", "0.0 6"), "correct=cum_reward"},
		{"prose", "key,s_question,patch\na,which of these two files is it,a line of a patch to two files\n", "predicted=patch"},
		{"a reply of OpenAI's API", `{"response":{"status":200,"body":{"choices":[{"message":{"content":"so"}}]}}}`,
			"predicted=response.body.choices[0].message.content"},
		{"what later rows have", spec + strings.Repeat(`{"type":"match","data":{"ok":1,"correct":true}}`+"\n"+
			`{"type":"match","data":{"correct":false}}`+"\n", 2), "correct=data.correct"},
		{"metrics by name", `{"stats":[{"name":{"name":"em_math"},"mean":1.0},{"name":"n","count":0}]}` + "\n" +
			`{"stats":[{"name":{"name":"em_math"},"mean":0.0}]}`, "correct=stats.em_math"},
		{"grades of SimpleQA", rowsOf(9, "answer response grade", "a b A", "c d B", "e f C"),
			"gold=answer,predicted=response,correct=grade,right=value:A"},
		{"numbers within replies", "answer,prediction\n18,It is 18.\n3,So 3 of 4\n7,\"So 1 and 7\"\n",
			"gold=answer,predicted=prediction,right=number"},
		{"log probabilities of options", rowsOf(3, "gold lp_0 lp_1 gold_lp", "0 -.5 -2 -.5", "1 -.5 -2 -2"),
			"gold=gold,predicted=lp_*,right=argmax"},
		{"probabilities of classes", rowsOf(3, "label p_no p_yes", "no .75 .25", "yes .5 .5"), "gold=label,predicted=p_*,right=argmax"},
		{"probabilities as NumPy prints them", "label,probs\n0,[0.25 0.75]\n1,\"[9e-01\n 1e-01]\"\n",
			"gold=label,predicted=probs,right=argmax"},
		{"partial credit", rowsOf(3, "item score", "a 1", "b .5", "c 0"), "correct=score"},
		{"samples", `{"gold":"1","samples":["1","2","1"]}` + "\n" + `{"gold":"2","samples":["3","3","1"]}` + "\n" +
			strings.Repeat(`{"gold":"4","samples":["4","4","1"]}`+"\n", 2), "gold=gold,predicted=samples"},
		{"the correct answers once more", rowsOf(3, "id label again mark", "a x x x", "b y y y", "c z z y"), "gold=label,predicted=mark"},
		{"a score of scores", rowsOf(9, "a_score b_score score", "-1.5 -2.5 1", "-2.5 -1.5 0"), ""},
		{"a pair beside one that is never equal", rowsOf(4, "id target label prediction", "a he pro pro", "b she con pro", "c he con con"),
			"gold=label,predicted=prediction,right=equal"},
		{"settings in keys",
			strings.Repeat(`{"label":1,"r":{"swap = True":{"completion":"So (a)"},"swap = False":{"completion":"So (b)"}}}`+"\n", 4),
			`predicted=r.swap \= False.completion`},
		{"verdicts of people and of a model", rowsOf(4, "id is_match pred_match", "a 1 1", "b 0 1", "c 0 0"),
			"gold=is_match,predicted=pred_match or correct=is_match or correct=pred_match"},
		{"a verdict with a third word", rowsOf(2, "gold prediction richtig", "x a ja", "y b nein", "z c teilweise"),
			"gold=gold,predicted=prediction,correct=richtig,right=value:ja"},
		{"whether a reply could be read", rowsOf(4, "question response extraction_ok truncated", "a x true false", "b y false true"),
			"predicted=response"},
		{"correct answers that no prediction equals", rowsOf(9, "gold prediction", "x 1", "y 2"), "gold=gold"},
		{"lists of truth values", `{"id":1,"passing":[true,true]}` + "\n" + `{"id":2,"passing":[true,false]}`,
			"correct=passing,right=every or correct=passing,right=share"},
	} {
		src, err := files.OpenSource(fstest.MapFS{"table": {Data: []byte(c.text)}}, "table")
		if err != nil {
			t.Fatal(err)
		}
		s := sampleOf(t.Context(), src, nil)
		by := roles.Decide(s.columns, s.rows, nil, false)
		offers := loaders.Map(append(by.Offers, by.Map)[:max(1, len(by.Offers))], roles.RoleMap.String)
		if got := strings.Join(offers, " or "); by.Doubt == "" || got != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.why, got, c.want, by.Doubt)
		}
	}
}
