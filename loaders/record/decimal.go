package record

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Longer numbers may overflow a uint64.
const mostDigits = 19

var powersOfTen = func() (powers [mostDigits + 1]uint64) {
	powers[0] = 1
	for k := range mostDigits {
		powers[k+1] = 10 * powers[k]
	}
	return powers
}()

// parseDecimal returns the bits of [strconv.ParseFloat], but faster, because most of a record are
// fractions of 16 or 17 digits. n is 0 for what is left to ParseFloat: an exponent, more than 19
// digits, a leading zero.
func parseDecimal(b []byte) (x float64, n int) {
	i := 0
	if len(b) > 0 && b[0] == '-' {
		i++
	}
	whole := i
	digits, i := digitsOf(b, i, 0)
	length, places := i-whole, 0
	if length == 0 || length > 1 && b[whole] == '0' {
		return 0, 0
	}
	if i < len(b) && b[i] == '.' {
		first := i + 1
		digits, i = digitsOf(b, first, digits)
		places = i - first
		if places == 0 {
			return 0, 0
		}
	}
	if length+places > mostDigits || i < len(b) && b[i]|0x20 == 'e' {
		return 0, 0
	}
	x = divideRounded(digits, powersOfTen[places])
	if whole > 0 {
		x = -x
	}
	return x, i
}

// digitsOf doesn't check for overflow, because the caller counts digits.
func digitsOf(b []byte, i int, digitsBefore uint64) (digits uint64, end int) {
	for ; len(b)-i >= 8; i += 8 {
		// Eight at once, the first in the lowest byte.
		eight := binary.LittleEndian.Uint64(b[i:])
		if eight&0xf0f0f0f0f0f0f0f0 != 0x3030303030303030 || (eight+0x0606060606060606)&0xf0f0f0f0f0f0f0f0 != 0x3030303030303030 {
			break
		}
		eight = eight & 0x0f0f0f0f0f0f0f0f * (10<<8 + 1) >> 8
		eight = eight & 0x00ff00ff00ff00ff * (100<<16 + 1) >> 16
		eight = eight & 0x0000ffff0000ffff * (10000<<32 + 1) >> 32
		digitsBefore = digitsBefore*1e8 + eight
	}
	for ; i < len(b) && '0' <= b[i] && b[i] <= '9'; i++ {
		digitsBefore = digitsBefore*10 + uint64(b[i]-'0')
	}
	return digitsBefore, i
}

// divideRounded rounds m / d, d > 0, once to the nearest even, because rounding twice may miss it.
func divideRounded(m, d uint64) float64 {
	if m == 0 {
		return 0
	}
	up, down := bits.LeadingZeros64(m), bits.LeadingZeros64(d)
	m <<= up
	q, rest := bits.Div64(m>>1, m<<63, d<<down) // at least 63 bits of the quotient
	if rest != 0 {
		q |= 1 // a remainder moves a tie
	}
	return float64(q) * math.Float64frombits(uint64(1023-63+down-up)<<52)
}
