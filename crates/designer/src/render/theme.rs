//! Colors and piece style of pictures.

use ferz::definition::PieceStyle;

/// The colors of a picture, each as `#rrggbb`.
///
/// Marks also differ in shape, so no meaning depends on color alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The style of the pieces, if it is not that of the definition.
    pub pieces: Option<PieceStyle>,
    /// The background of the picture.
    pub background: String,
    /// Light squares.
    pub light: String,
    /// Dark squares.
    pub dark: String,
    /// The origin of the moves that are shown.
    pub origin: String,
    /// The frame of the board, and walls.
    pub frame: String,
    /// Names and captions.
    pub text: String,
    /// Names of files and ranks, and less important text.
    pub faint: String,
    /// Moves.
    pub quiet: String,
    /// Captures.
    pub capture: String,
    /// The cross on a mark for both moves and captures.
    pub upon: String,
    /// Moves that depend on pieces on other squares.
    pub hop: String,
    /// Moves that capture on the way.
    pub locust: String,
    /// The fill of White's pieces.
    pub white: String,
    /// The outline of White's pieces, and the letters on them.
    pub white_line: String,
    /// The fill of Black's pieces.
    pub black: String,
    /// The outline of Black's pieces.
    pub black_line: String,
    /// The letters and details on Black's pieces.
    pub black_detail: String,
}

impl Theme {
    /// Light theme, in paper colors.
    pub fn light() -> Theme {
        Theme {
            pieces: None,
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

    /// The theme with a style of pieces.
    #[must_use]
    pub const fn with_pieces(mut self, pieces: PieceStyle) -> Theme {
        self.pieces = Some(pieces);
        self
    }

    /// Dark theme, in slate colors.
    pub fn dark() -> Theme {
        Theme {
            pieces: None,
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

    /// The color between those of light and dark squares, for boards of three colors.
    pub(super) fn between(&self) -> String {
        let part = |color: &str, at: usize| {
            let digits = color.get(at..at + 2).unwrap_or("80");
            u16::from_str_radix(digits, 16).unwrap_or(128)
        };
        let parts = [1, 3, 5].map(|at| u16::midpoint(part(&self.light, at), part(&self.dark, at)));
        let [red, green, blue] = parts;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// The theme with a name: `light` or `dark`.
    pub fn named(name: &str) -> Option<Theme> {
        match name {
            "light" => Some(Theme::light()),
            "dark" => Some(Theme::dark()),
            _ => None,
        }
    }
}
