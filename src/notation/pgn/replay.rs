//! Replays games: plays the moves on the board and checks the result.

use crate::game::{Game, Outcome, Position, Reason, Variant};
use crate::notation::record::TIME_FORFEIT;
use crate::notation::result_text;
use crate::source::{Diagnostic, Parse, Span, codes, nearest};
use crate::state::{Color, Move};

use super::comment::{self, PgnConventions};
use super::parse::shares;
use super::{Annotation, Line, MoveNumber, Pgn, PgnMove};

/// Words for a null move.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "@@@@", "0000", "null", "pass"];

/// The options of a replay.
///
/// The struct is exhaustive so that `..Replay::default()` works; a later version may have more fields.
///
/// ```
/// use ferz::Variant;
/// use ferz::notation::{MoveStyle, PgnLimits, PgnStyle, Replay, read_pgn};
///
/// let chess = Variant::builtin("chess").unwrap();
/// let mut pgn = read_pgn("1. e4 e5 2. Nf3 *", PgnLimits::default()).value;
/// let options = Replay { style: MoveStyle::Squares, ..Replay::default() };
/// let game = pgn.replay(&chess, options).into_result().unwrap().unwrap();
/// assert_eq!(game.moves().len(), 3);
/// assert_eq!(pgn.to_text(PgnStyle::Plain), "1. e2e4 e7e5 2. g1f3 *\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Whether variations are played too.
    #[doc(hidden)]
    pub variations: Variations,
    /// The style in which moves are rewritten.
    pub style: MoveStyle,
    /// The treatment of a result that no rule gives.
    #[doc(hidden)]
    pub claims: Claims,
}

impl Default for Replay {
    /// Replays the main line, keeps the texts of the moves, and accepts the result of the text.
    fn default() -> Self {
        Replay {
            variations: Variations::Skipped,
            style: MoveStyle::Unchanged,
            claims: Claims::Believed,
        }
    }
}

/// Whether variations are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variations {
    /// Variations keep their text unchecked.
    Skipped,
    /// Variations are played, and their moves must be legal.
    Played,
}

/// The style of move texts.
///
/// [`Replay`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveStyle {
    /// The text is unchanged.
    Unchanged,
    /// Short algebraic notation (`Nf3`).
    San,
    /// Squares (`g1f3`).
    Squares,
}

/// The treatment of a result that no rule gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claims {
    /// The tag `Termination` must give `resignation`, `time-forfeit` or `agreement`, as in the records of
    /// this program; otherwise the result is `W0611`.
    Explained,
    /// The result counts as a resignation, an agreement or a loss on time. Only a result that contradicts the
    /// rules is `W0611`.
    Believed,
}

impl Pgn {
    /// Plays the game on the board of a variant, and numbers its moves.
    ///
    /// The value is the game as far as it can be played; `None` if its FEN cannot be read. Null moves (`--`,
    /// `Z0`, `@@@@`) change the side to move in variants without passes. A null move in the main line ends
    /// the game (`W0615`); the moves after it are still checked.
    ///
    /// Findings: those of the FEN, illegal moves (`E0601`, `E0602`), which end their line, `W0616` for a
    /// wrong number, `W0611` for a wrong result.
    ///
    /// ```
    /// use ferz::notation::{Claims, MoveStyle, PgnLimits, PgnStyle, Replay, Variations, read_pgn};
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let mut pgn = read_pgn("1. f3 e5 2. g4 Qh4# 0-1", PgnLimits::default()).value;
    /// let replay = Replay {
    ///     variations: Variations::Played,
    ///     style: MoveStyle::Squares,
    ///     claims: Claims::Believed,
    /// };
    /// let game = pgn.replay(&chess, replay).into_result().unwrap().unwrap();
    /// assert!(game.outcome().is_over());
    /// assert_eq!(pgn.to_text(PgnStyle::Plain), "1. f2f3 e7e5 2. g2g4 d8h4 0-1\n");
    /// ```
    pub fn replay(&mut self, variant: &Variant, replay: Replay) -> Parse<Option<Game>> {
        let mut findings = Vec::new();
        let beginning = self.beginning(variant, &mut findings);
        let game = beginning.map(|beginning| {
            let [habits, others] = PgnConventions::of(self);
            let line = std::mem::take(&mut self.line);
            let mut found = Attempt::new(line.clone(), &beginning, replay, habits);
            if found.has_errors() {
                let second = Attempt::new(line, &beginning, replay, others);
                if !second.has_errors() {
                    found = second;
                }
            }
            self.line = found.line;
            findings.extend(found.findings);
            if found.is_whole {
                self.conclude(&mut found.game, replay.claims, &mut findings);
            }
            found.game
        });
        Parse {
            value: game,
            diagnostics: findings,
        }
    }

