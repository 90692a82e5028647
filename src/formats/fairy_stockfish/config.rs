//! Configuration of one variant in Fairy-Stockfish's terms, from which a definition is built.

use crate::definition::{CountingRule, Enclosing, RepetitionRules, Verdict, Walling};
use crate::geometry::{BoardShape, Square, SquareSet};

use super::fork::Fork;
use super::types::{KING, Type, TypeSet, fixed};

/// The number of files and ranks of the grid for regions, whatever the size of the board.
pub(super) const GRID: u16 = 32;

/// The square of a region at a file and a rank.
pub(super) const fn grid(file: u16, rank: u16) -> Square {
    Square::new(rank * GRID + file)
}

/// All squares of a region.
pub(super) fn everywhere() -> SquareSet {
    (0..GRID * GRID).map(Square::new).collect()
}

/// A rank of a region.
pub(super) fn rank(number: u16) -> SquareSet {
    (0..GRID).map(|file| grid(file, number)).collect()
}

/// Converts squares of a board to a region. Whole ranks and whole boards extend beyond the board, so that larger boards
/// can inherit them.
pub(super) fn wide(shape: &BoardShape, set: &SquareSet) -> SquareSet {
    if shape.squares().all(|square| set.contains(square)) {
        return everywhere();
    }
    let mut found = SquareSet::new();
    for number in 0..shape.ranks() {
        let squares = || shape.squares().filter(|one| shape.rank_of(*one) == number);
        if squares().next().is_some() && squares().all(|square| set.contains(square)) {
            found.extend(rank(u16::from(number)).iter());
        } else {
            let here = squares().filter(|square| set.contains(*square));
            found.extend(here.map(|one| grid(u16::from(shape.file_of(one)), u16::from(number))));
        }
    }
    found
}

/// A value for each side.
pub(super) type Sides<T> = [T; 2];

/// The adjudication of drawn games by material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Material {
    Janggi,
    Unweighted,
    White,
    Black,
}

