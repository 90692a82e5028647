//! Play below full strength.
//!
//! A weak player errs as people do: it looks at few positions, misjudges each of them a little, and overlooks
//! replies, quiet ones more often than captures. All errors follow from the position, so a search gives the
//! same result each time.

use crate::movegen::Candidate;

use super::limits::STRONGEST;

/// The names of eight levels of skill, from a beginner's to full strength.
#[doc(hidden)]
pub const LEVELS: [(&str, u8); 8] = [
    ("beginner", 0),
    ("novice", 3),
    ("casual", 6),
    ("club", 9),
    ("strong", 12),
    ("expert", 15),
    ("master", 18),
    ("full", STRONGEST),
];

/// The errors of a player below full strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weakness {
    /// The node count after which no deeper iteration begins.
    pub(super) nodes: u64,
    /// The greatest error of an evaluation.
    max_noise: i32,
    /// The number of quiet moves that are overlooked, out of 1024.
    overlooked: u64,
}

impl Weakness {
    /// The errors at a skill level; `None` at full strength.
    pub(super) fn of(skill: u8) -> Option<Weakness> {
        let missing = STRONGEST
            .checked_sub(skill)
            .filter(|missing| *missing > 0)?;
        Some(Weakness {
            nodes: (0..skill).fold(40, |nodes, _| nodes * 7 / 5),
            max_noise: 3 * i32::from(missing).pow(2) / 10,
            overlooked: 7 * u64::from(missing).pow(2) / 10,
        })
    }

    /// The error in the evaluation of the position with a hash.
    pub(super) fn eval_noise(&self, key: u64) -> i32 {
        let range = 2 * self.max_noise + 1;
        (mixed(key, 0) % range as u64) as i32 - self.max_noise
    }

    /// Whether a move is overlooked in the position with a hash.
    pub(super) fn overlooks(&self, key: u64, mv: &Candidate) -> bool {
        let share = match mv.tactical {
            false => self.overlooked,
            true if mv.gain < mv.mover => self.overlooked / 2,
            true => self.overlooked / 4,
        };
        mixed(key, mv.code) % 1024 < share
    }
}

/// Mixes a hash and a move into uniformly distributed bits.
fn mixed(key: u64, code: u32) -> u64 {
    let sum = key ^ u64::from(code).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let product = (sum ^ sum >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (product ^ product >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 24
}
