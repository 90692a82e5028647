//! Index of the maximum of a list of integers, with AVX2 where available.

/// Number of minimal elements at the end of each list, so that eight can be loaded from any start.
pub(super) const PADDING: usize = LANES - 1;

const LANES: usize = 8;

/// The index of the first maximum, not counting the last [`PADDING`] elements.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
pub(super) fn highest(numbers: &[i32]) -> usize {
    #[expect(unsafe_code, reason = "a third of the time of a search in Amazons")]
    // SAFETY: this function exists only in builds for processors that have these instructions.
    unsafe {
        by_eights(numbers)
    }
}

/// The same with eight comparisons at once and no unpredictable branches.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline]
#[target_feature(enable = "avx2")]
fn by_eights(numbers: &[i32]) -> usize {
    use std::arch::x86_64::{
        __m256i, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_max_epi32, _mm256_movemask_ps,
        _mm256_permute2x128_si256, _mm256_setr_epi32, _mm256_shuffle_epi32,
    };

    #[inline]
    #[target_feature(enable = "avx2")]
    fn lanes(eight: &[i32; LANES]) -> __m256i {
        let [a, b, c, d, e, f, g, h] = *eight;
        _mm256_setr_epi32(a, b, c, d, e, f, g, h)
    }

    let (eights, _) = numbers.as_chunks::<LANES>();
    let Some((first, others)) = eights.split_first() else {
        return 0;
    };
    let mut highest = lanes(first);
    for eight in others {
        highest = _mm256_max_epi32(highest, lanes(eight));
    }
    // Broadcast the maximum to all lanes.
    let halves_exchanged = _mm256_permute2x128_si256::<1>(highest, highest);
    highest = _mm256_max_epi32(highest, halves_exchanged);
    highest = _mm256_max_epi32(highest, _mm256_shuffle_epi32::<0b01_00_11_10>(highest));
    highest = _mm256_max_epi32(highest, _mm256_shuffle_epi32::<0b10_11_00_01>(highest));
    let mut place = 0;
    for eight in eights {
        let hits = _mm256_cmpeq_epi32(lanes(eight), highest);
        let hits = _mm256_movemask_ps(_mm256_castsi256_ps(hits));
        if hits != 0 {
            return place + hits.trailing_zeros() as usize;
        }
        place += LANES;
    }
    0
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) fn highest(numbers: &[i32]) -> usize {
    let sought = &numbers[..numbers.len().saturating_sub(PADDING)];
    let (mut place, mut highest) = (0, i32::MIN);
    for (at, number) in sought.iter().enumerate() {
        if *number > highest {
            (place, highest) = (at, *number);
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_highest_is_found_at_every_place_of_lists_of_every_length() {
        for len in 1..40 {
            for place in 0..len {
                let mut numbers: Vec<i32> = (0..len as i32).map(|at| -5 - at % 3).collect();
                numbers.extend([i32::MIN; PADDING]);
                numbers[place] = 7;
                assert_eq!(highest(&numbers), place, "{numbers:?}");
                numbers[len - 1] = 7;
                assert_eq!(highest(&numbers), place, "{numbers:?}");
            }
        }
        assert_eq!(highest(&[i32::MIN; 9 + PADDING]), 0);
    }
}
