//! The option for a sequential test.

use crate::cli::stop::Stop;
use crate::referee::statistics::{Model, Sprt};

/// The option.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct SprtArgs {
    /// Stop when a sequential probability ratio test decides between two differences: `elo0=0,elo1=10`, optionally
    /// `alpha=0.05`, `beta=0.05`, `model=logistic|normalized`
    #[arg(long, value_name = "BOUNDS")]
    sprt: Option<String>,
}

impl SprtArgs {
    /// Whether a test may stop the run.
    pub(in crate::cli) const fn is_given(&self) -> bool {
        self.sprt.is_some()
    }

    pub(in crate::cli) fn sprt(&self) -> Result<Option<Sprt>, Stop> {
        let Some(text) = &self.sprt else {
            return Ok(None);
        };
        read(text)
            .map(Some)
            .map_err(|reason| Stop::Usage(format!("`--sprt {text}`: {reason}")))
    }
}

fn read(text: &str) -> Result<Sprt, String> {
    let mut sprt = Sprt::new(f64::NAN, f64::NAN, Model::Logistic);
    for part in text.split(',') {
        let (name, value) = part.trim().split_once('=').unwrap_or((part, ""));
        let number = || {
            let number = value.parse::<f64>().ok();
            let number = number.filter(|number| number.is_finite());
            number.ok_or_else(|| format!("`{part}` is not a number"))
        };
        match name {
            "elo0" => sprt.elo0 = number()?,
            "elo1" => sprt.elo1 = number()?,
            "alpha" => sprt.alpha = number()?,
            "beta" => sprt.beta = number()?,
            "model" => {
                sprt.model = match value {
                    "logistic" => Model::Logistic,
                    "normalized" => Model::Normalized,
                    _ => return Err("the models are `logistic` and `normalized`".to_owned()),
                }
            }
            _ => {
                return Err(format!(
                    "`{part}`: write elo0=, elo1=, alpha=, beta= or model="
                ));
            }
        }
    }
    if sprt.elo0.is_nan() || sprt.elo1.is_nan() {
        return Err("write both `elo0=` and `elo1=`".to_owned());
    }
    if sprt.elo0 >= sprt.elo1 || sprt.elo0.abs().max(sprt.elo1.abs()) > 500.0 {
        return Err(
            "`elo0` must be less than `elo1`, and both must be from -500 to 500".to_owned(),
        );
    }
    let is_error = |error: f64| (1e-6..=0.49).contains(&error);
    if !is_error(sprt.alpha) || !is_error(sprt.beta) {
        return Err("`alpha` and `beta` must be between 0 and 0.5".to_owned());
    }
    Ok(sprt)
}
