//! Statistics compared with published results, and with a program in another language.

use ferz_cli::referee::statistics::{
    Estimate, Histogram, Model, Results, Sprt, Verdict, elo_of_score, ratings, score_of_elo,
};

/// Compares two numbers as far as the figures are given.
#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found}, and not {expected}"
    );
}

fn estimate(results: &Histogram) -> Estimate {
    results.estimate().expect("there are results")
}

fn ratio(results: &Histogram, elo0: f64, elo1: f64, model: Model) -> f64 {
    Sprt::new(elo0, elo1, model).log_likelihood_ratio(results)
}

/// source: the page of raw statistics of a test on montytest.muzhen.org, 69d3c8dc7c5b3724e29d2712.
#[test]
fn a_published_test_of_pairs() {
    let results = Histogram::of_pairs([13, 37, 50, 25, 3]);
    let found = estimate(&results);
    near(found.score.value, 0.43750, 1e-5);
    near(found.variance, 0.05762, 1e-5);
    near((2.0 * found.variance).sqrt(), 0.33946, 1e-5);
    near(found.elo.value, -43.6578, 1e-3);
    near(found.normalized_elo, -63.97, 1e-2);
    // The page has an estimate that knows when the test stopped; these are for a fixed number.
    near(found.elo.low, -73.3972, 1e-3);
    near(found.elo.high, -14.5429, 1e-3);
    near(found.superiority, 0.00161, 1e-5);
    near(ratio(&results, 0.0, 4.0, Model::Normalized), -0.54912, 1e-4);
    let deviation = (2.0 * found.variance).sqrt();
    let elo1 = elo_of_score(0.5 + 4.0 / 347.435_585_52 * deviation);
    near(elo1, 2.7158, 1e-3);
    near(ratio(&results, 0.0, elo1, Model::Logistic), -0.53772, 1e-4);
}

/// source: a summary of cutechess on ijccrl.com, p=5831: 3225 won, 3068 lost, 3707 drawn.
#[test]
fn a_published_test_of_single_games() {
    let results = Histogram::of_games([3068, 3707, 3225]);
    let found = estimate(&results);
    near(found.score.value, 0.50785, 1e-5);
    near(found.elo.value, 5.4552, 1e-3);
    near(found.elo.low, 0.0538, 1e-3);
    near(found.elo.high, 10.8592, 1e-3);
    near(found.superiority, 0.97612, 1e-5);
    let sprt = Sprt::new(0.0, 5.0, Model::Logistic);
    near(sprt.log_likelihood_ratio(&results), 1.94501, 1e-4);
    assert_eq!(sprt.verdict(&results), Verdict::Open);
    near(sprt.bounds().0, -2.944_439, 1e-6);
    near(sprt.bounds().1, 2.944_439, 1e-6);
}

/// source: computed by a program in Python without libraries.
#[test]
fn a_score_that_never_occurred() {
    let results = Histogram::of_pairs([0, 3, 30, 9, 2]);
    let found = estimate(&results);
    near(found.score.value, 0.55681, 1e-5);
    near(found.variance, 0.02519, 1e-5);
    near(found.elo.value, 39.6437, 1e-3);
    near(found.elo.low, 6.8889, 1e-3);
    near(found.elo.high, 73.1177, 1e-3);
    near(found.superiority, 0.99121, 1e-5);
    near(ratio(&results, 0.0, 20.0, Model::Logistic), 2.20819, 1e-4);
}

/// source: computed by a program in Python without libraries.
#[test]
fn a_test_of_usual_size() {
    let results = Histogram::of_pairs([21, 108, 244, 131, 24]);
    let found = estimate(&results);
    near(found.score.value, 0.51373, 1e-5);
    near(found.standard_error, 0.00967, 1e-5);
    near(found.elo.value, 9.5437, 1e-3);
    near(found.elo.low, -3.6334, 1e-3);
    near(found.elo.high, 22.7484, 1e-3);
    near(found.superiority, 0.92212, 1e-5);
    near(ratio(&results, 0.0, 10.0, Model::Logistic), 1.00096, 1e-4);
    near(ratio(&results, 0.0, 5.0, Model::Normalized), 0.55236, 1e-4);
}

