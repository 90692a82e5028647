//! The output of `ferz value` as text, as JSON and in definition files.

use std::fmt::Write as _;

use serde_json::{Value, json};
use toml_edit::{DocumentMut, Item, Table, value};

use super::{in_json, in_percent};
use crate::referee::statistics::Interval;
use crate::referee::value::{Answer, Findings, Regression, ValuePlan};
use ferz::eval::Estimate;
use ferz::game::Variant;
use ferz_designer::snapshot::definition_hash;

/// Estimates as a table.
pub(in crate::cli) fn estimated(variant: &Variant, list: &[Estimate]) -> String {
    let width = width(list.iter().map(|one| variant.role_name(one.role)));
    let mut text = format!(
        "{:width$}  {:>6}  {:>8}  {:>8}  {:>8}  {:>6}  estimates, in hundredths of a pawn; no game was played\n",
        "piece", "worth", "mobility", "attacks", "quiet", "leaper"
    );
    for one in list {
        let leaper = one
            .leaper
            .map_or("-".to_owned(), |leaper| format!("{leaper:.0}"));
        let bound = if one.half.is_some() {
            "  stays on half of the squares"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "{:width$}  {:>6}  {:>8.2}  {:>8.2}  {:>8.2}  {leaper:>6}{bound}",
            variant.role_name(one.role),
            one.worth,
            one.mobility(),
            one.attacks,
            one.quiet
        );
    }
    let _ = writeln!(text, "definition {}", definition_hash(variant.def()));
    text
}

/// Estimates as JSON.
pub(in crate::cli) fn json_estimates(variant: &Variant, list: &[Estimate]) -> Value {
    let pieces = list.iter().map(|one| {
        json!({
            "piece": variant.role_name(one.role),
            "worth": one.worth,
            "mobility": round(one.mobility()),
            "attacks": round(one.attacks),
            "quiet": round(one.quiet),
            "leaper": one.leaper.map(round),
            "bound": one.half.is_some(),
        })
    });
    json!({ "definition": definition_hash(variant.def()), "estimates": pieces.collect::<Vec<_>>() })
}

/// The results of matches between armies.
pub(in crate::cli) fn measured(plan: &ValuePlan, findings: &Findings) -> String {
    let variant = plan.variant();
    let [piece, against] = [plan.piece, plan.against].map(|role| variant.role_name(role));
    let names = plan.questions.iter().map(|asked| {
        let armies = [asked.first, asked.second].map(|army| army.name(variant));
        armies.join(" - ")
    });
    let names: Vec<String> = names.collect();
    let width = width(names.iter().map(String::as_str));
    let mut text = String::new();
    for limit in &findings.limits {
        let _ = writeln!(text, "{} positions a move", limit.nodes);
        for answer in &limit.answers {
            let _ = writeln!(
                text,
                "  {:width$}  {}",
                names[answer.question],
                scored(answer)
            );
            let is_odds = answer.question == 0;
            let says = match answer.difference {
                Some(difference) => {
                    let difference = in_pawns(difference, limit.is_enough());
                    format!("{piece} = {against} {difference}")
                }
                None if is_odds => "the unit: a pawn".to_owned(),
                None => "no value in pawns: the odds of a pawn are not yet significant".to_owned(),
            };
            let traded = answer.traded * 100.0;
            let traded = if is_odds {
                String::new()
            } else {
                format!("; traded within 10 half-moves in {traded:.0} %")
            };
            let _ = writeln!(
                text,
                "  {:width$}  {says}; {} openings{traded}",
                "", answer.openings
            );
        }
        if let Some(difference) = limit.difference {
            let _ = writeln!(
                text,
                "  together: {piece} = {against} {}",
                in_pawns(difference, limit.is_enough())
            );
        }
    }
    if let Some(drift) = findings.drift() {
        let _ = writeln!(
            text,
            "drift from the least to the most positions: {drift:+.2} pawns"
        );
    }
    let [own, other, pawn] = [plan.piece, plan.against, plan.pawn].map(|role| plan.assumed(role));
    let _ = writeln!(
        text,
        "the search assumes {piece} {own}, {against} {other}, {} {pawn}",
        variant.role_name(plan.pawn)
    );
    if let Some(value) = plan.value(findings) {
        let _ = writeln!(
            text,
            "value = {value:.2} if the value of {against} is right"
        );
    }
    let _ = writeln!(text, "definition {}", definition_hash(variant.def()));
    text
}

