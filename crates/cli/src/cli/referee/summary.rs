//! Summaries of a run as text and JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::in_json;
use crate::cli::report;
use crate::referee::statistics::{Estimate, Interval, Rating, Sprt, Verdict};
use crate::referee::{Meeting, Standings, Tally};

/// Warns of repeated openings.
pub(in crate::cli) fn warn_of_repeats(standings: &Standings) {
    let n_repeated = standings.n_repeated();
    if n_repeated > 0 {
        let pairs = report::number(n_repeated as usize, "pair");
        report::plain_warning(&format!(
            "{pairs} with a repeated opening: the interval assumes independent pairs"
        ));
    }
}

/// The progress of a run on one line.
pub(in crate::cli) fn progress(standings: &Standings, sprt: Option<Sprt>, total: u64) -> String {
    let sums = standings.over_variants();
    let n_games: u64 = sums.values().map(Tally::n_games).sum();
    let mut text = format!("{n_games}/{total} games");
    if let [((first, second), tally)] = &sums.iter().collect::<Vec<_>>()[..] {
        let _ = write!(text, ", {first} - {second}: {}", in_short(tally));
        if let Some(sprt) = sprt {
            let ratio = sprt.log_likelihood_ratio(&tally.pairs);
            let (low, high) = sprt.bounds();
            let _ = write!(text, ", LLR {ratio:.2} ({low:.2}, {high:.2})");
        }
    }
    text
}

/// The score with its interval.
fn in_short(tally: &Tally) -> String {
    let [won, drawn, lost] = tally.games;
    let mut text = format!("+{won} ={drawn} -{lost}");
    if let Some(estimate) = tally.pairs.estimate() {
        let percent = tally.score * 100.0 / tally.n_games().max(1) as f64;
        let _ = write!(text, " ({percent:.1} %)");
        if estimate.is_enough() {
            let Interval { low, value, high } = estimate.elo;
            let _ = write!(
                text,
                ", Elo {value:+.1} [{low:+.1}, {high:+.1}], LOS {:.1} %",
                estimate.superiority * 100.0
            );
        }
    }
    text
}

/// The complete result as text.
pub(in crate::cli) fn write_summary(
    standings: &Standings,
    sprt: Option<Sprt>,
    verdict: Option<(Verdict, u64)>,
) -> String {
    let mut text = String::new();
    let sums = standings.over_variants();
    for ((first, second), sum) in &sums {
        let _ = writeln!(text, "{first} - {second}");
        let own = |meeting: &Meeting| (&meeting.first, &meeting.second) == (first, second);
        let meetings: Vec<_> = standings.meetings().filter(|(one, _)| own(one)).collect();
        let widest = meetings.iter().map(|(one, _)| one.variant.chars().count());
        let width = widest.max().unwrap_or(0).max(4);
        for (meeting, tally) in &meetings {
            let _ = writeln!(text, "  {:width$}  {}", meeting.variant, in_short(tally));
        }
        if meetings.len() > 1 {
            let _ = writeln!(text, "  {:width$}  {}", "all", in_short(sum));
        }
        let _ = write!(text, "{}", details(sum));
        if let Some(sprt) = sprt {
            let ratio = sprt.log_likelihood_ratio(&sum.pairs);
            let (low, high) = sprt.bounds();
            let _ = writeln!(
                text,
                "  LLR {ratio:.3} ({low:.3}, {high:.3}) for Elo {} and {}",
                sprt.elo0, sprt.elo1
            );
        }
    }
    if let Some((verdict, pairs)) = verdict {
        let which = match verdict {
            Verdict::Accepted => "the upper",
            Verdict::Rejected => "the lower",
            Verdict::Open => "no",
        };
        let _ = writeln!(
            text,
            "SPRT: {which} bound was reached after {pairs} pairs; \
             the intervals are not corrected for stopping"
        );
    }
    text.push_str(&table(&standings.ratings()));
    if sums.is_empty() {
        text.push_str("no games\n");
    }
    for ((first, second), tally) in &sums {
        let against = if sums.len() > 1 {
            format!(" against {second}")
        } else {
            String::new()
        };
        let _ = writeln!(text, "{first}{against}: {}", in_full(tally));
    }
    text
}

/// The result in a stable form for scripts: the score is a fraction, with the half of its 95 % interval.
fn in_full(tally: &Tally) -> String {
    let [won, drawn, lost] = tally.games;
    let score = tally.score / tally.n_games().max(1) as f64;
    let estimate = tally.pairs.estimate().filter(Estimate::is_enough);
    // Too few results exclude no score.
    let error = estimate.map_or(score.max(1.0 - score), |estimate| {
        estimate.score.high - estimate.score.value
    });
    format!("{won} won, {drawn} drawn, {lost} lost, score {score:.4} ± {error:.4}")
}

