//! Promotions of each piece from `promoZone`, `maxPromote`, `promoChoice` and `promoOffset`, or from `morph`.

use crate::definition::{PieceId, PromotionChoice, PromotionDef, PromotionStock};
use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone, value_for};
use crate::source::{Diagnostic, Span, codes};
use crate::syntax::diagram::Field;

use super::letters::Ids;
use super::pieces::Piece;
use super::special::Passing;

/// The default choices.
const DEFAULT_CHOICES: &str = "QNRB";

/// The values of the parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Promotions<'a> {
    /// The number of pieces that can promote; these are the first ones.
    pub(super) n_promoting: usize,
    /// Depth of the zone in ranks.
    pub(super) depth: u8,
    /// The value of `promoChoice`.
    pub(super) choices: Option<&'a Field>,
    /// The value of `promoOffset` if it is not 0, and its place.
    pub(super) offset: Option<(usize, Span)>,
    /// Whether captured pieces go to a hand, which determines the conditions of promotion as in shogi.
    pub(super) has_holdings: bool,
}

/// Whether a choice is available on the last rank; `!` excludes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VeryLast {
    Open,
    Closed,
}

/// One choice of `promoChoice`.
#[derive(Clone, Debug)]
struct Choice<'a> {
    pieces: &'a [usize],
    very_last: VeryLast,
    stock: PromotionStock,
    depth: Option<u8>,
    span: Span,
}

