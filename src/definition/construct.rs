//! Construction of definitions in code.

use indexmap::IndexMap;

use super::variant::{
    Forms, InitialDef, MoveDef, PieceCaptures, PieceDef, PieceId, PromotionChoice, PromotionDef,
    PromotionStock, RulesDef, Settings, VariantDef,
};
use crate::geometry::{BoardShape, SquareSet, Zone};
use crate::movement::{Dialect, Movement};
use crate::source::{Diagnostic, Span, codes};

impl VariantDef {
    /// A definition with a board and a start position, without pieces and with the default rules.
    ///
    /// ```
    /// use ferz::definition::{PieceDef, VariantDef};
    /// use ferz::game::perft;
    /// use ferz::geometry::BoardShape;
    /// use ferz::Variant;
    ///
    /// # fn main() -> Result<(), Vec<ferz::source::Diagnostic>> {
    /// let board = BoardShape::rectangle(5, 5).expect("a small board");
    /// let def = VariantDef::new("small", board, "rgk2/ppp2/5/2PPP/2KGR w")
    ///     .with_piece("king", PieceDef::new("K", "K")?.royal())
    ///     .with_piece("griffon", PieceDef::new("G", "[F?R]")?)
    ///     .with_piece("rook", PieceDef::new("R", "R")?)
    ///     .with_piece("pawn", PieceDef::new("P", "fmWfcF")?)
    ///     .with_promotion("pawn", &["griffon", "rook"])?
    ///     .with_rules(|rules| rules.set_move_limit(Some(50)));
    /// let variant = Variant::compile(&def).expect("a good start");
    /// assert_eq!(perft(&variant.start(), 1), 5);
    /// # Ok(())
    /// # }
    /// ```
    pub fn new(name: &str, shape: BoardShape, start: &str) -> VariantDef {
        VariantDef {
            name: name.to_owned(),
            title: None,
            parent: None,
            source: None,
            shape,
            start: start.to_owned(),
            setups: None,
            settings: Settings::default(),
            pieces: IndexMap::new(),
            forms: Forms::default(),
            rules: RulesDef::default(),
            presentation: IndexMap::new(),
        }
    }

    /// Adds a kind of piece, or replaces the one with this name.
    #[must_use]
    pub fn with_piece(mut self, name: &str, piece: PieceDef) -> VariantDef {
        self.pieces.insert(name.to_owned(), piece);
        self
    }

    /// Lets a piece promote on the last rank to one of others. The promotion is mandatory.
    ///
    /// # Errors
    /// If one of the names is no piece.
    pub fn with_promotion(
        mut self,
        piece: &str,
        to: &[&str],
    ) -> Result<VariantDef, Vec<Diagnostic>> {
        let mut choices = Vec::new();
        for name in to {
            choices.push(self.piece_id(name).ok_or_else(|| no_such_piece(name))?);
        }
        let promotion = PromotionDef::new(&self.shape, choices);
        let piece = self
            .pieces
            .get_mut(piece)
            .ok_or_else(|| no_such_piece(piece))?;
        piece.promotion = Some(promotion);
        Ok(self)
    }

    /// Changes the rules with `change`.
    #[must_use]
    pub fn with_rules(mut self, change: impl FnOnce(&mut RulesDef)) -> VariantDef {
        change(&mut self.rules);
        self
    }
}

fn no_such_piece(name: &str) -> Vec<Diagnostic> {
    let message = format!("`{name}` is not a piece of the variant");
    vec![Diagnostic::new(
        codes::UNKNOWN_PIECE,
        Span::default(),
        message,
    )]
}

impl PieceDef {
    /// A piece with this letter and with moves in XBetza notation.
    ///
    /// # Errors
    /// All findings about the text, if one of them is an error.
    pub fn new(letter: &str, betza: &str) -> Result<PieceDef, Vec<Diagnostic>> {
        Ok(PieceDef::with_moves(letter, vec![MoveDef::new(betza)?]))
    }

    /// A piece with this letter and with the union of these moves.
    pub fn with_moves(letter: &str, moves: Vec<MoveDef>) -> PieceDef {
        PieceDef {
            letter: letter.to_owned(),
            second_letter: None,
            moves,
            initial: InitialDef::Unmoved,
            royal: false,
            promotion: None,
            value: None,
            picture: None,
            actions: Vec::new(),
            captures: PieceCaptures::default(),
            freezes: None,
            burns: None,
            protects: None,
            after: None,
        }
    }

