//! Files of training games.
//!
//! A file begins with one line of text, the [`Header`]. Each game follows as its length in bytes (`u32`), a
//! checksum (`u32`) and its content; all numbers are little-endian. A game stores the index of each move in
//! the list of legal moves ([`Position::moves`](ferz::game::Position::moves)) and the change of the score, so
//! that the format is the same for every variant and takes about three bytes a move. A file that was cut off
//! in a game is complete up to the game before.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Maximum absolute score; forced wins are stored as this.
pub const MAX_SCORE: i16 = 15_000;

/// Maximum length of a game in bytes. A longer one is not written by this program.
const MAX_LENGTH: u32 = 1 << 20;

/// The terms that all games of a file share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The hash of the definition, without spaces.
    pub definition: String,
    /// The evaluation of the players: `derived`, or the fingerprint of a network.
    pub evaluation: String,
    /// The soft node limit of each search.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
}

impl Header {
    fn text(&self) -> String {
        let Header {
            definition,
            evaluation,
            nodes,
            seed,
        } = self;
        format!("ferz-games 1 {definition} {evaluation} nodes={nodes} seed={seed}\n")
    }

    fn read(line: &str) -> Option<Header> {
        let mut words = line.split_ascii_whitespace();
        if words.next()? != "ferz-games" || words.next()? != "1" {
            return None;
        }
        Some(Header {
            definition: words.next()?.to_owned(),
            evaluation: words.next()?.to_owned(),
            nodes: words.next()?.strip_prefix("nodes=")?.parse().ok()?,
            seed: words.next()?.strip_prefix("seed=")?.parse().ok()?,
        })
    }
}

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the variant.
    Rules,
    /// Adjudicated by the scores of both sides.
    Scores,
    /// Drawn at the maximum length.
    Length,
}

/// A move of a game with the score of the search that chose it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The index in the list of legal moves.
    pub choice: u32,
    /// The score for White in the unit of [`Score::Units`](ferz::search::Score::Units), at most
    /// [`MAX_SCORE`].
    pub score: i16,
    /// A random alternative that was not played, and the score for White of the position after it,
    /// in which the best move neither captures nor promotes.
    pub beside: Option<(u32, i16)>,
}

/// A training game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The random moves of the opening from the start position, as indices in lists of legal moves.
    pub opening: Vec<u32>,
    /// The moves after the opening.
    pub plies: Vec<Ply>,
    /// White's share of the point, in units of 1/200.
    pub white: u8,
    /// The reason why the game ended.
    pub ending: Ending,
}

impl GameRecord {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.white, self.ending as u8];
        put(&mut bytes, self.opening.len() as u32);
        self.opening
            .iter()
            .for_each(|choice| put(&mut bytes, *choice));
        put(&mut bytes, self.plies.len() as u32);
        let mut before = 0;
        for ply in &self.plies {
            put(
                &mut bytes,
                ply.choice << 1 | u32::from(ply.beside.is_some()),
            );
            put_signed(&mut bytes, i32::from(ply.score) - before);
            before = i32::from(ply.score);
            if let Some((choice, score)) = ply.beside {
                put(&mut bytes, choice);
                put_signed(&mut bytes, i32::from(score) - before);
            }
        }
        bytes
    }

    fn from_bytes(mut bytes: &[u8]) -> Option<GameRecord> {
        let bytes = &mut bytes;
        let (white, ending) = (take(bytes)?, take(bytes)?);
        let ending = [Ending::Rules, Ending::Scores, Ending::Length]
            .into_iter()
            .find(|known| *known as u8 == ending)?;
        let opening = (0..number(bytes)?)
            .map(|_| number(bytes))
            .collect::<Option<_>>()?;
        let mut score = 0;
        let mut plies = Vec::new();
        for _ in 0..number(bytes)? {
            let word = number(bytes)?;
            score += signed(bytes)?;
            let beside = if word & 1 == 0 {
                None
            } else {
                Some((number(bytes)?, i16::try_from(score + signed(bytes)?).ok()?))
            };
            plies.push(Ply {
                choice: word >> 1,
                score: i16::try_from(score).ok()?,
                beside,
            });
        }
        bytes.is_empty().then_some(GameRecord {
            opening,
            plies,
            white,
            ending,
        })
    }
}

