//! Which armies meet.

use super::findings::Findings;
use crate::eval::{Estimate, estimates};
use crate::game::Variant;
use crate::referee::statistics::Interval;
use crate::state::{Color, Role};

/// What the odds of a pawn are roughly worth, as a logit of the score: 64 %.
const PAWN_ODDS: f64 = 0.575;

/// What one side begins with: the pieces of the start, but for this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Army {
    /// All pieces of the first kind are of the second kind instead.
    pub swap: Option<(Role, Role)>,
    /// It lacks the pawn on the file of the plan.
    pub lacks_pawn: bool,
}

impl Army {
    /// What it is called in rows and reports.
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

/// Two armies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The army that is asked about.
    pub first: Army,
    /// Its opponent.
    pub second: Army,
    /// How many of the piece the first army has in place of as many others.
    pub exchanged: u32,
    /// How many pawns the first army has more than the second.
    pub pawns: i32,
}

/// How the value of a piece is measured.
#[derive(Clone, Debug)]
pub struct ValuePlan {
    pub(super) variant: Variant,
    /// The piece that is measured.
    pub piece: Role,
    /// The piece that it is measured against.
    pub against: Role,
    /// What counts as a pawn: what an army has most of.
    pub pawn: Role,
    /// The file on which a pawn is missing, from 0.
    pub(super) pawn_file: u8,
    pub(super) estimates: Vec<Estimate>,
    /// The odds of a pawn, and then at least two other questions.
    pub questions: Vec<Question>,
}

impl ValuePlan {
    /// The plan for a piece. What it is measured against is the piece of the start whose estimate is
    /// nearest, if nothing is said.
    ///
    /// # Errors
    /// In plain words, if neither of the two stands in the start, or nothing can be missing.
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
        let pawn = pawn(variant, &estimates).ok_or("the start has no pieces")?;
        if count(pawn) < 2 || [Some(piece), against].contains(&Some(pawn)) || worth(pawn) <= 0 {
            return Err(format!(
                "nothing can be missing: the commonest piece at the start is {}",
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
            .ok_or_else(|| format!("no piece of the start can be compared with {}", name(piece)))?;
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
            return Err(format!("neither {piece} nor {against} stands in the start"));
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
        // The two whose results are expected to be nearest to a half.
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

    /// The variant that is played.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The file on which a pawn is missing, from 0.
    pub fn pawn_file(&self) -> u8 {
        self.pawn_file
    }

    /// What counts as a pawn: what White has most of at the start.
    pub fn pawn_of(variant: &Variant) -> Option<Role> {
        pawn(variant, &estimates(variant))
    }

    /// What the `value` of the piece is by the findings, in pawns of chess, if the search is right about
    /// the piece that it was measured against and about a pawn.
    pub fn value(&self, findings: &Findings) -> Option<f64> {
        let difference = findings.difference()?.value;
        let [against, pawn] = [self.against, self.pawn].map(|role| f64::from(self.assumed(role)));
        Some((against + difference * pawn) / 100.0)
    }

    /// How the value was found, in one line.
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

    /// What the search takes a piece to be worth, in hundredths of a pawn of chess.
    pub fn assumed(&self, role: Role) -> i32 {
        self.estimates[role.index()].worth
    }

    /// The score that a question is expected to have, by what the search assumes.
    pub fn expected(&self, question: &Question) -> f64 {
        let [piece, against, pawn] =
            [self.piece, self.against, self.pawn].map(|role| f64::from(self.assumed(role)));
        let gain = f64::from(question.exchanged) * (piece - against) / pawn;
        let logit = PAWN_ODDS * (gain + f64::from(question.pawns));
        1.0 / (1.0 + (-logit).exp())
    }
}

/// How many pieces of a role White has at the start.
fn count(variant: &Variant, role: Role) -> u32 {
    let start = variant.start();
    let own = start.board().pieces_of(Color::White);
    own.filter(|(_, piece)| piece.role == role).count() as u32
}

/// What White has most of; the cheapest of them.
fn pawn(variant: &Variant, estimates: &[Estimate]) -> Option<Role> {
    variant
        .roles()
        .filter(|role| count(variant, *role) > 0)
        .max_by_key(|role| {
            let cheap = -estimates[role.index()].worth;
            (count(variant, *role), cheap)
        })
}
