//! Structs of the definition format, for `serde` and for the JSON Schema.
//!
//! These are private mirrors of [`VariantDef`](crate::definition::VariantDef). Zones, names of pieces and moves are
//! still texts here, because inheritance merges these structs before the texts are interpreted: an heir that changes
//! the board reads its parent's zones anew. Editors show the comments on the keys as descriptions.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::rules::CapturedTo;
use crate::definition::variant::PromotionStock;
use crate::syntax::betza::Dialect;

use super::actions::ActionsWire;
use super::adjudication::AdjudicationWire;
use super::affected::{AffectedWire, FreezesWire};
use super::after_move::AftermathWire;
use super::captures::CapturesWire;
use super::custom::{CustomWire, RuleTableWire};
use super::field::{Field, Named, Overlay, overlay, plain};
pub(super) use super::literal::{False, Removal, True};
use super::reach::Switch;
use super::rule_library::RuleEntryWire;
use super::settings::{PatchWire, SetupsWire};
use super::special::{Optional, PawnsWire, table};

/// One variant: its board, its pieces, its start and its rules.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Variant"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct VariantWire {
    /// The version of this format: 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1)))]
    pub(super) format: Field<u32>,
    /// The name of the variant, in a file with a single variant and without a table around it.
    pub(super) name: Field<String>,
    /// The name to display.
    pub(super) title: Field<String>,
    /// The variant from which omitted keys are inherited: a variant of the same file, a built-in,
    /// or a variant of another file: `./grid.toml`, `./grid.toml#name`.
    pub(super) inherits: Field<String>,
    /// The source of the rules.
    pub(super) source: Field<String>,
    /// The dialect of the move texts; `xbetza` by default.
    pub(super) dialect: Field<DialectWord>,
    /// The board.
    pub(super) board: Field<BoardWire>,
    /// The start position as a FEN; the last fields may be omitted.
    pub(super) start: Field<String>,
    /// Numbered start positions. `false` removes inherited ones.
    pub(super) setups: Field<Removable<SetupsWire>>,
    /// Move texts by name, for use in other move texts in braces: `'{sides}0'`.
    pub(super) directions: Field<Named<String>>,
    /// The pieces by name. `false` removes a piece that is inherited.
    pub(super) pieces: Field<Named<Removable<PieceWire>>>,
    /// The rules of the game.
    pub(super) rules: Field<RulesWire>,
    /// Rules of this variant by name, each written as clauses, for `rules.use`.
    pub(super) library: Field<Named<RuleEntryWire>>,
    /// The options by name, each with its values by name. The first value is the default.
    pub(super) settings: Field<Named<Removable<Named<PatchWire>>>>,
    /// Keys of a file in another format that do not affect the rules, with their values.
    pub(super) presentation: Field<Named<String>>,
}

overlay!(VariantWire { dialect, board, start, setups, directions, pieces, rules, settings, presentation } own {
    format, name, title, inherits, source, library,
});

impl VariantWire {
    /// Keys that identify a variant, and thus distinguish a file of one variant from a file of many.
    pub(super) const TELLING: [&str; 4] = ["name", "inherits", "board", "pieces"];

    /// All keys.
    pub(super) const KEYS: [&str; 15] = [
        "format",
        "name",
        "title",
        "inherits",
        "source",
        "dialect",
        "board",
        "start",
        "setups",
        "directions",
        "pieces",
        "rules",
        "library",
        "settings",
        "presentation",
    ];
}

/// The board.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Board"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct BoardWire {
    /// The number of files, 1 to 36.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 36)))]
    pub(super) files: Field<i64>,
    /// The number of ranks, 1 to 36.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 36)))]
    pub(super) ranks: Field<i64>,
    /// The number of the first rank; 1 by default.
    pub(super) first_rank: Field<u8>,
    /// The letters of the files from the left; `a`, `b`, `c` and so on by default.
    pub(super) file_names: Field<String>,
    /// Squares of the rectangle that do not exist, written `*` in a FEN. Not mirrored.
    pub(super) holes: Field<Texts>,
    /// Squares that exist only while a piece stands on them. Not mirrored.
    pub(super) vanishing: Field<Texts>,
    /// The inner corners of the squares are places as well, called intersections: `e4+` is
    /// the upper right corner of `e4`.
    pub(super) intersections: Field<bool>,
}

