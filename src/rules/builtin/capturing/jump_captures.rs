//! Jump captures: captures at the end of a line with pieces on it, over which the capturing piece
//! jumps: `rules.use.jump-captures`.
//!
//! The pieces that may be jumped over are a list of kinds, or the kinds of lower rank.

use crate::definition::{Line, RuleValue, Setting, VariantDef, keys};
use crate::geometry::Square;
use crate::rules::builtin::parts::{BuiltinRule, name_of, value_of};
use crate::rules::data::{Attack, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{all_of, any_of, capitalized, joined, with_article};
use crate::state::{Cell, Move, Piece, Role};

/// The rule `rules.use.jump-captures`.
pub(in crate::rules::builtin) struct JumpCaptures {
    /// The lines along which each piece jumps.
    lines: Vec<(Role, Vec<Line>)>,
    over: Over,
    /// The fate of pieces that are jumped over.
    passed: Passed,
    /// Whether a jump may end on an empty square as well.
    ends_anywhere: bool,
    /// The jumping pieces with their lines in notation, and the pieces that they jump over, in words.
    who_words: String,
    over_words: String,
}

/// The pieces that may be jumped over.
enum Over {
    /// These kinds.
    Kinds(Vec<Role>),
    /// Kinds of lower rank in this order, the highest first; kinds outside of it are the lowest.
    Below(Vec<Vec<Role>>),
}

impl Over {
    fn allows(&self, jumper: Role, other: Role) -> bool {
        match self {
            Over::Kinds(roles) => roles.contains(&other),
            Over::Below(ranks) => {
                let rank = |role: Role| ranks.iter().position(|equals| equals.contains(&role));
                let height = |role: Role| rank(role).unwrap_or(ranks.len());
                height(jumper) < height(other)
            }
        }
    }
}

/// The fate of pieces that are jumped over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    Stay,
    /// Enemy pieces are captured.
    EnemyCaptured,
    /// All pieces are captured.
    AllCaptured,
}

impl BuiltinRule for JumpCaptures {
    const NAME: &'static str = "jump-captures";
    const SETTINGS: Setting = keys! {
        /// By piece, in Betza notation, the lines along which it jumps: rides, such as `R` or `NN`;
        /// required.
        "lines" => ByPiece(&Text),
        /// The pieces that it can jump over; with `over.below` those below it in an order of ranks;
        /// all by default.
        "over" => Either(&[
            Pieces,
            keys! {
                /// The order, the highest rank first; pieces in a list within the list are equal,
                /// and pieces that are not named are below all others.
                "below" => List(&Pieces),
            },
        ]),
        /// `'anywhere'`: a jump can also end on an empty square; `'capture'` by default.
        "ends" => Words(&["capture", "anywhere"]),
        /// `'enemy-captured'`, `'all-captured'`: pieces that are jumped over are also captured;
        /// `'stay'` by default.
        "passed" => Words(&["stay", "enemy-captured", "all-captured"]),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<JumpCaptures, RuleError> {
        let lines = settings.by_piece("lines", RuleSettings::lines)?;
        let lines = lines.filter(|lines| !lines.is_empty()).ok_or_else(|| {
            RuleError::missing(
                "no piece captures by jumping",
                "write the lines of each piece: `lines = { rook = 'R' }`",
            )
        })?;
        let key = |role: Role| name_of(settings.def(), role);
        let leaps = |(_, lines): &&(Role, Vec<Line>)| lines.iter().any(|line| !line.rides);
        if let Some((role, _)) = lines.iter().find(leaps) {
            let error = RuleError::new("a leap has no pieces to jump over");
            let error = error.about(format!("lines.{}", key(*role)));
            return Err(error.with_help("write rides, such as `R` or `NN`"));
        }
        let (over, over_words) = read_over(settings)?;
        let passed = settings.word("passed", &["stay", "enemy-captured", "all-captured"])?;
        let texts = settings.by_piece("lines", RuleSettings::text)?;
        let who = texts.into_iter().flatten();
        let who = who.map(|(role, text)| format!("{} (`{text}`)", with_article(key(role))));
        Ok(JumpCaptures {
            who_words: capitalized(&any_of(who)),
            over,
            over_words,
            passed: match passed {
                Some(1) => Passed::EnemyCaptured,
                Some(2) => Passed::AllCaptured,
                _ => Passed::Stay,
            },
            ends_anywhere: settings.word("ends", &["capture", "anywhere"])? == Some(1),
            lines,
        })
    }
}

fn read_over(settings: &RuleSettings<'_>) -> Result<(Over, String), RuleError> {
    let name = |role: &Role| name_of(settings.def(), *role).replace('-', " ");
    let is_table = matches!(settings.value("over"), Some(RuleValue::Table(_)));
    if is_table && let Some(table) = settings.table("over")? {
        let ranks = table.ranks("below")?.ok_or_else(|| {
            let help = "write `over = { below = ['king', ['rook', 'bishop']] }`";
            RuleError::missing("the order of ranks is missing", help).about("over")
        })?;
        let equals = |roles: &Vec<Role>| all_of(roles.iter().map(name));
        let words = format!(
            "that are of lower rank, friend or foe. The ranks are, from the highest: {}; all others \
             are below them",
            joined(ranks.iter().map(equals), "; ")
        );
        return Ok((Over::Below(ranks), words));
    }
    let every = settings.text("over").ok().flatten() == Some("*");
    if let Some(roles) = settings.pieces("over")?.filter(|_| !every) {
        let names = any_of(roles.iter().map(name));
        let words = format!("that are each {names}");
        return Ok((Over::Kinds(roles), words));
    }
    let n_roles = settings.def().pieces.len().min(Role::MAX);
    let all = (0..n_roles).map(Role::new).collect();
    Ok((Over::Kinds(all), "of either side".to_owned()))
}

impl JumpCaptures {
    fn lines(&self, role: Role) -> &[Line] {
        value_of(&self.lines, role).map_or(&[], Vec::as_slice)
    }

