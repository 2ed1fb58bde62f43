package themes_test

import (
	"fmt"

	"faithscope/themes"
)

// A theme adapts to the terminal: to its background and to the number of colours
// it shows.
func ExampleAdaptiveTheme_On() {
	set, ok := themes.Named("okabe-ito")
	fmt.Println(ok)
	for _, colors := range []int{1 << 24, 256, 16, 2} {
		theme := set.On(themes.Dark, colors)
		background, text := theme.Heat.At(1)
		fmt.Println(colors, len(theme.Heat), background, text)
	}
	// Output:
	// true
	// 16777216 24 {141 241 178 255} {0 0 0 255}
	// 256 6 121 {0 0 0 255}
	// 16 2 15 0
	// 2 0 <nil> <nil>
}

// A user's own theme contains only what it changes.
func ExampleParse() {
	set, err := themes.Parse("amber", []byte("[dark]\naccent = \"bold #ffb000\"\n"))
	fmt.Println(set.Name, err)
	_, err = themes.Parse("amber", []byte("[dark]\naccent = \"orange\"\n"))
	fmt.Println(err)
	// Output:
	// amber <nil>
	// [dark] accent: "orange" is neither #rrggbb nor a colour name such as bright-blue
}