overlay!(BoardWire {
    files,
    ranks,
    first_rank,
    file_names,
    holes,
    vanishing,
    intersections
});

/// One kind of piece.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Piece"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PieceWire {
    /// The letter or letters in FEN and move text, the first a capital.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[A-Z][A-Za-z]*$")))]
    pub(super) letter: Field<String>,
    /// An alternative letter in a FEN, if no other piece has it.
    pub(super) second_letter: Field<Optional<String>>,
    /// How it moves: a move text, or a list of them; `'-'` for a piece that never moves.
    #[serde(rename = "move")]
    pub(super) moves: Field<OneOrMany<MoveWire>>,
    /// Whether the piece must not be left attacked.
    pub(super) royal: Field<bool>,
    /// When moves marked `i` can be made: `unmoved`, or from the squares of a zone.
    pub(super) initial: Field<ZoneWire>,
    /// The promotion at the end of a move. `false` removes an inherited promotion.
    pub(super) promotion: Field<Removable<PromotionWire>>,
    /// The piece that it promotes to by the rule `paired-promotion`, written with a `+` before its
    /// letter. With a `promotion` as well, one more choice of that.
    pub(super) promoted: Field<Optional<String>>,
    /// It neither jumps over nor captures pieces of its own kind.
    pub(super) own_kind_blocks: Field<bool>,
    /// The value in pawns.
    pub(super) value: Field<f64>,
    /// The picture: the name of a shape, or several names joined by `+`, such as `rook+knight`, of
    /// which all but the first are badges. By default, and with `false`, the moves determine it.
    pub(super) picture: Field<Optional<String>>,
    /// Moves other than walks. `false` removes inherited ones.
    pub(super) actions: Field<Removable<ActionsWire>>,
    /// Captures of pieces other than on the target square.
    pub(super) captures: Field<Removable<CapturesWire>>,
    /// Opposing pieces next to it, or within reach, cannot move.
    pub(super) freezes: Field<Removable<FreezesWire>>,
    /// Opposing pieces that end their move next to it, or within reach, leave the board.
    pub(super) burns: Field<Switch<AffectedWire>>,
    /// Friendly pieces next to it, or within reach, cannot be captured.
    pub(super) protects: Field<Switch<AffectedWire>>,
    /// Changes of the piece after its own moves.
    pub(super) after: Field<Removable<AftermathWire>>,
}

overlay!(PieceWire {
    letter,
    second_letter,
    moves,
    royal,
    initial,
    promotion,
    promoted,
    own_kind_blocks,
    value,
    picture,
    actions,
    captures,
    freezes,
    burns,
    protects,
    after
});

/// A move text, or a table with a move text and the squares on which it applies.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Move", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum MoveWire {
    /// A move in Betza notation, such as `N` or `fmWfceFifmnD`.
    Text(Field<String>),
    /// A move with the squares on which it applies.
    Table(Box<MoveTable>),
}

impl MoveWire {
    /// Sets the dialect of the move, unless it has one.
    pub(super) fn set_dialect(&mut self, word: Field<DialectWord>) {
        match self {
            MoveWire::Text(text) => {
                *self = MoveWire::Table(Box::new(MoveTable {
                    betza: std::mem::take(text),
                    from: Field::Absent,
                    to: Field::Absent,
                    takes: Field::Absent,
                    in_check: Field::Absent,
                    revisits: Field::Absent,
                    rebounds: Field::Absent,
                    dialect: word,
                }));
            }
            MoveWire::Table(table) if table.dialect.is_absent() => table.dialect = word,
            MoveWire::Table(_) => {}
        }
    }
}

