//! Queries of a position: moves of a piece, captures, attackers, null move.

use super::perft::Strategy;
use super::position::Position;
use crate::geometry::{Square, SquareSet};
use crate::movegen::{attacked_by, last_pieces};
use crate::rules::{is_dead, is_harmless};
use crate::state::{Color, Move, MoveKind, Piece, Role};

impl Position {
    /// The piece on a square, if any.
    ///
    /// ```
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let start = chess.start();
    /// let queen = start.piece_on(chess.square("d8").unwrap()).unwrap();
    /// assert_eq!(chess.role_name(queen.role), "queen");
    /// ```
    #[doc(hidden)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board().piece(square)
    }

    /// The legal moves of the piece on a square, without drops, in the order of [`Position::legal_moves`].
    ///
    /// ```
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let knight = chess.square("b1").unwrap();
    /// assert_eq!(chess.start().moves_from(knight).len(), 2);
    /// ```
    pub fn moves_from(&self, square: Square) -> Vec<Move> {
        let starts = |mv: &Move| mv.kind != MoveKind::Drop && mv.from == square;
        let moves = self.legal_moves().into_iter();
        moves.filter(starts).collect()
    }

    /// The legal moves to a square, including drops, in the order of [`Position::legal_moves`]; the target of
    /// a castling is that of the king.
    ///
    /// ```
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let square = chess.square("f3").unwrap();
    /// assert_eq!(chess.start().moves_to(square).len(), 2); // f2-f3 and Nf3
    /// ```
    #[doc(hidden)]
    pub fn moves_to(&self, square: Square) -> Vec<Move> {
        self.listed_moves(|to| to == square)
    }

    /// The legal moves of all pieces of a role, including its drops, in the order of
    /// [`Position::legal_moves`].
    ///
    /// ```
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let knight = chess.role("knight").unwrap();
    /// assert_eq!(chess.start().moves_of(knight).len(), 4);
    /// ```
    #[doc(hidden)]
    pub fn moves_of(&self, role: Role) -> Vec<Move> {
        let moves = self.legal_moves().into_iter();
        moves.filter(|mv| mv.piece.role == role).collect()
    }

    /// The legal captures, in the order of [`Position::legal_moves`].
    ///
    /// ```
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let centre = chess.parse_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(centre.captures().len(), 1);
    /// ```
    #[doc(hidden)]
    pub fn captures(&self) -> Vec<Move> {
        let moves = self.legal_moves().into_iter();
        moves.filter(Move::is_capture).collect()
    }

    /// The squares of the pieces of a side that attack a square: they could capture on it if it were their
    /// turn. If no enemy piece is on the square, the enemy royal piece is assumed there, or the first role in
    /// a variant without royal pieces. The safety of the attackers' own royal pieces is not tested.
    ///
    /// ```
    /// use ferz::state::Color;
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let start = chess.start();
    /// let attackers = start.attackers(chess.square("f3").unwrap(), Color::White);
    /// assert_eq!(attackers.len(), 3); // e2, g2, g1
    /// ```
    pub fn attackers(&self, target: Square, by: Color) -> SquareSet {
        let by_tables = self
            .layout()
            .and_then(|layout| layout.attackers(target, by));
        by_tables.unwrap_or_else(|| self.attackers_by_rules(target, by))
    }

    /// [`Position::attackers`] by one of the two engines, with the same result.
    #[doc(hidden)]
    pub fn attackers_with(&self, target: Square, by: Color, strategy: Strategy) -> SquareSet {
        match strategy {
            Strategy::Fastest => self.attackers(target, by),
            Strategy::General => self.attackers_by_rules(target, by),
        }
    }

    fn attackers_by_rules(&self, target: Square, by: Color) -> SquareSet {
        let rules = self.variant().compiled_rules();
        let mut setup = self.setup().clone();
        let color = by.opponent();
        let victim = setup.board.piece(target);
        if victim.is_none_or(|piece| piece.color == by) {
            let mut roles = self.variant().roles();
            let royal = roles.find(|role| rules.role(*role).royal);
            let role = royal.unwrap_or(Role::new(0));
            setup.board.put(target, Piece { color, role });
        }
        let attacks =
            |from: Square| attacked_by(rules, &setup, target, by, |square, _| square == from);
        let pieces = setup.board.squares_of(by).iter();
        pieces.filter(|from| attacks(*from)).collect()
    }

    /// The squares of the royal pieces of a side.
    #[doc(hidden)]
    pub fn royals(&self, side: Color) -> SquareSet {
        self.variant()
            .compiled_rules()
            .royals(self.setup(), side)
            .collect()
    }

    /// The squares of the attacked royal and pseudo-royal pieces of the side to move, if it is in check; all
    /// such pieces if none is attacked by itself.
    #[doc(hidden)]
    pub fn royals_in_check(&self) -> SquareSet {
        if !self.is_check() {
            return SquareSet::new();
        }
        let us = self.turn();
        let mut royals = self.royals(us);
        royals.unite(&last_pieces(
            self.variant().compiled_rules(),
            self.setup(),
            us,
        ));
        let is_attacked = |square: &Square| !self.attackers(*square, us.opponent()).is_empty();
        let attacked: SquareSet = royals.iter().filter(is_attacked).collect();
        if attacked.is_empty() {
            royals
        } else {
            attacked
        }
    }

    /// The squares of the pieces that give check to the side to move.
    ///
    /// ```
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let check = chess.parse_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").unwrap();
    /// assert!(check.is_check());
    /// assert_eq!(check.checkers().iter().next(), chess.square("e1"));
    /// ```
    pub fn checkers(&self) -> SquareSet {
        let mut found = SquareSet::new();
        for royal in &self.royals_in_check() {
            found.unite(&self.attackers(royal, self.turn().opponent()));
        }
        found
    }

    /// Whether a side can still win by any moves, as far as the material shows: `false` in a dead position
    /// and for a bare king that can never give check, `true` if in doubt.
    ///
    /// ```
    /// use ferz::state::Color;
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let queen = chess.parse_fen("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").unwrap();
    /// assert!(queen.may_win(Color::White));
    /// assert!(!queen.may_win(Color::Black));
    /// ```
    #[doc(hidden)]
    pub fn may_win(&self, side: Color) -> bool {
        let (rules, setup) = (self.variant().compiled_rules(), self.setup());
        !is_dead(rules, setup) && !is_harmless(rules, setup, side)
    }

    /// Whether a legal move gives check to the side to move after it.
    ///
    /// ```
    /// use ferz::Variant;
    ///
    /// let chess = Variant::builtin("chess").unwrap();
    /// let position = chess.parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    /// let checks = |text: &str| position.gives_check(&position.parse_move(text).unwrap());
    /// assert!(checks("a1a8"));
    /// assert!(!checks("e1c1"));
    /// ```
    pub fn gives_check(&self, mv: &Move) -> bool {
        self.play_unchecked(mv).is_check()
    }

    /// The position after a null move: the other side to move, no en passant squares, and unchanged clocks.
    /// The rules for passing are not tested, and the side that is not to move may be in check.
    ///
    /// ```
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let passed = chess.start().null_move();
    /// assert_eq!(passed.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    #[doc(hidden)]
    pub fn null_move(&self) -> Position {
        self.with_turn(self.turn().opponent())
    }
}
