//! FEN extensions: fields after the clocks for state that the usual fields cannot express. The page `docs/fen.md` lists
//! them.

use std::fmt::Write;
use std::sync::Arc;

use crate::geometry::Square;
use crate::rules::data::{CompiledRules, NamedRule, RuleContext, numbers, read_numbers};
use crate::rules::pieces::facing;
use crate::rules::rights::unmoved_field;
use crate::source::{Diagnostic, codes};
use crate::state::fen::{or_none, write_intersections};
use crate::state::{
    Color, Count, LastMove, Move, OwnField, Piece, Role, RuleState, RuleStates, Setup,
};

/// The names of all predefined fields.
pub(crate) const OWN_FIELDS: [&str; 7] = [
    "imit",
    "intersections",
    "unmoved",
    "last",
    "count",
    "lost",
    "before",
];

/// Reads a FEN extension into a position.
pub(crate) fn read_own(
    rules: &CompiledRules,
    setup: &mut Setup,
    field: &OwnField,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let value = field.value.as_str();
    let by_rule = rules.rule_of_field(&field.name);
    let known = fields_of(rules).any(|(name, _)| name == field.name);
    let read = match (by_rule, field.name.as_str()) {
        (Some(rule), _) => {
            let state = read(rules, &rules.rules()[rule.index()], value);
            state.map(|state| setup.special.custom.set(rule, state))
        }
        _ if !known => None,
        (_, "imit") => kinds(rules, value).map(|imitated| setup.special.imitated = imitated),
        (_, "unmoved") => {
            squares(rules, value).map(|squares| setup.unmoved = squares.into_iter().collect())
        }
        (_, "last") => last_move(rules, setup, value).map(|last| setup.special.last = last),
        (_, "count") => count(value).map(|count| setup.special.count = Some(count)),
        (_, "before") => return read_kept(rules, setup, field, diagnostics),
        // It only explains the board, which is validated with it.
        (_, "lost") => lost(value)
            .filter(|sides| sides.iter().all(|side| rules.lacks_royals(setup, *side)))
            .map(|_| ()),
        _ => None,
    };
    if read.is_none() {
        let message = format!("`{}={}` is not valid here", field.name, field.value);
        let mut forms: Vec<String> = fields_of(rules).map(|(_, form)| form.to_owned()).collect();
        let custom = rules.rules().iter();
        forms.extend(custom.map(|named| format!("`{}=…`", named.field)));
        let help = if forms.is_empty() {
            "nothing may follow the clocks".to_owned()
        } else {
            format!("the fields after the clocks are {}", forms.join(", "))
        };
        diagnostics
            .push(Diagnostic::new(codes::FEN_BAD_FIELD, field.span, message).with_help(help));
    }
}

/// The predefined fields of a variant, each with an example.
fn fields_of(rules: &CompiledRules) -> impl Iterator<Item = (&'static str, &'static str)> {
    let may_imitate = rules.asks_beside_moves || rules.imitates;
    let last = if rules.facts.passing.twice_ends {
        "`last=pass`"
    } else if rules.facts.checks.bikjang {
        "`last=facing`"
    } else {
        "`last=castle-left`"
    };
    [
        ("imit", "`imit=N/-`", may_imitate),
        ("unmoved", "`unmoved=a1b1`", rules.depends_on_first_moves()),
        ("last", last, rules.asks_for_last_move()),
        ("count", "`count=64/12`", rules.facts.counting.is_some()),
        (
            "lost",
            "`lost=b`",
            Color::ALL.iter().any(|side| rules.needs_royals(*side)),
        ),
        ("before", "`before=FEN`", rules.takes_back),
    ]
    .into_iter()
    .filter_map(|(name, form, known)| known.then_some((name, form)))
}

/// Reads the facts about the latest move; each must be able to end the game.
fn last_move(rules: &CompiledRules, setup: &Setup, value: &str) -> Option<LastMove> {
    let mut last = LastMove::default();
    for word in value.split('+') {
        match word {
            "pass" => last.passed = true,
            "passes" => (last.passed, last.both_passed) = (true, true),
            "castle-left" => last.castled = Some(false),
            "castle-right" => last.castled = Some(true),
            "facing" => last.facing = true,
            _ => return None,
        }
    }
    let is_asked = rules.asked_of(last, setup.turn.opponent()) == last;
    (is_asked && (!last.facing || facing(rules, setup))).then_some(last)
}

