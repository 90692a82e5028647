//! Writes the actions and effects of pieces as tables.

use crate::definition::tree::{Node, Table};
use crate::definition::{
    Action, Affected, AfterMove, CaptureMethod, Freeze, JumpSeries, PieceCaptures, Quiet, Reach,
    Run,
};
use crate::geometry::{Headings, Offset, Step};
use crate::movement::{Contents, Dialect, Initial, Leg, Movement, Pattern, Turn, Walk};

use super::writer::Writer;

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

// Pieces that a piece freezes, burns or protects.

impl Writer<'_> {
    pub(super) fn affected(&self, affected: &Affected) -> Table {
        let mut table = Table::default();
        put_reach("reach", &affected.reach, &Reach::Around, &mut table);
        table.put_some("only", affected.only.map(|only| self.names(only)));
        if !affected.except.is_empty() {
            table.put("except", self.names(affected.except));
        }
        table
    }

    pub(super) fn freeze(&self, freeze: &Freeze) -> Table {
        let mut table = self.affected(&freeze.whom);
        if !freeze.lifted_by.is_empty() {
            table.put("lifted-by", self.names(freeze.lifted_by));
        }
        table
    }
}

// The transformation of a piece after its own move.

impl Writer<'_> {
    pub(super) fn aftermath(&self, after: &AfterMove) -> Table {
        let mut table = Table::default();
        let mut becomes = Table::default();
        for (victim, to) in &after.becomes {
            if let Some((name, _)) = self.def.piece(*victim) {
                becomes.put(name, self.name(*to));
            }
        }
        if !becomes.0.is_empty() {
            table.put("becomes", becomes);
        }
        self.put_names("vanishes", after.vanishes, &mut table);
        self.put_names("explodes", after.explodes, &mut table);
        put_reach("reach", &after.reach, &Reach::Around, &mut table);
        match after.quiet {
            None => {}
            Some(Quiet::Becomes(number)) => table.put("quiet-becomes", self.name(number)),
            Some(Quiet::Explodes) => table.put("quiet-explodes", true),
        }
        table
    }
}

// Captures on squares other than the destination.

pub(super) fn captures(captures: &PieceCaptures) -> Table {
    let mut table = Table::default();
    for method in &captures.methods {
        let word = match method {
            CaptureMethod::Custodial => "custodial",
            CaptureMethod::Withdrawal => "withdrawal",
            CaptureMethod::Approach => "approach",
            CaptureMethod::Coordination => "coordination",
            CaptureMethod::Proximity { reach } => {
                let mut part = Table::default();
                put_reach("reach", reach, &Reach::Around, &mut part);
                table.put("proximity", switch(part));
                continue;
            }
            CaptureMethod::Midpoint => "midpoint",
            CaptureMethod::Mimic(mimic) => {
                let mut part = Table::default();
                part.put_flag("pure", mimic.pure, false);
                part.put_flag("swaps", mimic.swaps, false);
                part.put_flag("booms", mimic.booms, false);
                table.put("mimic", part);
                continue;
            }
        };
        table.put(word, true);
    }
    table.put_flag("convert", captures.convert, false);
    table.put_flag("unless-burned", captures.unless_burned, false);
    table.put_flag("on-promotion", captures.on_promotion, false);
    table
}

// Reaches, and switches with a reach.

/// Adds a reach, unless it is the default.
pub(super) fn put_reach(key: &str, reach: &Reach, usual: &Reach, table: &mut Table) {
    if reach != usual {
        table.put(key, reach.text());
    }
}

/// `true`, or the table if it is not empty.
pub(super) fn switch(table: Table) -> Node {
    if table.0.is_empty() {
        true.into()
    } else {
        table.into()
    }
}