/// A move with the squares on which it applies.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MoveTable {
    /// The move in Betza notation.
    pub(super) betza: Field<String>,
    /// Squares from which the move can start; all by default.
    #[serde(default)]
    pub(super) from: Field<ZoneWire>,
    /// Squares on which the move can end; all by default.
    #[serde(default)]
    pub(super) to: Field<ZoneWire>,
    /// The pieces that the move can capture, and from which a last leg with `x` borrows; all by
    /// default.
    #[serde(default)]
    pub(super) takes: Field<Texts>,
    /// Whether the move can be made in check; true by default.
    #[serde(default)]
    pub(super) in_check: Field<bool>,
    /// Whether the path can visit a square twice, including the origin; true by default.
    #[serde(default)]
    pub(super) revisits: Field<bool>,
    /// Whether the path turns only at the edge of the board or at a hole, and away from it.
    #[serde(default)]
    pub(super) rebounds: Field<bool>,
    /// The dialect of the move text; by default that of the variant.
    #[serde(default)]
    pub(super) dialect: Field<DialectWord>,
}

/// The promotion of a piece.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Promotion"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PromotionWire {
    /// The names of the pieces to choose from, in this order.
    pub(super) to: Field<OneOrMany<ChoiceWire>>,
    /// The squares on which the piece promotes; the last rank by default.
    pub(super) zone: Field<ZoneWire>,
    /// The squares of the zone on which promotion is optional; none by default.
    pub(super) stay: Field<ZoneWire>,
    /// The source of the promoted pieces; `unlimited` by default.
    pub(super) stock: Field<StockWord>,
    /// The maximum number of such pieces that a side can have on the board afterwards.
    pub(super) limit: Field<u16>,
    /// `false` if captures en passant do not promote.
    pub(super) in_passing: Field<bool>,
    /// Move texts name the piece only to distinguish moves.
    pub(super) silent: Field<bool>,
}

overlay!(PromotionWire {
    to,
    zone,
    stay,
    stock,
    limit,
    in_passing,
    silent
});

/// The name of a piece, or a table with a piece and separate conditions.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Choice", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum ChoiceWire {
    /// The name of a piece.
    Text(Field<String>),
    /// A piece with separate conditions, which replace those of the promotion.
    Table(Box<ChoiceTable>),
}

/// A piece with separate conditions, which replace those of the promotion.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ChoiceTable {
    /// The name of the piece.
    pub(super) piece: Field<String>,
    /// The squares on which it can be chosen.
    #[serde(default)]
    pub(super) zone: Field<ZoneWire>,
    /// The source of the piece.
    #[serde(default)]
    pub(super) stock: Field<StockWord>,
    /// The maximum number of such pieces that a side can have on the board afterwards.
    #[serde(default)]
    pub(super) limit: Field<u16>,
}

