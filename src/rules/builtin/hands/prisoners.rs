//! Captured pieces in hand: their kinds (`rules.use.prisoners`), and prisoners with their ransom (`rules.use.ransom`).

use crate::definition::{PromotionStock, Setting, VariantDef, keys, letters};
use crate::geometry::{BoardShape, CompactSort, Square};
use crate::rules::builtin::parts::{BuiltinRule, value_of};
use crate::rules::data::{
    AllRules, Attack, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding, read_letters,
    write_letters,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{any_of, joined};
use crate::state::{Color, Effect, Letters, Move, MoveKind, Piece, Role, RuleState};

/// The rule `rules.use.prisoners`.
pub(in crate::rules::builtin) struct Prisoners {
    /// The captured kinds and their kinds in hand.
    changed: Vec<(Role, Role)>,
    /// Whether captured pieces go to their captor's hand.
    are_kept: bool,
}

impl BuiltinRule for Prisoners {
    const NAME: &'static str = "prisoners";
    const SETTINGS: Setting = Setting::ByPiece(&Setting::Piece);

    fn read(settings: &RuleSettings<'_>) -> Result<Prisoners, RuleError> {
        let changed = settings.pairs(RuleSettings::piece)?;
        Ok(Prisoners {
            changed,
            are_kept: true,
        })
    }
}

impl Rule for Prisoners {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.are_kept = all.facts().captured_to.keeps_prisoners();
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn may_win(&self) -> bool {
        false
    }

    fn becomes_in_hand(&self, captured: Role) -> Option<Role> {
        value_of(&self.changed, captured).copied()
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let finding = RuleFinding::new("captured pieces do not go to the captor's hand")
            .with_help("write `captured-to = 'captor-hand'`");
        (!self.are_kept).then_some(finding).into_iter().collect()
    }
}

// Prisoners and ransom (`rules.use.ransom`).
//
// A piece in a side's hand is a prisoner of the opponent until it is free. To drop a prisoner, its
// owner releases a prisoner of its own, of at least the same worth or of a kind named as its price;
// free pieces are dropped without payment. The FEN field `freed` has the free pieces in hand: `Nq`.

/// The limit on the worth of a piece.
const MOST: i32 = 1_000_000;

/// The rule `rules.use.ransom`.
pub(in crate::rules::builtin) struct Ransom {
    price: Price,
    /// The names of pieces by number.
    names: Vec<String>,
    /// Whether a promoting piece is exchanged for a prisoner.
    promotion_exchanges: bool,
    /// By number, the kinds to which a piece promotes only from the hand.
    from_hand: Vec<Vec<Role>>,
    /// Whether a piece dropped on its home square counts as unmoved.
    unmoved: bool,
    /// Whether pieces may be dropped.
    may_drop: bool,
    letters: Letters,
}

/// The price of a prisoner.
enum Price {
    /// A prisoner of at least the same worth. Pieces without a worth are no prisoners.
    Worth(Vec<(Role, i32)>),
    /// A prisoner of one of these kinds. All pieces are prisoners; those without an entry cannot be ransomed.
    Kinds(Vec<(Role, Vec<Role>)>),
}

impl Price {
    fn read(settings: &RuleSettings<'_>) -> Result<Price, RuleError> {
        let worth = |table: &RuleSettings<'_>, key: &str| table.whole(key, 0, MOST);
        let worth = settings.by_piece("worth", worth)?;
        let kinds = settings.by_piece("price", RuleSettings::pieces)?;
        match (worth, kinds) {
            (Some(worth), None) => Ok(Price::Worth(worth)),
            (None, Some(kinds)) => Ok(Price::Kinds(kinds)),
            (None, None) => Err(RuleError::missing(
                "no piece has a worth",
                "write the worth of prisoners: `worth = { pawn = 1, knight = 3 }`",
            )),
            (Some(_), Some(_)) => {
                let message = "prisoners have a worth or a price, not both";
                Err(RuleError::new(message)
                    .about("price")
                    .with_help("remove one of `worth` and `price`"))
            }
        }
    }

    /// Whether pieces of a kind are prisoners while they are in hand and not free.
    fn holds(&self, role: Role) -> bool {
        match self {
            Price::Worth(worth) => value_of(worth, role).is_some(),
            Price::Kinds(_) => true,
        }
    }

    /// The kinds that pay for a prisoner.
    fn of(&self, role: Role) -> Vec<Role> {
        match self {
            Price::Worth(worth) => {
                let own = value_of(worth, role);
                let dear = worth
                    .iter()
                    .filter(|(_, price)| own.is_some_and(|own| price >= own));
                dear.map(|(role, _)| *role).collect()
            }
            Price::Kinds(kinds) => value_of(kinds, role).cloned().unwrap_or_default(),
        }
    }
}

impl BuiltinRule for Ransom {
    const NAME: &'static str = "ransom";
    const FIELD: &'static str = "freed";
    const SETTINGS: Setting = keys! {
        /// By piece, its worth as a prisoner, 0 to 1 000 000; other pieces are dropped without this
        /// rule, and cannot ransom any. Either this or `price` is required.
        "worth" => ByPiece(&Number),
        /// By piece, the prisoners of which one sets it free: `{ rook = ['rook', 'queen'] }`. All
        /// pieces in hand are then prisoners; pieces that are not named remain prisoners until they
        /// are exchanged. Either this or `worth` is required.
        "price" => ByPiece(&Pieces),
        /// A piece that promotes to a piece from the hand changes places with a prisoner: it cannot
        /// promote to a free piece, and becomes a prisoner itself. While a piece cannot promote, it
        /// does not attack squares on which it must promote.
        "promotion-exchanges" => Flag,
        /// A piece that is dropped on a start square of its kind and side counts as unmoved.
        "unmoved" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Ransom, RuleError> {
        let def = settings.def();
        Ok(Ransom {
            price: Price::read(settings)?,
            names: def.pieces.keys().cloned().collect(),
            promotion_exchanges: settings.flag("promotion-exchanges")?.unwrap_or(false),
            from_hand: def.pieces.values().map(from_hand).collect(),
            unmoved: settings.flag("unmoved")?.unwrap_or(false),
            may_drop: true,
            letters: letters(def),
        })
    }
}

/// The kinds to which a piece promotes only from its side's hand.
fn from_hand(piece: &crate::definition::PieceDef) -> Vec<Role> {
    let choices = piece.promotion.iter().flat_map(|known| &known.choices);
    let from_hand = choices.filter(|choice| choice.stock == PromotionStock::Hand);
    from_hand.map(|choice| choice.piece.into()).collect()
}

/// The free pieces in hand, ordered by side and kind, with one entry for each piece.
struct Freed(Vec<Piece>);

impl Freed {
    fn of(state: &RuleState) -> Freed {
        let piece = |number: &i64| {
            let number = usize::try_from(*number).ok()?;
            let color = *Color::ALL.get(number / Role::MAX)?;
            Some(Piece {
                color,
                role: Role::new(number % Role::MAX),
            })
        };
        Freed(state.numbers().iter().filter_map(piece).collect())
    }

    fn state(mut self) -> RuleState {
        self.0.sort();
        let number = |piece: Piece| piece.color.index() * Role::MAX + piece.role.index();
        RuleState::new(self.0.into_iter().map(|piece| number(piece) as i64))
    }

    fn count(&self, piece: Piece) -> usize {
        self.0.iter().filter(|other| **other == piece).count()
    }

    fn with(&self, piece: Piece) -> Freed {
        let all = self.0.iter().copied();
        Freed(all.chain([piece]).collect())
    }

    /// The other free pieces; `None` if the piece is not free.
    fn without(&self, piece: Piece) -> Option<Freed> {
        let mut rest = self.0.clone();
        let place = rest.iter().position(|other| *other == piece)?;
        rest.remove(place);
        Some(Freed(rest))
    }
}

impl Ransom {
    /// The number of pieces of a kind that the opponent holds as prisoners.
    fn prisoners(&self, at: &RuleContext<'_>, piece: Piece) -> usize {
        let freed = Freed::of(at.state());
        let in_hand = usize::from(at.hand(piece.color).count(piece.role));
        in_hand.saturating_sub(freed.count(piece))
    }

    /// Adds a drop with each possible payment.
    fn pay(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        let us = mv.piece.color;
        let dropped = Piece {
            color: us,
            role: at.kind_in_hand(mv.piece),
        };
        if self.unmoved && at.home().piece(mv.to) == Some(mv.piece) {
            mv.effects.push(Effect::Unmove { square: mv.to });
        }
        let freed = Freed::of(at.state());
        let paid = |freed: Freed| {
            let mut mv = mv.clone();
            mv.effects.push(at.remembering(freed.state()));
            mv
        };
        moves.extend(freed.without(dropped).map(paid));
        if self.prisoners(at, dropped) == 0 {
            return;
        }
        for role in self.price.of(dropped.role) {
            let released = Piece {
                color: us.opponent(),
                role,
            };
            if self.prisoners(at, released) > 0 {
                moves.push(paid(freed.with(released)));
            }
        }
    }

    fn name(&self, role: Role) -> String {
        let name = self.names.get(role.index());
        name.map_or_else(String::new, |name| name.replace('-', " "))
    }
}

impl Rule for Ransom {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.may_drop = all.may_drop();
        let mut drops = all.facts().drops.iter();
        if drops.any(|drops| !drops.free.is_empty()) {
            let message = "a hand that is never empty holds no prisoners";
            let help = "remove `rules.drops.free`, or the custom rule that does the same";
            return Err(RuleError::new(message).with_help(help));
        }
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::EFFECT | Phases::BAR_ATTACKS
    }

    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        if mv.kind == MoveKind::Drop {
            if self.price.holds(at.kind_in_hand(mv.piece)) {
                self.pay(at, mv, moves);
            } else {
                moves.push(mv);
            }
            return;
        }
        if let Some(role) = mv
            .promotion
            .filter(|role| mv.from_hand && self.promotion_exchanges && self.price.holds(*role))
        {
            let color = mv.piece.color;
            if self.prisoners(at, Piece { color, role }) == 0 {
                return;
            }
            let role = at.kind_in_hand(mv.piece);
            if self.price.holds(role) {
                mv.effects.push(Effect::hand(color, role, 1));
            }
        }
        moves.push(mv);
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, _: Square, target: Square) -> Attack {
        let from_hand = self.from_hand.get(piece.role.index());
        let Some(from_hand) = from_hand.filter(|kinds| !kinds.is_empty()) else {
            return Attack::AsItMoves;
        };
        let color = piece.color;
        let is_there = |ending: &Option<Role>| {
            ending.is_none_or(|role| {
                !from_hand.contains(&role)
                    || !self.price.holds(role)
                    || self.prisoners(at, Piece { color, role }) > 0
            })
        };
        Attack::never_if(!at.endings(piece, target).iter().any(is_there))
    }

    fn changes_attacks(&self) -> bool {
        self.promotion_exchanges && self.from_hand.iter().any(|kinds| !kinds.is_empty())
    }

    fn write_state(&self, state: &RuleState, _: &BoardShape) -> String {
        let freed = Freed::of(state).0.into_iter();
        write_letters(freed.map(|piece| (piece, 1)), &self.letters)
    }

    fn read_state(&self, text: &str, _: &BoardShape) -> Option<RuleState> {
        read_letters(text, &self.letters).map(|freed| Freed(freed).state())
    }

    fn restores_first_moves(&self) -> bool {
        self.unmoved
    }

    fn words(&self) -> Vec<String> {
        let (condition, prices) = match &self.price {
            Price::Worth(worth) => {
                let mut worth = worth.clone();
                worth.sort_compactly_by_key(|(_, worth)| *worth);
                let worth = worth.iter();
                let worth = worth.map(|(role, worth)| format!("{} {worth}", self.name(*role)));
                let prices = format!("The worth of prisoners: {}.", joined(worth, ", "));
                ("worth at least as much", prices)
            }
            Price::Kinds(kinds) => {
                let price = |(role, kinds): &(Role, Vec<Role>)| {
                    let kinds = any_of(kinds.iter().map(|role| self.name(*role)));
                    format!("for a {} a {kinds}", self.name(*role))
                };
                let named = kinds.iter().filter(|(_, kinds)| !kinds.is_empty());
                let prices = joined(named.map(price), ", ");
                let prices = format!(
                    "What sets prisoners free: {prices}; others are never dropped while they are prisoners."
                );
                ("of a kind that sets it free", prices)
            }
        };
        let mut words = vec![
            "A piece in hand is a prisoner of the other side until it is set free.".to_owned(),
            format!(
                "A side that drops such a prisoner must set free one of the prisoners that it holds itself, \
                 {condition}. A freed piece stays in its owner's hand and is dropped without payment."
            ),
            prices,
        ];
        if self.promotion_exchanges {
            words.push(
                "A piece promotes only to a prisoner, with which it changes places. While it has no such choice, it \
                 attacks no square on which it must promote."
                    .to_owned(),
            );
        }
        if self.unmoved {
            words.push(
                "A piece that is dropped on a start square of its kind and side counts as unmoved."
                    .to_owned(),
            );
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut findings = Vec::new();
        match &self.price {
            Price::Worth(worth) if worth.is_empty() => {
                findings.push(RuleFinding::new("no piece is a prisoner").about("worth"));
            }
            Price::Kinds(kinds) if kinds.iter().all(|(_, kinds)| kinds.is_empty()) => {
                findings.push(RuleFinding::new("no piece sets a prisoner free").about("price"));
            }
            Price::Worth(_) | Price::Kinds(_) => {}
        }
        if !self.may_drop {
            let finding = RuleFinding::new("the variant has no drops, so no piece is ransomed");
            findings.push(finding.with_help("add `rules.drops = {}`"));
        }
        let exchanges = self.promotion_exchanges;
        if exchanges && self.from_hand.iter().all(Vec::is_empty) {
            let finding = RuleFinding::new("no piece promotes to a piece from the hand");
            let help = "write `promotion.stock = 'hand'` for the piece";
            findings.push(finding.about("promotion-exchanges").with_help(help));
        }
        findings
    }
}
