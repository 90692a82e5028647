//! Parses the relations between pieces and squares.

use super::ast::{Relation, Set, SetKind};
use super::parser::{Parser, Read};

impl Parser<'_> {
    /// enclosed = "enclosed" "by" set "and" set [ "along" movement ] ;
    pub(super) fn enclosed(&mut self, begin: usize) -> Read<Set> {
        self.expect_word("by")?;
        let one = self.set()?;
        self.expect_word("and")?;
        let ends = [one, self.set()?];
        let mut lines = None;
        if self.takes_word("along") {
            let movement = self.movement();
            lines = Some(movement.ok_or_else(|| self.expected("a movement such as `\"W\"`"))?);
        }
        Ok(self.made(begin, SetKind::Enclosed(Box::new(ends), lines)))
    }

    /// relation = "attacked" "by" | "attacking" | "guarded" "by" | "guarding" | movement ( "from" | "to" ) ;
    pub(super) fn relation(&mut self) -> Read<Option<Relation>> {
        if let Some(movement) = self.movement() {
            if self.takes_word("from") {
                return Ok(Some(Relation::From(movement)));
            }
            if self.takes_word("to") {
                return Ok(Some(Relation::To(movement)));
            }
            return Err(self.expected("`from` or `to`"));
        }
        let (relation, is_passive) = match self.word() {
            Some("attacked") => (Relation::AttackedBy, true),
            Some("attacking") => (Relation::Attacking, false),
            Some("guarded") => (Relation::GuardedBy, true),
            Some("guarding") => (Relation::Guarding, false),
            _ => return Ok(None),
        };
        self.at += 1;
        if is_passive {
            self.expect_word("by")?;
        }
        Ok(Some(relation))
    }
}