/// The rules of the game.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Rules"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RulesWire {
    /// The protection of royal pieces; `check` by default.
    pub(super) royal: Field<RuleTableWire>,
    /// The royal pieces that a side with several must guard; `every` by default.
    pub(super) guard: Field<RuleTableWire>,
    /// The result for a player without a legal move who is not in check; `draw` by default.
    pub(super) stalemate: Field<RuleTableWire>,
    /// The destination of captured pieces; `removed` if nothing is said.
    pub(super) captured_to: Field<RuleTableWire>,
    /// The number of moves of each side without capture or irreversible move after which the game
    /// is a draw. `false` for no limit.
    pub(super) move_limit: Field<RuleTableWire>,
    /// The result of repeated positions: a draw at the third occurrence by default.
    pub(super) repetition: Field<RuleTableWire>,
    /// Adjudication: ends that depend of the game by adjudication.
    pub(super) adjudication: Field<Removable<AdjudicationWire>>,
    /// The result for a player in check without a legal move; `loss` by default.
    pub(super) checkmate: Field<RuleTableWire>,
    /// Several pieces that promote to the same choices on arrival.
    pub(super) pawn_promotion: Field<Removable<PawnsWire>>,
    /// How pieces promote to their `promoted` side.
    pub(super) paired_promotion: Field<RuleTableWire>,
    /// Promotion of a piece on its square, or by a quiet move of the piece that it becomes.
    pub(super) in_place_promotion: Field<RuleTableWire>,
    /// The pieces and squares of en passant captures.
    pub(super) en_passant: Field<RuleTableWire>,
    /// Additional effects of captures.
    pub(super) captures: Field<RuleTableWire>,
    /// Drops of pieces from the hand.
    pub(super) drops: Field<RuleTableWire>,
    /// A piece from the hand can enter on the square that a piece leaves by its first move.
    pub(super) gating: Field<RuleTableWire>,
    /// Leaps of unmoved pieces; the rights in a FEN name their files.
    pub(super) first_leaps: Field<RuleTableWire>,
    /// Castling to fixed files, instead of by the move text's `O`.
    pub(super) castling: Field<RuleTableWire>,
    /// Walls that players put on the board after each move.
    pub(super) walls: Field<RuleTableWire>,
    /// Rules about check.
    pub(super) checks: Field<RuleTableWire>,
    /// Passes.
    pub(super) passing: Field<RuleTableWire>,
    /// Winning or losing by the number of pieces.
    pub(super) extinction: Field<RuleTableWire>,
    /// Winning by reaching squares.
    pub(super) goal: Field<RuleTableWire>,
    /// Winning by connecting pieces.
    pub(super) connection: Field<RuleTableWire>,
    /// The score of ends of the game: by reason the winner's share of one point, or a list of the
    /// shares of White and Black as winner.
    pub(super) scores: Field<RuleTableWire>,
    /// The owner of a frozen piece that is not royal can remove it from the board as a move.
    pub(super) suicide: Field<RuleTableWire>,
    /// Pieces that must be captured while they are threatened.
    pub(super) capture_duty: Field<RuleTableWire>,
    /// Captures halfway along a move are optional.
    pub(super) optional_midpoint: Field<RuleTableWire>,
    /// A move that captures on its target square also captures halfway.
    pub(super) double_midpoint: Field<RuleTableWire>,
    /// Another unmoved piece can take the place of a piece that makes its first move.
    pub(super) replacement: Field<RuleTableWire>,
    /// When a side loses that has only its royal piece, or no pieces of some kinds: `pending` after one
    /// more move, `immediate`, or when the other side makes a `claim`. `false` for never.
    pub(super) bare_king: Field<RuleTableWire>,
    /// The result for a side that repeats positions by giving check with every move, if the other
    /// side does not.
    pub(super) perpetual_check: Field<RuleTableWire>,
    /// Captured pieces change between squares and intersections and may be put there.
    pub(super) double_drop: Field<RuleTableWire>,
    /// What intersections mean for royal pieces.
    pub(super) intersections: Field<RuleTableWire>,
    /// Squares that a move can enter only for a capture that is impossible with fewer of these
    /// squares.
    pub(super) capture_only: Field<RuleTableWire>,
    /// Home squares that the other side tries to fill.
    pub(super) palace: Field<RuleTableWire>,
    /// The game begins with the placement of pieces.
    pub(super) placement: Field<RuleTableWire>,
    /// What captured pieces become in the hand of their captor.
    pub(super) prisoners: Field<RuleTableWire>,
    /// Pieces next to the board that can enter on the squares that pieces leave by their first
    /// moves.
    pub(super) pocket: Field<RuleTableWire>,
    /// A count of the pieces on the board, instead of a draw by repetition or by moves without
    /// progress.
    pub(super) point_count: Field<RuleTableWire>,
    /// Captures by chains of jumps.
    pub(super) chains: Field<RuleTableWire>,
    /// Captures over other pieces on the line.
    pub(super) jump_captures: Field<RuleTableWire>,
    /// Pieces that other pieces pass as if they did not exist.
    pub(super) transparency: Field<RuleTableWire>,
    /// The priority of captures.
    pub(super) capture_priority: Field<RuleTableWire>,
    /// A limit on consecutive quiet moves of some pieces.
    pub(super) quiet_limit: Field<RuleTableWire>,
    /// Pieces that push and pull others along lines, off the board as well.
    pub(super) push_pull: Field<RuleTableWire>,
    /// Pieces that push rows of other pieces ahead of them.
    pub(super) shoves: Field<RuleTableWire>,
    /// Several boards on one; a piece changes to the next board after its move.
    pub(super) transfer: Field<RuleTableWire>,
    /// Capturing pieces that gain the powers of captured pieces.
    pub(super) absorption: Field<RuleTableWire>,
    /// Pieces that are pushed or pulled along lines by a piece that has moved.
    pub(super) shifts: Field<RuleTableWire>,
    /// Marks on squares, for clauses.
    pub(super) marks: Field<RuleTableWire>,
    /// Names for sets of pieces and squares in clauses.
    pub(super) sets: Field<RuleTableWire>,
    /// Clauses that forbid moves.
    pub(super) forbid: Field<RuleTableWire>,
    /// Clauses that moves must fulfill if any legal move does.
    pub(super) require: Field<RuleTableWire>,
    /// Clauses with additional effects of moves.
    pub(super) effects: Field<RuleTableWire>,
    /// Moves that pieces have in addition to or instead of their own, as clauses.
    pub(super) moves: Field<RuleTableWire>,
    /// Ends of the game, as clauses.
    pub(super) ends: Field<RuleTableWire>,
    /// Rules of the library, by name, with the values of their parameters.
    pub(super) r#use: Field<RuleTableWire>,
    /// Pieces that stop others on their path.
    pub(super) brakes: Field<RuleTableWire>,
    /// Additional moves that pieces can make only a limited number of times in a game.
    pub(super) limited_moves: Field<RuleTableWire>,
    /// Moves that need a path over squares that are not attacked.
    pub(super) safe_ways: Field<RuleTableWire>,
    /// Moves of the other side's pieces as the second half of each move.
    pub(super) foreign_moves: Field<RuleTableWire>,
    /// Prisoners that are dropped in exchange for others.
    pub(super) ransom: Field<RuleTableWire>,
    /// Castlings with all squares given.
    pub(super) castling_by_squares: Field<RuleTableWire>,
    /// Squares on which pieces are lost if they stay there for a turn, or at once.
    pub(super) drowning: Field<RuleTableWire>,
    /// Pieces that can return home only to the square that they left.
    pub(super) returns: Field<RuleTableWire>,
    /// Pieces that win by a round over the board.
    pub(super) circuit: Field<RuleTableWire>,
    /// Squares on which pieces wait until a piece in front makes its first move.
    pub(super) gates: Field<RuleTableWire>,
    /// Points for captures, which decide the game.
    pub(super) capture_points: Field<RuleTableWire>,
    /// Moves that the other side can refuse.
    pub(super) refusal: Field<RuleTableWire>,
    /// The number of moves in a turn.
    pub(super) turns: Field<RuleTableWire>,
    /// Rules in Rust that a program has registered under these names, each with its settings.
    /// `false` removes an inherited rule.
    pub(super) custom: Field<CustomWire>,
}

