//! What a rule may ask about a position.

use std::fmt;

use crate::definition::{CaptureFate, RoyalRule, VariantDef};
use crate::geometry::{BoardShape, Square, SquareSet};
use crate::rules::{
    CompiledRules, PromotionOutcome, RoleMove, ended_at_home, frozen, is_frozen, is_protected,
    kept_first_moves, perform_effects, promotion_outcomes, turned_over,
};
use crate::source::budget::spend;
use crate::state::{
    Board, Cell, Color, Effect, Hand, Letters, Move, MoveKind, Piece, Role, RuleId, RuleState,
    Setup,
};

use super::after::{After, Imagined};
use super::answers::Threat;
use super::movement::RuleMovement;
use super::phases::Phases;
use super::reach::RuleReach;
use super::sink::Moves;

/// A position as a rule sees it.
#[derive(Clone, Copy)]
pub struct RuleContext<'a> {
    pub(super) book: &'a CompiledRules,
    pub(super) setup: &'a Setup,
    pub(super) rule: RuleId,
    /// Whether the rule is being asked about an attack.
    pub(super) in_attack: bool,
}

impl<'a> RuleContext<'a> {
    pub(crate) fn new(book: &'a CompiledRules, setup: &'a Setup, rule: RuleId) -> RuleContext<'a> {
        RuleContext {
            book,
            setup,
            rule,
            in_attack: false,
        }
    }

    /// The same, while attacks are asked for.
    pub(crate) fn in_attack(self) -> RuleContext<'a> {
        RuleContext {
            in_attack: true,
            ..self
        }
    }

    /// The variant's definition.
    pub fn def(&self) -> &'a VariantDef {
        &self.book.def
    }

    /// The board's shape: which squares there are, and what they are called.
    pub fn shape(&self) -> &'a BoardShape {
        &self.book.shape
    }

    /// The letters of the pieces.
    pub fn letters(&self) -> &'a Letters {
        &self.book.letters
    }

    /// The whole arrangement, with clocks, hands and what else is remembered.
    pub fn setup(&self) -> &'a Setup {
        self.setup
    }

    /// Who stands where.
    pub fn board(&self) -> &'a Board {
        &self.setup.board
    }

    /// Who stands where at the start of the game.
    pub fn home(&self) -> &'a Board {
        self.book.home()
    }

    /// The squares of the unmoved pieces of which it matters that they have not moved, for a first move,
    /// for castling or for another rule: those of which the game remembers it.
    pub fn unmoved(&self) -> SquareSet {
        kept_first_moves(self.book, self.setup)
    }

    /// The effect by which a piece that stays on its square has not moved; `None` if it had moved before, or if that
    /// does not matter.
    pub(crate) fn stays_unmoved(&self, square: Square) -> Option<Effect> {
        let mut castles = self.setup().special.castles.iter();
        let is_unmoved = self.unmoved().contains(square)
            || castles.any(|right| right.king == square || right.partner == square);
        is_unmoved.then_some(Effect::Unmove { square })
    }

    /// Whether the game is still being set up, so that nothing may be played but what the rule about that offers.
    pub fn is_being_set_up(&self) -> bool {
        self.book.set_up_by(self.setup).is_some()
    }

    /// Whether the rules that have an effect on what is set up let a piece be put on a square.
    pub(crate) fn may_be_set_up(&self, piece: Piece, to: Square) -> bool {
        let mv = Move {
            kind: MoveKind::Drop,
            ..Move::walk(piece, to, to)
        };
        let mut rules = self.book.rules_in(Phases::EFFECT);
        rules.all(|(rule, named)| {
            let mut moves = Moves::default();
            if !named.rule.acts_on_set_up() {
                return true;
            }
            let at = RuleContext::new(self.book, self.setup, rule);
            named.rule.effect(&at, mv.clone(), &mut moves);
            moves.drain().next().is_some()
        })
    }

    /// Who moves next.
    pub fn turn(&self) -> Color {
        self.setup.turn
    }

    /// The position at the start of the game.
    pub(crate) fn start(&self) -> Option<RuleContext<'a>> {
        let setup = self.book.start_setup()?;
        Some(RuleContext { setup, ..*self })
    }

    /// Who has the first move of the game.
    pub fn first_side(&self) -> Color {
        self.book
            .start_setup()
            .map_or(Color::White, |setup| setup.turn)
    }

    /// A side's hand.
    pub fn hand(&self, color: Color) -> &'a Hand {
        &self.setup.hands[color.index()]
    }

    /// The kinds of a side's pieces that wait beside the board: in its hand, or in what rules hold.
    pub fn waiting(&self, color: Color) -> Vec<Role> {
        let in_hand = self.hand(color).iter().map(|(role, _)| role);
        let mut kinds: Vec<Role> = in_hand.collect();
        for (_, stock) in self.book.stocks(self.setup) {
            kinds.extend(stock.of_side(color).iter().map(|(role, _)| role));
        }
        kinds
    }

    /// The kind as which a piece waits in a hand before it is dropped: a promoted piece as what it was.
    pub fn kind_in_hand(&self, piece: Piece) -> Role {
        self.book.dropped_from(piece)
    }

    /// The kind as which a captured piece waits in a hand: a promoted piece as what it was, unless such pieces stay
    /// promoted.
    pub fn kind_as_captured(&self, piece: Piece) -> Role {
        self.book.in_hand(piece)
    }

    /// The piece on a square, if there is one. A square that is not there has none.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let exists = self.book.has_square(square);
        exists.then(|| self.setup.board.piece(square)).flatten()
    }

    /// Whether a square is there and nothing stands on it.
    pub fn is_empty(&self, square: Square) -> bool {
        self.book.has_square(square) && self.book.is_free(self.setup, square)
    }

    /// The kind of piece with this name.
    pub fn role(&self, name: &str) -> Option<Role> {
        self.book.def.pieces.get_index_of(name).map(Role::new)
    }

    /// What becomes of captured pieces.
    pub fn captured(&self) -> CaptureFate {
        self.book.captured()
    }

    /// What the royal pieces demand.
    pub fn demand(&self) -> RoyalRule {
        self.book.royal()
    }

    /// Whether a kind of piece is royal.
    pub fn is_royal(&self, role: Role) -> bool {
        self.book
            .roles
            .get(role.index())
            .is_some_and(|role| role.royal)
    }

    /// The piece as which another one counts where kinds are counted: in some games a promoted piece counts
    /// as what it was.
    pub fn counted_as(&self, piece: Piece) -> Piece {
        let kind = self.book.kind(piece.role);
        let role = kind.map_or(piece.role, Role::from);
        Piece { role, ..piece }
    }

    /// The squares of a side's royal pieces.
    pub fn royals(&self, color: Color) -> impl Iterator<Item = Square> + 'a {
        self.book.royals(self.setup, color)
    }

    /// Whether the game is over because a royal piece has been captured, where these are.
    pub(crate) fn has_captured_king(&self) -> bool {
        ended_at_home(self.book, self.setup).is_some()
    }

    /// What the rule remembers.
    pub fn state(&self) -> &'a RuleState {
        self.setup.special.custom.get(self.rule)
    }

    /// What another custom rule of the variant remembers, by its name.
    pub fn state_of(&self, name: &str) -> Option<&'a RuleState> {
        self.rule_of(name).map(|(_, state)| state)
    }

    /// Another custom rule of the variant with what it remembers, by its name.
    pub(crate) fn rule_of(&self, name: &str) -> Option<(RuleId, &'a RuleState)> {
        let rule = self.book.rule_id(name)?;
        Some((rule, self.setup.special.custom.get(rule)))
    }

    /// The effect that the rule remembers something else from now on.
    pub fn remembering(&self, state: RuleState) -> Effect {
        let rule = self.rule;
        Effect::State { rule, state }
    }

    /// The effect that the piece that a move brings comes from what the rule holds.
    pub fn supplying(&self) -> Effect {
        Effect::Supply { rule: self.rule }
    }

    /// The number of the rule.
    pub fn rule(&self) -> RuleId {
        self.rule
    }

    /// The plain move of the piece on `from` to `to`, where it captures an opposing piece. `None` if
    /// nothing stands on `from`, or a piece of the same side or a wall on `to`, or either square is
    /// not there.
    pub fn step(&self, from: Square, to: Square) -> Option<Move> {
        let piece = self.piece(from)?;
        if !self.book.has_square(to) {
            return None;
        }
        let mut mv = Move::walk(piece, from, to);
        match self.setup.board.get(to) {
            Cell::Empty if self.book.is_free(self.setup, to) => {}
            Cell::Piece(victim) if victim.color != piece.color => mv.captures.push(to),
            Cell::Empty | Cell::Wall | Cell::Piece(_) => return None,
        }
        Some(mv)
    }

    /// A move of the piece on `mv.from` with what follows from it by what pieces do beside their moves:
    /// further victims, what becomes of the mover, its being burned. Nothing if the piece is frozen or a
    /// victim protected.
    pub fn with_consequences(&self, mv: &Move) -> Vec<Move> {
        self.book
            .finder()
            .with_consequences(self.book, self.setup, mv)
    }

    /// Whether a piece could ever move from a square, if it stood there alone among the walls.
    pub fn can_leave(&self, piece: Piece, from: Square) -> bool {
        self.book.has_square(from) && self.book.can_leave_among(self.board(), piece, from)
    }

    /// Whether a piece on a square could be captured, and no move of its side other than castling saves it from that,
    /// whatever custom rules say.
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

    /// Whether an opposing piece freezes the piece on a square.
    pub fn is_frozen(&self, square: Square) -> bool {
        let mut piece = self.piece(square).into_iter();
        piece.any(|piece| is_frozen(self.book, self.setup, square, piece))
    }

    /// The squares of the pieces of a side that opposing pieces freeze.
    pub fn frozen(&self, side: Color) -> SquareSet {
        frozen(self.book, self.setup, side)
    }

    /// Whether a piece of a side that stands on a square, or would stand there, cannot be captured because
    /// a friend protects it.
    pub fn is_protected(&self, square: Square, side: Color) -> bool {
        self.book.has_square(square) && is_protected(self.book, self.setup, square, side)
    }

    /// The moves that the piece on a square has by itself: pseudo-legal ones, without what rules add
    /// to them.
    pub fn walks(&self, from: Square) -> Vec<Move> {
        self.piece(from)
            .map_or_else(Vec::new, |piece| self.walks_as(from, piece.role))
    }

    /// The moves that the piece on a square would have by itself if it were of another kind. It stays
    /// what it is when it makes them.
    pub fn walks_as(&self, from: Square, role: Role) -> Vec<Move> {
        match self.piece(from) {
            Some(piece) if role.index() < self.book.roles.len() => {
                let piece = Piece { role, ..piece };
                self.book.finder().walks(self.book, self.setup, from, piece)
            }
            _ => Vec::new(),
        }
    }

    /// The moves that the piece on a square would have by a movement that the rule gives to it, without
    /// castling.
    pub fn walks_by(&self, from: Square, movement: &RuleMovement) -> Vec<Move> {
        let (book, setup) = (self.book, self.setup);
        self.piece(from).map_or_else(Vec::new, |piece| {
            let by = movement.moves();
            book.finder().walks_by(book, setup, from, piece, by)
        })
    }

    /// The moves that the piece on a square would have by the move texts of another kind, without first
    /// moves, castling and captures en passant. It stays what it is, and promotes as itself.
    pub fn lent_walks(&self, from: Square, role: Role) -> Vec<Move> {
        let (book, setup) = (self.book, self.setup);
        let piece = self.piece(from);
        let piece = piece.filter(|_| role.index() < book.roles.len());
        piece.map_or_else(Vec::new, |piece| {
            let by = book.imitable(role);
            book.finder().walks_by(book, setup, from, piece, by)
        })
    }

    /// Whether the piece on a square could capture on another by such moves.
    pub fn lent_walks_hit(&self, from: Square, role: Role, target: Square) -> bool {
        let is_known = role.index() < self.book.roles.len();
        is_known && self.hits_by(from, self.book.imitable(role), target)
    }

    /// Whether the piece on a square could capture on another by a movement that the rule gives to it.
    pub fn walks_hit_by(&self, from: Square, movement: &RuleMovement, target: Square) -> bool {
        self.hits_by(from, movement.moves(), target)
    }

    fn hits_by(&self, from: Square, by: &[RoleMove], target: Square) -> bool {
        let (book, setup) = (self.book, self.setup);
        let piece = self.piece(from).filter(|_| book.has_square(target));
        piece.is_some_and(|piece| {
            book.finder()
                .walks_hit_by(book, setup, from, piece, (by, target))
        })
    }

    /// Whether the piece on a square could capture on another one by its own moves, whatever custom
    /// rules say.
    pub fn walks_hit(&self, from: Square, target: Square) -> bool {
        self.piece(from)
            .is_some_and(|piece| self.walks_hit_as(from, piece.role, target))
    }

    /// Whether the piece on a square could capture on another one by its own moves if it were of
    /// another kind, whatever custom rules say.
    pub fn walks_hit_as(&self, from: Square, role: Role, target: Square) -> bool {
        let there = self.book.has_square(target) && role.index() < self.book.roles.len();
        self.piece(from).filter(|_| there).is_some_and(|piece| {
            let piece = Piece { role, ..piece };
            let (book, setup) = (self.book, self.setup);
            self.book
                .finder()
                .walks_hit(book, setup, from, piece, target)
        })
    }

    /// Whether a square is within reach of the piece on another one. `own` is where the piece could capture
    /// by its move texts. Nothing else is asked: neither what stands on the square, nor what rules say.
    pub fn reaches(&self, reach: &RuleReach, from: Square, target: Square) -> bool {
        let there = self.book.has_square(target);
        self.piece(from).filter(|_| there).is_some_and(|piece| {
            let (book, setup) = (self.book, self.setup);
            book.is_within(reach.table(), setup, from, piece, target)
        })
    }

    /// The same from the square of a piece that is known.
    pub(crate) fn reaches_as(
        &self,
        reach: &RuleReach,
        (from, piece): (Square, Piece),
        target: Square,
    ) -> bool {
        let (book, setup) = (self.book, self.setup);
        book.is_within(reach.table(), setup, from, piece, target)
    }

    /// The ways of a reach that is a movement from the piece on a square to another one: the squares
    /// between of which it matters what stands there, for each way. None if no way leads there.
    pub fn ways(&self, reach: &RuleReach, from: Square, target: Square) -> Vec<Vec<Square>> {
        let there = self.book.has_square(target);
        let piece = self.piece(from).filter(|_| there);
        piece.map_or_else(Vec::new, |piece| {
            self.book.ways(reach.table(), from, piece.color, target)
        })
    }

    /// Whether the piece on a square could capture an opposing piece on another, by all rules.
    pub fn attacks(&self, from: Square, target: Square) -> bool {
        if self.in_attack {
            return self.walks_hit(from, target);
        }
        let piece = self.piece(from);
        piece.is_some_and(|piece| {
            let (book, setup) = (self.book, self.setup);
            book.has_square(target) && self.book.finder().attacks(book, setup, from, piece, target)
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

    /// How a move of a piece may end on a square: `None` if it stays what it is, or what it promotes to.
    /// Nothing if it must promote and cannot.
    pub fn endings(&self, piece: Piece, to: Square) -> Vec<Option<Role>> {
        let is_known = piece.role.index() < self.book.roles.len() && self.book.has_square(to);
        let endings = is_known.then(|| promotion_outcomes(self.book, self.setup, piece, to));
        let role = |outcome: &PromotionOutcome| match outcome {
            PromotionOutcome::Stay => None,
            PromotionOutcome::Become { role, .. } => Some(*role),
        };
        endings.iter().flatten().map(role).collect()
    }

    /// How far series of jumps are searched: the number of places, together with the victims so far, to
    /// which the pieces of one side may come.
    pub fn series_limit(&self) -> usize {
        self.book.limits.series
    }

    /// The legal moves of the position, by all rules. While a rule is asked about an attack there are none,
    /// and none where four such lists are being made within one another, as by a rule that asks for the
    /// list of which its answer is a part.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.in_attack {
            return Vec::new();
        }
        self.book.finder().legal_moves(self.book, self.setup)
    }

    /// Whether the game goes on and the side to move has no legal move. While a rule is asked about an attack
    /// this is `false`.
    pub fn is_stuck(&self) -> bool {
        !self.in_attack && self.book.finder().is_stuck(self.book, self.setup)
    }

    /// The moves that the side to move would have if the game went on, as
    /// [`legal_moves`](RuleContext::legal_moves) finds them: for a rule that lets a side answer before it ends
    /// the game.
    pub fn replies(&self) -> Vec<Move> {
        if self.in_attack {
            return Vec::new();
        }
        self.book.finder().replies(self.book, self.setup)
    }

    /// Who wins a game that would be drawn now, by the rules that [adjudicate](super::Rule::adjudicate) it:
    /// for a rule that ends the game by a draw which they may decide.
    pub fn adjudicated(&self) -> Option<Color> {
        self.book.adjudicated(self.setup)
    }

    /// The captures by which the piece on a square could begin to capture what stands on others, each with the
    /// square: of a series of jumps, the first jump counts. Captures by a piece that jumps in series which are
    /// no jumps are threats only with `steps`. Their safety is another question.
    pub fn threats(&self, from: Square, meant: &SquareSet, steps: bool) -> Vec<Threat> {
        let finder = self.book.finder();
        finder.threats(self.book, self.setup, from, meant, steps)
    }

    /// The squares from which a piece could ever make such a [threat](RuleContext::threats) to what stands on
    /// `target` and is not captured in passing, whatever stands around; `None` if more than squares decides.
    pub fn threatens_from(&self, piece: Piece, target: Square, steps: bool) -> Option<SquareSet> {
        self.book.threatens_from(piece, target, steps)
    }

    /// The position as it would be if a side were to move, and could capture nothing in passing.
    pub fn with_turn(&self, side: Color) -> Imagined<'a> {
        let mut setup = self.setup.clone();
        setup.turn = side;
        setup.en_passant.clear();
        Imagined {
            actual: *self,
            setup,
        }
    }

    /// The position after a move that can be performed. While a rule is asked about an attack, only the
    /// pieces have changed squares in it.
    pub fn after<'m>(&self, mv: &'m Move) -> After<'m>
    where
        'a: 'm,
    {
        After::new(*self, mv)
    }

    /// Whether a move that can be performed leaves the royal pieces of its side as safe as the rules
    /// demand, on the way too if it castles. While a rule is asked about an attack this is `true`.
    pub fn is_safe(&self, mv: &Move) -> bool {
        self.in_attack || self.book.finder().is_safe(self.book, self.setup, mv)
    }

    /// The position after a move that can be performed, when its pieces have changed squares and its
    /// effects have happened. Nothing else has followed, and nothing is remembered of it.
    pub fn relocated<'m>(&self, mv: &'m Move) -> After<'m>
    where
        'a: 'm,
    {
        After {
            is_relocation: true,
            ..After::new(*self, mv)
        }
    }

    /// The position as it would be with some squares emptied or walled, to ask what pieces would do then.
    pub fn imagined(&self, change: impl FnOnce(&mut Board)) -> Imagined<'a> {
        self.changed(|setup| change(&mut setup.board))
    }

    /// The position as if effects had happened.
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

    /// The kinds that the piece may be after a move, by all that promotes.
    pub fn kinds_after(&self, mv: &Move) -> Vec<Role> {
        if mv.promotion.is_some() || mv.kind != MoveKind::Normal || !self.book.has_move_rules() {
            return vec![mv.role_after()];
        }
        let (book, piece) = (self.book, mv.piece);
        let is_capture = mv.captures.contains(&mv.to);
        let squares = (mv.from, mv.to);
        let endings = turned_over(book, self.setup, piece, squares, is_capture);
        let endings = endings.into_iter();
        endings.map(|turned| turned.unwrap_or(piece.role)).collect()
    }

    /// Whether the royal pieces of a side are less safe than the rules demand. While a rule is asked
    /// about an attack this is `false`.
    pub fn is_check(&self, color: Color) -> bool {
        !self.in_attack && self.book.finder().in_check(self.book, self.setup, color)
    }
}

impl fmt::Debug for RuleContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuleContext")
            .field("variant", &self.book.def.name)
            .field("setup", &self.setup)
            .finish_non_exhaustive()
    }
}
