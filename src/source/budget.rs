//! A budget of work: how many steps one request may take, whoever takes them.
//!
//! Whoever answers a request makes one [`Budget`] and does the work [within](Budget::run) it. All that
//! costs more than the length of its input takes steps from it by [`spend`], before the work: a leg of
//! a walk, a path that is kept, a move that is listed. Once a step is refused all later ones are, so
//! that readers, listers and drawers come to their ends quickly, with less than the whole result.
//! [`Budget::run`] drops that result and says [`Exhausted`]: nothing incomplete leaves it.
//!
//! The budget belongs to the thread and is no argument. Steps are taken deep below functions that
//! cannot fail, such as the list of the legal moves of a position; an argument would go through
//! some hundred of them and through the traits that rules implement, and one that forgot to hand it
//! on would be without bound. Without a budget nothing is bounded: searches and counts take any time
//! that they are given.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Diagnostic, Span, codes};

/// So many steps a request may take if nobody says otherwise: a second or two.
pub const USUAL_WORK: u64 = 75_000_000;

/// How many steps a thread takes from a budget at a time.
const SHARE: u64 = 1 << 14;

thread_local! {
    /// What this thread has left of its share. PERF: without a budget it lasts for centuries, so
    /// nothing else is looked at.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    static CURRENT: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

/// The steps that are left for a request; clones share them.
///
/// # Examples
/// ```
/// use ferz::movement::Movement;
/// use ferz::source::Budget;
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

/// A budget was used up before the work was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// What the budget was.
    pub steps: u64,
}

impl Exhausted {
    /// The finding about a text that costs more than it may.
    pub fn finding(self) -> Diagnostic {
        let message = format!("this takes more than {} steps of work", self.steps);
        Diagnostic::new(codes::OUT_OF_WORK, Span::at(0), message).with_help(
            "write less far-reaching moves and rules, fewer of them, or a smaller board; a larger \
             budget is an option (`Budget`, `--work`)",
        )
    }
}

impl Budget {
    /// So many steps.
    pub fn new(steps: u64) -> Budget {
        Budget {
            counter: Arc::new(Counter {
                steps: AtomicU64::new(steps),
                left: AtomicU64::new(steps),
                is_exhausted: AtomicBool::new(false),
            }),
        }
    }

    /// The budget of this thread, for other threads that do a part of the work.
    pub fn current() -> Option<Budget> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Does work that takes its steps from here, and from the budget within which this is called, if
    /// there is one.
    ///
    /// # Errors
    /// Either of the budgets was used up before the work was done.
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

    /// How many steps were taken.
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

    /// Takes at least `least` steps, and a share beside them if there are so many.
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

/// A thread within a budget, or without any; what was before comes back at the end, in a panic too.
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

/// Takes steps from the budget of this thread; without one there are always enough.
///
/// # Errors
/// There are not so many left. Then nothing is granted any more.
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

/// [`spend`] of as many steps as there are things of so many steps each.
pub fn spend_each(count: usize, steps: u64) -> Result<(), Exhausted> {
    spend((count as u64).saturating_mul(steps))
}

/// Whether the budget of this thread is used up.
pub fn is_exhausted() -> bool {
    CURRENT.with_borrow(|budget| budget.as_ref().is_some_and(Budget::is_exhausted))
}

/// Whether less than a half is left of the budget of this thread. What need not be done stops there.
pub fn is_half_spent() -> bool {
    let is_half = |budget: &Budget| budget.used() > budget.steps() / 2;
    CURRENT.with_borrow(|budget| budget.as_ref().is_some_and(is_half))
}

/// Does work that was asked for by its length, such as a count of moves to a depth: without a budget.
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
