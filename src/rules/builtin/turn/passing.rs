//! Passes, and moves that the opponent may refuse.

use crate::definition::{Reason, Setting, VariantDef, keys, letters};
use crate::geometry::{BoardShape, Square};
use crate::rules::builtin::parts::{Builtin, BuiltinRule};
use crate::rules::builtin::stated::{Stated, stating};
use crate::rules::data::{
    After, EndWords, Passing, Phases, Rule, RuleContext, RuleError, RuleFact, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::joined;
use crate::state::{Color, Letters, Move, MoveKind, Piece, Role, RuleState};

/// The rule `rules.passing`.
pub(in crate::rules::builtin) fn passing() -> Builtin {
    let settings = keys! {
        /// At any time.
        "always" => BySide(&Flag),
        /// If no other move is legal.
        "stalemate" => BySide(&Flag),
        /// Whether two consecutive passes end the game; true by default.
        "twice-ends" => Flag,
    };
    stating("passing", settings, |settings| {
        let sides = |key: &str| {
            let sides = settings.by_side(key, RuleSettings::flag)?;
            Ok(sides.map(Option::unwrap_or_default))
        };
        let passing = Passing {
            always: sides("always")?,
            stalemate: sides("stalemate")?,
            twice_ends: settings.flag("twice-ends")?.unwrap_or(true),
        };
        let always = who(passing.always).map(|who| format!("{who} may pass."));
        let last = who(passing.stalemate);
        let last = last.map(|who| format!("{who} passes when there is no other move."));
        let ends = passing.twice_ends && passing.is_allowed();
        let how = "Both players have passed, one after the other.".to_owned();
        let end = ends.then(|| EndWords {
            by_material: true,
            ..EndWords::new(Reason::Passes, how, None)
        });
        let stated = Stated::from(RuleFact::Passing(passing)).may_win(ends);
        Ok(stated.words(always.into_iter().chain(last)).ends(end))
    })
}

/// The subject of a sentence about some sides.
const fn who(sides: [bool; 2]) -> Option<&'static str> {
    match sides {
        [true, true] => Some("A player"),
        [true, false] => Some("White"),
        [false, true] => Some("Black"),
        [false, false] => None,
    }
}

// Refusal (`rules.use.refusal`): moves that the opponent may refuse.
//
// A refused move is taken back and replaced by another. The position before each move that may be
// refused is kept. The FEN field `refused` has the moves refused in this turn, which the side to
// move may not make: `e2-e4`, separated by `+`.

/// The limit on refusals in a turn.
const MOST: i32 = 100;

/// The suffixes of special moves in the FEN field.
const SIGNS: [(MoveKind, &str); 2] = [
    (MoveKind::Castle, "/castling"),
    (MoveKind::Resurrect, "/resurrecting"),
];

/// The rule `rules.use.refusal`.
pub(in crate::rules::builtin) struct Refusal {
    /// By side, the number of moves that it may refuse in each turn of the opponent.
    most: [usize; 2],
    /// By side, whether it may refuse the only legal move.
    only_move: [bool; 2],
    letters: Letters,
}

impl BuiltinRule for Refusal {
    const NAME: &'static str = "refusal";
    const FIELD: &'static str = "refused";
    const SETTINGS: Setting = keys! {
        /// The number of moves that the side can refuse in each turn of the other side, 0 to 100; 1
        /// by default.
        "most" => BySide(&Number),
        /// Whether the side can refuse the only legal move, which ends the game by checkmate or
        /// stalemate; `true` by default.
        "only-move" => BySide(&Flag),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Refusal, RuleError> {
        let most = |settings: &RuleSettings<'_>, key: &str| settings.whole(key, 0, MOST);
        Ok(Refusal {
            most: settings
                .by_side("most", most)?
                .map(|most| most.map_or(1, |most| most as usize)),
            only_move: settings
                .by_side("only-move", RuleSettings::flag)?
                .map(|may| may.unwrap_or(true)),
            letters: letters(settings.def()),
        })
    }
}

/// The identity of a refused move, with its promotion.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Refused {
    kind: MoveKind,
    from: Square,
    to: Square,
    /// The dropped or promoted kind.
    role: Option<Role>,
}

/// The count of numbers for each refused move.
const NUMBERS: usize = 4;

/// The kinds of moves in the order of their numbers.
const KINDS: [MoveKind; 5] = [
    MoveKind::Normal,
    MoveKind::Castle,
    MoveKind::Drop,
    MoveKind::Resurrect,
    MoveKind::Pass,
];

impl Refused {
    fn of(mv: &Move) -> Refused {
        let is_drop = mv.kind == MoveKind::Drop;
        Refused {
            kind: mv.kind,
            from: mv.from,
            to: mv.to,
            role: if is_drop {
                Some(mv.piece.role)
            } else {
                mv.promotion
            },
        }
    }

    fn all(state: &RuleState) -> impl Iterator<Item = Refused> {
        let groups = state.numbers().chunks_exact(NUMBERS);
        groups.filter_map(|numbers| {
            let number = |index: usize| usize::try_from(numbers[index]).ok();
            let square = |index| u16::try_from(number(index)?).ok().map(Square::new);
            let kind = number(0)?;
            let role = number(3)?;
            Some(Refused {
                kind: *KINDS.get(kind)?,
                from: square(1)?,
                to: square(2)?,
                role: (1..=Role::MAX).contains(&role).then(|| Role::new(role - 1)),
            })
        })
    }

