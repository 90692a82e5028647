//! The end of a game, the order in which its rules are tested, impossible checks, and outcomes.

use crate::definition::{Reason, RoyalRule, Verdict};
use crate::geometry::Square;
use crate::movegen::{
    attacked_by, board_end, checkmate_by_rule, ended_before_others, ended_by_rule, in_check,
    kings_attacked, mated_by_rule, pardoned_by_rule, settled_by_rule, stalemate_by_rule,
    stalemated_by_rule,
};
use crate::rules::{CompiledRules, Phases, RuleEnd, is_dead, rest_of_point};
use crate::source::{Diagnostic, Span, codes};
use crate::state::{Color, Piece, Setup};

use super::position::Position;
use super::record::Record;
use super::repetition;

/// Whether the game is over, and its result. Rules of the board are tested first, then custom rules,
/// checkmate and stalemate, and draws.
pub(super) fn outcome(position: &Position, record: &Record) -> Outcome {
    if let Some(end) = by_board(position) {
        return end;
    }
    let by_moves = by_mate(position, record).or_else(|| by_adjudication(position, record));
    by_moves.unwrap_or(Outcome::Ongoing)
}

/// The outcome of an end by a custom rule: the variant's scores apply to predefined reasons, unless
/// the rule divides the point itself.
pub(super) fn by_rule(position: &Position, end: RuleEnd) -> Outcome {
    let (white, reason) = (end.white(), end.reason());
    let divides = ![0.0, 0.5, 1.0].contains(&white);
    if divides || matches!(reason, Reason::Custom(_)) {
        let black = rest_of_point(white);
        return Outcome::Ended {
            white,
            black,
            reason,
        };
    }
    let white_moves = position.turn() == Color::White;
    let verdict = if (white - 0.5).abs() < 0.25 {
        Verdict::Draw
    } else if (white > 0.5) == white_moves {
        Verdict::Win
    } else {
        Verdict::Loss
    };
    ended(position, verdict, reason)
}

/// The outcome of a verdict for the side to move.
pub(super) fn ended(position: &Position, verdict: Verdict, reason: Reason) -> Outcome {
    let us = position.turn();
    let winner = verdict.winner([us, us.opponent()]);
    let [white, black] = position.variant().compiled_rules().scores(reason, winner);
    Outcome::Ended {
        white,
        black,
        reason,
    }
}

/// A verdict for the side to move, with its reason.
pub(super) type End = (Verdict, Reason);

/// Ends by a rule of the board or a custom rule.
fn by_board(position: &Position) -> Option<Outcome> {
    // The tables have a fast test that neither the board nor a custom rule ends the game.
    if position.layout().is_some_and(|layout| !layout.is_over()) {
        return None;
    }
    let (rules, setup) = (position.variant().compiled_rules(), position.setup());
    let by_board = board_end(rules, setup);
    if rules.rules_speak_in(Phases::END) {
        // Two passes and facing kings end the game only if no other rule does.
        let is_asked = matches!(
            by_board,
            None | Some((_, Reason::Passes | Reason::FacingKings))
        );
        let by_rule_alone = || is_asked.then(|| ended_by_rule(rules, setup)).flatten();
        if let Some(end) = ended_before_others(rules, setup).or_else(by_rule_alone) {
            return Some(by_rule(position, end));
        }
    }
    by_board.map(|(verdict, reason)| ended(position, verdict, reason))
}

/// Ends by checkmate or stalemate.
fn by_mate(position: &Position, record: &Record) -> Option<Outcome> {
    if position.n_moves() > 0 {
        return None;
    }
    let (rules, setup) = (position.variant().compiled_rules(), position.setup());
    let is_pardoned = pardoned_by_rule(rules, setup);
    let is_attacked = !is_pardoned && kings_attacked(rules, setup, setup.turn);
    let asks = is_attacked && rules.rules_speak_in(Phases::ADJUDICATION);
    if let Some(end) = asks
        .then(|| checkmate_by_rule(rules, setup, record))
        .flatten()
    {
        return Some(by_rule(position, end));
    }
    let is_mated =
        is_attacked || !is_pardoned && (in_check(rules, setup) || mated_by_rule(rules, setup));
    Some(if is_mated {
        ended(position, rules.facts.checkmate, Reason::Checkmate)
    } else {
        stalemate(position)
    })
}

/// The outcome if the side to move has no legal move and is not checkmated.
fn stalemate(position: &Position) -> Outcome {
    let (rules, setup) = (position.variant().compiled_rules(), position.setup());
    let by_rules = rules
        .rules_speak_in(Phases::ADJUDICATION)
        .then(|| stalemate_by_rule(rules, setup))
        .flatten();
    if let Some(end) = by_rules {
        return by_rule(position, end);
    }
    let reason = if rules.facts.royal == RoyalRule::Capture {
        Reason::Immobile
    } else {
        Reason::Stalemate
    };
    ended(
        position,
        rules.settled(setup, rules.facts.stalemate),
        reason,
    )
}

/// Whether a fast test proves that a side can still win; `false` if the test is inconclusive.
fn is_seen_alive(position: &Position) -> bool {
    let Some(layout) = position.layout() else {
        return false;
    };
    let variant = position.variant();
    let has_any = |roles: [u128; 2]| layout.has_any(roles);
    (variant.alive_fast_path()).are_seen(variant.compiled_rules(), layout.n_pieces(), &has_any)
}

