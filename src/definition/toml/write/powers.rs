//! What pieces do that no move text can say, as tables.

use crate::definition::powers::{
    Action, Affected, AfterMove, CaptureMethod, JumpSeries, Quiet, Run,
};
use crate::definition::reach::Reach;
use crate::definition::tree::{Node, Table};
use crate::definition::variant::PieceDef;
use crate::geometry::{Headings, Offset, Step};
use crate::movement::{Contents, Initial, Leg, Movement, Pattern, Turn, Walk};
use crate::syntax::betza::Dialect;

use super::Writer;

impl Writer<'_> {
    pub(super) fn powers(&self, piece: &PieceDef, table: &mut Table) {
        let powers = &piece.powers;
        let mut actions = Table::default();
        for action in &powers.actions {
            let (word, reach, usual) = match action {
                Action::LongLeap { single } => {
                    let mut leap = Table::default();
                    leap.put_flag("single", *single, false);
                    actions.put("long-leap", leap);
                    continue;
                }
                Action::Swap { reach, with } => {
                    let mut swap = Table::default();
                    swap.put_flag("near", *reach == Reach::Around, false);
                    if *reach != Reach::Around {
                        put_reach("reach", reach, &Reach::Lines, &mut swap);
                    }
                    swap.put_some("with", with.map(|with| self.names(with)));
                    actions.put("swap", swap);
                    continue;
                }
                Action::Imitate => {
                    actions.put("imitate", Table::default());
                    continue;
                }
                Action::JumpSeries(series) => {
                    actions.put("jump-series", self.jump_series(series));
                    continue;
                }
                Action::Run(run) => {
                    actions.put("run", run_table(run));
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
            actions.put(word, switch(part));
        }
        let mut captures = Table::default();
        for method in &powers.captures {
            let word = match method {
                CaptureMethod::Custodial => "custodial",
                CaptureMethod::Withdrawal => "withdrawal",
                CaptureMethod::Approach => "approach",
                CaptureMethod::Coordination => "coordination",
                CaptureMethod::Proximity { reach } => {
                    let mut part = Table::default();
                    put_reach("reach", reach, &Reach::Around, &mut part);
                    captures.put("proximity", switch(part));
                    continue;
                }
                CaptureMethod::Midpoint => "midpoint",
                CaptureMethod::Mimic(mimic) => {
                    let mut part = Table::default();
                    part.put_flag("pure", mimic.pure, false);
                    part.put_flag("swaps", mimic.swaps, false);
                    part.put_flag("booms", mimic.booms, false);
                    captures.put("mimic", part);
                    continue;
                }
            };
            captures.put(word, true);
        }
        captures.put_flag("convert", powers.converts, false);
        captures.put_flag("unless-burned", powers.captures_unless_burned, false);
        captures.put_flag("on-promotion", powers.captures_on_promotion, false);
        for (key, part) in [("actions", actions), ("captures", captures)] {
            if !part.0.is_empty() {
                table.put(key, part);
            }
        }
        if let Some(freeze) = &powers.freezes {
            let mut part = self.affected(&freeze.whom);
            if !freeze.lifted_by.is_empty() {
                part.put("lifted-by", self.names(freeze.lifted_by));
            }
            table.put("freezes", part);
        }
        for (key, affected) in [("burns", &powers.burns), ("protects", &powers.protects)] {
            if let Some(affected) = affected {
                table.put(key, switch(self.affected(affected)));
            }
        }
        if let Some(after) = &powers.after {
            table.put("after", self.aftermath(after));
        }
    }

    fn affected(&self, affected: &Affected) -> Table {
        let mut table = Table::default();
        put_reach("reach", &affected.reach, &Reach::Around, &mut table);
        table.put_some("only", affected.only.map(|only| self.names(only)));
        if !affected.except.is_empty() {
            table.put("except", self.names(affected.except));
        }
        table
    }

    fn aftermath(&self, after: &AfterMove) -> Table {
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

    fn jump_series(&self, series: &JumpSeries) -> Table {
        let mut table = Table::default();
        let over = series.over.iter();
        let over: Node = over.map(|one| Node::from(leaps(one))).collect();
        if over != Node::from("K") {
            table.put("over", over);
        }
        table.put_flag("friends", series.friends, false);
        table.put_flag("en-passant", series.en_passant, false);
        self.put_names("must-take", series.must_take, &mut table);
        table.put_flag("remove-at-end", series.remove_at_end, false);
        table
    }
}

/// Says a reach, unless it is the usual one.
pub(super) fn put_reach(key: &str, reach: &Reach, usual: &Reach, table: &mut Table) {
    if reach != usual {
        table.put(key, reach.text());
    }
}

/// `true`, or a table that says more.
fn switch(table: Table) -> Node {
    if table.0.is_empty() {
        true.into()
    } else {
        table.into()
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

/// Leaps in notation. What cannot be written is found missing when the text is read again.
fn leaps(offsets: &[Offset]) -> String {
    let mut legs: Vec<Leg> = Vec::new();
    for offset in offsets {
        let side = |length: i16| u8::try_from(length.unsigned_abs()).unwrap_or(u8::MAX);
        let (step, owned) = Step::from_vector(side(offset.dx), side(offset.dy));
        let Some(heading) = owned.iter().find(|one| step.offset(*one) == *offset) else {
            continue;
        };
        let heading = Headings::of(&[heading.number()]);
        // Leaps of one length are one atom.
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
        })
    }));
    movement
        .to_betza(Dialect::XBetza)
        .unwrap_or_else(|_| movement.to_string())
}
