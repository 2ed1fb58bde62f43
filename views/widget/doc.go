// Package widget draws screens: it has the [Frame] and shared parts, which know the [Look] but
// nothing about runs and sessions. Borders and badges are Lip Gloss styles.
//
// Of charm.land/bubbles/v2 v2.2.1 it uses spinner, textarea and textinput. What others lacked:
//   - key, help: reasons why a key is disabled, values, menu letters and effects, which footer, help and
//     palette share; clicks; keys that stay on the right
//   - list: columns that yield to each other, rows of two lines, cells that link or lead somewhere
//   - viewport: the same cells, and pictures
package widget
