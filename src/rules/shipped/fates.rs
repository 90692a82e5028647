//! What becomes of captured pieces and of their captors: `rules.fates`.
//!
//! Either may go to its home square, to where the captor came from, or stay on the spot, and change
//! side. Who ends on a square where such a piece stands at the start counts as unmoved there.

use super::homes::Homes;
use super::kinds::Kinds;
use super::{Setting, ShippedRule, keys};
use crate::definition::{CaptureFate, VariantDef};
use crate::geometry::Square;
use crate::rules::{
    AllRules, Attack, CustomRule, Decision, Moves, Phases, RuleContext, RuleError, RuleFinding,
    RuleSettings,
};
use crate::state::{Board, Cell, Color, Effect, Move, MoveKind, Piece, Role};

/// `rules.fates`.
pub(super) struct Fates {
    victims: Option<Fate>,
    captors: Option<Fate>,
    homes: Homes,
    /// The fate of victims matters for attacks on them.
    spares_victims: bool,
    /// Captured pieces go to a hand.
    are_kept: bool,
}

/// What becomes of a piece.
struct Fate {
    kinds: Kinds,
    place: Place,
    changes_side: bool,
    occupied: Occupied,
}

/// Where a piece goes.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Its home square.
    Home,
    /// Where the captor came from.
    Origin,
    /// Where it was captured, or where its capture has led it.
    Spot,
}

/// What happens if a piece stands there.
#[derive(Clone, Copy, PartialEq)]
enum Occupied {
    Lost,
    Illegal,
    /// A captor stays where its capture has led it.
    Stays,
}

impl ShippedRule for Fates {
    const NAME: &'static str = "fates";
    const SETTINGS: Setting = keys! {
        /// What becomes of captured pieces.
        "victims" => keys! {
            /// Who has this fate; all but royal pieces if nothing is said.
            "who" => BySide(&Pieces),
            /// Where it goes: `'home'`, the default; `'origin'`: where the captor came from;
            /// `'spot'`: where it was captured, if the captor does not come to stand there.
            "square" => Words(&["home", "origin", "spot"]),
            /// `'own'`, the default; `'other'`: it changes side.
            "side" => Words(&["own", "other"]),
            /// What happens if that square is occupied after the move: `'lost'`, the default: the
            /// piece is gone; `'illegal'`: the capture is illegal.
            "occupied" => Words(&["lost", "illegal"]),
        },
        /// What becomes of pieces that have captured.
        "captors" => keys! {
            /// Who has this fate; all but royal pieces if nothing is said, but for captors that stay
            /// on their side, who are all pieces.
            "who" => BySide(&Pieces),
            /// Where it goes: `'home'`, the default; `'origin'`: where it came from; `'spot'`: where
            /// its capture has led it.
            "square" => Words(&["home", "origin", "spot"]),
            /// `'own'`, the default; `'other'`: it changes side.
            "side" => Words(&["own", "other"]),
            /// What happens if that square is occupied after the move: `'lost'`: the piece is gone;
            /// `'illegal'`, the default: the capture is illegal; `'stays'`: the captor stays where
            /// its capture has led it.
            "occupied" => Words(&["lost", "illegal", "stays"]),
        },
        /// The kinds that go home by file instead of by color.
        "by-file" => Pieces,
        /// By kind, the squares that are its home, as White sees them; where it stands at the start
        /// if nothing is said.
        "homes" => ByPiece(&Zone),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Fates, RuleError> {
        let victims = settings.table("victims")?;
        let victims = victims.map(|table| victim(&table)).transpose()?;
        let captors = settings.table("captors")?;
        let captors = captors.map(|table| captor(&table)).transpose()?;
        let homes = Homes::read(settings)?;
        if victims.is_none() && captors.is_none() {
            return Err(RuleError::new("nobody has a fate").with_help(
                "say what becomes of captured pieces, `victims = { square = 'home' }`, or of those that \
                 capture, `captors = { square = 'home' }`",
            ));
        }
        let spares_victims = victims.as_ref().is_some_and(|fate| {
            let is_royal = |number: usize, royal: bool| {
                let role = Role::new(number);
                let both = Color::ALL.map(|color| Piece { color, role });
                royal && both.iter().any(|piece| fate.kinds.contains(*piece))
            };
            let pieces = settings.def().pieces.values().take(Role::MAX).enumerate();
            let mut royals = pieces.map(|(number, piece)| is_royal(number, piece.royal));
            fate.occupied == Occupied::Illegal || royals.any(|royal| royal)
        });
        Ok(Fates {
            victims,
            captors,
            homes,
            spares_victims,
            are_kept: false,
        })
    }
}

/// Reads the fate of captured pieces.
fn victim(settings: &RuleSettings<'_>) -> Result<Fate, RuleError> {
    let words = [("lost", Occupied::Lost), ("illegal", Occupied::Illegal)];
    let occupied = settings.one_of("occupied", &words)?;
    let (place, changes_side) = way(settings)?;
    Ok(Fate {
        kinds: Kinds::read(settings, "who")?.unwrap_or_else(|| common(settings)),
        place,
        changes_side,
        occupied: occupied.unwrap_or(Occupied::Lost),
    })
}

/// Reads the fate of captors.
fn captor(settings: &RuleSettings<'_>) -> Result<Fate, RuleError> {
    let words = [
        ("illegal", Occupied::Illegal),
        ("lost", Occupied::Lost),
        ("stays", Occupied::Stays),
    ];
    let occupied = settings.one_of("occupied", &words)?;
    let (place, changes_side) = way(settings)?;
    let usual = || {
        if changes_side {
            common(settings)
        } else {
            Kinds::all(settings)
        }
    };
    Ok(Fate {
        kinds: Kinds::read(settings, "who")?.unwrap_or_else(usual),
        place,
        changes_side,
        occupied: occupied.unwrap_or(Occupied::Illegal),
    })
}

/// All kinds but the royal ones.
fn common(settings: &RuleSettings<'_>) -> Kinds {
    Kinds::all_that(settings, "a piece that is not royal", |piece| !piece.royal)
}

/// Reads where a piece goes, and whether it changes side.
fn way(settings: &RuleSettings<'_>) -> Result<(Place, bool), RuleError> {
    let place = settings.word("square", &["home", "origin", "spot"])?;
    let place = [Place::Home, Place::Origin, Place::Spot][place.unwrap_or(0)];
    let changes_side = settings.word("side", &["own", "other"])? == Some(1);
    if place == Place::Spot && !changes_side {
        let message = "who stays on the spot and on its side has no fate";
        let error = settings.error("square", message);
        return Err(error.with_help("add `side = 'other'`, or name another square"));
    }
    Ok((place, changes_side))
}

impl Fate {
    fn is_of(&self, piece: Piece) -> bool {
        self.kinds.contains(piece)
    }

