//! The picture of a balance report: game lengths, and results by first move.

use std::fmt::Write as _;

use super::report::{BalanceReport, FirstMove};

/// The maximum number of bars in the histogram of lengths.
const BINS: usize = 24;

/// The maximum number of first moves.
const SHOWN: usize = 20;

const WIDTH: usize = 640;
const MARGIN: usize = 56;
const HEIGHT: usize = 160;
const ROW: usize = 18;

/// The balance report as SVG: the histogram of game lengths above the results of the most common first moves.
pub fn picture(title: &str, report: &BalanceReport) -> String {
    let mut first: Vec<&FirstMove> = report.first_moves.iter().collect();
    first.sort_by_key(|first| std::cmp::Reverse(first.games.iter().sum::<u64>()));
    first.truncate(SHOWN);
    let top = HEIGHT + 110;
    let height = top + ROW * first.len() + 20;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\" font-size=\"16\">{}: {} games</text>\n",
        escaped(title),
        report.n_games()
    );
    lengths(&mut svg, report);
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"{}\">results by first move: White wins, draws, Black wins</text>",
        top - 10
    );
    for (number, first) in first.into_iter().enumerate() {
        results(&mut svg, first, top + ROW * number);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Draws the histogram of lengths.
fn lengths(svg: &mut String, report: &BalanceReport) {
    let most = report.lengths.last().copied().unwrap_or(0);
    let step = (most / BINS + 1).next_multiple_of(2);
    let mut bins = vec![0_usize; most / step + 1];
    for length in &report.lengths {
        bins[length / step] += 1;
    }
    let highest = bins.iter().copied().max().unwrap_or(0).max(1);
    let width = (WIDTH - 2 * MARGIN) / bins.len();
    let base = HEIGHT + 50;
    for (number, count) in bins.iter().enumerate() {
        let high = HEIGHT * count / highest;
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{high}\" fill=\"#4a6fa5\">\
             <title>{} to {} half-moves: {count}</title></rect>",
            MARGIN + number * width,
            base - high,
            width.saturating_sub(1).max(1),
            number * step,
            (number + 1) * step - 1
        );
    }
    let end = MARGIN + bins.len() * width;
    let _ = writeln!(
        svg,
        "<path d=\"M{MARGIN} {base}H{end}\" stroke=\"#000\"/>\n\
         <text x=\"{MARGIN}\" y=\"{0}\">0</text>\n\
         <text x=\"{end}\" y=\"{0}\" text-anchor=\"end\">{1} half-moves</text>\n\
         <text x=\"{2}\" y=\"60\" text-anchor=\"end\">{highest}</text>",
        base + 16,
        bins.len() * step,
        MARGIN - 6
    );
}

/// Draws a bar of results.
fn results(svg: &mut String, first: &FirstMove, y: usize) {
    let total: u64 = first.games.iter().sum();
    let full = (WIDTH - 2 * MARGIN - 40) as u64;
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
        MARGIN - 6,
        y + 12,
        escaped(&first.text)
    );
    let mut x = MARGIN as u64;
    for (count, fill) in first.games.iter().zip(["#e8d9b5", "#9a9a9a", "#3a3a3a"]) {
        let width = full * count / total.max(1);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"{fill}\"/>",
            ROW - 4
        );
        x += width;
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\">{:.0} % of {total}</text>",
        WIDTH - MARGIN - 30,
        y + 12,
        100.0 * first.white / total.max(1) as f64
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