/// The words for the facts about the latest move.
fn last_words(last: LastMove) -> Vec<&'static str> {
    let mut words = Vec::new();
    if last.both_passed {
        words.push("passes");
    } else if last.passed {
        words.push("pass");
    }
    match last.castled {
        Some(true) => words.push("castle-right"),
        Some(false) => words.push("castle-left"),
        None => {}
    }
    if last.facing {
        words.push("facing");
    }
    words
}

fn count(value: &str) -> Option<Count> {
    let (limit, ply) = value.split_once('/')?;
    Some(Count {
        limit: limit.parse().ok()?,
        ply: ply.parse().ok()?,
    })
}

/// Writes the fields of the state that a FEN with these rights does not imply, each after a blank.
pub(crate) fn write_own(rules: &CompiledRules, setup: &Setup, rights: &str) -> String {
    let mut text = String::new();
    if let Some(intersections) = write_intersections(&setup.board, &rules.shape, &rules.letters) {
        let _ = write!(text, " {intersections}");
    }
    let special = &setup.special;
    write_states(rules, setup, true, &mut text);
    if special.imitated.iter().any(Option::is_some) {
        let [white, black] = Color::ALL.map(|color| {
            let letter = special.imitated[color.index()].map(|role| {
                let white = Piece {
                    color: Color::White,
                    role,
                };
                rules.letters.name(white)
            });
            or_none(letter.unwrap_or_default())
        });
        let _ = write!(text, " imit={white}/{black}");
    }
    if let Some(unmoved) = unmoved_field(rules, setup, rights) {
        let names = unmoved.iter().map(|square| rules.shape.name(square));
        let _ = write!(text, " unmoved={}", or_none(names.collect()));
    }
    let words = last_words(special.last);
    if !words.is_empty() {
        let _ = write!(text, " last={}", words.join("+"));
    }
    if let Some(count) = special.count.filter(|_| !setup.en_passant.is_empty()) {
        let _ = write!(text, " count={}/{}", count.limit, count.ply);
    }
    let lost: String = Color::ALL
        .into_iter()
        .filter(|side| rules.lacks_royals(setup, *side))
        .map(|side| ['w', 'b'][side.index()])
        .collect();
    if !lost.is_empty() {
        let _ = write!(text, " lost={lost}");
    }
    write_states(rules, setup, false, &mut text);
    text
}

/// The field `before` with the FEN of the position before the latest move, after a blank.
pub(crate) fn kept_field(fen: &str) -> String {
    // Values written by custom rules may contain either character.
    let fen = fen.replace('%', "%25").replace('_', "%5F");
    format!(" before={}", fen.replace(' ', "_"))
}

/// Reads the position before the latest move. Diagnostics within it are reported at the whole field.
fn read_kept(
    rules: &CompiledRules,
    setup: &mut Setup,
    field: &OwnField,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let fen = field.value.replace('_', " ");
    let read = rules.read_fen(&fen.replace("%5F", "_").replace("%25", "%"));
    let has_errors = read.has_errors();
    let inner = read.diagnostics.into_iter();
    diagnostics.extend(inner.map(|finding| Diagnostic {
        span: field.span,
        labels: Vec::new(),
        message: format!("in the position before: {}", finding.message),
        ..finding
    }));
    let kept = read.value;
    let bad = |message: &str| Diagnostic::new(codes::FEN_BAD_FIELD, field.span, message);
    if has_errors {
        // Already reported.
    } else if kept.special.kept.is_some() {
        diagnostics.push(bad("only one position before is kept"));
    } else if kept.turn == setup.turn {
        diagnostics.push(
            bad("the same side moves in the position before")
                .with_help("delete the field, or write the other side into it"),
        );
    } else if !leads_to(rules, &kept, setup) {
        diagnostics.push(
            bad("no refused legal move of the position before leads here")
                .with_help("delete the field; then the latest move cannot be refused"),
        );
    } else {
        setup.special.kept = Some(Arc::new(kept));
    }
}

