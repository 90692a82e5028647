//! The simple options of `variants.ini`, with their fields in the configuration.

use crate::definition::{CountingRule, Enclosing, Verdict, Walling};
use crate::geometry::SquareSet;

use super::config::{Config, Material};
use super::types::{Type, TypeSet};
use Target as T;

/// A field for the value of an option.
pub(in crate::formats::fairy_stockfish) enum Target<'a> {
    Bool(&'a mut bool),
    Bools([&'a mut bool; 2]),
    Number(&'a mut u16),
    /// A number; negative values become 0.
    Count(&'a mut u16),
    Signed(&'a mut i16),
    Rank(&'a mut u8),
    File(&'a mut u8),
    Size(&'a mut u8),
    Type(&'a mut Type),
    Types2([&'a mut Type; 2]),
    Set(&'a mut TypeSet),
    Sets([&'a mut TypeSet; 2]),
    /// The sets of pawn types and their first members.
    Pawns(Vec<(&'a mut Type, &'a mut TypeSet)>),
    Region(&'a mut SquareSet),
    Regions([&'a mut SquareSet; 2]),
    Verdict(&'a mut Verdict),
    MaybeVerdict(&'a mut Option<Verdict>),
    Enclosing(&'a mut Option<Enclosing>),
    Walling(&'a mut Option<Walling>),
    Material(&'a mut Option<Material>),
    Counting(&'a mut Option<CountingRule>),
    Chasing(&'a mut bool),
    Text(&'a mut String),
    Wins(&'a mut [[bool; 2]; 2]),
}

/// An option: its key and its field.
type Key = (&'static str, for<'a> fn(&'a mut Config) -> Target<'a>);

/// Pairs of both elements.
fn both<T>(pair: &mut [T; 2]) -> [&mut T; 2] {
    let [white, black] = pair;
    [white, black]
}

/// All simple options by current name, in writing order.
const KEYS: [Key; 161] = [
    ("maxRank", |c| T::Size(&mut c.max_rank)),
    ("maxFile", |c| T::Size(&mut c.max_file)),
    ("chess960", |c| T::Bool(&mut c.chess960)),
    ("startFen", |c| T::Text(&mut c.start)),
    ("promotionPawnTypes", |c| {
        let [a, b] = both(&mut c.main_pawn);
        let [x, y] = both(&mut c.promotion_pawns);
        T::Pawns(vec![(a, x), (b, y)])
    }),
    ("promotionPawnTypesWhite", |c| {
        T::Pawns(vec![(&mut c.main_pawn[0], &mut c.promotion_pawns[0])])
    }),
    ("promotionPawnTypesBlack", |c| {
        T::Pawns(vec![(&mut c.main_pawn[1], &mut c.promotion_pawns[1])])
    }),
    ("promotionRegionWhite", |c| {
        T::Region(&mut c.promotion_region[0])
    }),
    ("promotionRegionBlack", |c| {
        T::Region(&mut c.promotion_region[1])
    }),
    ("promotionPieceTypes", |c| {
        T::Sets(both(&mut c.promotion_pieces))
    }),
    ("promotionPieceTypesWhite", |c| {
        T::Set(&mut c.promotion_pieces[0])
    }),
    ("promotionPieceTypesBlack", |c| {
        T::Set(&mut c.promotion_pieces[1])
    }),
    ("sittuyinPromotion", |c| T::Bool(&mut c.sittuyin_promotion)),
    ("piecePromotionOnCapture", |c| {
        T::Bool(&mut c.promotion_on_capture)
    }),
    ("mandatoryPawnPromotion", |c| T::Bool(&mut c.mandatory_pawn)),
    ("mandatoryPiecePromotion", |c| {
        T::Bool(&mut c.mandatory_piece)
    }),
    ("pieceDemotion", |c| T::Bool(&mut c.demotion)),
    ("blastOnCapture", |c| T::Bool(&mut c.blast)),
    ("blastImmuneTypes", |c| T::Set(&mut c.blast_immune)),
    ("mutuallyImmuneTypes", |c| T::Set(&mut c.mutually_immune)),
    ("petrifyOnCaptureTypes", |c| T::Set(&mut c.petrify)),
    ("petrifyBlastPieces", |c| T::Bool(&mut c.petrify_blast)),
    ("doubleStep", |c| T::Bool(&mut c.double_step)),
    ("doubleStepRegionWhite", |c| {
        T::Region(&mut c.double_region[0])
    }),
    ("doubleStepRegionBlack", |c| {
        T::Region(&mut c.double_region[1])
    }),
    ("tripleStepRegionWhite", |c| {
        T::Region(&mut c.triple_region[0])
    }),
    ("tripleStepRegionBlack", |c| {
        T::Region(&mut c.triple_region[1])
    }),
    ("enPassantRegion", |c| T::Regions(both(&mut c.ep_region))),
    ("enPassantRegionWhite", |c| T::Region(&mut c.ep_region[0])),
    ("enPassantRegionBlack", |c| T::Region(&mut c.ep_region[1])),
    ("enPassantTypes", |c| T::Sets(both(&mut c.ep_types))),
    ("enPassantTypesWhite", |c| T::Set(&mut c.ep_types[0])),
    ("enPassantTypesBlack", |c| T::Set(&mut c.ep_types[1])),
    ("castling", |c| T::Bool(&mut c.castling)),
    ("castlingDroppedPiece", |c| T::Bool(&mut c.castling_dropped)),
    ("castlingKingsideFile", |c| {
        T::File(&mut c.castling_right_file)
    }),
    ("castlingQueensideFile", |c| {
        T::File(&mut c.castling_left_file)
    }),
    ("castlingRank", |c| T::Rank(&mut c.castling_rank)),
    ("castlingKingFile", |c| T::File(&mut c.castling_king_file)),
    ("castlingKingPiece", |c| {
        T::Types2(both(&mut c.castling_king))
    }),
    ("castlingKingPieceWhite", |c| {
        T::Type(&mut c.castling_king[0])
    }),
    ("castlingKingPieceBlack", |c| {
        T::Type(&mut c.castling_king[1])
    }),
    ("castlingRookKingsideFile", |c| {
        T::File(&mut c.castling_rook_right)
    }),
    ("castlingRookQueensideFile", |c| {
        T::File(&mut c.castling_rook_left)
    }),
    ("castlingRookPieces", |c| {
        T::Sets(both(&mut c.castling_rooks))
    }),
    ("castlingRookPiecesWhite", |c| {
        T::Set(&mut c.castling_rooks[0])
    }),
    ("castlingRookPiecesBlack", |c| {
        T::Set(&mut c.castling_rooks[1])
    }),
    ("oppositeCastling", |c| T::Bool(&mut c.opposite_castling)),
    ("checking", |c| T::Bool(&mut c.checking)),
    ("dropChecks", |c| T::Bool(&mut c.drop_checks)),
    ("mustCapture", |c| T::Bool(&mut c.must_capture)),
    ("mustDrop", |c| T::Bool(&mut c.must_drop)),
    ("mustDropType", |c| T::Type(&mut c.must_drop_type)),
    ("pieceDrops", |c| T::Bool(&mut c.drops)),
    ("dropLoop", |c| T::Bool(&mut c.drop_loop)),
    ("capturesToHand", |c| T::Bool(&mut c.to_hand)),
    ("prisonPawnPromotion", |c| {
        T::Bool(&mut c.fork.prison.promotes)
    }),
    ("cylindrical", |c| T::Bool(&mut c.fork.cylindrical)),
    ("toroidal", |c| T::Bool(&mut c.fork.toroidal)),
    ("blastOrthogonals", |c| {
        T::Bool(&mut c.fork.blast_orthogonals)
    }),
    ("blastDiagonals", |c| T::Bool(&mut c.fork.blast_diagonals)),
    ("pointsCounting", |c| T::Bool(&mut c.fork.points.counting)),
    ("payPointsToDrop", |c| {
        T::Bool(&mut c.fork.points.pays_drops)
    }),
    ("pointsGoal", |c| T::Number(&mut c.fork.points.goal)),
    ("pointsGoalValue", |c| T::Verdict(&mut c.fork.points.value)),
    ("pointsGoalSimulValueByMostPoints", |c| {
        T::Verdict(&mut c.fork.points.more)
    }),
    ("pointsGoalSimulValueByMover", |c| {
        T::MaybeVerdict(&mut c.fork.points.mover)
    }),
    ("pushChainEnemyOnly", |c| {
        T::Bool(&mut c.fork.pushes.enemies_only)
    }),
    ("pushCaptureAgainstFriendlyBlocker", |c| {
        T::Bool(&mut c.fork.pushes.crushes)
    }),
    ("pushNoImmediateReturn", |c| {
        T::Bool(&mut c.fork.pushes.no_return)
    }),
    ("stepwisePushing", |c| T::Bool(&mut c.fork.pushes.stepwise)),
    ("surroundCaptureOpposite", |c| {
        T::Bool(&mut c.fork.custody.opposite)
    }),
    ("surroundCaptureIntervene", |c| {
        T::Bool(&mut c.fork.custody.intervene)
    }),
    ("surroundCaptureEdge", |c| T::Bool(&mut c.fork.custody.edge)),
    ("surroundCaptureMaxRegion", |c| {
        T::Region(&mut c.fork.custody.whole)
    }),
    ("surroundCaptureHostileRegion", |c| {
        T::Region(&mut c.fork.custody.hostile)
    }),
    ("progressiveMultimove", |c| T::Bool(&mut c.fork.progressive)),
    ("multimoveCheck", |c| T::Bool(&mut c.fork.multimove_check)),
    ("firstRankPawnDrops", |c| T::Bool(&mut c.first_rank_drops)),
    ("promotionZonePawnDrops", |c| T::Bool(&mut c.zone_drops)),
    ("enclosingDrop", |c| T::Enclosing(&mut c.enclosing)),
    ("enclosingDropStart", |c| T::Region(&mut c.enclosing_start)),
    ("dropRegionWhite", |c| T::Region(&mut c.drop_region[0])),
    ("dropRegionBlack", |c| T::Region(&mut c.drop_region[1])),
    ("sittuyinRookDrop", |c| T::Bool(&mut c.sittuyin_rook)),
    ("dropOppositeColoredBishop", |c| {
        T::Bool(&mut c.opposite_bishops)
    }),
    ("dropPromoted", |c| T::Bool(&mut c.drop_promoted)),
    ("dropNoDoubled", |c| T::Type(&mut c.no_doubled)),
    ("dropNoDoubledCount", |c| T::Count(&mut c.no_doubled_count)),
    ("immobilityIllegal", |c| T::Bool(&mut c.immobility_illegal)),
    ("gating", |c| T::Bool(&mut c.gating)),
    ("wallingRule", |c| T::Walling(&mut c.walling)),
    ("wallingRegion", |c| T::Regions(both(&mut c.walling_region))),
    ("wallingRegionWhite", |c| {
        T::Region(&mut c.walling_region[0])
    }),
    ("wallingRegionBlack", |c| {
        T::Region(&mut c.walling_region[1])
    }),
    ("wallOrMove", |c| T::Bool(&mut c.wall_or_move)),
    ("seirawanGating", |c| T::Bool(&mut c.seirawan)),
    ("cambodianMoves", |c| T::Bool(&mut c.cambodian)),
    ("diagonalLines", |c| T::Region(&mut c.diagonals)),
    ("pass", |c| T::Bools(both(&mut c.pass))),
    ("passWhite", |c| T::Bool(&mut c.pass[0])),
    ("passBlack", |c| T::Bool(&mut c.pass[1])),
    ("passOnStalemate", |c| T::Bools(both(&mut c.pass_stalemate))),
    ("passOnStalemateWhite", |c| {
        T::Bool(&mut c.pass_stalemate[0])
    }),
    ("passOnStalemateBlack", |c| {
        T::Bool(&mut c.pass_stalemate[1])
    }),
    ("makpongRule", |c| T::Bool(&mut c.makpong)),
    ("flyingGeneral", |c| T::Bool(&mut c.flying_general)),
    ("soldierPromotionRank", |c| T::Rank(&mut c.soldier_rank)),
    ("flipEnclosedPieces", |c| T::Enclosing(&mut c.flip)),
    ("freeDrops", |c| T::Bool(&mut c.free_drops)),
    ("nMoveRule", |c| T::Number(&mut c.move_rule)),
    ("nMoveRuleTypes", |c| T::Sets(both(&mut c.move_rule_types))),
    ("nMoveRuleTypesWhite", |c| T::Set(&mut c.move_rule_types[0])),
    ("nMoveRuleTypesBlack", |c| T::Set(&mut c.move_rule_types[1])),
    ("nFoldRule", |c| T::Number(&mut c.repetition)),
    ("nFoldValue", |c| T::Verdict(&mut c.repetition_value)),
    ("nFoldValueAbsolute", |c| {
        T::Bool(&mut c.repetition_for_white)
    }),
    ("perpetualCheckIllegal", |c| {
        T::Bool(&mut c.perpetual_check_illegal)
    }),
    ("moveRepetitionIllegal", |c| {
        T::Bool(&mut c.back_and_forth_illegal)
    }),
    ("chasingRule", |c| T::Chasing(&mut c.chasing)),
    ("shogiPawnDropMateIllegal", |c| {
        T::Bool(&mut c.pawn_drop_mate_illegal)
    }),
    ("shatarMateRule", |c| T::Bool(&mut c.shatar_mate)),
    ("materialCounting", |c| T::Material(&mut c.material)),
    ("countingRule", |c| T::Counting(&mut c.counting)),
    ("twoBoards", |c| T::Bool(&mut c.two_boards)),
    ("stalemateValue", |c| T::Verdict(&mut c.stalemate)),
    ("stalematePieceCount", |c| {
        T::Bool(&mut c.stalemate_by_count)
    }),
    ("checkmateValue", |c| T::Verdict(&mut c.checkmate)),
    ("bikjangRule", |c| T::Bool(&mut c.bikjang)),
    ("extinctionValue", |c| T::MaybeVerdict(&mut c.extinction)),
    ("extinctionClaim", |c| T::Bool(&mut c.extinction_claim)),
    ("extinctionPseudoRoyal", |c| T::Bool(&mut c.pseudo_royal)),
    ("dupleCheck", |c| T::Bool(&mut c.duple)),
    ("extinctionPieceTypes", |c| T::Set(&mut c.extinction_types)),
    ("extinctionPieceCount", |c| {
        T::Signed(&mut c.extinction_count)
    }),
    ("extinctionOpponentPieceCount", |c| {
        T::Signed(&mut c.extinction_opponent)
    }),
    ("flagPiece", |c| T::Types2(both(&mut c.flag_piece))),
    ("flagPieceWhite", |c| T::Type(&mut c.flag_piece[0])),
    ("flagPieceBlack", |c| T::Type(&mut c.flag_piece[1])),
    ("flagRegion", |c| T::Regions(both(&mut c.flag_region))),
    ("flagRegionWhite", |c| T::Region(&mut c.flag_region[0])),
    ("flagRegionBlack", |c| T::Region(&mut c.flag_region[1])),
    ("flagPieceCount", |c| T::Count(&mut c.flag_count)),
    ("flagPieceBlockedWin", |c| T::Bool(&mut c.flag_blocked)),
    ("flagMove", |c| T::Bool(&mut c.flag_move)),
    ("flagPieceSafe", |c| T::Bool(&mut c.flag_safe)),
    ("checkCounting", |c| T::Bool(&mut c.check_counting)),
    ("connectN", |c| T::Count(&mut c.connect_n)),
    ("connectPieceTypes", |c| T::Set(&mut c.connect_types)),
    ("connectHorizontal", |c| T::Bool(&mut c.connect_horizontal)),
    ("connectVertical", |c| T::Bool(&mut c.connect_vertical)),
    ("connectDiagonal", |c| T::Bool(&mut c.connect_diagonal)),
    ("connectRegion1White", |c| T::Region(&mut c.connect_from[0])),
    ("connectRegion2White", |c| T::Region(&mut c.connect_to[0])),
    ("connectRegion1Black", |c| T::Region(&mut c.connect_from[1])),
    ("connectRegion2Black", |c| T::Region(&mut c.connect_to[1])),
    ("connectNxN", |c| T::Number(&mut c.connect_block)),
    ("collinearN", |c| T::Count(&mut c.collinear)),
    ("connectValue", |c| T::Verdict(&mut c.connect_value)),
    ("adjudicateFullBoard", |c| T::Bool(&mut c.full_board)),
    ("castlingWins", |c| T::Wins(&mut c.castling_wins)),
];

/// The options of Fairy-Stockfish, without those of single piece types.
const OF_THE_PROGRAM: &str = include_str!("../../../../grammar/fairy-stockfish-options.txt");

/// Whether Fairy-Stockfish has an option with this name that is not a piece type.
pub(in crate::formats::fairy_stockfish) fn is_of_the_program(key: &str) -> bool {
    OF_THE_PROGRAM.lines().any(|name| name == key)
}

/// Former names of options, with the current ones.
const ALIASES: [(&str, &str); 7] = [
    ("pointsGoalSimulValue", "pointsGoalSimulValueByMostPoints"),
    ("pawnTypes", "promotionPawnTypes"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
];

/// The field of an option, by its current or former name.
pub(in crate::formats::fairy_stockfish) fn place(
    key: &str,
) -> Option<for<'a> fn(&'a mut Config) -> Target<'a>> {
    let alias = ALIASES.iter().find(|(earlier, _)| *earlier == key);
    let present = alias.map_or(key, |(_, present)| present);
    let found = KEYS.iter().find(|(known, _)| *known == present);
    found.map(|(_, place)| *place)
}

/// Whether this is the current name of a simple option.
pub(in crate::formats::fairy_stockfish) fn is_known(key: &str) -> bool {
    names().any(|known| known == key)
}

/// The current names.
pub(in crate::formats::fairy_stockfish) fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|(name, _)| *name)
}
