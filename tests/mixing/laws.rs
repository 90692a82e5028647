//! The laws of a mixture: both engines agree, and what is written is read as what it was.

use std::collections::BTreeSet;

use ferz::definition::Reason;
use ferz::formats::{Catalog, Format, write};
use ferz::game::{Outcome, Position, Strategy, Variant, perft_with};
use ferz::notation::move_texts;

use super::{Mixture, is_in_tables};
use crate::harness::Random;
use crate::harness::games::one_hash_in_two_orders;

/// Half-moves that are played.
const PLIES: usize = 2;

/// Positions with more moves are not counted two half-moves deep, and those with far more end the game.
const BRANCHING: usize = 12;
const CROWDED: usize = 300;

/// The law that a definition can be written in our format without losses.
pub(crate) const OWN_FORMAT: &str = "our own format says everything";

/// A law that does not hold, and where.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) law: &'static str,
    pub(crate) detail: String,
}

/// What was tried.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tried {
    pub(crate) positions: usize,
    /// Whether the tables play it.
    pub(crate) in_tables: bool,
}

impl Mixture {
    /// Tries the laws in a short random game.
    ///
    /// # Errors
    /// The first law that does not hold.
    pub(crate) fn examine(&self, begin: &Position, number: u64) -> Result<Tried, Fault> {
        let random = &mut Random::new(!number);
        let mut tried = Tried {
            positions: 0,
            in_tables: is_in_tables(begin.variant()),
        };
        let mut position = begin.clone();
        for ply in 0..=PLIES {
            tried.positions += 1;
            let n_moves = by_law(&position)
                .map_err(|(law, detail)| at(law, &format!("{detail} at {}", position.to_fen())))?;
            if ply == PLIES || n_moves == 0 || n_moves > CROWDED {
                break;
            }
            if position.outcome() != Outcome::Ongoing || position.beyond_limits().is_some() {
                break;
            }
            one_hash_in_two_orders(&position, random)
                .map_err(|detail| at("a position has one hash, however it is reached", &detail))?;
            let moves = position.legal_moves();
            position = position.play_unchecked(&moves[random.below(moves.len())]);
        }
        if number.is_multiple_of(4)
            && let Some(what) =
                ferz::search::consistency_checks::fault_of_lists(begin, PLIES, number)
        {
            return Err(at("a search lists the legal moves", &what));
        }
        self.written_and_read(begin)?;
        Ok(tried)
    }

    /// The definition, written in our format and in its own, gives the same moves.
    fn written_and_read(&self, begin: &Position) -> Result<(), Fault> {
        let def = begin.variant().def();
        for format in BTreeSet::from([Format::Toml, self.format]) {
            let Some(export) = write(def, format) else {
                continue;
            };
            if !export.is_complete() {
                if format == Format::Toml {
                    let losses = format!("{:?}", export.losses);
                    return Err(at(OWN_FORMAT, &losses));
                }
                continue;
            }
            let fault = |detail: &str| {
                let detail = format!("{format}: {detail}\n{}", export.text);
                at("a definition that is written is read as the same", &detail)
            };
            let again = Catalog::read(&export.text, format);
            if again.has_errors() {
                return Err(fault(&format!("{:?}", again.diagnostics)));
            }
            let read = again.value.first().ok_or_else(|| fault("no variant"))?;
            if read == def {
                continue;
            }
            let again = Variant::compile(read).map_err(|error| fault(&error.to_string()))?;
            let again = again.read_fen(&begin.to_fen()).value;
            if texts(&again) != texts(begin) || again.outcome() != begin.outcome() {
                let (mine, theirs) = (texts(begin), texts(&again));
                let other = mine.symmetric_difference(&theirs).collect::<Vec<_>>();
                return Err(fault(&format!("{other:?}, {:?}", again.outcome())));
            }
        }
        Ok(())
    }
}

fn at(law: &'static str, detail: &str) -> Fault {
    Fault {
        law,
        detail: detail.to_owned(),
    }
}

fn texts(position: &Position) -> BTreeSet<String> {
    let texts = move_texts(position).into_iter();
    texts.map(|(text, _)| text).collect()
}

/// The laws of one position; the number of its moves.
fn by_law(position: &Position) -> Result<usize, (&'static str, String)> {
    let engines = [Strategy::Fastest, Strategy::General];
    let [fast, general] = engines.map(|engine| position.legal_moves_with(engine));
    if fast != general {
        let only = |these: &[_], those: &[_]| -> Vec<_> {
            let mut only = these.to_vec();
            only.retain(|mv| !those.contains(mv));
            only
        };
        let (more, fewer) = (only(&fast, &general), only(&general, &fast));
        return Err((
            "both engines find the same moves",
            format!("only tables {more:?}, only general {fewer:?}"),
        ));
    }
    if general.len() <= BRANCHING {
        let [fast, counted] = engines.map(|engine| perft_with(position, 2, engine));
        if fast != counted {
            let detail = format!("perft 2: {fast}, {counted} by the general engine");
            return Err(("both engines count the same", detail));
        }
    }
    let fen = position.to_fen();
    let again = position.variant().read_fen(&fen).value;
    if again.to_fen() != fen || again.legal_moves() != general {
        return Err(("a FEN says everything", again.to_fen()));
    }
    // A count stands in the place of the en passant squares and of the moves without capture, which are then not
    // said.
    let is_counted = (fen.split(' ').nth(3)).is_some_and(|field| field.parse::<u32>().is_ok());
    if !is_counted && again.hash() != position.hash() {
        return Err(("a position has one hash", fen));
    }
    let [played, read] = [position, &again].map(Position::outcome);
    let is_limit = matches!(
        played,
        Outcome::Ended {
            reason: Reason::MoveLimit,
            ..
        }
    );
    if played != read && !(is_counted && is_limit) {
        let detail = format!("{played:?}, read {read:?}");
        return Err(("a position has one outcome", detail));
    }
    let texts = move_texts(position);
    let different: BTreeSet<&String> = texts.iter().map(|(text, _)| text).collect();
    if different.len() < texts.len() {
        return Err(("moves have texts of their own", String::new()));
    }
    let some = texts.iter().step_by(texts.len() / 3 + 1);
    for (text, mv) in some {
        if position.parse_move(text).ok().as_ref() != Some(mv) {
            return Err(("a text reads as its move", text.clone()));
        }
    }
    Ok(general.len())
}
