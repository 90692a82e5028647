//! Variants as `UCI_Chess960` wants them: kings and their partners may begin on any file.

use crate::definition::{CastlingRules, Catalog, PieceId, PieceSet, VariantDef};
use crate::game::{Position, Variant};
use crate::geometry::Square;
use crate::movement::{Castle, Movement, Pattern, Side};
use crate::state::Color;

/// The variant in which the king castles from any file with a partner on any file, and lands where it
/// lands in the variant; `None` where nobody castles.
///
/// ```
/// use ferz::game::Variant;
/// use ferz::protocol::with_any_files;
///
/// let chess = Variant::builtin("chess").unwrap();
/// let shuffled = Variant::compile(&with_any_files(&chess).unwrap()).unwrap();
/// let fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
/// assert!(shuffled.parse_fen(fen).unwrap().parse_move("e1g1").is_ok());
/// assert!(with_any_files(&Variant::builtin("xiangqi").unwrap()).is_none());
/// ```
pub fn with_any_files(variant: &Variant) -> Option<VariantDef> {
    let mut def = variant.def().clone();
    if let Some(mut castling) = def.castling() {
        castling.any_files = true;
        def.set_castling(Some(&castling));
        return Some(def);
    }
    // What a rule of a program says is not changed here.
    if let Some(castling) = variant.book().castling() {
        return castling.any_files.then_some(def);
    }
    let (king, castles) = castling_piece(&def)?;
    let start = variant.start();
    let home = home_of(&start, king)?;
    let file = def.shape.file_of(home);
    let side = |side| {
        let castle = castles.iter().find(|castle| castle.side == side)?;
        let partner_file = match side {
            Side::Left => castle.inset,
            Side::Right => def.shape.files().checked_sub(castle.inset + 1)?,
        };
        let square = def.shape.at(partner_file, def.shape.rank_of(home))?;
        let partner = start.piece_on(square)?;
        Some((castle.distance, partner_file, PieceId::from(partner.role)))
    };
    let (left, right) = (side(Side::Left)?, side(Side::Right)?);
    let mut partners = PieceSet::NONE;
    partners.insert(left.2);
    partners.insert(right.2);
    let fischer = Catalog::builtin().get("fischerandom")?;
    let castling = CastlingRules {
        king: [Some(king); 2],
        partners: [partners; 2],
        left_file: file.checked_sub(left.0)?,
        right_file: file + right.0,
        rank: def.shape.rank_of(home),
        king_file: file,
        left_partner_file: left.1,
        right_partner_file: right.1,
        ..fischer.castling()?
    };
    let (_, king) = def.pieces.get_index_mut(king.index())?;
    for mv in &mut king.moves {
        let patterns = mv.movement.patterns().iter();
        let others = patterns.filter(|pattern| !matches!(pattern, Pattern::Castle(_)));
        mv.movement = Movement::from_patterns(others.cloned());
    }
    king.moves.retain(|mv| !mv.movement.is_empty());
    def.set_castling(Some(&castling));
    Some(def)
}

/// The first piece that castles by moves of its own, with these.
fn castling_piece(def: &VariantDef) -> Option<(PieceId, Vec<Castle>)> {
    def.numbered().find_map(|(id, _, piece)| {
        let patterns = piece.moves.iter().flat_map(|mv| mv.movement.patterns());
        let castles = patterns.filter_map(|pattern| match pattern {
            Pattern::Castle(castle) => Some(*castle),
            _ => None,
        });
        let castles: Vec<Castle> = castles.collect();
        (!castles.is_empty()).then_some((id, castles))
    })
}

/// Where White's piece of a kind begins.
fn home_of(start: &Position, kind: PieceId) -> Option<Square> {
    let mut men = start.board().pieces_of(Color::White);
    let found = men.find(|(_, piece)| PieceId::from(piece.role) == kind);
    found.map(|(square, _)| square)
}
