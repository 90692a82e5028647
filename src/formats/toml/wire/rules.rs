//! The table `rules`, its settings, and rules that are written as clauses.

use std::borrow::Cow;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::ONLY_SETTING;
use crate::definition::names::{builtin_rules, is_library_rule};
use crate::definition::rules::CapturedTo;

use super::field::{Field, Named, Overlay, Place, overlay, plain};
use super::literal::{False, Removal, True};
use super::piece::PawnsWire;
use super::values::{OneOrMany, Removable, Texts, table};

/// The rules of the game.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Rules"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct RulesWire {
    /// The protection of royal pieces; `check` by default.
    pub(in crate::formats::toml) royal: Field<RuleTableWire>,
    /// The royal pieces that a side with several must guard; `every` by default.
    pub(in crate::formats::toml) guard: Field<RuleTableWire>,
    /// The result for a player without a legal move who is not in check; `draw` by default.
    pub(in crate::formats::toml) stalemate: Field<RuleTableWire>,
    /// The destination of captured pieces; `removed` by default.
    pub(in crate::formats::toml) captured_to: Field<RuleTableWire>,
    /// The number of moves of each side without capture or irreversible move after which the game
    /// is a draw. `false` for no limit.
    pub(in crate::formats::toml) move_limit: Field<RuleTableWire>,
    /// The result of repeated positions: a draw at the third occurrence by default.
    pub(in crate::formats::toml) repetition: Field<RuleTableWire>,
    /// Adjudication: ends that depend of the game by adjudication.
    pub(in crate::formats::toml) adjudication: Field<Removable<AdjudicationWire>>,
    /// The result for a player in check without a legal move; `loss` by default.
    pub(in crate::formats::toml) checkmate: Field<RuleTableWire>,
    /// Several pieces that promote to the same choices on arrival.
    pub(in crate::formats::toml) pawn_promotion: Field<Removable<PawnsWire>>,
    /// How pieces promote to their `promoted` side.
    pub(in crate::formats::toml) paired_promotion: Field<RuleTableWire>,
    /// The pieces and squares of en passant captures.
    pub(in crate::formats::toml) en_passant: Field<RuleTableWire>,
    /// Additional effects of captures.
    pub(in crate::formats::toml) captures: Field<RuleTableWire>,
    /// Drops of pieces from the hand.
    pub(in crate::formats::toml) drops: Field<RuleTableWire>,
    /// A piece from the hand can enter on the square that a piece leaves by its first move.
    pub(in crate::formats::toml) gating: Field<RuleTableWire>,
    /// Castling to fixed files, instead of by the move text's `O`.
    pub(in crate::formats::toml) castling: Field<RuleTableWire>,
    /// Walls that players put on the board after each move.
    pub(in crate::formats::toml) walls: Field<RuleTableWire>,
    /// Rules about check.
    pub(in crate::formats::toml) checks: Field<RuleTableWire>,
    /// Passes.
    pub(in crate::formats::toml) passing: Field<RuleTableWire>,
    /// Winning or losing by the number of pieces.
    pub(in crate::formats::toml) extinction: Field<RuleTableWire>,
    /// Winning by reaching squares.
    pub(in crate::formats::toml) goal: Field<RuleTableWire>,
    /// Winning by connecting pieces.
    pub(in crate::formats::toml) connection: Field<RuleTableWire>,
    /// The score of ends of the game: by reason the winner's share of one point, or a list of the
    /// shares of White and Black as winner.
    pub(in crate::formats::toml) scores: Field<RuleTableWire>,
    /// When a side loses that has only its royal piece, or no pieces of some kinds: `pending` after one
    /// more move, `immediate`, or when the other side makes a `claim`. `false` for never.
    pub(in crate::formats::toml) bare_king: Field<RuleTableWire>,
    /// The result for a side that repeats positions by giving check with every move, if the other
    /// side does not.
    pub(in crate::formats::toml) perpetual_check: Field<RuleTableWire>,
    /// What intersections mean for royal pieces.
    pub(in crate::formats::toml) intersections: Field<RuleTableWire>,
    /// The game begins with the placement of pieces.
    pub(in crate::formats::toml) placement: Field<RuleTableWire>,
    /// Pieces next to the board that can enter on the squares that pieces leave by their first
    /// moves.
    pub(in crate::formats::toml) pocket: Field<RuleTableWire>,
    /// Captures by chains of jumps.
    pub(in crate::formats::toml) chains: Field<RuleTableWire>,
    /// The priority of captures.
    pub(in crate::formats::toml) capture_priority: Field<RuleTableWire>,
    /// Marks on squares, for clauses.
    pub(in crate::formats::toml) marks: Field<RuleTableWire>,
    /// Names for sets of pieces and squares in clauses.
    pub(in crate::formats::toml) sets: Field<RuleTableWire>,
    /// Clauses that forbid moves.
    pub(in crate::formats::toml) forbid: Field<RuleTableWire>,
    /// Clauses that moves must fulfill if any legal move does.
    pub(in crate::formats::toml) require: Field<RuleTableWire>,
    /// Clauses with additional effects of moves.
    pub(in crate::formats::toml) effects: Field<RuleTableWire>,
    /// Moves that pieces have in addition to or instead of their own, as clauses.
    pub(in crate::formats::toml) moves: Field<RuleTableWire>,
    /// Ends of the game, as clauses.
    pub(in crate::formats::toml) ends: Field<RuleTableWire>,
    /// Rules of the library, by name, with the values of their parameters.
    pub(in crate::formats::toml) r#use: Field<RuleTableWire>,
    /// Points for captures, which decide the game.
    pub(in crate::formats::toml) capture_points: Field<RuleTableWire>,
    /// The number of moves in a turn.
    pub(in crate::formats::toml) turns: Field<RuleTableWire>,
    /// Rules in Rust that a program has registered under these names, each with its settings.
    /// `false` removes an inherited rule.
    pub(in crate::formats::toml) custom: Field<CustomWire>,
}

