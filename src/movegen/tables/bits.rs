//! Fixed-width sets of squares (bitboards), and the bit extract and deposit that index the tables.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::geometry::{Square, SquareSet};

/// A set of up to `64 * N` squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) struct Bits<const N: usize>(pub(crate) [u64; N]);

/// A shift distance: not 0, and less than two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Delta {
    squares: i16,
    /// The rotation of one word to the left.
    turn: u8,
    /// A second rotation for distances of more than one word.
    more: u8,
}

impl Delta {
    pub(crate) fn new(squares: i32) -> Option<Delta> {
        let turn = |squares: i32| squares.rem_euclid(64) as u8;
        let (first, second) = match squares.abs() {
            1..64 => (squares, 0),
            64..127 => (squares / 2, squares - squares / 2),
            _ => return None,
        };
        Some(Delta {
            squares: squares as i16,
            turn: turn(first),
            more: turn(second),
        })
    }

    /// The origin of a shifted square.
    #[inline(always)]
    pub(crate) fn origin(self, target: usize) -> usize {
        (target as i32 - self.squares as i32) as usize
    }
}

impl<const N: usize> Bits<N> {
    pub(crate) const NONE: Self = Bits([0; N]);
    pub(crate) const ALL: Self = Bits([!0; N]);

    #[inline(always)]
    pub(crate) fn single(square: usize) -> Self {
        let mut bits = [1 << (square & 63); N];
        if N > 1 {
            // PERF: computed in registers; a set stored word by word stalls the next wide load.
            for (i, word) in bits.iter_mut().enumerate() {
                *word &= u64::from(square >> 6 == i).wrapping_neg();
            }
        }
        Bits(bits)
    }

    #[inline(always)]
    pub(crate) fn has(&self, square: usize) -> bool {
        if N == 1 {
            self.0[0] >> square & 1 != 0
        } else {
            self.0[square >> 6] >> (square & 63) & 1 != 0
        }
    }

    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        let mut all = self.0[0];
        for i in 1..N {
            all |= self.0[i];
        }
        all != 0
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        !self.any()
    }

    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        let mut count = 0;
        for i in 0..N {
            count += self.0[i].count_ones();
        }
        count
    }

    /// Whether the set has more than one square.
    #[inline(always)]
    pub(crate) fn is_many(&self) -> bool {
        if N == 1 {
            self.0[0] & self.0[0].wrapping_sub(1) != 0
        } else {
            self.count() > 1
        }
    }

    #[inline(always)]
    pub(crate) fn without(mut self, other: Self) -> Self {
        for i in 0..N {
            self.0[i] &= !other.0[i];
        }
        self
    }

    /// The lowest square.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        let mut words = self.0.iter().enumerate();
        let (index, word) = words.find(|(_, word)| **word != 0)?;
        Some(index * 64 + word.trailing_zeros() as usize)
    }

    /// Calls `f` with every square in ascending order.
    #[inline(always)]
    pub(crate) fn each(self, mut f: impl FnMut(usize)) {
        for i in 0..N {
            let mut word = self.0[i];
            while word != 0 {
                f(i * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// Whether `f` holds for any square; stops at the first.
    #[inline]
    pub(crate) fn any_of(self, mut f: impl FnMut(usize) -> bool) -> bool {
        for i in 0..N {
            let mut word = self.0[i];
            while word != 0 {
                if f(i * 64 + word.trailing_zeros() as usize) {
                    return true;
                }
                word &= word - 1;
            }
        }
        false
    }

    /// The set shifted by some squares. Squares that leave the width are undefined.
    #[inline(always)]
    pub(crate) fn shifted(self, delta: Delta) -> Self {
        let moved = self.turned(delta.turn, delta.squares > 0);
        if N > 1 && delta.more != 0 {
            return moved.turned(delta.more, delta.squares > 0);
        }
        moved
    }

    #[inline(always)]
    fn turned(self, turn: u8, up: bool) -> Self {
        let left = turn as u32 & 63;
        let right = (64 - left) & 63;
        let mut out = self;
        if N == 1 {
            out.0[0] = self.0[0].rotate_left(left);
        } else if up {
            for i in (1..N).rev() {
                out.0[i] = self.0[i] << left | self.0[i - 1] >> right;
            }
            out.0[0] = self.0[0] << left;
        } else {
            for i in 0..N - 1 {
                out.0[i] = self.0[i] >> right | self.0[i + 1] << left;
            }
            out.0[N - 1] = self.0[N - 1] >> right;
        }
        out
    }

    /// The bits of a set of squares.
    pub(crate) fn from_squares(squares: &SquareSet) -> Self {
        Bits(std::array::from_fn(|word| squares.word(word)))
    }

    /// The first `N` words of a wider set.
    pub(crate) fn narrow(wide: &Bits<4>) -> Self {
        let mut bits = [0; N];
        bits.copy_from_slice(&wide.0[..N]);
        Bits(bits)
    }
}

impl<const N: usize> Default for Bits<N> {
    fn default() -> Self {
        Bits::NONE
    }
}

impl<const N: usize> FromIterator<usize> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let squares = squares.into_iter();
        squares.fold(Bits::NONE, |set, square| set | Bits::single(square))
    }
}

impl<const N: usize> FromIterator<Square> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().map(Square::index).collect()
    }
}