/// Appends a number: seven bits in each byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a number with its sign in the lowest bit.
fn put_signed(bytes: &mut Vec<u8>, number: i32) {
    put(bytes, (number << 1 ^ number >> 31) as u32);
}

fn take(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let byte = take(bytes)?;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn signed(bytes: &mut &[u8]) -> Option<i32> {
    let number = number(bytes)?;
    Some((number >> 1) as i32 ^ -((number & 1) as i32))
}

/// The checksum of a game (FNV-1a).
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum: u32, byte| {
        (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

/// A file of training games.
#[derive(Debug)]
pub struct GameFile {
    file: BufWriter<File>,
    games: u64,
    plies: u64,
}

impl GameFile {
    /// Opens a file to append games; a new file gets the header.
    ///
    /// A game that was cut off is removed.
    ///
    /// # Errors
    /// If the file cannot be written, is no file of games, or has another header.
    pub fn append(path: &Path, header: &Header) -> io::Result<GameFile> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let (mut games, mut plies) = (0, 0);
        let mut end = 0;
        if file.metadata()?.len() > 0 {
            let mut reader = GameReader::new(&file)?;
            if reader.header() != header {
                return Err(invalid("the games in the file have other terms"));
            }
            end = reader.end;
            while let Some(game) = reader.next() {
                games += 1;
                plies += game.plies.len() as u64;
                end = reader.end;
            }
        }
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        let mut file = BufWriter::new(file);
        if end == 0 {
            file.write_all(header.text().as_bytes())?;
        }
        Ok(GameFile { file, games, plies })
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of moves after the openings.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        let bytes = game.to_bytes();
        self.file.write_all(&(bytes.len() as u32).to_le_bytes())?;
        self.file.write_all(&checksum(&bytes).to_le_bytes())?;
        self.file.write_all(&bytes)?;
        self.games += 1;
        self.plies += game.plies.len() as u64;
        Ok(())
    }

    /// Writes the buffered games.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Reads the games of a file, in order.
#[derive(Debug)]
pub struct GameReader<R> {
    reader: BufReader<R>,
    header: Header,
    /// The length of the part that has been read.
    end: u64,
}

impl GameReader<File> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read or is no file of games.
    pub fn open(path: &Path) -> io::Result<GameReader<File>> {
        GameReader::new(File::open(path)?)
    }
}

impl<R: Read> GameReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If the file cannot be read or is no file of games.
    pub fn new(file: R) -> io::Result<GameReader<R>> {
        let mut reader = BufReader::new(file);
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') && line.len() < 1000 {
            let mut byte = [0];
            reader.read_exact(&mut byte)?;
            line.push(byte[0]);
        }
        let header = std::str::from_utf8(&line).ok().and_then(Header::read);
        Ok(GameReader {
            reader,
            header: header.ok_or_else(|| invalid("this is no file of training games"))?,
            end: line.len() as u64,
        })
    }

    /// The terms of the games.
    pub fn header(&self) -> &Header {
        &self.header
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = GameRecord;

    /// The next game; `None` at the end and at a game that is damaged or cut off.
    fn next(&mut self) -> Option<GameRecord> {
        let mut word = [0; 4];
        self.reader.read_exact(&mut word).ok()?;
        let length = u32::from_le_bytes(word);
        self.reader.read_exact(&mut word).ok()?;
        if length > MAX_LENGTH {
            return None;
        }
        let mut bytes = vec![0; length as usize];
        self.reader.read_exact(&mut bytes).ok()?;
        if checksum(&bytes) != u32::from_le_bytes(word) {
            return None;
        }
        let game = GameRecord::from_bytes(&bytes)?;
        self.end += 8 + u64::from(length);
        Some(game)
    }
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
