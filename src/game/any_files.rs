//! Variants with castling from any file, as in Chess960.

use super::Variant;
use crate::definition::{CastlingRules, PieceId, PieceSet, Setups, VariantDef};
use crate::formats::{Catalog, Refusal};
use crate::geometry::Square;
use crate::movement::{Castle, Movement, Pattern, Side};
use crate::state::Color;

use super::position::Position;

/// The suffix of the name of a variant in which kings and castling partners may start on any file.
const ANY_FILES: &str = "960";

/// The name of chess with any files.
const CHESS960: &str = "fischerandom";

/// Selects a variant of a catalog: `NAME960` is `NAME` with kings and castling partners that may start on any
/// file, unless the catalog has a variant of that name.
///
/// # Errors
/// Those of [`Catalog::select`].
///
/// ```
/// use ferz::game::select;
/// use ferz::{Catalog, Variant};
///
/// let def = select(Catalog::builtin(), "atomic960", None).unwrap();
/// let fen = "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq - 0 1";
/// assert!(Variant::compile(&def).unwrap().parse_fen(fen).is_ok());
/// assert!(select(Catalog::builtin(), "xiangqi960", None).is_err());
/// ```
pub fn select(catalog: &Catalog, name: &str, query: Option<&str>) -> Result<VariantDef, Refusal> {
    let found = catalog.select(name, query);
    let Some(base) = name.strip_suffix(ANY_FILES) else {
        return found;
    };
    if !matches!(found, Err(Refusal::Unknown)) {
        return found;
    }
    let free = |def: VariantDef| {
        let variant = Variant::compile(&def).ok();
        let free = variant.and_then(|variant| any_files(&variant));
        free.ok_or(Refusal::Unknown)
    };
    match catalog.select(base, query) {
        Ok(def) => free(def),
        // The setups of the first rank belong to the variant with any files.
        Err(Refusal::Query(_)) => {
            let free = Catalog::from_iter([free(catalog.select(base, None)?)?]);
            free.select(base, query)
        }
        Err(refusal) => Err(refusal),
    }
}

/// The built-in base game, if the name denotes its version with kings and castling partners on any
/// file.
pub fn without_any_files(name: &str) -> Option<&str> {
    let has = |name: &str| Catalog::builtin().get(name).is_some();
    if name == CHESS960 {
        return Some("chess");
    }
    let base = name.strip_suffix(ANY_FILES)?;
    (has(base) && !has(name)).then_some(base)
}

/// Adds the numbered setups of Chess960, if the variant starts with the first rank of chess.
fn number_setups(def: &mut VariantDef) {
    const ROW: &str = "rnbqkbnr";
    let is_of_chess =
        def.start.matches(ROW).count() == 1 && def.start.contains(" KQkq") && def.setups.is_none();
    let chess960 = Catalog::builtin().get(CHESS960);
    let Some(setups) = chess960
        .and_then(|def| def.setups.as_ref())
        .filter(|_| is_of_chess)
    else {
        return;
    };
    let template = def.start.replace(ROW, "{row}");
    let template = template.replace(&ROW.to_uppercase(), "{ROW}");
    def.setups = Some(Setups {
        template,
        ..setups.clone()
    });
}

impl Variant {
    /// The variant in which the king castles from any file with a partner on any file, to the usual squares;
    /// `None` if the variant has no castling, or already allows any file.
    ///
    /// ```
    /// use ferz::Variant;
    ///
    /// let chess = Variant::builtin("chess").unwrap();
    /// let shuffled = chess.with_any_files().unwrap();
    /// let fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
    /// assert!(shuffled.parse_fen(fen).unwrap().parse_move("e1g1").is_ok());
    /// assert!(Variant::builtin("xiangqi").unwrap().with_any_files().is_none());
    /// ```
    #[doc(hidden)]
    pub fn with_any_files(&self) -> Option<&Variant> {
        let castling = self.compiled_rules().facts.castling.as_ref();
        if castling.is_some_and(|castling| castling.any_files) {
            return None;
        }
        let free = || Variant::compile(&any_files(self)?).ok();
        self.shared.any_files.get_or_init(free).as_ref()
    }
}

/// The definition of the variant with any files.
fn any_files(variant: &Variant) -> Option<VariantDef> {
    let mut def = variant.def().clone();
    if let Some(mut castling) = def.castling() {
        castling.any_files = true;
        def.set_castling(Some(&castling));
        number_setups(&mut def);
        return Some(def);
    }
    // Castling by a rule in Rust is left unchanged.
    if let Some(castling) = variant.compiled_rules().facts.castling.as_ref() {
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
    number_setups(&mut def);
    Some(def)
}

/// The first piece whose movement contains castling, with its castling patterns.
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

/// The start square of White's piece of a kind.
fn home_of(start: &Position, kind: PieceId) -> Option<Square> {
    let mut men = start.board().pieces_of(Color::White);
    let found = men.find(|(_, piece)| PieceId::from(piece.role) == kind);
    found.map(|(square, _)| square)
}
