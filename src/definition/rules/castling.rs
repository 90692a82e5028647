//! Castling by files.

use super::piece_set::PieceSet;
use crate::definition::PieceId;

/// Castling: both pieces go to fixed files, whatever files they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct CastlingRules {
    /// Who castles.
    pub king: [Option<PieceId>; 2],
    /// With whom.
    pub partners: [PieceSet; 2],
    /// Where the king lands to the right.
    pub right_file: u8,
    /// Where the king lands to the left.
    pub left_file: u8,
    /// The rank as each side counts.
    pub rank: u8,
    /// The king's file where there could be several.
    pub king_file: u8,
    /// Where the search for the right partner begins.
    pub right_partner_file: u8,
    /// Where the search for the left partner begins.
    pub left_partner_file: u8,
    /// Kings and partners may stand on any file.
    pub any_files: bool,
    /// A side may not castle to the side its opponent castled to.
    pub opposite: bool,
    /// Dropped pieces may castle.
    pub dropped: bool,
    /// Castlings that win, and whose loss loses; by side: left, right.
    pub wins: [[bool; 2]; 2],
}

impl CastlingRules {
    /// Whether nobody can castle, and nothing follows from that.
    pub fn is_idle(&self) -> bool {
        let nobody = self.king == [None; 2] || self.partners == [PieceSet::NONE; 2];
        nobody && self.wins == [[false; 2]; 2]
    }
}
