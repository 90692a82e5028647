//! Configuration of one variant in Fairy-Stockfish's terms, from which a definition is built.

use crate::definition::{CountingRule, Enclosing, RepetitionRules, Verdict, Walling};
use crate::geometry::SquareSet;

use super::fork::Fork;
use super::types::{KING, NAMED, Sides, Type, TypeSet, everywhere, fixed, rank};

/// The adjudication of drawn games by material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats::fairy_stockfish) enum Material {
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
pub(in crate::formats::fairy_stockfish) struct Config {
    pub(in crate::formats::fairy_stockfish) max_rank: u8,
    pub(in crate::formats::fairy_stockfish) max_file: u8,
    pub(in crate::formats::fairy_stockfish) chess960: bool,
    pub(in crate::formats::fairy_stockfish) start: String,
    /// The letters by type.
    pub(in crate::formats::fairy_stockfish) letters: Vec<Option<char>>,
    /// Alternative letters in a FEN by type. Only built-in variants have them.
    pub(in crate::formats::fairy_stockfish) second_letters: Vec<Option<char>>,
    /// The custom moves by type.
    pub(in crate::formats::fairy_stockfish) betza: Vec<Option<String>>,
    /// The type whose moves kings have without custom moves. No option sets it; built-in variants of Fairy-Stockfish
    /// and their heirs have it.
    pub(in crate::formats::fairy_stockfish) king_type: Option<Type>,
    pub(in crate::formats::fairy_stockfish) mobility: Vec<Sides<SquareSet>>,
    pub(in crate::formats::fairy_stockfish) values: Vec<Option<f64>>,
    pub(in crate::formats::fairy_stockfish) promotion_region: Sides<SquareSet>,
    pub(in crate::formats::fairy_stockfish) main_pawn: Sides<Type>,
    pub(in crate::formats::fairy_stockfish) promotion_pawns: Sides<TypeSet>,
    pub(in crate::formats::fairy_stockfish) promotion_pieces: Sides<TypeSet>,
    pub(in crate::formats::fairy_stockfish) sittuyin_promotion: bool,
    pub(in crate::formats::fairy_stockfish) promotion_limit: Vec<u16>,
    pub(in crate::formats::fairy_stockfish) promoted: Vec<Type>,
    pub(in crate::formats::fairy_stockfish) promotion_on_capture: bool,
    pub(in crate::formats::fairy_stockfish) mandatory_pawn: bool,
    pub(in crate::formats::fairy_stockfish) mandatory_piece: bool,
    pub(in crate::formats::fairy_stockfish) demotion: bool,
    pub(in crate::formats::fairy_stockfish) blast: bool,
    pub(in crate::formats::fairy_stockfish) blast_immune: TypeSet,
    pub(in crate::formats::fairy_stockfish) mutually_immune: TypeSet,
    pub(in crate::formats::fairy_stockfish) petrify: TypeSet,
    pub(in crate::formats::fairy_stockfish) petrify_blast: bool,
    pub(in crate::formats::fairy_stockfish) double_step: bool,
    pub(in crate::formats::fairy_stockfish) double_region: Sides<SquareSet>,
    pub(in crate::formats::fairy_stockfish) triple_region: Sides<SquareSet>,
    pub(in crate::formats::fairy_stockfish) ep_region: Sides<SquareSet>,
    pub(in crate::formats::fairy_stockfish) ep_types: Sides<TypeSet>,
    pub(in crate::formats::fairy_stockfish) castling: bool,
    pub(in crate::formats::fairy_stockfish) castling_dropped: bool,
    pub(in crate::formats::fairy_stockfish) castling_right_file: u8,
    pub(in crate::formats::fairy_stockfish) castling_left_file: u8,
    pub(in crate::formats::fairy_stockfish) castling_rank: u8,
    pub(in crate::formats::fairy_stockfish) castling_king_file: u8,
    pub(in crate::formats::fairy_stockfish) castling_king: Sides<Type>,
    pub(in crate::formats::fairy_stockfish) castling_rook_right: u8,
    pub(in crate::formats::fairy_stockfish) castling_rook_left: u8,
    pub(in crate::formats::fairy_stockfish) castling_rooks: Sides<TypeSet>,
    pub(in crate::formats::fairy_stockfish) opposite_castling: bool,
    pub(in crate::formats::fairy_stockfish) checking: bool,
    pub(in crate::formats::fairy_stockfish) drop_checks: bool,
    pub(in crate::formats::fairy_stockfish) must_capture: bool,
    pub(in crate::formats::fairy_stockfish) must_drop: bool,
    pub(in crate::formats::fairy_stockfish) must_drop_type: Type,
    pub(in crate::formats::fairy_stockfish) drops: bool,
    pub(in crate::formats::fairy_stockfish) drop_loop: bool,
    pub(in crate::formats::fairy_stockfish) to_hand: bool,
    pub(in crate::formats::fairy_stockfish) fork: Fork,
    pub(in crate::formats::fairy_stockfish) first_rank_drops: bool,
    pub(in crate::formats::fairy_stockfish) zone_drops: bool,
    pub(in crate::formats::fairy_stockfish) enclosing: Option<Enclosing>,
    pub(in crate::formats::fairy_stockfish) enclosing_start: SquareSet,
    pub(in crate::formats::fairy_stockfish) drop_region: Sides<SquareSet>,
    pub(in crate::formats::fairy_stockfish) sittuyin_rook: bool,
    pub(in crate::formats::fairy_stockfish) opposite_bishops: bool,
    pub(in crate::formats::fairy_stockfish) drop_promoted: bool,
    pub(in crate::formats::fairy_stockfish) no_doubled: Type,
    pub(in crate::formats::fairy_stockfish) no_doubled_count: u16,
    pub(in crate::formats::fairy_stockfish) immobility_illegal: bool,
    pub(in crate::formats::fairy_stockfish) gating: bool,
    pub(in crate::formats::fairy_stockfish) walling: Option<Walling>,
    pub(in crate::formats::fairy_stockfish) walling_region: Sides<SquareSet>,
    pub(in crate::formats::fairy_stockfish) wall_or_move: bool,
    pub(in crate::formats::fairy_stockfish) seirawan: bool,
    pub(in crate::formats::fairy_stockfish) cambodian: bool,
    pub(in crate::formats::fairy_stockfish) diagonals: SquareSet,
    pub(in crate::formats::fairy_stockfish) pass: Sides<bool>,
    pub(in crate::formats::fairy_stockfish) pass_stalemate: Sides<bool>,
    pub(in crate::formats::fairy_stockfish) makpong: bool,
    pub(in crate::formats::fairy_stockfish) flying_general: bool,
    pub(in crate::formats::fairy_stockfish) soldier_rank: u8,
    pub(in crate::formats::fairy_stockfish) flip: Option<Enclosing>,
    pub(in crate::formats::fairy_stockfish) free_drops: bool,
    pub(in crate::formats::fairy_stockfish) move_rule: u16,
    pub(in crate::formats::fairy_stockfish) move_rule_types: Sides<TypeSet>,
    pub(in crate::formats::fairy_stockfish) repetition: u16,
    pub(in crate::formats::fairy_stockfish) repetition_value: Verdict,
    pub(in crate::formats::fairy_stockfish) repetition_for_white: bool,
    pub(in crate::formats::fairy_stockfish) perpetual_check_illegal: bool,
    pub(in crate::formats::fairy_stockfish) back_and_forth_illegal: bool,
    pub(in crate::formats::fairy_stockfish) chasing: bool,
    pub(in crate::formats::fairy_stockfish) pawn_drop_mate_illegal: bool,
    pub(in crate::formats::fairy_stockfish) shatar_mate: bool,
    pub(in crate::formats::fairy_stockfish) material: Option<Material>,
    pub(in crate::formats::fairy_stockfish) counting: Option<CountingRule>,
    pub(in crate::formats::fairy_stockfish) two_boards: bool,
    pub(in crate::formats::fairy_stockfish) stalemate: Verdict,
    pub(in crate::formats::fairy_stockfish) stalemate_by_count: bool,
    pub(in crate::formats::fairy_stockfish) checkmate: Verdict,
    pub(in crate::formats::fairy_stockfish) bikjang: bool,
    pub(in crate::formats::fairy_stockfish) extinction: Option<Verdict>,
    pub(in crate::formats::fairy_stockfish) extinction_claim: bool,
    pub(in crate::formats::fairy_stockfish) pseudo_royal: bool,
    pub(in crate::formats::fairy_stockfish) duple: bool,
    pub(in crate::formats::fairy_stockfish) extinction_types: TypeSet,
    pub(in crate::formats::fairy_stockfish) extinction_count: i16,
    pub(in crate::formats::fairy_stockfish) extinction_opponent: i16,
    pub(in crate::formats::fairy_stockfish) flag_piece: Sides<Type>,
    pub(in crate::formats::fairy_stockfish) flag_region: Sides<SquareSet>,
    pub(in crate::formats::fairy_stockfish) flag_count: u16,
    pub(in crate::formats::fairy_stockfish) flag_blocked: bool,
    pub(in crate::formats::fairy_stockfish) flag_move: bool,
    pub(in crate::formats::fairy_stockfish) flag_safe: bool,
    pub(in crate::formats::fairy_stockfish) check_counting: bool,
    pub(in crate::formats::fairy_stockfish) connect_n: u16,
    pub(in crate::formats::fairy_stockfish) connect_types: TypeSet,
    pub(in crate::formats::fairy_stockfish) connect_horizontal: bool,
    pub(in crate::formats::fairy_stockfish) connect_vertical: bool,
    pub(in crate::formats::fairy_stockfish) connect_diagonal: bool,
    pub(in crate::formats::fairy_stockfish) connect_from: Sides<SquareSet>,
    pub(in crate::formats::fairy_stockfish) connect_to: Sides<SquareSet>,
    pub(in crate::formats::fairy_stockfish) connect_block: u16,
    pub(in crate::formats::fairy_stockfish) collinear: u16,
    pub(in crate::formats::fairy_stockfish) connect_value: Verdict,
    pub(in crate::formats::fairy_stockfish) full_board: bool,
    pub(in crate::formats::fairy_stockfish) castling_wins: Sides<[bool; 2]>,
    /// Keys that do not affect the legality of moves, kept for export.
    pub(in crate::formats::fairy_stockfish) presentation: indexmap::IndexMap<String, String>,
}