    /// The piece that it becomes.
    fn turned(&self, piece: Piece) -> Piece {
        let color = if self.changes_side {
            piece.color.opponent()
        } else {
            piece.color
        };
        Piece { color, ..piece }
    }
}

/// Whether a piece can be put on a square of a board, and nothing else of the move comes there later.
fn is_free(at: &RuleContext<'_>, board: &Board, mv: &Move, square: Square) -> bool {
    let shape = at.shape();
    shape.exists(square)
        && !shape.vanishing().contains(square)
        && board.get(square) == Cell::Empty
        && mv.wall != Some(square)
        && mv.gate.is_none_or(|(_, gate)| gate != square)
}

/// Makes a piece stand on a square, unmoved where such a piece stands at the start.
fn put(at: &RuleContext<'_>, mv: &mut Move, square: Square, piece: Piece) {
    mv.effects.push(Effect::Put { square, piece });
    if at.home().piece(square) == Some(piece) {
        mv.effects.push(Effect::Unmove { square });
    }
}

/// Takes a victim that is on the board again out of the hand into which captures go.
fn withdraw(at: &RuleContext<'_>, mv: &mut Move, victim: Square) {
    if at.captured() == CaptureFate::Gone {
        return;
    }
    let mut without = mv.clone();
    without.captures.retain(|square| *square != victim);
    let hands = |mv: &Move| at.relocated(mv).position().setup().hands.clone();
    let (with, without) = (hands(mv), hands(&without));
    for color in Color::ALL {
        for (role, count) in with[color.index()].iter() {
            if count > without[color.index()].count(role) {
                let change = -1;
                mv.effects.push(Effect::Hand {
                    color,
                    role,
                    change,
                });
            }
        }
    }
}

impl Fates {
    /// Where a piece goes from a capture on a square. `origin` is where the captor came from.
    fn goal(
        &self,
        at: &RuleContext<'_>,
        fate: &Fate,
        piece: Piece,
        capture: Square,
        origin: Square,
    ) -> Option<Square> {
        match fate.place {
            Place::Home => self.homes.of(at, fate.turned(piece), capture),
            Place::Origin => Some(origin),
            Place::Spot => Some(capture),
        }
    }