    /// Makes the piece royal: it must not be left attacked.
    #[must_use]
    pub fn royal(mut self) -> PieceDef {
        self.royal = true;
        self
    }

    /// Gives the piece a promotion.
    #[must_use]
    #[doc(hidden)]
    pub fn promoting(mut self, promotion: PromotionDef) -> PieceDef {
        self.promotion = Some(promotion);
        self
    }
}

impl MoveDef {
    /// A move with a movement in XBetza notation, from and to all squares.
    ///
    /// # Errors
    /// All findings about the text, if one of them is an error.
    pub fn new(betza: &str) -> Result<MoveDef, Vec<Diagnostic>> {
        let movement = Movement::read(betza, Dialect::XBetza).into_result()?;
        Ok(MoveDef::of(movement, betza, Dialect::XBetza))
    }

    /// A move with this movement, from and to all squares, and the text of the movement.
    #[doc(hidden)]
    pub fn of(movement: Movement, betza: impl Into<String>, dialect: Dialect) -> MoveDef {
        MoveDef {
            betza: betza.into(),
            dialect,
            movement,
            from: None,
            to: None,
            takes: None,
            in_check: true,
            revisits: true,
            rebounds: false,
        }
    }
}

impl MoveDef {
    /// Replaces the movement and keeps the restrictions; the text is in XBetza notation.
    pub(crate) fn with_movement(&self, movement: Movement) -> MoveDef {
        let betza = movement.to_betza(Dialect::XBetza);
        MoveDef {
            betza: betza.unwrap_or_else(|_| movement.to_string()),
            dialect: Dialect::XBetza,
            movement,
            ..self.clone()
        }
    }
}

impl PromotionDef {
    /// Mandatory promotion on the last rank to one of these pieces.
    pub fn new(shape: &BoardShape, pieces: impl IntoIterator<Item = PieceId>) -> PromotionDef {
        let last_rank = Zone::last_rank(shape);
        let choices = pieces.into_iter();
        let choices = choices.map(|piece| PromotionChoice::new(piece, last_rank.clone()));
        PromotionDef::of(choices.collect(), Zone::nowhere())
    }

    /// Promotion by choice, which may be declined on some squares.
    pub fn of(choices: Vec<PromotionChoice>, stay: Zone) -> PromotionDef {
        PromotionDef {
            choices,
            stay,
            in_passing: true,
            silent: false,
        }
    }

    /// The squares on which a choice exists.
    pub(crate) fn zone(&self) -> Zone {
        Zone::by_side(|owner| {
            let zones = self.choices.iter().map(|choice| choice.zone.of(owner));
            zones.fold(SquareSet::new(), |all, zone| all.union(zone))
        })
    }

    /// Merges two promotions: each square has the choices of both, and promotion is mandatory where either of them
    /// makes it so.
    pub(crate) fn with(mut self, other: PromotionDef) -> PromotionDef {
        let (mine, theirs) = (self.zone(), other.zone());
        self.stay = Zone::by_side(|owner| {
            let (mine, theirs) = (mine.of(owner), theirs.of(owner));
            let forced = mine.difference(self.stay.of(owner));
            let forced = forced.union(&theirs.difference(other.stay.of(owner)));
            mine.union(theirs).difference(&forced)
        });
        for choice in other.choices {
            let known = self
                .choices
                .iter()
                .filter(|known| known.piece == choice.piece);
            let known: Vec<Zone> = known.map(|known| known.zone.clone()).collect();
            let zone = Zone::by_side(|owner| {
                let zone = choice.zone.of(owner).clone();
                known
                    .iter()
                    .fold(zone, |zone, known| zone.difference(known.of(owner)))
            });
            if zone != Zone::nowhere() {
                self.choices.push(PromotionChoice { zone, ..choice });
            }
        }
        self
    }
}

impl PromotionChoice {
    /// An unlimited choice of a piece in a zone.
    pub fn new(piece: PieceId, zone: Zone) -> PromotionChoice {
        PromotionChoice {
            piece,
            zone,
            stock: PromotionStock::Unlimited,
            limit: None,
        }
    }
}
