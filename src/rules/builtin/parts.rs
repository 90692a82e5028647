//! Parts that several rules share: targets of moves, the trait of built-in rules, and settings of kinds, sides, zones
//! and results.

use std::sync::Arc;

use crate::definition::{
    ONLY_SETTING, PieceDef, PieceId, PieceSet, PromotionStock, RuleValue, Setting, VariantDef,
    Verdict,
};
use crate::geometry::{Perspective, Square, SquareSet, Zone};
use crate::rules::data::{Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{any_of, capitalized, with_article};
use crate::state::{Color, Effect, Move, MoveKind, Piece, Role};

// Targets of moves, and promotion there.

/// The squares on which the mover and relocated pieces arrive, such as both castling pieces. Later
/// relocations by rules are not included.
pub(in crate::rules::builtin) fn arrived(mv: &Move) -> impl Iterator<Item = Square> {
    let own = (mv.from != mv.to || mv.kind == MoveKind::Drop).then_some(mv.to);
    let shifts = mv.shifts.iter();
    let shifted = shifts.filter(|(origin, target)| origin != target);
    own.into_iter().chain(shifted.map(|(_, target)| *target))
}

/// The square of a piece after a move that does not capture it.
pub(in crate::rules::builtin) fn moved(mv: &Move, square: Square) -> Square {
    let is_mover = mv.kind != MoveKind::Drop && mv.from == square;
    let shift = mv.shifts.iter().find(|(origin, _)| *origin == square);
    let mut at = if is_mover {
        mv.to
    } else {
        shift.map_or(square, |(_, target)| *target)
    };
    for effect in &mv.effects {
        if let Effect::Shift { from, to } = effect
            && *from == at
        {
            at = *to;
        }
    }
    at
}

/// The alternative effects of promotion for a piece shifted to a square. If promotion is mandatory
/// and impossible, the piece keeps its kind.
pub(in crate::rules::builtin) fn promotions(
    at: &RuleContext<'_>,
    piece: Piece,
    square: Square,
) -> Vec<Vec<Effect>> {
    let endings = at.endings(piece, square).into_iter();
    let become_ = |role: Option<Role>| {
        let Some(role) = role else {
            return Vec::new();
        };
        let promoted = Piece { role, ..piece };
        let mut effects = vec![Effect::Put {
            square,
            piece: promoted,
        }];
        if is_from_hand(at.def(), piece, role) {
            effects.push(Effect::hand(piece.color, role, -1));
        }
        effects
    };
    let mut choices: Vec<Vec<Effect>> = endings.map(become_).collect();
    if choices.is_empty() {
        choices.push(Vec::new());
    }
    choices
}

/// Whether the promoted piece is taken from the hand.
pub(in crate::rules::builtin) fn is_from_hand(def: &VariantDef, piece: Piece, role: Role) -> bool {
    let found = def.piece(piece.role.into());
    let promotion = found.and_then(|(_, piece)| piece.promotion.as_ref());
    let mut choices = promotion.iter().flat_map(|promotion| &promotion.choices);
    choices.any(|choice| choice.piece == role.into() && choice.stock == PromotionStock::Hand)
}

// The trait of built-in rules, and their descriptions.

/// A built-in rule.
pub(crate) trait BuiltinRule: Rule + Sized + 'static {
    /// The key among the rules of a definition.
    const NAME: &'static str;
    /// The name of its FEN field.
    const FIELD: &'static str = Self::NAME;
    /// Whether its FEN field stands before the predefined fields, after the intersections.
    const FIELD_IS_FIRST: bool = false;
    /// The declared settings. Every key that it reads is listed here with its description, which editors show.
    const SETTINGS: Setting;

    /// Reads the settings.
    fn read(settings: &RuleSettings<'_>) -> Result<Self, RuleError>;
}

/// The description of a built-in rule.
pub(crate) struct Builtin {
    /// The key among the rules of a definition.
    pub(crate) name: &'static str,
    /// The name of its FEN field, unless another rule has it.
    pub(crate) field: &'static str,
    /// Whether its FEN field stands before the predefined fields.
    pub(crate) field_is_first: bool,
    /// The declared settings.
    pub(crate) settings: Setting,
    /// The constructor, which reads the settings.
    pub(crate) constructor: Constructor,
}

impl Builtin {
    /// A rule constructed by a function.
    pub(crate) fn reading(
        name: &'static str,
        settings: Setting,
        read: impl Fn(&RuleSettings<'_>) -> Result<Box<dyn Rule>, RuleError> + Send + Sync + 'static,
    ) -> Builtin {
        Builtin {
            name,
            field: name,
            field_is_first: false,
            settings,
            constructor: Arc::new(read),
        }
    }

    pub(crate) fn of<R: BuiltinRule>() -> Builtin {
        Builtin {
            name: R::NAME,
            field: R::FIELD,
            field_is_first: R::FIELD_IS_FIRST,
            settings: R::SETTINGS,
            constructor: Arc::new(|settings| {
                R::read(settings).map(|rule| -> Box<dyn Rule> { Box::new(rule) })
            }),
        }
    }
}

/// The constructor of a rule, which reads its settings.
pub(crate) type Constructor =
    Arc<dyn Fn(&RuleSettings<'_>) -> Result<Box<dyn Rule>, RuleError> + Send + Sync>;

// Kinds of pieces by side as settings of rules, and helpers for words.

/// The kinds of pieces of both sides that a setting names.
#[derive(Clone)]
pub(in crate::rules::builtin) struct Kinds {
    roles: [Vec<Role>; 2],
    /// One of the pieces in words: `a rook or a knight`.
    words: String,
}

impl Kinds {
    /// Reads kinds: a name, a list of names, `*`, or a table of these for `white` and `black`. A
    /// side without an entry has none.
    pub(in crate::rules::builtin) fn read(
        settings: &RuleSettings<'_>,
        key: &str,
    ) -> Result<Option<Kinds>, RuleError> {
        let sides = settings.by_side(key, RuleSettings::pieces)?;
        let is_named = sides.iter().any(Option::is_some);
        Ok(is_named.then(|| Kinds::of_sides(settings, sides)))
    }

    /// The kinds of both sides; `None` is none.
    fn of_sides(settings: &RuleSettings<'_>, sides: [Option<Vec<Role>>; 2]) -> Kinds {
        let roles = sides.map(Option::unwrap_or_default);
        let pieces = &settings.def().pieces;
        let words = |roles: &[Role]| {
            if roles.len() == pieces.len() {
                return "a piece".to_owned();
            }
            one_of(settings.def(), roles)
        };
        let [white, black] = roles.each_ref().map(|roles| words(roles));
        let words = match (white.is_empty(), black.is_empty()) {
            _ if white == black => white,
            (false, true) => format!("{white} of White's"),
            (true, false) => format!("{black} of Black's"),
            _ => format!("{white} of White's or {black} of Black's"),
        };
        Kinds { roles, words }
    }

    /// Reads the kinds as the only setting of a rule.
    pub(in crate::rules::builtin) fn required(
        settings: &RuleSettings<'_>,
    ) -> Result<Kinds, RuleError> {
        let sides = sides_required(settings, RuleSettings::pieces)?;
        Ok(Kinds::of_sides(settings, sides))
    }

    /// The kinds with a property, described by `words`.
    fn all_that(
        settings: &RuleSettings<'_>,
        words: &str,
        is_meant: impl Fn(&PieceDef) -> bool,
    ) -> Kinds {
        let pieces = settings.def().pieces.values().take(Role::MAX);
        let meant = pieces.enumerate().filter(|(_, piece)| is_meant(piece));
        let roles: Vec<Role> = meant.map(|(number, _)| Role::new(number)).collect();
        Kinds {
            roles: [roles.clone(), roles],
            words: words.to_owned(),
        }
    }

    /// Reads kinds; by default all.
    pub(in crate::rules::builtin) fn or_all(
        settings: &RuleSettings<'_>,
        key: &str,
    ) -> Result<Kinds, RuleError> {
        let all = || Kinds::all_that(settings, "a piece", |_| true);
        Ok(Kinds::read(settings, key)?.unwrap_or_else(all))
    }

    /// Reads kinds; by default all that are not royal.
    pub(in crate::rules::builtin) fn or_common(
        settings: &RuleSettings<'_>,
        key: &str,
    ) -> Result<Kinds, RuleError> {
        let words = "a piece that is not royal";
        let common = || Kinds::all_that(settings, words, |piece| !piece.royal);
        Ok(Kinds::read(settings, key)?.unwrap_or_else(common))
    }

    /// The kinds of a side.
    pub(in crate::rules::builtin) fn of(&self, side: Color) -> &[Role] {
        &self.roles[side.index()]
    }

    /// Whether a piece is of one of the kinds.
    pub(in crate::rules::builtin) fn contains(&self, piece: Piece) -> bool {
        self.roles[piece.color.index()].contains(&piece.role)
    }

    /// Whether a piece is, or is a form of, one of the kinds.
    pub(in crate::rules::builtin) fn has_form(&self, at: &RuleContext<'_>, piece: Piece) -> bool {
        let forms = &at.def().forms;
        let kind = forms.of(piece.role).kind;
        let mut meant = self.of(piece.color).iter();
        meant.any(|role| PieceId::from(*role) == kind)
    }

    /// The kinds by side, as sets for fast lookup.
    pub(in crate::rules::builtin) fn sets(&self) -> [PieceSet; 2] {
        let set = |roles: &Vec<Role>| roles.iter().map(|role| PieceId::from(*role)).collect();
        self.roles.each_ref().map(set)
    }

    /// The kinds by side.
    pub(in crate::rules::builtin) const fn roles(&self) -> &[Vec<Role>; 2] {
        &self.roles
    }

    /// One of the pieces in words, with an article.
    pub(in crate::rules::builtin) fn words(&self) -> &str {
        &self.words
    }

    /// One of the pieces at the beginning of a sentence.
    pub(in crate::rules::builtin) fn sentence(&self, rest: &str) -> String {
        format!("{} {rest}", capitalized(&self.words))
    }

    /// A warning if no kinds are named; `what` is the consequence.
    pub(in crate::rules::builtin) fn doubts(&self, key: &str, what: &str) -> Vec<RuleFinding> {
        let is_empty = self.roles.iter().all(Vec::is_empty);
        let finding = || RuleFinding::new(format!("no piece is named, so {what}")).about(key);
        is_empty.then(finding).into_iter().collect()
    }
}

/// The value of a kind in a table.
pub(in crate::rules::builtin) fn value_of<T>(table: &[(Role, T)], role: Role) -> Option<&T> {
    let found = table.iter().find(|(known, _)| *known == role);
    found.map(|(_, value)| value)
}

/// The name of a kind.
pub(in crate::rules::builtin) fn name_of(def: &VariantDef, role: Role) -> &str {
    def.piece(role.into()).map_or("", |(name, _)| name)
}

/// One of some kinds in words: `a rook or an elephant`.
fn one_of(def: &VariantDef, roles: &[Role]) -> String {
    any_of(roles.iter().map(|role| with_article(name_of(def, *role))))
}

/// Reads the only setting of a rule: for both sides, each, or one.
pub(in crate::rules::builtin) fn sides_required<'a, T: Clone>(
    settings: &RuleSettings<'a>,
    read: impl Fn(&RuleSettings<'a>, &str) -> Result<Option<T>, RuleError>,
) -> Result<[Option<T>; 2], RuleError> {
    let both = read(settings, ONLY_SETTING)?;
    let sides = [read(settings, "white")?, read(settings, "black")?];
    let sides = sides.map(|side| side.or_else(|| both.clone()));
    if sides.iter().all(Option::is_none) {
        let help = "write a name, or a list of names";
        return Err(RuleError::missing("the names are missing", help));
    }
    Ok(sides)
}

/// Reads kinds of pieces as a set.
pub(in crate::rules::builtin) fn piece_set(
    settings: &RuleSettings<'_>,
    key: &str,
) -> Result<Option<PieceSet>, RuleError> {
    let roles = settings.pieces(key)?;
    Ok(roles.map(|roles| roles.into_iter().map(Into::into).collect()))
}

/// The kinds defined as royal, in games without check too.
pub(in crate::rules::builtin) fn royal_kinds(def: &VariantDef) -> PieceSet {
    let royal = def.numbered().filter(|(.., piece)| piece.royal);
    royal.map(|(id, ..)| id).collect()
}

/// The names of the kinds of a set, with `or` between them.
pub(in crate::rules::builtin) fn names_in_set(def: &VariantDef, set: PieceSet) -> String {
    let names = set.iter().filter_map(|piece| def.piece(piece));
    any_of(names.map(|(name, _)| name.replace('-', " ")))
}

// Results as settings of rules.

/// Reads a result for a side: `win`, `loss` or `draw`.
pub(in crate::rules::builtin) fn verdict(
    settings: &RuleSettings<'_>,
    key: &str,
) -> Result<Option<Verdict>, RuleError> {
    settings.one_of(key, Verdict::WORDS)
}

/// Reads a word as the only setting of a rule; without it, the error says that `what` is missing.
pub(in crate::rules::builtin) fn required_word<T: Copy>(
    settings: &RuleSettings<'_>,
    words: &[(&str, T)],
    [what, help]: [&str; 2],
) -> Result<T, RuleError> {
    let value = settings.one_of(ONLY_SETTING, words)?;
    value.ok_or_else(|| RuleError::missing(&format!("the {what} is missing"), help))
}

/// Reads a result as the only setting of a rule.
pub(in crate::rules::builtin) fn required_verdict(
    settings: &RuleSettings<'_>,
    help: &str,
) -> Result<Verdict, RuleError> {
    required_word(settings, Verdict::WORDS, ["result", help])
}

// Sides of pieces relative to one piece.

/// Own pieces, enemy pieces or all.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::rules::builtin) enum Sides {
    Own,
    Enemy,
    Any,
}

impl Sides {
    /// The words of the values.
    pub(in crate::rules::builtin) const NAMES: [&str; 3] = ["own", "enemy", "any"];

    /// Reads one of the words.
    pub(in crate::rules::builtin) fn read(
        settings: &RuleSettings<'_>,
        key: &str,
    ) -> Result<Option<Sides>, RuleError> {
        let sides = [Sides::Own, Sides::Enemy, Sides::Any];
        Ok(settings.word(key, &Sides::NAMES)?.map(|word| sides[word]))
    }

    /// Whether the pieces of a side are included, relative to a piece of `own`.
    pub(in crate::rules::builtin) fn contain(self, own: Color, other: Color) -> bool {
        match self {
            Sides::Own => own == other,
            Sides::Enemy => own != other,
            Sides::Any => true,
        }
    }

    /// The phrase `of its own side`, where `whose` is `its`, or of the other ones.
    pub(in crate::rules::builtin) fn words(self, whose: &str) -> String {
        match self {
            Sides::Own => format!("of {whose} own side"),
            Sides::Enemy => "of the other side".to_owned(),
            Sides::Any => "of either side".to_owned(),
        }
    }
}

// Squares by side as settings of rules.

/// Reads squares from White's view, mirrored for Black; or a table with the squares of each side.
pub(in crate::rules::builtin) fn zones(
    table: &RuleSettings<'_>,
    key: &str,
) -> Result<Option<[SquareSet; 2]>, RuleError> {
    let squares = |zone: Zone, owner| zone.of(owner).clone();
    squares_by_side(table, key, RuleSettings::zone, squares)
}

/// Reads lists of such squares.
pub(in crate::rules::builtin) fn zone_lists(
    table: &RuleSettings<'_>,
    key: &str,
) -> Result<Option<[Vec<SquareSet>; 2]>, RuleError> {
    let squares = |zones: Vec<Zone>, owner| {
        let zones = zones.iter().map(|zone| zone.of(owner).clone());
        zones.collect()
    };
    squares_by_side(table, key, RuleSettings::zones, squares)
}

/// Reads values by side, and the squares of each from the view of its side. Those of a table are not mirrored.
fn squares_by_side<'a, T: Clone, S: Default>(
    table: &RuleSettings<'a>,
    key: &str,
    read: impl Fn(&RuleSettings<'a>, &str) -> Result<Option<T>, RuleError>,
    squares: impl Fn(T, Perspective) -> S,
) -> Result<Option<[S; 2]>, RuleError> {
    let black_sees = match table.value(key) {
        Some(RuleValue::Table(_)) => Perspective::White,
        _ => Perspective::Black,
    };
    Ok(match table.by_side(key, read)? {
        [None, None] => None,
        [white, black] => Some([
            white.map_or_else(S::default, |value| squares(value, Perspective::White)),
            black.map_or_else(S::default, |value| squares(value, black_sees)),
        ]),
    })
}

/// The squares as written in the definition, in quotes.
pub(in crate::rules::builtin) fn zone_text(table: &RuleSettings<'_>, key: &str) -> Option<String> {
    by_side_in_words(table, key, ", ")
}

/// Such squares, or lists of them, with a separator between the texts.
pub(in crate::rules::builtin) fn by_side_in_words(
    table: &RuleSettings<'_>,
    key: &str,
    between: &str,
) -> Option<String> {
    match table.value(key)? {
        RuleValue::Table(sides) => {
            let mut texts: Vec<String> = Vec::new();
            for (key, side) in [("white", "White"), ("black", "Black")] {
                let text = sides.get(key).and_then(|value| quoted(value, between));
                texts.extend(text.map(|text| format!("{text} for {side}")));
            }
            Some(texts.join(" and "))
        }
        value => quoted(value, between),
    }
}

/// A text in quotes, or the texts of a list with a separator.
fn quoted(value: &RuleValue, between: &str) -> Option<String> {
    let text = |value: &RuleValue| match value {
        RuleValue::Text(text) => Some(text.clone()),
        _ => None,
    };
    let texts: Option<Vec<String>> = match value {
        RuleValue::List(items) => items.iter().map(text).collect(),
        one => text(one).map(|text| vec![text]),
    };
    Some(format!("`{}`", texts?.join(between)))
}