/// The options of one variant.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
pub(super) struct Config {
    pub(super) max_rank: u8,
    pub(super) max_file: u8,
    pub(super) chess960: bool,
    pub(super) start: String,
    /// The letters by type.
    pub(super) letters: Vec<Option<char>>,
    /// Alternative letters in a FEN by type. Only built-in variants have them.
    pub(super) second_letters: Vec<Option<char>>,
    /// The custom moves by type.
    pub(super) betza: Vec<Option<String>>,
    /// The type whose moves kings have without custom moves. No option sets it; built-in variants of Fairy-Stockfish
    /// and their heirs have it.
    pub(super) king_type: Option<Type>,
    pub(super) mobility: Vec<Sides<SquareSet>>,
    pub(super) values: Vec<Option<f64>>,
    pub(super) promotion_region: Sides<SquareSet>,
    pub(super) main_pawn: Sides<Type>,
    pub(super) promotion_pawns: Sides<TypeSet>,
    pub(super) promotion_pieces: Sides<TypeSet>,
    pub(super) sittuyin_promotion: bool,
    pub(super) promotion_limit: Vec<u16>,
    pub(super) promoted: Vec<Type>,
    pub(super) promotion_on_capture: bool,
    pub(super) mandatory_pawn: bool,
    pub(super) mandatory_piece: bool,
    pub(super) demotion: bool,
    pub(super) blast: bool,
    pub(super) blast_immune: TypeSet,
    pub(super) mutually_immune: TypeSet,
    pub(super) petrify: TypeSet,
    pub(super) petrify_blast: bool,
    pub(super) double_step: bool,
    pub(super) double_region: Sides<SquareSet>,
    pub(super) triple_region: Sides<SquareSet>,
    pub(super) ep_region: Sides<SquareSet>,
    pub(super) ep_types: Sides<TypeSet>,
    pub(super) castling: bool,
    pub(super) castling_dropped: bool,
    pub(super) castling_right_file: u8,
    pub(super) castling_left_file: u8,
    pub(super) castling_rank: u8,
    pub(super) castling_king_file: u8,
    pub(super) castling_king: Sides<Type>,
    pub(super) castling_rook_right: u8,
    pub(super) castling_rook_left: u8,
    pub(super) castling_rooks: Sides<TypeSet>,
    pub(super) opposite_castling: bool,
    pub(super) checking: bool,
    pub(super) drop_checks: bool,
    pub(super) must_capture: bool,
    pub(super) must_drop: bool,
    pub(super) must_drop_type: Type,
    pub(super) drops: bool,
    pub(super) drop_loop: bool,
    pub(super) to_hand: bool,
    pub(super) fork: Fork,
    pub(super) first_rank_drops: bool,
    pub(super) zone_drops: bool,
    pub(super) enclosing: Option<Enclosing>,
    pub(super) enclosing_start: SquareSet,
    pub(super) drop_region: Sides<SquareSet>,
    pub(super) sittuyin_rook: bool,
    pub(super) opposite_bishops: bool,
    pub(super) drop_promoted: bool,
    pub(super) no_doubled: Type,
    pub(super) no_doubled_count: u16,
    pub(super) immobility_illegal: bool,
    pub(super) gating: bool,
    pub(super) walling: Option<Walling>,
    pub(super) walling_region: Sides<SquareSet>,
    pub(super) wall_or_move: bool,
    pub(super) seirawan: bool,
    pub(super) cambodian: bool,
    pub(super) diagonals: SquareSet,
    pub(super) pass: Sides<bool>,
    pub(super) pass_stalemate: Sides<bool>,
    pub(super) makpong: bool,
    pub(super) flying_general: bool,
    pub(super) soldier_rank: u8,
    pub(super) flip: Option<Enclosing>,
    pub(super) free_drops: bool,
    pub(super) move_rule: u16,
    pub(super) move_rule_types: Sides<TypeSet>,
    pub(super) repetition: u16,
    pub(super) repetition_value: Verdict,
    pub(super) repetition_for_white: bool,
    pub(super) perpetual_check_illegal: bool,
    pub(super) back_and_forth_illegal: bool,
    pub(super) chasing: bool,
    pub(super) pawn_drop_mate_illegal: bool,
    pub(super) shatar_mate: bool,
    pub(super) material: Option<Material>,
    pub(super) counting: Option<CountingRule>,
    pub(super) two_boards: bool,
    pub(super) stalemate: Verdict,
    pub(super) stalemate_by_count: bool,
    pub(super) checkmate: Verdict,
    pub(super) bikjang: bool,
    pub(super) extinction: Option<Verdict>,
    pub(super) extinction_claim: bool,
    pub(super) pseudo_royal: bool,
    pub(super) duple: bool,
    pub(super) extinction_types: TypeSet,
    pub(super) extinction_count: i16,
    pub(super) extinction_opponent: i16,
    pub(super) flag_piece: Sides<Type>,
    pub(super) flag_region: Sides<SquareSet>,
    pub(super) flag_count: u16,
    pub(super) flag_blocked: bool,
    pub(super) flag_move: bool,
    pub(super) flag_safe: bool,
    pub(super) check_counting: bool,
    pub(super) connect_n: u16,
    pub(super) connect_types: TypeSet,
    pub(super) connect_horizontal: bool,
    pub(super) connect_vertical: bool,
    pub(super) connect_diagonal: bool,
    pub(super) connect_from: Sides<SquareSet>,
    pub(super) connect_to: Sides<SquareSet>,
    pub(super) connect_block: u16,
    pub(super) collinear: u16,
    pub(super) connect_value: Verdict,
    pub(super) full_board: bool,
    pub(super) castling_wins: Sides<[bool; 2]>,
    /// Keys that do not affect the legality of moves, kept for export.
    pub(super) presentation: indexmap::IndexMap<String, String>,
}

