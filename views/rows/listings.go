package rows

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Listings are all screens of rows.
var Listings = []*RowScreen{&annotators, &agreement, &work}

// Actions returns an action for each listing, which calls openRows with it; disabledReason returns
// why none can open.
func Actions(openRows func(listing *RowScreen) tea.Cmd, disabledReason func() string) []widget.Action {
	return loaders.Map(Listings, func(listing *RowScreen) widget.Action {
		return widget.Action{Name: listing.Name, Letters: listing.Letters, Help: listing.Help, Group: "Go to",
			Disabled: disabledReason, Run: func() tea.Cmd { return openRows(listing) }}
	})
}
