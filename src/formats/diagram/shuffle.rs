//! Numbered set-ups from `shuffle`.
//!
//! A pass lists pieces that swap places. The arrangements of a pass are ordered by the pieces on
//! its squares, from the first file of the first rank on, with pieces in the order of their lines.
//! A number has a digit for each pass; the first digit is the most significant, and numbers begin
//! with 1. Passes that share a piece form one digit, and if Black is not copied from White, Black's
//! passes follow White's.

use indexmap::IndexMap;

use crate::definition::{Limits, Setups};
use crate::geometry::{CompactSort, Perspective, add_to, sorted, value_at, value_for};
use crate::movement::{Movement, Pattern};
use crate::source::budget::spend_each;
use crate::source::{Diagnostic, codes};
use crate::syntax::diagram::Field;

use super::board::BoardBuilder;
use super::letters::Ids;
use super::pieces::Piece;

/// The maximum number of arrangements that are listed.
const MANY: usize = 1 << 16;

/// The maximum number of squares that are filled in the search for the arrangements of all passes.
const MANY_TRIED: usize = 1 << 21;

/// The work of filling a square.
const FILLED: u64 = 4;

/// A file and a rank.
type Place = (u8, u8);

/// The pieces of one side by square, in the order of the squares.
type Arrangement = Vec<(Place, usize)>;

/// The constraint of a pass on the pieces of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    /// No constraint.
    Free,
    /// Evenly on both square colors; a single piece keeps its square color.
    Shades,
    /// Mirror symmetric.
    Mirrored,
}

/// Pieces that swap places.
#[derive(Clone, Debug, Default, PartialEq)]
struct Pass {
    pieces: Vec<(usize, Demand)>,
    /// The king and the partner on both sides of it.
    castling: Option<(usize, usize)>,
}

/// Castling from the shuffled squares of the king and its partners to the squares of the written start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FreeCastling {
    pub(super) king: usize,
    pub(super) partner: usize,
    pub(super) rank: u8,
    pub(super) left_file: u8,
    pub(super) right_file: u8,
    pub(super) king_file: u8,
}

/// The set-ups of a shuffle.
#[derive(Debug)]
pub(super) struct Shuffled {
    pub(super) setups: Setups,
    pub(super) castling: Option<FreeCastling>,
}