impl Promotions<'_> {
    /// The promotions of each piece.
    pub(super) fn read(
        &self,
        pieces: &[Piece<'_>],
        is_royal: &[bool],
        shape: &BoardShape,
        out: &mut Vec<Diagnostic>,
    ) -> (Vec<Option<PromotionDef>>, Option<Passing>) {
        let n_promoting = self.n_promoting.min(pieces.len());
        let mut promotions = vec![None; pieces.len()];
        if self.depth == 0 || n_promoting == 0 {
            return (promotions, None);
        }
        let zones = Zones::new(shape, self.depth);
        let ids = Ids::of(pieces);
        if let Some((offset, span)) = self.offset {
            let must = self.read_markers(&ids, pieces.len(), out);
            let mut targets = vec![None; pieces.len()];
            for (number, target) in targets.iter_mut().enumerate().take(n_promoting) {
                // After the last type follows type k + 1, which has number k.
                let to = if number + offset < pieces.len() {
                    number + offset
                } else {
                    offset
                };
                if to < pieces.len() && to != number {
                    *target = Some(to);
                } else {
                    let message = format!(
                        "`{}` would promote to a piece that does not exist",
                        pieces[number].name
                    );
                    out.push(Diagnostic::new(codes::NOT_CARRIED_OVER, span, message));
                }
            }
            let declining = must[..n_promoting].iter().filter(|must| !**must).count();
            let all_alike = declining == 0 || declining == n_promoting;
            if self.has_holdings && all_alike {
                let ids = targets.iter().map(|target| target.map(PieceId::new));
                let passing = Passing {
                    targets: ids.collect(),
                    zone: zones.whole(),
                    mandatory: declining == 0,
                };
                return (promotions, Some(passing));
            }
            for (number, target) in targets.iter().enumerate() {
                if let Some(target) = *target {
                    let choice = PromotionChoice::new(PieceId::new(target), zones.whole());
                    let stay = if must[number] {
                        Zone::nowhere()
                    } else {
                        zones.whole()
                    };
                    promotions[number] = Some(PromotionDef::of(vec![choice], stay));
                }
            }
            if declining > 0 {
                let message = if self.has_holdings {
                    "a piece can promote when it arrives in the zone; promotion by a move that leaves the zone is \
                     not carried over"
                } else {
                    "a piece can promote at the end of any move in the zone, not only on entry or capture; promotion \
                     by a capture that leaves the zone is not carried over"
                };
                out.push(Diagnostic::new(codes::NOT_CARRIED_OVER, span, message));
            }
            return (promotions, None);
        }
        let choices = match self.choices {
            Some(field) if field.is_empty() => None,
            Some(field) => Some(read_choices(field, &ids, pieces, out)),
            None => Some(default_choices(&ids)),
        };
        if let Some(choices) = &choices {
            warn_of_holes(choices, shape, out);
        }
        let choices: Option<Vec<(Choice<'_>, Zone)>> = choices.map(|choices| {
            let zone_of =
                |one: &Choice<'_>| zones.last(one.depth.unwrap_or(self.depth), one.very_last);
            choices
                .into_iter()
                .map(|one| (one.clone(), zone_of(&one)))
                .collect()
        });
        for number in 0..n_promoting {
            let mut promotion = PromotionDef::of(Vec::new(), Zone::nowhere());
            match &choices {
                Some(choices) => {
                    for (one, zone) in choices {
                        let zone = zone.clone();
                        if one.pieces.contains(&number) {
                            promotion.stay = zone;
                        } else {
                            promotion.choices.push(PromotionChoice {
                                stock: one.stock,
                                ..PromotionChoice::new(PieceId::new(one.pieces[0]), zone)
                            });
                        }
                    }
                }
                // An empty list means all types except the first and the royal ones.
                None => {
                    for (to, is_royal) in is_royal.iter().enumerate().skip(1) {
                        if to == number {
                            promotion.stay = zones.whole();
                        } else if !is_royal {
                            promotion
                                .choices
                                .push(PromotionChoice::new(PieceId::new(to), zones.whole()));
                        }
                    }
                }
            }
            if promotion.choices.is_empty() {
                let line = pieces[number].line;
                let span = self.choices.map_or(line.span(), Field::span);
                let message = format!(
                    "`{}` should promote, but none of its choices exists",
                    pieces[number].name
                );
                out.push(
                    Diagnostic::new(codes::NOT_CARRIED_OVER, span, message)
                        .with_help("write `maxPromote=0` if no piece promotes"),
                );
            } else {
                promotions[number] = Some(promotion);
            }
        }
        (promotions, None)
    }

    /// Reads the markers `+` and `!ID`, which make promotion as in shogi mandatory.
    fn read_markers(&self, ids: &Ids<'_>, n_pieces: usize, out: &mut Vec<Diagnostic>) -> Vec<bool> {
        let mut must = vec![false; n_pieces];
        let Some(field) = self.choices.filter(|field| !field.is_empty()) else {
            return must;
        };
        let text = field.text();
        let (mut at, mut n_ignored) = (0, 0);
        while let Some(char) = text[at..].chars().next() {
            match (char, text.get(at + 1..).and_then(|rest| ids.at_head(rest))) {
                ('+', _) => {
                    must.fill(true);
                    at += 1;
                }
                ('!', Some((id, numbers))) => {
                    for number in numbers {
                        must[*number] = true;
                    }
                    at += 1 + id.len();
                }
                _ => {
                    n_ignored += 1;
                    at += char.len_utf8();
                }
            }
        }
        let message = match (must.contains(&true), n_ignored) {
            (true, 0) => "read as mandatory promotion to these pieces",
            (true, _) => {
                "marks are read as mandatory promotion; the rest is ignored because of `promoOffset`"
            }
            _ => "ignored: with `promoOffset` a piece has one promotion",
        };
        out.push(Diagnostic::new(
            codes::DOUBTFUL_IMPORT,
            field.span(),
            message,
        ));
        must
    }
}

