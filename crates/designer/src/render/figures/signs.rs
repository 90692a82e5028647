//! Signs of shogi and xiangqi pieces, drawn with strokes on a grid of 20 by 20 with y downward.
//!
//! The drawings are our own and need no font. Pieces without a sign have their letters.

use ferz::definition::PieceStyle;
use ferz::state::Color;

/// The sign of a piece of a name in a style, if it has one.
pub(super) fn sign(style: PieceStyle, name: &str, color: Color) -> Option<char> {
    match style {
        PieceStyle::Tiles => tile_sign(name),
        PieceStyle::Discs => disc_sign(name, color),
        PieceStyle::Figures | PieceStyle::Letters | PieceStyle::Moves => None,
    }
}

/// Promoted pieces that move as gold generals keep the name of their piece behind a plus sign.
fn tile_sign(name: &str) -> Option<char> {
    Some(match name {
        "king" => '王',
        "rook" => '飛',
        "bishop" => '角',
        "dragon" => '竜',
        "horse" => '馬',
        "gold" => '金',
        "silver" => '銀',
        "knight" => '桂',
        "lance" => '香',
        "pawn" => '歩',
        "elephant" => '象',
        "+pawn" => 'と',
        "+lance" => '杏',
        "+knight" => '圭',
        "+silver" => '全',
        _ => return None,
    })
}

fn disc_sign(name: &str, color: Color) -> Option<char> {
    let [white, black] = match name {
        "general" | "king" => ['帥', '將'],
        "advisor" => ['仕', '士'],
        "elephant" => ['相', '象'],
        "horse" => ['傌', '馬'],
        "rook" | "chariot" => ['俥', '車'],
        "cannon" => ['炮', '砲'],
        "soldier" => ['兵', '卒'],
        _ => return None,
    };
    Some(match color {
        Color::White => white,
        Color::Black => black,
    })
}

