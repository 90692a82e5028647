//! What else can be asked of a position: moves of one piece, captures, attackers, the other side's view.

use super::perft::Strategy;
use super::position::Position;
use crate::geometry::{Square, SquareSet};
use crate::movegen::attacked_by;
use crate::rules::{is_dead, is_harmless};
use crate::state::{Color, Move, MoveKind, Piece, Role};

impl Position {
    /// The piece on a square, if there is one.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let start = chess.start();
    /// let queen = start.piece_on(chess.square("d8").unwrap()).unwrap();
    /// assert_eq!(chess.role_name(queen.role), "queen");
    /// ```
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board().piece(square)
    }

    /// The legal moves of the piece on a square, in the order of [`Position::legal_moves`]; drops come
    /// from no square.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
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

    /// The legal moves that end on a square, drops included, in the order of
    /// [`Position::legal_moves`]; a castling ends where the king does.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let square = chess.square("f3").unwrap();
    /// assert_eq!(chess.start().moves_to(square).len(), 2); // f2-f3 and Nf3
    /// ```
    pub fn moves_to(&self, square: Square) -> Vec<Move> {
        self.listed_moves(|to| to == square)
    }

    /// The legal moves of all pieces of one kind, those from the hand included, in the order of
    /// [`Position::legal_moves`].
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let knight = chess.role("knight").unwrap();
    /// assert_eq!(chess.start().moves_of(knight).len(), 4);
    /// ```
    pub fn moves_of(&self, role: Role) -> Vec<Move> {
        let moves = self.legal_moves().into_iter();
        moves.filter(|mv| mv.piece.role == role).collect()
    }

    /// The legal moves that capture, in the order of [`Position::legal_moves`].
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let centre = chess.parse_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(centre.captures().len(), 1);
    /// ```
    pub fn captures(&self) -> Vec<Move> {
        let moves = self.legal_moves().into_iter();
        moves.filter(Move::is_capture).collect()
    }

    /// The squares of the pieces of a side that could capture on a square if it were their turn. Where no
    /// piece of the other side stands, it is asked whether its royal piece could be captured there, or
    /// its first kind of piece in a game without royal ones. Nothing is asked about the safety of the
    /// attackers' own royal pieces.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
    /// use ferz::state::Color;
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let start = chess.start();
    /// let attackers = start.attackers(chess.square("f3").unwrap(), Color::White);
    /// assert_eq!(attackers.len(), 3); // e2, g2, g1
    /// ```
    pub fn attackers(&self, target: Square, by: Color) -> SquareSet {
        let by_tables = self
            .layout()
            .and_then(|(plan, layout)| layout.attackers(plan, target, by));
        by_tables.unwrap_or_else(|| self.attackers_by_rules(target, by))
    }

    /// [`Position::attackers`] as one of the two engines finds them; both find the same.
    pub fn attackers_with(&self, target: Square, by: Color, strategy: Strategy) -> SquareSet {
        match strategy {
            Strategy::Fastest => self.attackers(target, by),
            Strategy::General => self.attackers_by_rules(target, by),
        }
    }

    fn attackers_by_rules(&self, target: Square, by: Color) -> SquareSet {
        let book = self.variant().book();
        let mut setup = self.setup().clone();
        let color = by.opponent();
        let victim = setup.board.piece(target);
        if victim.is_none_or(|piece| piece.color == by) {
            let mut roles = self.variant().roles();
            let royal = roles.find(|role| book.role(*role).royal);
            let role = royal.unwrap_or(Role::new(0));
            setup.board.put(target, Piece { color, role });
        }
        let attacks =
            |from: Square| attacked_by(book, &setup, target, by, |square, _| square == from);
        let pieces = setup.board.squares_of(by).iter();
        pieces.filter(|from| attacks(*from)).collect()
    }

    /// The squares of the royal pieces of a side.
    pub fn royals(&self, side: Color) -> SquareSet {
        self.variant().book().royals(self.setup(), side).collect()
    }

    /// The squares of the pieces that attack a royal piece of the side to move.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let check = chess.parse_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").unwrap();
    /// assert!(check.is_check());
    /// assert_eq!(check.checkers().iter().next(), chess.square("e1"));
    /// ```
    pub fn checkers(&self) -> SquareSet {
        let us = self.turn();
        let mut found = SquareSet::new();
        for royal in &self.royals(us) {
            found.unite(&self.attackers(royal, us.opponent()));
        }
        found
    }

    /// Whether a side may still win, as far as the pieces tell: not in a dead position, which nobody can
    /// win, and not with a bare king that can never give check. Nothing is asked about skill, and where it
    /// is not known the answer is that it may.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
    /// use ferz::state::Color;
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let queen = chess.parse_fen("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").unwrap();
    /// assert!(queen.may_win(Color::White));
    /// assert!(!queen.may_win(Color::Black));
    /// ```
    pub fn may_win(&self, side: Color) -> bool {
        let (book, setup) = (self.variant().book(), self.setup());
        !is_dead(book, setup) && !is_harmless(book, setup, side)
    }

    /// Whether a legal move leaves the side that is to move after it in check.
    ///
    /// ```
    /// use ferz::game::Variant;
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

    /// The same position with the other side to move, as if a move had been passed: nothing can be
    /// captured en passant, and clocks stand still. The rules of the game are not asked whether it may be
    /// passed, and the side that is not to move may be in check.
    ///
    /// ```
    /// use ferz::definition::Catalog;
    /// use ferz::game::Variant;
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let passed = chess.start().null_move();
    /// assert_eq!(passed.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    pub fn null_move(&self) -> Position {
        self.with_turn(self.turn().opponent())
    }
}
