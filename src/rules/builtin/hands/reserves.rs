//! Pieces off the board that enter the game with a move: pockets and gates.

use std::fmt::Write;

use crate::definition::{Line, PieceSet, Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square, Zone};
use crate::rules::builtin::parts::{BuiltinRule, names_in_set, piece_set, zone_text};
use crate::rules::data::{
    After, Attack, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding, Stock, held,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{joined, with_article};
use crate::state::{Color, Effect, Effects, Letters, Move, MoveKind, Piece, Role, RuleState};

// Pocket (`rules.pocket`): pieces off the board that replace pieces on their first move.

/// The rule `rules.pocket`.
pub(in crate::rules::builtin) struct Pocket {
    /// The pieces that can be replaced on their first move.
    who: PieceSet,
    /// By side, the number of the last move that may place a piece.
    until: [Option<u16>; 2],
    /// Whether a piece that was not placed in time goes to its owner's hand.
    expires_to_hand: bool,
    letters: Letters,
    /// A replaceable piece in words.
    mover_words: String,
}

impl BuiltinRule for Pocket {
    const NAME: &'static str = "pocket";
    const FIELD_IS_FIRST: bool = true;
    const SETTINGS: Setting = keys! {
        /// The pieces whose first move makes room; all by default.
        "who" => Pieces,
        /// The number of White's last move that can do so; no limit by default.
        "white-until" => Number,
        /// The number of Black's last move that can do so; no limit by default.
        "black-until" => Number,
        /// The fate of pieces that are not placed until then: `'removed'`, the default, or `'hand'`
        /// for their owner's hand.
        "expired" => Words(&["removed", "hand"]),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Pocket, RuleError> {
        let until = |key| -> Result<Option<u16>, RuleError> {
            let read = settings.whole(key, 0, u16::MAX.into())?;
            Ok(read.and_then(|number| u16::try_from(number).ok()))
        };
        let who = piece_set(settings, "who")?;
        let def = settings.def();
        let is_everybody = |set: &PieceSet| set.iter().count() == def.pieces.len();
        let some = who.filter(|set| !is_everybody(set));
        Ok(Pocket {
            who: who.unwrap_or(PieceSet::ALL),
            until: [until("white-until")?, until("black-until")?],
            expires_to_hand: settings.word("expired", &["removed", "hand"])? == Some(1),
            letters: settings.letters(),
            mover_words: some.map_or("any piece".to_owned(), |set| {
                with_article(&names_in_set(def, set))
            }),
        })
    }
}

impl Pocket {
    /// The pieces that a side may place with its next move.
    fn open<'a>(&self, at: &RuleContext<'a>, side: Color) -> impl Iterator<Item = Role> + use<'a> {
        let number = at.setup().fullmove_number;
        let is_open = self.until[side.index()].is_none_or(|last| number <= last);
        let own = held(at.state()).filter(move |(piece, _)| is_open && piece.color == side);
        own.map(|(piece, _)| piece.role)
    }

    /// Whether a piece that leaves a square can be replaced.
    fn makes_room(&self, at: &RuleContext<'_>, piece: Piece, from: Square) -> bool {
        at.setup().unmoved.contains(from)
            && self.who.contains(piece.role)
            && self.open(at, piece.color).next().is_some()
    }

    /// Whether this is the last move of a side that may place a piece.
    fn closes(&self, before: &RuleContext<'_>, side: Color) -> bool {
        let number = before.setup().fullmove_number;
        self.until[side.index()].is_some_and(|last| number >= last)
    }
}

impl Rule for Pocket {
    fn phases(&self) -> Phases {
        let always = Phases::EFFECT | Phases::REMEMBER;
        if self.expires_to_hand {
            always | Phases::FOLLOW
        } else {
            always
        }
    }

    fn alters(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        mv.from != mv.to
            && mv.kind != MoveKind::Drop
            && mv.gate.is_none()
            && mv.wall != Some(mv.from)
            && mv.shifts.iter().all(|(_, to)| *to != mv.from)
            && self.makes_room(at, mv.piece, mv.from)
            && (mv.effects.is_empty() || at.relocated(mv).position().is_empty(mv.from))
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        for role in self.open(at, mv.piece.color) {
            let mut placing = mv.clone();
            placing.gate = Some((role, mv.from));
            placing.effects.push(at.supplying());
            moves.push(placing);
        }
        moves.push(mv);
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let color = mv.piece.color;
        let supplied = mv.gate.filter(|_| mv.supplier() == Some(before.rule()));
        let closes = !self.expires_to_hand && self.closes(before, color);
        if after.state() == &RuleState::EMPTY || supplied.is_none() && !closes {
            return None;
        }
        let mut stock = Stock::of(after.state());
        if let Some((role, _)) = supplied {
            stock.take(Piece { color, role });
        }
        if closes {
            stock.take_all(color);
        }
        Some(stock.state())
    }