impl Config {
    /// Whether some type has a letter.
    pub(in crate::formats::fairy_stockfish) fn has_pieces(&self) -> bool {
        self.letters.iter().any(Option::is_some)
    }

    /// The default configuration: chess without its pieces.
    pub(in crate::formats::fairy_stockfish) fn new() -> Config {
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
    pub(in crate::formats::fairy_stockfish) fn lettered(&self, letter: char) -> Option<Type> {
        let letter = letter.to_ascii_lowercase();
        self.letters.iter().position(|known| *known == Some(letter))
    }

    /// Assigns a letter to a type; removes the type that had it.
    pub(in crate::formats::fairy_stockfish) fn add(&mut self, number: Type, letter: char) {
        if let Some(known) = self.lettered(letter) {
            self.remove(known);
        }
        self.letters[number] = Some(letter.to_ascii_lowercase());
        self.second_letters[number] = None;
    }

    /// Removes a type from the game.
    pub(in crate::formats::fairy_stockfish) fn remove(&mut self, number: Type) {
        self.letters[number] = None;
        for set in &mut self.promotion_pieces {
            set.remove(number);
        }
    }

    /// The move text of a type.
    pub(in crate::formats::fairy_stockfish) fn moves(&self, number: Type) -> &str {
        match (&self.betza[number], self.moves_as(number)) {
            (Some(text), _) => text,
            (None, KING) => "K",
            (None, named) => NAMED.get(named - 1).map_or("", |(_, moves)| moves),
        }
    }

    /// Replaces custom moves of the king by the named type that has them, as in Fairy-Stockfish's built-in variants.
    /// Only such a king moves along the lines of a palace.
    pub(in crate::formats::fairy_stockfish) fn name_king_type(&mut self) {
        let text = self.betza[KING].as_deref();
        let named = NAMED.iter();
        let place = named
            .map(|(_, moves)| Some(*moves))
            .position(|moves| moves == text);
        if let Some(place) = place {
            self.king_type = Some(place + 1);
            self.betza[KING] = None;
        }
    }

    /// The type whose moves a type has: its own, unless it is a king with the moves of another type.
    pub(in crate::formats::fairy_stockfish) fn moves_as(&self, number: Type) -> Type {
        let named = self.king_type.filter(|_| number == KING);
        named.unwrap_or(number)
    }
}
