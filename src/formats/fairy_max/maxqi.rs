//! Games of `MaxQi`, the sister program for xiangqi.
//!
//! Its board is rotated: the files of the text are the ranks of the game, White moves towards the first of them, and
//! the arrays run from the last file to the first. The program determines the squares of cannons and soldiers. A
//! soldier that crosses the river becomes the piece type with its number plus five. Bits 4 and 8 of the third digit
//! exclude a piece type from the far and the near half of the board, except from the palaces. Kings must not face each
//! other.

use indexmap::IndexMap;

use crate::definition::{
    InitialDef, MoveDef, PieceDef, PieceId, PromotionChoice, PromotionDef, RulesDef, VariantDef,
    Verdict,
};
use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use crate::movement::{Contents, Initial};
use crate::source::codes;
use crate::syntax::fairy_max::{Game, Mode, Number, StepDescriptor};

use super::game::{Findings, board_text, piece, piece_type, presentation, role_of};
use super::roles::{self, PieceType, Role};
use super::steps::{Chain, Context, Reach, Route, Straight, Wrap0, meaning};

/// The zone bits of the third digit: the half beyond the river, and the near half.
const FAR: u32 = 0x400;
const NEAR: u32 = 0x800;

/// Whether the game belongs to `MaxQi`: its arrays have the length of the second side of the board.
pub(super) fn is_maxqi(game: &Game) -> bool {
    game.board.is_some_and(|board| {
        let is_second = |piece_types: usize| usize::try_from(board.ranks.value) == Ok(piece_types);
        board.files.value != board.ranks.value
            && is_second(game.white.men.len())
            && is_second(game.black.men.len())
    })
}

pub(super) fn variant(game: &Game, name: String, out: &mut Findings) -> Option<VariantDef> {
    let board = game.board?;
    if (board.files.value, board.ranks.value) != (10, 9) || board.zone.is_some() {
        let message = "MaxQi has only the board `10x9`";
        out.report(codes::FAIRY_MAX_GAME, board.span(), message);
        return None;
    }
    let shape = BoardShape::rectangle(9, 10).ok()?;
    let piece_types: Vec<PieceType<'_>> = (game.pieces.iter().enumerate())
        .map(|(index, line)| {
            let mut routes: Vec<Route> = Vec::new();
            let mut zones: Vec<u32> = Vec::new();
            for step in &line.steps {
                zones.push(step.mode.value & (FAR | NEAR));
                let meaning = meaning(
                    &upright(step),
                    Context {
                        // Not a pawn of Fairy-Max.
                        number: index + 3,
                        marks_triple: false,
                        en_passant: false,
                    },
                );
                for (code, span, message) in meaning.findings {
                    out.report(code, span, message);
                }
                routes.extend(meaning.routes.into_iter().filter(|route| match route {
                    Route::Walk(_) => true,
                    Route::Castle { .. } => false,
                }));
                if step.mode.value & 15 == 4 {
                    let message = "MaxQi has neither castling nor initial moves";
                    out.report(codes::UNDEFINED_STEP, step.span, message);
                }
            }
            zones.dedup();
            if zones.len() > 1 {
                let message = "the steps of one piece are limited to different parts of the board; here all are \
                    limited to the part of the first";
                out.report(codes::NOT_CARRIED_OVER, line.span, message);
            }
            PieceType::new(line, routes)
        })
        .collect();
    if piece_types.len() < 10 {
        let message =
            "MaxQi needs ten pieces: it puts soldiers 1 and 2 and cannons 10 on the board";
        out.report(codes::FAIRY_MAX_GAME, board.span(), message);
        return None;
    }
    let n_men = piece_types.len();
    let arrays = [&game.white, &game.black].map(|array| -> Vec<Option<usize>> {
        array
            .men
            .iter()
            .map(|number| piece_type(number, n_men, out))
            .collect()
    });
    let roles = all_roles(&piece_types);
    let mut pieces: IndexMap<String, PieceDef> = IndexMap::new();
    for role in &roles {
        let mut def = piece(role, &piece_types, &shape);
        let zone = zone(
            &shape,
            role.piece_types
                .map(|piece_type| zone_bits(&piece_types[piece_type])),
        );
        for one in &mut def.moves {
            one.to.clone_from(&zone);
        }
        if role.piece_types[0] == 0 {
            def.promotion = crossing(&shape, &roles, &piece_types);
        }
        if def.royal {
            facing(&mut def);
        }
        pieces.insert(role.name.clone(), def);
    }
    for (line, (side, array)) in [&game.white, &game.black]
        .into_iter()
        .zip(["White", "Black"].into_iter().zip(&arrays))
    {
        if !array
            .iter()
            .flatten()
            .any(|piece_type| piece_types[*piece_type].is_royal())
        {
            let message = format!("{side} has no royal piece");
            out.report(codes::NO_ROYAL, line.span, message);
        }
    }
    let letter = |square: Square| {
        [Perspective::White, Perspective::Black]
            .into_iter()
            .find_map(|side| {
                let piece_type = at(&shape, &arrays, side, square)?;
                let role = role_of(&roles, &piece_types, side, piece_type)?;
                Some(match side {
                    Perspective::White => role.letter.clone(),
                    Perspective::Black => role.letter.to_lowercase(),
                })
            })
    };
    let start = board_text(&shape, &letter) + " w";
    Some(VariantDef {
        title: game.info.as_ref().map(|info| info.text.clone()),
        pieces,
        rules: RulesDef {
            ..RulesDef::default()
        }
        .with_stalemate(Verdict::Loss)
        .with_move_limit(50),
        presentation: presentation(game),
        ..VariantDef::new(&name, shape, &start)
    })
}

