//! Capture methods that mimics borrow.

use crate::definition::{CaptureMethod, PieceSet, Reach, VariantDef};
use crate::state::Role;

/// A method that mimics borrow from the pieces that they capture.
pub(crate) struct Borrowed {
    pub(crate) method: CaptureMethod,
    /// The pieces that have the method.
    pub(crate) of: PieceSet,
    /// One of them.
    pub(in crate::rules) model: Role,
}

/// The methods, other than actions, that mimics of a variant could borrow.
pub(crate) fn borrowed(def: &VariantDef) -> Vec<Borrowed> {
    let mut all: Vec<Borrowed> = Vec::new();
    for (number, _, piece) in def.numbered() {
        for method in (piece.captures.methods.iter()).filter(|method| is_borrowed(method)) {
            // The reach `own` depends on the piece.
            let is_own = method.reach() == Some(&Reach::Own);
            match all
                .iter_mut()
                .find(|found| found.method == *method && !is_own)
            {
                Some(known) => known.of.insert(number),
                None => all.push(Borrowed {
                    method: method.clone(),
                    of: PieceSet::from(number),
                    model: number.into(),
                }),
            }
        }
    }
    all
}

/// Whether mimics borrow a method.
#[inline]
pub(crate) const fn is_borrowed(method: &CaptureMethod) -> bool {
    !matches!(method, CaptureMethod::Midpoint | CaptureMethod::Mimic(_))
}
