//! Plans of matches between armies.

use super::findings::Findings;
use crate::referee::statistics::Interval;
use ferz::eval::{Estimate, estimates};
use ferz::game::Variant;
use ferz::state::{Color, Role};

/// The approximate effect of pawn odds on the score, as a logit: 64 %.
const PAWN_ODDS: f64 = 0.575;

/// The changes of one side's start position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Army {
    /// Replaces all pieces of the first role by the second.
    pub swap: Option<(Role, Role)>,
    /// Removes the pawn on the file of the plan.
    pub lacks_pawn: bool,
}

impl Army {
    /// The name of the army in rows and reports.
    pub fn name(&self, variant: &Variant) -> String {
        let mut name = match self.swap {
            None => "all".to_owned(),
            Some((old, new)) => {
                format!("{} for {}", variant.role_name(new), variant.role_name(old))
            }
        };
        if self.lacks_pawn {
            name.push_str(" less a pawn");
        }
        name
    }
}

/// A question: a match between two armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The army whose score is measured.
    pub first: Army,
    /// The opponent.
    pub second: Army,
    /// The number of measured pieces that replace reference pieces in the first army.
    pub exchanged: u32,
    /// The number of pawns by which the first army exceeds the second.
    pub pawns: i32,
}

/// The plan to measure the value of a piece.
#[derive(Clone, Debug)]
pub struct ValuePlan {
    pub(super) variant: Variant,
    /// The measured piece.
    pub piece: Role,
    /// The reference piece.
    pub against: Role,
    /// The piece that counts as a pawn: White's most frequent piece at the start.
    pub pawn: Role,
    /// The file of the pawn odds, from 0.
    pub(super) pawn_file: u8,
    pub(super) estimates: Vec<Estimate>,
    /// The pawn odds, then at least two other questions.
    pub questions: Vec<Question>,
}

