//! Every option of `variants.ini`, applied to a configuration.

use std::str::FromStr;

use crate::definition::{CountingRule, Enclosing, Verdict, Walling};
use crate::geometry::SquareSet;
use crate::movement::Movement;
use crate::source::{Diagnostic, Span, codes, did_you_mean};
use crate::syntax::betza::Dialect;
use crate::syntax::ini::{Entry, Section, Word};

use super::config::{Config, GRID, Material, grid, rank};
use super::fork;
use super::types::{self, FIRST_CUSTOM, KING, Type, TypeSet, fixed};

/// Options that say nothing about the rules.
pub(super) const PRESENTATION: [&str; 8] = [
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
    "nnueAlias",
    "title",
    "source",
];

/// The kinds of values.
pub(super) enum Target<'a> {
    Bool(&'a mut bool),
    Bools([&'a mut bool; 2]),
    Number(&'a mut u16),
    Rank(&'a mut u8),
    File(&'a mut u8),
    Size(&'a mut u8),
    Type(&'a mut Type),
    Types2([&'a mut Type; 2]),
    Set(&'a mut TypeSet),
    Sets([&'a mut TypeSet; 2]),
    /// The pawn types and the first of them.
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

/// Pairs of both elements.
fn both<T>(pair: &mut [T; 2]) -> [&mut T; 2] {
    let [white, black] = pair;
    [white, black]
}

/// The place of an option in the configuration.
pub(super) fn target<'a>(config: &'a mut Config, key: &str) -> Option<Target<'a>> {
    use Target as T;
    let c = config;
    Some(match key {
        "maxRank" => T::Size(&mut c.max_rank),
        "maxFile" => T::Size(&mut c.max_file),
        "chess960" => T::Bool(&mut c.chess960),
        "startFen" => T::Text(&mut c.start),
        "pawnTypes" | "promotionPawnTypes" => {
            let [a, b] = both(&mut c.main_pawn);
            let [x, y] = both(&mut c.promotion_pawns);
            T::Pawns(vec![(a, x), (b, y)])
        }
        "promotionPawnTypesWhite" => {
            T::Pawns(vec![(&mut c.main_pawn[0], &mut c.promotion_pawns[0])])
        }
        "promotionPawnTypesBlack" => {
            T::Pawns(vec![(&mut c.main_pawn[1], &mut c.promotion_pawns[1])])
        }
        "promotionRegionWhite" => T::Region(&mut c.promotion_region[0]),
        "promotionRegionBlack" => T::Region(&mut c.promotion_region[1]),
        "promotionPieceTypes" => T::Sets(both(&mut c.promotion_pieces)),
        "promotionPieceTypesWhite" => T::Set(&mut c.promotion_pieces[0]),
        "promotionPieceTypesBlack" => T::Set(&mut c.promotion_pieces[1]),
        "sittuyinPromotion" => T::Bool(&mut c.sittuyin_promotion),
        "piecePromotionOnCapture" => T::Bool(&mut c.promotion_on_capture),
        "mandatoryPawnPromotion" => T::Bool(&mut c.mandatory_pawn),
        "mandatoryPiecePromotion" => T::Bool(&mut c.mandatory_piece),
        "pieceDemotion" => T::Bool(&mut c.demotion),
        "blastOnCapture" => T::Bool(&mut c.blast),
        "blastImmuneTypes" => T::Set(&mut c.blast_immune),
        "mutuallyImmuneTypes" => T::Set(&mut c.mutually_immune),
        "petrifyOnCaptureTypes" => T::Set(&mut c.petrify),
        "petrifyBlastPieces" => T::Bool(&mut c.petrify_blast),
        "doubleStep" => T::Bool(&mut c.double_step),
        "doubleStepRegionWhite" => T::Region(&mut c.double_region[0]),
        "doubleStepRegionBlack" => T::Region(&mut c.double_region[1]),
        "tripleStepRegionWhite" => T::Region(&mut c.triple_region[0]),
        "tripleStepRegionBlack" => T::Region(&mut c.triple_region[1]),
        "enPassantRegion" => T::Regions(both(&mut c.ep_region)),
        "enPassantRegionWhite" => T::Region(&mut c.ep_region[0]),
        "enPassantRegionBlack" => T::Region(&mut c.ep_region[1]),
        "enPassantTypes" => T::Sets(both(&mut c.ep_types)),
        "enPassantTypesWhite" => T::Set(&mut c.ep_types[0]),
        "enPassantTypesBlack" => T::Set(&mut c.ep_types[1]),
        "castling" => T::Bool(&mut c.castling),
        "castlingDroppedPiece" => T::Bool(&mut c.castling_dropped),
        "castlingKingsideFile" => T::File(&mut c.castling_right_file),
        "castlingQueensideFile" => T::File(&mut c.castling_left_file),
        "castlingRank" => T::Rank(&mut c.castling_rank),
        "castlingKingFile" => T::File(&mut c.castling_king_file),
        "castlingKingPiece" => T::Types2(both(&mut c.castling_king)),
        "castlingKingPieceWhite" => T::Type(&mut c.castling_king[0]),
        "castlingKingPieceBlack" => T::Type(&mut c.castling_king[1]),
        "castlingRookKingsideFile" => T::File(&mut c.castling_rook_right),
        "castlingRookQueensideFile" => T::File(&mut c.castling_rook_left),
        "castlingRookPieces" | "castlingRookPiece" => T::Sets(both(&mut c.castling_rooks)),
        "castlingRookPiecesWhite" => T::Set(&mut c.castling_rooks[0]),
        "castlingRookPiecesBlack" => T::Set(&mut c.castling_rooks[1]),
        "oppositeCastling" => T::Bool(&mut c.opposite_castling),
        "checking" => T::Bool(&mut c.checking),
        "dropChecks" => T::Bool(&mut c.drop_checks),
        "mustCapture" => T::Bool(&mut c.must_capture),
        "mustDrop" => T::Bool(&mut c.must_drop),
        "mustDropType" => T::Type(&mut c.must_drop_type),
        "pieceDrops" => T::Bool(&mut c.drops),
        "dropLoop" => T::Bool(&mut c.drop_loop),
        "capturesToHand" => T::Bool(&mut c.to_hand),
        "cylindrical" => T::Bool(&mut c.fork.cylindrical),
        "toroidal" => T::Bool(&mut c.fork.toroidal),
        "blastOrthogonals" => T::Bool(&mut c.fork.blast_orthogonals),
        "blastDiagonals" => T::Bool(&mut c.fork.blast_diagonals),
        "multimoveCheck" => T::Bool(&mut c.fork.multimove_check),
        "firstRankPawnDrops" => T::Bool(&mut c.first_rank_drops),
        "promotionZonePawnDrops" => T::Bool(&mut c.zone_drops),
        "enclosingDrop" => T::Enclosing(&mut c.enclosing),
        "enclosingDropStart" => T::Region(&mut c.enclosing_start),
        "dropRegionWhite" | "whiteDropRegion" => T::Region(&mut c.drop_region[0]),
        "dropRegionBlack" | "blackDropRegion" => T::Region(&mut c.drop_region[1]),
        "sittuyinRookDrop" => T::Bool(&mut c.sittuyin_rook),
        "dropOppositeColoredBishop" => T::Bool(&mut c.opposite_bishops),
        "dropPromoted" => T::Bool(&mut c.drop_promoted),
        "dropNoDoubled" => T::Type(&mut c.no_doubled),
        "dropNoDoubledCount" => T::Number(&mut c.no_doubled_count),
        "immobilityIllegal" => T::Bool(&mut c.immobility_illegal),
        "gating" => T::Bool(&mut c.gating),
        "wallingRule" => T::Walling(&mut c.walling),
        "wallingRegion" => T::Regions(both(&mut c.walling_region)),
        "wallingRegionWhite" => T::Region(&mut c.walling_region[0]),
        "wallingRegionBlack" => T::Region(&mut c.walling_region[1]),
        "wallOrMove" => T::Bool(&mut c.wall_or_move),
        "seirawanGating" => T::Bool(&mut c.seirawan),
        "cambodianMoves" => T::Bool(&mut c.cambodian),
        "diagonalLines" => T::Region(&mut c.diagonals),
        "pass" => T::Bools(both(&mut c.pass)),
        "passWhite" => T::Bool(&mut c.pass[0]),
        "passBlack" => T::Bool(&mut c.pass[1]),
        "passOnStalemate" => T::Bools(both(&mut c.pass_stalemate)),
        "passOnStalemateWhite" => T::Bool(&mut c.pass_stalemate[0]),
        "passOnStalemateBlack" => T::Bool(&mut c.pass_stalemate[1]),
        "makpongRule" => T::Bool(&mut c.makpong),
        "flyingGeneral" => T::Bool(&mut c.flying_general),
        "soldierPromotionRank" => T::Rank(&mut c.soldier_rank),
        "flipEnclosedPieces" => T::Enclosing(&mut c.flip),
        "freeDrops" => T::Bool(&mut c.free_drops),
        "nMoveRule" => T::Number(&mut c.move_rule),
        "nMoveRuleTypes" => T::Sets(both(&mut c.move_rule_types)),
        "nMoveRuleTypesWhite" => T::Set(&mut c.move_rule_types[0]),
        "nMoveRuleTypesBlack" => T::Set(&mut c.move_rule_types[1]),
        "nFoldRule" => T::Number(&mut c.repetition),
        "nFoldValue" => T::Verdict(&mut c.repetition_value),
        "nFoldValueAbsolute" => T::Bool(&mut c.repetition_for_white),
        "perpetualCheckIllegal" => T::Bool(&mut c.perpetual_check_illegal),
        "moveRepetitionIllegal" => T::Bool(&mut c.back_and_forth_illegal),
        "chasingRule" => T::Chasing(&mut c.chasing),
        "shogiPawnDropMateIllegal" => T::Bool(&mut c.pawn_drop_mate_illegal),
        "shatarMateRule" => T::Bool(&mut c.shatar_mate),
        "materialCounting" => T::Material(&mut c.material),
        "countingRule" => T::Counting(&mut c.counting),
        "twoBoards" => T::Bool(&mut c.two_boards),
        "stalemateValue" => T::Verdict(&mut c.stalemate),
        "stalematePieceCount" => T::Bool(&mut c.stalemate_by_count),
        "checkmateValue" => T::Verdict(&mut c.checkmate),
        "bikjangRule" => T::Bool(&mut c.bikjang),
        "extinctionValue" => T::MaybeVerdict(&mut c.extinction),
        "extinctionClaim" => T::Bool(&mut c.extinction_claim),
        "extinctionPseudoRoyal" => T::Bool(&mut c.pseudo_royal),
        "dupleCheck" => T::Bool(&mut c.duple),
        "extinctionPieceTypes" => T::Set(&mut c.extinction_types),
        "extinctionPieceCount" => T::Number(&mut c.extinction_count),
        "extinctionOpponentPieceCount" => T::Number(&mut c.extinction_opponent),
        "flagPiece" => T::Types2(both(&mut c.flag_piece)),
        "flagPieceWhite" => T::Type(&mut c.flag_piece[0]),
        "flagPieceBlack" => T::Type(&mut c.flag_piece[1]),
        "flagRegion" => T::Regions(both(&mut c.flag_region)),
        "flagRegionWhite" | "whiteFlag" => T::Region(&mut c.flag_region[0]),
        "flagRegionBlack" | "blackFlag" => T::Region(&mut c.flag_region[1]),
        "flagPieceCount" => T::Number(&mut c.flag_count),
        "flagPieceBlockedWin" => T::Bool(&mut c.flag_blocked),
        "flagMove" => T::Bool(&mut c.flag_move),
        "flagPieceSafe" => T::Bool(&mut c.flag_safe),
        "checkCounting" => T::Bool(&mut c.check_counting),
        "connectN" => T::Number(&mut c.connect_n),
        "connectPieceTypes" => T::Set(&mut c.connect_types),
        "connectHorizontal" => T::Bool(&mut c.connect_horizontal),
        "connectVertical" => T::Bool(&mut c.connect_vertical),
        "connectDiagonal" => T::Bool(&mut c.connect_diagonal),
        "connectRegion1White" => T::Region(&mut c.connect_from[0]),
        "connectRegion2White" => T::Region(&mut c.connect_to[0]),
        "connectRegion1Black" => T::Region(&mut c.connect_from[1]),
        "connectRegion2Black" => T::Region(&mut c.connect_to[1]),
        "connectNxN" => T::Number(&mut c.connect_block),
        "collinearN" => T::Number(&mut c.collinear),
        "connectValue" => T::Verdict(&mut c.connect_value),
        "adjudicateFullBoard" => T::Bool(&mut c.full_board),
        "castlingWins" => T::Wins(&mut c.castling_wins),
        _ => {
            let (color, piece) = key.strip_prefix("mobilityRegion").and_then(|rest| {
                rest.strip_prefix("White")
                    .map(|piece| (0, piece))
                    .or_else(|| rest.strip_prefix("Black").map(|piece| (1, piece)))
            })?;
            let number = types::all().find(|number| capitalized(&types::key(*number)) == piece)?;
            T::Region(&mut c.mobility[number][color])
        }
    })
}

/// Every option with a value of its own, under its present name.
pub(super) const KEYS: [&str; 144] = [
    "maxRank",
    "maxFile",
    "chess960",
    "startFen",
    "promotionPawnTypes",
    "promotionPawnTypesWhite",
    "promotionPawnTypesBlack",
    "promotionRegionWhite",
    "promotionRegionBlack",
    "promotionPieceTypes",
    "promotionPieceTypesWhite",
    "promotionPieceTypesBlack",
    "sittuyinPromotion",
    "piecePromotionOnCapture",
    "mandatoryPawnPromotion",
    "mandatoryPiecePromotion",
    "pieceDemotion",
    "blastOnCapture",
    "blastImmuneTypes",
    "mutuallyImmuneTypes",
    "petrifyOnCaptureTypes",
    "petrifyBlastPieces",
    "doubleStep",
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
    "tripleStepRegionWhite",
    "tripleStepRegionBlack",
    "enPassantRegion",
    "enPassantRegionWhite",
    "enPassantRegionBlack",
    "enPassantTypes",
    "enPassantTypesWhite",
    "enPassantTypesBlack",
    "castling",
    "castlingDroppedPiece",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRank",
    "castlingKingFile",
    "castlingKingPiece",
    "castlingKingPieceWhite",
    "castlingKingPieceBlack",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    "castlingRookPieces",
    "castlingRookPiecesWhite",
    "castlingRookPiecesBlack",
    "oppositeCastling",
    "checking",
    "dropChecks",
    "mustCapture",
    "mustDrop",
    "mustDropType",
    "pieceDrops",
    "dropLoop",
    "capturesToHand",
    "cylindrical",
    "toroidal",
    "blastOrthogonals",
    "blastDiagonals",
    "multimoveCheck",
    "firstRankPawnDrops",
    "promotionZonePawnDrops",
    "enclosingDrop",
    "enclosingDropStart",
    "dropRegionWhite",
    "dropRegionBlack",
    "sittuyinRookDrop",
    "dropOppositeColoredBishop",
    "dropPromoted",
    "dropNoDoubled",
    "dropNoDoubledCount",
    "immobilityIllegal",
    "gating",
    "wallingRule",
    "wallingRegion",
    "wallingRegionWhite",
    "wallingRegionBlack",
    "wallOrMove",
    "seirawanGating",
    "cambodianMoves",
    "diagonalLines",
    "pass",
    "passWhite",
    "passBlack",
    "passOnStalemate",
    "passOnStalemateWhite",
    "passOnStalemateBlack",
    "makpongRule",
    "flyingGeneral",
    "soldierPromotionRank",
    "flipEnclosedPieces",
    "freeDrops",
    "nMoveRule",
    "nMoveRuleTypes",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
    "nFoldRule",
    "nFoldValue",
    "nFoldValueAbsolute",
    "perpetualCheckIllegal",
    "moveRepetitionIllegal",
    "chasingRule",
    "shogiPawnDropMateIllegal",
    "shatarMateRule",
    "materialCounting",
    "countingRule",
    "twoBoards",
    "stalemateValue",
    "stalematePieceCount",
    "checkmateValue",
    "bikjangRule",
    "extinctionValue",
    "extinctionClaim",
    "extinctionPseudoRoyal",
    "dupleCheck",
    "extinctionPieceTypes",
    "extinctionPieceCount",
    "extinctionOpponentPieceCount",
    "flagPiece",
    "flagPieceWhite",
    "flagPieceBlack",
    "flagRegion",
    "flagRegionWhite",
    "flagRegionBlack",
    "flagPieceCount",
    "flagPieceBlockedWin",
    "flagMove",
    "flagPieceSafe",
    "checkCounting",
    "connectN",
    "connectPieceTypes",
    "connectHorizontal",
    "connectVertical",
    "connectDiagonal",
    "connectRegion1White",
    "connectRegion2White",
    "connectRegion1Black",
    "connectRegion2Black",
    "connectNxN",
    "collinearN",
    "connectValue",
    "adjudicateFullBoard",
    "castlingWins",
];

/// Options of single types.
pub(super) fn mobility_keys() -> impl Iterator<Item = String> {
    types::all().flat_map(|number| {
        let name = capitalized(&types::key(number));
        ["White", "Black"].map(|side| format!("mobilityRegion{side}{name}"))
    })
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
        .unwrap_or_default()
}

/// Applies one section to the configuration it inherits.
pub(super) fn apply(config: &mut Config, section: &Section, found: &mut Vec<Diagnostic>) {
    let mut last: indexmap::IndexMap<&str, &Entry> = indexmap::IndexMap::new();
    for entry in &section.entries {
        if let Some(first) = last.insert(entry.key.text.as_str(), entry) {
            found.push(
                Diagnostic::new(
                    codes::INI_REPEATED_KEY,
                    entry.key.span,
                    format!(
                        "`{}` is set twice in this section; the last value holds",
                        entry.key.text
                    ),
                )
                .with_label(first.key.span, "here"),
            );
        }
    }
    // Letters come first: other values name pieces by them.
    for number in types::all() {
        if let Some(entry) = last.get(types::key(number).as_str()) {
            piece(config, number, &entry.value, found);
        }
    }
    // Aliases are weaker than what they stand for, whatever the order in the file.
    let weak = |key: &str| {
        matches!(
            key,
            "pawnTypes"
                | "promotionPawnTypes"
                | "promotionPieceTypes"
                | "enPassantRegion"
                | "enPassantTypes"
                | "nMoveRuleTypes"
                | "castlingKingPiece"
                | "castlingRookPieces"
                | "castlingRookPiece"
                | "pass"
                | "passOnStalemate"
                | "flagPiece"
                | "flagRegion"
                | "whiteFlag"
                | "blackFlag"
                | "promotionRank"
                | "doubleStepRank"
        )
    };
    let mut entries: Vec<&&Entry> = last.values().collect();
    entries.sort_by_key(|entry| {
        let key = entry.key.text.as_str();
        (
            !matches!(key, "maxRank" | "maxFile"),
            key != "pawnTypes",
            !weak(key),
        )
    });
    for entry in entries {
        if types::named(&entry.key.text).is_none() {
            option(config, entry, found);
        }
    }
}

/// Applies options that stand with the presentation of a definition, because nothing in that
/// variant itself goes by them.
pub(super) fn apply_kept(config: &mut Config) {
    let letters: Vec<(char, Type)> = lettered(config);
    let kept: Vec<(String, String)> = config
        .presentation
        .iter()
        .filter(|(key, _)| KEYS.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    for (key, value) in kept {
        let known =
            target(config, &key).is_some_and(|target| set(target, &letters, &value).is_ok());
        if known {
            config.presentation.shift_remove(&key);
        }
    }
}

/// Whether a key that is kept with the presentation of a definition is one of that program.
pub(super) fn is_option(key: &str) -> bool {
    let is_comment = matches!(key, "title" | "source");
    !is_comment && PRESENTATION.contains(&key) || KEYS.contains(&key) || types::named(key).is_some()
}

/// The letters of a variant with their types.
fn lettered(config: &Config) -> Vec<(char, Type)> {
    let letters = config.letters.iter().enumerate();
    letters
        .filter_map(|(number, letter)| Some(((*letter)?, number)))
        .collect()
}

/// A piece: its letter, and its moves behind a colon.
fn piece(config: &mut Config, number: Type, value: &Word, found: &mut Vec<Diagnostic>) {
    let mut letters = value.text.chars();
    match letters.next() {
        Some(letter) if letter.is_ascii_alphabetic() => config.add(number, letter),
        Some('-') if value.text == "-" => {
            config.remove(number);
            return;
        }
        _ => {
            found.push(bad(
                value,
                "a piece is its letter, with its moves behind a colon, or `-`",
            ));
            return;
        }
    }
    let rest = letters.as_str();
    let own_moves = number == KING || number >= FIRST_CUSTOM;
    match rest.strip_prefix(':') {
        Some(text) if own_moves => {
            let start = value.span.start as usize + 2;
            let read = Movement::read(text, Dialect::FairyStockfish);
            found.extend(read.diagnostics.into_iter().map(|one| one.shifted(start)));
            config.betza[number] = Some(text.to_owned());
            if number != KING && text.contains('e') {
                for set in &mut config.ep_types {
                    set.insert(number);
                }
            }
        }
        Some(_) => found.push(bad(
            value,
            "only custom pieces and the king have moves of their own",
        )),
        None if rest.is_empty() && number == KING => config.betza[number] = None,
        None if rest.is_empty() && !own_moves => {}
        None if rest.is_empty() => found.push(bad(value, "a custom piece needs its moves: `a:WF`")),
        None => found.push(bad(value, "a letter has one character")),
    }
}

fn bad(value: &Word, what: &str) -> Diagnostic {
    Diagnostic::new(
        codes::INI_BAD_VALUE,
        value.span,
        format!("`{}` cannot be read", value.text),
    )
    .with_help(what)
}

fn option(config: &mut Config, entry: &Entry, found: &mut Vec<Diagnostic>) {
    let (key, value) = (entry.key.text.as_str(), &entry.value);
    match key {
        "promotionLimit" => {
            let read = pairs(config, &value.text, |_, text| text.parse::<u16>().ok());
            match read {
                Some(list) => {
                    for (number, limit) in list {
                        config.promotion_limit[number] = limit;
                    }
                }
                None => found.push(bad(value, "limits are written `q:1 r:2`")),
            }
            return;
        }
        "promotedPieceType" => {
            let read = pairs(config, &value.text, |config, text| match text {
                "-" => Some(0),
                _ => one_char(text).and_then(|letter| config.lettered(letter)),
            });
            match read {
                Some(list) => {
                    for (number, promoted) in list {
                        config.promoted[number] = promoted;
                    }
                }
                None => found.push(bad(value, "promotions are written `p:g s:g`")),
            }
            return;
        }
        "promotionRank" | "doubleStepRank" | "doubleStepRankMin" | "dropOnTop" => {
            deprecated(config, key, value, found);
            return;
        }
        _ => {}
    }
    if PRESENTATION.contains(&key) {
        if key.starts_with("pieceValue") {
            match pairs(config, &value.text, |_, text| text.parse::<f64>().ok()) {
                Some(list) if key == "pieceValueMg" => {
                    for (number, worth) in list {
                        config.values[number] = Some(worth / 100.0);
                    }
                }
                Some(_) => {}
                None => found.push(bad(value, "values are written `p:150 n:800`")),
            }
        }
        config
            .presentation
            .insert(key.to_owned(), value.text.clone());
        return;
    }
    let letters = lettered(config);
    if key == "pawnTypes"
        && let Some(set) = type_set(&letters, &value.text)
    {
        config.ep_types = [set; 2];
        config.move_rule_types = [set; 2];
    }
    if fork::KEYS.contains(&key) {
        let types = |text: &str| type_set(&letters, text);
        if let Err(help) = fork::set(config, key, &value.text, types) {
            found.push(bad(value, help));
        }
        return;
    }
    let Some(target) = target(config, key) else {
        let mut known: Vec<String> = KEYS.iter().map(|key| (*key).to_owned()).collect();
        known.extend(types::all().map(types::key));
        known.extend(PRESENTATION.iter().map(|key| (*key).to_owned()));
        known.extend(fork::KEYS.map(str::to_owned));
        known.extend(["promotionLimit", "promotedPieceType"].map(str::to_owned));
        found.push(
            Diagnostic::new(
                codes::INI_UNKNOWN_KEY,
                entry.key.span,
                format!("there is no option `{key}`"),
            )
            .with_help(did_you_mean(key, known.iter().map(String::as_str))),
        );
        return;
    };
    if let Err(help) = set(target, &letters, &value.text) {
        found.push(bad(value, help));
    }
}

/// Sets a value, or says what it should be.
fn set(target: Target<'_>, letters: &[(char, Type)], text: &str) -> Result<(), &'static str> {
    const TYPES: &str = "pieces are named by the letters that this variant has defined";
    const SQUARES: &str = "squares are written `a1 b2 *3 d*`";
    match target {
        Target::Bool(place) => *place = boolean(text)?,
        Target::Bools(places) => {
            let value = boolean(text)?;
            for place in places {
                *place = value;
            }
        }
        Target::Number(place) => {
            *place = text.parse().map_err(|_| "a number is wanted here")?;
        }
        Target::Size(place) => {
            let number = number_or_file(text).ok_or("a number up to 32 is wanted here")?;
            *place = number;
        }
        Target::Rank(place) => {
            let number: u8 = text.parse().map_err(|_| "a rank is a number from 1")?;
            *place = number.checked_sub(1).ok_or("a rank is a number from 1")?;
        }
        Target::File(place) => {
            let number = number_or_file(text).ok_or("a file is a letter or a number")?;
            *place = number - 1;
        }
        Target::Type(place) => *place = one_type(letters, text).ok_or(TYPES)?,
        Target::Types2(places) => {
            let value = one_type(letters, text).ok_or(TYPES)?;
            for place in places {
                *place = value;
            }
        }
        Target::Set(place) => *place = type_set(letters, text).ok_or(TYPES)?,
        Target::Sets(places) => {
            let value = type_set(letters, text).ok_or(TYPES)?;
            for place in places {
                *place = value;
            }
        }
        Target::Pawns(places) => {
            let value = type_set(letters, text).ok_or(TYPES)?;
            let main = last_type(letters, text).unwrap_or(0);
            for (pawn, set) in places {
                (*pawn, *set) = (main, value);
            }
        }
        Target::Region(place) => *place = region(text).ok_or(SQUARES)?,
        Target::Regions(places) => {
            let value = region(text).ok_or(SQUARES)?;
            for place in places {
                place.clone_from(&value);
            }
        }
        Target::Verdict(place) => {
            *place = verdict(text)
                .flatten()
                .ok_or("the result is `win`, `loss` or `draw`")?;
        }
        Target::MaybeVerdict(place) => {
            *place = verdict(text).ok_or("the result is `win`, `loss`, `draw` or `none`")?;
        }
        Target::Enclosing(place) => {
            *place = match text {
                "none" => None,
                "reversi" => Some(Enclosing::Reversi),
                "ataxx" => Some(Enclosing::Ataxx),
                "quadwrangle" => Some(Enclosing::Quadwrangle),
                "snort" => Some(Enclosing::Snort),
                "anyside" => Some(Enclosing::AnySide),
                "top" => Some(Enclosing::Top),
                _ => {
                    return Err(
                        "one of `reversi`, `ataxx`, `quadwrangle`, `snort`, `anyside`, `top`, `none`",
                    );
                }
            };
        }
        Target::Walling(place) => {
            *place = match text {
                "none" => None,
                "arrow" => Some(Walling::Arrow),
                "duck" => Some(Walling::Duck),
                "edge" => Some(Walling::Edge),
                "past" => Some(Walling::Past),
                "static" => Some(Walling::Static),
                _ => return Err("one of `arrow`, `duck`, `edge`, `past`, `static`, `none`"),
            };
        }
        Target::Material(place) => {
            *place = match text {
                "none" => None,
                "janggi" => Some(Material::Janggi),
                "unweighted" => Some(Material::Unweighted),
                "whitedrawodds" => Some(Material::White),
                "blackdrawodds" => Some(Material::Black),
                _ => {
                    return Err(
                        "one of `janggi`, `unweighted`, `whitedrawodds`, `blackdrawodds`, `none`",
                    );
                }
            };
        }
        Target::Counting(place) => {
            *place = match text {
                "none" => None,
                "makruk" => Some(CountingRule::Makruk),
                "cambodian" => Some(CountingRule::Cambodian),
                "asean" => Some(CountingRule::Asean),
                _ => return Err("one of `makruk`, `cambodian`, `asean`, `none`"),
            };
        }
        Target::Chasing(place) => {
            *place = match text {
                "none" => false,
                "axf" => true,
                _ => return Err("one of `axf`, `none`"),
            };
        }
        Target::Text(place) => text.clone_into(place),
        Target::Wins(place) => {
            *place = [[false; 2]; 2];
            for letter in text.chars() {
                match letter {
                    'Q' => place[0][0] = true,
                    'K' => place[0][1] = true,
                    'q' => place[1][0] = true,
                    'k' => place[1][1] = true,
                    '-' => {}
                    _ => return Err("castlings are named by the letters `KQkq`"),
                }
            }
        }
    }
    Ok(())
}

fn boolean(text: &str) -> Result<bool, &'static str> {
    bool::from_str(text).map_err(|_| "`true` or `false`")
}

#[expect(clippy::option_option, reason = "no result is a value as well")]
fn verdict(text: &str) -> Option<Option<Verdict>> {
    Some(match text {
        "win" => Some(Verdict::Win),
        "loss" => Some(Verdict::Loss),
        "draw" => Some(Verdict::Draw),
        "none" => None,
        _ => return None,
    })
}

fn one_char(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.as_str().is_empty())
}

fn number_or_file(text: &str) -> Option<u8> {
    let number = match one_char(text) {
        Some(letter @ 'a'..='z') => letter as u8 - b'a' + 1,
        _ => text.parse().ok()?,
    };
    (1..=GRID as u8).contains(&number).then_some(number)
}

fn type_of(letters: &[(char, Type)], letter: char) -> Option<Type> {
    if letter == '*' {
        return Some(0);
    }
    letters
        .iter()
        .find(|(known, _)| *known == letter.to_ascii_lowercase())
        .map(|(_, number)| *number)
}

fn one_type(letters: &[(char, Type)], text: &str) -> Option<Type> {
    if text == "-" {
        return Some(0);
    }
    one_char(text).and_then(|letter| type_of(letters, letter))
}

fn last_type(letters: &[(char, Type)], text: &str) -> Option<Type> {
    text.chars()
        .rfind(|letter| !letter.is_whitespace())
        .and_then(|letter| type_of(letters, letter))
}

fn type_set(letters: &[(char, Type)], text: &str) -> Option<TypeSet> {
    let mut set = TypeSet::default();
    if text == "-" {
        return Some(set);
    }
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        set.insert(type_of(letters, letter)?);
    }
    Some(set)
}

/// A list of `letter:value`, separated by blanks.
fn pairs<T>(
    config: &Config,
    text: &str,
    read: impl Fn(&Config, &str) -> Option<T>,
) -> Option<Vec<(Type, T)>> {
    let joined = text.replace(" :", ":").replace(": ", ":");
    joined
        .split_whitespace()
        .filter(|part| *part != "-")
        .map(|part| {
            let (letter, value) = part.split_once(':')?;
            let number = config.lettered(one_char(letter)?)?;
            Some((number, read(config, value)?))
        })
        .collect()
}

/// A set of squares: `a1`, `*3` (a rank), `d*` (a file), `-` for none.
fn region(text: &str) -> Option<SquareSet> {
    let mut set = SquareSet::new();
    for word in text.split_whitespace() {
        if word == "-" {
            break;
        }
        let limit = |number: u16| (1..=GRID).contains(&number).then(|| number - 1);
        let file = |letter: &str| number_or_file(&letter.to_ascii_lowercase());
        if let Some(number) = word.strip_prefix('*') {
            set.extend(rank(limit(number.parse().ok()?)?).iter());
        } else if let Some(letter) = word.strip_suffix('*') {
            let file = file(letter)? as u16 - 1;
            set.extend((0..GRID).map(|rank| grid(file, rank)));
        } else {
            let (letter, number) = word.split_at_checked(1)?;
            let file = file(letter)? as u16 - 1;
            set.insert(grid(file, limit(number.parse().ok()?)?));
        }
    }
    Some(set)
}

/// Options of earlier versions.
fn deprecated(config: &mut Config, key: &str, value: &Word, found: &mut Vec<Diagnostic>) {
    if key == "dropOnTop" {
        match boolean(&value.text) {
            Ok(true) => config.enclosing = Some(Enclosing::Top),
            Ok(false) => {}
            Err(help) => found.push(bad(value, help)),
        }
        return;
    }
    let Some(number) = value
        .text
        .parse::<u16>()
        .ok()
        .filter(|n| (1..=GRID).contains(n))
    else {
        found.push(bad(value, "a rank is a number from 1"));
        return;
    };
    let last = config.max_rank as u16 - 1;
    let ranks = |from: u16, to: u16| -> SquareSet {
        (from..=to)
            .flat_map(|number| rank(number).iter().collect::<Vec<_>>())
            .collect()
    };
    match key {
        "promotionRank" => {
            config.promotion_region = [
                ranks(number - 1, last),
                ranks(0, last.saturating_sub(number - 1)),
            ];
        }
        "doubleStepRank" => {
            config.double_region = [ranks(1, number - 1), ranks(last + 1 - number, last - 1)];
        }
        _ => {
            config.double_region = [rank(number - 1), rank(last + 1 - number)];
        }
    }
}

/// Findings about a configuration as a whole.
pub(super) fn check(config: &Config, place: Span, found: &mut Vec<Diagnostic>) {
    let refuse = |message: &str| Diagnostic::new(codes::INI_BAD_VALUE, place, message);
    if config.letters.iter().all(Option::is_none) {
        found.push(refuse("the variant has no pieces"));
    }
    if !config.checking && config.check_counting {
        found.push(refuse("checks are counted but not allowed"));
    }
    let fork = &config.fork;
    if config.blast && !fork.blast_orthogonals && !fork.blast_diagonals {
        found.push(refuse("a blast goes along orthogonals or diagonals"));
    }
    let king = config.letters[KING].is_some();
    for (set, what) in [
        (config.blast, "`blastOnCapture`"),
        (config.flip.is_some(), "`flipEnclosedPieces`"),
        (
            config.walling == Some(Walling::Duck),
            "`wallingRule = duck`",
        ),
    ] {
        if king && set {
            found.push(
                refuse(&format!("kings do not go with {what}"))
                    .with_help("use `commoner` with `extinctionValue` and `extinctionPieceTypes`"),
            );
        }
    }
    debug_assert_eq!(fixed("pawn"), 1);
}