/// The table of ratings.
fn table(ratings: &[Rating]) -> String {
    let Some(first) = ratings.first() else {
        return String::new();
    };
    let mut text = "ratings in Elo, with the mean 0\n".to_owned();
    let names = ratings.iter().map(|one| one.player.chars().count());
    let width = names.max().unwrap_or(0);
    let mut group = first.group;
    for one in ratings {
        if one.group != group {
            group = one.group;
            text.push_str("  the players above and below have not met\n");
        }
        let Interval { low, value, high } = one.elo;
        let interval = if one.is_enough() {
            format!(" [{low:+.1}, {high:+.1}]")
        } else {
            String::new()
        };
        let _ = writeln!(
            text,
            "  {:width$}  {value:+7.1}{interval}  {} games, {:.1} %",
            one.player,
            one.games,
            one.score * 100.0
        );
    }
    text
}

/// Pairs, reasons and times.
fn details(tally: &Tally) -> String {
    let mut text = String::new();
    let cells = tally.pairs.cells().iter();
    let cells: Vec<String> = cells
        .map(|(score, count)| format!("{}: {count}", score * 2.0))
        .collect();
    let _ = writeln!(text, "  pairs by points: {}", cells.join(", "));
    if let Some(estimate) = tally.pairs.estimate().filter(Estimate::is_enough) {
        let _ = writeln!(text, "  normalized Elo {:+.1}", estimate.normalized_elo);
    }
    let reasons = tally.reasons.iter();
    let reasons: Vec<String> = reasons
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    let _ = writeln!(text, "  ends: {}", reasons.join(", "));
    let side = |player: usize| {
        let moves = tally.moves[player].max(1) as f64;
        let seconds = tally.seconds[player];
        let nodes = tally.nodes[player] as f64;
        let speed = if seconds > 0.0 { nodes / seconds } else { 0.0 };
        format!(
            "{seconds:.1} s ({:.3} s and {:.0} nodes a move, {:.0} nodes/s)",
            seconds / moves,
            nodes / moves,
            speed
        )
    };
    let _ = writeln!(text, "  time: {} and {}", side(0), side(1));
    text
}

/// The complete result as JSON.
pub(in crate::cli) fn json_summary(
    standings: &Standings,
    sprt: Option<Sprt>,
    verdict: Option<(Verdict, u64)>,
) -> Value {
    let meetings = standings.meetings().map(|(meeting, tally)| {
        let mut value = json_tally(tally, sprt);
        value["variant"] = json!(meeting.variant);
        value["first"] = json!(meeting.first);
        value["second"] = json!(meeting.second);
        value
    });
    let sums = standings.over_variants();
    let sums = sums.iter().map(|((first, second), tally)| {
        let mut value = json_tally(tally, sprt);
        value["first"] = json!(first);
        value["second"] = json!(second);
        value
    });
    let verdict = verdict.map(|(verdict, pairs)| {
        let word = match verdict {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        };
        json!({ "verdict": word, "pairs": pairs })
    });
    json!({
        "meetings": meetings.collect::<Vec<_>>(),
        "all": sums.collect::<Vec<_>>(),
        "ratings": standings.ratings().iter().map(json_rating).collect::<Vec<_>>(),
        "faults": standings.n_faults(),
        "sprt": verdict,
    })
}

fn json_rating(rating: &Rating) -> Value {
    json!({
        "player": rating.player,
        "elo": in_json(rating.elo, rating.is_enough()),
        "games": rating.games,
        "score": rating.score,
        "group": rating.group,
    })
}

fn json_tally(tally: &Tally, sprt: Option<Sprt>) -> Value {
    let [won, drawn, lost] = tally.games;
    let cells: Vec<Value> = tally
        .pairs
        .cells()
        .iter()
        .map(|(score, count)| json!([score * 2.0, count]))
        .collect();
    let estimate = tally.pairs.estimate().map(|estimate| {
        let is_enough = estimate.is_enough();
        json!({
            "score": in_json(estimate.score, is_enough),
            "elo": in_json(estimate.elo, is_enough),
            "normalized_elo": is_enough.then_some(estimate.normalized_elo),
            "superiority": is_enough.then_some(estimate.superiority),
        })
    });
    json!({
        "games": tally.n_games(),
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "points": tally.score,
        "pairs": cells,
        "estimate": estimate,
        "llr": sprt.map(|sprt| sprt.log_likelihood_ratio(&tally.pairs)),
        "reasons": tally.reasons,
        "seconds": tally.seconds,
        "nodes": tally.nodes,
        "moves": tally.moves,
    })
}
