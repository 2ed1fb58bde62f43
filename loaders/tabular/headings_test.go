package tabular

import (
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// What spreadsheets, R and notebooks write around a table or beside its rows isn't an example.
func TestTablesAsSpreadsheetsWriteThem(t *testing.T) {
	const rows = "a,x,x\nb,x,y\nc,y,y\n"
	for name, test := range map[string]struct{ text, want string }{
		"a delimiter line":      {"sep=;\nid;gold;prediction\n" + strings.ReplaceAll(rows, ",", ";"), "rwr"},
		"comments":              {"# made on Monday, by hand\n# twice\nid,gold,prediction\n" + rows, "rwr"},
		"titles":                {"My evaluation,,\n\"of May, again\",,\n,,\nid,gold,prediction\n" + rows, "rwr"},
		"a heading with a sign": {"# id\tgold\tprediction\n" + strings.ReplaceAll(rows, ",", "\t"), "rwr"},
		"lone quotes":           {"id\tgold\tprediction\na\t\"x, he said\t\"x, he said\nb\t\"x\" y\tz\nc\tx\tx\n", "rwr"},
		"quoted line ends":      {"id\tgold\tprediction\na\t\"x\ny\"\t\"x\ny\"\nb\ty\tz\n", "rw"},
		"row names of R":        {"gold,prediction\n1,x,x\n2,x,y\n3,y,y\n", "rwr"},
		"totals and empty rows": {"id,gold,prediction,score\na,x,x,1\nb,x,y,0\n,,,\nAll subtotal,,,50%\nAVERAGE,,,.5\n",
			"rwrun.csv record 3: not a data row: empty, a total"},
		"an unanswered sum": {"question,gold,prediction\nFind the sum,12,\na,3,3\nb,4,5\n", "?rwrun.csv record 1: no answer; counts as 0"},
		"percentages":       {"gold,prediction,EM\nx || y,y,100.0%\nx,z,0.0%\nz,z,100.0%\n", "rwr"},
		"Spanish": {"Pregunta,Respuesta correcta,Respuesta del modelo,¿Correcto?\na,La Paz,la paz,Sí\nb,Au,Ag,No\nc,x,x,Sí\n",
			"rwr"},
		"values in a heading": {"Question,Expected answer,Bot answer,Correct (Y/N)\na,Mon to Sat,on Monday,Y\nb,No,Yes we do,N\n", "rw"},
		"French":              {"Énoncé,Étiquette réelle,Étiquette prédite\na,x,x\nb,x,y\n", "rw"},
		"German":              {"Frage,Musterlösung,Modellantwort,richtig\na,x,er sagt x,ja\nb,x,y,nein\n", "rw"},
		"Chinese":             {"题目,标准答案,模型回答,是否正确\na,B,我选 B,对\nb,A,C,错\n", "rw"},
		"labels handed in":    {"idx,label\n0,true\n1,false\n", "as in --map 'id=idx,predicted=label', or"},
		"students":            {"question,answer,student_answer\na,x,x\nb,x,y\n", "rw"},
		"ticks":               {"Gold,Answer,Correct?\nx,it is x,x\ny,z,\nx,x,x\nz,y,\nx,x,x\nx,x,x\n", "correct=Correct?,right=value:x'"},
		"no heading": {"cat,animal,hyper,co\noak,tree,hyper,hyper\nspoon,fork,co,co\nwheel,car,mero,mero\n",
			"its columns have no names"},
		"training beside tests":   {"gold,prediction,split\nx,x,train\nx,y,test\nx,x,train\n", "model=split' or --map"},
		"probabilities":           {"id,y_true,y_prob\na,1,.7\nb,0,.6\nc,1,.9\n", "gold=y_true,predicted=y_prob,right=half'"},
		"other encodings":         {"\xca\xc7\xb7\xf1,\xb1\xea\xc7\xa9\na,b\n", "isn't UTF-8"},
		"a byte that isn't UTF-8": {"gold,prediction\né,é\nè,\x96\n", "rwrun.csv record 2: some bytes are not UTF-8"},
		"counts of pairs":         {"gold,pred,count\nx,x,9\nx,y,2\ny,y,7\ny,x,1\n", "count says how often each answer was given"},
		"faults": {"q,eval.Hallucination.score\na,1\nb,0\nc,1\nd,0\n",
			"no column of predictions (its columns: q, eval.Hallucination.score); assign roles with --map ("},
		"a delimiter at each end": {"gold,prediction,\nx,x,\nx,y,\n", "rw"},
		"answers of a class":      {"S1,40,A,B,B,A\nS2,40,B,B,A,A\nS3,40,A,A,B,B\nS4,40,B,A,A,B\n", "assign roles with --map (`faithscope"},
		"classes nobody knows": {"inst#,actual,predicted,error\n" + strings.Repeat("1,1:x,1:x,\n2,2:y,1:x,+\n", 3) + "3,1:?,1:x,\n",
			"rwrwrw"},
		"features beside a prediction": {"malware,alert,tcp,udp,predicted_attack\n" +
			strings.Repeat("1,1,0,1,DDoS\n0,1,1,1,DDoS\n0,0,1,0,Scan\n1,0,1,0,Scan\n", 2), "as in --map 'predicted=predicted_attack', or"},
		"numbers without names": {strings.Repeat("1\t0\t0\n0\t1\t1\n1\t1\t1\n0\t0\t1\n", 3), "assign roles with --map (`faithscope"},
		"answers as results": {"Row #;Actual Result;Ferret Result (t = 0.5)\n1;1;0\n2;0;0\n3;1;1\n4;0;1\n5;1;1\n6;0;0\n7;0;0\n",
			"as in --map 'gold=Actual Result,predicted=Ferret Result (t \\= 0.5)' ("},
		"ARFF": {"% made by hand\n\n@relation 'a b'\n@attribute 'row id' numeric\n@ATTRIBUTE prediction {x,\"y z\"}\n" +
			"@attribute correct {x,'y z'}\n@attribute 'confidence.x' numeric\n\n@data\n1,x,x,.9\n% a comment\n2, 'y z', x, ?\n" +
			"3,'y z',\"y z\",.2\n", "rwr"},
		"joined words":      {"goldlabel,predlabel\n" + strings.Repeat("x,x\ny,y\nx,y\ny,x\n", 2), "rrwwrrww"},
		"numbered siblings": {"id,winner1,winner2\n" + strings.Repeat("a,x,x\nb,y,y\nc,x,y\nd,y,x\n", 2), "no column of predictions"},
		"a name with quotes": {"row['reallabel'],row['prediction']\n" + strings.Repeat("x,x\ny,y\nx,y\ny,x\n", 2),
			`--map 'gold=row['\''reallabel'\''],predicted=row['\''prediction'\'']'`},
		"R's names":            {"V1,V2,V3\ns1,x,x\ns2,x,y\ns3,y,y\n", "(its columns: V1, V2, V3)"},
		"counts beside counts": {"num_errors,num_retries\n0,0\n1,0\n0,0\n1,1\n0,1\n0,0\n", "assign roles with --map ("},
		"few rows":             {"Q1,Q2\nA,B\nB,B\nA,A\nB,A\nA,A\n", "assign roles with --map ("},
		"annotators": {"id,ann1,ann2,adjudicated,roberta\n" + strings.Repeat("a,x,y,x,x\nb,y,y,y,x\n", 3),
			"gold=adjudicated,predicted=roberta' ("},
		"classes that contain each other": {"income,predicted income\n>50K,>50K\n<=50K,>50K\n>50K,>50K\n<=50K,<=50K\n", "rwrr"},
		"a correct class by another name": {"text,intent,predicted\na,x,x\nb,y,x\nc,x,x\nd,y,y\ne,x,y\nf,y,y\n",
			"gold=intent,predicted=predicted'"},
		"sentences": {"text,pred_text\n" + strings.Repeat("there was nothing but rain today,there was nothing but rain today\n", 2) +
			"he hoped that supper was ready,he hoped that summer was ready\n", "answers that are sentences"},
		"decimal commas": {"id;gold;prediction\na;12,50;12,5\nb;3,10;3,2\nc;x;x\nd;1,234;1.234\n", "rwrw"},
		"folders as classes": {"Filename,Predictions\n" + strings.Repeat("x/1.jpg,x\nx/2.jpg,y\ny/1.jpg,y\nall/y/2.jpg,y\n", 2),
			"--map 'gold=Filename/..,predicted=Predictions'"},
		"a class beside its classification": {"system:index,classification,landcover\n" +
			"0_0,0,0\n0_1,1,1\n1_0,1,0\n1_1,0,0\n2_0,1,1\n2_1,0,1\n", "--map 'gold=landcover,predicted=classification'"},
		"rankings":     {"id,answer,prediction\n1,A,A B\n2,B,A B\n3,C,C A\n4,A,B C\n5,B,B A\n", "?????"},
		"a wrong form": {"prompt,pred,correctness\na,x,correct\nb,y,wrong\nc,,wrong_format\nd,z,correct\n", "right=value:correct'"},
		"answers as verdicts": {"question,ground_truth,judgement\na,Yes,Yes\nb,No,Yes\nc,No,No\nd,Yes,failed!\ne,Yes,Yes\nf,No,No\n",
			"predicted=judgement' ("},
		"a total of counts":       {"id,gold,prediction\na,x,x\nb,x,y\nTotal,2,1\n", "rwrun.csv record 3: not a data row"},
		"a total of nothing":      {"id,gold,prediction\na,x,x\nb,x,y\nTotal,,\n", "rwrun.csv record 3: not a data row"},
		"a question about totals": {"question,gold,prediction\na,3,3\nb,4,5\nTotal,2,1\n", "rww"},
		"a total alone":           {"gold,prediction,score,n\nx,x,1,2\nx,y,0,2\nAcc,,.5,\n", "rwrun.csv record 3: not a data row"},
		"Orange": {"a\tclass\tprediction\ncontinuous\tx y\tx y\n\tclass\tmeta\n1\tx\tx\n2\tx\ty\n",
			"rwrun.csv record 1: not a data row"},
		"words and tags": {"EU N O O\nopens V O O\n\nRome N B-LOC B-LOC\nnow R O O\nand C O B-LOC\nOslo N B-LOC B-LOC\n",
			"--map 'id=column 1,gold=column 3,predicted=column 4'"},
		"Markdown": {"# Results\n\nBy hand.\n\n| # | prompt | expected | gpt-4o |\n|--:|:---|---|---|\n| 1 | `a \\| b` | 3 | ✅ 3 |\n" +
			"| 2 | b | 4 | ❌ 5 |\n| 3 | c | 5 | ✅ five |\n| | **total** | | **2/3** |\n\nThat is all.\n",
			"rwrrun.csv record 4: not a data row: empty, a total"},
		"a boolean answer":   {"question,passage,answer\nis it so?,a,True\nis it not?,b,False\nis it so?,c,True\n", "no column of predictions"},
		"people's agreement": {"id,ann_a,ann_b\n" + strings.Repeat("a,x,x\nb,y,x\nc,y,y\n", 3), "assign roles with --map ("},
		"metrics of Ragas": {"question,answer,ground_truth,faithfulness\n" + strings.Repeat("q,the town of Rome has 3 hills in it,"+
			"there are 7 hills and more in this town,.5\n", 3), "???"},
		"R's console": {"> print(d)\n    gold  pred\n4      x     x\n9      y     x\n15     y     y\n> q()\n", "rwr"},
		"Weka's buffer": {"=== Predictions ===\n\n    inst#     actual  predicted error prediction\n  1  1:no  1:no       0.94\n" +
			"  2  2:yes  1:no   +   1\n  3  2:yes  2:yes       0.5\n\n=== Summary ===\n", "rwr"},
		"Weka's CSV": {"=== Predictions on test data ===\n\ninst#,actual,predicted,error,prediction\n1,1:no,1:no,,.9\n2,2:yes,1:no,+,.6\n",
			"rw"},
		"translations":             {"src,ref,pred\na b c d e,f,f\ng h i j k,l,m\n", "??"},
		"true or false in German":  {"question,answer,prediction\na,richtig,richtig\nb,falsch,richtig\nc,falsch,falsch\n", "rwr"},
		"true or false in Chinese": {"题目,标准答案,模型回答\na,对,对\nb,错,对\nc,错,错\n", "rwr"},
		"Markdown in a reply":      {"id,gold,prediction,reply\na,x,x,\"So:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\"\nb,x,y,no\n", "rw"},
		"R in a reply":             {"id,gold,prediction,reply\na,x,x,\"So:\n  a  b\n1 2 3\n2 3 4\n3 4 5\n\"\nb,x,y,no\n", "rw"},
		"a blank in R's cell": {"   gold pred\n1     x    x\n2     y    x\n3     x    x\n4 new y    y\n5     y    y\n",
			"rwr?rrun.csv record 4: wrong number of cells: 4"},
		"started at a time": {"gold,predicted_at_utc,output_class\nx,9,x\ny,8,x\nx,7,x\n", "rwr"},
		"a rubric": {"id,faithfulness,accuracy,clarity\n" + strings.Repeat("a,1,1,3\nb,3,2,1\nc,2,3,2\nd,3,3,3\n", 3),
			"no column of"},
		"an exact matcher": {"text,gold_label,DAG,B1_Exact\n" + strings.Repeat("a,match,match,non_match\nb,non_match,match,non_match\n"+
			"c,match,match,match\nd,non_match,non_match,non_match\n", 9), "contains several runs"},
		"a success without errors": {"task,success,error\n" + strings.Repeat("a,True,\nb,False,\nc,True,\n", 3), "correct=success,kind=task' ("},
		"a success of requests":    {"task,success,error\n" + strings.Repeat("a,True,\nb,False,timeout\nc,True,\n", 3), "roles with --map ("},
		"only failures": {"task,reference,success\n" + strings.Repeat("a,x,\nb,y,False\nc,z,False\n", 3),
			"roles with --map, as in --map 'gold=reference,kind=task' ("},
		"expected and got": {"question,expected,got,passed\na,x,it is x,True\nb,y,z,False\n", "rw"},
		"an output beside predictions": {"input,output,prediction\n" + strings.Repeat("a,1,1\nb,0,1\nc,1,1\nd,0,0\n", 3),
			"gold=output,predicted=prediction"},
		"a mere flag": {"id,gold,predicted,escalate\n" + strings.Repeat("a,x,x,False\nb,y,y,False\nc,x,y,False\nd,z,y,True\n", 3),
			"--map 'id=id,gold=gold,predicted=predicted,right=equal' or --map 'id=id,gold=gold,predicted=predicted,correct=escalate,"},
		"partly right": {"gold,answer of the model,grade\nx,it is x,correct\ny,y it is,correct\nz,it is w,wrong\nw,w or z,partly\n",
			"correct=grade,right=value:correct'"},
		"letters of Inspect": {"target,score_choice\nA,C\nC,I\nB,C\nC,C\nD,N\nI,I\n", "--map 'gold=target,correct=score_choice'"},
		"a total too long":   {"x,gold,predicted\n1,5,5\n2,6,6\n3,7,6\nTotal,5,7,9\n", "rrw?run.csv record 4: wrong number of cells"},
		"a total of rights":  {"question,gold,prediction,correct\na,x,x,1\nb,x,y,0\n,,total right,1\n", "record 3: not a data row"},
		"a line of types":    {"id,gold,prediction\n#q2:types,categorical,categorical\na,x,x\nb,y,x\nc,x,x\n", "record 1: not a data row"},
		"an answer unlike the classes": {"question,answer,ground_truth,judgement\n" +
			"q,Paris in spring,Yes,Yes\nr,in 1920,No,Yes\ns,the Rhine,No,failed!\nt,a tall man,Yes,No\n" +
			"u,on foot,Yes,Yes\n" +
			"v,both brothers,No,No\nw,salt and pepper,Yes,Yes\nx,No,No,No\n",
			"judgement, unlike answer, has the same values as ground_truth"},
		"percentages of totals":        {"category,n,accuracy\na,3,100.0%\nb,3,66.7%\n", "they look like results of models"},
		"letters like roles of Orange": {"gold\tprediction\nc\tc\nm\tc\nc\tc\n", "rwr"},
		"lines without a heading": {"" +
			"I like it\tpos\tpos\nnot this\tneg\tpos\nnor that\tneg\tneg\nwell\tpos\tpos\nso so\tpos\tneg\nbad\tneg\tneg\n",
			"its columns have no names (its columns: column 1, column 2, column 3); assign roles with " +
				"--map, as in --map 'id=column 1,gold=column 2,predicted=column 3'"},
		"a verdict in an unknown language": {"gold,prediction,correct\nx,it is x,oikein\ny,y,oikein\nz,y,väärin\n",
			"correct may say whether an answer is right (oikein or väärin)"},
		"a verdict that isn't one": {"id,prediction,gold,correct\n1,a,b,True\n2,b,b,True\n3,c,d,True\n4,c,d,False\n5,e,e,True\n6,e,f,maybe\n",
			"correct=correct,right=value:True'"},
		"a failure's default among truth values": {"prediction,gold,correct\na,a b,True\nb,b,True\nc,d,False\n,d,0.0\n",
			"rrw?run.csv record 4: no answer"},
		"models with probabilities": {"class\tkNN\tkNN (a)\tkNN (b)\tSVM\tSVM (a)\tSVM (b)\tage\na b\ta b\tcontinuous\tcontinuous\ta b\t" +
			"continuous\tcontinuous\tcontinuous\nclass\tmeta\tmeta\tmeta\tmeta\tmeta\tmeta\t\n" +
			"a\ta\t.9\t.1\tb\t.4\t.6\t30\nb\tb\t.2\t.8\tb\t.3\t.7\t40\n" +
			"b\ta\t.7\t.3\ta\t.8\t.2\t50\n",
			"--map 'gold=class,predicted.kNN=kNN,predicted.SVM=SVM'"},
		"a ZIP archive": {"PK\x03\x04\x14gold,prediction\nx,x\ny,z\nz,z\n", "it's an archive (ZIP); extract it"},
		"a TAR archive": {"run.jsonl" + strings.Repeat("\x00", 248) +
			"ustar\n{\"gold\":\"x\",\"prediction\":\"x\"}\n", "it's an archive (TAR); extract it"},
		"two tables": {"| gold | prediction |\n|--|--|\n| x | x |\n\n| gold | prediction |\n|--|--|\n| y | x |\n",
			"several tables have the same columns"},
		"stars in cells": {"| gold | prediction |\n|--|--|\n| *a* and *b* | *a* and *b* |\n| b | **b** |\n| c\\* | c |\n", "rrw"},
		"sparse ARFF": {"@relation a\n@attribute gold {x,y}\n@attribute prediction {x,y}\n@data\n{0 y, 1 y}\n{}\n{1 y}\n",
			"sparse and weighted ARFF rows aren't supported"},
		"a mark by hand": {"gold,prediction,Anmerkung\nx,it is x,richtig\ny,y,richtig\nz,y,falsch\n", "rrw"},
		"numbers among words": {"gold,prediction\nx,x\ny,y\n4.10,4.1\nz,y\n",
			"1 answer would be right as numbers but not as text, and most correct answers aren't numbers"},
		"a tolerance": {"gold,prediction,tolerance\n1.5,1.6,.2\n2,2,.1\n3,3,.1\n", "the file states tolerances"},
		"two classes": {"gold,prediction\nentailment,entailment\nnon-entailment,neutral\nnon-entailment,entailment\n", "rrw"},
		"flags": {"id,cancelled,streamed\n" + strings.Repeat("a,true,true\nb,false,true\nc,false,false\n", 3),
			"assign roles with --map ("},
		"blank columns":         {"id\t\tgold\t\tprediction\na\t\tx\t\tx\nb\t\tx\t\ty\n", "rw"},
		"a blank cell in a row": {"a b\t\tx\tx\nc d\te\ty\tx\ne f\tg\tx\tx\n", "its columns have no names"},
		"a participle": {"sought,pred,recovered\na,it is a,True\nb,it is c,False\nc,it is c,True\nd,it is c,False\n",
			"as in --map 'predicted=pred,correct=recovered'"},
		"a category of the graded": {"n,category\n" + strings.Repeat("1,correct\n2,fabricated\n3,hedged\n4,correct\n", 3),
			"correct=category,right=value:correct'"},
		"gold of truth values alone": {"id,expected\na,true\nb,false\nc,true\nd,false\n", "as in --map 'id=id,gold=expected' ("},
		"numbered labels":            {"id,Label 1,Label 2\n" + strings.Repeat("a,1,0\nb,0,1\nc,1,1\nd,0,0\n", 3), "assign roles with --map ("},
		"places of rows":             {"row_idx,pred\n" + strings.Repeat("0,0\n1,1\n0,1\n1,1\n", 3), "no column of correct answers or verdicts"},
		"no rows":                    {"id,gold,prediction\n", "it has a header line but no rows"},
		"options that are the letters": {"index,question,A,B,C,answer,prediction,hit\n1,which label?,A,B,C,B,B,1\n2,which?,x,y,z,A,B it is,0\n" +
			"3,and this?,A,B,C,C,it is C,1\n", "rwr"},
		"classes in another case": {"Text,Handkodierung,GPT_Kodierung\n" +
			strings.Repeat("a,pos,Pos\nb,neg,neg\nc,pos,neg\nd,neg,neg\ne,pos,pos\nf,neg,pos\n", 2),
			"as in --map 'question=Text,gold=Handkodierung,predicted=GPT_Kodierung,right=caseless' or"},
		"the number of a row": {"id,text,label_id,pred_id\n1,a,1,1\n2,b,2,2\n3,c,1,2\n4,d,2,2\n5,e,1,1\n6,f,2,1\n", "rrwrrw"},
		"a side attribute": {"id,domain,question,gold,pred_domain,output\n1,de,a,x,de,x\n2,en,b,y,en,x\n3,de,c,z,en,z\n4,en,d,y,en,y\n",
			"rwrr"},
		"labels in another order": {"id,labels,predicted_labels\n" + strings.Repeat("1,\"x, y\",\"y, x\"\n2,y,y\n3,\"x, y\",y\n4,x,x\n", 3),
			"gold=labels,predicted=predicted_labels,right=set' or"},
		"spellings of a verdict": {"question,response,correct\na,x,Yes\nb,y,yes \nc,z,YES\nd,x,No\ne,y,no.\nf,z,N\n",
			"predicted=response,correct=correct'"},
		"the correct answer again": {"text,label,label_text,pred\n" + strings.Repeat("a,x,x,X.\nb,y,y,Y.\nc,z,z,X.\n", 4),
			"gold=label,predicted=pred,right=contains'"},
		"ones and blanks": {"id,question,response,correct\n1,a,x,1\n2,b,y,\n3,c,z,1\n4,d,x,1\n5,e,x,1\n",
			"correct is 1 or empty, and empty may mean wrong"},
		"unanswered beside expected": {"question,expected,actual\na,x,x\nb,y,\nc,z,z\nd,w,\n",
			"r?r?run.csv record 2: no answer; counts as 0"},
		"a program's result": {"id,Question,Answer,code,exec_result\n1,a,31.0,a=62,31.0\n2,b,7,b=3,8\n3,c,5.0,c=5,5\n", "rwr"},
		"a model's label": {"pmid,QUESTION,final_decision,biogpt_label\n1,a,yes,yes\n2,b,no,yes\n3,c,no,no\n4,d,yes,yes\n5,e,no,no\n6,f,yes,no\n",
			"gold=final_decision,predicted=biogpt_label'"},
		"agreement": {"uid,label,flan_output,agree\n1,0,entailment,True\n2,2,neutral,False\n3,1,neutral,True\n4,2,,False\n",
			"predicted=flan_output,correct=agree'"},
		"a hit at k": {"question,hit_at_5,reciprocal_rank\na b c,true,1\nd e f,false,0\n", "correct=hit_at_5'"},
		"rows of tidymodels": {"id,.pred_class,.row,penalty,Status,.config\n" +
			"F1,x,1,.1,x,M1\nF1,y,2,.1,y,M1\nF2,y,3,.1,x,M1\nF1,x,1,.2,x,M2\nF1,x,2,.2,y,M2\nF2,y,3,.2,x,M2\n",
			"--map 'id=.row,gold=Status,predicted=.pred_class,model=.config'"},
		"R's write.table": {"\"gold\" \"fit\" \"pred\"\n\"11\" \"a b\" 0.3 \"a b\"\n\"35\" \"c\" 0.4 \"a b\"\n\"7\" \"c\" 0.1 \"c\"\n", "rwr"},
		"outputs beside a correct answer": {
			"question,answer,outputs,pred\n" + strings.Repeat("a,x,x,x\nb,y,z,y\nc,z,z,w\n", 3), "rrwrrwrrw"},
		"issues resolved":                {"instance_id,prediction,issue_resolved\na,x,True\nb,y,False\n", "rw"},
		"an annotation beside an answer": {"question,answer,annotation\n" + strings.Repeat("a,x,so\nb,y,it is\n", 3), "no column of predictions"},
		"papers to accept": {"id,answer,prediction\n" + strings.Repeat("a,accept,accept\nb,reject,accept\nc,reject,reject\n", 3),
			"rwrrwrrwr"},
		"SAS's levels": {"id,low,_FROM_,_INTO_,IP_0\n1,0,0,1,.2\n2,1,1,1,.3\n3,0,0,0,.7\n", "wrr"},
		"SPSS's groups": {"Nr;Fall;Alter;PGR_1\n" + strings.Repeat("4;a;31;a\n5;b;40;a\n6;b;50;b\n", 3),
			"--map 'gold=Fall,predicted=PGR_1'"},
		"a label's issue": {"is_label_issue,given_label,predicted_label\n" +
			strings.Repeat("False,a,a\nFalse,b,a\nTrue,b,c\nFalse,c,c\n", 3), "rwwrrwwrrwwr"},
		"reviewed labels": {"text,label,answer\nso,a,accept\nit,b,reject\nis,a,ignore\non,a,accept\n", "correct=answer'"},
		"SPSS Modeler's class": {"BP,Drug,$C-Drug,$CC-Drug\n" + strings.Repeat("a,x,x,.9\nb,y,x,.7\na,y,y,.8\n", 3),
			"--map 'gold=Drug,predicted=$C-Drug'"},
		"marked in Korean": {"번호,질문,정답,모델답변,채점\n1,a,목성,토성입니다,X\n2,b,서울,서울,O\n3,c,부산,답은 부산,O\n",
			"gold=정답,predicted=모델답변,correct=채점,right=value:O'"},
		"marked in Japanese": {"No,質問,正解,AIの回答,判定\n1,a,x,xです,○\n2,b,y,zです,×\n3,c,w,wかも,△\n,,,正答率,1/3\n",
			"gold=正解,predicted=AIの回答,correct=判定,right=value:○'"},
		"marked in Korean, with the class": {"클래스,파일명,예측_라벨,예측_클래스,정확_여부\n" +
			strings.Repeat("a,1.jpg,the a,a,정확\nb,2.jpg,the a,a,오류\nb,3.jpg,the b,b,정확\n", 3), "rwrrwrrwr"},
		"marked in Portuguese": {"Pergunta,Resposta esperada,Resposta do bot,Avaliação\na,x,it is x,Certo\nb,y,z,Errado\nc,z,it is z,certo\n",
			"correct=Avaliação'"},
		"a correct answer or a refusal": {"question,gold_answer,model_answer,label\n" + strings.Repeat("a,3 of it,it is 3,Correct Answer\n"+
			"b,4,5,Incorrect Answer\nc,7,I can't say,Refusal\n", 3), "correct=label,right=value:Correct Answer'"},
		"attempts of several models": {"task_id,model,score_binarized\n" + strings.Repeat("a,m,1\na,m,0\na,n,0\nb,n,0\n", 3),
			"correct=score_binarized,model=model' or --map 'id=task_id,correct=score_binarized' ("},
		"normalised per token": {"predicted_index_raw,predicted_index_per_token,correct_choice\n" + strings.Repeat("0,1,0\n1,1,1\n2,2,1\n", 3),
			"predicted_index_per_token"},
		"asked in Spanish": {"Pregunta,Respuesta esperada,¿Correcta?\na,x,Sí\nb,y,No\nc,z,Sí\n", "correct=¿Correcta?'"},
		"TiMBL's classes": {strings.Repeat("+,=,a,b,-,c,x,x\n-,=,b,a,-,c,y,x\n=,+,a,a,+,c,y,y\n", 4),
			"--map 'gold=column 7,predicted=column 8'"},
	} {
		got := openText(t, "run.csv", test.text)
		if got != test.want && (len(test.want) < 5 || !strings.Contains(got, test.want)) {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// The heading of a file with one column isn't an answer.
func TestHeadingOfLines(t *testing.T) {
	const answers = "rome\noslo\nrome\n"
	for name, test := range map[string]struct{ run, gold, want string }{
		"lines":     {"paris\n" + answers, "paris\n" + answers, ""},
		"sentences": {"The answer is x\n" + answers, "x\n" + answers, ""},
		"headings": {"answer\n" + answers, "answer\n" + answers,
			"run.csv: not a run in any format that faithscope reads; its only column is answer"},
		"gold's only": {answers, "gold\n" + answers, "gold.csv: its only column is gold; remove this header line"},
	} {
		tree := fstest.MapFS{"run.csv": {Data: []byte(test.run)}, "gold.csv": {Data: []byte(test.gold)}}
		err := formats.Err(t, tree, "run.csv", loaders.Options{}.With(loaders.GoldFile, "gold.csv"))
		check.Error(t, name, err, test.want)
	}
}