impl RulesWire {
    /// Whether captured pieces go to a hand and change sides.
    pub(super) fn keeps_prisoners(&self) -> bool {
        let to = match self.captured_to.value() {
            Some(RuleTableWire::Text(word)) => CapturedTo::of_word(word),
            _ => None,
        };
        to.is_some_and(CapturedTo::keeps_prisoners)
    }
}

overlay!(RulesWire {
    royal,
    guard,
    stalemate,
    pawn_promotion,
    paired_promotion,
    in_place_promotion,
    en_passant,
    first_leaps,
    captured_to,
    move_limit,
    repetition,
    adjudication,
    checkmate,
    captures,
    drops,
    gating,
    castling,
    walls,
    checks,
    passing,
    extinction,
    goal,
    connection,
    scores,
    suicide,
    capture_duty,
    optional_midpoint,
    double_midpoint,
    replacement,
    bare_king,
    perpetual_check,
    double_drop,
    intersections,
    capture_only,
    palace,
    placement,
    prisoners,
    pocket,
    point_count,
    chains,
    jump_captures,
    transparency,
    capture_priority,
    quiet_limit,
    push_pull,
    shoves,
    transfer,
    absorption,
    shifts,
    marks,
    sets,
    forbid,
    require,
    effects,
    moves,
    ends,
    r#use,
    brakes,
    limited_moves,
    safe_ways,
    foreign_moves,
    ransom,
    castling_by_squares,
    drowning,
    returns,
    circuit,
    gates,
    capture_points,
    refusal,
    turns,
    custom
});

