// Package reading splits texts into sentences. DROP (Dua et al. 2019), SQuAD (Rajpurkar et al.
// 2016, 2018) and predictions on them are pages of package pages; what they share is in testdata.
//
// It does not score sentences: package sentences does.
package reading