#[test]
fn scores_may_be_anything() {
    let mut results = Histogram::of_pairs([2, 3, 4, 3, 2]);
    let plain = ratio(&results, 0.0, 10.0, Model::Logistic);
    // Games that share a point as 0.75 and 0.25 make pairs of other scores.
    for score in [0.375, 0.625, 0.625, 0.375] {
        results.add(score);
    }
    assert_eq!(results.units(), 18);
    assert_eq!(results.cells().len(), 7);
    let found = estimate(&results);
    near(found.score.value, 0.5, 1e-12);
    near(found.superiority, 0.5, 1e-12);
    assert!(found.elo.low < 0.0 && found.elo.high > 0.0);
    for model in [Model::Logistic, Model::Normalized] {
        assert!(ratio(&results, 0.0, 10.0, model) < 0.0);
        near(ratio(&results, -10.0, 10.0, model), 0.0, 1e-9);
    }
    assert!(plain < 0.0);

    let mut sum = Histogram::pairs();
    assert_eq!(sum.estimate(), None);
    near(ratio(&sum, 0.0, 5.0, Model::Logistic), 0.0, 0.0);
    sum.merge(&results);
    assert_eq!(sum, results);
}

#[test]
fn elo_and_scores_are_each_others_inverse() {
    for elo in [-700.0, -3.0, 0.0, 12.5, 400.0] {
        near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
    }
    assert!(elo_of_score(1.0).is_finite() && elo_of_score(-3.0).is_finite());
}

fn results(first: &str, second: &str, games: [u64; 3]) -> Results {
    Results {
        first: first.to_owned(),
        second: second.to_owned(),
        games,
        score: games[0] as f64 + games[1] as f64 / 2.0,
    }
}

/// source: a program of another language, which finds the curvature by differences of the likelihood.
#[test]
fn ratings_of_three_players_are_the_likeliest() {
    let found = ratings(&[
        results("A", "B", [5, 3, 2]),
        results("C", "A", [1, 2, 7]),
        results("B", "C", [4, 4, 2]),
    ]);
    let expected = [
        ("A", 175.838, 152.243, 0.725),
        ("B", -19.696, 132.640, 0.475),
        ("C", -156.143, 147.823, 0.3),
    ];
    assert_eq!(found.len(), 3);
    for (one, (player, elo, width, score)) in found.iter().zip(expected) {
        assert_eq!((one.player.as_str(), one.games), (player, 20));
        near(one.elo.value, elo, 1e-3);
        near(one.elo.high - one.elo.value, width, 1e-2);
        near(one.elo.value - one.elo.low, width, 1e-2);
        near(one.score, score, 1e-9);
    }
}

/// Where nobody else is met, ratings are logarithms of wins by losses, whatever the draws.
#[test]
fn ratings_of_a_chain_are_quotients() {
    let found = ratings(&[
        results("B", "A", [30, 40, 10]),
        results("C", "B", [30, 40, 10]),
        // Nobody of these has met one of those.
        results("E", "D", [4, 0, 4]),
    ]);
    let of_three = 400.0 * 3.0_f64.log10();
    let expected = [("C", of_three, 0), ("B", 0.0, 0), ("A", -of_three, 0)];
    for (one, (player, elo, group)) in found.iter().zip(expected) {
        assert_eq!((one.player.as_str(), one.group), (player, group));
        // The last two have no draws, which is why the rest has a few too many.
        near(one.elo.value, elo, 25.0);
    }
    assert_eq!(found[3].group, found[4].group);
    assert_ne!(found[3].group, 0);
    near(found[3].elo.value, 0.0, 1e-6);
    // A draw by shares of three quarters is half a win.
    let shared = Results {
        score: 3.0,
        ..results("A", "B", [0, 4, 0])
    };
    let plain = results("A", "B", [2, 2, 0]);
    assert_eq!(ratings(&[shared])[0].elo, ratings(&[plain])[0].elo);
    // Who has won everything is strong, and nobody knows how strong.
    let found = ratings(&[results("A", "B", [10, 0, 0])]);
    assert!(found[0].elo.value > 300.0 && found[0].elo.value.is_finite());
    assert!(found[0].elo.low < 0.0);
    assert!(ratings(&[]).is_empty());
}

#[test]
fn an_interval_is_told_from_thirty_units_on() {
    for (drawn, is_enough) in [(28, false), (29, true)] {
        let pairs = Histogram::of_pairs([0, 0, drawn, 0, 1]);
        assert_eq!(estimate(&pairs).is_enough(), is_enough, "{drawn}");
    }
}