impl RulesWire {
    /// Whether captured pieces go to a hand and change sides.
    pub(in crate::formats::toml) fn keeps_prisoners(&self) -> bool {
        let to = match self.captured_to.value() {
            Some(RuleTableWire::Text(word)) => CapturedTo::of_word(word),
            _ => None,
        };
        to.is_some_and(CapturedTo::keeps_prisoners)
    }

    /// The settings of a library rule that is written in Rust.
    fn library_rule(&self, name: &str) -> Field<RuleTableWire> {
        let Some(RuleTableWire::Table(used)) = self.r#use.value() else {
            return Field::Absent;
        };
        match used.0.get(name).map(|entry| &entry.value) {
            Some(Field::Here(place, settings)) => Field::Here(*place, settings.clone().into()),
            Some(Field::Broken) => Field::Broken,
            Some(Field::Absent) | None => Field::Absent,
        }
    }

    /// The library rules that are written as clauses, with their parameters.
    fn clause_rules(&self) -> Field<RuleTableWire> {
        let (place, mut used) = match &self.r#use {
            Field::Here(place, RuleTableWire::Table(used)) => (*place, used.clone()),
            other => return other.clone(),
        };
        used.0.retain(|name, _| !is_library_rule(name));
        if used.0.is_empty() {
            return Field::Absent;
        }
        Field::Here(place, RuleTableWire::Table(used))
    }
}

overlay!(RulesWire {
    royal,
    guard,
    stalemate,
    pawn_promotion,
    paired_promotion,
    en_passant,
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
    bare_king,
    perpetual_check,
    intersections,
    placement,
    pocket,
    chains,
    capture_priority,
    marks,
    sets,
    forbid,
    require,
    effects,
    moves,
    ends,
    r#use,
    capture_points,
    turns,
    custom
});