/// Lists the built-in rules with tables of settings, in the order of `BUILTIN_RULES`.
macro_rules! builtin {
    ($($name:literal $field:ident $(in $table:ident)?),* $(,)?) => {
        impl RulesWire {
            /// The tables of these rules.
            pub(super) fn builtin(&self) -> Vec<(&'static str, &Field<RuleTableWire>)> {
                vec![$(($name, builtin!(@ self $field $($table)?))),*]
            }
        }
    };
    (@ $rules:ident $field:ident) => { &$rules.$field };
    (@ $rules:ident $field:ident $table:ident) => {
        match table(&$rules.$table) {
            Some(table) => &table.$field,
            None => &Field::Absent,
        }
    };
}

builtin! {
    "replacement" replacement,
    "capture-duty" capture_duty,
    "capture-only" capture_only,
    "optional-midpoint" optional_midpoint,
    "double-midpoint" double_midpoint,
    "paired-promotion" paired_promotion,
    "in-place-promotion" in_place_promotion,
    "royal" royal,
    "guard" guard,
    "walls" walls,
    "passing" passing,
    "palace" palace,
    "intersections" intersections,
    "suicide" suicide,
    "prisoners" prisoners,
    "connection" connection,
    "point-count" point_count,
    "transparency" transparency,
    "chains" chains,
    "jump-captures" jump_captures,
    "capture-priority" capture_priority,
    "quiet-limit" quiet_limit,
    "push-pull" push_pull,
    "shoves" shoves,
    "transfer" transfer,
    "absorption" absorption,
    "shifts" shifts,
    "marks" marks,
    "sets" sets,
    "forbid" forbid,
    "require" require,
    "effects" effects,
    "moves" moves,
    "ends" ends,
    "use" r#use,
    "brakes" brakes,
    "limited-moves" limited_moves,
    "safe-ways" safe_ways,
    "foreign-moves" foreign_moves,
    "ransom" ransom,
    "castling-by-squares" castling_by_squares,
    "drowning" drowning,
    "returns" returns,
    "circuit" circuit,
    "gates" gates,
    "bare-king" bare_king,
    "capture-points" capture_points,
    "refusal" refusal,
    "turns" turns,
    "pocket" pocket,
    "double-drop" double_drop,
    "placement" placement,
    "extinction" extinction,
    "goal" goal,
    "material" material in adjudication,
    "en-passant" en_passant,
    "castling" castling,
    "gating" gating,
    "first-leaps" first_leaps,
    "drops" drops,
    "captures" captures,
    "captured-to" captured_to,
    "checks" checks,
    "checkmate" checkmate,
    "stalemate" stalemate,
    "move-limit" move_limit,
    "repetition" repetition,
    "perpetual-check" perpetual_check,
    "restarts" restarts in adjudication,
    "back-and-forth-loses" back_and_forth_loses in adjudication,
    "chasing" chasing in adjudication,
    "counting" counting in adjudication,
    "mate-needs" mate_needs in adjudication,
    "scores" scores,
}

/// One text or a list of texts.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Texts", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum Texts {
    /// One text.
    Text(Field<String>),
    /// Several texts, which are joined.
    List(Vec<Field<String>>),
}

impl Texts {
    /// The texts in order.
    pub(super) fn items(&self) -> &[Field<String>] {
        match self {
            Texts::Text(one) => std::slice::from_ref(one),
            Texts::List(many) => many,
        }
    }
}

/// Squares, either White's or for each side.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Zone", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum ZoneWire {
    /// White's squares, such as `rank 2` or `d1-f3`; Black has the mirror image.
    Text(Field<String>),
    /// Several such texts, which are joined.
    List(Vec<Field<String>>),
    /// Squares for each side, both from White's view.
    Table(SidesWire),
}

/// Squares for each side, both from White's view.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Sides"))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SidesWire {
    /// White's squares.
    pub(super) white: Field<Texts>,
    /// Black's squares.
    pub(super) black: Field<Texts>,
}

/// One, or a list of several.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(
    rename = "by kind",
    rename_all = "kebab-case",
    bound(deserialize = "T: Deserialize<'de>", serialize = "T: Serialize")
)]
#[cfg_attr(feature = "schema", schemars(rename = "OneOrMany{T}", untagged))]
pub(super) enum OneOrMany<T> {
    /// One, as a text.
    Text(Field<T>),
    /// One, written as a table.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Table(Field<T>),
    /// Several.
    List(Vec<Field<T>>),
}