    fn follow(&self, before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> Effects {
        let mut effects = Effects::new();
        let color = mv.piece.color;
        if after.state() == &RuleState::EMPTY || !self.closes(before, color) {
            return effects;
        }
        let mut stock = Stock::of(after.state());
        for (role, count) in stock.take_all(color).iter() {
            let to_hand = Effect::hand(color, role, 1);
            effects.extend(std::iter::repeat_n(to_hand, count.into()));
        }
        effects.push(after.remembering(stock.state()));
        effects
    }

    fn depends_on_first_moves(&self) -> bool {
        true
    }

    fn uses_first_move(&self, at: &RuleContext<'_>, square: Square) -> bool {
        let piece = at.piece(square);
        piece.is_some_and(|piece| self.makes_room(at, piece, square))
    }

    // Only pieces in the stock can enter.
    fn may_win(&self) -> bool {
        false
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn stock(&self, state: &RuleState) -> Option<Stock> {
        Some(Stock::of(state))
    }

    fn words_of_stock(&self) -> &'static str {
        "in the pocket"
    }

    fn write_state(&self, state: &RuleState, _: &BoardShape) -> String {
        Stock::of(state).write(&self.letters)
    }

    fn read_state(&self, text: &str, _: &BoardShape) -> Option<RuleState> {
        Stock::read(text, &self.letters).map(|stock| stock.state())
    }

    fn mirror_state(&self, state: &RuleState, _: &BoardShape) -> Option<RuleState> {
        Some(Stock::of(state).mirrored().state())
    }

    fn words(&self) -> Vec<String> {
        let mut text = format!(
            "When {} makes its first move, captures included, its owner may put a piece from the pocket \
             on the square that it leaves, as part of the move. The piece in the pocket is placed before \
             anybody looks whether a royal piece is attacked.",
            self.mover_words
        );
        let until = ["White", "Black"].into_iter().zip(self.until);
        let until = until.filter_map(|(side, until)| Some(format!("{side} up to move {}", until?)));
        let until = joined(until, " and ");
        if !until.is_empty() {
            let _ = write!(
                text,
                " This is possible only for a limited time: {until}; a piece that has not been placed by then {}.",
                if self.expires_to_hand {
                    "goes to its owner's hand"
                } else {
                    "is out of the game"
                }
            );
        }
        vec![text]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut findings = Vec::new();
        if self.who.is_empty() {
            let finding = RuleFinding::new("no piece makes room for pieces in the pocket");
            findings.push(finding.about("who"));
        }
        if self.expires_to_hand && self.until == [None; 2] {
            let finding = RuleFinding::new("pieces in the pocket can be placed at any time");
            findings.push(
                finding
                    .about("expired")
                    .with_help("limit this by `white-until` and `black-until`"),
            );
        }
        findings
    }
}

// Gates (`rules.use.gates`): pieces that wait on gates and enter behind others.
//
// Pieces on gates neither move nor are captured, and no piece moves to a gate. When a piece leaves the
// square in front of a gate of its side for the first time, the piece on the gate moves to that square.

/// The rule `rules.use.gates`.
pub(in crate::rules::builtin) struct Gates {
    zone: Zone,
    /// The steps from a gate to the squares in front of it.
    steps: Vec<Line>,
    /// Zone and steps as written in the definition.
    zone_text: String,
    steps_text: String,
}

/// The default step: straight ahead.
const AHEAD: &str = "fW";

impl BuiltinRule for Gates {
    const NAME: &'static str = "gates";
    const SETTINGS: Setting = keys! {
        /// The gates, from each side's view; required.
        "zone" => Zone,
        /// Leaps from a gate to the squares in front of it; `'fW'` by default.
        "step" => Text,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Gates, RuleError> {
        let Some(zone) = settings.zone("zone")? else {
            return Err(RuleError::missing(
                "the gates are missing",
                "write the squares on which pieces wait: `zone = 'rank 1'`",
            ));
        };
        let steps = settings.lines("step")?;
        let steps = match steps {
            Some(steps) => steps,
            None => Line::read(AHEAD).unwrap_or_default(),
        };
        if steps.iter().any(|line| line.rides) {
            return Err(settings.error("step", "a piece must enter by one step or leap"));
        }
        Ok(Gates {
            zone,
            steps,
            zone_text: zone_text(settings, "zone").unwrap_or_default(),
            steps_text: settings.text("step")?.unwrap_or(AHEAD).to_owned(),
        })
    }
}

impl Gates {
    /// Whether a square is a gate of either side.
    fn is_closed(&self, square: Square) -> bool {
        let mut sides = Color::ALL.into_iter();
        sides.any(|side| self.zone.contains(square, side.perspective()))
    }

