//! Chess clocks.

use std::time::{Duration, Instant};

use ferz::state::Color;

/// The time control of both players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cli) struct ClockSetting {
    pub(super) base: Duration,
    /// The increment after each move.
    pub(super) increment: Duration,
}

/// Parses minutes, and seconds after a `+`: `5+3`, `0.5+1`, `10`.
pub(in crate::cli) fn clock_setting(text: &str) -> Result<ClockSetting, String> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str, most: f64| {
        let number = text.parse::<f64>().ok();
        number.filter(|number| (0.0..=most).contains(number))
    };
    match (number(minutes, 1440.0), number(seconds, 3600.0)) {
        (Some(minutes), Some(seconds)) if minutes + seconds > 0.0 => Ok(ClockSetting {
            base: Duration::from_secs_f64(
                minutes * 60.0 + if minutes > 0.0 { 0.0 } else { seconds },
            ),
            increment: Duration::from_secs_f64(seconds),
        }),
        _ => Err("write minutes and seconds for each move, such as `5+3`".to_owned()),
    }
}

/// Two clocks, of which at most one runs.
#[derive(Debug)]
pub(super) struct Clocks {
    setting: ClockSetting,
    left: [Duration; 2],
    running: Option<(Color, Instant)>,
}

impl Clocks {
    pub(super) fn new(setting: ClockSetting) -> Clocks {
        Clocks {
            setting,
            left: [setting.base; 2],
            running: None,
        }
    }

    pub(super) const fn increment(&self) -> Duration {
        self.setting.increment
    }

    /// Starts the clock of a side, unless it is running.
    pub(super) fn start(&mut self, side: Color) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.pause();
            self.running = Some((side, Instant::now()));
        }
    }

    /// Stops the running clock.
    pub(super) fn pause(&mut self) {
        if let Some((side, since)) = self.running.take() {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(since.elapsed());
        }
    }

    /// Adds the increment after a move, unless the time was up.
    pub(super) fn moved(&mut self, side: Color) {
        self.pause();
        let left = &mut self.left[side.index()];
        if !left.is_zero() {
            *left += self.setting.increment;
        }
    }

    /// The remaining time of a side.
    pub(super) fn left(&self, side: Color) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((running, since)) if running == side => left.saturating_sub(since.elapsed()),
            _ => left,
        }
    }

    /// Both clocks in words.
    pub(super) fn words(&self) -> String {
        let [white, black] = Color::ALL.map(|side| time_words(self.left(side)));
        format!("Clocks: White {white}, Black {black}")
    }
}

/// Minutes and seconds; also tenths of seconds if little time remains.
fn time_words(left: Duration) -> String {
    if left < Duration::from_secs(10) {
        return format!("0:{:04.1}", left.as_secs_f64());
    }
    // A started second counts until it is over.
    let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
