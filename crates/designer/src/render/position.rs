//! SVG pictures of positions and games.

use super::canvas::Canvas;
use super::figures::Figures;
use super::legend::used;
use super::marks::Marks;
use super::svg::{Caption, Page, Room, View, draw_marks};
use super::theme::Theme;
use ferz::game::{Game, Position};
use ferz::geometry::{Square, sorted};
use ferz::state::{Cell, Color, Move, MoveKind};

/// A position with the side `below` at the bottom; with marks, also the moves of one of its pieces.
pub fn position_svg(
    position: &Position,
    below: Color,
    marks: Option<&Marks>,
    caption: &Caption,
    theme: &Theme,
) -> String {
    let figures = Figures::of(position.variant(), theme).seen_by(below);
    let page = Page {
        lit: marks.map(Marks::origin).into_iter().collect(),
        legend: marks.map(used).unwrap_or_default(),
        ..Page::of_position(position, below, &figures, caption)
    };
    page.draw(theme, |canvas, view| {
        draw_position(canvas, view, position, &figures);
        if let Some(marks) = marks {
            draw_marks(canvas, view, marks, |square| {
                position.board().piece(square).is_some()
            });
        }
    })
}

/// A game as pictures of equal size, one for each position. The squares of the last move are lit, and the note
/// is that move.
///
/// ```
/// use ferz::game::{Game, Variant};
/// use ferz::state::Color;
/// use ferz_designer::render::{Theme, game_svgs};
///
/// let chess = Variant::builtin("chess").unwrap();
/// let mut game = Game::new(chess.start());
/// let mv = game.position().parse_move("e2e4").unwrap();
/// game.play(&mv).unwrap();
/// let pictures: Vec<String> = game_svgs(&game, Color::White, "Chess", &Theme::light()).collect();
/// assert_eq!(pictures.len(), 2);
/// assert!(pictures[1].contains("<title>Chess: 1. e4</title>"));
/// ```
pub fn game_svgs(
    game: &Game,
    below: Color,
    title: &str,
    theme: &Theme,
) -> impl ExactSizeIterator<Item = String> + use<> {
    let mut positions: Vec<Position> = game.earlier_positions().cloned().collect();
    positions.reverse();
    positions.push(game.position().clone());
    let moves: Vec<Move> = game.moves().cloned().collect();
    let notes: Vec<String> = positions
        .iter()
        .zip(&moves)
        .map(|(position, mv)| numbered(position, mv))
        .collect();
    let caption = |index: usize| {
        let note = index.checked_sub(1).and_then(|before| notes.get(before));
        Caption::new(title).with_note(note.map_or("", String::as_str))
    };
    let captions: Vec<Caption> = (0..positions.len()).map(caption).collect();
    let figures = Figures::of(game.position().variant(), theme).seen_by(below);
    let mut least = Room::default();
    for (position, caption) in positions.iter().zip(&captions) {
        let page = Page::of_position(position, below, &figures, caption);
        least = least.or(&page.room(theme));
    }
    let theme = theme.clone();
    (0..positions.len()).map(move |index| {
        let position = &positions[index];
        let last = index.checked_sub(1).and_then(|before| moves.get(before));
        let page = Page {
            lit: last.map(touched).unwrap_or_default(),
            least: least.clone(),
            ..Page::of_position(position, below, &figures, &captions[index])
        };
        page.draw(&theme, |canvas, view| {
            draw_position(canvas, view, position, &figures);
        })
    })
}

/// A move with its number, such as `3... Nf6`.
fn numbered(position: &Position, mv: &Move) -> String {
    let number = position.setup().fullmove_number;
    let dots = match position.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{number}{dots} {}", position.san(mv))
}

/// The squares on which a move is shown: origins and targets of moved pieces, and the square of a wall.
pub fn touched(mv: &Move) -> Vec<Square> {
    let mut squares = vec![mv.to];
    if mv.kind != MoveKind::Drop {
        squares.push(mv.from);
    }
    for (from, to) in mv.shifts() {
        squares.extend([*from, *to]);
    }
    squares.extend(mv.wall);
    sorted(squares)
}

/// Draws the pieces, walls and marked squares of a position.
fn draw_position(canvas: &mut Canvas<'_>, view: &View<'_>, position: &Position, figures: &Figures) {
    let theme = canvas.theme;
    for square in view.shape.squares() {
        let (x, y) = view.center(square);
        match position.board().get(square) {
            Cell::Piece(piece) => {
                let figure = figures.figure(piece);
                canvas.figure(&figure, x, y, view.side * 0.94);
            }
            Cell::Wall => {
                let half = view.side / 2.0 - 3.0;
                let attributes = format!(r#"rx="5" fill="{}""#, theme.frame);
                canvas.rect([x - half, y - half, 2.0 * half, 2.0 * half], &attributes);
            }
            Cell::Empty => {}
        }
    }
    for (_, square) in position.marked_squares() {
        let (x, y) = view.center(square);
        let half = view.side / 2.0 - 2.0;
        let color = &theme.text;
        let attributes =
            format!(r#"fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="5 4""#);
        canvas.rect([x - half, y - half, 2.0 * half, 2.0 * half], &attributes);
    }
}