impl Config {
    /// The default configuration: chess without its pieces.
    pub(super) fn new() -> Config {
        let pawn = fixed("pawn");
        let both = |set: TypeSet| [set, set];
        let sides = |set: SquareSet| [set.clone(), set];
        let types = KING + 1;
        Config {
            max_rank: 8,
            max_file: 8,
            chess960: false,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            letters: vec![None; types],
            second_letters: vec![None; types],
            betza: vec![None; types],
            king_type: None,
            mobility: vec![Default::default(); types],
            values: vec![None; types],
            promotion_region: [rank(7), rank(0)],
            main_pawn: [pawn; 2],
            promotion_pawns: both(TypeSet::of(pawn)),
            promotion_pieces: Default::default(),
            sittuyin_promotion: false,
            promotion_limit: vec![0; types],
            promoted: vec![0; types],
            promotion_on_capture: false,
            mandatory_pawn: true,
            mandatory_piece: false,
            demotion: false,
            blast: false,
            blast_immune: TypeSet::default(),
            mutually_immune: TypeSet::default(),
            petrify: TypeSet::default(),
            petrify_blast: false,
            double_step: true,
            double_region: [rank(1), rank(6)],
            triple_region: Default::default(),
            ep_region: sides(everywhere()),
            ep_types: both(TypeSet::of(pawn)),
            castling: true,
            castling_dropped: false,
            castling_right_file: 6,
            castling_left_file: 2,
            castling_rank: 0,
            castling_king_file: 4,
            castling_king: [KING; 2],
            castling_rook_right: u8::MAX,
            castling_rook_left: 0,
            castling_rooks: both(TypeSet::of(fixed("rook"))),
            opposite_castling: false,
            checking: true,
            drop_checks: true,
            must_capture: false,
            must_drop: false,
            must_drop_type: 0,
            drops: false,
            drop_loop: false,
            to_hand: false,
            fork: Fork::default(),
            first_rank_drops: false,
            zone_drops: false,
            enclosing: None,
            enclosing_start: SquareSet::new(),
            drop_region: sides(everywhere()),
            sittuyin_rook: false,
            opposite_bishops: false,
            drop_promoted: false,
            no_doubled: 0,
            no_doubled_count: 1,
            immobility_illegal: false,
            gating: false,
            walling: None,
            walling_region: sides(everywhere()),
            wall_or_move: false,
            seirawan: false,
            cambodian: false,
            diagonals: SquareSet::new(),
            pass: [false; 2],
            pass_stalemate: [false; 2],
            makpong: false,
            flying_general: false,
            soldier_rank: 0,
            flip: None,
            free_drops: false,
            move_rule: 50,
            move_rule_types: both(TypeSet::of(pawn)),
            repetition: RepetitionRules::default().limit.unwrap_or(0),
            repetition_value: Verdict::Draw,
            repetition_for_white: false,
            perpetual_check_illegal: false,
            back_and_forth_illegal: false,
            chasing: false,
            pawn_drop_mate_illegal: false,
            shatar_mate: false,
            material: None,
            counting: None,
            two_boards: false,
            stalemate: Verdict::Draw,
            stalemate_by_count: false,
            checkmate: Verdict::Loss,
            bikjang: false,
            extinction: None,
            extinction_claim: false,
            pseudo_royal: false,
            duple: false,
            extinction_types: TypeSet::default(),
            extinction_count: 0,
            extinction_opponent: 0,
            flag_piece: [0; 2],
            flag_region: Default::default(),
            flag_count: 1,
            flag_blocked: false,
            flag_move: false,
            flag_safe: false,
            check_counting: false,
            connect_n: 0,
            connect_types: TypeSet::of(0),
            connect_horizontal: true,
            connect_vertical: true,
            connect_diagonal: true,
            connect_from: Default::default(),
            connect_to: Default::default(),
            connect_block: 0,
            collinear: 0,
            connect_value: Verdict::Win,
            full_board: false,
            castling_wins: [[false; 2]; 2],
            presentation: indexmap::IndexMap::new(),
        }
    }

    /// The type with this letter, in upper or lower case.
    pub(super) fn lettered(&self, letter: char) -> Option<Type> {
        let letter = letter.to_ascii_lowercase();
        self.letters.iter().position(|known| *known == Some(letter))
    }

    /// Assigns a letter to a type; removes the type that had it.
    pub(super) fn add(&mut self, number: Type, letter: char) {
        if let Some(known) = self.lettered(letter) {
            self.remove(known);
        }
        self.letters[number] = Some(letter.to_ascii_lowercase());
        self.second_letters[number] = None;
    }

    /// Removes a type from the game.
    pub(super) fn remove(&mut self, number: Type) {
        self.letters[number] = None;
        for set in &mut self.promotion_pieces {
            set.remove(number);
        }
    }

    /// The move text of a type.
    pub(super) fn moves(&self, number: Type) -> &str {
        match (&self.betza[number], self.moves_as(number)) {
            (Some(text), _) => text,
            (None, KING) => "K",
            (None, named) => super::types::NAMED
                .get(named - 1)
                .map_or("", |(_, moves)| moves),
        }
    }

    /// Replaces custom moves of the king by the named type that has them, as in Fairy-Stockfish's built-in variants.
    /// Only such a king moves along the lines of a palace.
    pub(super) fn name_king_type(&mut self) {
        let text = self.betza[KING].as_deref();
        let named = super::types::NAMED.iter();
        let place = named
            .map(|(_, moves)| Some(*moves))
            .position(|moves| moves == text);
        if let Some(place) = place {
            self.king_type = Some(place + 1);
            self.betza[KING] = None;
        }
    }

    /// The type whose moves a type has: its own, unless it is a king with the moves of another type.
    pub(super) fn moves_as(&self, number: Type) -> Type {
        let named = self.king_type.filter(|_| number == KING);
        named.unwrap_or(number)
    }
}