impl ValuePlan {
    /// The plan for a piece. By default the reference is the piece of the start position with the nearest
    /// estimate.
    ///
    /// # Errors
    /// A message, if the start position has neither of the two pieces, or if no pawn can be removed.
    pub fn new(
        variant: &Variant,
        piece: Role,
        against: Option<Role>,
        pawn_file: Option<u8>,
    ) -> Result<ValuePlan, String> {
        let estimates = estimates(variant);
        let name = |role: Role| format!("`{}`", variant.role_name(role));
        let worth = |role: Role| estimates[role.index()].worth;
        let count = |role: Role| count(variant, role);
        let pawn = pawn(variant, &estimates).ok_or("the start position has no pieces")?;
        if count(pawn) < 2 || [Some(piece), against].contains(&Some(pawn)) || worth(pawn) <= 0 {
            return Err(format!(
                "no pawn can be removed: the most common piece of the start position is {}",
                name(pawn)
            ));
        }
        if worth(piece) == 0 {
            return Err(format!(
                "{} cannot be lost, so it has no value",
                name(piece)
            ));
        }
        let apart = |role: &Role| (worth(*role) - worth(piece)).abs();
        let others = variant
            .roles()
            .filter(|role| ![piece, pawn].contains(role) && worth(*role) != 0 && count(*role) > 0);
        let against = against
            .or_else(|| others.min_by_key(apart))
            .ok_or_else(|| {
                format!(
                    "no piece of the start position can be compared with {}",
                    name(piece)
                )
            })?;
        if against == piece || worth(against) == 0 {
            let reason = "is no piece to compare it with";
            return Err(format!("{} {reason}", name(against)));
        }
        let plain = Army::default();
        let (first, second, exchanged) = if count(against) > 0 {
            let swap = Some((against, piece));
            (Army { swap, ..plain }, plain, count(against))
        } else if count(piece) > 0 {
            let swap = Some((piece, against));
            (plain, Army { swap, ..plain }, count(piece))
        } else {
            let (piece, against) = (name(piece), name(against));
            return Err(format!(
                "neither {piece} nor {against} is in the start position"
            ));
        };
        let short = |army: Army| Army {
            lacks_pawn: true,
            ..army
        };
        let mut brackets = [-1, 0, 1].map(|pawns: i32| Question {
            first: if pawns < 0 { short(first) } else { first },
            second: if pawns > 0 { short(second) } else { second },
            exchanged,
            pawns,
        });
        let gain = f64::from(worth(piece) - worth(against)) / f64::from(worth(pawn));
        let gain = f64::from(exchanged) * gain;
        // The two questions with expected scores nearest to one half.
        brackets.sort_by(|a, b| {
            let off = |question: &Question| (gain + f64::from(question.pawns)).abs();
            off(a).total_cmp(&off(b))
        });
        let odds = Question {
            first: plain,
            second: short(plain),
            exchanged: 0,
            pawns: 1,
        };
        let files = variant.shape().files();
        let pawn_file = pawn_file.unwrap_or(files.saturating_sub(3));
        if pawn_file >= files {
            return Err(format!("the board has {files} files"));
        }
        Ok(ValuePlan {
            variant: variant.clone(),
            piece,
            against,
            pawn,
            pawn_file,
            estimates,
            questions: vec![odds, brackets[0], brackets[1]],
        })
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The file of the pawn odds, from 0.
    pub fn pawn_file(&self) -> u8 {
        self.pawn_file
    }

    /// The piece that counts as a pawn: White's most frequent piece at the start.
    pub fn pawn_of(variant: &Variant) -> Option<Role> {
        pawn(variant, &estimates(variant))
    }

    /// The `value` of the piece by the findings, in pawns of chess, based on the estimates of the reference
    /// piece and of the pawn.
    pub fn value(&self, findings: &Findings) -> Option<f64> {
        let difference = findings.difference()?.value;
        let [against, pawn] = [self.against, self.pawn].map(|role| f64::from(self.assumed(role)));
        Some((against + difference * pawn) / 100.0)
    }

    /// The conditions of the measurement, on one line.
    pub fn conditions(&self, findings: &Findings) -> String {
        let Some(Interval { low, value, high }) = findings.difference() else {
            return "not measured".to_owned();
        };
        let nodes = findings.limits.iter().map(|limit| limit.nodes.to_string());
        let games = findings.limits.iter().flat_map(|limit| &limit.answers);
        let games: u64 = games.map(|answer| answer.games.iter().sum::<u64>()).sum();
        format!(
            "{} {value:+.2} pawns [{low:+.2}, {high:+.2}]; {games} games, nodes {}",
            self.variant.role_name(self.against),
            nodes.collect::<Vec<_>>().join(" and ")
        )
    }

    /// The estimated value of a piece, in centipawns of chess.
    pub fn assumed(&self, role: Role) -> i32 {
        self.estimates[role.index()].worth
    }

    /// The expected score of a question by the estimates.
    pub fn expected(&self, question: &Question) -> f64 {
        let [piece, against, pawn] =
            [self.piece, self.against, self.pawn].map(|role| f64::from(self.assumed(role)));
        let gain = f64::from(question.exchanged) * (piece - against) / pawn;
        let logit = PAWN_ODDS * (gain + f64::from(question.pawns));
        1.0 / (1.0 + (-logit).exp())
    }
}

/// The number of White's pieces of a role at the start.
fn count(variant: &Variant, role: Role) -> u32 {
    let start = variant.start();
    let own = start.board().pieces_of(Color::White);
    own.filter(|(_, piece)| piece.role == role).count() as u32
}

/// White's most frequent piece; the cheapest one of several.
fn pawn(variant: &Variant, estimates: &[Estimate]) -> Option<Role> {
    variant
        .roles()
        .filter(|role| count(variant, *role) > 0)
        .max_by_key(|role| {
            let cheap = -estimates[role.index()].worth;
            (count(variant, *role), cheap)
        })
}