    /// The initial position; `None` if the FEN cannot be read.
    fn beginning(&self, variant: &Variant, findings: &mut Vec<Diagnostic>) -> Option<Position> {
        let Some(fen) = self.tag_word("FEN") else {
            return Some(variant.start());
        };
        let read = read_fen(variant, &fen.text);
        let has_errors = read.has_errors();
        if has_errors && comment::is_start(self, &fen.text, variant) {
            return Some(variant.start());
        }
        let start = fen.span.start as usize;
        // If the value has escapes, places within it differ from those in the text.
        let is_plain = fen.span.len() == fen.text.len();
        findings.extend(read.diagnostics.into_iter().map(|finding| {
            if is_plain {
                finding.shifted(start)
            } else {
                finding.collapsed(fen.span)
            }
        }));
        (!has_errors).then_some(read.value)
    }

    /// Ends the game by the decision of the players in the text, and checks the result.
    fn conclude(&self, game: &mut Game, claims: Claims, findings: &mut Vec<Diagnostic>) {
        let tag = self.tag_word("Result");
        let result = self.result.as_ref().or(tag);
        if let (Some(behind), Some(tag)) = (&self.result, tag)
            && let (said, told) = (shares(&behind.text), shares(&tag.text))
            && (said.is_some() || told.is_some())
            && !is_same_result(said, told)
        {
            let message = format!("the tag `Result` says {}", tag.text);
            let finding = Diagnostic::new(codes::RECORD_RESULT, behind.span, message);
            findings.push(finding.with_label(tag.span, "here"));
        }
        let claimed = result.and_then(|word| shares(&word.text));
        let reason = self.reason(game, claims, findings);
        let by_rules = match game.outcome() {
            Outcome::Ongoing => None,
            Outcome::Ended { white, black, .. } => Some((white, black)),
        };
        if result.is_some() && !is_same_result(by_rules, claimed) {
            // A draw that had to be claimed, and was not, does not end the game.
            game.waive_claims();
        }
        match (reason.map(|(reason, _)| reason), claimed, claims) {
            (Some(Reason::Resignation), Some((white, black)), _) if !is_same(white, black) => {
                game.resign(loser(white, black));
            }
            (Some(Reason::TimeForfeit), Some(shares), _) => {
                let is_found = forfeit(game, shares);
                if !is_found && claims == Claims::Believed {
                    believe(game, shares);
                }
            }
            (Some(Reason::Agreement), Some((white, _)), _) => {
                // An invalid share fails here, and is reported below.
                let _ = game.agree(white);
            }
            (_, Some(shares), Claims::Believed) => believe(game, shares),
            _ => {}
        }
        let outcome = game.outcome();
        let found = match outcome {
            Outcome::Ongoing => None,
            Outcome::Ended { white, black, .. } => Some((white, black)),
        };
        // Shares that do not add up to one point are a forfeit by both sides, about which the rules
        // say nothing.
        let is_forfeit = claims == Claims::Believed
            && claimed.is_some_and(|(white, black)| !is_same(white + black, 1.0));
        if let Some(word) = result
            && !is_same_result(found, claimed)
            && !(is_forfeit && found.is_none())
        {
            let message = match &outcome {
                Outcome::Ongoing => "by the rules the game is not over here".to_owned(),
                Outcome::Ended { reason, .. } => {
                    format!("the result is {}, for {reason}", result_text(&outcome))
                }
            };
            let finding = Diagnostic::new(codes::RECORD_RESULT, word.span, message);
            let help = "write `[Termination \"resignation\"]`, `\"time-forfeit\"` or `\"agreement\"` if the players \
                ended the game";
            findings.push(match claims {
                Claims::Explained => finding.with_help(help),
                Claims::Believed => finding,
            });
            return;
        }
        if let (Some((said, place)), Outcome::Ended { reason, .. }) = (reason, &outcome)
            && said != *reason
            // A loss on time was decided elsewhere, perhaps by other rules.
            && (said, claims) != (Reason::TimeForfeit, Claims::Believed)
        {
            let message = format!("the game ends for {reason}");
            findings.push(Diagnostic::new(codes::RECORD_RESULT, place, message));
        }
    }

