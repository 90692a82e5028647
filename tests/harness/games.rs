//! Laws that hold in every game of every variant, tested in a random game.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use ferz::game::{Game, Outcome, Position, Reason, Strategy, Variant, perft_with};
use ferz::notation::move_texts;
use ferz::state::{Move, MoveKind, Setup};

use super::random::Random;

/// The result of a random game.
pub(crate) struct Played {
    /// The half-moves that were made.
    pub(crate) plies: usize,
    /// The word for its end; `None` if it was cut off.
    pub(crate) end: Option<&'static str>,
}

/// Plays a random game, at most so many half-moves long, and tries the laws on the way: those that
/// cost much at every `step`-th position.
///
/// # Errors
/// The law that is broken, and where.
pub(crate) fn random_game_by_law(
    variant: &Variant,
    random: &mut Random,
    longest: usize,
    step: usize,
) -> Result<Played, String> {
    let mut game = Game::new(variant.start());
    let mut seen = Seen::default();
    for plies in 0.. {
        let position = game.position().clone();
        let at = |law: &str| format!("{}: {law} at {}", variant.def().name, position.to_fen());
        let outcome = game.outcome();
        let end = match outcome {
            Outcome::Ongoing => None,
            Outcome::Ended {
                white,
                black,
                reason,
            } => {
                if !(0.0..=1.0).contains(&white) || !(0.0..=1.0).contains(&black) {
                    return Err(at("an outcome is no share of a point"));
                }
                Some(reason.as_str())
            }
        };
        written_and_read(variant, &position).map_err(|law| at(&law))?;
        same_moves(variant, &position).map_err(|law| at(&law))?;
        seen.one_hash(&position).map_err(|law| at(&law))?;
        let moves = position.legal_moves();
        if moves.is_empty() && end.is_none() {
            return Err(at("no moves are left and the game goes on"));
        }
        if plies % step == 0 {
            moves_by_law(variant, &position).map_err(|law| at(&law))?;
            one_hash_in_two_orders(&position, random).map_err(|law| at(&law))?;
        }
        if end.is_some() || plies == longest {
            return Ok(Played { plies, end });
        }
        let own_last = plies.checked_sub(2).and_then(|at| game.moves().nth(at));
        let back = own_last.and_then(|last| {
            let is_back = |mv: &&Move| mv.from == last.to && mv.to == last.from;
            moves.iter().find(is_back).filter(|_| random.below(2) == 0)
        });
        let one = back.unwrap_or(&moves[random.below(moves.len())]).clone();
        let known = position.clone();
        game.play(&one).map_err(|_| at("a legal move is refused"))?;
        if position != known {
            return Err(at("playing a move changes the position it was played in"));
        }
    }
    Err("a game without end".to_owned())
}

/// A position is written to a FEN that reads as the same position.
fn written_and_read(variant: &Variant, position: &Position) -> Result<(), String> {
    let fen = position.to_fen();
    let read = variant.read_fen(&fen);
    if let Some(finding) = read.diagnostics.first() {
        return Err(format!(
            "the FEN has findings ({}: {})",
            finding.code, finding.message
        ));
    }
    let read = read.value;
    if read.to_fen() != fen {
        return Err(format!("the FEN reads as {}", read.to_fen()));
    }
    let (mine, theirs) = (position.setup(), read.setup());
    let castles = |setup: &Setup| {
        // Their order says nothing.
        let mut castles = setup.special.castles.to_vec();
        castles.sort_unstable();
        castles
    };
    let kept = mine.board == theirs.board
        && mine.turn == theirs.turn
        && mine.hands == theirs.hands
        && mine.special.count == theirs.special.count
        && mine.en_passant == theirs.en_passant
        && castles(mine) == castles(theirs);
    if !kept {
        return Err("the FEN loses something".to_owned());
    }
    // Rules of a program's own may leave gates that nobody can use, and a FEN does not keep those.
    if mine.special.gates == theirs.special.gates && position.hash() != read.hash() {
        return Err("the position that is read from the FEN has another hash".to_owned());
    }
    if hash(mine) != hash(&mine.clone()) || mine == theirs && hash(mine) != hash(theirs) {
        return Err("equal positions have unequal hashes".to_owned());
    }
    Ok(())
}

fn hash(setup: &Setup) -> u64 {
    let mut hasher = DefaultHasher::new();
    setup.hash(&mut hasher);
    hasher.finish()
}

/// The positions of a game by their hashes.
#[derive(Default)]
struct Seen {
    by_fen: BTreeMap<String, u64>,
    by_hash: BTreeMap<u64, Position>,
}

impl Seen {
    /// A position that comes again has the hash that it had, and positions with one hash have the same moves
    /// and the same end, but for ends that count moves.
    fn one_hash(&mut self, position: &Position) -> Result<(), String> {
        let key = position.hash();
        let known = self.by_fen.entry(without_clocks(position)).or_insert(key);
        // Where a rule asks for the number of the move, the first ones are other positions.
        if *known != key && !tells_turns(position) {
            return Err("a position that comes again has another hash".to_owned());
        }
        let Some(other) = self.by_hash.insert(key, position.clone()) else {
            return Ok(());
        };
        let at = || other.to_fen();
        if other.legal_moves() != position.legal_moves() {
            return Err(format!(
                "another position has this hash and other moves: {}",
                at()
            ));
        }
        let outcomes = [position.outcome(), other.outcome()];
        let counts_moves = |outcome: &Outcome| {
            matches!(outcome, Outcome::Ended { reason, .. }
                if [Reason::MoveLimit, Reason::Counting].contains(reason))
        };
        if outcomes[0] != outcomes[1] && !outcomes.iter().any(counts_moves) {
            return Err(format!(
                "another position has this hash and another end: {}",
                at()
            ));
        }
        Ok(())
    }
}

