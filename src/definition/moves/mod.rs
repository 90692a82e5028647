//! Moves of the pieces of a definition from its start position, and normal forms of the rules that depend on them.

pub(crate) mod piece_moves;

pub(crate) mod normal_forms;
