//! The semantics of the notation: every clause of `docs/semantics.md` has cases, and the reference
//! interpreter and the list of paths agree on all of them.

#![expect(
    clippy::format_push_string,
    clippy::zero_sized_map_values,
    reason = "pictures are put together piece by piece"
)]

mod agreement;
mod cases;
mod corpus;
mod document;
mod games;
mod hostile;
mod offsets;
mod play;
mod random;
mod scene;
mod xboard;

#[test]
fn every_case_holds() {
    let faults: Vec<String> = cases::all()
        .iter()
        .map(|(file, case)| (file, case, case.faults()))
        .filter(|(_, _, faults)| !faults.is_empty())
        .map(|(file, case, faults)| format!("{file}: {} `{}`\n{faults}", case.name, case.betza))
        .collect();
    assert!(
        faults.is_empty(),
        "{} cases fail\n\n{}",
        faults.len(),
        faults.join("\n")
    );
}
