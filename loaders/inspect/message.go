package inspect

import (
	"encoding/json"
	"strings"
)

// message is a turn of a conversation.
type message struct {
	Role    string         `json:"role"`
	Content messageContent `json:"content"`
}

// messageContent is a text, or parts of several kinds.
type messageContent []contentPart

type contentPart struct {
	Text  string `json:"text"`
	Image string `json:"image"`
}

// UnmarshalJSON implements [json.Unmarshaler]: a text is its only part; what is neither a text nor
// a list is empty.
func (c *messageContent) UnmarshalJSON(b []byte) error {
	*c = nil
	var text string
	var parts []contentPart
	switch {
	case b[0] == '"' && json.Unmarshal(b, &text) == nil:
		*c = messageContent{{Text: text}}
	case b[0] == '[' && json.Unmarshal(b, &parts) == nil: // else of a kind that is not known
		*c = parts
	}
	return nil
}

// attachmentLookup finds the attachment of a name.
type attachmentLookup func(ref string) (string, bool)

const attachmentMark = "attachment://"

func (find attachmentLookup) resolveText(s string) string {
	if ref, ok := strings.CutPrefix(s, attachmentMark); ok {
		if text, found := find(ref); found {
			return text
		}
	}
	return s
}

func (c messageContent) joinTexts(findAttachment attachmentLookup) string {
	var lines []string
	for _, p := range c {
		if p.Text != "" {
			lines = append(lines, findAttachment.resolveText(p.Text))
		}
	}
	return strings.Join(lines, "\n")
}
