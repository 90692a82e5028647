//! Schedules of matches: players, variants and openings.

/// The kind of tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
}

/// A part of a schedule: the pairs whose number is `part - 1` modulo `parts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this part, from 1 to `parts`.
    pub part: u64,
    /// The number of parts.
    pub parts: u64,
}

/// All pairs of games of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The number of players.
    pub players: usize,
    /// The kind of tournament.
    pub pairing: Pairing,
    /// The number of variants.
    pub variants: usize,
    /// The number of openings for each meeting and variant, each played with both colors.
    pub openings: u64,
    /// The part that is played here; `None` for all pairs.
    pub shard: Option<Shard>,
}

/// Two games of two players from one opening, with colors exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The number of the pair in the whole schedule, from 0.
    pub number: u64,
    /// The number of the opening, from 0.
    pub opening: u64,
    /// The number of the variant.
    pub variant: usize,
    /// The player that has White in the first game.
    pub first: usize,
    /// The other player.
    pub second: usize,
}

impl Schedule {
    /// The pairs in order, opening by opening, so that an early stop leaves all variants equally covered.
    ///
    /// ```
    /// use ferz_cli::referee::{Pairing, Schedule};
    ///
    /// let schedule = Schedule {
    ///     players: 3,
    ///     pairing: Pairing::RoundRobin,
    ///     variants: 1,
    ///     openings: 2,
    ///     shard: None,
    /// };
    /// let meetings: Vec<_> = schedule.pairs().map(|pair| (pair.first, pair.second)).collect();
    /// assert_eq!(meetings, [(0, 1), (0, 2), (1, 2), (0, 1), (0, 2), (1, 2)]);
    /// ```
    pub fn pairs(self) -> impl Iterator<Item = Pair> {
        let meetings = self.meetings();
        let n_meetings = meetings.len() as u64;
        let per_opening = n_meetings * self.variants as u64;
        let mine = move |number: &u64| {
            self.shard
                .is_none_or(|shard| number % shard.parts == shard.part - 1)
        };
        (0..self.n_pairs()).filter(mine).filter_map(move |number| {
            let within = number % per_opening;
            let (first, second) = *meetings.get((within % n_meetings) as usize)?;
            Some(Pair {
                number,
                opening: number / per_opening,
                variant: (within / n_meetings) as usize,
                first,
                second,
            })
        })
    }

    /// The number of pairs of the whole schedule, of all parts.
    pub fn n_pairs(&self) -> u64 {
        let per_opening = self.meetings().len() as u64 * self.variants as u64;
        per_opening.saturating_mul(self.openings)
    }

    /// The pairings of players.
    pub fn meetings(&self) -> Vec<(usize, usize)> {
        let last = match self.pairing {
            Pairing::RoundRobin => self.players,
            Pairing::Gauntlet => self.players.min(1),
        };
        (0..last)
            .flat_map(|first| (first + 1..self.players).map(move |second| (first, second)))
            .collect()
    }
}
