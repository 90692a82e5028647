//! What kings may do and suffer.

/// Which checks a side may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChecksAllowed {
    /// Any.
    All,
    /// Those that mate: the other side has no reply left that neither leaves it in check nor, where its own
    /// checks are restricted, gives check itself.
    Mates,
    /// None.
    None,
}

/// What kings may do and suffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
#[non_exhaustive]
pub struct CheckRules {
    /// By side: whether its moves may give check.
    pub allowed: [ChecksAllowed; 2],
    /// Whether checks are counted.
    pub counted: bool,
    /// Kings may not face one another on an open line.
    pub flying_generals: bool,
    /// Facing kings end the game if the opponent does not answer by moving away.
    pub bikjang: bool,
    /// Kings may leave check only by capturing.
    pub no_escape: bool,
}

impl Default for CheckRules {
    fn default() -> CheckRules {
        CheckRules {
            allowed: [ChecksAllowed::All; 2],
            counted: false,
            flying_generals: false,
            bikjang: false,
            no_escape: false,
        }
    }
}