/// Lists the built-in rules with their tables of settings.
macro_rules! builtin {
    ($($name:tt $field:ident $(in $table:ident)?),* $(,)?) => {
        impl RulesWire {
            /// The tables of these rules.
            pub(in crate::formats::toml) fn builtin(
                &self,
            ) -> Vec<(&'static str, Cow<'_, Field<RuleTableWire>>)> {
                vec![$(($name, builtin!(@ self $name $field $($table)?))),*]
            }
        }
    };
    (@ $rules:ident "use" r#use) => { Cow::Owned($rules.clause_rules()) };
    (@ $rules:ident $name:literal $field:ident) => { Cow::Borrowed(&$rules.$field) };
    (@ $rules:ident $name:literal $field:ident r#use) => { Cow::Owned($rules.library_rule($name)) };
    (@ $rules:ident $name:literal $field:ident $table:ident) => {
        Cow::Borrowed(match table(&$rules.$table) {
            Some(table) => &table.$field,
            None => &Field::Absent,
        })
    };
}

builtin_rules!(builtin);

// The table `rules.adjudication`.

/// Adjudication: of the game by adjudication.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Adjudication"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct AdjudicationWire {
    /// Pieces whose irreversible moves restart the clock; by default those that promote or have
    /// initial moves.
    pub(in crate::formats::toml) restarts: Field<RuleTableWire>,
    /// A side that moves a piece back and forth four times loses.
    pub(in crate::formats::toml) back_and_forth_loses: Field<RuleTableWire>,
    /// A side that repeats a position by chasing the same piece with every move loses.
    pub(in crate::formats::toml) chasing: Field<RuleTableWire>,
    /// A side that cannot win can start to count moves.
    pub(in crate::formats::toml) counting: Field<RuleTableWire>,
    /// The decision of games that would be drawn.
    pub(in crate::formats::toml) material: Field<RuleTableWire>,
    /// One of the consecutive checks before a mate must come from one of these pieces, otherwise
    /// the mate is a draw.
    pub(in crate::formats::toml) mate_needs: Field<RuleTableWire>,
}

overlay!(AdjudicationWire {
    restarts,
    back_and_forth_loses,
    chasing,
    counting,
    material,
    mate_needs
});

// Rules that are written as clauses, for `rules.use`.

/// A rule that is written as clauses, for `rules.use`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RuleEntry"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct RuleEntryWire {
    /// The name to display.
    pub(in crate::formats::toml) title: Field<String>,
    /// The source of the rule.
    pub(in crate::formats::toml) source: Field<String>,
    /// A summary in one or two sentences.
    pub(in crate::formats::toml) summary: Field<String>,
    /// Options, parameters and spells of other programs with the same meaning.
    pub(in crate::formats::toml) options: Field<Texts>,
    /// The parameters, each with its default set, or `false` if a set is required.
    pub(in crate::formats::toml) parameters: Field<Named<ParameterWire>>,
    /// Conditions that no move may fulfill.
    pub(in crate::formats::toml) forbid: Field<OneOrMany<ForbidWire>>,
    /// Conditions that a move must fulfill if any legal move does, in this order.
    pub(in crate::formats::toml) require: Field<Texts>,
    /// Additional effects of moves.
    pub(in crate::formats::toml) effects: Field<Texts>,
    /// Moves that pieces have, as in `rules.moves`.
    pub(in crate::formats::toml) moves: Field<Texts>,
    /// Ends of the game.
    pub(in crate::formats::toml) ends: Field<Texts>,
}

plain!(RuleEntryWire);

impl RuleEntryWire {
    /// Keys that identify a rule, because variants do not have them.
    pub(in crate::formats::toml) const TELLING: [&str; 6] = [
        "summary",
        "parameters",
        "forbid",
        "effects",
        "moves",
        "ends",
    ];
}

/// The default set of a parameter, or `false` if a set is required.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Parameter", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum ParameterWire {
    /// A set of pieces or squares.
    Text(String),
    /// It is required.
    False(False),
}

/// A condition, or a table with a condition and `mates`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Forbidden", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum ForbidWire {
    /// A condition.
    Text(Field<String>),
    /// A condition, with `mates`.
    Table(Box<ForbidTable>),
}

/// A condition, with `mates`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct ForbidTable {
    /// The condition.
    pub(in crate::formats::toml) r#if: Field<String>,
    /// Whether a side without legal moves that fulfills it is checkmated.
    #[serde(default)]
    pub(in crate::formats::toml) mates: Field<bool>,
}

