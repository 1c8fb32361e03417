//! What every contestant shares: takes commands on stdin, one a line, and answers each with one line.
//!
//! `load FILE` reads points and scalars; answers `ready`.
//! `run TIMES` multiplies so many times on this thread; answers `RESULT MILLISECONDS`: the result uncompressed, in
//! hexadecimal, and the time of one multiplication.
//!
//! A file holds n as 4 bytes little-endian, n points (uncompressed), n scalars of 32 bytes big-endian. As with the other
//! contestant, points are decoded before the clock starts, and the result is encoded after it has stopped.

use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;

pub const SCALAR_BYTES: usize = 32;

/// Points and scalars, decoded, and the memory that multiplying them takes.
pub trait Workload {
    const POINT_BYTES: usize;
    type Sum;

    fn decode(points: &[u8], scalars: &[u8]) -> Self;
    fn multiply(&mut self) -> Self::Sum;
    fn encode(sum: &Self::Sum) -> Vec<u8>;
}

/// Answers commands until stdin ends.
pub fn serve<W: Workload>() {
    let mut workload: Option<W> = None;
    for line in io::stdin().lock().lines() {
        let line = line.expect("text on stdin");
        let answer = match line.split_once(' ') {
            Some(("load", path)) => {
                workload = Some(load(path));
                "ready".to_string()
            }
            Some(("run", times)) => {
                let workload = workload.as_mut().expect("`load FILE` first");
                run(workload, times.parse().expect("`run TIMES`"))
            }
            _ => panic!("expected `load FILE` or `run TIMES`, got `{line}`"),
        };
        println!("{answer}");
        io::stdout().flush().expect("an open stdout");
    }
}

fn load<W: Workload>(path: &str) -> W {
    let bytes = std::fs::read(path).expect("a readable file");
    let n = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
    let (points, scalars) = bytes[4..].split_at(n * W::POINT_BYTES);
    assert_eq!(scalars.len(), n * SCALAR_BYTES, "length of the file");
    W::decode(points, scalars)
}

fn run<W: Workload>(workload: &mut W, times: u32) -> String {
    let start = Instant::now();
    for _ in 1..times {
        black_box(workload.multiply());
    }
    let sum = black_box(workload.multiply());
    let milliseconds = start.elapsed().as_secs_f64() * 1e3 / f64::from(times);
    let hex: String = W::encode(&sum)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{hex} {milliseconds}")
}