/// Rotates a step to an upright board: lower files become forward, lower ranks of the text become right.
fn upright(step: &StepDescriptor) -> StepDescriptor {
    let turn = |vector: i32| {
        let files = ((vector + 8) & 15) - 8;
        let ranks = (vector - files) / 16;
        files * 16 - ranks
    };
    let first = step.vector.value;
    let bend = (step.mode.value as i32) >> 12;
    let second = step.second.map_or(first ^ bend, |second| second.value);
    StepDescriptor {
        vector: Number {
            value: turn(first),
            ..step.vector
        },
        mode: Mode {
            value: step.mode.value & 0x3ff,
            ..step.mode
        },
        second: Some(Number {
            value: turn(second),
            span: step.span,
        }),
        span: step.span,
    }
}

fn zone_bits(piece_type: &PieceType<'_>) -> u32 {
    piece_type
        .line
        .steps
        .first()
        .map_or(0, |step| step.mode.value & (FAR | NEAR))
}

/// Soldiers form one piece, and so do soldiers that have crossed the river; other piece types with the same letter that
/// only one side has are paired as well.
fn all_roles(piece_types: &[PieceType<'_>]) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::new();
    let mut letters: Vec<char> = Vec::new();
    for (index, piece_type) in piece_types.iter().enumerate() {
        if letters.contains(&piece_type.letter) {
            continue;
        }
        letters.push(piece_type.letter);
        let last = piece_types
            .iter()
            .rposition(|other| other.letter == piece_type.letter)
            .unwrap_or(index);
        roles.push(Role {
            name: piece_type.letter.to_ascii_lowercase().to_string(),
            letter: piece_type.letter.to_string(),
            piece_types: [index, last],
        });
    }
    roles
}

/// The zone that is left by the zone bits of White's and Black's piece types.
fn zone(shape: &BoardShape, bits: [u32; 2]) -> Option<Zone> {
    if bits == [0, 0] {
        return None;
    }
    let open = |bits: u32| -> SquareSet {
        shape
            .squares()
            .filter(|square| {
                let (file, rank) = (shape.file_of(*square), shape.rank_of(*square));
                let is_palace = (3..6).contains(&file) && !(3..7).contains(&rank);
                let zone = if rank >= 5 { FAR } else { NEAR };
                is_palace || bits & zone == 0
            })
            .collect()
    };
    // The halves are White's; Black's piece types have bits of their own.
    Some(Zone::of_sides(open(bits[0]), open(bits[1])))
}

/// The promotion of a soldier that ends its move beyond the river, to the piece type five numbers higher.
fn crossing(
    shape: &BoardShape,
    roles: &[Role],
    piece_types: &[PieceType<'_>],
) -> Option<PromotionDef> {
    let role = role_of(roles, piece_types, Perspective::White, 5)?;
    let place = roles.iter().position(|other| other.name == role.name)?;
    let beyond = |side: Perspective| -> SquareSet {
        shape
            .squares()
            .filter(|square| shape.relative_rank(*square, side) >= 5)
            .collect()
    };
    let zone = Zone::of_sides(beyond(Perspective::White), beyond(Perspective::Black));
    let choices = vec![PromotionChoice::new(PieceId::new(place), zone)];
    Some(PromotionDef::of(choices, Zone::nowhere()))
}

/// Adds the attack of facing kings along an open file.
fn facing(king: &mut PieceDef) {
    let ray = |up: i16| {
        Route::Walk(Chain {
            legs: vec![Straight {
                vector: (0, up),
                reach: Reach::Edge,
                pass: Contents::NONE,
                take: Contents::ROYAL,
                en_passant: false,
                marks: false,
            }],
            initial: Initial::Any,
            wrap: Wrap0::No,
        })
    };
    king.initial = InitialDef::Unmoved;
    if let Some(first) = king.moves.first().cloned() {
        let movement = roles::movement(&[ray(1), ray(-1)]);
        let betza = roles::text(&movement);
        king.moves.push(MoveDef::of(movement, betza, first.dialect));
    }
}

/// The piece type on a square at the start.
fn at(
    shape: &BoardShape,
    arrays: &[Vec<Option<usize>>; 2],
    side: Perspective,
    square: Square,
) -> Option<usize> {
    let file = shape.file_of(square);
    // The arrays run from the last file to the first.
    let index = usize::from(8 - file);
    match shape.relative_rank(square, side) {
        0 => arrays[side as usize].get(index).copied().flatten(),
        2 if file == 1 || file == 7 => Some(9),
        3 if file.is_multiple_of(2) => Some(side as usize),
        _ => None,
    }
}