    /// Gives the victims of a move their fate; `None` if the move is illegal for it.
    fn judge_victims(
        &self,
        at: &RuleContext<'_>,
        fate: &Fate,
        board: &mut Board,
        mut mv: Move,
    ) -> Option<Move> {
        for square in mv.captures.clone() {
            let victim = at.piece(square).filter(|victim| fate.is_of(*victim));
            // A piece that ends itself is nobody's victim.
            let Some(victim) = victim.filter(|_| square != mv.from) else {
                continue;
            };
            let goal = self.goal(at, fate, victim, square, mv.from);
            match goal.filter(|goal| is_free(at, board, &mv, *goal)) {
                Some(goal) => {
                    let piece = fate.turned(victim);
                    board.put(goal, piece);
                    withdraw(at, &mut mv, square);
                    put(at, &mut mv, goal, piece);
                }
                None if fate.occupied == Occupied::Illegal => return None,
                None => {}
            }
        }
        Some(mv)
    }

    /// Gives the captor of a move its fate; `None` if the move is illegal for it.
    fn judge_captor(
        &self,
        at: &RuleContext<'_>,
        fate: &Fate,
        board: &mut Board,
        mut mv: Move,
    ) -> Option<Move> {
        let square = mv.to;
        let captor = board.piece(square).filter(|_| mv.mover_stays());
        let Some(captor) = captor.filter(|captor| fate.is_of(*captor)) else {
            return Some(mv);
        };
        board.lift(square);
        let piece = fate.turned(captor);
        let goal = self.goal(at, fate, captor, square, mv.from);
        match goal.filter(|goal| is_free(at, board, &mv, *goal)) {
            Some(goal) => {
                if goal != square {
                    mv.effects.push(Effect::Remove { square });
                }
                put(at, &mut mv, goal, piece);
            }
            None => match fate.occupied {
                Occupied::Illegal => return None,
                Occupied::Lost => mv.effects.push(Effect::Remove { square }),
                Occupied::Stays if fate.changes_side => put(at, &mut mv, square, piece),
                Occupied::Stays => {}
            },
        }
        Some(mv)
    }

    /// Whether a fate spares a piece from being captured for good, or forbids its capture.
    fn is_spared(&self, at: &RuleContext<'_>, from: Square, target: Square) -> bool {
        let fate = self.victims.as_ref().filter(|_| self.spares_victims);
        let victim = at.piece(target);
        let (Some(fate), Some(victim)) = (fate, victim) else {
            return false;
        };
        if !fate.is_of(victim) {
            return false;
        }
        let goal = self.goal(at, fate, victim, target, from);
        let comes_back =
            goal.is_some_and(|goal| goal != target && (goal == from || at.is_empty(goal)));
        if at.is_royal(victim.role) {
            comes_back || fate.occupied == Occupied::Illegal
        } else {
            !comes_back && fate.occupied == Occupied::Illegal
        }
    }

    /// Whether the fate of captors forbids a piece to capture on a square.
    fn is_held_back(
        &self,
        at: &RuleContext<'_>,
        piece: Piece,
        from: Square,
        target: Square,
    ) -> bool {
        let fate = self.captors.as_ref();
        let Some(fate) = fate.filter(|fate| fate.may_forbid()) else {
            return false;
        };
        if !at.walks_hit(from, target) {
            return false;
        }
        let goes = |mv: &Move| {
            let kinds = at.kinds_after(mv).into_iter();
            let mut pieces = kinds.map(|role| Piece { role, ..piece });
            pieces.any(|piece| {
                let is_free = |goal: &Square| {
                    *goal == mv.to
                        || *goal == from
                        || mv.captures.contains(goal)
                        || at.is_empty(*goal)
                };
                let goal = self.goal(at, fate, piece, mv.to, from);
                !fate.is_of(piece) || goal.is_some_and(|goal| is_free(&goal))
            })
        };
        let mut captures = at.walks(from);
        captures.retain(|mv| mv.captures.contains(&target));
        if captures.is_empty() {
            // What could be captured there need not stand there yet.
            let mut capture = Move::walk(piece, from, target);
            capture.captures.push(target);
            captures.push(capture);
        }
        !captures.iter().any(goes)
    }
}

impl Fate {
    /// Whether a captor may find its place occupied, so that it may not capture.
    fn may_forbid(&self) -> bool {
        self.place == Place::Home && self.occupied == Occupied::Illegal
    }
}

impl CustomRule for Fates {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.are_kept = all.captured() != CaptureFate::Gone;
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::EFFECT | Phases::ATTACK
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        if !mv.is_capture() || mv.kind == MoveKind::Drop {
            moves.push(mv);
            return;
        }
        let mut board = at.relocated(&mv).position().board().clone();
        let mut judged = Some(mv);
        if let Some(fate) = &self.victims {
            judged = judged.and_then(|mv| self.judge_victims(at, fate, &mut board, mv));
        }
        if let Some(fate) = &self.captors {
            judged = judged.and_then(|mv| self.judge_captor(at, fate, &mut board, mv));
        }
        moves.extend(judged);
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        if self.is_spared(at, from, target) || self.is_held_back(at, piece, from, target) {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }

    fn changes_attacks(&self) -> bool {
        self.spares_victims || self.captors.as_ref().is_some_and(Fate::may_forbid)
    }

    fn restores_first_moves(&self) -> bool {
        true
    }

    fn decides(&self) -> &'static [Decision] {
        match (&self.victims, &self.captors) {
            (Some(_), Some(_)) => &[Decision::Victim, Decision::Captor],
            (Some(_), None) => &[Decision::Victim],
            (None, _) => &[Decision::Captor],
        }
    }

    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.victims.as_ref().map(victim_in_words));
        words.extend(self.captors.as_ref().map(captor_in_words));
        let fates = [&self.victims, &self.captors];
        if fates
            .into_iter()
            .flatten()
            .any(|fate| fate.place == Place::Home)
        {
            words.push(
                "The home square of a piece is where such a piece stands at the start: of two the one \
                 of the color of the square of the capture, of more the one on its file. A piece that \
                 became another by promotion has the home of the other."
                    .to_owned(),
            );
            words.extend(self.homes.words.iter().cloned());
        }
        words.push(
            "A piece that comes so to a square on which such a piece stands at the start counts as one that \
             has not moved."
                .to_owned(),
        );
        words
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let fates = [("victims", &self.victims), ("captors", &self.captors)].into_iter();
        let fates = fates.filter_map(|(name, fate)| Some((name, fate.as_ref()?)));
        let doubt = |(name, fate): (&str, &Fate)| {
            let key = format!("{name}.who");
            fate.kinds.doubts(&key, "the rule does nothing")
        };
        let mut found: Vec<RuleFinding> = fates.clone().filter_map(doubt).collect();
        let is_meant = |fate: &Fate| {
            let pieces = def.pieces.values().take(Role::MAX).enumerate();
            let mut pieces = pieces.filter(|(_, piece)| !piece.royal);
            pieces.all(|(number, _)| {
                let role = Role::new(number);
                Color::ALL
                    .into_iter()
                    .all(|color| fate.kinds.contains(Piece { color, role }))
            })
        };
        if self.are_kept && self.victims.as_ref().is_some_and(is_meant) {
            let message = "captured pieces go to a hand besides: who comes back here goes to none";
            let finding = RuleFinding::new(message).about("victims");
            found.push(
                finding.with_help("take one of the two away, or name others in `victims.who`"),
            );
        }
        let goes_home = |(_, fate): (&str, &Fate)| fate.place == Place::Home;
        if !fates.clone().any(goes_home) {
            let names = [
                ("by-file", self.homes.names_files()),
                ("homes", self.homes.are_given()),
            ];
            let idle = names.into_iter().filter(|(_, is_there)| *is_there);
            found.extend(idle.map(|(key, _)| {
                RuleFinding::new("nobody goes home, so it does not matter where that is").about(key)
            }));
        }
        found
    }
}

fn victim_in_words(fate: &Fate) -> String {
    let side = if fate.changes_side {
        " as a piece of the other side"
    } else {
        ""
    };
    let (place, condition) = match fate.place {
        Place::Home => ("comes back on its home square", "that is empty"),
        Place::Origin => (
            "comes to stand where its captor came from",
            "that is still empty",
        ),
        Place::Spot => (
            "stays on its square",
            "its captor does not come to stand there",
        ),
    };
    let otherwise = match fate.occupied {
        Occupied::Illegal => "otherwise it cannot be captured",
        Occupied::Lost | Occupied::Stays => "otherwise it is lost",
    };
    let rest = format!("{place}{side} as soon as it is captured, if {condition}; {otherwise}.");
    fate.kinds.sentence(&rest)
}

fn captor_in_words(fate: &Fate) -> String {
    let turns = if fate.changes_side {
        "changes side and "
    } else {
        ""
    };
    let rest = match fate.place {
        Place::Spot => {
            return fate
                .kinds
                .sentence("changes side as soon as it has captured.");
        }
        Place::Home => "goes to its home square",
        Place::Origin => "goes back to where it came from",
    };
    let otherwise = match fate.occupied {
        Occupied::Illegal => "where that is occupied it cannot capture",
        Occupied::Lost => "where that is occupied it is lost",
        Occupied::Stays => "where that is occupied it stays where it captured",
    };
    fate.kinds.sentence(&format!(
        "{turns}{rest} as soon as it has captured; {otherwise}."
    ))
}