/// `+93 =11 -96  49.2 ± 3.1 %`.
fn scored(answer: &Answer) -> String {
    let [won, drawn, lost] = answer.games;
    let score = in_percent(&answer.score);
    format!("+{won} ={drawn} -{lost}  {score}")
}

/// `+ 0.41 pawns [0.12, 0.70]`, or without the interval if the pairs are too few.
fn in_pawns(difference: Interval, is_enough: bool) -> String {
    let Interval { low, value, high } = difference;
    let sign = if value < 0.0 { '-' } else { '+' };
    let interval = if is_enough {
        format!(" [{low:+.2}, {high:+.2}]")
    } else {
        String::new()
    };
    format!("{sign} {:.2} pawns{interval}", value.abs())
}

/// The results of matches between armies as JSON.
pub(in crate::cli) fn json_findings(plan: &ValuePlan, findings: &Findings) -> Value {
    let variant = plan.variant();
    let limits = findings.limits.iter().map(|limit| {
        let answers = limit.answers.iter().map(|answer| {
            let asked = plan.questions[answer.question];
            json!({
                "first": asked.first.name(variant),
                "second": asked.second.name(variant),
                "games": answer.games,
                "score": interval(answer.score.score, answer.score.is_enough()),
                "expected": round(plan.expected(&asked)),
                "openings": answer.openings,
                "traded": round(answer.traded),
                "difference": answer.difference.map(|one| interval(one, limit.is_enough())),
            })
        });
        json!({
            "nodes": limit.nodes,
            "questions": answers.collect::<Vec<_>>(),
            "difference": limit.difference.map(|one| interval(one, limit.is_enough())),
            "disagreement": round(limit.disagreement),
        })
    });
    let assumed = [plan.piece, plan.against, plan.pawn].map(|role| plan.assumed(role));
    json!({
        "definition": definition_hash(variant.def()),
        "piece": variant.role_name(plan.piece),
        "against": variant.role_name(plan.against),
        "pawn": variant.role_name(plan.pawn),
        "assumed": assumed,
        "limits": limits.collect::<Vec<_>>(),
        "value": plan.value(findings).map(round),
        "warnings": findings.warnings(plan),
    })
}

/// The results of a regression.
pub(in crate::cli) fn compared(variant: &Variant, regression: &Regression) -> String {
    let names = regression
        .pieces
        .iter()
        .map(|one| variant.role_name(one.role));
    let width = width(names);
    let mut text = format!(
        "{} games, {} quiet positions; in pieces of the kind `{}`\n",
        regression.games,
        regression.positions,
        variant.role_name(regression.pawn)
    );
    let is_enough = regression.is_enough();
    for one in &regression.pieces {
        let pawns = one
            .pawns
            .map_or("?".to_owned(), |Interval { low, value, high }| {
                let interval = is_enough.then(|| format!(" [{low:.2}, {high:.2}]"));
                format!("{value:.2}{}", interval.unwrap_or_default())
            });
        let _ = writeln!(
            text,
            "{:width$}  {pawns}  in {} positions",
            variant.role_name(one.role),
            one.positions
        );
    }
    let share = |logit: f64| 100.0 / (1.0 + (-logit).exp());
    let Interval { low, value, high } = regression.white;
    let interval = is_enough.then(|| format!(" [{:.1}, {:.1}]", share(low), share(high)));
    let _ = writeln!(
        text,
        "White with equal pieces: {:.1} %{}",
        share(value),
        interval.unwrap_or_default()
    );
    let _ = writeln!(text, "definition {}", definition_hash(variant.def()));
    text
}

