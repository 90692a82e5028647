//! Stages of training by hand.
use ferz::eval::{Evaluation, Tuning};
use ferz::game::Variant;
use ferz_trainer::{GameFile, GameReader, Generator, Header, Lesson, Options, Terms, Trainer};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let variant = Variant::builtin(&args[2]).unwrap();
    match args[1].as_str() {
        // games VARIANT FILE nodes seed games jobs [NET]
        "games" => {
            let [nodes, seed, games, jobs] =
                [4, 5, 6, 7].map(|at| args[at].parse::<u64>().unwrap());
            let (evaluation, name) = match args.get(8) {
                None => (Evaluation::Derived, "derived".to_owned()),
                Some(path) => {
                    let text = std::fs::read_to_string(path).unwrap();
                    let tuning = Tuning::read(&text, variant.def()).into_result().unwrap();
                    let name = format!("{:016x}", tuning.network().unwrap().id());
                    (Evaluation::Tuned(Arc::new(tuning)), name)
                }
            };
            let header = Header {
                definition: args[2].clone(),
                evaluation: name,
                nodes,
                seed,
            };
            let mut file = GameFile::append(Path::new(&args[3]), &header).unwrap();
            let begun = Instant::now();
            let before = file.plies();
            let generator = Generator::new(
                &variant,
                Terms {
                    nodes,
                    seed,
                    evaluation,
                    max_plies: 400,
                },
            );
            let first = file.games();
            let mut results = [0; 3];
            let stop = AtomicBool::new(false);
            let played = generator.play(first, jobs as usize, &stop, |game| {
                results[usize::from(game.white) / 100] += 1;
                file.add(&game).unwrap();
                if file.games() % 1000 == 0 {
                    file.flush().unwrap();
                    let seconds = begun.elapsed().as_secs_f64();
                    let rate = (file.plies() - before) as f64 / seconds;
                    println!(
                        "{} games, {} plies, {rate:.0} a second, {results:?}",
                        file.games(),
                        file.plies()
                    );
                }
                file.games() < games
            });
            played.unwrap();
            file.flush().unwrap();
        }
        // train VARIANT OUT hidden outputs by_result alone passes jobs FILES
        "train" => {
            let number = |at: usize| args[at].parse::<f32>().unwrap();
            let jobs = number(9) as usize;
            let options = Options {
                hidden: number(4) as usize,
                outputs: number(5) as usize,
                by_result: number(6),
                is_alone: number(7) > 0.0,
                passes: number(8) as usize,
                seed: 1,
            };
            let begun = Instant::now();
            let mut lesson = Lesson::default();
            let mut first = 0;
            for path in &args[10..] {
                let mut reader = GameReader::open(Path::new(path)).unwrap();
                loop {
                    let games: Vec<_> = reader.by_ref().take(4096).collect();
                    if games.is_empty() {
                        break;
                    }
                    lesson.add(&variant, first, &games, jobs).unwrap();
                    first += games.len() as u64;
                }
            }
            println!(
                "{} + {} positions of {first} games in {:.1} s",
                lesson.learned.len(),
                lesson.aside.len(),
                begun.elapsed().as_secs_f64()
            );
            let mut trainer = Trainer::new(&variant, &lesson.learned, options);
            println!(
                "slope {:.0}; base {:?}",
                trainer.slope(),
                trainer.measure(&lesson.aside, jobs).of_base()
            );
            for pass in 1..=options.passes {
                let begun = Instant::now();
                let error = trainer.pass(&lesson.learned, jobs);
                let rate = lesson.learned.len() as f64 / begun.elapsed().as_secs_f64();
                println!(
                    "pass {pass}: {error:.5}, aside {:?}, {rate:.0} a second",
                    trainer.measure(&lesson.aside, jobs).of_network()
                );
            }
            std::fs::write(&args[3], Tuning::of_network(trainer.network()).to_text()).unwrap();
        }
        _ => {}
    }
}
