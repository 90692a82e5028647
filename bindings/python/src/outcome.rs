//! Outcomes of games.

use ferz::game::Outcome as End;
use pyo3::prelude::*;

use crate::position::color_name;

/// The outcome of a game: each side's share of the point, and the reason.
#[pyclass(frozen, eq, get_all, module = "ferz")]
#[derive(Clone, PartialEq)]
pub(crate) struct Outcome {
    white: f64,
    black: f64,
    reason: String,
    winner: Option<&'static str>,
}

impl Outcome {
    /// `None` while the game goes on.
    pub(crate) fn of(end: End) -> Option<Outcome> {
        match end {
            End::Ongoing => None,
            End::Ended {
                white,
                black,
                reason,
            } => Some(Outcome {
                white,
                black,
                reason: reason.to_string(),
                winner: end.winner().map(color_name),
            }),
        }
    }
}

#[pymethods]
impl Outcome {
    #[new]
    fn new(white: f64, black: f64, reason: String) -> Outcome {
        let winner = match white.total_cmp(&black) {
            std::cmp::Ordering::Greater => Some("white"),
            std::cmp::Ordering::Less => Some("black"),
            std::cmp::Ordering::Equal => None,
        };
        Outcome {
            white,
            black,
            reason,
            winner,
        }
    }

    fn __getnewargs__(&self) -> (f64, f64, String) {
        (self.white, self.black, self.reason.clone())
    }

    /// The result as in PGN: `1-0`, `0-1`, `1/2-1/2`, or shares as decimals.
    fn result(&self) -> String {
        if (self.white, self.black) == (0.5, 0.5) {
            "1/2-1/2".to_owned()
        } else {
            format!("{}-{}", self.white, self.black)
        }
    }

    fn __hash__(&self) -> u64 {
        self.white.to_bits() ^ self.black.to_bits().rotate_left(1) ^ self.reason.len() as u64
    }

    fn __repr__(&self) -> String {
        format!(
            "Outcome(white={}, black={}, reason='{}')",
            self.white, self.black, self.reason
        )
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Outcome>()
}
