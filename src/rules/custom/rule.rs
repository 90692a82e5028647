//! What a rule may say, and when it is asked.

use super::{
    After, AllRules, Attack, Course, CourseWords, Decision, Drops, EndWords, Goal, Halfway, Lack,
    LastRoyal, LegalMoves, Moves, NextTurn, Passing, Past, Phases, Replacement, RuleContext,
    RuleEnd, RuleError, RuleFinding, Stock, Walls, field,
};
use crate::definition::{
    CaptureFate, CaptureRules, CastlingRules, CheckRules, DropRules, EnPassantRules, FirstLeaps,
    PiecePromotion, Reason, RoyalGuard, RoyalRule, VariantDef, Verdict,
};
use crate::geometry::{BoardShape, Square, SquareSet, Zone};
use crate::movement::Movement;
use crate::state::{Color, Effects, Move, Piece, Role, RuleState};

/// A rule of a program's own.
///
/// All methods have a default that says nothing, so a rule is as long as what it does. A rule is
/// asked about many positions, in any order and by several threads: what it learns about a game it
/// keeps in the position, as its [state](Rule::remember).
///
/// The page `docs/custom-rules.md` shows how a rule is written.
pub trait Rule: Send + Sync {
    /// Sees what all rules of a variant say, this one included: once, when all of them are made and before anything
    /// is asked about a position. A rule keeps of it what it needs. What the rules say there is settled already, so
    /// it does not depend on what a rule sees.
    ///
    /// # Errors
    /// If the rule cannot stand beside that.
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        let _ = all;
        Ok(())
    }

    /// The phases in which the rule has something to say. It is asked in no other, so a rule that names
    /// the few that it needs costs nothing in the rest.
    fn phases(&self) -> Phases {
        Phases::ALL
    }

    /// Adds what may be played beside the moves of the pieces.
    ///
    /// What is added is treated as a move of the piece: it may promote, walls and gates follow, the
    /// royal pieces must be safe afterwards. A move that another one equals is listed once. A move that
    /// cannot be performed, such as one from an empty square, is refused; see
    /// [`Position::rule_findings`](crate::game::Position::rule_findings).
    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        let _ = (at, moves);
    }

    /// Adds where pieces may be dropped, beside the moves that the rule offers. Whole sets of squares cost
    /// less than a move for each, and are counted without making any.
    fn drops(&self, at: &RuleContext<'_>, drops: &mut Drops) {
        let _ = (at, drops);
    }

    /// How many moves the rule offers and drops together, if it can say so without making any of them. It is
    /// asked while it [sets the game up](Rule::sets_up).
    fn count_offered(&self, at: &RuleContext<'_>) -> Option<u64> {
        let _ = at;
        None
    }

    /// Whether the game is still being set up. Then nothing may be played but what this rule
    /// [offers](Rule::offer) and [drops](Rule::drops), no rule ends the game, moves are not
    /// counted, and rules that [decide](Rule::decides) about turns are not told of them.
    fn sets_up(&self, at: &RuleContext<'_>) -> bool {
        let _ = at;
        false
    }

    /// Who moves next after such a move; the other side if nothing is said. `after` is what
    /// [`Rule::remember`] is asked about.
    fn next_to_set_up(&self, mv: &Move, after: &RuleContext<'_>) -> Color {
        let _ = mv;
        after.turn()
    }

    /// Whether the rule has its effect and what follows from it on the moves that
    /// [set the game up](Rule::sets_up) as well.
    fn acts_on_set_up(&self) -> bool {
        false
    }

    /// Says what else a move does, by giving it back with [`effects`](Move::effects); by giving it
    /// back in several forms, which are choices of the player; or by keeping it.
    ///
    /// It is asked of every pseudo-legal move, those of other rules included, and after the rules that
    /// the definition names before this one.
    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        let _ = at;
        moves.push(mv);
    }

    /// Whether [`effect`](Rule::effect) has anything to say about a move; others stay as they are.
    /// Who answers without making anything saves the copies of all moves.
    fn alters(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        let _ = (at, mv);
        true
    }

    /// Where the mover arrives before this rule takes it elsewhere, if it does. A player may enter the move by
    /// either square.
    fn arrives_first(&self, shape: &BoardShape, mv: &Move) -> Option<Square> {
        let _ = (shape, mv);
        None
    }

    /// Whether a move may not be made. `after` is the position that it leads to, made when it is asked
    /// for.
    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let _ = (at, mv, after);
        false
    }

    /// The squares on which a move must end to be [forbidden](Rule::forbids) or
    /// [excused](Rule::excuses) by the rule in a position; `None` if it may be any move. With it
    /// moves to other squares are counted without asking. It is asked only where the side to move is not in
    /// check.
    fn watches(&self, at: &RuleContext<'_>) -> Option<SquareSet> {
        let _ = at;
        None
    }

    /// Drops the legal moves that may not be played while others can be.
    fn duty(&self, at: &RuleContext<'_>, moves: &mut LegalMoves<'_>) {
        let _ = (at, moves);
    }

    /// Whether [`duty`](Rule::duty) may drop any move of the position. Where it does not, moves are counted
    /// without being listed.
    fn binds(&self, at: &RuleContext<'_>) -> bool {
        let _ = at;
        true
    }

    /// What the rule remembers after a move; `None` if that is what it remembered before, or what the
    /// move's own effects say.
    ///
    /// `after` is the position when the pieces have changed squares and the effects have happened;
    /// blasts, walls and pieces that turn over come later.
    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let _ = (before, mv, after);
        None
    }

    /// Who moves next, where that is not the other side. `after` is what [`Rule::remember`] is asked
    /// about, and the other side is to move in it.
    ///
    /// A rule that answers says so with [`Rule::decides`].
    fn next_turn(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<NextTurn> {
        let _ = (before, mv, after);
        None
    }

    /// Whether the side that makes the move goes on with its turn, as if the move had not been made yet.
    /// Rules that [decide](Rule::decides) about turns are not told of such a move.
    fn prolongs(&self, before: &RuleContext<'_>, mv: &Move) -> bool {
        let _ = (before, mv);
        false
    }

    /// What happens on the board after a move, beside its own effects: pieces turn over, come or perish
    /// without anybody being exposed or saved by it.
    ///
    /// `after` is the position that [`Rule::remember`] is asked about, by which the royal pieces are
    /// judged, with all that is remembered, and with the side to move that has been decided. Blasts and walls
    /// come later. What cannot be performed is left out; see
    /// [`Position::rule_findings`](crate::game::Position::rule_findings).
    fn follow(&self, before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> Effects {
        let _ = (before, mv, after);
        Effects::new()
    }

    /// What the rule remembers in the position before a move, if the other side may take the move back;
    /// then that position is [kept](crate::state::SpecialState::kept).
    ///
    /// It is asked of rules that [take back](Rule::takes_back) only.
    fn keep(&self, before: &RuleContext<'_>, mv: &Move) -> Option<RuleState> {
        let _ = (before, mv);
        None
    }

    /// What the rule remembered before the move after which it [kept](Rule::keep) a position, by what
    /// it remembers in that position. Then the field `before` of a FEN is refused where no legal move of the
    /// position before leads to the one of the FEN.
    fn before_kept(&self, kept: &RuleState) -> Option<RuleState> {
        let _ = kept;
        None
    }

    /// By which two squares the side to move takes the other side's latest move back, if it may. `kept` is
    /// the position that comes back, with the other side to move.
    ///
    /// No other rule is asked about such a move, and no duty drops it.
    fn take_back(&self, at: &RuleContext<'_>, kept: &RuleContext<'_>) -> Option<[Square; 2]> {
        let _ = (at, kept);
        None
    }

    /// Whether the rule [keeps](Rule::keep) positions. A rule that does not spares all others the
    /// question.
    fn takes_back(&self) -> bool {
        false
    }

    /// Whether a move need not leave the mover's royal pieces safe. What they are exposed to is then a
    /// matter of the rule, which may [forbid](Rule::forbids) the move.
    fn excuses(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        let _ = (at, mv);
        false
    }

    /// How the game has ended, if it has. It is asked before any move is looked for; a position in
    /// which the game has ended has no legal moves.
    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let _ = at;
        None
    }

    /// Where the game is over by the rule, if that depends on nothing but how many pieces are left.
    ///
    /// Then the tables know it without asking, and a variant keeps them if the rule is asked for ends alone:
    /// [`end`](Rule::end) answers exactly where one of these says so, and the rule neither
    /// [mates](Rule::mates) nor [pardons](Rule::pardons).
    fn lacks(&self) -> Vec<Lack> {
        Vec::new()
    }

    /// Where the game is over by the rule, if that depends on which squares are reached: then the tables know
    /// it as they know a want of pieces.
    fn goals(&self) -> Vec<Goal> {
        Vec::new()
    }

    /// The pieces that are royal while a side has few of their kind: they may not be left under attack, and
    /// it is check if they are attacked. One rule of a variant may say so.
    fn last_royal(&self) -> Option<LastRoyal> {
        None
    }

    /// What the royal pieces demand. It is known without asking the rule again. One rule of a variant may say so; no
    /// royal piece may be left attacked if none does.
    fn royal(&self) -> Option<RoyalRule> {
        None
    }

    /// What a side with several royal pieces must guard. It is known without asking the rule again. One rule of a
    /// variant may say so; every one of them if none does.
    fn guard(&self) -> Option<RoyalGuard> {
        None
    }

    /// What becomes of captured pieces. It is known without asking the rule again. One rule of a variant may say
    /// so. Pieces that promoted by choice stay what they are in hand, unless the definition says it.
    fn captured(&self) -> Option<CaptureFate> {
        None
    }

    /// Which of the pieces whose moves capture en passant do so, and where. It is known without asking the rule again.
    /// One rule of a variant may say so; all of them do everywhere if none does.
    fn en_passant(&self) -> Option<EnPassantRules> {
        None
    }

    /// Castling to fixed files, beside that of moves; the rights of a FEN are those of the rule then. It is known
    /// without asking the rule again. One rule of a variant may say so.
    fn castling_by_files(&self) -> Option<CastlingRules> {
        None
    }

    /// Whether a piece from the hand may take the place of a piece that moves for the first time. The rights of a
    /// FEN name the files of unmoved pieces then. It is known without asking the rule again. One rule of a variant
    /// may say so.
    fn gating(&self) -> bool {
        false
    }

    /// Leaps of pieces that have not moved; the rights of a FEN name their files. They are known without asking the
    /// rule again. One rule of a variant may say so.
    fn first_leaps(&self) -> Option<FirstLeaps> {
        None
    }

    /// Which pieces may be dropped from the hand, and where; gates are filled by the same rules. It is known without
    /// asking the rule again. One rule of a variant may say so; nothing is dropped if none does, but for what rules
    /// [offer](Rule::drops).
    fn drop_rules(&self) -> Option<DropRules> {
        None
    }

    /// What captures do besides removing a piece. It is known without asking the rule again. One rule of a variant may
    /// say so.
    fn captures(&self) -> Option<CaptureRules> {
        None
    }

    /// How single pieces turn over into single pieces. It is known without asking the rule again. One rule of a
    /// variant may say so. What they are in a hand afterwards is said by the [forms](crate::definition::Forms).
    fn turning(&self) -> Option<PiecePromotion> {
        None
    }

    /// What kings may do and suffer. It is known without asking the rule again. One rule of a variant may say so.
    fn checks(&self) -> Option<CheckRules> {
        None
    }

    /// The result for a side that repeats positions by giving check with every move, where the other side does
    /// not: it is asked once, and counts where the repetition ends the game. One rule of a variant may say so.
    fn perpetual_check(&self) -> Option<Verdict> {
        None
    }

    /// Whether no piece may end a move on a square from which it could never move again, unless it promotes there
    /// or castles. Both engines know it without asking the rule again.
    fn forbids_dead_ends(&self) -> bool {
        false
    }

    /// What the rule says of the course of games that both engines know without asking.
    fn course(&self) -> Course {
        Course::default()
    }

    /// What the rule says of captures halfway along moves, a capture method of pieces. It is known without
    /// asking the rule again.
    fn halfway(&self) -> Option<Halfway> {
        None
    }

    /// Which unmoved pieces may take the place of others. It is known without asking the rule again; that which
    /// pieces have not moved matters for it need not be said besides.
    fn replacement(&self) -> Option<Replacement> {
        None
    }

    /// Who may stay where it is. It is known without asking the rule again. One rule of a variant may say so.
    fn passing(&self) -> Option<Passing> {
        None
    }

    /// The walls that players put on the board. They are known without asking the rule again. One rule of a variant
    /// may say so.
    fn walls(&self) -> Option<Walls> {
        None
    }

    /// Squares that a move may enter, on its way or at its end, only to make a capture which no move of the piece
    /// that enters fewer of them could make. It is known without asking the rule again.
    fn capture_only(&self) -> Option<Zone> {
        None
    }

    /// Whether an end by the rule comes before what the rules of the format say of the same position.
    fn ends_first(&self, at: &RuleContext<'_>) -> bool {
        let _ = at;
        false
    }

    /// Whether the side to move, if it has no legal move, is checkmated although none of its royal pieces
    /// is attacked. It is asked where there is no legal move.
    fn mates(&self, at: &RuleContext<'_>) -> bool {
        let _ = at;
        false
    }

    /// How a game is settled that its course ends: too many moves have been made without progress, or a
    /// position has come too often. Otherwise the rules about that say how.
    fn settle(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let _ = at;
        None
    }

    /// How a game ends whose side to move has no legal move and is not checkmated. Otherwise the rule about
    /// stalemates says how.
    fn stalemate(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let _ = at;
        None
    }

    /// How a game ends whose side to move is checkmated, with its royal pieces attacked. Otherwise the rule about
    /// checkmates says how. `past` is how the position came about; a position that is asked without a game has
    /// none.
    fn checkmate(&self, at: &RuleContext<'_>, past: &Past<'_>) -> Option<RuleEnd> {
        let _ = (at, past);
        None
    }

    /// Whether the side to move, which is left with these legal moves, is stalemated all the same, because it
    /// need not make them. It is asked where there are some, and what a stalemate is the rules say about that.
    fn stalemates(&self, at: &RuleContext<'_>, moves: &[Move]) -> bool {
        let _ = (at, moves);
        false
    }

    /// Who wins a game that the rules of the format, or others, would draw: because of a stalemate, or when its
    /// course ends it. Nobody if no rule says otherwise.
    fn adjudicate(&self, at: &RuleContext<'_>) -> Option<Color> {
        let _ = at;
        None
    }

    /// The winner's share of one point where a side wins for a reason of the format; a whole point if no rule says
    /// otherwise. A resignation counts as checkmate, and time that is over as a resignation, where nothing is
    /// said of these.
    fn score(&self, reason: Reason, winner: Color) -> Option<f64> {
        let _ = (reason, winner);
        None
    }

    /// How the game ends if the side to move claims it now: for ends that count only where a player asks for
    /// them, such as a draw after fifty moves. Play goes on where nobody does.
    ///
    /// It is the player's choice, so a rule gives nothing where that side had better not claim. While the
    /// game is set up nobody does.
    fn claim(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let _ = at;
        None
    }

    /// Whether the piece on `from` could capture a piece of the other side on `target`. `piece` is
    /// what stands on `from`.
    ///
    /// Whoever asks for a royal piece asks with it on `target`, on the squares that it castles across as
    /// well; an empty target is asked for by rules only.
    ///
    /// Royal pieces are judged by it, and whoever asks what is attacked; it makes no moves, so what
    /// makes a piece attack [offers](Rule::offer) its captures as well, and what takes its
    /// attacks away [forbids](Rule::forbids) its moves. Questions that are asked in here are
    /// answered by the walks alone, so that no rule asks for itself.
    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let _ = (at, piece, from, target);
        Attack::AsItMoves
    }

    /// Whether a side could capture a piece of the other side on `target` by a piece of that other side that the rule
    /// lets it move.
    fn attack_by_enemies(&self, at: &RuleContext<'_>, by: Color, target: Square) -> bool {
        let _ = (at, by, target);
        false
    }

    /// Whether the side to move, if it has no legal move, is stalemated although its royal pieces are
    /// attacked. It is asked where there is no legal move.
    fn pardons(&self, at: &RuleContext<'_>) -> bool {
        let _ = at;
        false
    }

    /// Whether somebody could win because of the rule who could not otherwise: it decides games, brings
    /// pieces or moves, or takes moves away. Where no rule does, positions that nobody can win are
    /// recognized and drawn; while there is a [stock](Rule::stock), they are not looked for.
    fn may_win(&self) -> bool {
        true
    }

    /// Whether the rule may make another piece of this one, with which somebody could win: then no position
    /// with such a piece is one that nobody can win.
    fn changes(&self, piece: Piece) -> bool {
        let _ = piece;
        false
    }

    /// Whether pieces or walls may come to stand because of the rule, or perish, where moves, drops and
    /// promotions could not bring or take them. Then no FEN is doubted for what stands where.
    fn rearranges(&self) -> bool {
        true
    }

    /// Whether the rule has more moves for a side than can be listed, of which it then offers some only.
    /// A position with more is not read from a FEN.
    fn has_too_many(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let _ = (at, side);
        false
    }

    /// By how much White is ahead by this rule, in hundredths of a pawn of chess, beside what stands on the
    /// board: for the search, which otherwise feels a rule only when it ends the game.
    fn lead(&self, at: &RuleContext<'_>) -> i32 {
        let _ = at;
        0
    }

    /// Whether the rule has something to say about [attacks](Rule::attack). A rule that has not
    /// spares all others the question.
    fn changes_attacks(&self) -> bool {
        self.phases().contains(Phases::ATTACK)
    }

    /// The pieces that the rule holds beside the board and that may come onto it, by what it remembers:
    /// they count as those in the hands. A move of the rule that drops one, or puts one on a square that it
    /// leaves, says so by [`Effect::Supply`](crate::state::Effect::Supply).
    fn stock(&self, state: &RuleState) -> Option<Stock> {
        let _ = state;
        None
    }

    /// Where these pieces wait, for the rules page.
    fn words_of_stock(&self) -> &'static str {
        "beside the board"
    }

    /// What only one rule of a variant can decide, and this one does. Two rules that decide the same are
    /// an error when the variant is compiled.
    fn decides(&self) -> &'static [Decision] {
        &[]
    }

    /// What the rule remembers when a position is read that does not say it.
    fn initial_state(&self) -> RuleState {
        RuleState::EMPTY
    }

    /// What a rule that remembers something remembers when a turn of a side has ended; `None` if that is the same.
    fn turn_ends(&self, state: &RuleState, side: Color) -> Option<RuleState> {
        let _ = (state, side);
        None
    }

    /// What the rule remembers as the value of its field in a FEN, which is written as `name=value`
    /// behind the clocks unless it is the [initial state](Rule::initial_state). Numbers with `/`
    /// between them if nothing is said.
    ///
    /// A text that has blanks, `;` or `,` in it, or is not [read](Rule::read_state) as the same
    /// state, is not written; the numbers are instead, behind a second `=`.
    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let _ = shape;
        field::numbers(state)
    }

    /// Reads what [`write_state`](Rule::write_state) wrote; `None` if the text means nothing.
    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let _ = shape;
        field::read_numbers(text)
    }

    /// What the rule remembers when the sides are exchanged and the ranks turned around; `None` if it cannot
    /// say. An [empty](RuleState::EMPTY) memory stays empty without being asked.
    fn mirror_state(&self, state: &RuleState, shape: &BoardShape) -> Option<RuleState> {
        let _ = (state, shape);
        None
    }

    /// Whether a position is the same for repetition, as far as this rule's memory goes.
    fn repeats(&self, earlier: &RuleState, now: &RuleState) -> bool {
        earlier == now
    }

    /// The last number of a move, as a FEN counts them, that the rule tells from later ones; 0 if it does not ask
    /// for it. Positions with other numbers up to there are different ones.
    fn last_told_turn(&self) -> u16 {
        0
    }

    /// Whether the rule asks which pieces have not moved, beyond what castling and the first moves of the
    /// pieces ask. Then a FEN names them all where its rights do not.
    fn minds_first_moves(&self) -> bool {
        false
    }

    /// Whether the piece on a square can still do something by this rule because it has not moved. Positions
    /// in which it can, and has moved or not, are different ones. It is asked of unmoved pieces.
    fn uses_first_move(&self, at: &RuleContext<'_>, square: Square) -> bool {
        let _ = (at, square);
        false
    }

    /// Whether the rule makes pieces count as unmoved [again](crate::state::Effect::Unmove). Then it
    /// matters of every piece that castles from its square at the start, whoever stands there to castle
    /// with: a FEN names those whose rights do not, and a FEN with rights that names none has none.
    fn restores_first_moves(&self) -> bool {
        false
    }

    /// The kinds of pieces that the rule may bring into the game, beside those that are there at the start
    /// and those to which pieces promote.
    fn brings(&self) -> Vec<Role> {
        Vec::new()
    }

    /// As what a captured piece of a kind waits in the hand of its captor, where that is another one. What
    /// it was before it promoted is undone before that.
    fn becomes_in_hand(&self, captured: Role) -> Option<Role> {
        let _ = captured;
        None
    }

    /// What a player must know, in sentences for the rules page. Zones between back quotes are said in words
    /// there, and notations are explained.
    fn words(&self) -> Vec<String> {
        Vec::new()
    }

    /// Further sentences for the rules page that end by saying what a movement means: what stands before
    /// that, and the movement.
    fn words_of_moves(&self) -> Vec<(String, &Movement)> {
        Vec::new()
    }

    /// The ends of the game that the rule brings about for a [reason of the format](RuleEnd::of), for the
    /// rules page.
    fn words_of_ends(&self) -> Vec<EndWords> {
        Vec::new()
    }

    /// How the rule [settles](Rule::settle) games, for the rules page.
    fn words_of_course(&self) -> Option<CourseWords> {
        None
    }

    /// The result of games that would be drawn where the rule [adjudicates](Rule::adjudicate) them, in a
    /// few words for the rules page.
    fn words_of_draw(&self) -> Option<&'static str> {
        None
    }

    /// What is probably not meant in a definition that names the rule.
    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let _ = def;
        Vec::new()
    }
}