/// The FEN without the numbers that count moves.
fn without_clocks(position: &Position) -> String {
    let fen = position.to_fen();
    let words: Vec<&str> = fen.split(' ').collect();
    let end = end_of_clocks(&words);
    let kept = words[..end - 2].iter().chain(&words[end..]);
    kept.copied().collect::<Vec<_>>().join(" ")
}

/// The number of words of a FEN before the fields of rules.
fn end_of_clocks(words: &[&str]) -> usize {
    let own = words.iter().position(|word| word.contains('='));
    own.unwrap_or(words.len())
}

/// Whether the same position has another hash in the first move and much later.
fn tells_turns(position: &Position) -> bool {
    let fen = position.to_fen();
    let mut words: Vec<&str> = fen.split(' ').collect();
    let end = end_of_clocks(&words);
    let mut keys = ["1", "9999"].map(|number| {
        words[end - 1] = number;
        let read = position.variant().parse_fen(&words.join(" "));
        read.map(|position| position.hash()).ok()
    });
    keys.sort_unstable();
    keys[0] != keys[1]
}

/// Two moves of a side around one of the other, in either order, lead to one position with one hash.
///
/// # Errors
/// The moves that lead to two hashes.
pub(crate) fn one_hash_in_two_orders(
    position: &Position,
    random: &mut Random,
) -> Result<(), String> {
    let play = |position: &Position, text: &str| {
        let mv = position.parse_move(text).ok()?;
        Some(position.play_unchecked(&mv))
    };
    let mut texts: Vec<String> = Vec::new();
    let mut one = position.clone();
    for _ in 0..3 {
        let moves = move_texts(&one);
        let Some((text, mv)) = moves.get(random.below(moves.len().max(1))) else {
            return Ok(());
        };
        texts.push(text.clone());
        one = one.play_unchecked(mv);
    }
    let mut order = texts.iter().rev();
    let other = order.try_fold(position.clone(), |now, text| play(&now, text));
    match other {
        Some(other)
            if without_clocks(&other) == without_clocks(&one) && other.hash() != one.hash() =>
        {
            Err(format!("the order of {texts:?} decides the hash"))
        }
        _ => Ok(()),
    }
}

/// A position that is read from the FEN of another has the same moves.
fn same_moves(variant: &Variant, position: &Position) -> Result<(), String> {
    let read = variant.read_fen(&position.to_fen()).value;
    let (mine, theirs) = (position.legal_moves(), read.legal_moves());
    let only = |these: &[Move], those: &[Move]| -> Vec<String> {
        let texts = move_texts(position).into_iter().chain(move_texts(&read));
        let lost = texts.filter(|(_, one)| these.contains(one) && !those.contains(one));
        lost.map(|(text, _)| text).collect()
    };
    if mine == theirs {
        Ok(())
    } else {
        let (lost, new) = (only(&mine, &theirs), only(&theirs, &mine));
        Err(format!("the FEN loses the moves {lost:?} and has {new:?}"))
    }
}

/// Moves are different, have different texts that read as them, and can be made; the same position
/// read from its FEN has the same moves.
fn moves_by_law(variant: &Variant, position: &Position) -> Result<(), String> {
    let many_a_turn = variant.def().rules.builtin.contains_key("turns");
    let moves = position.legal_moves();
    let counts = [Strategy::Fastest, Strategy::General].map(|one| perft_with(position, 1, one));
    if counts != [moves.len() as u64; 2] {
        return Err(format!("{} moves are counted as {counts:?}", moves.len()));
    }
    let texts = move_texts(position);
    for (index, (text, one)) in texts.iter().enumerate() {
        if index > 0 && texts[index - 1].0 == *text {
            return Err(format!("two moves are called `{text}`"));
        }
        if !moves.contains(one) {
            return Err(format!("`{text}` is no legal move"));
        }
        let next = position.play_unchecked(one);
        // Pieces may be placed two at a time.
        if next.turn() == position.turn() && one.kind != MoveKind::Drop && !many_a_turn {
            return Err(format!("`{text}` does not pass the turn"));
        }
        if next != position.play_unchecked(one) {
            return Err(format!("`{text}` leads to two positions"));
        }
    }
    // Reading lists all moves each time, so a few stand for all.
    for index in [
        0,
        texts.len() / 3,
        texts.len() / 2,
        texts.len().saturating_sub(1),
    ] {
        if let Some((text, one)) = texts.get(index) {
            // The text, and the same text as people may write it.
            for written in [text.clone(), format!(" {text} ")] {
                match position.parse_move(&written) {
                    Ok(read) if read == *one => {}
                    _ => {
                        return Err(format!(
                            "`{written}` does not read as the move it is the text of"
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}