    /// Calls `visit` with the target and the captures of each jump along a line, until it returns
    /// `true`. The piece on `wanted` counts as an enemy piece.
    fn jumps(
        &self,
        at: &RuleContext<'_>,
        (from, piece): (Square, Piece),
        line: Line,
        wanted: Option<Square>,
        visit: &mut impl FnMut(Square, Vec<Square>) -> bool,
    ) -> bool {
        let mut has_passed = false;
        let mut taken = Vec::new();
        for square in line.squares(at.shape(), from, piece.color.perspective()) {
            let stands = at.board().get(square);
            let is_wanted = wanted == Some(square);
            let is_enemy = match stands {
                Cell::Piece(other) => is_wanted || other.color != piece.color,
                Cell::Empty => is_wanted,
                Cell::Wall => return false,
            };
            let is_end = is_enemy || self.ends_anywhere && at.is_empty(square);
            if has_passed && is_end {
                let mut captures = taken.clone();
                captures.extend(is_enemy.then_some(square));
                if visit(square, captures) {
                    return true;
                }
            }
            match stands {
                Cell::Piece(other) if self.over.allows(piece.role, other.role) => {
                    has_passed = true;
                    let is_taken = match self.passed {
                        Passed::Stay => false,
                        Passed::EnemyCaptured => is_enemy,
                        Passed::AllCaptured => true,
                    };
                    taken.extend(is_taken.then_some(square));
                }
                Cell::Empty if at.is_empty(square) => {}
                _ => return false,
            }
        }
        false
    }
}

impl Rule for JumpCaptures {
    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::ATTACK
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        for (from, piece) in at.board().pieces_of(at.turn()) {
            for line in self.lines(piece.role) {
                self.jumps(at, (from, piece), *line, None, &mut |to, mut captures| {
                    captures.sort_unstable();
                    let mut mv = Move::walk(piece, from, to);
                    mv.captures.extend(captures);
                    moves.extend(at.with_consequences(&mv));
                    false
                });
            }
        }
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let lines = self.lines(piece.role);
        if lines.is_empty() || at.is_frozen(from) || at.is_protected(target, piece.color.opponent())
        {
            return Attack::AsItMoves;
        }
        let mut lines = lines.iter();
        Attack::also_if(lines.any(|line| {
            let mut hits = |_, captures: Vec<Square>| captures.contains(&target);
            self.jumps(at, (from, piece), *line, Some(target), &mut hits)
        }))
    }

    fn words(&self) -> Vec<String> {
        let end = if self.ends_anywhere {
            "moves or captures"
        } else {
            "captures"
        };
        let mut words = vec![format!(
            "{} also {end} by jumping along these lines over any number of pieces {}.",
            self.who_words, self.over_words
        )];
        let captured = match self.passed {
            Passed::Stay => None,
            Passed::EnemyCaptured => {
                Some("the opposing ones among those that it jumps over as well")
            }
            Passed::AllCaptured => Some("all that it jumps over as well, friends included"),
        };
        words.extend(captured.map(|captured| format!("It captures {captured}.")));
        words
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let n_roles = def.pieces.len().min(Role::MAX);
        let passes = |jumper: Role| {
            let mut all = (0..n_roles).map(Role::new);
            all.any(|other| self.over.allows(jumper, other))
        };
        let stuck = self.lines.iter().filter(|(role, _)| !passes(*role));
        stuck
            .map(|(role, _)| {
                let key = name_of(def, *role);
                let message = format!("`{key}` cannot jump over any piece");
                let finding = RuleFinding::new(message).about(format!("lines.{key}"));
                finding.with_help("name it in `over.below`, above the pieces that it jumps over")
            })
            .collect()
    }
}