/// Warns about holes on the top rank, with which "not on the last rank" may mean another rank than the author intended.
fn warn_of_holes(choices: &[Choice<'_>], shape: &BoardShape, out: &mut Vec<Diagnostic>) {
    let early = choices
        .iter()
        .find(|choice| choice.very_last == VeryLast::Closed);
    let last_rank = shape.ranks() - 1;
    let is_there = |file| {
        let square = shape.at(file, last_rank);
        square.is_some_and(|at| shape.exists(at) && !shape.vanishing().contains(at))
    };
    if let Some(early) = early.filter(|_| !(0..shape.files()).any(is_there)) {
        let rank = i32::from(shape.first_rank()) + i32::from(last_rank);
        out.push(
            Diagnostic::new(
                codes::DOUBTFUL_IMPORT,
                early.span,
                format!("`!` means `not on rank {rank}`, but that rank is made of holes and vanishing squares"),
            )
            .with_help(format!(
                "the text is read literally: on rank {} the piece may still decline; compare the rules of the game",
                rank - 1
            )),
        );
    }
}

fn default_choices<'a>(ids: &'a Ids<'_>) -> Vec<Choice<'a>> {
    (0..DEFAULT_CHOICES.len())
        .filter_map(|at| ids.at_head(&DEFAULT_CHOICES[at..=at]))
        .map(|(_, pieces)| Choice {
            pieces,
            very_last: VeryLast::Open,
            stock: PromotionStock::Unlimited,
            depth: None,
            span: Span::at(0),
        })
        .collect()
}

/// ```text
/// promoChoice = { choice }
/// choice      = { "!" | "*" } id [ number ]
/// ```
fn read_choices<'a>(
    field: &Field,
    ids: &'a Ids<'_>,
    pieces: &[Piece<'_>],
    out: &mut Vec<Diagnostic>,
) -> Vec<Choice<'a>> {
    let text = field.text();
    let mut choices: Vec<Choice<'a>> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        at += text[at..]
            .bytes()
            .take_while(|byte| b"!*".contains(byte))
            .count();
        let prefix = start..at;
        let found = ids.at_head(&text[at..]);
        let length = found.map_or_else(
            || text[at..].chars().next().map_or(0, char::len_utf8),
            |(id, _)| id.len(),
        );
        let id = at..at + length;
        at += length;
        let n_digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let number = at..at + n_digits;
        at += n_digits;
        let Some((_, numbers)) = found else {
            out.push(if id.is_empty() {
                let message = "a prefix without an id";
                Diagnostic::new(codes::UNKNOWN_PROMOTION_ID, field.part(prefix), message)
            } else {
                let message = format!("no piece has the id `{}`", &text[id.clone()]);
                Diagnostic::new(codes::UNKNOWN_PROMOTION_ID, field.part(id), message)
                    .with_help(ids.list(pieces))
            });
            continue;
        };
        if choices.iter().any(|choice| choice.pieces == numbers) {
            let message = format!(
                "`{}` is listed twice; the first place is used",
                &text[id.clone()]
            );
            out.push(Diagnostic::new(
                codes::DOUBTFUL_IMPORT,
                field.part(id),
                message,
            ));
            continue;
        }
        if numbers.len() > 1 {
            let message = format!(
                "{} pieces have the id `{}`; the first of them, `{}`, is offered",
                numbers.len(),
                &text[id.clone()],
                pieces[numbers[0]].name
            );
            out.push(Diagnostic::new(
                codes::DOUBTFUL_IMPORT,
                field.part(id),
                message,
            ));
        }
        let depth: Option<u8> = text[number.clone()].parse().ok();
        if !number.is_empty() && depth.is_none_or(|depth| depth == 0) {
            let message = format!("`{}` is not a depth in ranks", &text[number.clone()]);
            out.push(Diagnostic::new(
                codes::IMPORT_BAD_VALUE,
                field.part(number),
                message,
            ));
        }
        let prefix_text = &text[prefix];
        choices.push(Choice {
            pieces: numbers,
            very_last: if prefix_text.contains('!') {
                VeryLast::Closed
            } else {
                VeryLast::Open
            },
            stock: if prefix_text.contains('*') {
                PromotionStock::Hand
            } else {
                PromotionStock::Unlimited
            },
            depth: depth.filter(|depth| *depth > 0),
            span: field.part(start..at),
        });
    }
    choices
}

/// The last ranks of each side. The zones of the two sides are not mirror images if the holes are not.
#[derive(Debug)]
struct Zones<'a> {
    shape: &'a BoardShape,
    depth: u8,
}

impl Zones<'_> {
    fn new(shape: &BoardShape, depth: u8) -> Zones<'_> {
        Zones { shape, depth }
    }

    /// The zone of the parameters.
    fn whole(&self) -> Zone {
        self.last(self.depth, VeryLast::Open)
    }

    /// The last `depth` ranks inside the zone.
    fn last(&self, depth: u8, very_last: VeryLast) -> Zone {
        let nearest = u8::from(very_last == VeryLast::Closed);
        let depth = depth.min(self.depth);
        let side = |owner: Perspective| last_ranks(self.shape, nearest..depth, owner);
        Zone::of_sides(side(Perspective::White), side(Perspective::Black))
    }
}