// Settings of rules, which are kept as written.

/// Rules by name, with their settings.
pub(in crate::formats::toml) type CustomWire = Named<RuleTableWire>;

/// The settings of a rule, or the single setting with the name `value`. `false` removes an inherited
/// rule.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RuleSettings", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum RuleTableWire {
    /// Settings by name.
    Table(Named<SettingWire>),
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// Several settings.
    List(Vec<Field<SettingWire>>),
    /// The rule with its default settings.
    True(True),
    /// No rule.
    False(False),
}

/// In an overlay, a value that is no table is the only setting of a table.
impl Overlay for RuleTableWire {
    fn over_at(self, [place, below]: [Place; 2], parent: Self) -> Self {
        match (self, parent) {
            (RuleTableWire::False(_), parent) => RuleTableWire::False(False {
                removes: parent.is_removable(),
            }),
            (mine, RuleTableWire::False(_)) => mine,
            (mine, parent) if mine.is_table() || parent.is_table() => {
                RuleTableWire::Table(mine.into_table(place).over(parent.into_table(below)))
            }
            (mine, _) => mine,
        }
    }
}

impl RuleTableWire {
    const fn is_table(&self) -> bool {
        matches!(self, RuleTableWire::Table(_))
    }

    /// The settings by name; a value that is no table is the only setting.
    pub(in crate::formats::toml) fn into_table(self, place: Place) -> Named<SettingWire> {
        let only = match self {
            RuleTableWire::Table(table) => return table,
            RuleTableWire::False(_) => return Named::default(),
            RuleTableWire::Text(text) => SettingWire::Text(text),
            RuleTableWire::Number(number) => SettingWire::Number(number),
            RuleTableWire::List(items) => SettingWire::List(items),
            RuleTableWire::True(flag) => SettingWire::True(flag),
        };
        Named::alone(ONLY_SETTING, place, only)
    }
}

impl From<SettingWire> for RuleTableWire {
    fn from(setting: SettingWire) -> RuleTableWire {
        match setting {
            SettingWire::Table(table) => RuleTableWire::Table(table),
            SettingWire::Text(text) => RuleTableWire::Text(text),
            SettingWire::Number(number) => RuleTableWire::Number(number),
            SettingWire::List(items) => RuleTableWire::List(items),
            SettingWire::True(flag) => RuleTableWire::True(flag),
            SettingWire::False(flag) => RuleTableWire::False(flag),
        }
    }
}

impl Removal for RuleTableWire {
    fn removal(&self) -> Option<False> {
        match self {
            RuleTableWire::False(removal) => Some(*removal),
            _ => None,
        }
    }
}

/// A setting that the rule defines.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RuleSetting", untagged))]
#[serde(rename = "by kind", rename_all = "kebab-case")]
pub(in crate::formats::toml) enum SettingWire {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// Yes.
    True(True),
    /// No.
    False(False),
    /// Several of them.
    List(Vec<Field<SettingWire>>),
    /// Some of them by name.
    Table(Named<SettingWire>),
}

impl SettingWire {
    /// The name of its kind in messages.
    pub(in crate::formats::toml) const fn kind(&self) -> &'static str {
        match self {
            SettingWire::Text(_) => "a text",
            SettingWire::Number(_) => "a number",
            SettingWire::True(_) => "`true`",
            SettingWire::False(_) => "`false`",
            SettingWire::List(_) => "a list",
            SettingWire::Table(_) => "a table",
        }
    }
}

impl Overlay for SettingWire {
    fn over(self, parent: Self) -> Self {
        match (self, parent) {
            (SettingWire::Table(mine), SettingWire::Table(parent)) => {
                SettingWire::Table(mine.over(parent))
            }
            (SettingWire::False(_), parent) => SettingWire::False(False {
                removes: match parent {
                    SettingWire::False(under) => under.removes,
                    _ => true,
                },
            }),
            (mine, _) => mine,
        }
    }
}
