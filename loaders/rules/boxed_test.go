package rules_test

import (
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/rules"
)

func TestBoxedFormulas(t *testing.T) {
	for _, c := range []struct {
		said, gold string
		want       loaders.Verdict
	}{
		{`\boxed{0.5}`, `\frac{1}{2}`, loaders.Right},
		{`\boxed{.5}`, `\frac12`, loaders.Right},
		{`\boxed{3/4}`, `\frac{3}{4}`, loaders.Right},
		{`\boxed{x=5}`, `5`, loaders.Right},
		{`\boxed{\sqrt2}`, `\sqrt{2}`, loaders.Right},
		{`\boxed{5\text{ cm}}`, `5`, loaders.Right},
		{`so \fbox{7}`, `7`, loaders.Right},
		{`so $\boxed 7$.`, `7`, loaders.Right},
		{`\boxed{1,000}`, `1000`, loaders.Right},
		{`\boxed{x+y=5}`, `5`, loaders.Wrong},
		{`\boxed{3/5}`, `\frac{3}{4}`, loaders.Wrong},
		{`7 or 8`, `7`, loaders.Wrong},
	} {
		check.Equal(t, c.said+" for "+c.gold+" is", rules.CompareAnswers(rules.Boxed, c.said, [][]string{{c.gold}}), c.want)
	}
}
