//! Animated PNG, as a decoder of another package shows it.
#![cfg(feature = "png")]

use std::io::Cursor;
use std::time::Duration;

use ferz_designer::render::{Pace, animated_png, png};
use png::{Decoder, Transformations};

/// A white picture with a black square.
fn square(x: u32, y: u32) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><rect width='20' height='10' fill='#fff'/>\
         <rect x='{x}' y='{y}' width='2' height='2'/></svg>"
    )
}

/// Each frame is laid over the one before it.
#[test]
fn the_frames_of_an_animation_are_its_pictures() {
    let svgs = [square(1, 1), square(4, 1), square(4, 1), square(17, 7)];
    let pace = Pace {
        each: Duration::from_millis(250),
        last: Duration::from_secs(2),
    };
    let file = animated_png(svgs.iter().cloned(), pace, 1.0).expect("an animation");
    let mut reader = Decoder::new(Cursor::new(&file)).read_info().expect("a PNG");
    let control = *reader.info().animation_control().expect("an animation");
    assert_eq!((control.num_frames, control.num_plays), (4, 0));
    let mut screen = vec![0; 20 * 10 * 3];
    let mut areas = Vec::new();
    for svg in &svgs {
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut bytes).expect("a frame");
        let frame = *reader.info().frame_control().expect("a frame");
        let (width, height) = (frame.width as usize, frame.height as usize);
        for y in 0..height {
            let to = ((frame.y_offset as usize + y) * 20 + frame.x_offset as usize) * 3;
            screen[to..to + width * 3].copy_from_slice(&bytes[y * width * 3..][..width * 3]);
        }
        assert_eq!(screen, colors(&png(svg, 1.0).expect("a picture")));
        areas.push((width, height, frame.delay_num));
    }
    assert_eq!(
        areas,
        [(20, 10, 250), (5, 2, 250), (1, 1, 250), (15, 8, 2000)]
    );
}

/// The colors of a picture without transparent parts.
fn colors(file: &[u8]) -> Vec<u8> {
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut bytes).expect("a frame");
    bytes
        .chunks(4)
        .flat_map(|pixel| &pixel[..3])
        .copied()
        .collect()
}
