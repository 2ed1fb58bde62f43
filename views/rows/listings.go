package rows

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/views/widget"
)

// Listings are all screens of rows.
var Listings = []*Listing{&annotators, &agreement, &work}

// Actions returns an action for each listing, which calls open with it; disabled returns why none
// can open.
func Actions(open func(listing *Listing) tea.Cmd, disabled func() string) []widget.Action {
	return loaders.Map(Listings, func(listing *Listing) widget.Action {
		return widget.Action{Name: listing.Name, Letters: listing.Letters, Help: listing.Help, Group: "Go to",
			Disabled: disabled, Run: func() tea.Cmd { return open(listing) }}
	})
}
