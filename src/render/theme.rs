//! Colors of pictures, and what pieces look like in them.

/// What the pieces of a picture look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PieceStyle {
    /// Drawn from what they do.
    #[default]
    Shapes,
    /// Letters on discs, but for those that look like an orthodox piece.
    Letters,
}

/// The colors of a picture, each as `#rrggbb`.
///
/// Marks differ in shape as well, so no meaning rests on color alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What pieces look like.
    pub pieces: PieceStyle,
    /// Behind everything.
    pub background: String,
    /// Light squares.
    pub light: String,
    /// Dark squares.
    pub dark: String,
    /// The square of the piece whose moves are shown.
    pub origin: String,
    /// The frame of the board, and walls.
    pub frame: String,
    /// Names and captions.
    pub text: String,
    /// Names of files and ranks, and what is less important.
    pub faint: String,
    /// Moves.
    pub quiet: String,
    /// Captures.
    pub capture: String,
    /// The cross upon a mark for both.
    pub upon: String,
    /// What depends on pieces on other squares.
    pub hop: String,
    /// What captures on the way.
    pub locust: String,
    /// Filling of White's pieces.
    pub white: String,
    /// Outline of White's pieces, and letters on them.
    pub white_line: String,
    /// Filling of Black's pieces.
    pub black: String,
    /// Outline of Black's pieces.
    pub black_line: String,
    /// Letters and details on Black's pieces.
    pub black_detail: String,
}

impl Theme {
    /// Warm paper, for pages with a light background.
    pub fn light() -> Theme {
        Theme {
            pieces: PieceStyle::Shapes,
            background: "#ffffff".to_owned(),
            light: "#f6f1e7".to_owned(),
            dark: "#e3d8c3".to_owned(),
            origin: "#f2d680".to_owned(),
            frame: "#8a7b62".to_owned(),
            text: "#29241d".to_owned(),
            faint: "#796e5d".to_owned(),
            quiet: "#1f6f78".to_owned(),
            capture: "#b5301f".to_owned(),
            upon: "#ffffff".to_owned(),
            hop: "#6a3fa0".to_owned(),
            locust: "#c26a00".to_owned(),
            white: "#fffdf8".to_owned(),
            white_line: "#29241d".to_owned(),
            black: "#3b352c".to_owned(),
            black_line: "#15120e".to_owned(),
            black_detail: "#f3ece0".to_owned(),
        }
    }

    /// The same with letters for pieces that are not orthodox.
    #[must_use]
    pub const fn with_letters(mut self) -> Theme {
        self.pieces = PieceStyle::Letters;
        self
    }

    /// Slate, for pages with a dark background.
    pub fn dark() -> Theme {
        Theme {
            pieces: PieceStyle::Shapes,
            background: "#16181d".to_owned(),
            light: "#3b414d".to_owned(),
            dark: "#2c313b".to_owned(),
            origin: "#6d5d22".to_owned(),
            frame: "#6b7485".to_owned(),
            text: "#eceff4".to_owned(),
            faint: "#9aa4b5".to_owned(),
            quiet: "#5cc8cf".to_owned(),
            capture: "#ff8a75".to_owned(),
            upon: "#16181d".to_owned(),
            hop: "#c3a2ff".to_owned(),
            locust: "#ffb454".to_owned(),
            white: "#f4f1ea".to_owned(),
            white_line: "#16181d".to_owned(),
            black: "#0d0f12".to_owned(),
            black_line: "#c8cfdb".to_owned(),
            black_detail: "#e4e8ef".to_owned(),
        }
    }

    /// The theme with this name: `light` or `dark`.
    pub fn named(name: &str) -> Option<Theme> {
        match name {
            "light" => Some(Theme::light()),
            "dark" => Some(Theme::dark()),
            _ => None,
        }
    }
}