// PERF: counted loops over the words are unrolled in every build; iterator chains are not.
macro_rules! bitwise {
    ($op:ident, $method:ident, $assign:ident, $assign_method:ident, $sign:tt) => {
        impl<const N: usize> $op for Bits<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for i in 0..N {
                    self.0[i] $sign other.0[i];
                }
                self
            }
        }
        impl<const N: usize> $assign for Bits<N> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                for i in 0..N {
                    self.0[i] $sign other.0[i];
                }
            }
        }
    };
}

bitwise!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
bitwise!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
bitwise!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^=);

impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let mut bits = self.0;
        for word in &mut bits {
            *word = !*word;
        }
        Bits(bits)
    }
}

/// Parallel bit extract: gathers the bits of `value` selected by `mask` at the low end.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
pub(super) fn pext(value: u64, mask: u64) -> u64 {
    #[expect(unsafe_code, reason = "gathering bit by bit is five times slower")]
    // SAFETY: this function exists only in builds for processors that have BMI2.
    unsafe {
        std::arch::x86_64::_pext_u64(value, mask)
    }
}

/// Parallel bit extract: gathers the bits of `value` selected by `mask` at the low end.
///
/// A portable build detects the instruction at run time, at the cost of a load.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
pub(super) fn pext(value: u64, mask: u64) -> u64 {
    // Miri does not support inline assembly.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if std::arch::is_x86_feature_detected!("bmi2") {
        let found;
        #[expect(unsafe_code, reason = "gathering bit by bit is five times slower")]
        // SAFETY: the processor has the instruction, which accesses only these registers. The intrinsic would
        // be a call here, because the build does not enable BMI2.
        unsafe {
            std::arch::asm!(
                "pext {found}, {value}, {mask}",
                found = lateout(reg) found,
                value = in(reg) value,
                mask = in(reg) mask,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        return found;
    }
    gather(value, mask)
}

/// [`pext`] bit by bit.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn gather(value: u64, mask: u64) -> u64 {
    let (mut rest, mut found, mut at) = (mask, 0, 0);
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        found |= u64::from(value & lowest != 0) << at;
        at += 1;
        rest ^= lowest;
    }
    found
}

/// Parallel bit deposit: moves the low bits of `value` to the bits of `mask`.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
pub(super) fn pdep(value: u64, mask: u64) -> u64 {
    #[expect(unsafe_code, reason = "spreading bit by bit is five times slower")]
    // SAFETY: this function exists only in builds for processors that have BMI2.
    unsafe {
        std::arch::x86_64::_pdep_u64(value, mask)
    }
}

/// Parallel bit deposit: moves the low bits of `value` to the bits of `mask`.
///
/// A portable build detects the instruction at run time, at the cost of a load.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
pub(super) fn pdep(value: u64, mask: u64) -> u64 {
    // Miri does not support inline assembly.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if std::arch::is_x86_feature_detected!("bmi2") {
        let found;
        #[expect(unsafe_code, reason = "spreading bit by bit is five times slower")]
        // SAFETY: the processor has the instruction, which accesses only these registers. The intrinsic would
        // be a call here, because the build does not enable BMI2.
        unsafe {
            std::arch::asm!(
                "pdep {found}, {value}, {mask}",
                found = lateout(reg) found,
                value = in(reg) value,
                mask = in(reg) mask,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        return found;
    }
    spread(value, mask)
}

/// [`pdep`] bit by bit.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn spread(value: u64, mask: u64) -> u64 {
    let (mut rest, mut value, mut found) = (mask, value, 0);
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        found |= lowest & (value & 1).wrapping_neg();
        value >>= 1;
        rest ^= lowest;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_cross_words_and_undo_each_other() {
        let set: Bits<3> =
            Bits::single(5) | Bits::single(63) | Bits::single(64) | Bits::single(100);
        for squares in [1, 7, 12, 59, 61, 64, 65] {
            let [there, back] = [squares, -squares].map(|squares| Delta::new(squares).unwrap());
            let moved = set.shifted(there);
            assert!(moved.has(5 + squares as usize) && moved.has(100 + squares as usize));
            assert_eq!(moved.shifted(back), set);
            assert_eq!(there.origin(100 + squares as usize), 100);
        }
        assert_eq!(Delta::new(0), None);
        assert_eq!(Delta::new(-127), None);
    }

    #[test]
    fn extraction_gathers_in_ascending_order() {
        assert_eq!(pext(0b1010_0110, 0b1100_0110), 0b1011);
        assert_eq!(pext(!0, 0x8000_0000_0000_0001), 0b11);
    }

    #[test]
    fn spreading_undoes_extraction() {
        let mask = 0xc600_0000_0000_00c6;
        for value in [0, 0b1011_0101, 0xff] {
            assert_eq!(pext(pdep(value, mask), mask), value);
        }
        assert_eq!(pdep(0b101, 0b1100_0010), 0b1000_0010);
    }

    #[test]
    fn instructions_do_what_is_done_bit_by_bit() {
        let mut number = 1_u64;
        let mut next = || {
            number = number.wrapping_mul(6_364_136_223_846_793_005);
            number ^= number >> 29;
            number
        };
        for _ in 0..1000 {
            let (value, mask) = (next(), next() & next());
            assert_eq!(pext(value, mask), gather(value, mask));
            assert_eq!(pdep(value, mask), spread(value, mask));
        }
        assert_eq!((pext(!0, 0), pdep(!0, 0)), (0, 0));
    }
}