/// Draws and repetitions, which are tested while legal moves exist.
fn by_adjudication(position: &Position, record: &Record) -> Option<Outcome> {
    let rules = position.variant().compiled_rules();
    let drawn = |reason| Some(ended(position, Verdict::Draw, reason));
    if !is_seen_alive(position) && is_dead(rules, position.setup()) {
        return drawn(Reason::InsufficientMaterial);
    }
    if let Some(limit) = rules.facts.move_limit {
        let chasing = rules.facts.chasing.is_some();
        let discount = if chasing {
            repetition::checks_beyond_ten(rules, position.setup(), record)
        } else {
            0
        };
        if position.halfmove_clock().saturating_sub(discount) >= limit.saturating_mul(2) {
            return Some(run_out(position, (Verdict::Draw, Reason::MoveLimit)));
        }
    }
    if let Some(end) = repetition::repeated(position, record) {
        return Some(run_out(position, end));
    }
    let count_is_over = || {
        let count = position.setup().special.count;
        count.is_some_and(|count| count.ply > count.limit)
    };
    if rules.facts.counting.is_some() && count_is_over() {
        return drawn(Reason::Counting);
    }
    is_stalemated_by_rule(position).then(|| ended(position, Verdict::Draw, Reason::Stalemate))
}

/// The end of a game by repetition or the move limit: the result of a custom rule, or else this
/// verdict.
fn run_out(position: &Position, (verdict, reason): End) -> Outcome {
    let (rules, setup) = (position.variant().compiled_rules(), position.setup());
    let by_rules = rules
        .rules_speak_in(Phases::ADJUDICATION)
        .then(|| settled_by_rule(rules, setup))
        .flatten();
    match by_rules {
        Some(end) => by_rule(position, end),
        None => ended(position, rules.settled(setup, verdict), reason),
    }
}

/// Whether a custom rule declares stalemate although these legal moves exist, because the side need not make
/// them.
fn is_stalemated_by_rule(position: &Position) -> bool {
    let rules = position.variant().compiled_rules();
    rules.rules_speak_in(Phases::STALEMATE)
        && stalemated_by_rule(rules, position.setup(), &position.legal_moves())
}

// Impossible checks: attacks on royal pieces that no legal game can leave.

/// The findings about attacked royal pieces of the side that is not to move.
pub(super) fn impossible_checks(
    rules: &CompiledRules,
    setup: &Setup,
    board: Span,
) -> Vec<Diagnostic> {
    // If a rule sets the side to move, or a turn has several moves, either side may be in check.
    if rules.has_turn_rule {
        return Vec::new();
    }
    // A player that ends the game may leave its own royal pieces attacked.
    if board_end(rules, setup).is_some() || ended_by_rule(rules, setup).is_some() {
        return Vec::new();
    }
    let us = setup.turn;
    let them = us.opponent();
    let mut turned = setup.clone();
    turned.turn = them;
    turned.en_passant.clear();
    if !in_check(rules, &turned) {
        return Vec::new();
    }
    let royals: Vec<Square> = rules.royals(setup, them).collect();
    let hit = |by_royal: bool| {
        let counts = |_: Square, piece: Piece| rules.role(piece.role).royal == by_royal;
        royals
            .iter()
            .any(|square| attacked_by(rules, setup, *square, us, counts))
    };
    let (by_royal, by_others) = (hit(true), hit(false));
    let mut found = Vec::new();
    if by_royal {
        let message = "the royal pieces attack one another";
        found.push(Diagnostic::new(codes::FEN_TOUCHING_KINGS, board, message));
    }
    if by_others || !by_royal {
        let message = format!(
            "{} is in check, and it is {}'s turn",
            them.name(),
            us.name()
        );
        found.push(
            Diagnostic::new(codes::FEN_OPPONENT_IN_CHECK, board, message)
                .with_help("check the side to move"),
        );
    }
    found
}

// Outcomes of games.

/// The state of a game: ongoing, or ended with a result.
///
/// It is exhaustive: a game goes on or is over. A later version does not add other states.
///
/// ```
/// use ferz::Variant;
/// use ferz::game::{Outcome, Reason};
///
/// let chess = Variant::builtin("chess").unwrap();
/// assert_eq!(chess.start().outcome(), Outcome::Ongoing);
/// let stalemate = chess.parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
/// let drawn = Outcome::Ended { white: 0.5, black: 0.5, reason: Reason::Stalemate };
/// assert_eq!(stalemate.outcome(), drawn);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The game goes on.
    Ongoing,
    /// The game is over.
    Ended {
        /// White's share of one point.
        white: f64,
        /// Black's share of one point.
        black: f64,
        /// The reason.
        reason: Reason,
    },
}

impl Outcome {
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self, Outcome::Ended { .. })
    }

    /// The side with the larger share of the point; `None` in an ongoing or drawn game.
    ///
    /// ```
    /// use ferz::game::Reason;
    /// use ferz::state::Color;
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    /// let outcome = chess.parse_fen(fen).unwrap().outcome();
    /// assert_eq!(outcome.winner(), Some(Color::Black));
    /// assert_eq!(outcome.reason(), Some(Reason::Checkmate));
    /// ```
    pub fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Ended { white, black, .. } if white > black => Some(Color::White),
            Outcome::Ended { white, black, .. } if white < black => Some(Color::Black),
            _ => None,
        }
    }

    /// The reason why the game is over.
    pub fn reason(&self) -> Option<Reason> {
        match self {
            Outcome::Ongoing => None,
            Outcome::Ended { reason, .. } => Some(*reason),
        }
    }
}
