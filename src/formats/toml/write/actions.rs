//! Writes the actions of pieces as tables.

use super::reach::{put_reach, switch};
use super::writer::Writer;
use crate::definition::tree::{Node, Table};
use crate::definition::{Action, JumpSeries, Reach, Run};
use crate::geometry::{Headings, Offset, Step};
use crate::movement::{Contents, Dialect, Initial, Leg, Movement, Pattern, Turn, Walk};

impl Writer<'_> {
    pub(super) fn actions(&self, all: &[Action]) -> Table {
        let mut table = Table::default();
        for action in all {
            let (word, reach, usual) = match action {
                Action::LongLeap { single } => {
                    let mut leap = Table::default();
                    leap.put_flag("single", *single, false);
                    table.put("long-leap", leap);
                    continue;
                }
                Action::Swap { reach, with } => {
                    let mut swap = Table::default();
                    swap.put_flag("near", *reach == Reach::Around, false);
                    if *reach != Reach::Around {
                        put_reach("reach", reach, &Reach::Lines, &mut swap);
                    }
                    swap.put_some("with", with.map(|with| self.names(with)));
                    table.put("swap", swap);
                    continue;
                }
                Action::Imitate => {
                    table.put("imitate", Table::default());
                    continue;
                }
                Action::JumpSeries(series) => {
                    table.put("jump-series", self.jump_series(series));
                    continue;
                }
                Action::Run(run) => {
                    table.put("run", run_table(run));
                    continue;
                }
                Action::Boom { reach } => ("boom", reach, Reach::Around),
                Action::Explode { reach } => ("explode", reach, Reach::Around),
                Action::Push { reach } => ("push", reach, Reach::Around),
                Action::Pull { reach } => ("pull", reach, Reach::Around),
                Action::Resurrect { reach } => ("resurrect", reach, Reach::Around),
                Action::Rifle { reach } => ("rifle", reach, Reach::Lines),
                Action::Plow { reach } => ("plow", reach, Reach::Around),
            };
            let mut part = Table::default();
            put_reach("reach", reach, &usual, &mut part);
            table.put(word, switch(part));
        }
        table
    }

    fn jump_series(&self, series: &JumpSeries) -> Table {
        let mut table = Table::default();
        let over = series.over.iter();
        let over: Node = over.map(|one| Node::from(leaps(one))).collect();
        if over != Node::from("K") {
            table.put("over", over);
        }
        table.put_flag("own", series.over_own, false);
        table.put_flag("en-passant", series.en_passant, false);
        self.put_names("must-take", series.must_take, &mut table);
        table.put_flag("remove-at-end", series.remove_at_end, false);
        table
    }
}

fn run_table(run: &Run) -> Table {
    let mut table = Table::default();
    let leap = leaps(&run.leaps);
    if leap != "fW" {
        table.put("leap", leap);
    }
    table.put_number("steps", run.steps, 2);
    table
}

/// Leaps in Betza notation. An inexpressible one is found when the text is read again.
fn leaps(offsets: &[Offset]) -> String {
    let mut legs: Vec<Leg> = Vec::new();
    for offset in offsets {
        let side = |length: i16| u8::try_from(length.unsigned_abs()).unwrap_or(u8::MAX);
        let (step, owned) = Step::from_vector(side(offset.dx), side(offset.dy));
        let Some(heading) = owned.iter().find(|one| step.offset(*one) == *offset) else {
            continue;
        };
        let heading = Headings::of(&[heading.number()]);
        // Leaps of the same length share one atom.
        match legs
            .iter_mut()
            .find(|leg| leg.step == step && leg.owned == owned)
        {
            Some(Leg {
                turn: Turn::Absolute(headings),
                ..
            }) => *headings = headings.union(heading),
            _ => legs.push(Leg {
                owned,
                turn: Turn::Absolute(heading),
                pass: Contents::EMPTY,
                take: Contents::ENEMY,
                ..Leg::new(step)
            }),
        }
    }
    let movement = Movement::from_patterns(legs.into_iter().map(|leg| {
        Pattern::Walk(Walk {
            legs: vec![leg],
            initial: Initial::Any,
            repeat: None,
            revisits: true,
            rebounds: false,
            skips_walls: false,
        })
    }));
    movement
        .to_betza(Dialect::XBetza)
        .unwrap_or_else(|_| movement.to_string())
}