/// The strokes of a sign.
pub(super) const fn strokes(sign: char) -> &'static str {
    match sign {
        '王' => "M2 2H18M3 10H17M1 18H19M10 2V18",
        '金' => {
            "M10 0L1 8M10 0L19 8M5 8H15M3 12.5H17M10 8V19M2 19H18M5.5 14.5L6.8 17.2M14.5 14.5L13.2 17.2"
        }
        '銀' => {
            "M5 0L0 6.5M5 0L9.5 5.5M2.5 7H7.5M1 11H9M5 7V18M0 18.5L9.5 17M2.5 13L3.4 15.6M7.5 13L6.6 15.6\
             M12 1H18.5V9H12M12 5H18.5M12 1V18.5L15.5 16.5M13.5 9L19.5 19M19 11L16 13.5"
        }
        '飛' => {
            "M1 2H13C13 6 15 9.5 19 10.5V7.5M17.5 2.5L14 5M18.5 5L14.6 7M7.5 4.5L1 7.5M.5 11H11\
             M4.3 6V14C4.3 16.5 3 18.5 1 20M8.5 5V19.5M10.5 12.5H13.5C13.5 16 15.5 19 19.5 19.8V16.5\
             M18 12L14.3 14.4M19 14.6L15.2 16.6"
        }
        '角' => {
            "M7 0L2 6M6.5 2H13L10.5 5.5M4 5.5H17V18.5L14 18M4 5.5V13C4 16 3 18 1 20M4 9.8H17M4 14H17\
             M10.5 5.5V19"
        }
        '竜' => {
            "M10 0V3M3 3H17M6.5 4.5L7.5 7M13.5 4.5L12.5 7M1.5 8H18.5M4 10.5H16V16.5H4ZM4 13.5H16\
             M10 10.5V18C10 19.5 11 20 12.5 20H18V17.5"
        }
        '馬' => {
            "M4 1V13H17.5C17.5 17 17 19.5 13.5 19.5L12 18.5M4 1H16M4 5H15M4 9H15M10 1V13M2 15L1 19\
             M6 15.5L6.6 18.6M9.5 15.3L10.3 18.3M13 15L14 17.5"
        }
        '桂' => {
            "M0 5.5H9M4.5 0V20M4.5 6C3.5 9.5 2 12 0 14M4.7 7L8.5 12M11 3.5H19M15 0V8.5M10.5 8.5H19.5\
             M11 13H19M15 9.5V19M10 19H20"
        }
        '香' => {
            "M14.5 .5L4 2.5M1 5.5H19M10 1.8V11M9.5 5.8C7.5 8.2 4.5 10 1 11M10.5 5.8C12.5 8.2 15.5 10 19 11\
             M5 12.5H15V20H5ZM5 16.2H15"
        }
        '歩' => {
            "M10 0V8.5M10 3.8H16.5M4.5 2.5V8.5M1 8.5H19M10 9.5V15.5L8 14.8M5.5 11L2.5 14.5\
             M14.5 10.5L17.5 13.5M17 13C14 17.5 9 19.5 3 20"
        }
        'と' => "M5.5 .5L8 9.5M17.5 5C9 8.5 3.5 11.5 3.5 15.5C3.5 19 8 19.5 17.5 19",
        '杏' => {
            "M1.5 4H18.5M10 0V11M9.6 4.5C7.5 7.5 4.5 9.5 1 11M10.4 4.5C12.5 7.5 15.5 9.5 19 11\
             M4.5 13H15.5V20H4.5Z"
        }
        '圭' => "M3 3.5H17M10 0V9M1.5 9H18.5M3 13H17M10 9V19M1 19H19",
        '全' => "M10 0L1 8.5M10 0L19 8.5M5 9H15M4.5 13.5H15.5M10 9V19M2 19H18",
        '象' => {
            "M8 0L3 5M7 1.8H13L10.5 5M4 5H16V9.5H4ZM10 5V9.5M9.5 9.5C8 11.5 5 13.5 1.5 14.5\
             M8.5 10.8C12 12.5 12.5 19 9 20L7.5 19M10.8 13C9 15 5.5 16.8 2 17.5M11.2 15.6C9.5 17.5 6.5 19 3 20\
             M17.5 10.5L12.8 12.8M12 11.5C13.5 15 16 17.5 19 19"
        }
        '帥' => {
            "M5 0L4 3M2 3V18.5M2 3H7.5V8.5H2M2 11.5H8V18H2M10.5 6V16M10.5 6H18.5V14.5L16.5 14M14.5 1V20"
        }
        '將' => {
            "M6.5 0V20M1.5 1.5V8H6.5M.5 11.5H6.5M3 11.5C3 15 2.5 17.5 .5 19.5M13.5 0L9.5 5.5\
             M12.8 1.8H18C17 6 14 8.5 9.5 10M12 4.5L13.5 6.5M9 12.5H19.5M16 9.5V19.5L13.5 18.8\
             M10.5 14.5L12.3 17"
        }
        '士' => "M1 7H19M10 0V18.5M3.5 18.5H16.5",
        '仕' => "M5.5 0C4.5 4 2.8 7 .5 9.5M3.6 6.5V20M7.5 8H19.5M13.5 1V18.5M9 18.5H18.5",
        '相' => {
            "M0 5.5H9M4.5 0V20M4.5 6C3.5 9.5 2 12 0 14M4.7 7L8.5 12M11 1.5H18.5V19.5H11ZM11 7.5H18.5\
             M11 13.5H18.5"
        }
        '車' => "M2 3.5H18M10 0V20M4 6.8H16V13.2H4ZM4 10H16M1 16.5H19",
        '俥' => {
            "M4.5 0C3.8 4 2.4 7 .3 9.5M2.9 6.5V20M7 3.5H19M13 0V20M8.5 6.8H17.5V13.2H8.5ZM8.5 10H17.5\
             M6.5 16.5H19.8"
        }
        '傌' => {
            "M4.5 0C3.8 4 2.4 7 .3 9.5M2.9 6.5V20M8 1V13H18.5C18.5 17 18 19.5 15.5 19.5L14.5 18.5M8 1H17.5\
             M8 5H17M8 9H17M12.8 1V13M7 15L6.4 18.8M10 15.5L10.5 18.4M12.8 15.3L13.4 18M15.5 15L16.2 17.2"
        }
        '炮' => {
            "M1.2 6L2.4 9.5M8.3 5L6.8 9M4.8 1V9C4.8 14 3 17.5 .5 19.5M5 11.5L8.5 18M13 .5C12.3 3 11 5.5 9.5 7.3\
             M12.2 3.2H19C19 9 18.8 12.5 16.5 12.5M11.5 7H16V11.5H11.5V17.5C11.5 19 12.2 19.5 13.5 19.5H19.5V16.5"
        }
        '砲' => {
            "M.5 2.5H8.5M5 2.5C4 7 2.5 10 .3 12.5M2.8 9.5H8V18H2.8ZM13 .5C12.3 3 11 5.5 9.5 7.3\
             M12.2 3.2H19C19 9 18.8 12.5 16.5 12.5M11.5 7H16V11.5H11.5V17.5C11.5 19 12.2 19.5 13.5 19.5H19.5V16.5"
        }
        '兵' => {
            "M13.5 .5L5 3M5 2.5V12.5M5 6.8H15.5M11.5 6.8V12.5M1 12.5H19M7 14.5L2.5 19.5M13 14.5L17.5 19.5"
        }
        '卒' => {
            "M10 0V3M2 3H18M6.5 4C5.5 7 4 9 2 10.5M6.3 6.5L9 9.5M13.5 4C12.5 7 11 9 10 10M13.3 6.5L17.5 10.5\
             M1 13H19M10 10V20"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_has_strokes_and_no_two_are_alike() {
        let names = [
            "king", "rook", "bishop", "dragon", "horse", "gold", "silver", "knight", "lance",
            "pawn", "elephant", "+pawn", "+lance", "+knight", "+silver", "general", "advisor",
            "cannon", "soldier",
        ];
        let mut signs: Vec<char> = Vec::new();
        for style in [PieceStyle::Tiles, PieceStyle::Discs] {
            for color in Color::ALL {
                signs.extend(names.iter().filter_map(|name| sign(style, name, color)));
            }
        }
        signs.sort_unstable();
        signs.dedup();
        let mut drawn: Vec<&str> = signs.iter().map(|sign| strokes(*sign)).collect();
        assert!(drawn.iter().all(|strokes| strokes.starts_with('M')));
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!((drawn.len(), signs.len()), (27, 27));
    }
}
