//! Work budget: the number of steps that one request may take.
//!
//! The code that answers a request makes one [`Budget`] and does the work [within](Budget::run) it. All work that is
//! not proportional to the length of its input takes steps with [`spend`] beforehand: a leg of a walk, a path that is
//! kept, a generated move. After a refused step all later ones are refused, so readers, generators and renderers return
//! quickly with a partial result. [`Budget::run`] drops this result and returns [`Exhausted`], so no incomplete result
//! is visible.
//!
//! The budget is thread-local and not an argument. Steps are taken deep inside functions that
//! cannot fail, such as the move generator; an argument would have to pass through some hundred of
//! them and through the traits that rules implement, and one forgotten argument would leave work
//! unbounded. Without a budget nothing is bounded: searches and perft take as long as requested.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Diagnostic, Span, codes};

/// The default budget of a request: a second or two.
pub const USUAL_WORK: u64 = 75_000_000;

/// The number of steps that a thread takes from a budget at a time.
const SHARE: u64 = 1 << 14;

thread_local! {
    /// The rest of this thread's share. PERF: without a budget it lasts for centuries, so no other test is needed.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

/// The remaining steps of a request; clones share them.
///
/// # Examples
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::source::Budget;
/// use ferz::Movement;
///
/// let budget = Budget::new(1_000_000);
/// let knight = budget.run(|| Movement::new("N")).unwrap();
/// assert!(knight.is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    counter: Arc<Counter>,
}

#[derive(Debug)]
struct Counter {
    steps: AtomicU64,
    left: AtomicU64,
    is_exhausted: AtomicBool,
}

/// The error for a budget that is used up before the work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// The size of the budget.
    pub steps: u64,
}

impl Exhausted {
    /// The finding about a text that takes too much work.
    pub fn finding(self) -> Diagnostic {
        let message = format!("this takes more than {} steps of work", self.steps);
        Diagnostic::new(codes::OUT_OF_WORK, Span::at(0), message).with_help(
            "write simpler or fewer moves and rules, use a smaller board, or raise the budget (`Budget`, `--work`)",
        )
    }
}

impl Budget {
    /// A budget of this many steps.
    pub fn new(steps: u64) -> Budget {
        Budget {
            counter: Arc::new(Counter {
                steps: AtomicU64::new(steps),
                left: AtomicU64::new(steps),
                is_exhausted: AtomicBool::new(false),
            }),
        }
    }

    /// The budget of this thread, for other threads that do part of the work.
    pub fn current() -> Option<Budget> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Does work that takes its steps from this budget, and from the enclosing one if there is one.
    ///
    /// # Errors
    /// If either of the budgets is used up before the work is done.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Exhausted> {
        let outer = Budget::current().filter(|outer| !Arc::ptr_eq(&outer.counter, &self.counter));
        let before = self.left();
        let result = Entered::new(Some(self.clone())).during(work);
        if let Some(outer) = outer {
            let _ = spend(before.saturating_sub(self.left()));
            if outer.is_exhausted() {
                return Err(outer.exhausted());
            }
        }
        if self.is_exhausted() {
            return Err(self.exhausted());
        }
        Ok(result)
    }

    /// The number of steps taken.
    pub fn used(&self) -> u64 {
        self.steps().saturating_sub(self.left())
    }

    /// Whether a step was refused.
    pub fn is_exhausted(&self) -> bool {
        self.counter.is_exhausted.load(Ordering::Relaxed)
    }

    /// Grants more steps.
    pub fn add(&self, steps: u64) {
        let order = Ordering::Relaxed;
        for counter in [&self.counter.steps, &self.counter.left] {
            let _ = counter.fetch_update(order, order, |count| Some(count.saturating_add(steps)));
        }
    }

    fn steps(&self) -> u64 {
        self.counter.steps.load(Ordering::Relaxed)
    }

    fn left(&self) -> u64 {
        self.counter.left.load(Ordering::Relaxed)
    }

    fn exhausted(&self) -> Exhausted {
        Exhausted {
            steps: self.steps(),
        }
    }

    /// Takes at least `least` steps, and a share in addition if available.
    fn take(&self, least: u64) -> Option<u64> {
        let order = Ordering::Relaxed;
        let share = |left: u64| left.min(least.saturating_add(SHARE));
        let taken = self
            .counter
            .left
            .fetch_update(order, order, |left| {
                (left >= least && !self.is_exhausted()).then(|| left - share(left))
            })
            .map(share);
        if taken.is_err() {
            self.counter.is_exhausted.store(true, order);
        }
        taken.ok()
    }
}

/// A thread with or without a budget; the previous state is restored on drop, even after a panic.
struct Entered {
    left: u64,
    budget: Option<Budget>,
}

impl Entered {
    fn new(budget: Option<Budget>) -> Entered {
        let left = if budget.is_some() { 0 } else { u64::MAX };
        Entered {
            left: LEFT.replace(left),
            budget: CURRENT.replace(budget),
        }
    }

    fn during<T>(self, work: impl FnOnce() -> T) -> T {
        work()
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let left = LEFT.replace(self.left);
        if let Some(budget) = CURRENT.replace(self.budget.take()) {
            budget.counter.left.fetch_add(left, Ordering::Relaxed);
        }
    }
}

/// Takes steps from the budget of this thread; succeeds without a budget.
///
/// # Errors
/// If too few steps are left. Then all later steps are refused.
#[inline]
pub fn spend(steps: u64) -> Result<(), Exhausted> {
    match LEFT.get().checked_sub(steps) {
        Some(left) => {
            LEFT.set(left);
            Ok(())
        }
        None => spend_next_share(steps),
    }
}

/// [`spend`] for `count` items of `steps` steps each.
pub fn spend_each(count: usize, steps: u64) -> Result<(), Exhausted> {
    spend((count as u64).saturating_mul(steps))
}

/// Whether the budget of this thread is used up.
pub fn is_exhausted() -> bool {
    CURRENT.with_borrow(|budget| budget.as_ref().is_some_and(Budget::is_exhausted))
}

/// Whether less than half of this thread's budget is left. Optional work stops then.
pub fn is_half_spent() -> bool {
    let is_half = |budget: &Budget| budget.used() > budget.steps() / 2;
    CURRENT.with_borrow(|budget| budget.as_ref().is_some_and(is_half))
}

/// Does work without a budget, if the caller has bounded it, such as perft to a depth.
pub fn unbounded<T>(work: impl FnOnce() -> T) -> T {
    Entered::new(None).during(work)
}

#[cold]
fn spend_next_share(steps: u64) -> Result<(), Exhausted> {
    let Some(budget) = Budget::current() else {
        return Ok(());
    };
    let left = LEFT.get();
    if let Some(taken) = budget.take(steps - left) {
        LEFT.set(left + taken - steps);
        Ok(())
    } else {
        LEFT.set(0);
        Err(budget.exhausted())
    }
}
