//! Squares on which pieces are at home.

use super::kinds::with_article;
use super::zones::{lacks_squares, zone_text};
use crate::geometry::{BoardShape, Square, Zone};
use crate::rules::{RuleContext, RuleError, RuleSettings};
use crate::state::{Piece, Role};

/// Kinds with more homes than this are reborn on the file of the capture, if nothing is said.
const MOST_BY_COLOR: usize = 2;

/// Which square is whose home.
pub(super) struct Homes {
    /// By kind, where the definition says it; where such pieces stand at the start otherwise.
    given: Vec<Option<Zone>>,
    /// Kinds whose home is on the file of the capture; those with many homes if nothing is said.
    by_file: Option<Vec<Role>>,
    /// The latter, in words.
    pub(super) words: Vec<String>,
}

impl Homes {
    pub(super) fn read(settings: &RuleSettings<'_>) -> Result<Homes, RuleError> {
        let by_file = settings.pieces("by-file")?;
        let pieces = &settings.def().pieces;
        let mut given = vec![None; pieces.len().min(Role::MAX)];
        let mut words = Vec::new();
        let home = |table: &RuleSettings<'_>, name: &str| {
            let zone = table.zone(name)?;
            if zone
                .as_ref()
                .is_some_and(|zone| lacks_squares(table, name, zone))
            {
                let error = table.error(
                    name,
                    format!(
                        "the home of {} is no square of the board",
                        with_article(name)
                    ),
                );
                return Err(error.with_help("holes are no squares: name others"));
            }
            Ok(zone.zip(zone_text(table, name)))
        };
        for (role, (zone, squares)) in settings.by_piece("homes", home)?.unwrap_or_default() {
            given[role.index()] = Some(zone);
            if let Some((name, _)) = pieces.get_index(role.index()) {
                words.push(format!("The home of {} is {squares}.", with_article(name)));
            }
        }
        Ok(Homes {
            given,
            by_file,
            words,
        })
    }

    /// Whether kinds are named whose home is by file.
    pub(super) const fn names_files(&self) -> bool {
        self.by_file.is_some()
    }

    /// Whether homes are given.
    pub(super) fn are_given(&self) -> bool {
        self.given.iter().any(Option::is_some)
    }

    /// The home of a piece that is captured on a square, or captures there.
    pub(super) fn of(&self, at: &RuleContext<'_>, piece: Piece, capture: Square) -> Option<Square> {
        let shape = at.shape();
        let given = self.given.get(piece.role.index());
        let homes: Vec<Square> = if let Some(Some(zone)) = given {
            zone.of(piece.color.perspective()).iter().collect()
        } else {
            let like = at.home().pieces().filter(|(_, other)| *other == piece);
            like.map(|(square, _)| square).collect()
        };
        let is_by_file = match &self.by_file {
            Some(roles) => roles.contains(&piece.role),
            None => homes.len() > MOST_BY_COLOR,
        };
        let file = shape.file_of(capture);
        if is_by_file {
            return on_file(shape, &homes, file);
        }
        let distance = |home: &Square| {
            let is_other_color = shade(shape, *home) != shade(shape, capture);
            let away = shape.file_of(*home).abs_diff(file);
            (is_other_color, away, *home)
        };
        homes.into_iter().min_by_key(distance)
    }
}

/// The home on a file; where there is none, the square on that file of the rank that all homes share.
fn on_file(shape: &BoardShape, homes: &[Square], file: u8) -> Option<Square> {
    let mut own = homes.iter().copied();
    own.find(|home| shape.file_of(*home) == file).or_else(|| {
        let (first, rest) = homes.split_first()?;
        let rank = shape.rank_of(*first);
        let is_shared = rest.iter().all(|home| shape.rank_of(*home) == rank);
        shape.at(file, rank).filter(|_| is_shared)
    })
}

/// The color of a square.
fn shade(shape: &BoardShape, square: Square) -> u8 {
    (shape.file_of(square) + shape.rank_of(square)) % 2
}