    /// The gates of a side behind a square.
    fn gates(&self, at: &RuleContext<'_>, side: Color, front: Square) -> Vec<Square> {
        let owner = side.perspective();
        let gates = at.shape().squares().filter(|gate| {
            let leads = |line: &Line| {
                let mut squares = line.squares(at.shape(), *gate, owner);
                squares.next() == Some(front)
            };
            self.zone.contains(*gate, owner) && self.steps.iter().any(leads)
        });
        gates.collect()
    }

    /// The gate and the square in front of it that an unmoved piece leaves by a move, if a piece waits
    /// there. In castling this is the king's square, or the partner's if the king's has no gate.
    fn entry(&self, at: &RuleContext<'_>, mv: &Move) -> Option<(Square, Square)> {
        let unmoved = at.unmoved();
        let partner = mv.shifts.first().map(|(origin, _)| *origin);
        let partner = partner.filter(|_| mv.kind == MoveKind::Castle);
        let left = [Some(mv.from), partner].into_iter().flatten();
        // Castling pieces are unmoved, though possibly only recorded as a castling right.
        let mut left = left.filter(|square| partner.is_some() || unmoved.contains(*square));
        let us = mv.piece.color;
        let (front, gates) = left.find_map(|front| {
            let gates = self.gates(at, us, front);
            (!gates.is_empty()).then_some((front, gates))
        })?;
        let waits = |gate: &Square| at.piece(*gate).is_some_and(|piece| piece.color == us);
        let gate = gates.into_iter().find(waits)?;
        Some((gate, front))
    }
}

impl Rule for Gates {
    fn phases(&self) -> Phases {
        Phases::EFFECT | Phases::FORBID | Phases::BAR_ATTACKS
    }

    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        let leaves = mv.from != mv.to && mv.kind != MoveKind::Drop;
        let entry = if leaves { self.entry(at, &mv) } else { None };
        if let Some((from, to)) = entry
            && at.relocated(&mv).position().is_empty(to)
        {
            mv.effects.push(Effect::Shift { from, to });
        }
        moves.push(mv);
    }

    fn forbids(&self, _: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        let drops = mv.kind == MoveKind::Drop;
        !drops && self.is_closed(mv.from)
            || self.is_closed(mv.to)
            || mv.captures.iter().any(|square| self.is_closed(*square))
            || mv.shifts.iter().any(|(_, to)| self.is_closed(*to))
    }

    fn attack(&self, _: &RuleContext<'_>, _: Piece, from: Square, target: Square) -> Attack {
        Attack::never_if(self.is_closed(from) || self.is_closed(target))
    }

    fn depends_on_first_moves(&self) -> bool {
        !self.zone.is_empty()
    }

    fn words(&self) -> Vec<String> {
        vec![
            format!(
                "Each side has gates on {}. Pieces wait there: no piece moves to or from a gate, and no piece is \
                 captured there.",
                self.zone_text
            ),
            format!(
                "When a piece makes its first move and so leaves the square in front of a gate of its side \
                 (`{}` from there), the piece that waits at the gate steps onto that square.",
                self.steps_text
            ),
            "In castling the gate behind the king is used, or the one behind its partner where the king has \
             none."
                .to_owned(),
        ]
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let shape = &def.shape;
        let owner = Color::White.perspective();
        let leads_somewhere = self.zone.of(owner).iter().any(|gate| {
            let mut fronts = self
                .steps
                .iter()
                .flat_map(|line| line.squares(shape, gate, owner));
            fronts.any(|front| !self.is_closed(front))
        });
        if leads_somewhere {
            return Vec::new();
        }
        let finding = RuleFinding::new("no gate leads to a square outside the gates");
        vec![finding.about("zone")]
    }
}
