// Package calibration fits the parameters that calibrate an oracle's attentions (eq. 16 of ∇-FOL,
// Amizadeh et al. 2020) to questions with correct answers, and measures the answers without and with
// them.
package calibration
