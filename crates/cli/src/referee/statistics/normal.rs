//! The normal distribution.

/// The cumulative distribution function of the standard normal distribution, to about twelve digits.
pub(super) fn cumulative(point: f64) -> f64 {
    let x = -point / std::f64::consts::SQRT_2;
    if x < 0.0 {
        1.0 - upper(-x) / 2.0
    } else {
        upper(x) / 2.0
    }
}

/// The complementary error function of a nonnegative number.
fn upper(x: f64) -> f64 {
    if x < 2.0 {
        return 1.0 - series(x);
    }
    // Lentz's continued fraction, evaluated backward.
    let mut rest = x;
    for step in (1..=60).rev() {
        rest = x + f64::from(step) / 2.0 / rest;
    }
    (-x * x).exp() / (rest * std::f64::consts::PI.sqrt())
}

/// The error function by its power series.
fn series(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    for step in 1..100 {
        let step = f64::from(step);
        term *= -x * x / step;
        let next = term / (2.0 * step + 1.0);
        sum += next;
        if next.abs() < 1e-17 {
            break;
        }
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values are taken from tables of the normal distribution.
    #[test]
    fn shares_are_those_of_tables() {
        for (point, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_069),
            (-1.0, 0.158_655_253_931),
            (1.959_963_984_540, 0.975),
            (-3.0, 0.001_349_898_032),
            (4.0, 0.999_968_328_758),
        ] {
            assert!((cumulative(point) - share).abs() < 1e-11, "{point}");
        }
    }
}
