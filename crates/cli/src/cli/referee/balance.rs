//! The output of `ferz balance` as text and JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{in_elo, in_json};
use crate::referee::balance::BalanceReport;
use ferz::game::Variant;
use ferz::state::Role;

/// The report as text.
pub(in crate::cli) fn balanced(variant: &Variant, report: &BalanceReport) -> String {
    let [won, drawn, lost] = report.games;
    let total = report.n_games().max(1) as f64;
    let share = |count: u64| 100.0 * count as f64 / total;
    let mut text = String::new();
    let mut line = |name: &str, words: String| {
        let _ = writeln!(text, "{name:<18}{words}");
    };
    line(
        "games",
        format!("{} (White +{won} ={drawn} -{lost})", report.n_games()),
    );
    if let Some(white) = &report.white {
        let [low, value, high] =
            [white.score.low, white.score.value, white.score.high].map(|share| 100.0 * share);
        let interval = in_elo(white).map_or(String::new(), |elo| {
            format!(" [{low:.1}, {high:.1}], {elo}")
        });
        line("White", format!("{value:.1} %{interval}"));
    }
    line("draws", format!("{:.1} %", share(drawn)));
    let at = |share: f64| report.length_at(share).unwrap_or(0);
    line(
        "half-moves",
        format!(
            "{} in the middle, {} to {} in nine of ten games",
            at(0.5),
            at(0.05),
            at(0.95)
        ),
    );
    line("legal moves", format!("{:.1} on average", report.branching));
    let reasons = report.reasons.iter();
    let reasons = reasons.map(|(reason, count)| format!("{reason} {:.1} %", share(*count)));
    line("ends", listed(reasons.collect()));
    line("never moved", listed(names(variant, &report.never_moved)));
    line(
        "never promoted to",
        listed(names(variant, &report.never_promoted_to)),
    );
    line("dead first moves", listed(report.dead.clone()));
    if report.reasons.contains_key("max-plies") {
        line(
            "note",
            "games reached `--max-plies`: perhaps no rule ends them".to_owned(),
        );
    }
    text
}

/// The report as JSON.
pub(in crate::cli) fn json_balance(variant: &Variant, report: &BalanceReport) -> Value {
    let white = report.white.as_ref().map(|white| {
        json!({
            "score": in_json(white.score, white.is_enough()),
            "elo": in_json(white.elo, white.is_enough()),
        })
    });
    let first_moves = report
        .first_moves
        .iter()
        .map(|first| json!({ "move": first.text, "games": first.games, "white": first.white }));
    json!({
        "variant": variant.def().name,
        "games": report.games,
        "white": white,
        "lengths": report.lengths,
        "branching": report.branching,
        "reasons": report.reasons,
        "never_moved": names(variant, &report.never_moved),
        "never_promoted_to": names(variant, &report.never_promoted_to),
        "first_moves": first_moves.collect::<Vec<_>>(),
        "dead_first_moves": report.dead,
    })
}

fn names(variant: &Variant, roles: &[Role]) -> Vec<String> {
    let roles = roles.iter();
    roles
        .map(|role| variant.role_name(*role).to_owned())
        .collect()
}

fn listed(words: Vec<String>) -> String {
    if words.is_empty() {
        "none".to_owned()
    } else {
        words.join(", ")
    }
}
