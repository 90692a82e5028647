//! Table of the options that correspond to rules of a definition, for reading and for writing.

use crate::definition::{
    CaptureRules, CastlingRules, ChecksAllowed, DropRules, Enclosing, PieceId, PieceSet,
    RepetitionRules, RulesDef, Verdict,
};
use crate::formats::fairy_stockfish::section::config::Config;
use crate::formats::fairy_stockfish::section::types::{Type, TypeSet};
use crate::geometry::SquareSet;

use super::terms::{Builder, Writer};

/// The value of an option, with a conversion to and from the rules of a definition.
trait Value<Rule> {
    /// Converts to the value in the rules.
    fn to_rule(&self, builder: &Builder<'_>) -> Rule;
    /// Converts from the value in the rules.
    fn of_rule(rule: &Rule, writer: &Writer<'_>) -> Self;
}

/// Values that are the same in both.
macro_rules! same {
    ($($type:ty)*) => {
        $(
            impl Value<$type> for $type {
                fn to_rule(&self, _: &Builder<'_>) -> $type {
                    *self
                }

                fn of_rule(rule: &$type, _: &Writer<'_>) -> $type {
                    *rule
                }
            }
        )*
    };
}

same! { bool u8 u16 Verdict Option<Verdict> Option<Enclosing> }

/// The number 0 means none.
impl Value<Option<u16>> for u16 {
    fn to_rule(&self, _: &Builder<'_>) -> Option<u16> {
        Some(*self).filter(|number| *number > 0)
    }

    fn of_rule(rule: &Option<u16>, _: &Writer<'_>) -> u16 {
        rule.unwrap_or(0)
    }
}

/// All pieces or none.
impl Value<PieceSet> for bool {
    fn to_rule(&self, _: &Builder<'_>) -> PieceSet {
        if *self { PieceSet::ALL } else { PieceSet::NONE }
    }

    fn of_rule(rule: &PieceSet, _: &Writer<'_>) -> bool {
        !rule.is_empty()
    }
}

impl Value<PieceSet> for TypeSet {
    fn to_rule(&self, builder: &Builder<'_>) -> PieceSet {
        builder.set(*self)
    }

    fn of_rule(rule: &PieceSet, writer: &Writer<'_>) -> TypeSet {
        writer.set(*rule)
    }
}

impl Value<Option<PieceId>> for Type {
    fn to_rule(&self, builder: &Builder<'_>) -> Option<PieceId> {
        builder.number(*self)
    }

    fn of_rule(rule: &Option<PieceId>, writer: &Writer<'_>) -> Type {
        writer.kind_of(*rule)
    }
}

impl Value<SquareSet> for SquareSet {
    fn to_rule(&self, builder: &Builder<'_>) -> SquareSet {
        builder.region(self)
    }

    fn of_rule(rule: &SquareSet, writer: &Writer<'_>) -> SquareSet {
        writer.region(rule)
    }
}

impl<Rule, V: Value<Rule>> Value<[Rule; 2]> for [V; 2] {
    fn to_rule(&self, builder: &Builder<'_>) -> [Rule; 2] {
        let [white, black] = self;
        [white.to_rule(builder), black.to_rule(builder)]
    }

    fn of_rule([white, black]: &[Rule; 2], writer: &Writer<'_>) -> [V; 2] {
        [V::of_rule(white, writer), V::of_rule(black, writer)]
    }
}

/// Rules that consist of several options.
pub(in crate::formats::fairy_stockfish) trait Optional:
    Sized
{
    /// The rules for the options.
    fn of_options(builder: &Builder<'_>) -> Self;
    /// Sets the options for the rules.
    fn set_options(&self, writer: &Writer<'_>, config: &mut Config);
}

/// Lists for each type of rules the pairs of an option's field and a rule's field; other fields follow the semicolon.
macro_rules! table {
    ($($rules:ident { $($option:ident = $field:ident)*; $($other:ident: $make:expr),* })*) => {
        $(
            impl Optional for $rules {
                fn of_options(builder: &Builder<'_>) -> $rules {
                    $(let $other = {
                        let make: fn(&Builder<'_>) -> _ = $make;
                        make(builder)
                    };)*
                    $rules {
                        $($field: builder.config.$option.to_rule(builder),)*
                        $($other,)*
                    }
                }

                fn set_options(&self, writer: &Writer<'_>, config: &mut Config) {
                    $(config.$option = Value::of_rule(&self.$field, writer);)*
                }
            }
        )*
    };
}

table! {
    CastlingRules {
        castling_king = king
        castling_rooks = partners
        castling_right_file = right_file
        castling_left_file = left_file
        castling_rank = rank
        castling_king_file = king_file
        castling_rook_right = right_partner_file
        castling_rook_left = left_partner_file
        chess960 = any_files
        opposite_castling = opposite
        castling_dropped = dropped
        castling_wins = wins;
    }
    CaptureRules {
        drop_loop = keep_promoted
        must_capture = mandatory
        mutually_immune = immune_to_own
        petrify = petrify
        petrify_blast = petrify_blasted;
        blast: |builder| builder.blast()
    }
    DropRules {
        drops = allowed
        drop_promoted = promoted
        free_drops = free
        enclosing = enclosing
        enclosing_start = enclosing_start
        drop_checks = may_check;
        regions: |builder| builder.drop_regions(),
        no_doubled: |builder| builder.no_doubled(),
        opposite_colors: |builder| builder.opposite_colors(),
        mandatory: |builder| {
            let config = builder.config;
            config.must_drop.then(|| builder.number(config.must_drop_type))
        }
    }
}

/// The end of a game with a full board.
const FULL_BOARD: &str = "after: no empty: draw by full-board";

/// The ends of a stalemate by piece count; the verdict is the result for the smaller army.
const fn by_count(verdict: Verdict) -> &'static [&'static str] {
    match verdict {
        Verdict::Win => &[
            "stalemate and count of own any < count of enemy any: own wins",
            "stalemate and count of own any = count of enemy any: draw",
        ],
        Verdict::Loss => &[
            "stalemate and count of own any < count of enemy any: enemy wins",
            "stalemate and count of own any = count of enemy any: draw",
        ],
        Verdict::Draw => &[],
    }
}

/// The clauses by which a move flips pieces. The remaining words only concern drops.
const fn turning_over(flip: Enclosing) -> &'static [&'static str] {
    match flip {
        Enclosing::Reversi => &["then enemy enclosed by to and own changes side"],
        Enclosing::Ataxx => &["then enemy \"K\" from to changes side"],
        Enclosing::Quadwrangle => &[
            "then move: enemy \"K\" from to changes side",
            "then drop and to \"K\" from own: enemy \"K\" from to changes side",
        ],
        Enclosing::Snort | Enclosing::AnySide | Enclosing::Top => &[],
    }
}

/// Sets the rules that correspond to options with words, numbers and clauses.
pub(in crate::formats::fairy_stockfish) fn set_rules(rules: &mut RulesDef, builder: &Builder<'_>) {
    let config = &builder.config;
    rules.set_stalemate(config.stalemate);
    rules.set_checkmate(config.checkmate);
    rules.set_move_limit(Some(config.move_rule).filter(|limit| *limit > 0));
    rules.set_repetition(RepetitionRules {
        limit: Some(config.repetition).filter(|limit| *limit > 0),
        verdict: config.repetition_value,
        for_white: config.repetition_for_white,
    });
    if let Some(flip) = config.flip {
        rules.add_clauses("effects", turning_over(flip));
    }
    if config.full_board {
        rules.add_clauses("ends", &[FULL_BOARD]);
    }
    if config.stalemate_by_count {
        rules.add_clauses("ends", by_count(config.stalemate));
    }
}

/// Sets the options of these rules.
pub(in crate::formats::fairy_stockfish) fn set_options(config: &mut Config, rules: &RulesDef) {
    config.move_rule = rules.move_limit().unwrap_or(0);
    let repetition = rules.repetition();
    config.repetition = repetition.limit.unwrap_or(0);
    config.repetition_value = repetition.verdict;
    config.repetition_for_white = repetition.for_white;
    config.stalemate = rules.stalemate();
    config.checkmate = rules.checkmate();
    let checks = rules.checks();
    config.check_counting = checks.counted;
    config.bikjang = checks.bikjang;
    config.makpong = checks.no_escape;
    config.checking = checks.allowed != [ChecksAllowed::None; 2];
    config.flying_general |= checks.flying_generals;
    let mut turnings = Enclosing::WORDS.iter().map(|(_, flip)| *flip);
    config.flip = turnings.find(|flip| rules.has_effects(turning_over(*flip)));
    config.full_board = rules.has_ends(&[FULL_BOARD]);
    config.stalemate_by_count = rules.has_ends(by_count(config.stalemate));
}
