//! Queries of a rule about a position.

use std::fmt;

use crate::definition::{CapturedTo, RoyalRule, VariantDef};
use crate::geometry::{BoardShape, Square, SquareSet};
use crate::rules::data::{
    After, Imagined, Moves, Phases, RoleMove, RuleContext, RuleMovement, Threat,
};
use crate::rules::effects::{is_frozen, is_protected, perform_effects};
use crate::rules::ends::ended_at_home;
use crate::rules::rights::kept_first_moves;
use crate::rules::special_moves::{PromotionOutcome, paired_promotions, promotion_outcomes};
use crate::source::budget::spend;
use crate::state::{
    Board, Cell, Color, Effect, Hand, Letters, Move, MoveKind, Piece, Role, RuleId, RuleState,
    Setup,
};

impl<'a> RuleContext<'a> {
    /// The variant's definition.
    #[doc(hidden)]
    pub fn def(&self) -> &'a VariantDef {
        &self.rules.def
    }

    /// The shape of the board with its squares and their names.
    pub fn shape(&self) -> &'a BoardShape {
        &self.rules.shape
    }

    /// The letters of the pieces.
    #[doc(hidden)]
    pub fn letters(&self) -> &'a Letters {
        &self.rules.letters
    }

    /// The whole setup, with clocks, hands and the states of rules.
    pub fn setup(&self) -> &'a Setup {
        self.setup
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        &self.setup.board
    }

    /// The board at the start of the game.
    pub fn home(&self) -> &'a Board {
        &self.rules.home
    }

    /// The squares of the unmoved pieces for which this matters: for first moves, castling or other
    /// rules. Games record only these.
    pub fn unmoved(&self) -> SquareSet {
        kept_first_moves(self.rules, self.setup)
    }

    /// The effect that keeps the piece on a square unmoved; `None` if it has moved, or if this does not matter.
    pub(crate) fn stays_unmoved(&self, square: Square) -> Option<Effect> {
        let mut castles = self.setup().special.castles.iter();
        let is_unmoved = self.unmoved().contains(square)
            || castles.any(|right| right.king == square || right.partner == square);
        is_unmoved.then_some(Effect::Unmove { square })
    }

    /// Whether the game is still being set up, so that only moves offered by the set-up rule are legal.
    #[doc(hidden)]
    pub fn is_being_set_up(&self) -> bool {
        self.rules.set_up_by(self.setup).is_some()
    }

    /// Whether the rules that apply during set-up permit a piece on a square.
    pub(crate) fn may_be_set_up(&self, piece: Piece, to: Square) -> bool {
        let mv = Move::drop_of(piece, to);
        let mut active = self.rules.rules_in(Phases::EFFECT);
        active.all(|(rule, named)| {
            let mut moves = Moves::default();
            if !named.rule.acts_on_set_up() {
                return true;
            }
            let at = RuleContext::new(self.rules, self.setup, rule);
            named.rule.effect(&at, mv.clone(), &mut moves);
            moves.drain().next().is_some()
        })
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.setup.turn
    }

    /// The position at the start of the game.
    pub(crate) fn start(&self) -> Option<RuleContext<'a>> {
        let setup = self.rules.start_setup()?;
        Some(RuleContext { setup, ..*self })
    }

    /// The side that moves first in the game.
    #[doc(hidden)]
    pub fn first_side(&self) -> Color {
        self.rules
            .start_setup()
            .map_or(Color::White, |setup| setup.turn)
    }

    /// A side's hand.
    pub fn hand(&self, color: Color) -> &'a Hand {
        &self.setup.hands[color.index()]
    }

    /// The kinds of a side's pieces off the board: in its hand, or in the stock of a rule.
    #[doc(hidden)]
    pub fn waiting(&self, color: Color) -> Vec<Role> {
        let in_hand = self.hand(color).iter().map(|(role, _)| role);
        let mut kinds: Vec<Role> = in_hand.collect();
        for (_, stock) in self.rules.stocks(self.setup) {
            kinds.extend(stock.of_side(color).iter().map(|(role, _)| role));
        }
        kinds
    }

    /// The kind of a piece in hand before it is dropped: its unpromoted kind.
    #[doc(hidden)]
    pub fn kind_in_hand(&self, piece: Piece) -> Role {
        self.rules.dropped_from(piece)
    }

    /// The kind of a captured piece in hand: its unpromoted kind, unless promoted pieces stay promoted.
    #[doc(hidden)]
    pub fn kind_as_captured(&self, piece: Piece) -> Role {
        self.rules.in_hand(piece)
    }

    /// The piece on a square; `None` for squares that are not on the board.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let exists = self.rules.has_square(square);
        exists.then(|| self.setup.board.piece(square)).flatten()
    }

    /// Whether a square is on the board and empty.
    pub fn is_empty(&self, square: Square) -> bool {
        self.rules.has_square(square) && self.rules.is_free(self.setup, square)
    }

    /// The kind of piece with this name.
    pub fn role(&self, name: &str) -> Option<Role> {
        self.rules.def.pieces.get_index_of(name).map(Role::new)
    }

    /// The fate of captured pieces.
    #[doc(hidden)]
    pub fn captured_to(&self) -> CapturedTo {
        self.rules.facts.captured_to
    }

    /// The meaning of royal pieces.
    #[doc(hidden)]
    pub fn demand(&self) -> RoyalRule {
        self.rules.facts.royal
    }

    /// Whether a kind of piece is royal.
    pub fn is_royal(&self, role: Role) -> bool {
        self.rules
            .roles
            .get(role.index())
            .is_some_and(|role| role.royal)
    }

    /// The piece that another one counts as if kinds are counted: in some games a promoted piece
    /// counts as its unpromoted kind.
    #[doc(hidden)]
    pub fn counted_as(&self, piece: Piece) -> Piece {
        let kind = self.rules.kind(piece.role);
        let role = kind.map_or(piece.role, Role::from);
        Piece { role, ..piece }
    }

    /// The squares of a side's royal pieces.
    pub fn royals(&self, color: Color) -> impl Iterator<Item = Square> + 'a {
        self.rules.royals(self.setup, color)
    }

    /// Whether the game is over because a royal piece has been captured, in variants played to its capture.
    pub(crate) fn has_captured_king(&self) -> bool {
        ended_at_home(self.rules, self.setup).is_some()
    }

    /// The state of the rule.
    pub fn state(&self) -> &'a RuleState {
        self.setup.special.custom.get(self.rule)
    }

    /// The state of another rule of the variant, by name.
    #[doc(hidden)]
    pub fn state_of(&self, name: &str) -> Option<&'a RuleState> {
        self.rule_of(name).map(|(_, state)| state)
    }

    /// Another rule of the variant and its state, by name.
    pub(crate) fn rule_of(&self, name: &str) -> Option<(RuleId, &'a RuleState)> {
        let rule = self.rules.rule_id(name)?;
        Some((rule, self.setup.special.custom.get(rule)))
    }

    /// The effect that changes the state of this rule.
    pub fn remembering(&self, state: RuleState) -> Effect {
        let rule = self.rule;
        Effect::State { rule, state }
    }

    /// The effect that supplies the piece that a move brings from the stock of this rule.
    #[doc(hidden)]
    pub fn supplying(&self) -> Effect {
        Effect::Supply { rule: self.rule }
    }

    /// The number of this rule.
    #[doc(hidden)]
    pub fn rule(&self) -> RuleId {
        self.rule
    }

    /// The normal move of the piece on `from` to `to`, which captures an enemy piece on `to`.
    /// `None` if `from` is empty, if `to` has a piece of the same side or a wall, or if either
    /// square is not on the board.
    pub fn step(&self, from: Square, to: Square) -> Option<Move> {
        let piece = self.piece(from)?;
        if !self.rules.has_square(to) {
            return None;
        }
        let mut mv = Move::walk(piece, from, to);
        match self.setup.board.get(to) {
            Cell::Empty if self.rules.is_free(self.setup, to) => {}
            Cell::Piece(victim) if victim.color != piece.color => mv.captures.push(to),
            Cell::Empty | Cell::Wall | Cell::Piece(_) => return None,
        }
        Some(mv)
    }

    /// The move with the consequences of the abilities of pieces: further victims, the fate of the
    /// mover, and burning. Empty if the piece is frozen or a victim is protected.
    #[doc(hidden)]
    pub fn with_consequences(&self, mv: &Move) -> Vec<Move> {
        (self.rules.finder.with_consequences)(self.rules, self.setup, mv)
    }

    /// Whether a piece could ever move from a square of a board with no other pieces and the present walls.
    #[doc(hidden)]
    pub fn can_leave(&self, piece: Piece, from: Square) -> bool {
        self.rules.has_square(from) && self.rules.can_leave_among(self.board(), piece, from)
    }

    /// Whether a piece on a square can be captured and no move of its side other than castling
    /// prevents it, without custom rules.
    pub(crate) fn is_trapped(&self, piece: Piece, square: Square) -> bool {
        let is_hit = |at: &RuleContext<'_>, square: Square| {
            let mut enemies = at.board().pieces_of(piece.color.opponent());
            enemies.any(|(from, _)| at.walks_hit(from, square))
        };
        let saves = |mv: &Move| {
            let after = self.relocated(mv);
            let goal = if mv.from == square { mv.to } else { square };
            spend(Move::WORK).is_err() || !is_hit(&after.position(), goal)
        };
        is_hit(self, square)
            && !self.board().pieces_of(piece.color).any(|(from, _)| {
                let moves = self.walks(from);
                let mut moves = moves.iter().filter(|mv| mv.kind != MoveKind::Castle);
                moves.any(saves)
            })
    }

    /// Whether an enemy piece freezes the piece on a square.
    #[doc(hidden)]
    pub fn is_frozen(&self, square: Square) -> bool {
        let mut piece = self.piece(square).into_iter();
        piece.any(|piece| is_frozen(self.rules, self.setup, square, piece))
    }

    /// Whether a piece of a side on a square is, or would be, protected from capture by another piece of its side.
    #[doc(hidden)]
    pub fn is_protected(&self, square: Square, side: Color) -> bool {
        self.rules.has_square(square) && is_protected(self.rules, self.setup, square, side)
    }

    /// The pseudo-legal moves of the piece on a square by its own movement, without additions by rules.
    pub fn walks(&self, from: Square) -> Vec<Move> {
        self.piece(from)
            .map_or_else(Vec::new, |piece| self.walks_as(from, piece.role))
    }

    /// The pseudo-legal moves of the piece on a square by the movement of another kind. The piece keeps its kind.
    #[doc(hidden)]
    pub fn walks_as(&self, from: Square, role: Role) -> Vec<Move> {
        match self.piece(from) {
            Some(piece) if role.index() < self.rules.roles.len() => {
                let piece = Piece { role, ..piece };
                (self.rules.finder.walks)(self.rules, self.setup, from, piece)
            }
            _ => Vec::new(),
        }
    }

    /// The moves of the piece on a square by a movement of the rule, without castling.
    #[doc(hidden)]
    pub fn walks_by(&self, from: Square, movement: &RuleMovement) -> Vec<Move> {
        let (rules, setup) = (self.rules, self.setup);
        self.piece(from).map_or_else(Vec::new, |piece| {
            (rules.finder.walks_by)(rules, setup, from, piece, movement.moves())
        })
    }

    /// The moves of the piece on a square by the movement of another kind, without first moves,
    /// castling and en passant. The piece keeps its kind and its own promotion.
    #[doc(hidden)]
    pub fn lent_walks(&self, from: Square, role: Role) -> Vec<Move> {
        let (rules, setup) = (self.rules, self.setup);
        let piece = self.piece(from);
        let piece = piece.filter(|_| role.index() < rules.roles.len());
        piece.map_or_else(Vec::new, |piece| {
            (rules.finder.walks_by)(rules, setup, from, piece, rules.role(role).imitable())
        })
    }

    /// Whether the piece on a square could capture on another square by the
    /// [lent](RuleContext::lent_walks) moves.
    #[doc(hidden)]
    pub fn lent_walks_hit(&self, from: Square, role: Role, target: Square) -> bool {
        let is_known = role.index() < self.rules.roles.len();
        is_known && self.hits_by(from, self.rules.role(role).imitable(), target)
    }

    /// Whether the piece on a square could capture on another by a movement of the rule.
    #[doc(hidden)]
    pub fn walks_hit_by(&self, from: Square, movement: &RuleMovement, target: Square) -> bool {
        self.hits_by(from, movement.moves(), target)
    }

    fn hits_by(&self, from: Square, by: &[RoleMove], target: Square) -> bool {
        let (rules, setup) = (self.rules, self.setup);
        let piece = self.piece(from).filter(|_| rules.has_square(target));
        piece
            .is_some_and(|piece| (rules.finder.walks_hit_by)(rules, setup, from, piece, by, target))
    }

    /// Whether the piece on a square could capture on another by its own movement, without custom rules.
    pub fn walks_hit(&self, from: Square, target: Square) -> bool {
        self.piece(from)
            .is_some_and(|piece| self.walks_hit_as(from, piece.role, target))
    }

    /// Whether the piece on a square could capture on another by the movement of another kind,
    /// without custom rules.
    #[doc(hidden)]
    pub fn walks_hit_as(&self, from: Square, role: Role, target: Square) -> bool {
        let there = self.rules.has_square(target) && role.index() < self.rules.roles.len();
        self.piece(from).filter(|_| there).is_some_and(|piece| {
            let piece = Piece { role, ..piece };
            (self.rules.finder.walks_hit)(self.rules, self.setup, from, piece, target)
        })
    }

    /// Whether the piece on a square attacks another square, by all rules.
    pub fn attacks(&self, from: Square, target: Square) -> bool {
        if self.in_attack {
            return self.walks_hit(from, target);
        }
        let piece = self.piece(from);
        piece.is_some_and(|piece| {
            let (rules, setup) = (self.rules, self.setup);
            rules.has_square(target) && (rules.finder.attacks)(rules, setup, from, piece, target)
        })
    }

    /// The squares of a side's pieces that attack a square.
    pub fn attackers(&self, target: Square, by: Color) -> Vec<Square> {
        let pieces = self.setup.board.pieces_of(by);
        let squares = pieces.map(|(from, _)| from);
        squares.filter(|from| self.attacks(*from, target)).collect()
    }

    /// Whether a side attacks a square.
    pub fn is_attacked(&self, target: Square, by: Color) -> bool {
        let mut pieces = self.setup.board.pieces_of(by);
        pieces.any(|(from, _)| self.attacks(from, target))
    }

    /// The possible promotions of a piece that moves to a square: a kind, or `None` for no
    /// promotion. Empty if promotion is mandatory and impossible.
    #[doc(hidden)]
    pub fn endings(&self, piece: Piece, to: Square) -> Vec<Option<Role>> {
        let is_known = piece.role.index() < self.rules.roles.len() && self.rules.has_square(to);
        let endings = is_known.then(|| promotion_outcomes(self.rules, self.setup, piece, to));
        let role = |outcome: &PromotionOutcome| match outcome {
            PromotionOutcome::Stay => None,
            PromotionOutcome::Become { role, .. } => Some(*role),
        };
        endings.iter().flatten().map(role).collect()
    }

    /// The search limit for series of jumps: the number of states, squares with their victims so
    /// far, that the pieces of one side may reach.
    #[doc(hidden)]
    pub fn series_limit(&self) -> usize {
        self.rules.limits.series
    }

    /// The legal moves of the position, by all rules. Empty during a test for attacks, and empty at
    /// the fourth level of recursion, as in a rule whose answer depends on this list.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.in_attack {
            return Vec::new();
        }
        (self.rules.finder.legal_moves)(self.rules, self.setup)
    }

    /// Whether the game continues and the side to move has no legal move. `false` during a test for attacks.
    pub fn is_stuck(&self) -> bool {
        !self.in_attack && (self.rules.finder.is_stuck)(self.rules, self.setup)
    }

    /// The moves that the side to move would have if the game continued, found as by
    /// [`legal_moves`](RuleContext::legal_moves): for a rule that grants a reply before it ends the game.
    #[doc(hidden)]
    pub fn replies(&self) -> Vec<Move> {
        if self.in_attack {
            return Vec::new();
        }
        (self.rules.finder.replies)(self.rules, self.setup)
    }

    /// The winner of a game that would be drawn now, by the rules that
    /// [adjudicate](crate::rules::Rule::adjudicate) it: for a rule that ends the game in a draw subject to them.
    #[doc(hidden)]
    pub fn adjudicated(&self) -> Option<Color> {
        self.rules.adjudicated(self.setup)
    }

    /// The moves by which the piece on a square threatens pieces on the squares `meant`, each with
    /// its victim. Of a series of jumps, the first jump counts. Captures without a jump by a piece
    /// that jumps in series are included only with `steps`. The safety of the moves is not tested.
    #[doc(hidden)]
    pub fn threats(&self, from: Square, meant: &SquareSet, steps: bool) -> Vec<Threat> {
        (self.rules.finder.threats)(self.rules, self.setup, from, meant, steps)
    }

    /// The squares from which a piece could ever make such a [threat](RuleContext::threats) to a
    /// piece on `target` that is not captured en passant, on any board; `None` if this depends on
    /// more than the squares.
    #[doc(hidden)]
    pub fn threatens_from(&self, piece: Piece, target: Square, steps: bool) -> Option<SquareSet> {
        self.rules.threatens_from(piece, target, steps)
    }

    /// The same position with a side to move and without en passant captures.
    #[doc(hidden)]
    pub fn with_turn(&self, side: Color) -> Imagined<'a> {
        let mut setup = self.setup.clone();
        setup.turn = side;
        setup.en_passant.clear();
        Imagined {
            actual: *self,
            setup,
        }
    }

    /// The position after a move that can be performed. During a test for attacks, only the
    /// relocations and effects are performed.
    pub fn after<'m>(&self, mv: &'m Move) -> After<'m>
    where
        'a: 'm,
    {
        After::new(*self, mv)
    }

    /// Whether a move that can be performed leaves the royal pieces of its side safe, including the
    /// path of a castling. `true` during a test for attacks.
    pub fn is_safe(&self, mv: &Move) -> bool {
        self.in_attack || (self.rules.finder.is_safe)(self.rules, self.setup, mv)
    }

    /// The position after the relocations and effects of a move that can be performed, without any
    /// later phase and without new states of rules.
    #[doc(hidden)]
    pub fn relocated<'m>(&self, mv: &'m Move) -> After<'m>
    where
        'a: 'm,
    {
        After {
            is_relocation: true,
            ..After::new(*self, mv)
        }
    }

    /// The same position with a changed board, such as one with emptied squares.
    #[doc(hidden)]
    pub fn imagined(&self, change: impl FnOnce(&mut Board)) -> Imagined<'a> {
        self.changed(|setup| change(&mut setup.board))
    }

    /// The position after some effects.
    pub(crate) fn performed(&self, effects: &[Effect]) -> Imagined<'a> {
        self.changed(|setup| perform_effects(effects, setup))
    }

    fn changed(&self, change: impl FnOnce(&mut Setup)) -> Imagined<'a> {
        let _ = spend(self.setup.copying());
        let mut setup = self.setup.clone();
        change(&mut setup);
        Imagined {
            actual: *self,
            setup,
        }
    }

    /// The kinds that the moving piece may have after a move, by all rules of promotion.
    #[doc(hidden)]
    pub fn kinds_after(&self, mv: &Move) -> Vec<Role> {
        if mv.promotion.is_some() || mv.kind != MoveKind::Normal || !self.rules.has_move_rules {
            return vec![mv.role_after()];
        }
        let (rules, piece) = (self.rules, mv.piece);
        let is_capture = mv.captures.contains(&mv.to);
        let squares = (mv.from, mv.to);
        let endings = paired_promotions(rules, self.setup, piece, squares, is_capture);
        let endings = endings.into_iter();
        endings.map(|turned| turned.unwrap_or(piece.role)).collect()
    }

    /// Whether a side is in check. `false` during a test for attacks.
    pub fn is_check(&self, color: Color) -> bool {
        !self.in_attack && (self.rules.finder.in_check)(self.rules, self.setup, color)
    }
}

impl fmt::Debug for RuleContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuleContext")
            .field("variant", &self.rules.def.name)
            .field("setup", &self.setup)
            .finish_non_exhaustive()
    }
}