/// The squares on the ranks at these distances from a side's last rank.
pub(super) fn last_ranks(
    shape: &BoardShape,
    distances: std::ops::Range<u8>,
    owner: Perspective,
) -> SquareSet {
    let last_rank = shape.ranks() - 1;
    let is_inside =
        |square: &Square| distances.contains(&(last_rank - shape.relative_rank(*square, owner)));
    shape.squares().filter(is_inside).collect()
}

// `morph`: promotion of a piece by its square of arrival.

/// The maximum number of unknown characters that are reported.
const MANY_STRANGERS: usize = 16;

/// Reads the table of the piece with this number.
///
/// ```text
/// morph = row { "/" row }        the first row is the last rank of the mover
/// row   = { "." | id }           a file each; missing ones have nothing
/// ```
pub(super) fn read(
    field: &Field,
    number: usize,
    pieces: &[Piece<'_>],
    shape: &BoardShape,
    out: &mut Vec<Diagnostic>,
) -> Option<PromotionDef> {
    let ids = Ids::of(pieces);
    let text = field.text();
    let mut tables: Vec<(usize, SquareSet)> = Vec::new();
    let mut at = 0;
    let rows: Vec<&str> = text.split('/').collect();
    let mut strange: Vec<char> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let rank = usize::from(shape.ranks()).checked_sub(index + 1);
        for (file, (inside, char)) in row.char_indices().enumerate() {
            let span = field.part(at + inside..at + inside + char.len_utf8());
            let mut buffer = [0; 4];
            let known = ids.at_head(char.encode_utf8(&mut buffer));
            let square = rank
                .filter(|_| file < usize::from(shape.files()))
                .and_then(|rank| shape.at(file as u8, rank as u8));
            match (char, known, square) {
                ('.', _, Some(_)) => {}
                (_, Some((_, numbers)), Some(square)) => {
                    if numbers[0] != number {
                        value_for(&mut tables, numbers[0]).insert(square);
                    }
                }
                (_, _, None) => {
                    let message = "the table is larger than the board".to_owned();
                    out.push(Diagnostic::new(codes::NOT_CARRIED_OVER, span, message));
                    return None;
                }
                (_, None, Some(square)) => {
                    if !strange.contains(&char) && strange.len() < MANY_STRANGERS {
                        strange.push(char);
                        let message = format!(
                            "`{char}` is not an id; its effect on a `{}` on {} is not carried over",
                            pieces[number].name,
                            shape.name(square)
                        );
                        out.push(Diagnostic::new(codes::NOT_CARRIED_OVER, span, message));
                    }
                }
            }
        }
        at += row.len() + 1;
    }
    let mut full: Vec<&str> = rows.clone();
    full.resize(usize::from(shape.ranks()).max(rows.len()), "");
    let turned: Vec<&str> = full.iter().rev().copied().collect();
    if turned != full {
        let message = "the first row of the table is read as the last rank of the mover";
        out.push(Diagnostic::new(
            codes::DOUBTFUL_IMPORT,
            field.span(),
            message,
        ));
    }
    let choices: Vec<PromotionChoice> = tables
        .into_iter()
        .map(|(to, squares)| {
            PromotionChoice::new(PieceId::new(to), Zone::mirrored(shape, &squares))
        })
        .collect();
    (!choices.is_empty()).then(|| PromotionDef::of(choices, Zone::nowhere()))
}

/// Merges a promotion by choice with a table, which takes precedence.
pub(super) fn joined(by_choice: Option<PromotionDef>, table: PromotionDef) -> PromotionDef {
    let Some(mut all) = by_choice else {
        return table;
    };
    let without = |zone: &Zone| {
        let [white, black] = [Perspective::White, Perspective::Black].map(|side| {
            table
                .choices
                .iter()
                .fold(zone.of(side).clone(), |rest, choice| {
                    rest.difference(choice.zone.of(side))
                })
        });
        Zone::of_sides(white, black)
    };
    for choice in &mut all.choices {
        choice.zone = without(&choice.zone);
    }
    all.stay = without(&all.stay);
    all.choices.extend(table.choices);
    all
}