/// Whether a legal move of the kept position leads to the present one, consistently with the states
/// of the rules that keep it; `true` if no such rule can tell.
fn leads_to(rules: &CompiledRules, kept: &Setup, setup: &Setup) -> bool {
    let mut before = kept.clone();
    let mut is_judged = false;
    for (rule, named) in rules.rules_with_ids() {
        if let Some(state) = named.rule.before_kept(kept.special.custom.get(rule)) {
            before.special.custom.set(rule, state);
            is_judged = true;
        }
    }
    if !is_judged {
        return true;
    }
    let is_kept_so = |mv: &Move| {
        rules.rules_with_ids().all(|(rule, named)| {
            let state = kept.special.custom.get(rule);
            let at = RuleContext::new(rules, &before, rule);
            named.rule.before_kept(state).is_none()
                || named.rule.keep(&at, mv).as_ref() == Some(state)
        })
    };
    let mut moves = (rules.finder.legal_moves)(rules, &before).into_iter();
    moves.any(|mv| {
        is_kept_so(&mv) && {
            let after = (rules.finder.played)(rules, &before, &mv);
            after.turn == setup.turn && after.board == setup.board && after.hands == setup.hands
        }
    })
}

/// Whether a field declares a side's royal pieces captured.
pub(crate) fn is_lost(fields: &[OwnField], side: Color) -> bool {
    fields.iter().any(|field| {
        field.name == "lost" && lost(&field.value).is_some_and(|sides| sides.contains(&side))
    })
}

/// The sides whose royal pieces were captured: one or both.
fn lost(value: &str) -> Option<&'static [Color]> {
    match value {
        "w" => Some(&[Color::White]),
        "b" => Some(&[Color::Black]),
        "wb" => Some(&Color::ALL),
        _ => None,
    }
}

/// Reads the kinds imitated by each side's imitators.
fn kinds(rules: &CompiledRules, value: &str) -> Option<[Option<Role>; 2]> {
    let mut kinds = [None; 2];
    let (white, black) = value.split_once('/').unwrap_or((value, value));
    for (kind, text) in kinds.iter_mut().zip([white, black]) {
        if text != "-" {
            *kind = Some(rules.letters.role(text)?);
        }
    }
    Some(kinds)
}

fn squares(rules: &CompiledRules, text: &str) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    let mut at = if text == "-" { text.len() } else { 0 };
    while at < text.len() {
        let (square, len) = rules.shape.parse_prefix(&text[at..])?;
        squares.push(square);
        at += len;
    }
    Some(squares)
}

// States of rules, as fields of a FEN.

/// The states of rules in a FEN without their fields.
pub(crate) fn initial_states(named: &[NamedRule]) -> RuleStates {
    RuleStates::of(named.iter().map(|named| named.rule.initial_state()))
}

/// Writes the fields of the rules whose states are not initial, each after a blank: those that
/// stand before the predefined fields, or the others.
pub(crate) fn write_states(rules: &CompiledRules, setup: &Setup, first: bool, text: &mut String) {
    for (rule, named) in rules.rules_with_ids() {
        let state = setup.special.custom.get(rule);
        if named.field_is_first == first && *state != named.rule.initial_state() {
            let _ = write!(text, " {}={}", named.field, value(rules, named, state));
        }
    }
}

/// The value of a rule's field.
pub(crate) fn value(rules: &CompiledRules, named: &NamedRule, state: &RuleState) -> String {
    let text = named.rule.write_state(state, &rules.shape);
    let is_sound = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, ',' | ';');
    let is_read = || read(rules, named, &text).as_ref() == Some(state);
    if !text.is_empty() && text.chars().all(is_sound) && is_read() {
        text
    } else {
        format!("={}", numbers(state))
    }
}

/// Reads the value of a rule's field. After a second `=` the value is the numbers of the state.
fn read(rules: &CompiledRules, named: &NamedRule, text: &str) -> Option<RuleState> {
    match text.strip_prefix('=') {
        Some(numbers) => read_numbers(numbers),
        None => named.rule.read_state(text, &rules.shape),
    }
}
