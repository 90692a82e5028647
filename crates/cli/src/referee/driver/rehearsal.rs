//! Rules check of an XBoard engine, which cannot list its moves.
//!
//! The engine is shown the legal moves of a position one by one, and reports those that it considers illegal.

use std::collections::VecDeque;

/// The maximum number of moves that are shown in a position.
const MOST: usize = 60;

/// Moves that are shown to an engine.
#[derive(Debug, Default)]
pub(super) struct Rehearsal {
    /// The moves that have not been shown yet.
    waiting: VecDeque<String>,
    /// The move that was shown last; `None` while the position is being set up.
    shown: Option<String>,
    is_refused: bool,
    refused: Vec<String>,
}

/// The next step.
pub(super) enum Next {
    /// Lines to send before a ping.
    Send(Vec<String>),
    /// All moves have been shown: the refused ones, and a final line.
    Over(Vec<String>, Option<String>),
}

impl Rehearsal {
    /// Shows the moves of these commands; a sample if there are many.
    pub(super) fn new(commands: Vec<String>) -> Rehearsal {
        let step = commands.len().div_ceil(MOST).max(1);
        Rehearsal {
            waiting: commands.into_iter().step_by(step).collect(),
            ..Rehearsal::default()
        }
    }

    /// The engine has refused the last command.
    pub(super) fn refuse(&mut self) {
        self.is_refused = true;
    }

    /// The engine has executed the last command.
    pub(super) fn go_on(&mut self) -> Next {
        let is_refused = std::mem::take(&mut self.is_refused);
        let back = match self.shown.take() {
            // The engine refuses a move that leads to the position.
            None if is_refused => {
                return Next::Over(vec!["the moves that lead there".to_owned()], None);
            }
            None => None,
            Some(command) if is_refused => {
                let text = command.rsplit(' ').next().unwrap_or_default();
                self.refused.push(text.to_owned());
                None
            }
            Some(_) => Some("undo".to_owned()),
        };
        let Some(command) = self.waiting.pop_front() else {
            return Next::Over(std::mem::take(&mut self.refused), back);
        };
        self.shown = Some(command.clone());
        Next::Send(back.into_iter().chain([command]).collect())
    }
}