    fn numbers(self) -> [i64; NUMBERS] {
        let kind = KINDS.iter().position(|kind| *kind == self.kind);
        let kind = kind.map_or(0, |kind| kind as i64);
        let squares = [self.from, self.to].map(|square| square.index() as i64);
        let role = self.role.map_or(0, |role| role.index() as i64 + 1);
        [kind, squares[0], squares[1], role]
    }
}

fn state(refused: impl IntoIterator<Item = Refused>) -> RuleState {
    RuleState::new(refused.into_iter().flat_map(Refused::numbers))
}

impl Refusal {
    fn letter(&self, role: Role) -> String {
        let color = Color::White;
        self.letters.name(Piece { color, role })
    }

    fn text(&self, refused: Refused, shape: &BoardShape) -> String {
        let to = shape.name(refused.to);
        let letter = refused.role.map(|role| self.letter(role));
        if refused.kind == MoveKind::Drop {
            return format!("{}@{to}", letter.unwrap_or_default());
        }
        let sign = SIGNS.iter().find(|(kind, _)| *kind == refused.kind);
        let sign = sign.map_or("", |(_, sign)| sign);
        let promotion = letter.map_or_else(String::new, |letter| format!("={letter}"));
        format!("{}-{to}{promotion}{sign}", shape.name(refused.from))
    }

    fn read_text(&self, text: &str, shape: &BoardShape) -> Option<Refused> {
        if let Some((letter, square)) = text.split_once('@') {
            let to = shape.parse(square)?;
            return Some(Refused {
                kind: MoveKind::Drop,
                from: to,
                to,
                role: Some(self.letters.role(letter)?),
            });
        }
        let sign = SIGNS.iter().find(|(_, sign)| text.ends_with(sign));
        let (kind, sign) = sign.copied().unwrap_or((MoveKind::Normal, ""));
        let text = text.strip_suffix(sign)?;
        let (squares, role) = match text.split_once('=') {
            Some((squares, letter)) => (squares, Some(self.letters.role(letter)?)),
            None => (text, None),
        };
        let (from, to) = squares.split_once('-')?;
        Some(Refused {
            kind,
            from: shape.parse(from)?,
            to: shape.parse(to)?,
            role,
        })
    }
}

/// A sentence about a side's right of refusal.
fn may_refuse(who: &str, what: &str, most: usize, only_move: bool) -> String {
    let how_often = match most {
        1 => "once in each turn".to_owned(),
        2 => "twice in each turn".to_owned(),
        _ => format!("up to {most} times in each turn"),
    };
    let last = if only_move {
        "If no other move is legal, the game ends by checkmate or stalemate."
    } else {
        "A move that is the only legal one must be accepted."
    };
    format!(
        "{who} may refuse {what} instead of moving, {how_often}, so that another one must be made. {last}"
    )
}

impl Rule for Refusal {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::REMEMBER
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        // PERF: usually no move has been refused.
        let is_refused = |refused| refused == Refused::of(mv);
        !at.state().numbers().is_empty() && Refused::all(at.state()).any(is_refused)
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        _: &Move,
        _: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let has_any = !before.state().numbers().is_empty();
        has_any.then_some(RuleState::EMPTY)
    }

    fn keep(&self, before: &RuleContext<'_>, mv: &Move) -> Option<RuleState> {
        let judge = before.turn().opponent();
        let earlier: Vec<Refused> = Refused::all(before.state()).collect();
        let may_refuse = earlier.len() < self.most[judge.index()];
        may_refuse.then(|| state(earlier.into_iter().chain([Refused::of(mv)])))
    }

    fn before_kept(&self, kept: &RuleState) -> Option<RuleState> {
        let mut refused: Vec<Refused> = Refused::all(kept).collect();
        refused.pop();
        Some(state(refused))
    }

    fn take_back(&self, at: &RuleContext<'_>, kept: &RuleContext<'_>) -> Option<[Square; 2]> {
        let latest = Refused::all(kept.state()).last()?;
        let may_refuse = self.only_move[at.turn().index()] || !kept.legal_moves().is_empty();
        may_refuse.then_some([latest.to, latest.from])
    }

    fn takes_back(&self) -> bool {
        self.most != [0, 0]
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        joined(
            Refused::all(state).map(|refused| self.text(refused, shape)),
            "+",
        )
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let refused: Option<Vec<Refused>> = text
            .split('+')
            .map(|text| self.read_text(text, shape))
            .collect();
        refused.map(state)
    }

    fn words(&self) -> Vec<String> {
        let by_side = |color: Color| {
            let side = color.index();
            (self.most[side] > 0).then(|| (self.most[side], self.only_move[side]))
        };
        let mut words = Vec::new();
        match Color::ALL.map(by_side) {
            [None, None] => return vec!["No move may be refused.".to_owned()],
            [white, black] if white == black => words.extend(white.map(|(most, only_move)| {
                may_refuse("A player", "the other side's latest move", most, only_move)
            })),
            sides => {
                for color in Color::ALL {
                    let name = color.name();
                    let other = color.opponent().name();
                    words.push(match sides[color.index()] {
                        Some((most, only_move)) => {
                            may_refuse(name, &format!("{other}'s latest move"), most, only_move)
                        }
                        None => format!("{name} may not refuse anything."),
                    });
                }
            }
        }
        words.push(
            "A refused move is taken back completely and may not be made again in this turn, but may be made later. \
             Two promotions to different pieces are different moves. A refusal is entered as the move from its end to \
             its start, `e4e2` for `e2e4`. A move that ends the game other than by leaving no legal move cannot be \
             refused."
                .to_owned(),
        );
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        if self.takes_back() {
            return Vec::new();
        }
        let finding = RuleFinding::new("no move can be refused").about("most");
        vec![finding.with_help("write `most = 1`, or remove the rule")]
    }
}