/// The results of a regression as JSON.
pub(in crate::cli) fn json_regression(variant: &Variant, regression: &Regression) -> Value {
    let is_enough = regression.is_enough();
    let pieces = regression.pieces.iter().map(|one| {
        json!({
            "piece": variant.role_name(one.role),
            "logit": interval(one.logit, is_enough),
            "pawns": one.pawns.map(|pawns| interval(pawns, is_enough)),
            "positions": one.positions,
        })
    });
    json!({
        "definition": definition_hash(variant.def()),
        "games": regression.games,
        "positions": regression.positions,
        "pawn": variant.role_name(regression.pawn),
        "pieces": pieces.collect::<Vec<_>>(),
        "white": interval(regression.white, is_enough),
    })
}

/// A definition file with the value of a piece, and a comment after it.
///
/// # Errors
/// A message, if the text is not such a definition.
pub(in crate::cli) fn with_value(
    text: &str,
    variant: &str,
    piece: &str,
    worth: f64,
    comment: &str,
) -> Result<String, String> {
    let mut document: DocumentMut = text
        .parse()
        .map_err(|_| "this is not a definition in TOML".to_owned())?;
    let is_one = document.contains_key("pieces") || document.contains_key("inherits");
    let own: &mut dyn toml_edit::TableLike = if is_one {
        document.as_table_mut()
    } else {
        let table = document.get_mut(variant).and_then(Item::as_table_like_mut);
        table.ok_or_else(|| format!("it has no variant `{variant}`"))?
    };
    let implicit = || {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    };
    let wrong = || "`pieces` is not a table".to_owned();
    let pieces = own.entry("pieces").or_insert_with(implicit);
    let pieces = pieces.as_table_like_mut().ok_or_else(wrong)?;
    let entry = pieces
        .entry(piece)
        .or_insert_with(|| Item::Table(Table::new()));
    // An inline table cannot have comments.
    let in_line = entry.is_inline_table();
    let entry = entry.as_table_like_mut().ok_or_else(wrong)?;
    let mut number = value((worth * 100.0).round() / 100.0);
    if let (Some(number), false) = (number.as_value_mut(), in_line) {
        number.decor_mut().set_suffix(format!(" # {comment}"));
    }
    entry.insert("value", number);
    Ok(document.to_string())
}

fn interval(interval: Interval, is_enough: bool) -> Value {
    let Interval { low, value, high } = interval;
    let [low, value, high] = [low, value, high].map(round);
    in_json(Interval { low, value, high }, is_enough)
}

/// Rounds to four decimals, the accuracy of match results.
fn round(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

fn width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0)
        .max(5)
}

#[cfg(test)]
mod tests {
    use super::with_value;

    #[test]
    fn a_value_is_written_and_nothing_else_changes() {
        for (before, after) in [
            (
                "# Mine.\n[mine]\ninherits = 'chess'\n\n[mine.pieces.queen]\nmove = 'Q'\n",
                "# Mine.\n[mine]\ninherits = 'chess'\n\n[mine.pieces.queen]\nmove = 'Q'\nvalue = 9.25 # why\n",
            ),
            (
                "inherits = 'chess'\nname = 'mine'\npieces.queen.value = 3 # old\n",
                "inherits = 'chess'\nname = 'mine'\npieces.queen.value = 9.25 # why\n",
            ),
            (
                "[mine]\npieces.queen = { move = 'Q' } # inline\n",
                "[mine]\npieces.queen = { move = 'Q' , value = 9.25 } # inline\n",
            ),
        ] {
            let found = with_value(before, "mine", "queen", 9.251, "why");
            assert_eq!(found.as_deref(), Ok(after));
        }
        assert!(with_value("[other]\n", "mine", "queen", 1.0, "").is_err());
        assert!(with_value("board = [", "mine", "queen", 1.0, "").is_err());
        assert!(with_value("[mine]\npieces = 3\n", "mine", "queen", 1.0, "").is_err());
    }
}