/// Reads the passes and lists their set-ups. `text` makes a start position from a board part.
pub(super) fn read(
    field: &Field,
    canvas: &BoardBuilder,
    pieces: &[Piece<'_>],
    is_royal: &[bool],
    letters: &[String],
    text: &dyn Fn(String) -> String,
    out: &mut Vec<Diagnostic>,
) -> Option<Shuffled> {
    let nominal = canvas.arrangement(Perspective::White);
    let mut passes = passes(field, pieces, out);
    let castling = free_castling(
        &nominal,
        &mut passes,
        pieces,
        is_royal,
        canvas.files,
        field,
        out,
    );
    let mut digits: Vec<Vec<Vec<(Place, String)>>> = Vec::new();
    let mut default: Option<usize> = Some(0);
    let copied = canvas.counterpart((0, 0)).is_some();
    let sides = [Perspective::White, Perspective::Black];
    for side in &sides[..if copied { 1 } else { 2 }] {
        let nominal = canvas.arrangement(*side);
        for group in groups(&passes) {
            let Some(arrangements) = group_arrangements(&nominal, &group, canvas.files) else {
                let message = format!(
                    "more than {MANY} arrangements cannot be numbered; only the written start is used"
                );
                out.push(Diagnostic::new(
                    codes::NOT_CARRIED_OVER,
                    field.span(),
                    message,
                ));
                return None;
            };
            let own: Arrangement = restricted(&nominal, &group);
            let index = arrangements.iter().position(|one| *one == own);
            default = default
                .zip(index)
                .map(|(number, index)| number * arrangements.len() + index);
            let written = |arrangement: &[(Place, usize)]| {
                let mut texts = Vec::new();
                for (place, piece) in arrangement {
                    let letter = &letters[*piece];
                    match side {
                        Perspective::White => texts.push((*place, letter.clone())),
                        Perspective::Black => texts.push((*place, letter.to_lowercase())),
                    }
                    if let Some(image) = canvas.counterpart(*place) {
                        texts.push((image, letter.to_lowercase()));
                    }
                }
                texts
            };
            let arrangements = arrangements.iter();
            digits.push(arrangements.map(|one| written(one)).collect());
        }
    }
    digits.retain(|digit| digit.len() > 1);
    let mut held: Vec<(Place, String)> = Vec::new();
    let digits: Vec<_> = digits
        .into_iter()
        .map(|digit| named(&digit, &mut held))
        .collect();
    if held.is_empty() {
        return None;
    }
    // A longer definition could not be read again; a sixteenth of the limit is reserved for the rest of it.
    let most_bytes = Limits::default().file_bytes / 16 * 15;
    let n_bytes: usize = digits.iter().flatten().map(written_length).sum();
    if n_bytes > most_bytes {
        let message = format!(
            "set-ups of {n_bytes} bytes, more than {most_bytes}, are not numbered; only the written start is used"
        );
        out.push(Diagnostic::new(
            codes::NOT_CARRIED_OVER,
            field.span(),
            message,
        ));
        return None;
    }
    let setups = Setups {
        template: text(canvas.fen_with(letters, &held)),
        digits,
        first: 1,
        default: default.map_or(1, |number| number as u32 + 1),
    };
    // Pieces on the target squares of copied pieces are in no set-up.
    let written = text(canvas.fen(letters));
    let message = if setups.count().is_none() {
        Some("the set-ups are too many to be numbered; only the written start is used")
    } else if setups.start(setups.default) != Some(written) {
        Some("the written start is not one of the set-ups, which are omitted")
    } else {
        None
    };
    if let Some(message) = message {
        out.push(Diagnostic::new(
            codes::NOT_CARRIED_OVER,
            field.span(),
            message,
        ));
        return None;
    }
    Some(Shuffled { setups, castling })
}

/// The approximate length of a digit's choice in bytes.
fn written_length(choice: &IndexMap<String, String>) -> usize {
    let texts = choice.iter();
    let lengths = texts.map(|(name, text)| name.len() + text.len() + " = '', ".len());
    "{  }, ".len() + lengths.sum::<usize>()
}

/// The choices of a digit with named texts. Adjacent squares share one text, and Black's texts are White's in lower
/// case if that holds for all choices. In the template, the first of the squares holds the name and the others are
/// empty.
fn named(
    digit: &[Vec<(Place, String)>],
    held: &mut Vec<(Place, String)>,
) -> Vec<IndexMap<String, String>> {
    let choices: Vec<Vec<(Place, &str)>> = digit
        .iter()
        .map(|choice| {
            // Of several texts of a square, the last one counts.
            let texts = choice.iter().rev();
            let mut texts: Vec<_> = texts.map(|(place, text)| (*place, text.as_str())).collect();
            texts.sort_compactly_by_key(|(place, _)| *place);
            texts.dedup_by_key(|(place, _)| *place);
            texts
        })
        .collect();
    let mut squares: Vec<(u8, u8)> = Vec::new();
    for ((file, rank), _) in choices.iter().flatten() {
        add_to(&mut squares, (*rank, *file));
    }
    let mut runs: Vec<Vec<Place>> = Vec::new();
    for (rank, file) in squares {
        match runs.last_mut() {
            Some(run)
                if run
                    .last()
                    .is_some_and(|last| (last.0 + 1, last.1) == (file, rank)) =>
            {
                run.push((file, rank));
            }
            _ => runs.push(vec![(file, rank)]),
        }
    }
    let of_run = |run: &[Place], choice: &[(Place, &str)]| -> String {
        run.iter()
            .filter_map(|place| value_at(choice, place))
            .copied()
            .collect()
    };
    let texts: Vec<Vec<String>> = runs
        .iter()
        .map(|run| choices.iter().map(|choice| of_run(run, choice)).collect())
        .collect();
    let name = |number: usize| format!("f{}r{}", runs[number][0].0, runs[number][0].1);
    let mut named = vec![IndexMap::new(); choices.len()];
    for (number, run) in runs.iter().enumerate() {
        let is_small = |small: &Vec<String>| {
            let mut pairs = small.iter().zip(&texts[number]);
            *small != texts[number]
                && pairs.all(|(small, own)| {
                    small.to_uppercase() == *own && own.to_lowercase() == *small
                })
        };
        let template = if let Some(small) = texts.iter().position(is_small) {
            name(small).to_uppercase()
        } else {
            for (choice, text) in named.iter_mut().zip(&texts[number]) {
                choice.insert(name(number), text.clone());
            }
            name(number)
        };
        run.iter().for_each(|place| value_for(held, *place).clear());
        *value_for(held, run[0]) = format!("{{{template}}}");
    }
    named
}

/// ```text
/// shuffle = pass { "," pass }
/// pass    = { [ "!" | ":" ] id }
/// ```
fn passes(field: &Field, pieces: &[Piece<'_>], out: &mut Vec<Diagnostic>) -> Vec<Pass> {
    let ids = Ids::of(pieces);
    let text = field.text();
    let mut passes = vec![Pass::default()];
    let mut demand = Demand::Free;
    let mut at = 0;
    while let Some(char) = text[at..].chars().next() {
        match char {
            ',' => passes.push(Pass::default()),
            '!' => demand = Demand::Shades,
            ':' => demand = Demand::Mirrored,
            _ => {
                if let Some((id, numbers)) = ids.at_head(&text[at..]) {
                    if let Some(pass) = passes.last_mut() {
                        pass.pieces
                            .extend(numbers.iter().map(|number| (*number, demand)));
                    }
                    at += id.len();
                } else {
                    let span = field.part(at..at + char.len_utf8());
                    let message = format!("no piece has the id `{char}`, so it is not shuffled");
                    let finding = Diagnostic::new(codes::NOT_CARRIED_OVER, span, message);
                    out.push(finding.with_help(ids.list(pieces)));
                    at += char.len_utf8();
                }
                demand = Demand::Free;
                continue;
            }
        }
        at += char.len_utf8();
    }
    passes.retain(|pass| !pass.pieces.is_empty());
    // A pass directly after the same one adds nothing.
    passes.dedup();
    passes
}

/// Castling of a king that is shuffled together with two equal partners from the corners and stays between them.
fn free_castling(
    nominal: &[(Place, usize)],
    passes: &mut [Pass],
    pieces: &[Piece<'_>],
    is_royal: &[bool],
    files: u8,
    field: &Field,
    out: &mut Vec<Diagnostic>,
) -> Option<FreeCastling> {
    for pass in passes {
        let has = |piece: usize| pass.pieces.iter().any(|(other, _)| *other == piece);
        for &((file, rank), king) in nominal {
            let distances = castling_distances(pieces[king].moves.iter().map(|one| &one.movement));
            if !is_royal[king] || !has(king) || distances.is_empty() {
                continue;
            }
            let row = || nominal.iter().filter(|((_, other), _)| *other == rank);
            let (Some((_, first)), Some((_, last))) = (row().next(), row().next_back()) else {
                continue;
            };
            let n_partners = row().filter(|(_, piece)| piece == first).count();
            let men = nominal.iter();
            let n_kings = men.filter(|(_, piece)| *piece == king).count();
            if first != last || n_partners != 2 || n_kings != 1 || *first == king || !has(*first) {
                continue;
            }
            pass.castling = Some((king, *first));
            let [distance] = distances[..] else {
                let message = "the king castles from every square in more than one way; here it castles only if king \
                    and partners stand as written";
                out.push(Diagnostic::new(
                    codes::NOT_CARRIED_OVER,
                    field.span(),
                    message,
                ));
                return None;
            };
            let (left, right) = (file.checked_sub(distance), file + distance);
            return left
                .filter(|_| right < files)
                .map(|left_file| FreeCastling {
                    king,
                    partner: *first,
                    rank,
                    left_file,
                    right_file: right,
                    king_file: file,
                });
        }
    }
    None
}

fn castling_distances<'m>(movements: impl Iterator<Item = &'m Movement>) -> Vec<u8> {
    let patterns = movements.flat_map(Movement::patterns);
    sorted(patterns.filter_map(|pattern| match pattern {
        Pattern::Castle(castle) => Some(castle.distance),
        _ => None,
    }))
}

/// Groups passes that share a piece.
fn groups(passes: &[Pass]) -> Vec<Vec<Pass>> {
    let mut groups: Vec<Vec<Pass>> = Vec::new();
    for pass in passes {
        let shares = |group: &Vec<Pass>| {
            group.iter().any(|other| {
                let mut mine = pass.pieces.iter();
                mine.any(|(piece, _)| other.pieces.iter().any(|(known, _)| known == piece))
            })
        };
        let (mut joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(shares);
        groups = apart;
        let mut group: Vec<Pass> = joined.drain(..).flatten().collect();
        group.push(pass.clone());
        groups.push(group);
    }
    groups
}

/// The part of an arrangement that the passes move.
fn restricted(nominal: &[(Place, usize)], group: &[Pass]) -> Arrangement {
    let moves = |piece: usize| {
        let mut pieces = group.iter().flat_map(|pass| &pass.pieces);
        pieces.any(|(other, _)| *other == piece)
    };
    let own = nominal.iter().filter(|(_, piece)| moves(*piece));
    own.copied().collect()
}

/// All arrangements that the passes produce one after the other.
fn group_arrangements(
    nominal: &[(Place, usize)],
    group: &[Pass],
    files: u8,
) -> Option<Vec<Arrangement>> {
    let mut all = vec![restricted(nominal, group)];
    let mut tried = 0;
    for pass in group {
        let mut next: Vec<Arrangement> = Vec::new();
        for arrangement in &all {
            let own = restricted(arrangement, std::slice::from_ref(pass));
            let mut search = Search {
                pass,
                before: &own,
                places: own.iter().map(|(place, _)| *place).collect(),
                counts: Vec::new(),
                files,
                found: Vec::new(),
                tried,
            };
            for (_, piece) in &own {
                *value_for(&mut search.counts, *piece) += 1;
            }
            search.fill(0, &mut Arrangement::new());
            let before = std::mem::replace(&mut tried, search.tried);
            if tried > MANY_TRIED || spend_each(tried - before, FILLED).is_err() {
                return None;
            }
            for found in search.found {
                let mut whole = arrangement.clone();
                for (place, piece) in found {
                    *value_for(&mut whole, place) = piece;
                }
                next.push(whole);
            }
            if next.len() > 2 * MANY {
                next = sorted(next);
                if next.len() > MANY {
                    return None;
                }
            }
        }
        all = sorted(next);
        if all.len() > MANY {
            return None;
        }
    }
    Some(all)
}

/// Whether a square has the color of the first square.
fn is_dark((file, rank): Place) -> bool {
    (file + rank) % 2 == 0
}

/// The search for all arrangements of one pass.
struct Search<'a> {
    pass: &'a Pass,
    before: &'a [(Place, usize)],
    places: Vec<Place>,
    /// The number of pieces left of each kind.
    counts: Vec<(usize, usize)>,
    files: u8,
    found: Vec<Arrangement>,
    /// The number of squares filled, including failures.
    tried: usize,
}

impl Search<'_> {
    /// Fills the squares from this index on.
    fn fill(&mut self, index: usize, so_far: &mut Arrangement) {
        if self.found.len() > MANY || self.tried > MANY_TRIED {
            return;
        }
        let Some(&place) = self.places.get(index) else {
            if self.is_good(so_far) {
                self.found.push(so_far.clone());
            }
            return;
        };
        if value_at(so_far, &place).is_some() {
            self.fill(index + 1, so_far);
            return;
        }
        for kind in 0..self.counts.len() {
            let (piece, left) = self.counts[kind];
            let mut targets = vec![place];
            if self.demand(piece) == Demand::Mirrored {
                let mirrored = (self.files - 1 - place.0, place.1);
                if mirrored == place
                    || value_at(so_far, &mirrored).is_some()
                    || !self.places.contains(&mirrored)
                {
                    continue;
                }
                targets.push(mirrored);
            }
            if left < targets.len() || self.is_off_shade(piece, place) {
                continue;
            }
            self.tried += 1;
            self.counts[kind].1 = left - targets.len();
            for target in &targets {
                *value_for(so_far, *target) = piece;
            }
            self.fill(index + 1, so_far);
            for target in &targets {
                if let Ok(at) = so_far.binary_search_by_key(target, |(place, _)| *place) {
                    so_far.remove(at);
                }
            }
            self.counts[kind].1 = left;
        }
    }

    fn demand(&self, piece: usize) -> Demand {
        let found = self.pass.pieces.iter().find(|(other, _)| *other == piece);
        found.map_or(Demand::Free, |(_, demand)| *demand)
    }

    /// Whether the only piece of its kind would change its square color, which prunes the search.
    fn is_off_shade(&self, piece: usize, place: Place) -> bool {
        let mut homes = self.before.iter().filter(|(_, other)| *other == piece);
        self.demand(piece) == Demand::Shades
            && matches!((homes.next(), homes.next()), (Some((home, _)), None)
                if is_dark(*home) != is_dark(place))
    }

    fn is_good(&self, found: &[(Place, usize)]) -> bool {
        let shades = |arrangement: &[(Place, usize)], piece: usize| {
            let own = arrangement.iter().filter(|(_, other)| *other == piece);
            let dark_light: (Vec<&Place>, Vec<&Place>) = own
                .map(|(place, _)| place)
                .partition(|place| is_dark(**place));
            (dark_light.0.len(), dark_light.1.len())
        };
        let shaded = self
            .pass
            .pieces
            .iter()
            .filter(|(_, demand)| *demand == Demand::Shades)
            .all(|(piece, _)| {
                let (dark, light) = shades(found, *piece);
                match dark + light {
                    1 => (dark, light) == shades(self.before, *piece),
                    _ => dark.abs_diff(light) <= 1,
                }
            });
        let guarded = self.pass.castling.is_none_or(|(king, partner)| {
            let files = |piece: usize| {
                let own = found.iter().filter(move |(_, other)| *other == piece);
                own.map(|((file, _), _)| *file).collect::<Vec<u8>>()
            };
            let (king, partners) = (files(king), files(partner));
            king.iter().all(|file| {
                partners.iter().any(|other| other < file)
                    && partners.iter().any(|other| other > file)
            })
        });
        shaded && guarded
    }
}