    /// The reason in the tag `Termination`, with its place.
    fn reason(
        &self,
        game: &Game,
        claims: Claims,
        findings: &mut Vec<Diagnostic>,
    ) -> Option<(Reason, Span)> {
        let word = self.tag_word("Termination")?;
        // Reasons of custom rules take precedence over predefined reasons with the same name.
        let by_rules = game.outcome().reason().into_iter();
        let mut all = by_rules.chain(Reason::ALL.iter().copied());
        let is_time = word.text.eq_ignore_ascii_case(TIME_FORFEIT);
        let said = if is_time {
            Reason::TimeForfeit.as_str()
        } else {
            &word.text
        };
        let known = all.find(|reason| reason.as_str() == said);
        if known.is_none() && claims == Claims::Explained {
            let words = Reason::ALL.iter().map(|reason| reason.as_str());
            let message = format!("unknown reason `{}`", word.text);
            let finding = Diagnostic::new(codes::RECORD_RESULT, word.span, message);
            findings.push(match nearest(&word.text, words) {
                Some(near) => finding.with_help(format!("did you mean `{near}`?")),
                None => finding,
            });
        }
        known.map(|reason| (reason, word.span))
    }
}

/// Reads a FEN. If its castling rights are impossible in the variant but possible with kings and partners on
/// other files, the game is one with any files, since games of Chess960 often name only the base variant.
pub(in crate::notation) fn read_fen(variant: &Variant, fen: &str) -> Parse<Position> {
    let is_of_rights = |one: &Diagnostic| one.code == codes::FEN_BAD_RIGHTS || one.is_error();
    let read = variant.read_fen(fen);
    if !read.diagnostics.iter().any(is_of_rights) {
        return read;
    }
    let free = variant.with_any_files().map(|free| free.read_fen(fen));
    let fits = |free: &Parse<Position>| !free.diagnostics.iter().any(is_of_rights);
    free.filter(fits).unwrap_or(read)
}

/// The check of move numbers. It is off in games in which a side moves twice, and after a wrong
/// number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Checked,
    Free,
}

/// The result of a replay under certain conventions.
struct Attempt {
    line: Line,
    game: Game,
    findings: Vec<Diagnostic>,
    /// Whether all moves could be played.
    is_whole: bool,
}

impl Attempt {
    fn new(
        mut line: Line,
        beginning: &Position,
        replay: Replay,
        habits: PgnConventions,
    ) -> Attempt {
        let mut player = Player {
            replay,
            habits,
            findings: Vec::new(),
            numbers: Numbers::Checked,
            first: 1,
        };
        let mut game = Game::new(beginning.clone());
        let is_whole = player.play_game(&mut line, &mut game);
        Attempt {
            line,
            game,
            findings: player.findings,
            is_whole,
        }
    }

    fn has_errors(&self) -> bool {
        self.findings.iter().any(Diagnostic::is_error)
    }
}

struct Player {
    replay: Replay,
    habits: PgnConventions,
    findings: Vec<Diagnostic>,
    numbers: Numbers,
    /// The number of the first move.
    first: u32,
}

impl Player {
    /// Plays the main line; returns whether all of it could be played.
    fn play_game(&mut self, line: &mut Line, game: &mut Game) -> bool {
        let mut position = game.position().clone();
        let mut number = number_at(&position);
        self.first = number.number;
        let (mut is_game, mut ply) = (true, 0);
        self.play_variations(&mut line.before, &position, number, ply);
        for mv in &mut line.moves {
            let Some(step) = self.step(mv, &position, number, ply) else {
                return false;
            };
            self.play_variations(&mut mv.annotations, &position, number, ply);
            let next = match &step {
                Some(made) if is_game => {
                    game.play_unchecked(made);
                    game.position().clone()
                }
                Some(made) => position.play_unchecked(made),
                None => {
                    if std::mem::take(&mut is_game) {
                        let message = "a null move is not a legal move; the game ends here";
                        let finding = Diagnostic::new(codes::PGN_NULL_MOVE, mv.span, message);
                        self.findings.push(finding);
                    }
                    position.null_move()
                }
            };
            number = self.next_number(number, &next);
            position = next;
            ply += 1;
        }
        is_game
    }

    fn play_line(&mut self, line: &mut Line, position: &Position, number: MoveNumber, ply: u32) {
        let (mut position, mut number, mut ply) = (position.clone(), number, ply);
        self.play_variations(&mut line.before, &position, number, ply);
        for mv in &mut line.moves {
            let Some(step) = self.step(mv, &position, number, ply) else {
                return;
            };
            self.play_variations(&mut mv.annotations, &position, number, ply);
            position = match &step {
                Some(made) => position.play_unchecked(made),
                None => position.null_move(),
            };
            number = self.next_number(number, &position);
            ply += 1;
        }
    }

    fn play_variations(
        &mut self,
        annotations: &mut [Annotation],
        before: &Position,
        number: MoveNumber,
        ply: u32,
    ) {
        if self.replay.variations == Variations::Skipped {
            return;
        }
        for annotation in annotations {
            if let Annotation::Variation(line) = annotation {
                self.play_line(line, before, number, ply);
            }
        }
    }