impl<T> OneOrMany<T> {
    /// The elements in order.
    pub(super) fn items(&self) -> &[Field<T>] {
        match self {
            OneOrMany::Text(one) | OneOrMany::Table(one) => std::slice::from_ref(one),
            OneOrMany::List(many) => many,
        }
    }

    /// The elements in order, mutable.
    pub(super) fn items_mut(&mut self) -> &mut [Field<T>] {
        match self {
            OneOrMany::Text(one) | OneOrMany::Table(one) => std::slice::from_mut(one),
            OneOrMany::List(many) => many,
        }
    }
}

/// A table, or `false` to remove an inherited one.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Removable{T}", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(super) enum Removable<T> {
    /// The settings.
    Table(T),
    /// None.
    False(False),
}

impl<T: Overlay> Overlay for Removable<T> {
    fn over(self, parent: Self) -> Self {
        match (self, parent) {
            (Removable::Table(mine), Removable::Table(parent)) => {
                Removable::Table(mine.over(parent))
            }
            (Removable::False(_), parent) => Removable::False(False {
                removes: parent.is_removable(),
            }),
            (mine, _) => mine,
        }
    }
}

impl<T> Removal for Removable<T> {
    fn removal(&self) -> Option<False> {
        match self {
            Removable::Table(_) => None,
            Removable::False(removal) => Some(*removal),
        }
    }
}

/// Defines an enum of words for a setting, and its conversion.
macro_rules! words {
    ($(
        #[doc = $doc:literal]
        $type:ident, $name:literal => $target:ident { $($(#[doc = $word_doc:literal])+ $word:ident => $meaning:ident,)* }
    )*) => {
        $(
            #[doc = $doc]
            #[derive(Clone, Copy, Debug, Deserialize, Serialize)]
            #[cfg_attr(feature = "schema", derive(JsonSchema))]
            #[cfg_attr(feature = "schema", schemars(rename = $name))]
            #[serde(rename_all = "kebab-case")]
            pub(in crate::formats::toml) enum $type {
                $($(#[doc = $word_doc])+ $word,)*
            }

            impl From<$type> for $target {
                fn from(word: $type) -> Self {
                    match word {
                        $($type::$word => $target::$meaning,)*
                    }
                }
            }
        )*
    };
}

words! {
    /// The source of a promoted piece.
    StockWord, "Stock" => PromotionStock {
        /// The box: always available.
        Unlimited => Unlimited,
        /// The hand of the player, which loses the piece.
        Hand => Hand,
    }

    /// The dialect of the move texts.
    DialectWord, "Dialect" => Dialect {
        /// Current XBetza.
        Xbetza => XBetza,
        /// XBoard's own generator.
        Xboard => XBoard,
        /// The Interactive Diagram of about 2020.
        Diagram2020 => Diagram2020,
        /// Ralph Betza's original notation.
        Betza => Classic,
        /// The subset of Fairy-Stockfish.
        FairyStockfish => FairyStockfish,
    }
}

impl From<Dialect> for DialectWord {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::XBetza => DialectWord::Xbetza,
            Dialect::XBoard => DialectWord::Xboard,
            Dialect::Diagram2020 => DialectWord::Diagram2020,
            Dialect::Classic => DialectWord::Betza,
            Dialect::FairyStockfish => DialectWord::FairyStockfish,
        }
    }
}

plain!(Texts, ZoneWire, StockWord, DialectWord,);

impl<T> Overlay for OneOrMany<T> {}

#[cfg(test)]
mod tests {
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};

    use super::*;

    #[test]
    fn every_dialect_has_its_word() {
        for dialect in Dialect::ALL {
            let word: StrDeserializer<'_, Error> = dialect.as_str().into_deserializer();
            let read = DialectWord::deserialize(word).map(Dialect::from);
            assert_eq!(read, Ok(dialect));
            assert_eq!(Dialect::from(DialectWord::from(dialect)), dialect);
        }
    }
}
