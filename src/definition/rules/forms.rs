//! What pieces are beside themselves: promoted sides of others, or pieces that turn back when they are
//! captured.

/// What a piece is beside itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The piece it counts as wherever kinds are counted.
    pub kind: usize,
    /// What it becomes when it is demoted or captured, by the color it has; `None` if itself.
    pub base: [Option<usize>; 2],
    /// It neither jumps over nor captures pieces of its own kind.
    pub shuns_own_kind: bool,
}

impl Form {
    /// A piece that is only itself.
    pub const fn plain(kind: usize) -> Form {
        Form {
            kind,
            base: [None; 2],
            shuns_own_kind: false,
        }
    }
}

/// What pieces are beside themselves; those of which nothing is said are only themselves.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Forms(Vec<Form>);

impl Forms {
    /// The form of a piece.
    pub fn of(&self, number: usize) -> Form {
        self.0
            .get(number)
            .copied()
            .unwrap_or_else(|| Form::plain(number))
    }

    /// Whether the piece follows from another one: it counts as that one, or turns back into it.
    pub fn is_derived(&self, number: usize) -> bool {
        let form = self.of(number);
        form.kind != number || form.base != [None; 2]
    }

    /// The forms that are not plain, with the numbers of their pieces.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Form)> {
        let all = self.0.iter().enumerate();
        all.filter(|(number, form)| **form != Form::plain(*number))
    }
}

impl FromIterator<Form> for Forms {
    /// The forms of all pieces in their order. Plain forms at the end go without saying.
    fn from_iter<I: IntoIterator<Item = Form>>(forms: I) -> Forms {
        let mut forms: Vec<Form> = forms.into_iter().collect();
        let is_plain = |(number, form): (usize, &Form)| *form == Form::plain(number);
        while forms
            .last()
            .is_some_and(|last| is_plain((forms.len() - 1, last)))
        {
            forms.pop();
        }
        Forms(forms)
    }
}
