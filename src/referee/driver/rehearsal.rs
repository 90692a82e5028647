//! The rules of an engine that speaks XBoard's protocol and lists no moves: it is shown the legal moves of a
//! position, one after the other, and says which of them it takes for illegal.

use std::collections::VecDeque;

/// So many moves of a position are shown at most.
const MOST: usize = 60;

/// Moves that are shown to an engine.
#[derive(Debug, Default)]
pub(super) struct Rehearsal {
    /// What has not been shown.
    waiting: VecDeque<String>,
    /// What was shown last; nothing while the engine is led to the position.
    shown: Option<String>,
    is_refused: bool,
    refused: Vec<String>,
}

/// What comes next.
pub(super) enum Next {
    /// Lines to send, with a ping behind them.
    Send(Vec<String>),
    /// All was shown: what the engine has refused, and a last line.
    Over(Vec<String>, Option<String>),
}

impl Rehearsal {
    /// Shows commands with moves; of very many some.
    pub(super) fn new(commands: Vec<String>) -> Rehearsal {
        let step = commands.len().div_ceil(MOST).max(1);
        Rehearsal {
            waiting: commands.into_iter().step_by(step).collect(),
            ..Rehearsal::default()
        }
    }

    /// The engine has refused what it was told last.
    pub(super) fn refuse(&mut self) {
        self.is_refused = true;
    }

    /// The engine has done what it was told.
    pub(super) fn go_on(&mut self) -> Next {
        let is_refused = std::mem::take(&mut self.is_refused);
        let back = match self.shown.take() {
            // It does not even come to the position.
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