    /// Reads, numbers and rewrites a move; `None` if it cannot be played, `Some(None)` for a null move.
    #[expect(clippy::option_option, reason = "a null move is not a failure")]
    fn step(
        &mut self,
        mv: &mut PgnMove,
        position: &Position,
        number: MoveNumber,
        ply: u32,
    ) -> Option<Option<Move>> {
        let made = match read_move(position, &mv.text, self.habits) {
            Ok(made) => made,
            Err(finding) => {
                self.findings.push(finding.shifted(mv.span.start as usize));
                return None;
            }
        };
        if let Some(said) = mv.number
            && self.numbers == Numbers::Checked
            && !self.may_be(said.number, number, ply)
        {
            let message = format!(
                "the move number should be {}, not {}",
                number.number, said.number
            );
            let finding = Diagnostic::new(codes::PGN_NUMBER, mv.span, message);
            self.findings.push(finding);
            self.numbers = Numbers::Free;
        }
        mv.number = Some(number);
        match (&made, self.replay.style) {
            (Some(made), MoveStyle::San) => mv.text = position.san(made),
            (Some(made), MoveStyle::Squares) => mv.text = position.move_text(made),
            (None, MoveStyle::San | MoveStyle::Squares) => NULL_MOVES[0].clone_into(&mut mv.text),
            (_, MoveStyle::Unchanged) => {}
        }
        Some(made)
    }

    /// Whether a move may have a number: some programs start with 1 whatever the FEN says, and some count
    /// pairs of moves, whichever side starts.
    fn may_be(&self, said: u32, number: MoveNumber, ply: u32) -> bool {
        said == number.number
            || said.checked_add(self.first) == number.number.checked_add(1)
            || said == ply / 2 + 1
    }

    fn next_number(&mut self, number: MoveNumber, next: &Position) -> MoveNumber {
        let is_black = next.turn() == Color::Black;
        if is_black == number.is_black {
            self.numbers = Numbers::Free;
        }
        let is_counted = number.is_black && !is_black;
        MoveNumber {
            number: number.number.saturating_add(u32::from(is_counted)),
            is_black,
        }
    }
}

fn number_at(position: &Position) -> MoveNumber {
    MoveNumber {
        number: u32::from(position.setup().fullmove_number),
        is_black: position.turn() == Color::Black,
    }
}

/// The legal move that a word denotes; `None` for a null move in a variant without passes.
fn read_move(
    position: &Position,
    word: &str,
    habits: PgnConventions,
) -> Result<Option<Move>, Diagnostic> {
    if NULL_MOVES.contains(&word) {
        let passes = position.legal_moves().into_iter().find(Move::is_pass);
        if passes.is_none() && position.is_check() {
            let message = "a side in check cannot make a null move";
            let span = Span::new(0, word.len());
            return Err(Diagnostic::new(codes::ILLEGAL_MOVE, span, message));
        }
        return Ok(passes);
    }
    let usual = habits.usual(position, word);
    let word = &*usual;
    let plain = ["e.p.", "ep"].iter().find_map(|end| word.strip_suffix(end));
    match plain {
        Some(plain) => position
            .parse_san(plain.trim_end())
            .or_else(|_| position.parse_san(word)),
        None => position.parse_san(word),
    }
    .map(Some)
}

fn loser(white: f64, black: f64) -> Color {
    if white < black {
        Color::White
    } else {
        Color::Black
    }
}

/// Lets the loser run out of time; returns whether that results in these shares.
fn forfeit(game: &mut Game, shares: (f64, f64)) -> bool {
    let (white, black) = shares;
    // A draw does not show whose time ran out.
    let losers = if is_same(white, black) {
        [game.position().turn(), game.position().turn().opponent()]
    } else {
        [loser(white, black); 2]
    };
    losers.into_iter().any(|loser| {
        game.forfeit_on_time(loser);
        let found = game.outcome();
        matches!(found, Outcome::Ended { white, black, .. }
            if is_same(white, shares.0) && is_same(black, shares.1))
    })
}

/// Ends the game with these shares by resignation or agreement, if they add up to one point.
fn believe(game: &mut Game, (white, black): (f64, f64)) {
    if !is_same(white + black, 1.0) {
        return;
    }
    if !is_same(white, black) {
        game.resign(loser(white, black));
        if let Outcome::Ended { white: found, .. } = game.outcome()
            && is_same(found, white)
        {
            return;
        }
    }
    // The shares have been checked.
    let _ = game.agree(white);
}

fn is_same_result(one: Option<(f64, f64)>, other: Option<(f64, f64)>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => is_same(one.0, other.0) && is_same(one.1, other.1),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Whether two shares are equal.
pub(in crate::notation) fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}
